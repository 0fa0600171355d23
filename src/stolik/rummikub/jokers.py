"""Where the jokers went: one taken from a meld may have to be laid in another (decision 22).

Jokers are all alike, so a move is right if its jokers can be told apart in any way that is: each
joker of the table stays what it was, or lies in a meld other than the one it was taken from.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from stolik.refusal import Violation
from stolik.rummikub.codes import Refusal
from stolik.rummikub.melds import Meld, MeldKind, read_meld, readings
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import JOKER, Tableau, Tiles, colour, without


@dataclass(frozen=True, slots=True)
class _Joker:
    """A joker on the table: the meld it lies in and all it can stand for there."""

    meld: Tiles
    stands_for: frozenset[str]


def joker_violations(before: Tableau, after: Tableau, rules: RulesProfile) -> Iterator[Violation]:
    """The melds in which a joker lies again that was taken from them."""
    old, new = list(_jokers(before, rules)), list(_jokers(after, rules))
    ways = permutations(new, len(old))
    if not any(all(map(_may_become, old, way)) for way in ways):
        back = {j.meld: None for j in new if not any(_stays(o, j) for o in old)}
        back = {meld: None for meld in back if any(_is_same_meld(o.meld, meld) for o in old)}
        yield rules.violation(Refusal.JOKER_ANOTHER_MELD, "joker", melds=tuple(back))


def stand_for(meld: Meld) -> tuple[str, ...]:
    """What each joker of a meld stands for, from left to right: `k7` in a run, `7` in a group."""
    return tuple(_meaning(meld, i) for i, tile in enumerate(meld.tiles) if tile == JOKER)


def jokers_of(tableau: Tableau, rules: RulesProfile) -> dict[str, tuple[str, ...]]:
    """The melds with a joker, by their tiles, and what it stands for in each."""
    read = {" ".join(meld): read_meld(meld, rules) for meld in tableau if JOKER in meld}
    return {tiles: stand_for(meld) for tiles, meld in read.items() if isinstance(meld, Meld)}


def taken_jokers(before: Tableau, after: Tableau, rules: RulesProfile) -> tuple[str, ...]:
    """What jokers of the table stand for now, of those that stood for something else before."""
    stood = [one for stands in jokers_of(before, rules).values() for one in stands]
    stand = [one for stands in jokers_of(after, rules).values() for one in stands]
    # As many as were laid from the rack are new; what is left over was taken from the table.
    return without(stand, stood)[len(stand) - len(stood) :]


def _jokers(tableau: Tableau, rules: RulesProfile) -> Iterator[_Joker]:
    for meld in tableau:
        if JOKER in meld:
            read = readings(meld, rules)
            for place in (i for i, tile in enumerate(meld) if tile == JOKER):
                yield _Joker(meld, frozenset(_meaning(one, place) for one in read))


def _meaning(meld: Meld, place: int) -> str:
    """`k7` in a run, `7` in a group: there a joker is any colour that is missing."""
    if meld.kind is MeldKind.GROUP:
        return str(meld.numbers[place])
    colours = [colour(tile) for tile in meld.tiles if tile != JOKER]
    return f"{colours[0] if colours else ''}{meld.numbers[place]}"


def _may_become(old: _Joker, new: _Joker) -> bool:
    return _stays(old, new) or not _is_same_meld(old.meld, new.meld)


def _stays(old: _Joker, new: _Joker) -> bool:
    return bool(old.stands_for & new.stands_for)


def _is_same_meld(old: Tiles, new: Tiles) -> bool:
    """Whether all tiles the joker lay with are in the new meld: then it is no other one."""
    return not without([tile for tile in old if tile != JOKER], new)
