"""`stolik bot URL TABLE`: a computer player at a live table, through the door everybody uses."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import click

from stolik.adapters.cli.completing import among
from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.adapters.cli.server.codes import Refusal
from stolik.adapters.cli.server.phrases import Phrase
from stolik.app.games.rummikub import record
from stolik.app.games.wojtek import record as wojtek_record
from stolik.app.library import board, rules_profile
from stolik.app.reading.exact import write_exact
from stolik.app.texts import say, text
from stolik.bots.registry import BOTS
from stolik.bots.wojtek.registry import WOJTEK_BOTS, wojtek_bot_named
from stolik.refusal import Refused, Violation, refuse
from stolik.wojtek.events import SeatResult


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits down where."""

    url: str
    table: str
    token: str
    bot: str
    profile: str | None
    games: int
    lang: str


@click.command()
@click.argument("url")
@click.argument("table")
@click.option("--token", required=True, help="The seat's link, or the token after its #.")
@click.option(
    "--bot",
    default="greedy",
    show_default=True,
    help="Which computer player.",
    shell_complete=among({*BOTS, *WOJTEK_BOTS}),
)
@click.option("--profile", help="The rules or the board as a file, if they are none of ours.")
@click.option("--games", default=1, show_default=True, type=click.IntRange(1, 100))
@lang_option
@pass_parts
def bot(parts: Parts, /, **given: str | int) -> None:
    """Let a computer player play a seat of a live table and check every deal.

    It sees what its seat sees and keeps to the clock, like anybody else.

    \b
    stolik bot http://127.0.0.1:8000 4f1c… --token 'http://127.0.0.1:8000/enter#…' --bot patient
    """
    from stolik.client import HttpRefused, No, NotAdmitted

    sitting = Sitting(**given)  # type: ignore[arg-type]  # click has read and checked them
    try:
        for line in asyncio.run(_play(parts, sitting)):
            click.echo(line)
    except Refused as refused:
        _fail(*(say(violation, sitting.lang) for violation in refused.violations))
    except (HttpRefused, No, NotAdmitted) as answer:
        _fail(str(answer))
    except OSError:
        _fail(say(Violation(Refusal.NO_SERVER, facts={"url": sitting.url}), sitting.lang))


async def _play(parts: Parts, sitting: Sitting) -> list[str]:
    """Sit down, play, and tell what became of it."""
    from stolik.client import TableClient, log_in, play

    lang = sitting.lang
    token = await log_in(sitting.url, sitting.token, lang)
    async with TableClient(sitting.url, sitting.table, token, lang=lang) as client:
        if client.welcome is None or client.seat is None:
            refuse(Violation(Refusal.NO_SEAT))
        assert client.welcome
        name = sitting.profile or client.welcome.rules["id"]
        think = _thinking(parts, client.welcome.game, name, sitting.bot)
        verified = await play(client, think, sitting.games)
        results = (await client.view()).results
        place, points = next(_scored(line) for line in results if line.seat == client.seat)
    return [
        *(
            text(Phrase.BOT_VERIFIED, lang, game=game, ctx=found.ctx, entries=found.entries)
            for game, found in sorted(verified.items())
        ),
        text(Phrase.BOT_RESULT, lang, place=place, points=points),
    ]


def _thinking(parts: Parts, game: str, rules: str, bot: str) -> Callable[[Any], Any]:
    """A computer player of the game the table plays."""
    chance = Random(secrets.token_bytes(16))
    match game:
        case record.GAME:
            return parts.make_bot(bot, rules_profile(rules), chance).command
        case wojtek_record.GAME:
            return wojtek_bot_named(bot)(board(rules), chance).command
        case unknown:
            raise LookupError(f"no bot plays {unknown}")


def _scored(line: Any) -> tuple[int, str]:
    """Place and points of a line, in either game."""
    if isinstance(line, SeatResult):
        return line.standing.place, str(line.total)
    return line.score.place, write_exact(line.score.small_points)


def _fail(*sentences: str) -> None:
    for sentence in sentences:
        click.echo(sentence, err=True)
    click.get_current_context().exit(1)
