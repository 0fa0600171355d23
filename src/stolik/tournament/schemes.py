"""Seating by rank: the scheme of round III, best with best, groups."""

from collections.abc import Sequence
from typing import TypeVar

from stolik.refusal import Violation, refuse
from stolik.tournament.codes import Refusal
from stolik.tournament.tables import FOURS, TablePolicy, table_sizes

T = TypeVar("T")
SCHEME_SEATS = 4


def scheme(top: int) -> tuple[tuple[int, ...], ...]:
    """Ranks of round III (eliminacje): table t = t, 2k+1−t, 2k+t, 4k+1−t with k = TOP/4."""
    _refuse_unless_fours(top)
    return serpentine(range(1, top + 1), top // SCHEME_SEATS)


def best_with_best(ranked: Sequence[T], policy: TablePolicy = FOURS) -> tuple[tuple[T, ...], ...]:
    """Neighbours in rank together, short tables last (zimowy round II)."""
    return cut_up(ranked, table_sizes(len(ranked), policy))


def serpentine(ranked: Sequence[T], groups: int) -> tuple[tuple[T, ...], ...]:
    """Groups of equal strength: dealt out to and fro, each in order of rank."""
    if not 1 <= groups <= len(ranked):
        refuse(Violation(Refusal.SCHEME_SIZE, facts={"top": len(ranked), "groups": groups}))
    rows = [ranked[i : i + groups] for i in range(0, len(ranked), groups)]
    return tuple(
        tuple(row[j] for i, row in enumerate(rows) if (j := _place(g, i, groups)) < len(row))
        for g in range(groups)
    )


def cut_up(ranked: Sequence[T], sizes: Sequence[int]) -> tuple[tuple[T, ...], ...]:
    """The first ones at the first table, and so on."""
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    return tuple(
        tuple(ranked[start : start + size]) for start, size in zip(starts, sizes, strict=True)
    )


def _place(group: int, row: int, groups: int) -> int:
    return group if row % 2 == 0 else groups - 1 - group


def _refuse_unless_fours(top: int) -> None:
    if top < SCHEME_SEATS or top % SCHEME_SEATS:
        refuse(
            Violation(
                Refusal.SCHEME_SIZE, facts={"top": top, "groups": max(top, 0) // SCHEME_SEATS}
            )
        )
