"""Draw a paper. What people wrote goes in as data and is shown, never read as markup."""

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import asdict
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

import segno
import typst

from stolik.app.naming import TIE
from stolik.app.paper.codes import Refusal
from stolik.app.paper.content import Paper
from stolik.refusal import Violation, refuse

_TEMPLATES = Path(str(files("stolik.data") / "paper"))
# Words are parted where their language parts them (house.typ). What no language has would run out
# of its cell: it gets places to break, which show a hyphen; a hash is written in groups.
_LONGEST_WORD, _PART = 24, 12
_BREAK = "\u00ad"
_HASH = re.compile(r"\b[0-9a-f]{32,}\b")
_GROUP = 16
_LONG = re.compile(rf"[^\s-]{{{_LONGEST_WORD},}}")
_QR = "qr"
# A code reads under any of its eight masks; trying all of them for the evenest takes most of the
# time, which is nothing for a hall and half a minute for a thousand tables.
_MANY, _SOME_MASK = 400, 0
_DOTS = 4  # of a picture to each square of a code: even where a program smooths it
# The typesetter remembers its last ten works: a few pages at a time keep ten thousand badges small.
_PAGES_AT_ONCE = 5
# Signs that turn the direction of what follows them: they would reach beyond a name.
_TURNING = {*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)), "\u200e", "\u200f"}


def pdf(paper: Paper) -> bytes:
    """The paper as a PDF; a long one is drawn a few pages at a time."""
    if paper.pieces <= _MANY:
        return _pages(paper)
    from stolik.adapters.pdf.binding import bound  # only large papers wait for it

    return bound(_pages(part, _SOME_MASK) for part in paper.parts(_PAGES_AT_ONCE))


def pictures(paper: Paper, *, ppi: float = 60) -> list[bytes]:
    """The paper as one PNG a page."""
    drawn = _compiled(paper, "png", ppi=ppi)
    return [drawn] if isinstance(drawn, bytes) else drawn


def _pages(paper: Paper, mask: int | None = None) -> bytes:
    drawn = _compiled(paper, "pdf", mask=mask)
    assert isinstance(drawn, bytes)
    return drawn


def _compiled(
    paper: Paper, kind: Literal["pdf", "png"], *, mask: int | None = None, ppi: float | None = None
) -> bytes | list[bytes]:
    content = json.dumps(printable(asdict(paper), mask=mask), ensure_ascii=False)
    try:
        return typst.compile(
            _TEMPLATES / f"{paper.template}.typ",
            root=_TEMPLATES,
            font_paths=[_TEMPLATES / "fonts"],
            ignore_system_fonts=True,  # the same paper on every machine
            format=kind,
            sys_inputs={"data": content},
            ppi=ppi,
        )
    except typst.TypstError as fault:
        refuse(Violation(Refusal.NOT_PRINTED, facts={"reason": str(fault)}))


def printable(value: Any, key: str = "", *, mask: int | None = None) -> Any:
    """The same content with text that can be drawn, and codes as pictures."""
    match value:
        case dict():
            return {name: printable(part, name, mask=mask) for name, part in value.items()}
        case list() | tuple():
            return [printable(part, mask=mask) for part in value]
        case str() if key == _QR:
            return _picture(value, mask) if value else ""
        case str():
            return _spoken(value)
        case bytes():
            return tuple(value)
        case _:
            return value


@lru_cache(maxsize=2048)
def _picture(text: str, mask: int | None = None) -> tuple[int, ...]:
    """A QR code as the bytes of a picture; by far the most of them are asked for more than once."""
    made, picture = segno.make(text, error="m", micro=False, mask=mask), BytesIO()
    made.save(picture, kind="png", scale=_DOTS, border=1)
    return tuple(picture.getvalue())


def _spoken(text: str) -> str:
    """Text without signs that cannot be printed, and with places to break long words."""
    return _LONG.sub(_with_breaks, _HASH.sub(_grouped, "".join(_cleaned(text))))


def _cleaned(text: str) -> Iterable[str]:
    for sign in text:
        if sign == "\n":
            yield sign
        elif sign == TIE:
            yield " "  # searched for as it is typed
        elif sign in _TURNING or unicodedata.category(sign) in ("Cc", "Cs", "Co"):
            yield "\ufffd"
        else:
            yield sign


def _with_breaks(word: re.Match[str]) -> str:
    length, parted = 0, ""
    for sign in word.group():
        if length >= _PART and not unicodedata.combining(sign):
            length, parted = 0, parted + _BREAK
        length, parted = length + 1, parted + sign
    return parted


def _grouped(word: re.Match[str]) -> str:
    digits = word.group()
    return " ".join(digits[n : n + _GROUP] for n in range(0, len(digits), _GROUP))
