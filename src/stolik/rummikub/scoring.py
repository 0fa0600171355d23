"""Small and big points of a finished game, in exact fractions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NewType

from stolik.refusal import Violation, refuse_any
from stolik.rummikub.codes import Refusal
from stolik.rummikub.rules import (
    FlatPenalty,
    RulesProfile,
    SharedPlaces,
    TieForFirst,
    UnfinishedScore,
)
from stolik.rummikub.tiles import Tile

SmallPoints = NewType("SmallPoints", Fraction)
BigPoints = NewType("BigPoints", Fraction)


class Ending(StrEnum):
    """How a game came to its end; LAST_SEAT: all the others were disqualified."""

    WENT_OUT = "went_out"
    POOL_EMPTY = "pool_empty"
    TIME_OVER = "time_over"
    LAST_SEAT = "last_seat"


@dataclass(frozen=True, slots=True)
class FinalRack:
    """What a seat is left with: the sum on its rack and, if unopened, its flat penalty."""

    rack_sum: int
    opened: bool = True
    flat: int | None = None
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's line of the score sheet."""

    place: int
    small_points: SmallPoints
    big_points: BigPoints


def rack_sum(rack: Sequence[Tile], rules: RulesProfile) -> int:
    """What the tiles left on a rack cost, jokers at the profile's price."""
    return sum(rules.rack_value[tile] for tile in rack)


def highest_sum(rules: RulesProfile) -> int:
    """All the tiles together: no racks can hold more (decision 16)."""
    return rack_sum(rules.tile_set, rules)


def score(ending: Ending, racks: Sequence[FinalRack], rules: RulesProfile) -> tuple[Score, ...]:
    """Every seat's place, small and big points; an impossible result is refused."""
    refuse_any(*result_violations(ending, racks, rules))
    winners = _winners(ending, racks)
    small = _small_points(ending, racks, winners, rules)
    standing = [
        # Winners are first whatever the arithmetic, the disqualified last (decision 17).
        (i not in winners, rack.disqualified, -small[i])
        for i, rack in enumerate(racks)
    ]
    places = [1 + sum(other < mine for other in standing) for mine in standing]
    return tuple(
        Score(place, SmallPoints(points), _big_points(place, places, rules))
        for place, points in zip(places, small, strict=True)
    )


def is_zero_sum(scores: Sequence[Score]) -> bool:
    """Whether the sheet adds up to nothing, as most profiles make it."""
    return sum(score.small_points for score in scores) == 0


def must_confirm(scores: Sequence[Score], rules: RulesProfile) -> bool:
    """A winner's plus so high that somebody should look twice (decision 16)."""
    return max(score.small_points for score in scores) > rules.points.confirm_winner_above


def _winners(ending: Ending, racks: Sequence[FinalRack]) -> frozenset[int]:
    playing = [i for i, rack in enumerate(racks) if not rack.disqualified]
    if ending is Ending.WENT_OUT:
        return frozenset(i for i in playing if racks[i].rack_sum == 0 and racks[i].flat is None)
    fewest = min(racks[i].rack_sum for i in playing)
    return frozenset(i for i in playing if racks[i].rack_sum == fewest)


def _small_points(
    ending: Ending, racks: Sequence[FinalRack], winners: frozenset[int], rules: RulesProfile
) -> list[Fraction]:
    own = racks[min(winners)].rack_sum
    by_difference = (
        ending is not Ending.WENT_OUT and rules.points.unfinished is UnfinishedScore.DIFFERENCES
    )
    lost = [_lost(rack, rules) for rack in racks]
    if by_difference:
        lost = [
            points if rack.disqualified else points + own
            for rack, points in zip(racks, lost, strict=True)
        ]
    won = Fraction(-sum(points for i, points in enumerate(lost) if i not in winners))
    if rules.points.tie_for_first is TieForFirst.SPLIT:
        won /= len(winners)
    if not by_difference:
        won -= own  # nothing when he went out
        if rules.points.tied_winners_count_each_other:
            won += own * (len(winners) - 1)
    return [won if i in winners else Fraction(points) for i, points in enumerate(lost)]


def _lost(rack: FinalRack, rules: RulesProfile) -> int:
    if rack.flat is None:
        return -rack.rack_sum
    match rules.penalties.flat:
        case FlatPenalty.REPLACES_RACK:
            return rack.flat
        case FlatPenalty.ADDED_TO_RACK:
            return rack.flat - rack.rack_sum


def big_points_of(size: int, rules: RulesProfile) -> tuple[int, ...]:
    """What the places are worth at a table where so many play; nothing said: no points."""
    points = rules.points
    by_place = {
        4: points.big_points_of_four,
        3: points.big_points_of_three,
        2: points.big_points_of_two,
    }
    return by_place.get(size, ())


def _big_points(place: int, places: Sequence[int], rules: RulesProfile) -> BigPoints:
    points, by_place = rules.points, big_points_of(len(places), rules)
    match points.shared_places:
        case SharedPlaces.BETTER_PLACE:
            return BigPoints(Fraction(by_place[place - 1]))
        case SharedPlaces.AVERAGE:
            shared = by_place[place - 1 : place - 1 + places.count(place)]
            return BigPoints(Fraction(sum(shared), len(shared)))


def result_violations(
    ending: Ending, racks: Sequence[FinalRack], rules: RulesProfile
) -> Iterator[Violation]:
    """What cannot be right in an entered result."""
    seating = rules.seating
    if not seating.seats_min <= len(racks) <= seating.seats_max:
        yield rules.violation(
            Refusal.SCORE_SEATS, least=seating.seats_min, most=seating.seats_max, seats=len(racks)
        )
        return
    for seat, rack in enumerate(racks, start=1):
        yield from _rack_violations(ending, rack, seat, rules)
    total, highest = sum(rack.rack_sum for rack in racks), highest_sum(rules)
    if total > highest:
        yield rules.violation(Refusal.RACK_TOO_HIGH, "limits", sum=total, highest=highest)
    empty = [r for r in racks if r.rack_sum == 0 and r.flat is None and not r.disqualified]
    if ending is Ending.WENT_OUT and len(empty) != 1:
        yield rules.violation(Refusal.SCORE_ONE_EMPTY_RACK, "went_out", empty=len(empty))


def _rack_violations(
    ending: Ending, rack: FinalRack, seat: int, rules: RulesProfile
) -> Iterator[Violation]:
    penalties = rules.penalties
    allowed = (penalties.unopened, penalties.could_have_opened)
    flat_applies = ending is Ending.WENT_OUT
    went_out = flat_applies and rack.rack_sum == 0 and rack.flat is None
    if rack.rack_sum < 0:
        yield rules.violation(Refusal.SCORE_RACK_NEGATIVE, seat=seat)
    if rack.flat is not None and (rack.opened or not flat_applies):
        yield rules.violation(Refusal.SCORE_FLAT_NOT_ALLOWED, "unopened", seat=seat)
    if rack.flat is not None and rack.flat not in allowed:
        values = " / ".join(str(value) for value in allowed)
        yield rules.violation(Refusal.SCORE_FLAT_VALUE, "unopened", seat=seat, allowed=values)
    if went_out and not rack.opened:
        yield rules.violation(Refusal.SCORE_WINNER_UNOPENED, "went_out", seat=seat)
    if flat_applies and not went_out and not rack.opened and rack.flat is None:
        yield rules.violation(Refusal.SCORE_FLAT_MISSING, "unopened", seat=seat)
