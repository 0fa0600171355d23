"""Formulas of a score sheet: small points from tiles, places and big points from those.

Only functions that Excel, LibreOffice and Google Sheets all describe.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from stolik.rummikub.rules import (
    FlatPenalty,
    PointRules,
    RulesProfile,
    SharedPlaces,
    TieForFirst,
    UnfinishedScore,
)
from stolik.rummikub.scoring import highest_sum
from stolik.tournament.format import TournamentFormat
from stolik.tournament.state import Line

LEFT_OUT = "x"  # typed for somebody who did not play this game


def counts_tiles(rules: RulesProfile | None) -> bool:
    """Whether small points follow from one number for each rack: its sum, or the flat penalty."""
    return rules is not None and rules.penalties.flat is FlatPenalty.REPLACES_RACK


def most_on_racks(rules: RulesProfile) -> int:
    """All the tiles together: no racks of a table can hold more."""
    return highest_sum(rules)


def small_points(mine: str, all_: str, seats: str, rules: RulesProfile, known: str) -> str:
    """What the tiles left on the racks cost; `known` until every rack of the table is typed in.

    One rule for all endings: a flat penalty is typed as it is, below zero, and only when somebody
    went out; so the winner's own rack is the lowest number, or nothing.
    """
    own = f"MAX(0,MIN({all_}))"
    winners = f"COUNTIF({all_},{own})"
    lost = f'SUMIF({all_},">=0")-{own}*{winners}-SUMIF({all_},"<0")'
    points, differences = rules.points, rules.points.unfinished is UnfinishedScore.DIFFERENCES
    if differences:
        others = f'COUNTIF({all_},">=0")-{winners}'
        lost = f"{lost}-{own}*({others})"
    won = f"({lost})" + (f"/{winners}" if points.tie_for_first is TieForFirst.SPLIT else "")
    if not differences:
        won += f"-{own}"
        if points.tied_winners_count_each_other:
            won += f"+{own}*({winners}-1)"
    loser = f"IF({mine}<0,{mine},{own}-{mine})" if differences else f"-ABS({mine})"
    ready = f"{_expected(all_, seats)}=COUNT({all_})"
    # A seat that nobody took is blank, and to a spreadsheet a blank cell equals 0: no winner.
    counted = f'IF(ISNUMBER({mine}),IF({mine}={own},{won},{loser}),"")'
    found = f'IF({mine}="{LEFT_OUT}","",IF(AND(COUNT({all_})>1,{ready}),{counted},{known}))'
    return f"IF(ISERROR({mine}),{known},{found})"


def place(mine: str, all_: str, seats: str, typed: str) -> str:
    """The place by small points, once the whole table has them."""
    ready = f"COUNT({all_})={_expected(typed, seats)}"
    return f'IF(AND(ISNUMBER({mine}),COUNT({all_})>1,{ready}),RANK({mine},{all_},0),"")'


def big_points(place_: str, places: str, rules: RulesProfile) -> str:
    """Big points of a place at a table of any size."""
    by_size = (_by_place(place_, places, points, rules.points) for points in _sizes(rules.points))
    return f'IF(ISNUMBER({place_}),CHOOSE(COUNT({places}),0,{",".join(by_size)}),"")'


def place_points(place_: str, places: str, shape: TournamentFormat) -> str:
    """The format's points for a place that was typed."""
    sizes = [shape.points_at(size) for size in range(2, 6)]
    by_size = (f"CHOOSE({place_},{_list(points)})" for points in sizes)
    counted = f"CHOOSE(COUNT({places}),0,{','.join(by_size)})"
    # A place that cannot be must not spoil every sum behind it.
    return f'IF(AND(ISNUMBER({place_}),COUNT({places})>1),IFERROR({counted},""),"")'


def follows(lines: Sequence[Line], rules: RulesProfile | None) -> bool:
    """Whether the formulas give what is known; not so for somebody who was put last."""
    if rules is None or not 2 <= len(lines) <= 4:
        return False
    by_place = _sizes(rules.points)[len(lines) - 2]
    small = [line.small_points for line in lines]
    ranked = [1 + sum(other > mine for other in small) for mine in small]
    points = [_shared(p, ranked.count(p), by_place, rules.points) for p in ranked]
    known = [(line.place, Fraction(line.big_points)) for line in lines]
    return list(zip(ranked, points, strict=True)) == known


def _sizes(points: PointRules) -> tuple[tuple[int, ...], ...]:
    return points.big_points_of_two, points.big_points_of_three, points.big_points_of_four


def _expected(typed: str, seats: str) -> str:
    """How many play: the seats taken, less those left out."""
    return f'COUNT({seats})-COUNTIF({typed},"{LEFT_OUT}")'


def _by_place(place_: str, places: str, points: tuple[int, ...], rules: PointRules) -> str:
    match rules.shared_places:
        case SharedPlaces.BETTER_PLACE:
            return f"CHOOSE({place_},{_list(points)})"
        case SharedPlaces.AVERAGE:
            sums = _list((0, *accumulate(points)))
            shared = f"COUNTIF({places},{place_})"
            above = f"CHOOSE({place_}+{shared},{sums})"
            return f"({above}-CHOOSE({place_},{sums}))/{shared}"


def _shared(place_: int, count: int, points: tuple[int, ...], rules: PointRules) -> Fraction:
    if rules.shared_places is SharedPlaces.BETTER_PLACE:
        return Fraction(points[place_ - 1])
    return Fraction(sum(points[place_ - 1 : place_ - 1 + count]), count)


def _list(numbers: Sequence[int]) -> str:
    return ",".join(str(number) for number in numbers)
