"""`stolik organiser reset`: a way back in for somebody who forgot the password."""

from pathlib import Path

import click

from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.adapters.cli.server.data_option import storage, storage_options
from stolik.adapters.cli.server.phrases import Phrase
from stolik.app.texts import say, text
from stolik.refusal import Refused


@click.group()
def organiser() -> None:
    """Organisers' accounts."""


@organiser.command()
@click.argument("name", required=False)
@storage_options
@lang_option
@pass_parts
def reset(
    parts: Parts, lang: str, *, name: str | None, data: Path | None, database: str | None
) -> None:
    """Print a link to a new password; it works once.

    NAME is needed where several organisers have an account. The server must not be running with
    this data directory.

    \b
    stolik organiser reset
    """
    try:
        token, found = parts.server.reset_organiser(storage(data, database), name)
    except Refused as refused:
        for violation in refused.violations:
            click.echo(say(violation, lang), err=True)
        click.get_current_context().exit(1)
    click.echo(text(Phrase.RESET, lang, name=found))
    click.echo(f"  /enter#{token}")
    click.echo(text(Phrase.RESET_HOW, lang))
