"""Both catalogues say everything the code can say, and nothing else."""

import ast
import pkgutil
import re
from collections.abc import Iterator
from enum import StrEnum
from importlib import import_module
from inspect import getmembers, isclass
from pathlib import Path

import pytest

import stolik
from stolik.app.games.wojtek.board_switches import FIELDS, SWITCHES, switches_of
from stolik.app.library import BOARDS, board
from stolik.app.plurals import placeholders
from stolik.app.texts import LANGUAGES, SPOKEN, catalogue, say, text
from stolik.app.tournaments.own_rules import OwnKind
from stolik.refusal import Violation
from tests.app.asked_fields import typed_fields
from tests.app.own_fields import field_names

# Names of JSON types, as facts of other texts.
TYPES = ("any", "array", "bool", "decimal", "int", "null", "object", "str", "table", "text")


def enums_named(name: str) -> Iterator[type[StrEnum]]:
    """Every enumeration of this name in the package, so that a new one is never forgotten."""
    seen = set()
    for module in pkgutil.walk_packages(stolik.__path__, "stolik."):
        if module.name == "stolik.solver.libkernel":
            continue  # a library of ours beside its source, not a module
        for found, kind in getmembers(import_module(module.name), isclass):
            if found == name and issubclass(kind, StrEnum) and kind not in seen:
                seen.add(kind)
                yield kind


CODES = [
    str(code)
    for name in ("Refusal", "Notice", "NoticeCode")
    for kind in enums_named(name)
    for code in kind
]
PHRASES = [
    str(phrase) for name in ("Phrase", "Conduct") for kind in enums_named(name) for phrase in kind
]
KNOWN = {
    *CODES,
    *PHRASES,
    *(f"{prefix}.{member}" for prefix, kind in SPOKEN.items() for member in kind),
    *(f"type.{name}" for name in TYPES),
    *(f"field_label.{name}" for name in typed_fields()),
    *(f"switch.{switch}" for switch in SWITCHES),
    *(f"switch.field.{field}" for field in FIELDS),
    *(
        f"switch.value.{choice.value}"
        for switch in switches_of(board(BOARDS[0]), "pl")
        for control in switch.controls
        for choice in control.choices
    ),
    *(f"own.{kind.value}.{name}" for kind in OwnKind for name in field_names(kind)),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_can_be_said_has_a_text(lang: str):
    todo = f"give each a sentence in data/texts/{lang}.toml"
    assert sorted(KNOWN - catalogue(lang).keys()) == [], todo


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_left_over(lang: str):
    todo = (
        f"nobody says these of data/texts/{lang}.toml: take them out, or name their list in SPOKEN"
    )
    assert sorted(catalogue(lang).keys() - KNOWN) == [], todo


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_list_to_choose_from_ends_in_the_air(lang: str):
    nothing = Violation("field.choice", facts={"field": "x", "choices": ()})
    assert say(nothing, lang).endswith(": –.")


def test_no_code_means_two_things():
    assert sorted(code for code in set(CODES) if CODES.count(code) > 1) == []


def test_languages_tell_the_same_facts():
    told = {
        key: [placeholders(catalogue(lang).get(key, "")) for lang in LANGUAGES] for key in KNOWN
    }
    assert {key: facts for key, facts in told.items() if facts[0] != facts[1]} == {}
    names = {name for facts in told.values() for name in facts[0]}
    assert sorted(name for name in names if not name.isidentifier()) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_is_a_sentence(lang: str):
    for code in CODES:
        template = catalogue(lang)[code]
        assert template[0].isupper() or template[0] == "{", code
        assert template[-1] in ".!?", code


def test_every_fact_a_text_asks_for_is_given():
    """Read from the source: each place that names a code gives what its sentence needs."""
    wanted = {code: placeholders(catalogue("pl")[code]) for code in CODES}
    seen, lacking = 0, []
    for path in Path(stolik.__path__[0]).rglob("*.py"):
        codes = _codes_named_in(path)
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and (code := _code_of(call, codes)):
                seen += 1
                if missing := wanted[code] - _facts_of(call):
                    lacking.append((path.name, call.lineno, code, missing))
    assert lacking == []
    assert seen > 60


def _codes_named_in(path: Path) -> dict[str, str]:
    """`Refusal.MELD_MIXED` and the like, as this module knows them."""
    module = import_module(".".join(("stolik", *path.relative_to(stolik.__path__[0]).parts))[:-3])
    codes = getmembers(module, lambda one: isclass(one) and issubclass(one, StrEnum))
    enums = {name: kind for name, kind in codes if name.endswith("Refusal")}
    return {f"{name}.{code.name}": str(code) for name, kind in enums.items() for code in kind}


def _code_of(call: ast.Call, codes: dict[str, str]) -> str | None:
    """The code a violation is made with, if it is written out."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name.lower() not in ("violation", "_wrong") or not call.args:
        return None
    return codes.get(ast.unparse(call.args[0]))


def _facts_of(call: ast.Call) -> set[str]:
    given = {keyword.arg or "" for keyword in call.keywords} | {"tiles", "melds"}
    if getattr(call.func, "id", "") == "_wrong":
        return given | {"field"}
    for keyword in call.keywords:
        if keyword.arg == "facts":
            given |= set(re.findall(r"'(\w+)':", ast.unparse(keyword.value)))
            if not isinstance(keyword.value, ast.Dict) or "**" in ast.unparse(keyword.value):
                return _everything()
    return given


def _everything() -> set[str]:
    """Facts gathered elsewhere cannot be read off the call."""
    return {name for code in CODES for name in placeholders(catalogue("pl")[code])}


def test_facts_tiles_and_melds_are_put_in():
    low = Violation("opening.too_low", facts={"value": 27, "minimum": 30})
    assert say(low, "en").startswith("The opening is worth 27, and at least 30 is needed.")
    mixed = Violation("meld.mixed", melds=(("r1", "b2", "k3"),))
    assert "r1 b2 k3" in say(mixed, "pl")
    strange = Violation("tile.unknown", tiles=("x1", "y2"))
    assert "x1 y2" in say(strange, "pl")


def test_a_missing_fact_never_fails_in_front_of_a_user():
    assert "?" in say(Violation("opening.too_low"), "pl")
    assert say(Violation("no.such_code"), "en") == "no.such_code"


def test_a_fact_with_braces_is_no_placeholder():
    assert "{value.__class__}" in text("request.unknown_field", "en", field="{value.__class__}")


def test_what_was_sent_is_never_repeated_without_end():
    long = Violation("request.unknown_field", facts={"field": "x" * 1_000_000})
    many = Violation("tile.unknown", tiles=("x1",) * 100_000)
    assert len(say(long, "pl")) < 500
    assert len(say(many, "pl")) < 300


def test_half_a_character_can_still_be_printed():
    say(Violation("request.unknown_field", facts={"field": "\ud800"}), "pl").encode()


def test_polish_sentences_name_no_command_and_no_state_in_english():
    """Screens show them too: `correct` or `withdrawn` is a word of the code."""
    of_screens = [
        code for code in CODES if not code.startswith(("practise.", "board.", "logbook."))
    ]
    quoted = {code: re.findall(r"„([a-z_]+)”", catalogue("pl")[code]) for code in of_screens}
    known = {"create", "tile_width", "tile_height", "pomoc", "ok"}  # of the command line alone
    assert {code: words for code, words in quoted.items() if set(words) - known} == {}
    gone = Violation("entrant.not_playing", facts={"entrant": 3, "status": "withdrawn"})
    assert "withdrawn" not in say(gone, "pl")
