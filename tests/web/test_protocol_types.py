"""The browser's types say what the server's classes say."""

from tools.protocol_types import TARGET, protocol


def test_the_types_are_up_to_date():
    assert TARGET.read_text("utf-8") == protocol(), "run tools/protocol_types.py"
