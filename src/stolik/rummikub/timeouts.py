"""The move clock ran out: the draft decides, by rules a, b and c of the regulation."""

from collections.abc import Iterator

from stolik.refusal import Violation, refuse_any
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
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Draft, TableState
from stolik.rummikub.story import Story
from stolik.rummikub.tiles import Tableau, all_of, without
from stolik.rummikub.time_out_tree import Outcome, TimeOutQuestion, outcome, time_out_tree
from stolik.rummikub.turns import lay, pass_turn
from stolik.seats import Seat


def time_out(story: Story, command: c.TimeOut) -> None:
    """Decide the turn from its draft and pass it on."""
    story.turn_of(command.seat)
    draft = command.draft or Draft(story.state.tableau)
    refuse_any(*draft_violations(story.state, draft))
    found = rule(story.state, draft, command)
    story.tell(TimeRanOut(command.seat, found.ruling, found.article, command.draft))
    _carry_out(story, command.seat, found, draft)
    pass_turn(story, command.seat, TurnEnd.TIME)


def rule(state: TableState, draft: Draft, command: c.TimeOut) -> Outcome:  # noqa: C901 - a table
    """Which rule this time-out falls under: the table answers what a referee would be asked."""
    rules, seat = state.rules, state.seats[state.turn]

    def answer(question: TimeOutQuestion) -> bool:
        match question:
            case TimeOutQuestion.DREW:
                return state.drew
            case TimeOutQuestion.TABLE_TILE:
                return bool(draft.table_in_hand)
            case TimeOutQuestion.VALID:
                return not any(meld_violations(draft.tableau, rules))
            case TimeOutQuestion.RESTORABLE:
                return command.restorable
            case TimeOutQuestion.TOUCHED:
                return command.touched_after_time
            case TimeOutQuestion.LAID:
                wrong = move_violations(state.tableau, draft.tableau, seat.rack, rules, opened=True)
                return not wrong
            case TimeOutQuestion.OPENED:
                return seat.opened
            case TimeOutQuestion.OPENS:
                gone = without(state.tableau, draft.tableau)
                new = without(draft.tableau, state.tableau)
                return not any(opening_violations(gone, new, rules))
            case TimeOutQuestion.OWN_TILE:
                return bool(draft.own_in_hand)

    return outcome(time_out_tree(rules), answer)


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


def _carry_out(story: Story, seat: Seat, found: Outcome, draft: Draft) -> None:
    if found.loose:
        _take_loose(story, draft)
    elif found.stands and found.ruling is not TimeOutRuling.ALREADY_DREW:
        lay(story, seat, draft.tableau)
    if not found.stands or found.tiles:
        penalty(story, found.tiles)


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


def _valid(tableau: Tableau, rules: RulesProfile) -> Tableau:
    return tuple(tiles for tiles in tableau if isinstance(read_meld(tiles, rules), Meld))
