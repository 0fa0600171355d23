"""`stolik practise`: a game in the terminal."""

import json
import secrets
from pathlib import Path
from random import Random

import click
from rich.console import Console

from stolik.adapters.cli.completing import among
from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.adapters.cli.practise.phrases import Phrase
from stolik.adapters.cli.practise.screen import Look
from stolik.adapters.cli.practise.session import PractiseSession
from stolik.adapters.cli.practise.table import ME, PracticeTable
from stolik.adapters.cli.practise.terminal import Left, Terminal
from stolik.app.games.rummikub.record import head_of, write_log, write_result
from stolik.app.library import RULES, rules_profile
from stolik.app.texts import say, text
from stolik.bots.registry import BOTS
from stolik.refusal import Refused
from stolik.rummikub.state import TableState
from stolik.seats import Seat


@click.command()
@click.option(
    "--profile",
    default="mp2023",
    show_default=True,
    help="Rules: an id or a file.",
    shell_complete=among(RULES),
)
@click.option("--seats", default=2, show_default=True, help="You and the bots together.")
@click.option(
    "--bot",
    default="random",
    show_default=True,
    help="Who sits at the other seats.",
    shell_complete=among(BOTS),
)
@click.option("--seed", help="The same seed deals the same tiles.")
@click.option("--no-clock", is_flag=True, help="Take your time.")
@click.option("--why", is_flag=True, help="Let the bots say why they move as they do.")
@click.option("--save", metavar="FILE", help="Write the game to a file that `replay` reads.")
@lang_option
@pass_parts
def practise(
    parts: Parts,
    lang: str,
    *,
    profile: str,
    seats: int,
    bot: str,
    seed: str | None,
    no_clock: bool,
    why: bool,
    save: str | None,
) -> None:
    """Play Rummikub in the terminal against bots; you sit at seat 1.

    \b
    stolik practise --seats 3 --no-clock --lang en
    """
    # A shell can hand over bytes that are no text.
    seed = (seed or secrets.token_hex(3)).encode("utf-8", "replace").decode()
    terminal = Terminal(Console())
    try:
        rules = rules_profile(profile)
        others = [Seat(n) for n in range(1, min(seats, rules.seating.seats_max + 1))]
        bots = {seat: parts.make_bot(bot, rules, Random(f"{seed}/{seat}")) for seat in others}
        names = (text(Phrase.YOU, lang), *(bot for _ in bots))
        look = Look(rules, lang, names, ME, seed, terminal.width)
        table = PracticeTable(rules, bots, seed, parts.best_opening)
        clock = None if no_clock else parts.clock
        PractiseSession(table, terminal, look=look, clock=clock, why=why).play()
    except Refused as refused:
        for violation in refused.violations:
            click.echo(say(violation, lang), err=True)
        click.get_current_context().exit(1)
    except (Left, KeyboardInterrupt):
        terminal.show("")
    if save:
        terminal.show(_saved(table.state, save, lang))
    terminal.show(text(Phrase.BYE, lang))


def _saved(state: TableState, file: str, lang: str) -> str:
    log = write_log(state.log, state.rules)
    game = {"log": log, "result": write_result(state), "head": head_of(log)}
    try:
        Path(file).write_text(json.dumps(game, ensure_ascii=False) + "\n", "utf-8")
    except (OSError, ValueError):
        return text(Phrase.NOT_SAVED, lang, file=file)
    return text(Phrase.SAVED, lang, file=file)
