"""The browser's types say what the server's classes say."""

from tools.protocol_types import HTTP_TARGET, TARGET, http_types, protocol


def test_the_types_are_up_to_date():
    assert TARGET.read_text("utf-8") == protocol(), "run tools/protocol_types.py"


def test_the_types_of_answers_are_up_to_date():
    assert HTTP_TARGET.read_text("utf-8") == http_types(), "run tools/protocol_types.py"


def test_what_may_be_left_out_and_what_is_spread():
    told = http_types()
    assert "export interface Round extends RoundSummary {\n  tables: RoundTable[];\n}" in told
    assert "  from: string;" in told
    assert "  tied_on_line?: boolean;" in told
    assert "  fixed_table: number | null;" in told
