"""One move, one number: hint, header and button say the same of a joker."""

from stolik.app.library import rules_profile
from stolik.rummikub.openings import laid_value, opening_value
from stolik.rummikub.tiles import Tile

RULES = rules_profile("mp2023")
EIGHTS = (Tile("b8"), Tile("o8"), Tile("r8"))
JOKER_RUN = (Tile("o3"), Tile("o4"), Tile("j"))


def test_an_opening_is_worth_what_counts_towards_it():
    laid = (*EIGHTS, *JOKER_RUN)
    assert laid_value((), (EIGHTS, JOKER_RUN), RULES) == 36
    assert opening_value((EIGHTS, JOKER_RUN), laid, RULES) == 36


def test_a_meld_that_grows_adds_only_what_was_laid():
    assert laid_value((EIGHTS,), ((Tile("k8"), *EIGHTS),), RULES) == 8


def test_loose_tiles_add_nothing():
    assert laid_value((EIGHTS,), (EIGHTS, (Tile("k3"),)), RULES) == 0
