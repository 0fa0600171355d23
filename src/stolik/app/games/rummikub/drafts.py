"""A draft: tiles as the seat to move has them on the felt before the turn ends.

Opponents and the referee see it, as at a real table; when time runs out it decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stolik.app.games.rummikub import asks as a
from stolik.app.games.rummikub.felt import SIZE, Felt
from stolik.refusal import refuse_any
from stolik.rummikub.layout import clusters
from stolik.rummikub.melds import Meld, read_meld
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Draft, TableState
from stolik.rummikub.tiles import Tableau, Tiles, all_of, without
from stolik.rummikub.timeouts import draft_violations


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


def draft_of(state: TableState, drafted: a.Draft) -> Draft:
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
    refuse_any(*draft_violations(state, draft))
    return draft


def outlined(felt: Felt, rules: RulesProfile) -> tuple[OutlinedMeld, ...]:
    """The live outline: each cluster with its value, or the reason it is no meld."""
    return tuple(_outlined(cluster, rules) for cluster in clusters(felt, SIZE, rules))


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


def write_draft(drafted: a.Draft) -> dict[str, Any]:
    """A draft for another node of the house."""
    lifted = {"lifted": drafted.lifted, "lifted_from_table": drafted.lifted_from_table}
    return {"felt": drafted.felt, **lifted}


def read_draft(raw: Mapping[str, Any]) -> a.Draft:
    """What `write_draft` wrote."""
    felt = tuple([a.Place(*place) for place in raw["felt"]])
    return a.Draft(felt, raw["lifted"], raw["lifted_from_table"])
