"""A whole game in the terminal, played from a script."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from stolik.adapters.cli.group import command_line
from stolik.wiring.cli import parts
from tests.adapters.cli.asking import run


def practise(stdin: str, *options: str, clock: Callable[[], float] | None = None) -> str:
    """What the terminal showed; a bug passes through."""
    picked = parts()
    if clock:
        picked = replace(picked, clock=clock)
    result = CliRunner().invoke(
        command_line(picked),
        ["practise", "--seed", "1", "--lang", "en", *options],
        input=stdin,
        env={"COLUMNS": "80"},
        catch_exceptions=False,
    )
    assert result.exit_code == 0
    return result.output


def every_stack(turns: int) -> str:
    """Draw, whichever stack it must be from; what is refused changes nothing."""
    tries = ["draw", *(f"draw {stack}" for stack in range(5, 15)), "ok"]
    return "\n" + ("\n".join(tries) + "\n") * turns


def test_a_game_is_played_to_its_end_and_can_be_replayed(tmp_path: Path):
    file = tmp_path / "game.json"
    shown = practise(every_stack(60), "--no-clock", "--seats", "3", "--save", str(file))
    assert "The game is over" in shown
    assert "Small points" in shown
    output, status = run("replay", str(file))
    assert status == 0
    assert json.loads(output)["result"] == json.loads(file.read_text())["result"]


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_leaving_is_polite_at_any_time(lang: str):
    goodbye = {"pl": "Do zobaczenia", "en": "See you"}[lang]
    for stdin in ("", "quit\n", "\n", "\nquit\n", "\ndraw\n", "\ndraw\nwyjdź\n"):
        assert goodbye in practise(stdin, "--no-clock", "--lang", lang)


def test_a_refused_move_says_why_and_keeps_the_draft():
    shown = practise("\nk2 k2 k4 new\nok\nundo\n", "--no-clock")
    last, undone = shown.split("Your move")[-2:]
    assert shown.count("✗1") == 2  # after laying, and after the refusal
    assert "✗ The numbers of a run must follow each other" in shown.replace("\n", " ")
    assert "Nothing lies on the table yet." in last
    assert undone


def test_all_violations_are_told():
    shown = practise("\nok\n", "--no-clock").replace("\n", " ")
    assert "A move lays at least one tile" in shown
    assert "The opening is worth 0" in shown


def test_orders_are_answered():
    shown = practise("\nhelp\ntime\nsort 777\nsort 789\nhello\nundo\nreset\n\n", "--no-clock")
    assert "split 2 after 6" in shown
    assert "without a clock" in shown
    assert 'I do not understand "hello"' in shown
    assert "nothing to undo" in shown


def test_after_drawing_one_may_only_announce_and_click():
    shown = practise("\ndraw\nk2 k2 k4 new\ndraw\nannounce\nannounce\nok\n", "--no-clock")
    assert "You draw" in shown
    assert "After drawing nothing more can be laid." in shown
    assert "A tile is drawn already" in shown
    assert "You announce your opening" in shown
    assert "The opening is announced already." in shown


def ticking(*moments: float) -> Callable[[], float]:
    """A clock that shows these moments, then stands still."""
    times: Iterator[float] = iter(moments)
    last = 0.0

    def now() -> float:
        nonlocal last
        last = next(times, last)
        return last

    return now


def test_the_clock_is_shown():
    assert "Your move [40 s]" in practise("\n", clock=ticking(0))
    assert "Your move [60 s]" in practise("\n", "--profile", "szkoly2015", clock=ticking(0))


def test_an_order_after_the_deadline_is_a_time_out():
    shown = practise("\nk2 k2 k4 new\nok\n", clock=ticking(0, 1, 39, 39, 39, 41))
    assert "Time is over. The melds are unfinished" in shown
    assert "Penalty: you draw" in shown


def test_without_a_move_a_time_out_costs_a_tile():
    shown = practise("\nok\n", clock=ticking(0, 1, 41))
    assert "Time is over. There was no move" in shown


def test_wrong_settings_are_refused_in_words():
    for options, words in (
        (("--bot", "magnus"), "random"),
        (("--seats", "7"), "2"),
        (("--seats", "1"), "2"),
        (("--profile", "x"), "mp2023"),
    ):
        output, status = run("practise", *options)
        assert status == 1
        assert words in output


def test_a_redeal_needs_doublets():
    assert "A new deal needs 3 doublets" in practise("redeal\n", "--no-clock")


def test_a_redeal_is_dealt_anew():
    for seed in range(300):
        shown = practise("redeal\n", "--no-clock", "--seed", str(seed))
        if "as seat 1 asked" in shown:
            racks = re.findall(r"Your rack.*?\n(.*?)\n", shown)
            assert racks[0] != racks[1]
            return
    pytest.fail("no rack with three doublets among 300")


def test_a_seed_or_file_with_brackets_is_no_markup(tmp_path: Path):
    file = tmp_path / "[bold] game.json"
    shown = practise("", "--seed", "[/red]", "--save", str(file))
    assert "seed [/red]" in shown
    assert file.exists()


def test_a_game_that_cannot_be_saved_says_so(tmp_path: Path):
    assert "could not be saved" in practise("", "--save", str(tmp_path))


def test_tiles_fit_into_80_columns():
    # Without a keyboard no new line follows a prompt.
    shown = practise("\nhelp\n", "--no-clock", "--seats", "4").replace(" > ", " > \n")
    assert max(len(line) for line in shown.splitlines()) == 80


def test_bots_say_why_they_move_when_asked_to():
    asked = practise("\ndraw\nok\nquit\n", "--no-clock", "--bot", "patient", "--why")
    assert "patient (2): " in asked
    assert "patient (2): " not in practise("\ndraw\nok\nquit\n", "--no-clock", "--bot", "patient")
