"""`stolik restore COPY`: go on from a copy of the database."""

from pathlib import Path

import click

from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.adapters.cli.server.data_option import default_directory
from stolik.adapters.cli.server.phrases import Phrase
from stolik.app.texts import say, text
from stolik.refusal import Refused


@click.command()
@click.argument("copy", type=click.Path(path_type=Path, exists=True))
@click.option("--data", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@lang_option
@pass_parts
def restore(parts: Parts, lang: str, *, copy: Path, data: Path | None) -> None:
    """Put COPY, which the server has made, in place of the database.

    It makes one after each result, each minute and at each round; the directory of a mirror holds
    everything that was acknowledged. The copy is checked first; the database that was there is kept
    beside it.

    \b
    stolik restore /media/stick/stolik
    stolik restore /media/stick/latest.db
    """
    directory = data or default_directory()
    try:
        aside = parts.server.restore_data(copy, directory)
    except Refused as refused:
        for violation in refused.violations:
            click.echo(say(violation, lang), err=True)
        click.get_current_context().exit(1)
    click.echo(text(Phrase.RESTORED, lang, directory=directory))
    if aside:
        click.echo(text(Phrase.SET_ASIDE, lang, file=aside.name))
