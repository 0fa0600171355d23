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


@pytest.mark.parametrize(
    ("surname", "text"),
    [
        *(("Lis", f"kara {form}") for form in ("Lisa", "dla Lisowi", "z Lisem", "o Lisie", "Lis")),
        *(("Bąk", form) for form in ("Bąk", "Baka upomniano", "z Bąkiem")),
        *(("Dudek", form) for form in ("u Dudka", "z Dudkiem", "dudkowi")),
        *(("Kupiec", form) for form in ("Kupca nie było", "z Kupcem")),
        *(("Wróbel", form) for form in ("Wróbla", "wroblem")),
        *(("Kozioł", form) for form in ("Kozła", "kozłowi")),
        *(("Marzec", form) for form in ("Marca", "o Marcu")),
        *(("Orzeł", form) for form in ("Orła", "orłem")),
        *(("Gołąb", form) for form in ("Gołębia", "golebiem", "Gołąb")),
        *(("Sokół", form) for form in ("Sokoła", "sokole")),
        *(("Kawka", form) for form in ("Kawce", "Kawką", "kawki")),
        *(("Noga", form) for form in ("Nodze", "Nogę")),
        *(("Mucha", form) for form in ("Musze", "muchę")),
        *(("Gołota", form) for form in ("Gołocie", "Gołotą")),
        *(("Duda", form) for form in ("Dudzie", "Dudy")),
        *(("Kot", form) for form in ("Kota", "o Kocie")),
        *(("Mały", form) for form in ("Małego", "z Małym")),
        ("Leśna", "lesna sie spoznila"),
        ("Lesna", "kara dla Leśnej"),
        ("Nowak-Lis", "z Lisem"),
        ("Les\u0301na", "Leśnej"),
    ],
)
def test_every_word_of_the_name_in_every_form(surname: str, text: str):
    assert name_words(f"Teresa {surname}", OTHERS).means(text)


@pytest.mark.parametrize("text", ["w lesie", "lekki ruch", "kara dla Zielonej", "", "7"])
def test_other_words_are_left(text: str):
    assert not name_words("Teresa Leśna", OTHERS).means(text)


@pytest.mark.parametrize(
    ("surname", "text"),
    [
        ("Lis", "lista wyników, listwa, lisowczyk"),
        ("Kot", "koc i kotara"),
        ("Bąk", "bakteria"),
        ("Ewa", "ewentualnie"),
        ("Dudek", "dudnienie"),
        ("Do", "wrócił do stołu"),
        ("Ala", "spóźnił się, ale tylko raz"),
        ("Ida", "idzie do domu"),
    ],
)
def test_a_short_name_is_not_found_in_longer_words(surname: str, text: str):
    words = name_words(surname, OTHERS)
    assert not words.means(text)
    assert not words.may_mean(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Do", "Kara dla Do"),
        ("Ala", "Ale tylko raz"),
        ("Ala", "u Ali"),
        ("Mały", "po małym sporze"),
        ("Lis", "lis znów krzyczał"),
    ],
)
def test_a_name_that_may_be_a_plain_word_is_shown_to_the_organiser(name: str, text: str):
    words = name_words(f"Teresa {name}", OTHERS)
    assert not words.means(text)
    assert words.may_mean(text)


def test_what_speaks_of_somebody_for_certain_is_nothing_to_ask_about():
    words = name_words("Teresa Mały", OTHERS)
    assert words.means("Mały krzyczał po małym sporze")
    assert not words.may_mean("Mały krzyczał po małym sporze")


def test_a_namesake_may_be_meant():
    words = name_words("Teresa Leśna", [*OTHERS, "Jan Leśny"])
    assert not words.means("kara dla Leśnej")
    assert words.may_mean("kara dla Leśnej")
    assert words.means("kara dla Teresy")


def test_a_name_that_another_has_in_some_case_is_shared():
    words = name_words("Jan Dudek", [*OTHERS, "Ewa Dudka"])
    assert not words.means("Dudka upomniano")
    assert words.may_mean("Dudka upomniano")
