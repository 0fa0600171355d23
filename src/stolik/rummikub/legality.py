"""May this tableau be laid? Every reason why not, each with its article."""

from collections.abc import Iterator

from stolik.refusal import Violation
from stolik.rummikub.codes import Refusal
from stolik.rummikub.jokers import joker_violations
from stolik.rummikub.melds import read_meld
from stolik.rummikub.openings import opening_of, opens
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import JOKER, Tableau, Tiles, all_of, without


def meld_violations(tableau: Tableau, rules: RulesProfile) -> Iterator[Violation]:
    """Each cluster of a tableau that is no meld."""
    for tiles in tableau:
        read = read_meld(tiles, rules)
        if isinstance(read, Refusal):
            yield rules.violation(read, "meld", melds=(tiles,))


def tile_violations(
    gone: Tableau, new: Tableau, rack: Tiles, rules: RulesProfile
) -> Iterator[Violation]:
    """The table keeps its tiles, and what is added comes from the rack: at least one tile."""
    missing = without(all_of(gone), all_of(new))
    if JOKER in missing:
        yield rules.violation(Refusal.JOKER_MUST_STAY, "joker", tiles=(JOKER,))
    if kept_back := tuple(tile for tile in missing if tile != JOKER):
        yield rules.violation(Refusal.TABLEAU_TILE_MISSING, "manipulation", tiles=kept_back)
    laid = without(all_of(new), all_of(gone))
    if strange := without(laid, rack):
        yield rules.violation(Refusal.TABLEAU_TILE_NOT_ON_RACK, "manipulation", tiles=strange)
    if not laid:
        yield rules.violation(Refusal.MOVE_NO_RACK_TILE, "rack_tile")


def opening_violations(gone: Tableau, new: Tableau, rules: RulesProfile) -> Iterator[Violation]:
    """The opening: worth enough, in new melds from the own rack, nothing else touched."""
    if gone and not rules.opening.other_manipulation:
        yield rules.violation(Refusal.OPENING_TABLE_TOUCHED, "opening_touch", melds=gone)
        return
    if any(meld_violations(new, rules)):
        return  # with a broken meld among them the value would only confuse
    found = opening_of(new, without(all_of(new), all_of(gone)), rules)
    if not opens(found, rules):
        minimum = rules.opening.minimum
        yield rules.violation(
            Refusal.OPENING_TOO_LOW, "opening", value=found.value, minimum=minimum
        )


def move_violations(
    before: Tableau, after: Tableau, rack: Tiles, rules: RulesProfile, *, opened: bool
) -> tuple[Violation, ...]:
    """Everything wrong with turning the tableau `before` into `after` with tiles of `rack`."""
    # Melds that lie as they lay need no second look: most of a table is left alone in a move.
    gone, new = without(before, after), without(after, before)
    found = [*meld_violations(new, rules), *tile_violations(gone, new, rack, rules)]
    if rules.melds.taken_joker_moves_on and not found:
        found += joker_violations(before, after, rules)
    if not opened:
        found += opening_violations(gone, new, rules)
    return tuple(found)
