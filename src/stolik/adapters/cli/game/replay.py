"""`stolik replay FILE`: the end of a recorded game, every event of it checked by the rules."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from stolik.adapters.cli import requests
from stolik.adapters.cli.jsonl import AnswerLine, error, reply_to
from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.app import library
from stolik.app.codes import Refusal
from stolik.app.games.rummikub.record import (
    GAME,
    head_of,
    read_log,
    rules_hash_in,
    rules_named_in,
    write_result,
    write_state,
)
from stolik.app.games.rummikub.verification import played
from stolik.app.games.wojtek import record as wojtek_record
from stolik.app.games.wojtek import verification as wojtek_verification
from stolik.app.library import rules_as_played
from stolik.app.reading.strict_json import parse_kept
from stolik.app.reading.typed import read
from stolik.refusal import Refused, Violation, refuse
from stolik.rummikub.state import TableState

LONGEST_FILE = 16_000_000


@click.command()
@click.argument("file")
@click.option("--profile", help="The rules the game was played by, if they are your own file.")
@click.option("--board", help="The board it was played on, if it is your own file.")
@lang_option
@pass_parts
def replay(parts: Parts, file: str, profile: str | None, board: str | None, lang: str) -> None:
    """Replay what `stolik play` wrote; FILE may be - for standard input.

    Every event must follow from the rules, and the hash must match: a damaged or changed record
    is refused.

    \b
    stolik replay game.json
    """
    answer_file(file, lambda value: answer(value, parts, profile, board), lang)


def answer_file(file: str, answer: AnswerLine, lang: str) -> None:
    """Answer each game of a file on standard output; the exit status is 1 if any failed."""
    failed = False
    for reply in replies(file, answer, lang):
        failed |= "error" in reply
        sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
        sys.stdout.buffer.flush()
    click.get_current_context().exit(int(failed))


def replies(file: str, answer: AnswerLine, lang: str) -> Iterator[dict[str, Any]]:
    """The answer to each game of a file, or the reason why there is none."""
    try:
        lines = _one_game_per_line(contents(file)).split(b"\n")
    except Refused as refused:
        yield {"error": error(refused, line=1, lang=lang)}
        return
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield reply_to(line, answer, number=number, lang=lang, longest=LONGEST_FILE)


def answer(
    value: object, parts: Parts, profile: str | None = None, board: str | None = None
) -> dict[str, Any]:
    """The answer for one recorded game, of whichever kind."""
    _refuse_proof(value)
    log = value.get("log") if isinstance(value, dict) else None
    if isinstance(log, dict) and log.get("game") == wojtek_record.GAME:
        return _wojtek(value, board)
    state, head = checked(value, parts, profile)
    return {"state": write_state(state), "result": write_result(state), "head": head}


def checked(value: object, parts: Parts, profile: str | None) -> tuple[TableState, str]:
    """A recorded game played again by the rules, and its hash; refused if anything differs."""
    _refuse_proof(value)
    request = read(requests.ReplayRequest, value)
    if request.log.get("game", GAME) != GAME:
        refuse(Violation(Refusal.LOG_GAME, facts={"known": GAME}))
    rules = rules_as_played(profile or rules_named_in(request.log), rules_hash_in(request.log))
    events = read_log(request.log, rules)
    head = _checked_head(request)
    state = played(events, rules, best_opening=parts.best_opening)
    if write_result(state) != request.result:
        refuse(Violation(Refusal.LOG_RESULT))
    return state, head


def _refuse_proof(value: object) -> None:
    """Browsers give two files of a game: this is the other one."""
    if isinstance(value, dict) and {"commit", "seed"} <= value.keys():
        refuse(Violation(Refusal.LOG_PROOF))


def _wojtek(value: object, board: str | None) -> dict[str, Any]:
    """A game of Miś Wojtek played again by the rules."""
    request = read(requests.ReplayRequest, value)
    track = library.board(board or wojtek_record.board_named_in(request.log))
    events = wojtek_record.read_log(request.log, track)
    head = _checked_head(request)
    state = wojtek_verification.played(events, track)
    result = wojtek_record.write_result(state)
    if result != request.result:
        refuse(Violation(Refusal.LOG_RESULT))
    return {"state": wojtek_record.write_state(state), "result": result, "head": head}


def _checked_head(request: requests.ReplayRequest) -> str:
    if (head := head_of(request.log)) != request.head:
        facts = {"stored": request.head[:12], "found": head[:12]}
        refuse(Violation(Refusal.LOG_HEAD, facts=facts))
    return head


def contents(file: str) -> bytes:
    """What is in a file, or on standard input if it is called -."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(LONGEST_FILE + 1)
        with Path(file).open("rb") as source:
            return source.read(LONGEST_FILE + 1)
    except (OSError, ValueError):
        refuse(Violation(Refusal.FILE_NOT_FOUND, facts={"file": file}))


def _one_game_per_line(raw: bytes) -> bytes:
    """A file may hold one game, spread over lines by some tool, or a game on each line."""
    try:
        parse_kept(raw)
    except Refused:
        return raw
    return raw.replace(b"\n", b" ")  # no string of JSON can hold a bare new line
