"""`stolik board`: check a board file, draw a board."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from stolik.adapters.cli.parts import lang_option
from stolik.app.codes import Phrase
from stolik.app.games.wojtek.board_picture import picture_of
from stolik.app.library import board as board_of
from stolik.app.texts import say, text
from stolik.refusal import Refused


@click.group()
@lang_option
@click.pass_context
def board(context: click.Context, lang: str) -> None:
    """Boards of Miś Wojtek: check a file, draw one."""
    context.default_map = {name: {"lang": lang} for name in ("check", "picture")}


@board.command()
@click.argument("file")
@lang_option
def check(file: str, lang: str) -> None:
    """Say everything that is wrong with a board file, or that it is sound.

    \b
    stolik board check my-edition.toml
    """
    with _refusals_told(lang):
        found = board_of(file)
        facts = {
            "board": found.id,
            "fields": len(found.fields),
            "cities": len(found.city_at),
            "travel": len(found.travel_cards),
            "bear": len(found.bear_cards),
            "hash": found.hash[:12],
        }
        click.echo(text(Phrase.BOARD_SOUND, lang, **facts))
        if found.is_verified:
            click.echo(text(Phrase.BOARD_VERIFIED, lang, by=found.verified_by))
        else:
            click.echo(text(Phrase.BOARD_UNVERIFIED, lang))


@board.command()
@click.argument("file_or_id")
@lang_option
def picture(file_or_id: str, lang: str) -> None:
    """Draw a board as SVG on standard output.

    \b
    stolik board picture trasa > trasa.svg
    """
    with _refusals_told(lang):
        click.echo(picture_of(board_of(file_or_id), lang), nl=False)


@contextmanager
def _refusals_told(lang: str) -> Iterator[None]:
    try:
        yield
    except Refused as refused:
        for violation in refused.violations:
            click.echo(f"{violation.code}: {say(violation, lang)}", err=True)
        click.get_current_context().exit(1)
