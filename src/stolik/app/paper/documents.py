"""Every document there is, by its name."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from stolik.app.paper.codes import Refusal
from stolik.app.paper.consent import acceptance, consent
from stolik.app.paper.content import Paper
from stolik.app.paper.cutouts import badges, labels, numbers, slips
from stolik.app.paper.hall_lists import checkin, crosstable, poster, round_results, start_list
from stolik.app.paper.lists import scheme, seating_by_name, seating_by_table, standings, timetable
from stolik.app.paper.referee_card import referee_card
from stolik.app.paper.results import diplomas, form, protocol
from stolik.app.paper.rules_card import rules_card
from stolik.app.paper.scores import scores
from stolik.app.paper.source import PaperSource
from stolik.app.paper.wishes import Wish
from stolik.refusal import Refused, Violation, refuse

PLAIN = Wish()

DOCUMENTS: Mapping[str, Callable[[PaperSource, Wish], Paper]] = {
    "checkin": checkin,
    "startlist": start_list,
    "poster": poster,
    "labels": labels,
    "slips": slips,
    "numbers": numbers,
    "scores": scores,
    "seating": seating_by_name,
    "tables": seating_by_table,
    "results": round_results,
    "crosstable": crosstable,
    "badges": badges,
    "timetable": timetable,
    "standings": standings,
    "scheme": scheme,
    "protocol": protocol,
    "rules": rules_card,
    "diplomas": diplomas,
    "referee": referee_card,
    "consent": consent,
    "acceptance": acceptance,
    "form": form,
}


def paper(document: str, source: PaperSource, wish: Wish) -> Paper:
    """A document by its name; refused if there is none, or nothing to print yet."""
    if document not in DOCUMENTS:
        known = tuple(DOCUMENTS)
        refuse(Violation(Refusal.DOCUMENT_UNKNOWN, facts={"document": document, "known": known}))
    return _with_logo(DOCUMENTS[document](source, wish), source)


def everything(source: PaperSource, wish: Wish = PLAIN) -> Iterator[tuple[str, Paper]]:
    """The full set: every document that can be printed as the tournament stands."""
    for name, make in DOCUMENTS.items():
        try:
            yield name, _with_logo(make(source, wish), source)
        except Refused:
            continue  # its time has not come


def _with_logo(made: Paper, source: PaperSource) -> Paper:
    return replace(made, logo=source.logo)
