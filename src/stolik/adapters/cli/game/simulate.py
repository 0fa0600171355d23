"""`stolik simulate`: many games between bots on all cores, and what they say together."""

import sys
from collections.abc import Iterable, Iterator

import click
import msgspec
from rich.console import Console
from rich.progress import track

from stolik.adapters.cli.game.game_files import Facts, writing_games
from stolik.adapters.cli.jsonl import error
from stolik.adapters.cli.parts import lang_option
from stolik.app.lab.phrases import Phrase
from stolik.app.lab.simulating import summary_lines
from stolik.app.library import rules_profile
from stolik.app.reading.codes import Refusal
from stolik.app.texts import text
from stolik.bots.registry import bot_named
from stolik.lab.games import GameRow, SimulationPlan
from stolik.lab.rows import plain
from stolik.lab.simulate import simulate as simulated
from stolik.lab.summary import Gathering, Summary
from stolik.refusal import Refused, Violation, refuse
from stolik.rummikub.rules import RulesProfile


@click.command()
@click.option("--games", type=click.IntRange(1, 100_000_000), default=1000, show_default=True)
@click.option("--profile", default="mp2023", show_default=True, help="Id or TOML file of rules.")
@click.option("--seats", default="4", show_default=True, help="Table sizes in turn: 4 or 3,4.")
@click.option("--bots", default="greedy", show_default=True, help="Names in turn: greedy,patient.")
@click.option("--seed", default="", help="The same seed gives the same games.")
@click.option(
    "--time-outs",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="The probability that a turn runs out of time.",
)
@click.option("--workers", type=click.IntRange(0, 256), default=0, help="0: one for each core.")
@click.option("--out", type=click.Path(dir_okay=False), help="Every game: FILE.csv or FILE.json.")
@click.option("--json", "as_json", is_flag=True, help="The summary as JSON instead of words.")
@lang_option
def simulate(
    games: int,
    profile: str,
    seats: str,
    bots: str,
    seed: str,
    time_outs: float,
    workers: int,
    out: str | None,
    as_json: bool,
    lang: str,
) -> None:
    """Play many games between bots and sum them up.

    Bots change seats from game to game, and seat 1 starts. The result depends on the seed alone,
    not on the number of workers.

    \b
    stolik simulate --games 1000 --bots greedy,patient --seats 3,4 --out games.csv
    """
    try:
        plan = _plan(rules_profile(profile), games, seats, bots, seed=seed, time_outs=time_outs)
        summary = _run(plan, workers, out, lang)
    except Refused as refused:
        click.echo(msgspec.json.encode({"error": error(refused, line=1, lang=lang)}))
        click.get_current_context().exit(1)
    if as_json:
        click.echo(msgspec.json.encode(plain(summary)))
        return
    for line in summary_lines(plan, summary, lang):
        click.echo(line)
    if out:
        click.echo(text(Phrase.SAVED, lang, file=out))


def _plan(
    rules: RulesProfile, games: int, seats: str, bots: str, *, seed: str, time_outs: float
) -> SimulationPlan:
    names = tuple(name.strip() for name in bots.split(","))
    for name in names:
        bot_named(name)
    sizes = tuple(_size(part, rules) for part in seats.split(","))
    return SimulationPlan(rules, games, sizes, names, seed, time_outs)


def _size(written: str, rules: RulesProfile) -> int:
    least, most = rules.seating.seats_min, rules.seating.seats_max
    allowed = {str(size): size for size in range(least, most + 1)}
    if written.strip() not in allowed:
        facts: Facts = {"field": "seats", "choices": tuple(allowed)}
        refuse(Violation(Refusal.WRONG_CHOICE, facts=facts))
    return allowed[written.strip()]


def _run(plan: SimulationPlan, workers: int, out: str | None, lang: str) -> Summary:
    gathering = Gathering()
    with writing_games(out, plan) as write:
        for row in _with_progress(simulated(plan, workers or None), plan.games, lang):
            gathering.add(row)
            write(row)
    return gathering.summary()


def _with_progress(rows: Iterable[GameRow], games: int, lang: str) -> Iterator[GameRow]:
    """The rows, with a bar on standard error where somebody watches."""
    console = Console(file=sys.stderr)
    label = text(Phrase.PROGRESS, lang)
    quiet = not console.is_terminal
    yield from track(rows, label, total=games, console=console, transient=True, disable=quiet)
