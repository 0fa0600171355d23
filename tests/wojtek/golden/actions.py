"""The steps of a case as commands to the core, and the questions a referee may ask it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from stolik.refusal import Refused, Violation
from stolik.seats import Seat
from stolik.wojtek import commands as c
from stolik.wojtek.cards import lacking
from stolik.wojtek.engine import decide, replay
from stolik.wojtek.events import Event
from stolik.wojtek.notation import read_bear_cards, read_move, read_travel_cards
from stolik.wojtek.ranking import Collection, Finish, collection_of, ranked, sets_of
from stolik.wojtek.state import Decision, TableState
from stolik.wojtek.story import Mix
from tests.golden.reader import Case


@dataclass
class Outcome:
    """What a step led to: the state after it and its events, an answer, or a refusal."""

    state: TableState
    events: tuple[Event, ...] = ()
    answer: Any = None
    violations: tuple[Violation, ...] = field(default=())


def sorted_order(cards: tuple[str, ...], _label: str) -> tuple[str, ...]:
    """No chance in a case: used cards come back in the order of letters, the last first."""
    return cards


ORDERS: dict[str, Mix | None] = {
    "": sorted_order,
    "without an": None,
    "with a wrong": lambda cards, _label: (*cards[1:], "r"),
}


def perform(case: Case, state: TableState, action: str) -> Outcome:
    """Carry out one step of a case."""
    try:
        for pattern, question in QUESTIONS.items():
            if match := re.fullmatch(pattern, action):
                return Outcome(state, answer=question(state, *match.groups()))
        chance, _, said = action.rpartition(" order, ")
        command = _command(case, state, said)
        events = decide(state, command, mix=ORDERS[chance])
        return Outcome(replay(events, state), events)
    except Refused as refused:
        return Outcome(state, violations=refused.violations)


def _command(case: Case, state: TableState, action: str) -> c.Command:
    if match := re.fullmatch(r"(\w+) open the table", action):
        return _opening(case, state, match[1])
    if match := re.fullmatch(r"(\d): (.+)", action):
        return read_move(match[2], _seat(match[1]), state.board)
    for pattern, build in SAID.items():
        if match := re.fullmatch(pattern, action):
            return build(*match.groups())
    raise AssertionError(f"{case.id}: nobody knows what this means: {action}")


def _opening(case: Case, state: TableState, bears: str) -> c.OpenTable:
    """`abc open the table`: the bears of these letters, a–e; both decks begin as the case says."""
    board = state.board
    names = {"abcdefg"[i]: name for i, name in enumerate(board.seating.bears)}
    first = read_travel_cards(case.one("travel next"), board)
    shown = read_bear_cards(case.one("bear next"), board)
    travel = (*reversed(lacking(board.travel_cards, first)), *reversed(first))
    bear_cards = (*reversed(lacking(board.bear_cards, shown)), *reversed(shown))
    if "x" in bears:  # a card is lost
        bears, travel = bears.replace("x", ""), travel[1:]
    offences = tuple(int(word) for word in case.one("offences").split())
    return c.OpenTable(tuple(names.get(b, b) for b in bears), travel, bear_cards, offences)


def _seat(number: str) -> Seat:
    return Seat(int(number) - 1)


def _decision(word: str, number: str, why: str) -> c.DecideReport:
    known = {
        "rejects": Decision.REJECTED,
        "warns on": Decision.WARNING,
        "gives a step on": Decision.WARNING,
        "disqualifies on": Decision.DISQUALIFICATION,
    }
    return c.DecideReport(int(number), known[word], why, is_step=word == "gives a step on")


SAID: dict[str, Callable[..., c.Command]] = {
    r"the judge confirms": c.Confirm,
    r"time runs out for (\d)": lambda n: c.TimeOut(_seat(n)),
    r"the time is over": c.CallTime,
    r"the turn of (\d) is passed:(.*)": lambda n, why: c.PassTurn(_seat(n), why),
    r"(\d) confirms the result": lambda n: c.ConfirmResult(_seat(n)),
    r"(\d) reports (\d):(.*)": lambda n, m, why: c.ReportMisconduct(_seat(n), _seat(m), why),
    r"the judge (rejects|warns on|gives a step on|disqualifies on) report (\d+):(.*)": _decision,
    r"the judge penalises (\d):(.*)": lambda n, why: c.Penalise(_seat(n), why),
    r"the judge excludes (\d):(.*)": lambda n, why: c.Exclude(_seat(n), why),
    r"the judge sets the places ([\d– ]+):(.*)": lambda places, why: c.Overrule(
        tuple(None if word == "–" else int(word) for word in places.split()), why
    ),
    r"the judge stops the game:(.*)": c.Pause,
    r"the judge lets the game go on": c.Resume,
    r"the judge adds (-?\d+) seconds:(.*)": lambda n, why: c.AddTime(int(n), why),
    r"the judge rewinds to event (\d+):(.*)": lambda n, why: c.Rewind(int(n), why),
    r"the judge rules:(.*)": c.GiveRuling,
    r"the judge looks at hand (\d):(.*)": lambda n, why: c.InspectHand(_seat(n), why),
}


def _sets(state: TableState, text: str) -> Any:
    """`honey honey *bath, Teheran, Buzułuk`: cards, then cities."""
    cards, *cities = (part.strip() for part in text.split(","))
    owned = read_bear_cards(cards, state.board)
    return sets_of(collection_of(owned, cities, state.board), state.board)


def _ranking(state: TableState, text: str) -> Any:
    """`6 3 1, arrived 1 | 5 5, portraits 1, cities 2, distance 4, start 3 | 2 1, excluded`."""
    finishes = [_finish(state, part, i) for i, part in enumerate(text.split("|"))]
    return ranked(finishes, state.board)


def _finish(state: TableState, text: str, seat: int) -> Finish:
    counts, *marks = (part.strip() for part in text.split(","))
    facts = dict(mark.split() for mark in marks if " " in mark)
    kinds = state.board.kind_ids
    numbers = [int(word) for word in counts.split()]
    plain = tuple(zip(kinds, numbers, strict=False))
    arrival = facts.get("arrived")
    return Finish(
        Collection(
            plain,
            (kinds[-1],) * int(facts.get("portraits", 0)),
            (kinds[-1],) * int(facts.get("cities", 0)),
        ),
        int(arrival) if arrival else None,
        int(facts.get("distance", 0)),
        int(facts.get("start", seat + 1)) - 1,
        "excluded" in marks,
    )


QUESTIONS: dict[str, Callable[..., Any]] = {
    r"the board is (read)": lambda s, _: s.board.hash,
    r"sets of:(.*)": _sets,
    r"ranking:(.*)": _ranking,
}
