"""What is in the box: the numbers of a tile set, and which of them the solver can serve."""

from collections.abc import Iterator
from dataclasses import dataclass

from stolik.refusal import Violation
from stolik.solver.codes import Refusal

# The twin tabulates every way to group the tiles of one number; beyond this it would take seconds.
_MOST_GROUP_PACKINGS = 1300


@dataclass(frozen=True, slots=True)
class TileSet:
    """A set of tiles and the sizes of its melds; the default is the ordinary Rummikub box.

    `colours` are single letters, numbers go from 1 to `highest`, every numbered tile exists
    `copies` times. A run has at least `run_min` tiles and may reach from 1 to `highest`;
    a group has `group_min` to `group_max` tiles of different colours.
    """

    colours: tuple[str, ...] = ("k", "b", "o", "r")
    highest: int = 13
    copies: int = 2
    jokers: int = 2
    run_min: int = 3
    group_min: int = 3
    group_max: int = 4

    @property
    def largest_group(self) -> int:
        """A group never holds more tiles than there are colours."""
        return min(self.group_max, len(self.colours))


STANDARD = TileSet()


def tile_set_violations(limits: TileSet) -> Iterator[Violation]:
    """Tile sets that neither the kernel nor the twin can serve, each with its reason."""
    for reason, served in _conditions(limits):
        if not served:
            yield Violation(Refusal.UNSUPPORTED_TILE_SET, facts={"reason": reason})


def _conditions(limits: TileSet) -> Iterator[tuple[str, bool]]:
    letters = limits.colours
    plain = all(len(letter) == 1 and letter.isalpha() and letter != "j" for letter in letters)
    yield "colours", 1 <= len(letters) == len(set(letters)) and plain
    yield "copies", 1 <= limits.copies <= 4
    yield "jokers", 0 <= limits.jokers <= 4
    yield "run_min", 2 <= limits.run_min <= 5
    yield "group_min", 2 <= limits.group_min <= limits.group_max
    # A spare joker doubles a tile of a full run, which is then two runs: it must be long enough.
    yield "highest", 2 * limits.run_min - 1 <= limits.highest <= 30
    yield "size", (limits.copies + 1) ** len(letters) <= _MOST_GROUP_PACKINGS
