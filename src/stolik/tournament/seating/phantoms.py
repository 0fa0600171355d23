"""Empty seats: points of a scheme that nobody takes, so that their tables are short ones."""

from collections.abc import Sequence

from stolik.tournament.seating.base_round import Points, Scheme


def phantoms(scheme: Scheme, count: int) -> Points:
    """Points that never meet, to be left empty; as few as possible of their tables share guests.

    An empty seat makes a short table, and whoever meets two phantoms sits at two of them.
    Fewer than `count` come back if the scheme has no more.
    """
    if count == 0:
        return ()
    met, tables = _mates(scheme), len(scheme[0])
    everywhere = range(len(met))
    # The constructions look alike from every point of a block, so one of each is tried; inside
    # a block of shifted points nobody ever meets, and fixed points come last.
    firsts = [*range(0, len(met), tables), len(met) - 1]
    blocks = [range(i - i % tables, i - i % tables + tables) for i in firsts]
    tries = [
        _phantoms_from(first, count, met=met, among=among)
        for first, block in zip(firsts, blocks, strict=True)
        for among in (everywhere, block)
    ]
    return min(tries, key=lambda chosen: (-len(chosen), _shared(chosen, met)))


def _phantoms_from(first: int, count: int, *, met: Sequence[int], among: range) -> Points:
    chosen, guests, barred = [first], met[first], met[first] | 1 << first
    while len(chosen) < count:
        free = [p for p in among if not barred >> p & 1]
        if not free:
            break
        nearest = min(free, key=lambda p: ((met[p] & guests).bit_count(), p))
        chosen.append(nearest)
        guests |= met[nearest]
        barred |= met[nearest] | 1 << nearest
    return tuple(chosen)


def _shared(chosen: Points, met: Sequence[int]) -> int:
    guests = shared = 0
    for point in chosen:
        shared += (guests & met[point]).bit_count()
        guests |= met[point]
    return shared


def _mates(scheme: Scheme) -> list[int]:
    """Whom each point meets, as bits."""
    met = [0] * sum(len(table) for table in scheme[0])
    for tables in scheme:
        for table in tables:
            everybody = sum(1 << point for point in table)
            for point in table:
                met[point] |= everybody & ~(1 << point)
    return met
