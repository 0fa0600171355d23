"""Free text beside the log: declared by its type, found by a reference, erased without a trace."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from secrets import token_bytes
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from stolik.app.hall.events import Event as HallEvent
from stolik.app.ports import CommandId, Put, Stream
from stolik.app.reading.codec import Reader, write_event
from stolik.app.streams.beside import TEXT
from stolik.app.streams.chain import Rot
from stolik.app.streams.free_fields import free_places, people_in
from stolik.app.streams.log import StreamLog
from stolik.free_text import ERASED, FreeText
from stolik.rummikub.events import Event as RummikubEvent
from stolik.table_clock.events import Event as ClockEvent
from stolik.tournament import events as e
from stolik.tournament.state import EntrantNumber, EntryStatus, Penalty
from stolik.wojtek.events import Event as WojtekEvent
from tests.fakes import MemoryStore

EVENTS = [
    kind
    for union in (e.Event, HallEvent, RummikubEvent, ClockEvent, WojtekEvent)
    for kind in get_args(union)
]

# Texts that nobody writes about anybody: names of our own files, hashes, numbers, words of a proof.
CODES = {
    "AccessChanged.watching",
    *("TournamentCreated.format_id", "TournamentCreated.format_hash", "TournamentCreated.seed"),
    *("DealsPledged.id", "DealsPledged.commits"),
    "ChanceCarriedOut.commit",
    *("ChancePledged.commit", "ChancePledged.ctx", "ChanceRevealed.commit", "ChanceRevealed.seed"),
    *("RoundDrawn.how", "RoundDrawn.label", "RoundDrawn.algorithm", "RoundDrawn.input_hash"),
    "RoundDrawn.public",  # the dice: the proof of a draw needs them
    *("ResultRecorded.by", "ResultConfirmed.by"),  # a number or `referee`
    *("TournamentFinished.titles", "Penalty.step"),
    *("TableOpened.rules_id", "TableOpened.rules_hash", "TableOpened.board_id"),
    *("TableOpened.board_hash", "TableOpened.bears", "CityTaken.city"),
    "Verdict.article",
    *("TimeRanOut.article", "SeatDisqualified.article", "SeatExcluded.article"),
    *("OnlineTable.id", "SheetLine.big_points", "SheetLine.small_points"),
}


def undeclared(kind: Any) -> Iterator[str]:
    """Fields of an event that may hold any text and say nothing about it."""
    declared = {path[0] for path, _ in free_places(kind) if len(path) == 1}
    for name, hint in get_type_hints(kind).items():
        for inner in _inside(hint):
            if is_dataclass(inner):
                yield from undeclared(inner)
            elif inner is str and name not in declared:
                yield f"{kind.__name__}.{name}"


def _inside(hint: Any) -> Iterator[Any]:
    if hasattr(hint, "__supertype__"):  # a tile, a colour: one of known words
        return
    if get_origin(hint) is None:
        yield hint
    for arm in get_args(hint):
        yield from _inside(arm)


def test_every_text_of_an_event_is_free_text_or_a_code():
    found = {field for kind in EVENTS for field in undeclared(kind)}
    assert found - CODES == set()
    assert CODES - found == set(), "no longer there"


def test_a_text_that_nobody_declared_is_caught():
    @dataclass(frozen=True)
    class Remarked:
        remark: str
        reason: FreeText

    assert list(undeclared(Remarked)) == ["Remarked.remark"]


def test_an_event_is_about_everybody_it_names():
    given = e.PenaltyGiven(Penalty(EntrantNumber(7), "warning", 0, 0, 1, "hałas"))
    assert list(people_in(given)) == [7]
    assert list(people_in(e.SeatsSwapped(EntrantNumber(1), EntrantNumber(2), "siostry"))) == [1, 2]
    assert list(people_in(e.TournamentReopened("pomyłka"))) == []


def entered(number: int, club: str) -> e.EntrantEntered:
    return e.EntrantEntered(EntrantNumber(number), EntryStatus.ENTERED, club, "", "", None)


class Kept:
    """A stream in memory."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.log = self.open()

    def open(self) -> StreamLog:
        return StreamLog(Stream("tournament/t"), self.store, token_bytes)

    def keep(self, *events: Any) -> None:
        bodies = [json.dumps({"event": write_event(event)}).encode() for event in events]
        command = CommandId(f"{len(self.store.commands):032x}")
        asyncio.run(self.log.append(events, bodies, command, by="test"))

    def told(self) -> list[Any]:
        reader = Reader(get_args(e.Event))
        entries = asyncio.run(self.open().unread())
        return [reader.event(json.loads(x.body)["event"], x.seq) for x in entries]

    def clubs(self) -> list[str]:
        return [event.club for event in self.told()]

    def erase(self, about: int) -> None:
        for (kind, key), body in list(self.store.records.items()):
            if kind == TEXT and about in json.loads(body)["about"]:
                asyncio.run(self.store.put([Put(TEXT, key, None)]))


def test_what_is_read_is_what_was_written_and_the_log_holds_none_of_it():
    kept = Kept()
    events = (entered(1, 'Klub "A" {"text":"' + "0" * 32 + '"}'), entered(2, ""))
    kept.keep(*events)
    assert tuple(kept.told()) == events
    assert not any(b"Klub" in x.body for x in asyncio.run(kept.log.all()))


def test_groups_hold_together_when_words_are_erased():
    kept = Kept()
    kept.keep(entered(1, "Klub A"), entered(2, "Klub B"), entered(3, "Klub A"))
    kept.erase(1)
    assert kept.clubs() == ["Klub A", "Klub B", "Klub A"]  # the group is still told of
    kept.erase(3)
    assert kept.clubs() == [f"{ERASED}1", "Klub B", f"{ERASED}1"]
    kept.log = kept.open()
    kept.log.end_at(asyncio.run(kept.log.unread()))
    kept.keep(entered(4, "Klub A"), entered(5, "Klub B"))
    assert kept.clubs()[3:] == ["Klub A", "Klub B"]  # another group than the forgotten one
    kept.erase(4)
    assert kept.clubs()[3:] == [f"{ERASED}3", "Klub B"]


def test_a_word_that_was_changed_is_rot():
    kept = Kept()
    kept.keep(entered(1, "Klub A"))
    ((key, body),) = ((k, v) for k, v in kept.store.records.items() if k[0] == TEXT)
    kept.store.records[key] = body.replace(b"Klub A", b"Klub B")
    with pytest.raises(Rot):
        kept.told()


def test_a_log_of_an_older_version_is_read_as_it_is():
    kept = Kept()
    events = (entered(1, "Klub A"), e.TournamentReopened("pomyłka"))
    kept.log._beside.hidden = lambda _, bodies: _Inline(tuple(bodies))  # type: ignore[method-assign,assignment,return-value]
    kept.keep(*events)
    assert tuple(kept.told()) == events


@dataclass
class _Inline:
    bodies: tuple[bytes, ...]
    words: tuple[Any, ...] = ()
