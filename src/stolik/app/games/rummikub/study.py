"""A finished game looked into: what was laid, what was possible, missed and risked, turn by turn.

It is asked for in parts, so that whoever waits sees how far it is and nobody else has to wait.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stolik.app.games.rummikub.felt import arranged
from stolik.app.games.rummikub.record import head_of, write_log, write_result
from stolik.app.games.rummikub.table import LiveTable
from stolik.app.library import rules_profile
from stolik.app.tables.codes import Refusal
from stolik.refusal import Violation, refuse
from stolik.rummikub import events as e
from stolik.rummikub.engine import replay
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import new_table

_AT_ONCE = 8  # turns of one answer


@dataclass(frozen=True, slots=True)
class TurnStudied:
    """One turn beside the best it could have been; numbers of events are those of the log."""

    number: int
    seat: int
    began: int
    over: int
    laid: Sequence[str]
    points: int
    drawn: Sequence[str]
    ended: str
    possible: int  # tiles that could have been laid
    possible_points: int
    opening_value: int | None  # of the best opening; None once the seat had opened
    best: Sequence[Sequence[Any]] | None  # the felt after the best move, where it was better
    best_laid: Sequence[str]
    missed_win: bool
    missed_opening: bool
    held: Sequence[str]
    tiles: Sequence[int]  # on each rack after it, and what they would have cost
    left: Sequence[int]
    risk: int | None  # what the seat would get if somebody went out next


@dataclass(frozen=True, slots=True)
class Study:
    """Some turns of a game, and how many it has."""

    game: int
    whole: int
    dear: int  # what it costs to go without an opening one could have laid
    turns: Sequence[TurnStudied]


def events_of(table: LiveTable, game: int) -> tuple[e.Event, ...]:
    """The log up to the end of a finished game; nothing of what was dealt after it."""
    events = tuple(told.event for told in table.told)
    dealt = [n for n, ev in enumerate(events) if isinstance(ev, e.TilesDealt) and ev.game > game]
    end = dealt[0] if dealt else len(events)
    state = table.state
    if not dealt and (state.game != game or state.ending is None):
        refuse(Violation(Refusal.GAME_ALIVE))
    return events[:end]


def study_of(events: Sequence[e.Event], rules: RulesProfile, game: int, after: int) -> Study:
    """The turns that follow number `after`."""
    from stolik.lab.analysis import Turn, analyse_some  # heavy: a server has to be there soon

    def told(turn: Turn) -> TurnStudied:
        better = turn.possible.tiles > len(turn.laid)
        return TurnStudied(
            *(turn.number, turn.seat, turn.began, turn.over, turn.laid, turn.points, turn.drawn),
            *(turn.ended, turn.possible.tiles, turn.possible.most_points),
            turn.possible.opening_value,
            best=arranged((), turn.possible.tableau, rules) if better else None,
            best_laid=turn.possible.laid if better else (),
            missed_win=turn.missed_win,
            missed_opening=turn.missed_opening,
            held=turn.held,
            tiles=turn.tiles,
            left=turn.left,
            risk=turn.risk,
        )

    turns, whole = analyse_some(events, rules, game, range(after + 1, after + 1 + _AT_ONCE))
    return Study(game, whole, rules.penalties.could_have_opened, [told(turn) for turn in turns])


def record_of(events: Sequence[e.Event], profile: str) -> Mapping[str, Any]:
    """The games as a file that `stolik replay` and `stolik analyse` read."""
    rules = rules_profile(profile)
    # Whatever clock the table had: no event knows of it but the first, by the hash of its rules.
    opened, *rest = events
    assert isinstance(opened, e.TableOpened)
    events = (replace(opened, rules_hash=rules.hash), *rest)
    log = write_log(events, rules)
    state = replay(events, new_table(rules))
    return {"log": log, "result": write_result(state), "head": head_of(log)}
