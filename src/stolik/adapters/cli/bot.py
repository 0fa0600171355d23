"""`stolik bot URL TABLE`: a computer player at a live table, through the door everybody uses."""

import asyncio
import secrets
from dataclasses import dataclass
from random import Random

import click

from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.adapters.cli.server_codes import Refusal
from stolik.adapters.cli.server_phrases import Phrase
from stolik.app.exact import write_exact
from stolik.app.library import rules_profile
from stolik.app.texts import say, text
from stolik.refusal import Refused, Violation, refuse


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
@click.option("--bot", default="greedy", show_default=True, help="Which computer player.")
@click.option("--profile", help="The rules as a file, if the table does not play by one of ours.")
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
        rules = rules_profile(sitting.profile or client.welcome.rules["id"])
        player = parts.make_bot(sitting.bot, rules, Random(secrets.token_bytes(16)))
        verified = await play(client, player.command, sitting.games)
        results = (await client.view()).results
        own = next(line.score for line in results if line.seat == client.seat)
    return [
        *(
            text(Phrase.BOT_VERIFIED, lang, game=game, ctx=found.ctx, entries=found.entries)
            for game, found in sorted(verified.items())
        ),
        text(Phrase.BOT_RESULT, lang, place=own.place, points=write_exact(own.small_points)),
    ]


def _fail(*sentences: str) -> None:
    for sentence in sentences:
        click.echo(sentence, err=True)
    click.get_current_context().exit(1)
