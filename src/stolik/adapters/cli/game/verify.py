"""`stolik verify TRANSCRIPT COMMIT PUBLIC`: was this deal or draw the one committed to?"""

import re

import click

from stolik.adapters.cli.game.replay import LONGEST_FILE, contents
from stolik.adapters.cli.parts import lang_option
from stolik.app.codes import Phrase
from stolik.app.fairness.trail_checking import checked_trail, trail_told
from stolik.app.games.rummikub.transcript import game_set
from stolik.app.games.wojtek.transcript import card_set
from stolik.app.library import board, rules_profile
from stolik.app.reading.codes import Refusal
from stolik.app.reading.strict_json import parse_kept
from stolik.app.texts import say, text
from stolik.fair.game import RUMMIKUB
from stolik.fair.trail import TRAIL
from stolik.fair.verifier import Verified
from stolik.fair.verifier import verify as verified
from stolik.refusal import Refused, Violation, refuse


# Entropy is any text, also one that begins with a dash.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("transcript")
@click.argument("commit")
@click.argument("public")
@click.option("--profile", help="The rules of the game, if its tiles are not the usual 106.")
@click.option("--board", "track", default="trasa", help="The board of a game of Miś Wojtek.")
@click.option("--closed", default="", help="Length and head told at the end of the game: 57:3f9c…")
@lang_option
def verify(
    transcript: str,
    commit: str,
    public: str,
    *,
    profile: str | None,
    track: str,
    closed: str,
    lang: str,
) -> None:
    """Check a finished deal or draw against the COMMIT and PUBLIC you saw before it began.

    TRANSCRIPT is a JSON file, or - for standard input. Prints OK, or the reason and exits with 1.
    The record of a whole tournament's draws is checked too, its tables drawn again; COMMIT is then
    one of its commitments or a head that was printed, and PUBLIC may be empty. Every change by
    hand is named.

    \b
    stolik verify game.json 3f9c… "dice:316254"
    """
    try:
        raw = contents(transcript)
        if len(raw) > LONGEST_FILE:
            refuse(Violation(Refusal.TOO_LONG, facts={"most": LONGEST_FILE}))
        tiles = game_set(rules_profile(profile)) if profile else RUMMIKUB
        cards = card_set(board(track))
        value = _record(parse_kept(raw))
        if isinstance(value, dict) and value.get("v") == TRAIL:
            for sentence in trail_told(checked_trail(value, commit, public), lang):
                _say(sentence)
            return
        found = verified(value, commit, public, played_with=tiles, cards=cards, closed=closed)
    except Refused as refused:
        _say(say(refused.violations[0], lang))
        click.get_current_context().exit(1)
    _say(_sentence(found, lang))


def _record(value: object) -> object:
    """The record of the draws alone, where the whole answer about them was saved."""
    proof = value.get("proof") if isinstance(value, dict) else None
    return proof if isinstance(proof, dict) and proof.get("v") == TRAIL else value


def _say(sentence: str) -> None:
    """On one line: no text from a foreign file may draw an OK of its own on the terminal."""
    click.echo("".join(letter if letter.isprintable() else "�" for letter in sentence))


def _sentence(found: Verified, lang: str) -> str:
    phrase = Phrase.FAIR_GAME if found.kind == "game" else Phrase.FAIR_DRAW
    said = [text(phrase, lang, ctx=found.ctx, size=found.size, entries=found.entries)]
    if not found.closed:
        said.append(text(Phrase.FAIR_OPEN_END, lang))
    if again := _SET_AGAIN.search(found.ctx):
        said.append(text(Phrase.FAIR_SET_AGAIN, lang, setting=again[1]))
    return " ".join(said)


# The name of a game tells that its table was set online before, with other commitments.
_SET_AGAIN = re.compile(r"/set-(\d{1,6})/")
