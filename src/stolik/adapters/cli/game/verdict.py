"""`stolik verdict`: −100 or −200 for a player who had not opened, with the proof."""

import click

from stolik.adapters.cli.jsonl import answer_stdin
from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.app.games.rummikub.verdict import judged


@click.command()
@lang_option
@pass_parts
def verdict(parts: Parts, lang: str) -> None:
    """The −100/−200 verdict on a player who had not opened when another went out.

    \b
    echo '{"profile": "mp2023", "rack": ["r12", "r13", "j", "k5"], "last_drawn": "k5"}' \\
      | stolik verdict
    """
    answer_stdin(lambda value: judged(value, parts.best_opening), lang)
