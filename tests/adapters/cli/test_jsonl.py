"""One answer per line, in order; a bad line never harms the others."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path

from stolik.adapters.cli.jsonl import Typed
from tests.adapters.cli.asking import ask, ask_lines, run

STOLIK = str(Path(sys.executable).parent / "stolik")
GOOD = b'{"rack": ["r12", "r13", "j"]}\n'


def code(line: bytes) -> str | None:
    (found,) = ask_lines("opening", line).codes
    return found


def test_answers_come_in_order_and_bad_lines_between_them_are_refused():
    reply = ask_lines("opening", GOOD + b"nonsense\n" + b'{"rack": []}\n')
    assert reply.codes == [None, "request.not_json", None]
    assert [answer.get("value") for answer in reply.answers] == [36, None, 0]
    assert reply.status == 1


def test_a_refusal_has_code_message_and_line():
    (_, refused) = ask_lines("opening", GOOD + b"{}").answers
    error = refused["error"]
    assert {"code", "message", "line"} <= set(error)
    assert (error["code"], error["line"]) == ("request.missing_field", 2)
    assert "rack" in error["message"]


def test_blank_lines_are_skipped_but_counted():
    reply = ask_lines("opening", b"\n   \n" + GOOD + b"\r\n" + b"[]\n\n")
    assert reply.codes == [None, "request.wrong_type"]
    assert reply.answers[1]["error"]["line"] == 5


def test_the_exit_status_is_0_when_every_line_is_answered():
    assert ask_lines("opening", GOOD * 3).status == 0
    assert ask_lines("opening", b"").status == 0


def test_languages_change_the_message_and_never_the_code():
    polish, english = (ask("opening", {"rock": []}, "--lang", lang) for lang in ("pl", "en"))
    assert polish["error"]["code"] == english["error"]["code"] == "request.unknown_field"
    assert polish["error"]["message"] != english["error"]["message"]


def test_the_language_may_be_named_before_the_command():
    before, _ = run("--lang", "en", "opening", stdin=b"{}")
    after, _ = run("opening", "--lang", "en", stdin=b"{}")
    assert before == after


def test_polish_is_the_default():
    assert ask("opening", {"rock": []}) == ask("opening", {"rock": []}, "--lang", "pl")


def test_every_violation_is_told_and_the_first_gives_the_code():
    seats = [{"rack_sum": -1}, {"rack_sum": 900}]
    error = ask("score", {"profile": "mp2023", "ending": "went_out", "seats": seats})["error"]
    codes = [violation["code"] for violation in error["violations"]]
    assert codes == ["score.rack_negative", "rack.too_high", "score.one_empty_rack"]
    assert error["code"] == codes[0]
    assert all(violation["message"] in error["message"] for violation in error["violations"])


def test_what_is_not_json_is_refused():
    assert code(b'{"rack": [}') == "request.not_json"
    assert code(b'{"rack": [NaN]}') == "request.not_json"
    assert code(b'{"rack": [-Infinity]}') == "request.not_json"
    assert code(b'{"rack": ["\xff\xfe"]}') == "request.not_json"
    assert code(b'{"rack": ["\\ud800"]}') == "request.not_json"
    assert code(b'{"rack": []} {"rack": []}') == "request.not_json"
    assert code(b"[" * 100_000) == "request.not_json"
    assert code(b'{"rack": ' + b"9" * 5000 + b"}") == "request.not_json"
    assert code(b'{"rack": 1e999999999999}') == "request.not_json"


def test_a_field_given_twice_is_refused():
    assert code(b'{"rack": [], "rack": ["r5"]}') == "request.duplicate_field"


def test_fields_are_refused_by_name():
    error = ask("opening", {"rack": [], "tabliczka": []})["error"]
    assert error["code"] == "request.unknown_field"
    assert "tabliczka" in error["message"]
    error = ask(
        "melds",
        {
            "profile": "mp2023",
            "tile_width": 30,
            "tile_height": 42,
            "tiles": [{"tile": "r5", "x": 0, "y": 0}, {"tile": "r5", "x": "0", "y": 0}],
        },
    )["error"]
    assert error["code"] == "request.wrong_type"
    assert "tiles[1].x" in error["message"]


def test_a_line_of_ten_megabytes_is_refused_and_the_next_is_answered():
    reply = ask_lines("opening", b'{"rack": [' + b'"r5",' * 2_000_000 + b"]}\n" + GOOD)
    assert reply.codes == ["request.too_long", None]


def test_a_mark_at_the_start_of_the_stream_is_no_fault():
    assert ask_lines("opening", b"\xef\xbb\xbf" + GOOD).codes == [None]


def test_a_last_line_without_an_end_counts():
    assert ask_lines("opening", GOOD.rstrip()).codes == [None]


def test_an_answer_comes_before_the_next_request_is_sent():
    with subprocess.Popen(
        [STOLIK, "opening"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(2):
            process.stdin.write(GOOD)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["value"] == 36
        process.stdin.close()
        assert process.wait(timeout=10) == 0


def test_the_installed_command_knows_its_version():
    shown = subprocess.run([STOLIK, "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout.startswith("stolik, version ")


def test_every_command_helps_with_an_example():
    overview, _ = run("--help")
    for command in ("melds", "opening", "play", "practise", "replay", "rules", "score", "verdict"):
        assert command in overview
        helped, status = run(command, "--help")
        assert status == 0
        assert f"stolik {command}" in helped.split("Options:")[0].partition("\n")[2]


def test_who_types_is_shown_that_a_line_is_waited_for_and_gets_help(capsys):
    keyboard = Typed(BytesIO(b"help\n{}\n"), lambda: "What a line may ask for")
    assert keyboard.readline(100) == b"{}\n"
    assert capsys.readouterr().err == "> What a line may ask for\n> "
