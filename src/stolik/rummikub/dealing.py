"""Stacks, the deal, doublets, seats by drawn tile and the starter."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from stolik.rummikub.rules import DealPattern, RulesProfile
from stolik.rummikub.state import Stack, TableState
from stolik.rummikub.tiles import JOKER, Tile, Tiles, number
from stolik.seats import Seat


def stacks(order: Tiles, rules: RulesProfile) -> tuple[Stack, ...]:
    """Stacks of 7 in reading order; the last one takes what is left over and has 8."""
    size = rules.tiles.stack_size
    count = len(order) // size
    cuts = [size * i for i in range(count)] + [len(order)]
    return tuple(Stack(i + 1, order[cuts[i] : cuts[i + 1]]) for i in range(count))


def receivers(seats: Sequence[Seat], rules: RulesProfile) -> tuple[Seat, ...]:
    """Who gets stack 1, stack 2, …; `seats` clockwise from the starter."""
    each = rules.deal.stacks_each
    match rules.deal.pattern:
        case DealPattern.JUDGE:
            return tuple(seat for seat in seats for _ in range(each))
        case DealPattern.NEIGHBOURS:
            # To the left neighbour (the seat after), then to the right one, in turns.
            return tuple(
                seats[(i + (1 if gift % 2 == 0 else -1)) % len(seats)]
                for i in range(len(seats))
                for gift in range(each)
            )


def racks_of(
    dealt: Sequence[Stack], seats: Sequence[Seat], rules: RulesProfile
) -> Mapping[Seat, Tiles]:
    """The racks after the deal."""
    racks: dict[Seat, Tiles] = dict.fromkeys(seats, ())
    for stack, seat in zip(dealt, receivers(seats, rules), strict=False):
        racks[seat] += stack.tiles
    return racks


def doublets(rack: Iterable[Tile], rules: RulesProfile) -> Tiles:
    """The tiles a rack holds twice; two jokers are no doublet unless the profile says so."""
    counts = Counter(rack)
    joker_counts = rules.deal.jokers_are_a_doublet
    return tuple(t for t, n in counts.items() if n >= 2 and (t != JOKER or joker_counts))


def seats_by_tile(drawn: Sequence[Tiles], rules: RulesProfile) -> tuple[Seat, ...] | None:
    """Seats by drawn tiles, highest first (szkoly2015 L67); None: the draw does not settle it.

    Equal tiles draw again, exactly those who have them: nobody stops level with another, and
    nobody goes on alone.
    """
    joker = rules.seating.joker_in_seat_draw
    rows = [tuple([joker if t == JOKER else number(t) for t in row]) for row in drawn]
    began = Counter(row[:length] for row in rows for length in range(len(row) + 1))
    settled = all(row and began[row] == 1 and began[row[:-1]] > 1 for row in rows)
    if not settled:
        return None
    return tuple(sorted(map(Seat, range(len(rows))), key=lambda seat: rows[seat], reverse=True))


def clockwise(circle: Sequence[Seat], first: Seat) -> tuple[Seat, ...]:
    """Everybody once, beginning with `first`."""
    at = circle.index(first)
    return (*circle[at:], *circle[:at])


def next_starter(state: TableState) -> Seat:
    """Who starts the next game: whoever sits after the last starter, or he again."""
    if not state.rules.seating.starter_rotates and state.starter in state.active_seats:
        return state.starter
    return state.seats_after(state.starter)[0]
