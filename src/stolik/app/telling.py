"""A refusal as everybody who asked is told it: on the command line, over HTTP, on a socket."""

import re
from dataclasses import replace
from typing import Any

from stolik.app.codes import Phrase
from stolik.app.texts import catalogue, say, text
from stolik.refusal import Refused, Violation

# Of requests: what other refusals call a field stands in a file, under that name.
_ASKED = ("request.", "plan.", "class.")
# `minutes`, `details.place`, `seats[1].rack_sum`, `tables[3]`
_PATH = re.compile(r"(?:.*?\[(?P<index>\d{1,6})\]\.?)?(?:\w+\.)*(?P<name>\w+)(?:\[[\d.]+\])?")
_MOST_SHOWN = 106  # of tiles, melds and faults: nobody reads thousands, and they take long to tell


def as_labelled(refused: Refused, lang: str) -> Refused:
    """The same with fields called as the screens call them; programs know them by their names."""
    first, rest = refused.violations[:_MOST_SHOWN], refused.violations[_MOST_SHOWN:]
    return Refused((*(_labelled(violation, lang) for violation in first), *rest))


def _labelled(violation: Violation, lang: str) -> Violation:
    found = _PATH.fullmatch(str(violation.facts.get("field", "")))
    label = catalogue(lang).get(f"field_label.{found['name']}") if found else None
    if found is None or label is None or not violation.code.startswith(_ASKED):
        return violation
    if found["index"] is None:
        said = text(Phrase.FIELD, lang, label=label)
    elif "entrant" in violation.facts:
        said = text(Phrase.FIELD_OF_ENTRANT, lang, label=label, number=violation.facts["entrant"])
    else:
        said = text(Phrase.FIELD_OF, lang, label=label, number=int(found["index"]) + 1)
    return replace(violation, facts={**violation.facts, "field": said})


def refusal_told(refused: Refused, lang: str) -> dict[str, Any]:
    """What is wrong, as much as anybody reads; the code is that of the first violation."""
    violations = [
        {
            "code": violation.code,
            "article": violation.article,
            "message": say(violation, lang),
            "tiles": violation.tiles[:_MOST_SHOWN],
            "melds": violation.melds[:_MOST_SHOWN],
        }
        for violation in refused.violations[:_MOST_SHOWN]
    ]
    said = [str(violation["message"]) for violation in violations]
    if more := len(refused.violations) - len(violations):
        said.append(text(Phrase.MORE_FAULTS, lang, count=more))
    return {
        "code": violations[0]["code"],
        "message": " ".join(said),
        "violations": violations,
    }
