"""What a player sees, read from the screen."""

from io import StringIO

import pytest
from rich.console import Console, RenderableType

from stolik.adapters.cli.practise.draft import start
from stolik.adapters.cli.practise.screen import Look, News, Tone, screen, sheet, tiles_text
from stolik.app.library import rules_profile
from stolik.rummikub.commands import Command, DeclareReady, LayTiles, OpenTable
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.notation import read_tableau, read_tiles
from stolik.rummikub.state import TableState, new_table
from stolik.rummikub.tiles import without
from stolik.rummikub.view import TableView, visible_to
from stolik.seats import Role, Seat, Viewer

RULES = rules_profile("mp2023")
LOSER = read_tiles("r11 r12 r13 b11 b12 b13 k13 o1 o3 o7 o9 o11 r1 r3", RULES)
WINNER = read_tiles("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 r5 b5 o5", RULES)


def printed(drawn: RenderableType, width: int = 80, **settings: object) -> str:
    console = Console(file=StringIO(), width=width, **settings)  # type: ignore[arg-type]
    console.print(drawn)
    out = console.file
    assert isinstance(out, StringIO)
    return out.getvalue()


def look(lang: str = "en", width: int = 80) -> Look:
    return Look(RULES, lang, ("You", "random"), Seat(0), "7", width)


def dealt(*commands: Command) -> TableState:
    order = (*LOSER, *WINNER)
    state = new_table(RULES)
    opening = OpenTable(2, Seat(0), (*order, *without(RULES.tile_set, order)))
    for command in (opening, DeclareReady(Seat(0)), DeclareReady(Seat(1)), *commands):
        state = replay(decide(state, command), state)
    return state


def seen(state: TableState) -> TableView:
    return visible_to(state, Viewer(Role.SEAT, Seat(0)))


def test_the_sheet_shows_racks_points_and_the_verdict_with_its_proof():
    state = dealt(LayTiles(Seat(0), (WINNER[:11], WINNER[11:])))
    shown = printed(sheet(state.results, seen(state), look=look()))
    assert "somebody laid all tiles" in shown
    assert "200" in shown
    assert "Seat 2: −200. The dealt tiles could open, and nothing was announced" in shown
    assert "mp2023 L93" in shown
    proof = shown.split("Proof:")[1]
    verdict = state.results[1].verdict
    assert verdict is not None
    assert all(tile in proof for meld in verdict.melds for tile in meld)
    assert "k13" in shown


def test_other_racks_are_not_on_the_screen():
    state = dealt()
    shown = printed(screen(seen(state), start((), WINNER), [], look=look()))
    assert all(f" {tile} " in shown for tile in WINNER)
    assert not any(f" {tile} " in shown for tile in LOSER)
    assert "14" in shown


def test_what_is_no_meld_is_crossed():
    state = dealt()
    move = start(read_tableau("k1 k2 k3 | r1 b2 k3", RULES), ())
    shown = printed(screen(seen(state), move, [News("no", Tone.BAD)], look=look()))
    assert " 1  k1   k2   k3 " in shown
    assert "✗2  r1   b2   k3 " in shown
    assert "✗ no" in shown


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_full_table_fits_the_width(width: int):
    state = dealt()
    runs = tuple(tuple(RULES.tile_set[i : i + 26 : 2]) for i in (0, 26, 52, 78))
    move = start((*runs, *runs), RULES.tile_set[:40])
    shown = printed(screen(seen(state), move, [], look=look(width=width)), width)
    assert max(len(line) for line in shown.splitlines()) == width
    assert all(f" {tile} " in shown for tile in RULES.tile_set if tile != "j")


def test_a_tile_is_told_by_colour_and_by_letter():
    shown = printed(
        tiles_text(read_tiles("k7 b7 o7 r7 j", RULES)),
        force_terminal=True,
        color_system="truecolor",
    )
    assert shown.count("\x1b[1;38;2;") == 5
    assert all(name in shown for name in ("k7", "b7", "o7", "r7", "j"))
