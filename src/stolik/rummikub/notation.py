"""Text notation: `k1 k2 k3 | r7 b7 o7`. What is written reads back to the same tableau."""

from collections import Counter
from collections.abc import Iterable, Iterator

from stolik.refusal import Violation, refuse
from stolik.rummikub.codes import Refusal
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tableau, Tile, Tiles


def write_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles separated by spaces: `k1 k2 j`."""
    return " ".join(tiles)


def write_tableau(tableau: Iterable[Tiles]) -> str:
    """Melds separated by `|`: `k1 k2 k3 | r7 b7 o7`."""
    return " | ".join(write_tiles(meld) for meld in tableau)


def read_tiles(text: str, rules: RulesProfile) -> Tiles:
    """The tiles of a text, refused if one of them is not in the profile's set."""
    return checked_tiles(text.split(), rules)


def read_tableau(text: str, rules: RulesProfile) -> Tableau:
    """The melds of a text; an empty text is an empty tableau."""
    if not text.strip():
        return ()
    return tuple(read_tiles(meld, rules) for meld in text.split("|"))


def checked_tiles(names: Iterable[str], rules: RulesProfile) -> Tiles:
    """`names` as tiles, or a refusal naming the strangers."""
    names = tuple(names)
    strangers = tuple(name for name in names if name not in rules.rack_value)
    if strangers:
        refuse(Violation(Refusal.TILE_UNKNOWN, tiles=strangers))
    return tuple(Tile(name) for name in names)


def copies_violations(tiles: Iterable[Tile], rules: RulesProfile) -> Iterator[Violation]:
    """More equal tiles than the set holds cannot be right."""
    over = Counter(tiles) - Counter(rules.tile_set)
    if over:
        yield Violation(Refusal.TILE_TOO_MANY, tiles=tuple(over))
