"""Whether some game of Rummikub can have ended with these lines: the racks are looked for."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, product

from stolik.app.codes import Refusal
from stolik.refusal import Refused, Violation, refuse
from stolik.rummikub.rules import FlatPenalty, RulesProfile
from stolik.rummikub.scoring import Ending, FinalRack, score
from stolik.tournament.state import Line


def demand_possible(lines: Sequence[Line], rules: RulesProfile) -> None:
    """Refused where no racks lead to these places and points."""
    for ending in (Ending.WENT_OUT, Ending.POOL_EMPTY):
        for racks in _racks(ending, lines, rules):
            try:
                scores = score(ending, racks, rules)
            except Refused:
                continue
            counted = [(s.place, s.big_points, s.small_points) for s in scores]
            if counted == [(x.place, x.big_points, x.small_points) for x in lines]:
                return
    refuse(Violation(Refusal.RESULT_IMPOSSIBLE))


def _racks(
    ending: Ending, lines: Sequence[Line], rules: RulesProfile
) -> Iterator[tuple[FinalRack, ...]]:
    """Every set of racks that the small points can stand for; the likeliest first."""
    losers = [i for i, line in enumerate(lines) if line.place != 1]
    subsets = chain.from_iterable(combinations(losers, n) for n in range(len(losers) + 1))
    for excluded in subsets:
        for own in _own(ending, lines):
            each = (
                _rack(ending, line, own, rules, excluded=i in excluded)
                for i, line in enumerate(lines)
            )
            yield from product(*each)


def _own(ending: Ending, lines: Sequence[Line]) -> Iterator[int]:
    """What the winners may have been left with: nothing, or what is missing from the sum."""
    yield 0
    winners = [Fraction(line.small_points) for line in lines if line.place == 1]
    if ending is Ending.WENT_OUT or not winners:
        return
    losses = (Fraction(line.small_points) for line in lines if line.place != 1)
    lost = -sum(losses, start=Fraction(0))
    for share in (lost, lost / len(winners)):
        for weight in {1, len(winners) - 2} - {0}:
            own = abs(share - winners[0]) / abs(weight)
            if own and own.denominator == 1:
                yield int(own)


def _rack(
    ending: Ending, line: Line, own: int, rules: RulesProfile, *, excluded: bool
) -> list[FinalRack]:
    points = Fraction(line.small_points)
    if line.place == 1:
        return [FinalRack(own)]
    if points.denominator != 1:
        return []
    lost = -int(points)
    # Beside racks, an unfinished game is counted by differences where the rules say so.
    sums = dict.fromkeys((lost, lost + own) if ending is not Ending.WENT_OUT else (lost,))
    found = [FinalRack(each, disqualified=excluded) for each in sums if each >= 0]
    if ending is Ending.WENT_OUT:
        found += _unopened(lost, rules, excluded=excluded)
    return found


def _unopened(lost: int, rules: RulesProfile, *, excluded: bool) -> Iterator[FinalRack]:
    for flat in (rules.penalties.unopened, rules.penalties.could_have_opened):
        match rules.penalties.flat:
            case FlatPenalty.REPLACES_RACK if -flat == lost:
                yield FinalRack(0, opened=False, flat=flat, disqualified=excluded)
            case FlatPenalty.ADDED_TO_RACK if lost + flat >= 0:
                yield FinalRack(lost + flat, opened=False, flat=flat, disqualified=excluded)
            case _:
                pass
