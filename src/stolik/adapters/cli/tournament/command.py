"""`stolik tournament`: an organiser's whole day, one command per line."""

import sys
from pathlib import Path
from typing import NoReturn

import click

from stolik.adapters.cli.jsonl import ToldElsewhere, answer_stdin, error
from stolik.adapters.cli.parts import lang_option
from stolik.adapters.cli.tournament.server import PASSWORD, served
from stolik.app.codes import Phrase
from stolik.app.texts import text
from stolik.app.tournaments.answering import answer
from stolik.app.tournaments.logbook import Logbook
from stolik.app.tournaments.requests import REQUESTS
from stolik.refusal import Refused

_NAMES = ", ".join(REQUESTS)


@click.command(epilog=f"What a line may ask for: {_NAMES}. docs/cli.md explains each.")
@click.option("--log", type=click.Path(path_type=Path), help="Keep the tournament in this file.")
@click.option(
    "--server",
    metavar="URL",
    help="Ask a running server: the address of the tournament's page, or a link with its secret.",
)
@click.option(
    "--as",
    "name",
    default="",
    help=f"The organiser's name; the password is asked for, or taken from {PASSWORD}.",
)
@lang_option
@click.pass_context
def tournament(
    context: click.Context, log: Path | None, server: str | None, name: str, lang: str
) -> None:
    """Run a tournament: entries, draws, results, cuts, standings, titles.

    \b
    stolik tournament --log turniej.jsonl <<'E'
    {"do": "create", "format": "zimowy", "seed": "17", "name": "Turniej"}
    {"do": "enter", "name": "Zawodnik 1"}
    {"do": "check"}
    E
    """
    if server is not None:
        if log is not None:
            raise click.UsageError("--log and --server exclude each other.")
        _ask_server(context, server, name, lang)
    try:
        book = Logbook(log)
    except Refused as refused:
        click.echo(error(refused, line=0, lang=lang)["message"], err=True)
        context.exit(1)
    if book.set_aside:
        click.echo(text(Phrase.LOGBOOK_SET_ASIDE, lang, file=book.set_aside.name), err=True)
    if log is None and sys.stdin.isatty():
        click.echo(text(Phrase.TYPED_NOT_KEPT, lang), err=True)
    answer_stdin(lambda value: answer(book, value, lang), lang)


def _ask_server(context: click.Context, url: str, name: str, lang: str) -> NoReturn:
    try:
        with served(url, name, lang) as there:
            answer_stdin(there.answer, lang)
    except Refused as refused:
        click.echo(error(refused, line=0, lang=lang)["message"], err=True)
    except ToldElsewhere as refused:
        click.echo(refused.told["message"], err=True)
    context.exit(1)
