"""What a good move would be, for who practises: first in words, then as the table would lie.

It knows the own rack and the table, nothing else: the solver's answer, or the lesson's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from stolik.app.access.roles import PRACTICE
from stolik.app.games.rummikub.felt import settled
from stolik.app.library import lesson
from stolik.app.tables.codes import Refusal
from stolik.app.tables.setup import TableSetup
from stolik.app.tables.speaking import tile_mark
from stolik.app.texts import text
from stolik.refusal import Violation, refuse
from stolik.rummikub.lesson import Lesson
from stolik.rummikub.openings import laid_value
from stolik.rummikub.state import Phase, TableState
from stolik.rummikub.tiles import Tableau, Tiles, all_of, without
from stolik.seats import Seat


class Phrase(StrEnum):
    """What is said of a move."""

    DRAW = "hint.draw"
    CANNOT_OPEN = "hint.cannot_open"
    OPEN = "hint.open"
    LAY = "hint.lay"
    MOVE_MELDS = "hint.move_melds"
    GO_OUT = "hint.go_out"


@dataclass(frozen=True, slots=True)
class Hint:
    """A move in words, the tiles of the rack it lays, and the melds it leaves; none: a draw."""

    words: str
    laid: Sequence[str]
    tableau: Sequence[Sequence[str]] | None


def demand_hints(setup: TableSetup, state: TableState, seat: Seat) -> None:
    """Refused where others play against people, or when it is not this seat's move."""
    others = (one for i, one in enumerate(setup.seats) if i != seat)
    alone = all(one.bot and not one.lent for one in others)
    if setup.tournament != PRACTICE or not alone:
        refuse(Violation(Refusal.NO_HINTS))
    if state.phase is not Phase.PLAYING or state.turn != seat or state.drew:
        refuse(Violation(Refusal.HINT_NOT_NOW))


def hint_of(state: TableState, seat: Seat, lang: str, *, learns: bool) -> Hint:
    """The most tiles that can be laid now; in a lesson what is being learned."""
    mine = state.seats[seat]
    if learns:
        step = lesson("rummikub", Lesson).step(seat, len(mine.rack))
        after = step.tableau(state.tableau) if step else state.tableau
        return _told(state, seat, after, lang)
    from stolik.bots.solving import solving_for  # heavy: a server has to be there soon
    from stolik.lab.analysis import possible_in

    found = possible_in(state.tableau, mine, solving_for(state.rules))
    if not found.tiles and found.opening_value is not None:
        facts = {"value": found.opening_value, "minimum": state.rules.opening.minimum}
        return Hint(text(Phrase.CANNOT_OPEN, lang, **facts), (), None)
    return _told(state, seat, found.tableau, lang)


def _told(state: TableState, seat: Seat, after: Tableau, lang: str) -> Hint:
    laid = without(all_of(after), all_of(state.tableau))
    if not laid:
        return Hint(text(Phrase.DRAW, lang), (), None)
    mine, points = state.seats[seat], laid_value(state.tableau, after, state.rules)
    facts = {"count": len(laid), "points": points, "first": tile_mark(laid[0])}
    words = text(_phrase(state, mine.rack, after, laid), lang, **facts)
    return Hint(words, laid, settled(state.tableau, after))


def _phrase(state: TableState, rack: Tiles, after: Tableau, laid: Tiles) -> Phrase:
    if len(laid) == len(rack):
        return Phrase.GO_OUT
    if not state.seats[state.turn].opened:
        return Phrase.OPEN
    # Melds that only grow are easy to see; the others have to be taken apart.
    known = [set(meld) for meld in state.tableau]
    kept = all(any(meld <= set(grown) for grown in after) for meld in known)
    return Phrase.LAY if kept else Phrase.MOVE_MELDS
