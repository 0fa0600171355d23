"""A tournament in a file: continued, torn, damaged, foreign, hostile."""

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik.app.tournaments.logbook import Logbook
from stolik.refusal import Refused
from tests.tournament.hall import Hall


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "turniej.jsonl"
    hall = Hall(path).create("zimowy", 7)
    hall.do("draw")
    hall.do("publish")
    hall.play_round(Random(1))
    return path


def refusal(path: Path) -> str:
    with pytest.raises(Refused) as refused:
        Logbook(path)
    return str(refused.value.violations[0].code)


def test_a_log_continues_where_it_ended(log: Path):
    again = Hall(log)
    assert len(again.state.rounds[0].results) == 6
    seventh = again.do("people")["people"][6]
    assert (seventh["entrant"], seventh["name"]) == (7, "Zawodnik 7")
    again.to_the_end()
    assert Hall(log).state == again.state
    assert again.code("create", format="zimowy") == "logbook.exists"


def test_a_half_written_last_line_is_set_aside(log: Path):
    whole = log.read_bytes()
    log.write_bytes(whole + b'{"events": [{"event": "Resul')
    book = Logbook(log)
    assert book.set_aside is not None
    assert book.set_aside.read_bytes() == b'{"events": [{"event": "Resul\n'
    assert log.read_bytes() == whole
    Hall(log).to_the_end()


@pytest.mark.parametrize(
    "foreign",
    [b"PK\x03\x04\x0a\x00 a workbook, not a log", b"a letter", b'{"a": 1}\nand more', b"\n\n \xff"],
)
def test_a_file_that_is_no_log_is_left_as_it_is(tmp_path: Path, foreign: bytes):
    path = tmp_path / "tabelka.xlsx"
    path.write_bytes(foreign)
    refusal(path)
    assert path.read_bytes() == foreign
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("kept", range(0, 400, 7))
def test_cut_anywhere_nothing_acknowledged_is_lost(log: Path, kept: int):
    whole = log.read_bytes()
    lines = whole[: len(whole) - kept].count(b"\n")
    log.write_bytes(whole[: len(whole) - kept])
    Logbook(log)
    assert log.read_bytes().count(b"\n") == lines


def test_a_name_can_be_erased(log: Path):
    lines = [line for line in log.read_bytes().splitlines(True) if b'"person": 3' not in line]
    log.write_bytes(b"".join(lines))
    names = {p["entrant"]: p["name"] for p in Hall(log).do("people")["people"]}
    assert names[3] == "#3"


def test_a_changed_line_breaks_the_chain(log: Path):
    text = log.read_text("utf-8")
    log.write_text(text.replace('"club": ""', '"club": "x"', 1), "utf-8")
    assert refusal(log) == "logbook.chain"
    lines = text.splitlines(True)
    log.write_text("".join([*lines[:2], *lines[3:]]), "utf-8")
    assert refusal(log) in ("logbook.chain", "logbook.damaged")


def test_somebody_else_writing_is_noticed(log: Path):
    one, other = Hall(log), Hall(log)
    one.do("enter", name="A")
    assert other.code("enter", name="B") == "logbook.changed"


@pytest.mark.parametrize("content", ["[]\n", '{"a": 1}\n', '{"game": "rummikub"}\n', "tekst\n"])
def test_a_foreign_file_is_refused(tmp_path: Path, content: str):
    path = tmp_path / "inny.jsonl"
    path.write_text(content, "utf-8")
    assert refusal(path) in ("logbook.foreign", "logbook.damaged")


def chained(lines: list[Any]) -> str:
    """A file whose chain is right, whatever it holds."""
    chain, text = "", ""
    for line in lines:
        if isinstance(line, dict) and "person" not in line:
            line = {key: value for key, value in line.items() if key != "chain"}
            plain = json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            chain = sha256(f"{chain}\n{plain}".encode()).hexdigest()
            line["chain"] = chain
        text += json.dumps(line, ensure_ascii=False) + "\n"
    return text


def test_the_chain_of_the_tests_is_the_chain_of_the_product(log: Path):
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert chained(lines) == log.read_text("utf-8")


@pytest.mark.parametrize("seed", range(300))
def test_a_hostile_file_is_refused_and_never_crashes(log: Path, seed: int):
    chance = Random(seed)
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    for _ in range(chance.randint(1, 3)):
        _spoil(lines, chance)
    log.write_text(chained(lines), "utf-8")
    with suppress(Refused):
        Logbook(log)


def _spoil(lines: list[Any], chance: Random) -> None:
    """Change one value somewhere, or drop, repeat or swap lines."""
    i = chance.randrange(len(lines))
    match chance.randrange(6):
        case 0:
            del lines[i]
        case 1:
            lines.insert(i, lines[chance.randrange(len(lines))])
        case 2:
            j = chance.randrange(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
        case _:
            lines[i] = _changed(lines[i], chance)


def _changed(value: Any, chance: Random) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.95:
        key = chance.choice(list(value))
        return {**value, key: _changed(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        return [*value[:at], _changed(value[at], chance), *value[at + 1 :]]
    return chance.choice([None, -1, 0, 1, 99, 10**12, "", "x", [], {}, True, [[1]], "1/2", 2.5])
