"""The move clock ran out: the draft decides, by rules a, b and c of the regulation."""

from collections.abc import Iterator
from dataclasses import dataclass

from stolik.refusal import Violation, refuse
from stolik.rummikub import commands as c
from stolik.rummikub.codes import Refusal
from stolik.rummikub.endings import begin_last_moves
from stolik.rummikub.events import (
    DrawReason,
    LooseTilesTaken,
    TimeOutRuling,
    TimeRanOut,
    TurnEnd,
)
from stolik.rummikub.legality import meld_violations, move_violations, opening_violations
from stolik.rummikub.melds import Meld, read_meld
from stolik.rummikub.rules import RulesProfile, Unrestorable
from stolik.rummikub.state import Draft, TableState
from stolik.rummikub.story import Story
from stolik.rummikub.tiles import Tableau, all_of, without
from stolik.rummikub.turns import lay, pass_turn


def time_out(story: Story, command: c.TimeOut) -> None:
    """Decide the turn from its draft and pass it on."""
    story.turn_of(command.seat)
    draft = command.draft or Draft(story.state.tableau)
    refuse(*draft_violations(story.state, draft))
    ruling = rule(story.state, draft, command)
    article = story.state.rules.article(f"time_out.{ruling}")
    story.tell(TimeRanOut(command.seat, ruling, article, command.draft))
    _carry_out(story, command, _Decision(ruling, draft))
    pass_turn(story, command.seat, TurnEnd.TIME)


def rule(state: TableState, draft: Draft, command: c.TimeOut) -> TimeOutRuling:
    """Which rule this time-out falls under."""
    rules, seat = state.rules, state.seats[state.turn]
    if state.drew:
        return TimeOutRuling.ALREADY_DREW
    broken = any(meld_violations(draft.tableau, rules))
    if (broken or draft.table_in_hand) and not command.restorable:
        return TimeOutRuling.UNRESTORABLE
    if command.touched_after_time:
        return TimeOutRuling.TOUCHED
    if draft.table_in_hand:
        return TimeOutRuling.TABLE_TILE_IN_HAND
    if broken:
        return TimeOutRuling.UNFINISHED
    # All melds are valid; what remains is decision 3: was it a move at all?
    if move_violations(state.tableau, draft.tableau, seat.rack, rules, opened=seat.opened):
        return TimeOutRuling.NO_MOVE
    return TimeOutRuling.OWN_TILE_BACK if draft.own_in_hand else TimeOutRuling.MOVE_STANDS


def draft_violations(state: TableState, draft: Draft) -> Iterator[Violation]:
    """A draft moves tiles about; it neither makes nor loses any."""
    on_table = (*all_of(draft.tableau), *draft.table_in_hand)
    own = (*without(on_table, all_of(state.tableau)), *draft.own_in_hand)
    wrong = (
        *without(all_of(state.tableau), on_table),
        *without(own, state.seats[state.turn].rack),
    )
    if wrong:
        yield state.rules.violation(Refusal.DRAFT_TILES, tiles=wrong)


@dataclass(frozen=True, slots=True)
class _Decision:
    ruling: TimeOutRuling
    draft: Draft


def _carry_out(story: Story, command: c.TimeOut, decision: _Decision) -> None:
    penalties = story.state.rules.time_out
    match decision.ruling:
        case TimeOutRuling.MOVE_STANDS | TimeOutRuling.OWN_TILE_BACK:
            lay(story, command.seat, decision.draft.tableau)
        case TimeOutRuling.TABLE_TILE_IN_HAND | TimeOutRuling.UNFINISHED:
            penalty(story, penalties.penalty_tiles)
        case TimeOutRuling.NO_MOVE:
            penalty(story, penalties.no_move_tiles)
        case TimeOutRuling.TOUCHED:
            penalty(story, penalties.touched_tiles)
        case TimeOutRuling.UNRESTORABLE:
            _take_loose(story, decision.draft)
        case TimeOutRuling.ALREADY_DREW:
            pass


def penalty(story: Story, tiles: int) -> None:
    """Penalty tiles for the seat to move; an empty pool gives none (decision 5)."""
    for _ in range(tiles):
        story.draw(story.state.turn, DrawReason.PENALTY)
    begin_last_moves(story, story.state.seats_after(story.state.turn)[0])


def _take_loose(story: Story, draft: Draft) -> None:
    """Every tile that is in no valid meld goes to the rack, instead of the penalty tile."""
    state = story.state
    stays = _valid(draft.tableau, state.rules)
    seat = state.seats[state.turn]
    gone, new = without(state.tableau, stays), without(stays, state.tableau)
    opened = bool(new) and not any(opening_violations(gone, new, state.rules))
    loose = without(all_of(state.tableau), all_of(stays))
    story.tell(LooseTilesTaken(state.turn, loose, stays, seat.opened or opened))
    match state.rules.time_out.unrestorable:
        case Unrestorable.LOOSE_TILES:
            pass
        case Unrestorable.LOOSE_TILES_AND_PENALTY:
            penalty(story, state.rules.time_out.penalty_tiles)


def _valid(tableau: Tableau, rules: RulesProfile) -> Tableau:
    return tuple(tiles for tiles in tableau if isinstance(read_meld(tiles, rules), Meld))
