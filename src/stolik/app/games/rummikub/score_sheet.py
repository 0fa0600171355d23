"""A score sheet of Rummikub as people type it: tiles, their sum, or small points counted back."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from stolik.app.codes import Refusal
from stolik.app.games.counting import SheetSeat
from stolik.app.games.rummikub.entered import EnteredSeat, final_racks, is_replaced
from stolik.refusal import Violation, refuse, refuse_any
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.scoring import Ending, FinalRack, Score, must_confirm, score
from stolik.tournament.state import Line, Points


def entered(seat: SheetSeat) -> EnteredSeat:
    """What is on the rack of a seat, as far as it was typed."""
    return EnteredSeat(seat.rack, seat.rack_sum, seat.opened, seat.flat)


def sheet_lines(
    ending: str, seats: Sequence[SheetSeat], rules: RulesProfile, *, sure: bool = False
) -> tuple[Line, ...]:
    """A Rummikub sheet; an impossible one is refused with the number that cannot be right."""
    if _by_small_points(seats, rules):
        scores = _from_small_points(Ending(ending), seats, rules)
    else:
        racks = final_racks([entered(seat) for seat in seats], rules)
        racks = [
            replace(rack, disqualified=s.excluded) for rack, s in zip(racks, seats, strict=True)
        ]
        _demand_tiles_left(Ending(ending), seats, racks)
        scores = score(Ending(ending), racks, rules)
    if must_confirm(scores, rules) and not sure:
        most = str(max(s.small_points for s in scores))
        refuse(Violation(Refusal.RESULT_LOOK_TWICE, facts={"points": most}))
    return tuple(
        Line(seat.entrant, s.place, _whole(s.big_points), _whole(s.small_points))
        for seat, s in zip(seats, scores, strict=True)
    )


def _demand_tiles_left(
    ending: Ending, seats: Sequence[SheetSeat], racks: Sequence[FinalRack]
) -> None:
    """An empty rack is a normal end, whatever the bank holds (mp2023 L116): who has not opened pays
    the flat penalty then, which no other ending asks about."""
    for seat, rack in zip(seats, racks, strict=True):
        if ending is not Ending.WENT_OUT and rack.rack_sum == 0 and not rack.disqualified:
            refuse(Violation(Refusal.RESULT_NO_TILE_LEFT, facts={"entrant": seat.entrant}))


def _by_small_points(seats: Sequence[SheetSeat], rules: RulesProfile) -> bool:
    """Whether small points are all there is to count from: beside racks they are compared later."""
    if not any(seat.small_points is not None for seat in seats):
        return False
    typed = (entered(seat) for seat in seats)
    return any(
        one.rack is None and one.rack_sum is None and not is_replaced(one, rules) for one in typed
    )


def _from_small_points(
    ending: Ending, seats: Sequence[SheetSeat], rules: RulesProfile
) -> tuple[Score, ...]:
    """Small points as written on the sheet, counted again from the racks they must come from."""
    points = [seat.small_points for seat in seats]
    if None in points or any(s.rack_sum or s.rack for s in seats):
        refuse(Violation(Refusal.RESULT_SMALL_POINTS_ALL))
    written = [value for value in points if value is not None]
    refuse_any(
        *(
            Violation(Refusal.RESULT_SMALL_POINTS_RANGE, facts={"entrant": seat.entrant})
            for seat, value in zip(seats, written, strict=True)
            if abs(value) > _LARGEST
        )
    )
    best = max(written)
    lost = -sum(value for value in written if value != best)
    # Where the winner's own rack is taken off, it shows as the difference to the sum.
    for own in dict.fromkeys((0, lost - best)):
        racks = [_rack(own if v == best else -v, s) for s, v in zip(seats, written, strict=True)]
        if own >= 0 and (ending is not Ending.WENT_OUT or own == 0):
            scores = score(ending, racks, rules)
            if [s.small_points for s in scores] == written:
                return scores
    facts = {"sum": sum(written), "winner": best, "losers": -lost}
    refuse(Violation(Refusal.RESULT_SMALL_POINTS_WRONG, facts=facts))


_LARGEST = 10_000


def _rack(tiles: int, seat: SheetSeat) -> FinalRack:
    return FinalRack(
        max(tiles, 0) if seat.flat is None else 0,
        opened=seat.opened,
        flat=seat.flat,
        disqualified=seat.excluded,
    )


def _whole(value: Fraction) -> Points:
    return int(value) if value.denominator == 1 else value
