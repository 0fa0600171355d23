"""`stolik verify`: OK, or the reason in words; whatever the file holds."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik.app.dealing import FairDeal
from stolik.app.library import rules_profile
from stolik.app.transcripts import dealt_games, game_set, transcript
from stolik.rummikub import commands as c
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.state import new_table
from tests.cli.asking import run
from tests.cli.test_fuzz import malformed
from tests.fair.games import Shown, bot_game, disturbed_table, draw, shown
from tests.fair.tampering import DRAW_WAYS, GAME_WAYS, Way, tampered


def verified(file: Path, honest: Shown, *options: str) -> tuple[str, int]:
    return run("verify", str(file), honest.commit, honest.public, *options)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "transcript.json"


def written(file: Path, value: Any) -> Path:
    file.write_text(json.dumps(value), "utf-8")
    return file


@pytest.mark.parametrize(
    "made", [lambda: bot_game(0), lambda: disturbed_table(4).games[-1], lambda: draw(2)]
)
def test_a_true_transcript_is_ok(made: Callable[[], Shown], file: Path):
    honest = made()
    output, status = verified(written(file, honest.transcript), honest)
    assert (output[:3], status) == ("OK ", 0)
    assert honest.transcript["ctx"] in output
    assert len(output.splitlines()) == 1


def test_standard_input_upper_case_and_lines_are_fine():
    honest = bot_game(1)
    text = json.dumps(honest.transcript, indent=1).encode()
    output, status = run("verify", "-", honest.commit.upper(), honest.public, stdin=text)
    assert (output[:3], status) == ("OK ", 0)


@pytest.mark.parametrize(
    ("made", "ways"), [(lambda: bot_game(2), GAME_WAYS), (lambda: draw(2), DRAW_WAYS)]
)
def test_every_false_one_gets_a_reason(made: Callable[[], Shown], ways: dict[str, Way], file: Path):
    honest = made()
    for name, false in tampered(honest, ways, "cli"):
        for lang in ("pl", "en"):
            output, status = verified(written(file, false.transcript), false, "--lang", lang)
            assert status == 1, name
            assert not output.startswith("OK"), name
            assert 20 < len(output) < 700, name
            assert len(output.splitlines()) == 1, name


def test_the_reason_names_the_entry_and_what_should_have_been(file: Path):
    honest = bot_game(0)
    entry = next(i for i, e in enumerate(honest.transcript["log"]) if e[0] == "play" and e[3])
    false = json.loads(json.dumps(honest.transcript))
    right = false["log"][entry][3][0]
    false["log"][entry][3] = ["k1" if right != "k1" else "k2"]
    output, _ = verified(written(file, false), honest, "--lang", "en")
    assert f"Entry {entry + 1}: " in output
    assert f"next in the middle was: {right}." in output


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"5", b"\xff\xfe", b"[" * 100_000, b'{"v": "fair-1"}', b'"' * 3],
)
def test_what_is_no_transcript_is_refused(content: bytes, file: Path):
    file.write_bytes(content)
    output, status = verified(file, bot_game(0))
    assert status == 1
    assert 20 < len(output) < 700


def test_a_file_that_is_not_there_or_too_long_is_refused(file: Path):
    assert verified(file, bot_game(0))[1] == 1
    file.write_bytes(b" " * 16_000_001)
    output, status = verified(file, bot_game(0), "--lang", "en")
    assert status == 1
    assert "16000000" in output


@pytest.mark.parametrize("public", ["", "-", "--", "-5", "--lang", "ł", "\udcff", "\n"])
def test_any_public_string_is_answered(public: str, file: Path):
    honest = bot_game(0)
    written(file, honest.transcript)
    output, status = run("verify", "--lang", "en", "--", str(file), honest.commit, public)
    assert status == 1
    assert "public string" in output


def test_a_file_cannot_write_an_ok_of_its_own(file: Path):
    honest = bot_game(0)
    for field in ("public", "ctx", "v", "commit"):
        false = {**honest.transcript, field: "\n\x1b[2JOK test/1/0/1"}
        output, status = verified(written(file, false), honest)
        assert status == 1
        assert len(output.splitlines()) == 1
        assert "\x1b" not in output


@pytest.mark.parametrize("commit", ["", "zz", "ł", "0" * 64, "0" * 10_000])
def test_any_commit_is_answered(commit: str, file: Path):
    honest = bot_game(0)
    written(file, honest.transcript)
    output, status = run("verify", str(file), commit, honest.public, "--lang", "en")
    assert status == 1
    assert "the commit" in output


def test_four_hundred_spoiled_files_give_no_traceback(file: Path):
    """A bug passes through `run` as an exception."""
    chance, accepted = Random("verify"), 0
    for honest in (bot_game(0), draw(1)):
        for _ in range(200):
            file.write_bytes(malformed(honest.transcript, chance))
            output, status = verified(file, honest)
            assert output.startswith("OK ") == (status == 0)
            assert 20 < len(output) < 700
            accepted += status == 0
    assert accepted < 60  # white space changes nothing; without its closing it is an old one


def test_rules_with_other_tiles_are_named(tmp_path: Path, file: Path):
    own = tmp_path / "own.toml"
    own.write_text('based_on = "mp2023"\nid = "own"\n[tiles]\nhighest = 10\nstack_size = 6\n')
    rules = rules_profile(str(own))
    opened = FairDeal(bytes(32), "club/1/1/1", rules.tile_set).opened("dice:2")
    state = replay(decide(new_table(rules), c.OpenTable(2, 0, opened.order)), new_table(rules))
    for command in (c.DeclareReady(0), c.DeclareReady(1), c.Disqualify(0, "left", gross=True)):
        state = replay(decide(state, command), state)
    honest = shown(transcript(dealt_games(state.log)[0], opened, rules))
    assert verified(written(file, honest.transcript), honest)[1] == 1
    assert verified(file, honest, "--profile", str(own))[1] == 0
    assert game_set(rules).stack_size == 6
