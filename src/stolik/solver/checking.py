"""Requests the solver refuses, with every reason at once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from stolik.refusal import Violation
from stolik.rummikub.tiles import JOKER, Tile, all_of, colour, number
from stolik.solver.codes import Refusal
from stolik.solver.solutions import Solution
from stolik.solver.tileset import TileSet


def request_violations(
    tableau: Iterable[Iterable[Tile]], rack: Iterable[Tile], limits: TileSet
) -> Iterator[Violation]:
    """Tiles that do not exist, too many of a kind, and sets on the table that are no melds."""
    melds = [tuple(meld) for meld in tableau]
    tiles = [tile for meld in melds for tile in meld] + list(rack)
    known = known_tiles(limits)
    strangers = tuple(str(tile) for tile in tiles if not _is_in(tile, known))
    if strangers:
        yield Violation(Refusal.UNKNOWN_TILE, tiles=strangers)
        return
    counts = Counter(tiles)
    for tile, copies in known.items():
        if counts[tile] > copies:
            yield Violation(
                Refusal.TOO_MANY_COPIES,
                facts={"count": counts[tile], "copies": copies},
                tiles=(tile,),
            )
    wrong = tuple(meld for meld in melds if not is_meld(meld, limits))
    if wrong:
        yield Violation(Refusal.NOT_A_MELD, melds=wrong)


def answer_violations(
    tableau: Iterable[Iterable[Tile]], rack: Iterable[Tile], solution: Solution
) -> Iterator[Violation]:
    """A solution that does not lead from this tableau and rack to its own tableau."""
    laid = Counter(solution.laid)
    before = Counter(tile for meld in tableau for tile in meld)
    if laid - Counter(rack) or Counter(all_of(solution.tableau)) != before + laid:
        yield Violation(Refusal.NOT_AN_ANSWER)


def known_tiles(limits: TileSet) -> dict[Tile, int]:
    """Every kind of tile in the box, and how many of it there are."""
    numbers = range(1, limits.highest + 1)
    kinds = {Tile(f"{c}{n}"): limits.copies for c in limits.colours for n in numbers}
    return kinds | {JOKER: limits.jokers}


def is_meld(meld: Sequence[Tile], limits: TileSet) -> bool:
    """A group in any order, or a run up or down; a joker counts where it stands."""
    return _is_group(meld, limits) or any(_is_run(meld, step, limits) for step in (1, -1))


def _is_group(meld: Sequence[Tile], limits: TileSet) -> bool:
    plain = [tile for tile in meld if tile != JOKER]
    return (
        limits.group_min <= len(meld) <= limits.largest_group
        and len({number(tile) for tile in plain}) <= 1
        and len({colour(tile) for tile in plain}) == len(plain)
    )


def _is_run(meld: Sequence[Tile], step: int, limits: TileSet) -> bool:
    plain = [(place, tile) for place, tile in enumerate(meld) if tile != JOKER]
    firsts = {number(tile) - step * place for place, tile in plain}
    if len(meld) < limits.run_min or len({colour(tile) for _, tile in plain}) > 1:
        return False
    if not plain:
        return len(meld) <= limits.highest
    first = firsts.pop()
    last = first + step * (len(meld) - 1)
    return not firsts and min(first, last) >= 1 and max(first, last) <= limits.highest


def _is_in(tile: object, known: dict[Tile, int]) -> bool:
    return isinstance(tile, str) and tile in known
