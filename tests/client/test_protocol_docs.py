"""docs/protocol.md says what the server says, and the client reads what it is sent."""

import dataclasses
from typing import get_args

import msgspec

from stolik.app.tables import messages as server
from stolik.client import messages as client
from tools.protocol_docs import PAGE, page


def test_the_tables_of_the_page_are_those_of_the_classes():
    written = PAGE.read_text("utf-8")
    assert page(written) == written, "run: python -m tools.protocol_docs"


def test_the_page_names_every_refusal_of_a_move():
    written = PAGE.read_text("utf-8")
    of_moves = ("turn.not_yours", "opening.too_low", "wojtek.not_your_turn", "live.stale")
    assert not [code for code in (*of_moves, "request.limit") if f"| `{code}` |" not in written]


def test_a_page_with_an_old_table_is_found_out():
    old = PAGE.read_text("utf-8").replace("| `last_seq` |", "| `last_number` |", 1)
    assert "`last_number`" in old
    assert "`last_number`" not in page(old)


def test_the_client_asks_for_no_field_the_server_does_not_send():
    sent = {
        next(f.default for f in dataclasses.fields(kind) if f.name == "t"): {
            f.name for f in dataclasses.fields(kind)
        }
        for kind in get_args(server.ServerMessage)
    }
    for kind in get_args(client.Heard):
        read = {field.name for field in msgspec.structs.fields(kind)}
        assert read <= sent[kind.__struct_config__.tag], kind
