"""`stolik analyse FILE`: what was laid in each turn, what was possible, what was missed."""

from typing import Any

import click

from stolik.adapters.cli.game.replay import answer_file, checked, replies
from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.app.lab.analysing import sentences_of, values_of
from stolik.lab import analysis


@click.command()
@click.argument("file")
@click.option("--profile", help="The rules the game was played by, if they are your own file.")
@click.option("--json", "as_json", is_flag=True, help="JSON values instead of words.")
@lang_option
@pass_parts
def analyse(parts: Parts, file: str, profile: str | None, as_json: bool, lang: str) -> None:
    """Look at a recorded game turn by turn; FILE may be - for standard input.

    The record is replayed first: a damaged or changed one is refused.

    \b
    stolik analyse game.json
    stolik analyse game.json --json
    """

    def values(value: object) -> dict[str, Any]:
        return values_of(_analysis(value, parts, profile))

    def words(value: object) -> dict[str, Any]:
        return {"words": "\n".join(sentences_of(_analysis(value, parts, profile), lang))}

    if as_json:
        answer_file(file, values, lang)
        return
    failed = False
    for reply in replies(file, words, lang):
        failed |= "error" in reply
        click.echo(reply["words"] if "words" in reply else reply["error"]["message"])
    click.get_current_context().exit(int(failed))


def _analysis(value: object, parts: Parts, profile: str | None) -> analysis.Analysis:
    state, _ = checked(value, parts, profile)
    return analysis.analyse(state.log, state.rules)
