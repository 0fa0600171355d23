"""A message that cannot be read is refused by its field, in the reader's language."""

import json

import pytest

from stolik.adapters.web.edge.budget import LARGEST
from stolik.adapters.web.sockets import clock_messages
from stolik.adapters.web.sockets.table_messages import is_hello, reader_of
from stolik.app.games.registry import ASKS
from stolik.app.reading.codes import Refusal as Unread
from stolik.app.tables.codes import Refusal
from stolik.refusal import Refused

ID = "0" * 32
LAY = {"t": "lay", "id": ID}
PLAIN = {"t": "tap", "id": ID, "seat": 0, "move": 1}


def at_a_table(message: object) -> list[tuple[str, object]]:
    return _refused(reader_of(ASKS).read, message)


def at_a_clock(message: object) -> list[tuple[str, object]]:
    return _refused(clock_messages.read_message, message)


def _refused(read, message: object) -> list[tuple[str, object]]:
    raw = message if isinstance(message, str | bytes) else json.dumps(message)
    with pytest.raises(Refused) as caught:
        read(raw)
    return [(found.code, found.facts.get("field")) for found in caught.value.violations]


BROKEN = (Refusal.MESSAGE_UNREADABLE, None)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({**PLAIN, "seat": 9}, [(Unread.LIMIT, "seat")]),
        ({**PLAIN, "seat": "A"}, [BROKEN, (Unread.WRONG_TYPE, "seat")]),
        ({**PLAIN, "colour": 1}, [BROKEN, (Unread.UNKNOWN_FIELD, "colour")]),
        ({"t": "tap", "id": ID, "seat": 1}, [BROKEN, (Unread.MISSING_FIELD, "move")]),
        ({"t": "tick"}, [BROKEN, (Unread.WRONG_CHOICE, "t")]),
        ({"t": 7}, [BROKEN, (Unread.WRONG_CHOICE, "t")]),
        ([], [BROKEN, (Unread.WRONG_TYPE, "$")]),
        ("{", [BROKEN, (Unread.NOT_JSON, None)]),
        (b"\xff", [BROKEN, (Unread.NOT_JSON, None)]),
        ("[" * 9_000, [BROKEN, (Unread.NOT_JSON, None)]),
        ("x" * (LARGEST + 1), [BROKEN, (Unread.TOO_LONG, None)]),
        ({"t": "correct", "id": ID, "seat": 1, "reason": " . "}, [(Unread.REASON, "reason")]),
        ({"t": "correct", "id": ID, "seat": 1, "reason": "a\u202eb"}, [(Unread.TURNING, None)]),
    ],
)
def test_a_clock_names_what_is_wrong(message: object, told: list[tuple[str, object]]):
    assert at_a_clock(message) == told


def test_a_table_names_what_is_wrong():
    assert at_a_table({**LAY, "felt": [["R1a", 0]]}) == [(Unread.LIMIT, "felt[0]")]
    assert at_a_table({**LAY, "felt": [["R1a", 0, 10**7]]}) == [(Unread.LIMIT, "felt[0].y")]
    assert at_a_table({"t": "lie"}) == [BROKEN, (Unread.WRONG_CHOICE, "t")]


def test_every_message_without_its_fields_is_refused_by_name():
    readers = (reader_of(ASKS).twins, at_a_table), (clock_messages.MESSAGES, at_a_clock)
    for kinds, refused in readers:
        for kind in kinds:
            tag = kind.__struct_config__.tag
            assert refused({"t": tag, "nobody": 1}) == [BROKEN, (Unread.UNKNOWN_FIELD, "nobody")]


@pytest.mark.parametrize(
    ("said", "looked_at"),
    [
        ('{"t": "hello", "table": 7}', True),
        ('{"t": "lay", "x": 0.5}', False),
        ("{}", False),
        ("", True),
        ("[]", True),
        ("[" * 9_000, True),
        (b"\xff", True),
        ('{"t": "\ud800"}', True),
    ],
)
def test_before_the_hello_nothing_else_is_looked_at(said: str | bytes, looked_at: bool):
    assert is_hello(said) is looked_at
