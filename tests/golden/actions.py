"""The steps of a case as commands to the core, and the questions a referee may ask it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from stolik.refusal import Refused, Violation
from stolik.rummikub import commands as c
from stolik.rummikub.dealing import doublets, seats_by_tile
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.events import Event
from stolik.rummikub.layout import Layout, PlacedTile, TileSize, read_layout
from stolik.rummikub.melds import Meld, Refusal, read_meld
from stolik.rummikub.notation import copies_violations, read_tableau, read_tiles
from stolik.rummikub.openings import Opening, best_opening
from stolik.rummikub.rewinding import Side, WayBack, way_back
from stolik.rummikub.scoring import Ending, FinalRack, Score, rack_sum, score
from stolik.rummikub.state import Draft, TableState
from stolik.rummikub.verdict import OpenVerdict, Unopened, Verdict, verdict, verdict_for_unknown
from stolik.seats import Seat
from tests.golden.position import order_of
from tests.golden.reader import Case

Answer = (
    Meld
    | Refusal
    | Opening
    | Verdict
    | OpenVerdict
    | tuple[Score, ...]
    | Layout
    | WayBack
    | tuple[int, ...]
    | str
    | None
)


@dataclass
class Outcome:
    """What a step led to: the state after it and its events, an answer, or a refusal."""

    state: TableState
    events: tuple[Event, ...] = ()
    answer: Answer = None
    violations: tuple[Violation, ...] = field(default=())


def perform(case: Case, state: TableState, action: str) -> Outcome:
    """Carry out one step of a case."""
    try:
        for pattern, question in QUESTIONS.items():
            if match := re.fullmatch(pattern, action):
                return Outcome(state, answer=question(state, *match.groups()))
        command = _command(case, state, action)
        events = decide(state, command)
        return Outcome(replay(events, state), events)
    except Refused as refused:
        return Outcome(state, violations=refused.violations)


def _command(case: Case, state: TableState, action: str) -> c.Command:
    if match := re.fullmatch(r"(\d) seats open the table, (\d) starts", action):
        seats, starter = int(match[1]), int(match[2])
        warnings = tuple(int(word) for word in case.one("warnings").split())
        return c.OpenTable(
            seats, Seat(starter - 1), order_of(case, state.rules, seats, starter), warnings
        )
    if action == "the tiles are dealt again":
        return c.Deal(order_of(case, state.rules, len(state.seats), state.starter + 1))
    if action == "the tiles are dealt with one missing":
        return c.Deal(state.rules.tile_set[1:])
    for pattern, build in SAID.items():
        if match := re.fullmatch(pattern, action):
            return build(*match.groups())
    for pattern, build in LAID.items():
        if match := re.fullmatch(pattern, action):
            return build(state, *match.groups())
    raise AssertionError(f"{case.id}: nobody knows what this means: {action}")


def _seat(number: str) -> Seat:
    return Seat(int(number) - 1)


def _time_out(state: TableState, seat: str, text: str | None) -> c.TimeOut:
    """`k1 k2 | k3, own in hand k5, table in hand k4, touched, cannot be restored`."""
    table, *marks = [part.strip() for part in (text or "").split(",")]
    hands = {"own in hand": "", "table in hand": ""}
    for mark in marks:
        name, _, tiles = mark.rpartition("in hand")
        if name:
            hands[f"{name}in hand"] = tiles
    draft = Draft(
        read_tableau(table, state.rules),
        read_tiles(hands["own in hand"], state.rules),
        read_tiles(hands["table in hand"], state.rules),
    )
    return c.TimeOut(
        _seat(seat),
        draft if text else None,
        restorable="cannot be restored" not in marks,
        touched_after_time="touched after time" in marks,
    )


SAID: dict[str, Callable[..., c.Command]] = {
    r"(\d) asks for a new deal": lambda n: c.AskRedeal(_seat(n)),
    r"(\d) is ready": lambda n: c.DeclareReady(_seat(n)),
    r"(\d) is ready and announces the opening": lambda n: c.DeclareReady(_seat(n), True),
    r"(\d) draws": lambda n: c.DrawTile(_seat(n)),
    r"(\d) draws from stack (\d+)": lambda n, k: c.DrawTile(_seat(n), int(k)),
    r"(\d) announces the opening": lambda n: c.AnnounceOpening(_seat(n)),
    r"(\d) clicks": lambda n: c.EndTurn(_seat(n)),
    r"(\d) asks to restart the move": lambda n: c.RestartTurn(_seat(n)),
    r"the time of the round is over": c.CallTime,
    r"(\d) has seen the racks": lambda n: c.ConfirmResult(_seat(n)),
    r"(\d) challenges event (\d+)": lambda n, k: c.Challenge(_seat(n), int(k)),
    r"the judge stops the clock:(.*)": c.Pause,
    r"the judge lets the clock run": c.Resume,
    r"the judge adds (\d+) s:(.*)": lambda n, why: c.AddTime(int(n), why),
    r"the judge voids the turn:(.*)": c.VoidTurn,
    r"the judge voids the turn of challenge (\d+):(.*)": lambda n, why: c.VoidTurn(why, int(n)),
    r"the judge rewinds to event (\d+):(.*)": lambda n, why: c.Rewind(int(n), why),
    r"a log of before rewinds to event (\d+):(.*)": lambda n, why: c.Rewind(
        int(n), why, anywhere=True
    ),
    r"the judge rules:(.*)": c.GiveRuling,
    r"the judge rules on challenge (\d+):(.*)": lambda n, why: c.GiveRuling(why, int(n)),
    r"the judge warns (\d):(.*)": lambda n, why: c.Warn(_seat(n), why),
    r"the judge disqualifies (\d):(.*)": lambda n, why: c.Disqualify(_seat(n), why),
    r"the judge disqualifies (\d) for a gross violation:(.*)": lambda n, why: c.Disqualify(
        _seat(n), why, gross=True
    ),
    r"the judge looks at rack (\d):(.*)": lambda n, why: c.InspectRack(_seat(n), why),
}

LAID: dict[str, Callable[..., c.Command]] = {
    r"the judge rewinds to (before|after) event (\d+):(.*)": lambda s, side, n, why: c.Rewind(
        way_back(s, int(n), Side(side)).to, why
    ),
    r"(\d) lays:(.*)": lambda s, n, t: c.LayTiles(_seat(n), read_tableau(t, s.rules)),
    r"time runs out for (\d)": lambda s, n: _time_out(s, n, None),
    r"time runs out for (\d) on:(.*)": _time_out,
}


def _meld(state: TableState, text: str) -> Meld | Refusal:
    return read_meld(read_tiles(text, state.rules), state.rules)


def _verdict(state: TableState, text: str) -> Verdict | OpenVerdict:
    """`k10 b10 o10, last drawn o10, announced`."""
    rack, *marks = [part.strip() for part in text.split(",")]
    drawn = next((m.removeprefix("last drawn ") for m in marks if m.startswith("last drawn")), "")
    last_drawn = () if drawn == "unknown" else read_tiles(drawn, state.rules)
    player = Unopened(
        read_tiles(rack, state.rules),
        last_drawn,
        had_turn="never had a turn" not in marks,
        announced="announced" in marks,
        announced_before_game="announced before the game" in marks,
        for_time_out=last_drawn if "for a time-out" in marks else (),
    )
    asked = verdict_for_unknown if drawn == "unknown" else verdict
    return asked(player, state.rules)


def _sheet(state: TableState, ending: str, text: str) -> tuple[Score, ...]:
    """`0 | 23 | k5 j | 40 unopened -100`: a sum or tiles for each seat, then what else is known."""
    entries = [_final_rack(state, entry) for entry in text.split("|")]
    tiles = [tile for entry in entries for tile in entry[1]]
    if wrong := tuple(copies_violations(tiles, state.rules)):
        raise Refused(wrong)
    racks = [entry[0] for entry in entries]
    return score(Ending(ending.replace(" ", "_")), racks, state.rules)


def _final_rack(state: TableState, text: str) -> tuple[FinalRack, tuple[str, ...]]:
    words = text.split()
    marks = [word for word in words if word in ("unopened", "disqualified")]
    flat = next((int(word) for word in words if re.fullmatch(r"[-−]\d+", word)), None)
    counted = [word for word in words if word not in marks and not word.startswith("-")]
    tiles = () if counted[0].isdigit() else read_tiles(" ".join(counted), state.rules)
    total = rack_sum(tiles, state.rules) if tiles else int(counted[0])
    opened, out = "unopened" not in marks, "disqualified" in marks
    return FinalRack(total, opened=opened, flat=flat, disqualified=out), tiles


def _felt(state: TableState, width: str, height: str, text: str) -> Layout:
    """`r5 at 0,0; …`: top-left corners; halves may be written as 31/2."""
    placed = []
    for entry in text.split(" and "):
        tile, _, where = (part.strip() for part in entry.partition(" at "))
        x, y = (Fraction(number) for number in where.split(","))
        placed.append(PlacedTile(read_tiles(tile, state.rules)[0], x, y))
    return read_layout(placed, TileSize(int(width), int(height)), state.rules)


def _seat_draw(state: TableState, text: str) -> tuple[int, ...] | None:
    drawn = [(tile,) for tile in read_tiles(text, state.rules)]
    found = seats_by_tile(drawn, state.rules)
    return None if found is None else tuple(player + 1 for player in found)


QUESTIONS: dict[str, Callable[..., Answer]] = {
    r"the way back (before|after) event (\d+)": lambda s, side, n: way_back(s, int(n), Side(side)),
    r"the rules are (read)": lambda s, _: s.rules.hash,
    r"meld:(.*)": _meld,
    r"best opening of:(.*)": lambda s, t: best_opening(read_tiles(t, s.rules), s.rules),
    r"verdict on:(.*)": _verdict,
    r"score sheet (went out|pool empty|time over|last seat):(.*)": _sheet,
    r"felt with tiles (\d+) x (\d+):(.*)": _felt,
    r"players draw for seats:(.*)": _seat_draw,
    r"doublets in:(.*)": lambda s, t: tuple(1 for _ in doublets(read_tiles(t, s.rules), s.rules)),
}
