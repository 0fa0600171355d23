"""JSON Lines in, JSON Lines out: one answer per request, in order, whatever is sent."""

import sys
from collections.abc import Callable, Iterator
from typing import IO, Any, Protocol

import click
import msgspec

from stolik.app.codes import Phrase
from stolik.app.reading.codes import Refusal
from stolik.app.reading.strict_json import parse
from stolik.app.telling import refusal_told
from stolik.app.texts import text
from stolik.refusal import Refused, Violation, refuse

LONGEST_LINE = 1_000_000
_PROMPT, _HELP = "> ", (b"help", b"pomoc", b"?")
_BOM = b"\xef\xbb\xbf"


class ToldElsewhere(Exception):  # noqa: N818 - an answer, not an error
    """A refusal of a server, as it told it."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = told
        super().__init__(told.get("code"))


class LineSource(Protocol):
    """Where lines come from."""

    def readline(self, most: int, /) -> bytes: ...


class Typed:
    """Lines that a person types: a sign that one is waited for, and help for who asks."""

    def __init__(self, keyboard: LineSource, told: Callable[[], str]) -> None:
        self._keyboard = keyboard
        self._told = told

    def readline(self, most: int, /) -> bytes:
        """The next line that is no question for help."""
        while True:
            click.echo(_PROMPT, err=True, nl=False)
            line = self._keyboard.readline(most)
            if line.strip().lower() not in _HELP:
                return line
            click.echo(self._told(), err=True)


AnswerLine = Callable[[Any], dict[str, Any]]  # a request's JSON value → the answer's


def answer_stdin(answer: AnswerLine, lang: str) -> None:
    """Answer standard input on standard output; the exit status is 1 if any line failed."""
    source: LineSource = sys.stdin.buffer
    context = click.get_current_context()
    if sys.stdin.isatty():
        click.echo(text(Phrase.TYPED_LINES, lang), err=True)
        source = Typed(sys.stdin.buffer, context.get_help)
    failed = answer_lines(source, sys.stdout.buffer, answer, lang=lang)
    context.exit(int(failed))


def answer_lines(
    source: LineSource,
    sink: IO[bytes],
    answer: AnswerLine,
    *,
    lang: str,
    longest: int = LONGEST_LINE,
) -> bool:
    """Answer every line; whether any was refused."""
    failed = False
    for number, line in enumerate(_lines(source, longest), start=1):
        if not line.strip():
            continue
        reply = reply_to(line, answer, number=number, lang=lang, longest=longest)
        failed |= "error" in reply
        sink.write(msgspec.json.encode(reply) + b"\n")
        sink.flush()
    return failed


def reply_to(
    line: bytes, answer: AnswerLine, *, number: int, lang: str, longest: int = LONGEST_LINE
) -> dict[str, Any]:
    """The answer to one line, or the coded reason why there is none."""
    try:
        if len(line) > longest:
            refuse(Violation(Refusal.TOO_LONG, facts={"most": longest}))
        return answer(parse(line))
    except Refused as refused:
        return {"error": error(refused, line=number, lang=lang)}
    except ToldElsewhere as refused:
        return {"error": _in_line(refused.told, number)}


def error(refused: Refused, *, line: int, lang: str) -> dict[str, Any]:
    """All that is wrong, and in which line."""
    return _in_line(refusal_told(refused, lang), line)


def _in_line(told: dict[str, Any], line: int) -> dict[str, Any]:
    return {"code": told["code"], "message": told["message"], "line": line, **told}


def _lines(source: LineSource, longest: int) -> Iterator[bytes]:
    """Lines without their end; of one that is too long only so much that it shows."""
    start = _BOM
    while line := source.readline(longest + 2):
        ended = line.endswith(b"\n")
        while not ended and (more := source.readline(longest)):
            ended = more.endswith(b"\n")
        yield line.rstrip(b"\r\n").removeprefix(start)
        start = b""
