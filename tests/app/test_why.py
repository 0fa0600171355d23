"""Why somebody did something is told in words: one rule, at every door."""

import re

import pytest
from msgspec import inspect

from stolik.adapters.web.routes.hall import MoreMinutes, MoreSeconds, Why
from stolik.adapters.web.routes.reports import Dismissal
from stolik.adapters.web.sockets.clock_messages import MESSAGES as CLOCK
from stolik.adapters.web.sockets.table_messages import MESSAGES as TABLE
from stolik.app.reading.reasons import MAYBE_WHY, WHY
from stolik.app.tournaments.requests import REQUESTS
from tests.tournament.hall import Hall

NO_REASONS = (
    *(
        ".",
        "-",
        "…",
        "?",
        "·",
        "!!!",
        "__",
        "a\nb",
        "koniec\n",
        "a\rb",
        "a\tb",
        "a\u2028b",
        "\x07a",
    ),
    *("a\u200bb", "\u3164", "\uffa0\u115f", "\u2800", "a\x85b"),
)
REASONS = ("x", "7", "spóźnienie", "§ 4.2: za wolno", "ж", "a" * 500, "nie — bo tak!")


@pytest.mark.parametrize("why", NO_REASONS)
def test_what_says_nothing_or_hides_something_is_no_reason(why: str):
    assert not re.search(WHY, why)
    assert not re.search(MAYBE_WHY, why)
    hall = Hall().create("zimowy")
    hall.do("enter", name="Zawodnik 1")
    assert hall.code("withdraw", entrant=1, reason=why) == "request.reason"


@pytest.mark.parametrize("why", REASONS)
def test_words_are_a_reason(why: str):
    assert re.search(WHY, why)
    assert re.search(MAYBE_WHY, why)


def test_where_none_is_needed_it_may_be_left_out():
    assert all(re.search(MAYBE_WHY, why) for why in ("", "  "))
    assert not any(re.search(WHY, why) for why in ("", "  "))


SHAPES = (
    *(*TABLE, *CLOCK, Dismissal, MoreMinutes, MoreSeconds, Why),
    *(one.shape for one in REQUESTS.values()),
)


def test_every_reason_that_can_be_sent_is_read_by_this_rule():
    found = {
        f"{shape.__name__}.{one.name}": one.type.pattern
        for shape in SHAPES
        for one in fields_of(shape)
        if one.name in ("reason", "words") and isinstance(one.type, inspect.StrType)
    }
    assert len(found) > 25
    assert set(found.values()) == {WHY, MAYBE_WHY}, found


def fields_of(shape: type) -> tuple[inspect.Field, ...]:
    kind = inspect.type_info(shape)
    assert isinstance(kind, inspect.StructType | inspect.DataclassType)
    return kind.fields
