"""A draft: tiles as the seat to move has them on the felt before the turn ends.

Opponents and the referee see it, as at a real table; when time runs out it decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stolik.app.live.felt import SIZE, Felt, read_places, write_places
from stolik.refusal import refuse
from stolik.rummikub.layout import clusters
from stolik.rummikub.melds import Meld, read_meld
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Draft, TableState
from stolik.rummikub.tiles import Tableau, Tile, Tiles, all_of, without
from stolik.rummikub.timeouts import draft_violations


@dataclass(frozen=True, slots=True)
class FeltDraft:
    """Every tile on the felt, and the one in the player's hand."""

    felt: Felt
    lifted: Tile | None = None
    lifted_from_table: bool = False

    @property
    def shown_lifted(self) -> Tile | None:
        """The tile in hand as others see it: one from the rack is held face down."""
        return self.lifted if self.lifted_from_table else None


@dataclass(frozen=True, slots=True)
class OutlinedMeld:
    """A cluster on the felt as the outline shows it: a valid meld, or why not; and where."""

    tiles: Tiles
    x: int
    y: int
    width: int
    height: int
    value: int | None = None
    kind: str | None = None
    reason: str | None = None


def tableau_of(felt: Felt, rules: RulesProfile) -> Tableau:
    """The clusters on the felt, valid or not."""
    found = clusters(felt, SIZE, rules)
    return tuple(tuple(placed.tile for placed in cluster) for cluster in found)


def draft_of(state: TableState, drafted: FeltDraft) -> Draft:
    """The draft the rules decide by; refused if it makes or loses tiles."""
    lying = tableau_of(drafted.felt, state.rules)
    missing = without(all_of(state.tableau), all_of(lying))
    lifted = () if drafted.lifted is None else (drafted.lifted,)
    from_table = without(lifted, missing) if drafted.lifted_from_table else ()
    draft = Draft(
        lying,
        own_in_hand=() if drafted.lifted_from_table else lifted,
        table_in_hand=(*missing, *from_table),
    )
    refuse(*draft_violations(state, draft))
    return draft


def outlined(drafted: FeltDraft, rules: RulesProfile) -> tuple[OutlinedMeld, ...]:
    """The live outline: each cluster with its value, or the reason it is no meld."""
    return tuple(_outlined(cluster, rules) for cluster in clusters(drafted.felt, SIZE, rules))


def _outlined(cluster: Felt, rules: RulesProfile) -> OutlinedMeld:
    tiles = tuple(placed.tile for placed in cluster)
    left, top = min(t.x for t in cluster), min(t.y for t in cluster)
    right, bottom = max(t.x for t in cluster) + SIZE.width, max(t.y for t in cluster) + SIZE.height
    read = read_meld(tiles, rules)
    if isinstance(read, Meld):
        said: dict[str, Any] = {"value": read.value, "kind": read.kind.value}
    else:
        said = {"reason": str(read)}
    said |= {"width": int(right - left), "height": int(bottom - top)}
    return OutlinedMeld(tiles, int(left), int(top), **said)


def write_draft(drafted: FeltDraft) -> dict[str, Any]:
    """A draft for another node of the house."""
    lifted = {"lifted": drafted.lifted, "lifted_from_table": drafted.lifted_from_table}
    return {"felt": write_places(drafted.felt), **lifted}


def read_draft(raw: Mapping[str, Any]) -> FeltDraft:
    """What `write_draft` wrote."""
    return FeltDraft(read_places(raw["felt"]), raw["lifted"], raw["lifted_from_table"])
