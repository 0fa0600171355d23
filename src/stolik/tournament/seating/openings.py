"""Where the search begins: a built scheme, an earlier plan, or a plain draw."""

from collections.abc import Mapping, Sequence

from stolik.tournament.seating.base_round import Scheme
from stolik.tournament.seating.construction import scheme_for
from stolik.tournament.seating.framing import Frame
from stolik.tournament.seating.phantoms import phantoms
from stolik.tournament.seating.plans import Chance
from stolik.tournament.seating.relabel import Rivals, relabelled

RELABEL_EFFORT = 15_000
Tables = list[list[int]]
"""The tables of one round; players are numbered 0 … n − 1."""


def built(frames: Sequence[Frame], rivals: Rivals, chance: Chance) -> Scheme:
    """A repeat-free scheme over the players, empty seats of short tables left out."""
    sizes = frames[0].sizes
    scheme = scheme_for(max(sizes), len(sizes), len(frames))
    empty = len(sizes) * max(sizes) - sum(sizes)
    # A scheme with too few points that never meet: any others go, and the search mends it.
    out = list(phantoms(scheme, empty))
    out += [p for p in range(sum(sizes) + empty) if p not in out][: empty - len(out)]
    left = [p for p in range(sum(sizes) + empty) if p not in out]
    player = {point: i for i, point in enumerate(left)}
    seated = tuple(
        tuple(tuple(player[p] for p in table if p in player) for table in tables)
        for tables in scheme
    )
    return relabelled(seated, rivals, chance=chance, effort=RELABEL_EFFORT) if rivals else seated


def settled(
    frame: Frame,
    held: Mapping[int, Sequence[int]],
    template: Sequence[Sequence[int]],
    *,
    order: Sequence[int],
) -> Tables:
    """A round of the frame's sizes that keeps the template's tables together where it can.

    `order` is everybody, in the order in which vacancies are filled.
    """
    tables: Tables = [list(held.get(t, ())) for t in range(len(frame.sizes))]
    placed = {p for table in tables for p in table}
    for group, t in _matched(frame, held, template):
        for p in group:
            if p not in placed and len(tables[t]) < frame.sizes[t]:
                tables[t].append(p)
                placed.add(p)
    waiting = iter([p for p in order if p not in placed])
    for table, size in zip(tables, frame.sizes, strict=True):
        table += [next(waiting) for _ in range(size - len(table))]
    return tables


def _matched(
    frame: Frame, held: Mapping[int, Sequence[int]], template: Sequence[Sequence[int]]
) -> list[tuple[Sequence[int], int]]:
    """Each group of the template with a table: that of its held member, else one that fits."""
    home = {p: t for t, players in held.items() for p in players}
    free = set(range(len(frame.sizes)))
    pairs = []
    for group in sorted(template, key=lambda g: (not any(p in home for p in g), -len(g))):
        wanted = [home[p] for p in group if home.get(p) in free]
        if not (wanted or free):
            break
        t = wanted[0] if wanted else min(free, key=lambda t: _misfit(frame, held, group, t))
        free.discard(t)
        pairs.append((group, t))
    return pairs


def _misfit(
    frame: Frame, held: Mapping[int, Sequence[int]], group: Sequence[int], t: int
) -> tuple[int, int]:
    return abs(frame.sizes[t] - len(held.get(t, ())) - len(group)), t
