"""Every constraint of the decoder is a sentence of ours: no word of its English reaches people."""

import datetime
import re
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta

from stolik.app.reading import faults
from stolik.app.texts import LANGUAGES, say


class Row(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    one: int
    other: int = 0


# One of each kind of constraint that msgspec has (its documentation, "Constraints"), and more.
BROKEN: list[tuple[Any, Any, str]] = [
    (Annotated[int, Meta(ge=3)], 1, "least 3"),
    (Annotated[int, Meta(gt=3)], 1, "least 4"),
    (Annotated[int, Meta(le=3)], 5, "most 3"),
    (Annotated[int, Meta(lt=3)], 5, "most 2"),
    (Annotated[float, Meta(ge=3)], 1.0, "least 3"),
    (Annotated[float, Meta(gt=3)], 1.0, "above 3"),
    (Annotated[float, Meta(le=3)], 5.0, "most 3"),
    (Annotated[float, Meta(lt=3)], 5.5, "below 3"),
    (Annotated[int, Meta(multiple_of=5)], 3, "multiple 5"),
    (Annotated[str, Meta(min_length=3)], "a", "signs_least 3"),
    (Annotated[str, Meta(max_length=4)], "abcde", "signs_most 4"),
    (Annotated[str, Meta(pattern="^a$")], "b", "form"),
    (Annotated[bytes, Meta(max_length=1)], "aaaaaaaa", "signs_most 1"),
    (Annotated[list[int], Meta(min_length=3)], [1], "items_least 3"),
    (Annotated[list[int], Meta(max_length=1)], [1, 2], "items_most 1"),
    (Annotated[dict[str, int], Meta(max_length=0)], {"a": 1}, "items_most 0"),
    (tuple[int, int], [1], "items 2"),
    (Row, [], "items_least 1"),
    (Row, [1, 2, 3], "items_most 2"),
    (Annotated[datetime.datetime, Meta(tz=True)], "2026-01-01T00:00:00", "form"),
    (datetime.date, "x", "form"),
]
_ENGLISH = re.compile(
    r"\bof\b|length|<=|>=|expected|invalid|regex|multiple of|of at|out of range", re.I
)


def refused(kind: Any, value: Any) -> str:
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(value, kind)
    return str(raised.value)


@pytest.mark.parametrize(("kind", "value", "limit"), BROKEN)
def test_every_constraint_is_said_in_words_of_ours(kind: Any, value: Any, limit: str):
    found = faults.fault_of(refused(kind, value), dict)
    assert found.facts["limit"] == limit
    assert not _ENGLISH.search(say(found, "pl"))
    assert "?" not in say(found, "pl")


def test_a_number_beyond_all_numbers_is_a_limit_too():
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.json.decode(b'{"a": 1e999}', type=dict[str, float])
    assert faults.fault_of(str(raised.value), dict).facts["limit"] == "range"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentence_says_what_is_allowed(lang: str):
    told = faults.fault_of("Expected `str` of length <= 4 - at `$.label`", dict)
    words = {"pl": "najwyżej tyle znaków: 4", "en": "at most 4 signs"}
    assert words[lang] in say(told, lang)
    assert "label" in say(told, lang)


def test_the_check_bites(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(faults, "_limit", lambda _, words: words)
    found = faults.fault_of("Expected `str` of length <= 4", dict)
    assert _ENGLISH.search(say(found, "pl"))
