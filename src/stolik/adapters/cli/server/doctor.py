"""`stolik doctor`: is this machine ready for a tournament, in words."""

from itertools import chain
from pathlib import Path

import click

from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.adapters.cli.server.checks import (
    Finding,
    Level,
    copies_findings,
    findings,
    mail_finding,
    mirror_findings,
)
from stolik.adapters.cli.server.data_option import storage, storage_options
from stolik.adapters.cli.server.phrases import Phrase
from stolik.app.texts import text

_MARKS = {Level.GOOD: Phrase.GOOD, Level.LOOK: Phrase.LOOK, Level.MUST: Phrase.MUST}


@click.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@storage_options
@click.option(
    "--copies",
    metavar="DIR",
    multiple=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Look at this place of copies too.",
)
@click.option(
    "--mirror",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Look at the place of the mirror too.",
)
@click.option(
    "--smtp",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Ask the mail server of this file too whether it takes letters.",
)
@lang_option
@pass_parts
def doctor(
    parts: Parts,
    lang: str,
    *,
    port: int,
    data: Path | None,
    database: str | None,
    copies: tuple[Path, ...],
    mirror: Path | None,
    smtp: Path | None,
) -> None:
    """Check port, disk, clock, database, copies, mirror, browser and whether phones can come in.

    The exit status is 1 if something must be done first.

    \b
    stolik doctor --lang en
    """
    found = []
    where = storage(data, database)
    looked = findings(where, port, parts.server.check_data, lang)
    looked = chain(looked, copies_findings(where, copies))
    if mirror:
        looked = chain(looked, mirror_findings(where, mirror, parts.server.check_mirror, lang))
    if smtp:
        looked = chain(looked, [mail_finding(smtp, parts.server.check_smtp, lang)])
    for finding in looked:
        click.echo(_line(finding, lang))
        found.append(finding.level)
    must = Level.MUST in found
    click.echo()
    click.echo(text(Phrase.SOMETHING if must else Phrase.ALL_GOOD, lang))
    click.get_current_context().exit(int(must))


def _line(finding: Finding, lang: str) -> str:
    return f"{text(_MARKS[finding.level], lang)} {text(finding.phrase, lang, **finding.facts)}"
