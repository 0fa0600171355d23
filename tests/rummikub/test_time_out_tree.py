"""The questions of a time-out lead where the regulation says, under every profile."""

import pytest

from stolik.app.library import RULES, rules_profile
from stolik.rummikub.time_out_tree import Answer, Branch, Node, outcome, time_out_tree


def told(**answers: bool) -> Answer:
    """Answers as a table gives them; what is asked and was not told fails."""
    return lambda question: answers[question.value]


NO_HAND = {"drew": False, "table_tile": False}
LIES = {**NO_HAND, "valid": True, "touched": False}
CASES = [
    # (what the table says, the ruling, its line at mp2023, penalty tiles)
    ({"drew": True}, "already_drew", "mp2023 L50", 0),
    (
        {**LIES, "laid": True, "opened": True, "own_tile": True},
        "own_tile_back",
        "mp2023 L29",
        0,
    ),
    ({**LIES, "laid": True, "opened": True, "own_tile": False}, "move_stands", "mp2023 L40", 0),
    (
        {**LIES, "laid": True, "opened": False, "opens": True, "own_tile": False},
        "move_stands",
        "mp2023 L40",
        0,
    ),
    ({**LIES, "laid": True, "opened": False, "opens": False}, "no_move", "mp2023 L31", 1),
    ({**LIES, "laid": False}, "no_move", "mp2023 L31", 1),
    (
        {"drew": False, "table_tile": True, "restorable": True, "touched": False},
        "table_tile_in_hand",
        "mp2023 L32",
        1,
    ),
    ({"drew": False, "table_tile": True, "restorable": False}, "unrestorable", "mp2023 L36", 0),
    (
        {**NO_HAND, "valid": False, "restorable": True, "touched": False},
        "unfinished",
        "mp2023 L35",
        1,
    ),
    ({**NO_HAND, "valid": False, "restorable": False}, "unrestorable", "mp2023 L36", 0),
    ({**NO_HAND, "valid": True, "touched": True}, "touched", "mp2023 L64", 1),
    (
        {**NO_HAND, "valid": False, "restorable": True, "touched": True},
        "touched",
        "mp2023 L64",
        1,
    ),
]


@pytest.mark.parametrize(("answers", "ruling", "article", "tiles"), CASES)
def test_the_answers_lead_to_the_ruling(answers, ruling, article, tiles):
    found = outcome(time_out_tree(rules_profile("mp2023")), told(**answers))
    assert (found.ruling, found.article, found.tiles) == (ruling, article, tiles)


@pytest.mark.parametrize("profile", RULES)
def test_every_end_cites_a_line_and_every_case_ends_alike(profile):
    rules = rules_profile(profile)
    tree = time_out_tree(rules)
    assert {end.article for end in ends(tree)} >= {rules.article("time_out.unfinished")}
    assert all(end.article for end in ends(tree))
    for answers, ruling, _, _ in CASES:
        assert outcome(tree, told(**answers)).ruling == ruling


def test_school_championship_cites_its_own_line_for_the_unfinished_move():
    tree = time_out_tree(rules_profile("szkoly2015"))
    answers = {**NO_HAND, "valid": False, "restorable": True, "touched": False}
    assert outcome(tree, told(**answers)).article == "szkoly2015 L93"


def ends(node: Node) -> list:
    return [*ends(node.yes), *ends(node.no)] if isinstance(node, Branch) else [node]
