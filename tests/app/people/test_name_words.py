"""A surname alone tells who is meant, unless somebody else bears it."""

import pytest

from stolik.app.people.name_words import name_words

OTHERS = ["Anna Zielona", "Piotr Morski"]


@pytest.mark.parametrize(
    "text",
    ["kara dla Leśnej", "LEŚNA się spóźniła", "(Leśną) upomniano", "u Teresy", "Teresa Leśna"],
)
def test_one_word_of_the_name_is_enough_in_any_case(text: str):
    words = name_words("Teresa Leśna", OTHERS)
    assert words.means(text)
    assert not words.may_mean(text)


@pytest.mark.parametrize("text", ["w lesie", "lekki ruch", "kara dla Zielonej", "", "7"])
def test_other_words_are_left(text: str):
    assert not name_words("Teresa Leśna", OTHERS).means(text)


def test_a_namesake_may_be_meant():
    words = name_words("Teresa Leśna", [*OTHERS, "Jan Leśny"])
    assert not words.means("kara dla Leśnej")
    assert words.may_mean("kara dla Leśnej")
    assert words.means("kara dla Teresy")
