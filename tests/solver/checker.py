"""Is an answer legal? Written from the rules alone, sharing no code with the solver."""

from collections import Counter

NUMBERS = range(1, 14)


def run_values(meld) -> list[int] | None:
    """The numbers an ascending run counts, if the meld is one."""
    colours = {tile[0] for tile in meld if tile != "j"}
    for first in NUMBERS:
        numbers = list(range(first, first + len(meld)))
        fits = all(t in ("j", f"{t[0]}{n}") for t, n in zip(meld, numbers, strict=True))
        if len(meld) >= 3 and len(colours) == 1 and fits and numbers[-1] <= 13:
            return numbers
    return None


def group_values(meld) -> list[int] | None:
    """The numbers a group counts, if the meld is one."""
    plain = [tile for tile in meld if tile != "j"]
    one_number = len({tile[1:] for tile in plain}) == 1
    if len(meld) in (3, 4) and one_number and len({tile[0] for tile in plain}) == len(plain):
        return [int(plain[0][1:])] * len(meld)
    return None


def value(meld) -> int:
    """What a meld counts in an opening, jokers in their places; 0 if it is none."""
    return max(sum(run_values(meld) or []), sum(group_values(meld) or []))


def assert_legal(solution, tableau, rack) -> None:
    """All table tiles lie in melds again, and nothing came but tiles of the rack."""
    table = Counter(tile for meld in tableau for tile in meld)
    laid = Counter(solution.laid)
    assert not laid - Counter(rack), "laid tiles that are not on the rack"
    assert Counter(t for meld in solution.tableau for t in meld) == table + laid
    assert solution.tiles == laid.total()
    assert solution.points == sum(50 if t == "j" else int(t[1:]) for t in solution.laid)
    if solution.tiles:
        assert all(value(meld) for meld in solution.tableau), solution.tableau
    else:
        assert solution.tableau == tuple(tuple(meld) for meld in tableau)


def assert_opening(opening, rack) -> None:
    """Disjoint melds from the rack that count what the answer says."""
    assert not Counter(t for meld in opening.melds for t in meld) - Counter(rack)
    assert all(value(meld) for meld in opening.melds)
    assert sum(value(meld) for meld in opening.melds) == opening.value
