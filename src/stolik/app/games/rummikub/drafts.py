"""A draft: tiles as the seat to move has them on the felt before the turn ends.

Opponents and the referee see it, as at a real table; when time runs out it decides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stolik.app.games.rummikub import asks as a
from stolik.app.games.rummikub.felt import SIZE, Felt
from stolik.refusal import refuse_any
from stolik.rummikub.jokers import stand_for
from stolik.rummikub.layout import clusters
from stolik.rummikub.legality import move_violations
from stolik.rummikub.melds import Meld, read_meld
from stolik.rummikub.openings import laid_value, opening_value
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Draft, TableState
from stolik.rummikub.tiles import Tableau, Tile, Tiles, all_of, without
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
    jokers: Sequence[str] = ()  # what each of its jokers stands for, in order


@dataclass(frozen=True, slots=True)
class Hindrance:
    """One reason why the turn cannot end like this: its code, its article and what it is about."""

    code: str
    article: str
    tiles: Sequence[str]
    melds: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Prospect:
    """What would come of ending the turn with this draft; only its player is told."""

    laid: int  # how many tiles of his would lie
    worth: int  # what they are worth, those in melds
    opening: int | None  # what counts towards the opening, until he has opened
    hindrances: Sequence[Hindrance]


def tableau_drafted(melds: Iterable[Sequence[str]]) -> Tableau:
    """Melds as a client names them, valid or not."""
    return tuple(tuple(Tile(tile) for tile in meld) for meld in melds)


def lying_in(drafted: a.Draft, rules: RulesProfile) -> Tableau:
    """What lies on the felt of a draft: the melds it names, or those its places form."""
    if drafted.melds is not None:
        return tableau_drafted(drafted.melds)
    return tableau_of(drafted.felt, rules)


def tableau_of(felt: Felt, rules: RulesProfile) -> Tableau:
    """The clusters on the felt, valid or not."""
    found = clusters(felt, SIZE, rules)
    return tuple(tuple(placed.tile for placed in cluster) for cluster in found)


def draft_of(state: TableState, drafted: a.Draft) -> Draft:
    """The draft the rules decide by; refused if it makes or loses tiles."""
    lying = lying_in(drafted, state.rules)
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
        said["jokers"] = stand_for(read)
    else:
        said = {"reason": str(read)}
    said |= {"width": int(right - left), "height": int(bottom - top)}
    return OutlinedMeld(tiles, int(left), int(top), **said)


def prospect(state: TableState, drafted: a.Draft) -> Prospect:
    """How the draft would fare as a move: the rules are asked, nothing is decided."""
    seat, rules = state.seats[state.turn], state.rules
    after = lying_in(drafted, rules)
    laid = without(all_of(after), all_of(state.tableau))
    new = without(after, state.tableau)
    found = move_violations(state.tableau, after, seat.rack, rules, opened=seat.opened)
    return Prospect(
        laid=len(laid),
        worth=laid_value(state.tableau, after, rules),
        opening=None if seat.opened else opening_value(new, laid, rules),
        hindrances=[Hindrance(str(v.code), v.article, v.tiles, v.melds) for v in found],
    )


def write_draft(drafted: a.Draft) -> dict[str, Any]:
    """A draft for another node of the house."""
    lifted = {"lifted": drafted.lifted, "lifted_from_table": drafted.lifted_from_table}
    return {"felt": drafted.felt, "melds": drafted.melds, **lifted}


def read_draft(raw: Mapping[str, Any]) -> a.Draft:
    """What `write_draft` wrote."""
    felt = tuple([a.Place(*place) for place in raw["felt"]])
    return a.Draft(felt, raw["lifted"], raw["lifted_from_table"], raw.get("melds"))
