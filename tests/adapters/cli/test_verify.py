"""`stolik verify`: OK, or the reason in words; whatever the file holds."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik.adapters.cli.game import verify as verify_command
from stolik.app.fairness.dealing import FairDeal
from stolik.app.games.rummikub.transcript import dealt_games, game_set, transcript
from stolik.app.library import rules_profile
from stolik.fair import verifier
from stolik.fair.closing import seal
from stolik.rummikub import commands as c
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.state import new_table
from tests.adapters.cli.asking import run
from tests.adapters.cli.test_fuzz import malformed
from tests.fair.description import closing
from tests.fair.games import Shown, bot_game, disturbed_table, draw, shown
from tests.fair.tampering import DRAW_WAYS, GAME_WAYS, Way, tampered
from tests.fair.trails import record


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


# The closing one has seen


def cut_at_the_end() -> tuple[Shown, str, dict[str, Any]]:
    """A game, the closing told at its end, and the transcript without its last entry, closed."""
    honest = bot_game(1)
    log = honest.transcript["log"][:-1]
    cut = {**honest.transcript, "log": log, "closed": closing(honest.commit, log)}
    return honest, seal(honest.transcript["closed"]), cut


def told_of_a_cut(file: Path) -> dict[str, tuple[str, int]]:
    honest, seen, cut = cut_at_the_end()
    written(file, honest.transcript)
    found = {"whole": verified(file, honest, "--closed", seen)}
    written(file, cut)
    found |= {"cut": verified(file, honest, "--closed", seen), "unseen": verified(file, honest)}
    return {what: (said[:3], status) for what, (said, status) in found.items()}


def test_who_saw_the_closing_finds_out_that_the_end_is_missing(file: Path):
    told = told_of_a_cut(file)
    assert (told["whole"], told["unseen"]) == (("OK ", 0), ("OK ", 0))
    assert told["cut"][0] != "OK "
    assert told["cut"][1] == 1


def test_the_mutant_that_does_not_hold_the_closing_against_it_is_caught(
    file: Path, monkeypatch: pytest.MonkeyPatch
):
    real = verifier._check_closing
    monkeypatch.setattr(verifier, "_check_closing", lambda found, raw, _: real(found, raw, ""))
    assert told_of_a_cut(file)["cut"] == ("OK ", 0)


def test_the_mutant_command_that_loses_the_option_is_caught(
    file: Path, monkeypatch: pytest.MonkeyPatch
):
    real = verify_command.verified

    def without(*given: Any, closed: str, **more: Any) -> Any:
        assert closed
        return real(*given, **more)

    honest, seen, cut = cut_at_the_end()
    monkeypatch.setattr(verify_command, "verified", without)
    output, status = verified(written(file, cut), honest, "--closed", seen)
    assert (output[:3], status) == ("OK ", 0)


def test_a_game_of_a_table_that_was_set_online_before_says_so(file: Path):
    honest = bot_game(1, "t/1/7/set-2/1")
    output, status = verified(written(file, honest.transcript), honest, "--lang", "en")
    assert status == 0
    assert "set online anew (setting 2)" in output
    plain = bot_game(1)
    output, _ = verified(written(file, plain.transcript), plain, "--lang", "en")
    assert "set online anew" not in output


def test_the_whole_answer_about_draws_is_as_good_as_its_record(file: Path):
    honest = record(0)
    alone = run("verify", str(written(file, honest.trail)), honest.seen, "")
    answer = {"draws": [], "pledges": [], "proof": honest.trail}
    assert run("verify", str(written(file, answer)), honest.seen, "") == alone
    assert alone[1] == 0


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\x1b", "\n"])
def test_a_record_with_words_that_would_be_refused_today_is_checked(tmp_path: Path, sign: str):
    """They stand beside the chain and came in before anybody asked; they are shown harmlessly."""
    told = deepcopy(record(0).trail)
    spoken = next(entry for entry in told["entries"] if entry.get("reason"))
    spoken["reason"] = f"abc{sign}def"
    file = tmp_path / "draws.json"
    for escaped in (True, False):
        file.write_text(json.dumps(told, ensure_ascii=escaped), "utf-8")
        said, code = run("verify", str(file), told["head"], "")
        assert code == 0, said
        assert "abc\ufffddef" in said
        assert sign == "\n" or sign not in said
