"""What became what when an entrant was amended, for organisers.

The log has the words as they are since; names stand beside it, with those before them. Where a
name was erased nothing is said of it.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

from stolik.app.ports import Entry
from stolik.app.tournaments.card import Person
from stolik.tournament.state import EntrantNumber

_WORDS = ("club", "team", "age_class")
_TOLD_BY = (b'"EntrantEntered"', b'"EntrantAmended"', b'"EntrantSubstituted"')


def with_changes(
    entries: Sequence[Entry], people: Mapping[EntrantNumber, Person], after: int, most: int
) -> list[dict[str, Any]]:
    """The entries beyond a number as they are told; an amendment says what was there before."""
    changed = _changed(entries, people)
    told = []
    for entry in islice((one for one in entries if one.seq > after), most):
        line = {"seq": entry.seq, **json.loads(entry.body)}
        if entry.seq in changed:
            line["event"] = {**line["event"], "changed": changed[entry.seq]}
        told.append(line)
    return told


def _changed(
    entries: Sequence[Entry], people: Mapping[EntrantNumber, Person]
) -> dict[int, dict[str, list[str]]]:
    known: dict[int, Mapping[str, str]] = {}
    renamed: dict[int, list[int]] = {}
    changed: dict[int, dict[str, list[str]]] = {}
    for entry in (one for one in entries if any(kind in one.body for kind in _TOLD_BY)):
        event = json.loads(entry.body)["event"]
        number = event["entrant"]
        if event["event"] == "EntrantSubstituted":
            renamed[number] = []  # what he was called is no longer kept
            continue
        if event["event"] == "EntrantAmended":
            changed[entry.seq] = _words(known.get(number, {}), event)
            if event.get("renamed"):
                renamed.setdefault(number, []).append(entry.seq)
        known[number] = event
    for number, times in renamed.items():
        for seq, pair in _names(times, people.get(EntrantNumber(number))):
            changed[seq] = {"name": pair, **changed[seq]}
    return changed


def _words(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, list[str]]:
    pairs = ((word, before.get(word, ""), after.get(word, "")) for word in _WORDS)
    return {word: [was, now] for word, was, now in pairs if was != now}


def _names(times: Sequence[int], person: Person | None) -> list[tuple[int, list[str]]]:
    """From the last one back: corrections of former versions kept no name."""
    if person is None:
        return []
    pairs = [list(pair) for pair in pairwise((*person.former, person.name))]
    return list(zip(reversed(times), reversed(pairs), strict=False))
