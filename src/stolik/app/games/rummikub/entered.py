"""Racks as people enter them, checked before the core is asked about them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from stolik.refusal import Violation, refuse, refuse_any
from stolik.rummikub.codes import Refusal
from stolik.rummikub.notation import checked_tiles, copies_violations
from stolik.rummikub.rules import FlatPenalty, RulesProfile
from stolik.rummikub.scoring import FinalRack, rack_sum
from stolik.rummikub.tiles import Tiles


@dataclass(frozen=True, slots=True)
class EnteredSeat:
    """A seat's line of a result sheet: its tiles or their sum, and the flat penalty if any."""

    rack: tuple[str, ...] | None = None
    rack_sum: int | None = None
    opened: bool = True
    flat: int | None = None


def checked_rack(names: Iterable[str], rules: RulesProfile) -> Tiles:
    """Tiles that exist, and no more of each than the set holds."""
    tiles = checked_tiles(names, rules)
    refuse_any(*copies_violations(tiles, rules))
    return tiles


def final_racks(seats: Sequence[EnteredSeat], rules: RulesProfile) -> list[FinalRack]:
    """The racks to score; all of them together come from one set of tiles."""
    seating = rules.seating
    if not seating.seats_min <= len(seats) <= seating.seats_max:
        least, most = seating.seats_min, seating.seats_max
        refuse(rules.violation(Refusal.SCORE_SEATS, least=least, most=most, seats=len(seats)))
    refuse_any(*_violations(seats, rules))
    checked_rack((name for seat in seats for name in seat.rack or ()), rules)
    return [FinalRack(_sum(seat, rules), opened=seat.opened, flat=seat.flat) for seat in seats]


def _violations(seats: Sequence[EnteredSeat], rules: RulesProfile) -> Iterator[Violation]:
    for number, seat in enumerate(seats, start=1):
        given = (seat.rack is not None) + (seat.rack_sum is not None)
        if given == 2:
            yield rules.violation(Refusal.SCORE_RACK_TWICE, seat=number)
        if given == 0 and not is_replaced(seat, rules):
            yield rules.violation(Refusal.SCORE_RACK_MISSING, seat=number)


def is_replaced(seat: EnteredSeat, rules: RulesProfile) -> bool:
    """Whether the flat penalty stands for the rack, which then need not be counted."""
    return seat.flat is not None and rules.penalties.flat is FlatPenalty.REPLACES_RACK


def _sum(seat: EnteredSeat, rules: RulesProfile) -> int:
    if seat.rack is not None:
        return rack_sum(checked_tiles(seat.rack, rules), rules)
    return seat.rack_sum or 0
