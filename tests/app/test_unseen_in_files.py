"""Nothing that cannot be seen comes in by a file of one's own: boards, rules, formats."""

import re
from collections.abc import Callable
from importlib.resources import files

import pytest

from stolik.app import library
from stolik.app.games.wojtek import own_boards
from stolik.app.tournaments import own_rules

TURNED = "\u202e"  # what follows reads from the right


def _board(text: str) -> tuple[str, ...]:
    return own_boards.looked_at(own_boards.Draft(text), "en").faults


def _own(kind: own_rules.OwnKind) -> Callable[[str], tuple[str, ...]]:
    return lambda text: own_rules.looked_at(own_rules.Draft(kind, text), "en").faults


WAYS = {
    "boards/trasa": _board,
    "rules/mp2023": _own(own_rules.OwnKind.RULES),
    "formats/szkoly2015": _own(own_rules.OwnKind.FORMAT),
}


def planted(name: str) -> dict[str, str]:
    """The file with the sign in one of its texts, for each line that has any."""
    text = (files("stolik.data") / f"{name}.toml").read_text("utf-8")
    found = re.finditer(r'^([\w.]+ = [^#\n]*?)"(?=[\s,\]}]|$)', text, re.MULTILINE)
    return {one[1].split(" ")[0]: text[: one.end(1)] + TURNED + text[one.end(1) :] for one in found}


def taken(name: str) -> list[str]:
    """The fields that take it."""
    texts = planted(name)
    assert len(texts) >= 9, texts.keys()
    said = {field: WAYS[name](text) for field, text in texts.items()}
    return [field for field, faults in said.items() if not any(field in one for one in faults)]


@pytest.mark.parametrize("name", WAYS)
def test_no_text_of_a_file_takes_a_sign_that_turns_it_round(name: str):
    assert taken(name) == []
    assert not WAYS[name]((files("stolik.data") / f"{name}.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", WAYS)
def test_neither_does_the_name_of_a_field_nor_a_list(name: str):
    for more in (f'"a{TURNED}b" = 1', f'[x."y{TURNED}"]', f'x = [["a", "{TURNED}"]]'):
        assert any("cannot be seen" in fault for fault in WAYS[name](f"{more}\n")), more


def test_a_text_has_a_length():
    (fault,) = _board(f'based_on = "trasa"\nid = "x"\ntitle = "{"x" * 201}"\n')
    assert "title" in fault
    assert "200" in fault


def test_a_reader_that_looks_at_no_text_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(library, "_unseen", lambda _: ())
    assert all(taken(name) for name in WAYS)
