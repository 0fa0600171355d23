"""`stolik demo`: a server with an event in full swing, every role one click away."""

import tempfile
from pathlib import Path

import click

from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.adapters.cli.server.parts import Storage
from stolik.adapters.cli.server.serve import run


@click.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--lan", is_flag=True, help="Let phones and laptops of the local network in.")
@click.option("--open", "opens", is_flag=True, help="Open the first page in the browser here.")
@lang_option
@pass_parts
def demo(parts: Parts, lang: str, *, port: int, lan: bool, opens: bool) -> None:
    """Show a generated tournament: bots play, results come in, a dispute waits.

    Nothing is kept: the data are gone when the server stops. Everybody who reaches it may be
    the organiser.

    \b
    stolik demo
    stolik demo --port 0 --lang en
    """
    with tempfile.TemporaryDirectory(prefix="stolik-demo-") as data:
        run(parts, Storage(Path(data)), port, lang, lan=lan, demo=True, opens=opens)
