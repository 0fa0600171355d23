"""A move while it is being thought out: tiles go to and fro, and nothing is refused for its melds.

Pure: an order turns one draft into the next. Whether the result is a legal move only the core says.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from stolik.adapters.cli.practise import orders
from stolik.adapters.cli.practise.codes import Refusal
from stolik.refusal import Violation, refuse
from stolik.rummikub.melds import Meld, read_meld
from stolik.rummikub.notation import checked_tiles
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Draft
from stolik.rummikub.tiles import JOKER, Tableau, Tile, Tiles, all_of, number, without


@dataclass(frozen=True, slots=True)
class DraftedMove:
    """The table as it lies now, what is left on the rack, table tiles held in the hand."""

    before: Tableau
    melds: Tableau
    rack: Tiles
    hand: Tiles = ()

    @property
    def own(self) -> Tiles:
        """The tiles laid from the rack so far."""
        return without((*all_of(self.melds), *self.hand), all_of(self.before))

    @property
    def as_draft(self) -> Draft:
        """What a time-out is decided from."""
        return Draft(self.melds, table_in_hand=self.hand)


def start(tableau: Tableau, rack: Tiles) -> DraftedMove:
    """A move in which nothing was touched yet."""
    return DraftedMove(tableau, tableau, rack)


def edited(move: DraftedMove, order: orders.Edit, rules: RulesProfile) -> DraftedMove:
    """The draft after one order; refused if there is no such meld or tile."""
    match order:
        case orders.NewMeld(names):
            tiles = checked_tiles(names, rules)
            held = _put_down(move, tiles)
            return replace(held, melds=(*held.melds, tiles))
        case orders.AddTo(names, meld):
            tiles, old = checked_tiles(names, rules), _meld(move, meld)
            for tile in tiles:
                old = with_tile(old, tile, rules)
            return _with_melds(_put_down(move, tiles), meld, old)
        case orders.Take(names, meld):
            return _taken(move, checked_tiles(names, rules), meld)
        case orders.Split(meld, after):
            old = _meld(move, meld)
            cut = _place_after(old, after, meld, rules)
            return _with_melds(move, meld, old[:cut], old[cut:])
        case orders.Join(meld, other):
            if meld == other:
                refuse(Violation(Refusal.NO_SUCH_MELD, facts={"meld": other}))
            joined = _joined(_meld(move, meld), _meld(move, other), rules)
            melds = [m for i, m in enumerate(move.melds, start=1) if i not in (meld, other)]
            melds.insert(min(meld, other) - 1, joined)
            return replace(move, melds=tuple(melds))


def with_tile(meld: Tiles, tile: Tile, rules: RulesProfile) -> Tiles:
    """The meld with one tile more, where it makes a meld if there is such a place."""
    ways = [(*meld[:place], tile, *meld[place:]) for place in range(len(meld), -1, -1)]
    for way in ways:
        if isinstance(read_meld(way, rules), Meld):
            return way
    # No meld yet: by number, so that the next tile can still complete a run.
    higher = (
        i
        for i, other in enumerate(meld)
        if JOKER not in (tile, other) and number(other) > number(tile)
    )
    place = next(higher, len(meld))
    return (*meld[:place], tile, *meld[place:])


def sorted_rack(rack: Iterable[Tile], rules: RulesProfile, *, by_number: bool) -> Tiles:
    """By colour for runs (789), by number for groups (777); jokers last."""
    colours = rules.tiles.colours

    def key(tile: Tile) -> tuple[int, int, int]:
        if tile == JOKER:
            return 1, 0, 0
        colour = colours.index(tile[0])
        return (0, number(tile), colour) if by_number else (0, colour, number(tile))

    return tuple(sorted(rack, key=key))


def _put_down(move: DraftedMove, tiles: Tiles) -> DraftedMove:
    """Tiles leave the hand, or else the rack."""
    from_rack = without(tiles, move.hand)
    if missing := without(from_rack, move.rack):
        refuse(Violation(Refusal.TILE_NOT_HELD, tiles=missing))
    return replace(move, hand=without(move.hand, tiles), rack=without(move.rack, from_rack))


def _taken(move: DraftedMove, tiles: Tiles, meld: int) -> DraftedMove:
    """Own tiles go back to the rack, those of the table into the hand."""
    old = _meld(move, meld)
    if missing := without(tiles, old):
        refuse(Violation(Refusal.TILE_NOT_IN_MELD, facts={"meld": meld}, tiles=missing))
    for tile in tiles:
        if tile in move.own:
            move = replace(move, rack=(*move.rack, tile))
        else:
            move = replace(move, hand=(*move.hand, tile))
        old = without(old, (tile,))
        move = _with_melds(move, meld, old) if old else _with_melds(move, meld)
    return move


def _meld(move: DraftedMove, number: int) -> Tiles:
    if not 1 <= number <= len(move.melds):
        refuse(Violation(Refusal.NO_SUCH_MELD, facts={"meld": number}))
    return move.melds[number - 1]


def _with_melds(move: DraftedMove, number: int, *melds: Tiles) -> DraftedMove:
    return replace(move, melds=(*move.melds[: number - 1], *melds, *move.melds[number:]))


def _place_after(meld: Tiles, after: str, which: int, rules: RulesProfile) -> int:
    """Where to cut: after a tile named, or after the position that counts as a number."""
    read = read_meld(meld, rules)
    names: list[str] = list(meld)
    counts = [str(n) for n in read.numbers] if isinstance(read, Meld) else [t[1:] for t in meld]
    place = next((row.index(after) + 1 for row in (names, counts) if after in row), 0)
    if not 0 < place < len(meld):
        refuse(Violation(Refusal.CANNOT_SPLIT, facts={"meld": which}))
    return place


def _joined(meld: Tiles, other: Tiles, rules: RulesProfile) -> Tiles:
    for way in ((*meld, *other), (*other, *meld)):
        if isinstance(read_meld(way, rules), Meld):
            return way
    return (*meld, *other)
