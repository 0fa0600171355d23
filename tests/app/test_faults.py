"""Every fault of a request is a sentence of ours, found wherever the decoder finds one."""

import re
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta
from msgspec.inspect import type_info

from stolik.app.reading import typed
from stolik.app.reading.faults import fault_in, fault_in_address
from stolik.app.reading.typed import Request, read
from stolik.app.texts import LANGUAGES, say
from stolik.refusal import Refused, Violation


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Seat(Request):
    rack: Annotated[list[Annotated[str, Meta(max_length=3)]], Meta(min_length=1, max_length=2)]
    x: Fraction = Fraction(0)


class All(Request):
    """One field of each kind that a request of ours has."""

    name: Annotated[str, Meta(min_length=1, max_length=4)]
    at: Annotated[str, Meta(pattern="^[0-9]+$")] = "1"
    count: Annotated[int, Meta(ge=-1, le=5)] = 0
    side: Literal["left", "right"] | None = None
    colour: Colour | None = None
    sure: bool = False
    either: int | Annotated[str, Meta(max_length=2)] = 0
    many: int | list[int] = 0
    seats: tuple[Seat, ...] = ()
    one: Seat | None = None
    cards: Annotated[dict[str, int], Meta(max_length=2)] | None = None
    whatever: Any = None


FAULTS: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({"name": ""}, "limit", {"field": "name", "limit": "signs_least 1"}),
    ({"name": "abcde"}, "limit", {"field": "name", "limit": "signs_most 4"}),
    ({"at": "b"}, "limit", {"field": "at", "limit": "form"}),
    ({"count": -2}, "limit", {"field": "count", "limit": "least -1"}),
    ({"count": 6}, "limit", {"field": "count", "limit": "most 5"}),
    ({"count": 10**30}, "limit", {"field": "count", "limit": "most 5"}),
    ({"count": True}, "wrong_type", {"field": "count", "expected": "int", "got": "bool"}),
    ({"count": None}, "wrong_type", {"field": "count", "expected": "int", "got": "null"}),
    ({"count": Decimal("1.5")}, "wrong_type", {"field": "count", "got": "decimal"}),
    ({"sure": 1}, "wrong_type", {"field": "sure", "expected": "bool", "got": "int"}),
    ({"either": []}, "wrong_type", {"field": "either", "expected": "int | str", "got": "array"}),
    ({"either": "abc"}, "limit", {"field": "either", "limit": "signs_most 2"}),
    ({"many": {}}, "wrong_type", {"field": "many", "expected": "int | array", "got": "object"}),
    ({"many": [1, "a"]}, "wrong_type", {"field": "many[1]", "expected": "int", "got": "str"}),
    ({"side": "up"}, "wrong_choice", {"field": "side", "choices": ("left", "right")}),
    ({"side": 3}, "wrong_type", {"field": "side", "expected": "str | null", "got": "int"}),
    ({"colour": "green"}, "wrong_choice", {"field": "colour", "choices": ("red", "blue")}),
    ({"seats": [{}]}, "missing_field", {"field": "seats[0].rack"}),
    ({"seats": [{"rack": ["r1"], "no": 1}]}, "unknown_field", {"field": "seats[0].no"}),
    ({"seats": [{"rack": []}]}, "limit", {"field": "seats[0].rack", "limit": "items_least 1"}),
    ({"seats": [{"rack": ["a", "b", "c"]}]}, "limit", {"limit": "items_most 2"}),
    ({"one": {"rack": ["long"]}}, "limit", {"field": "one.rack[0]", "limit": "signs_most 3"}),
    ({"one": {"rack": ["a"], "x": "1"}}, "wrong_type", {"field": "one.x", "expected": "decimal"}),
    ({"one": {"rack": ["a"], "x": 10**7}}, "number", {"field": "one.x", "most": 10**6}),
    ({"one": {"rack": ["a"], "x": Decimal("1e-10")}}, "number", {"decimals": 9}),
    ({"cards": {"a": 1, "b": 2, "c": 3}}, "limit", {"field": "cards", "limit": "items_most 2"}),
    ({"cards": {"a": "b"}}, "wrong_type", {"field": "cards[...]", "expected": "int"}),
    ({"no": 1}, "unknown_field", {"field": "no"}),
]
_ENGLISH = re.compile(
    r"\bof\b|length|<=|>=|expected|invalid|regex|multiple of|of at|out of range", re.I
)


def refused(value: Any) -> Violation:
    with pytest.raises(Refused) as raised:
        read(All, value)
    return raised.value.violations[0]


@pytest.mark.parametrize(("value", "code", "facts"), FAULTS)
def test_every_fault_is_said_in_words_of_ours(value: Any, code: str, facts: dict[str, Any]):
    found = refused({"name": "a"} | value)
    assert found.code == f"request.{code}"
    assert facts.items() <= found.facts.items()
    assert not _ENGLISH.search(say(found, "pl"))
    assert "?" not in say(found, "pl")


def test_the_request_itself_is_a_field_too():
    assert refused([1]).facts == {"field": "$", "expected": "object", "got": "array"}
    assert refused({}).facts == {"field": "name"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentence_says_what_is_allowed(lang: str):
    words = {"pl": "najwyżej tyle znaków: 4", "en": "at most 4 signs"}
    assert words[lang] in say(refused({"name": "abcde"}), lang)
    assert "name" in say(refused({"name": "abcde"}), lang)


def test_a_number_in_an_address_is_written_as_a_text():
    whole = type_info(Annotated[int, Meta(le=5, extra={"query": True})] | None)
    assert fault_in_address("5", whole, "seq") is None
    for text, code in (("6", "request.limit"), ("x", "request.wrong_type")):
        found = fault_in_address(text, whole, "seq")
        assert found is not None
        assert (found.code, found.facts["field"]) == (code, "seq")


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 8),
    st.just(10**30),
    st.decimals(-2, 2, places=2),
    st.sampled_from(["", "a", "12", "left", "red", "abcdef"]),
)
_NAMES = st.sampled_from(["rack", "x", "y", "name"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*All.__struct_fields__, "no"]), VALUES, max_size=3))
def test_a_fault_is_found_exactly_where_the_decoder_finds_one(value: dict[str, Any]):
    value = {"name": "a"} | value
    fault = fault_in(value, type_info(All))
    said = _said_by_the_decoder(value)
    assert (fault is None) == (said is None), said
    if fault and said and " - at `$." in said and not said.startswith("Object "):
        assert fault.facts["field"] == said.rpartition(" - at `$.")[2].removesuffix("`")


def _said_by_the_decoder(value: dict[str, Any]) -> str | None:
    try:
        msgspec.convert(value, All, dec_hook=typed._exact)
    except msgspec.ValidationError as error:
        return str(error)
    return None


def test_every_request_has_fields_of_known_types_only():
    """A new kind of field is met here before somebody's request meets it."""
    import stolik.wiring.serving  # noqa: F401 - all requests of HTTP are known then
    from stolik.app.reading.faults import _arms, _name

    def seen(kind: Any) -> None:
        for arm in _arms(kind):
            if not isinstance(arm, msgspec.inspect.AnyType):
                _name(arm)
            for name in ("item_type", "value_type"):
                if hasattr(arm, name):
                    seen(getattr(arm, name))
            for one in getattr(arm, "fields", ()):
                seen(one.type)

    def below(kind: type[Any]) -> list[type[Any]]:
        return [kind, *(found for each in kind.__subclasses__() for found in below(each))]

    assert len(below(Request)) > 40
    for kind in below(Request):
        seen(type_info(kind))
