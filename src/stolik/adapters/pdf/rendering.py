"""Draw a paper. What people wrote goes in as data and is shown, never read as markup."""

import json
import unicodedata
from collections.abc import Iterable
from dataclasses import asdict
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import segno
import typst

from stolik.app.paper.codes import Refusal
from stolik.app.paper.content import Paper
from stolik.refusal import Violation, refuse

_TEMPLATES = Path(str(files("stolik.data") / "paper"))
_LONGEST_WORD = 12  # letters without a place to break; longer ones get some
_BREAK = "\u200b"
_QR = "qr"
# Signs that turn the direction of what follows them: they would reach beyond a name.
_TURNING = {*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)), "\u200e", "\u200f"}


def pdf(paper: Paper) -> bytes:
    """The paper as a PDF."""
    drawn = _compiled(paper, "pdf")
    assert isinstance(drawn, bytes)
    return drawn


def pictures(paper: Paper, *, ppi: float = 60) -> list[bytes]:
    """The paper as one PNG a page."""
    drawn = _compiled(paper, "png", ppi=ppi)
    return [drawn] if isinstance(drawn, bytes) else drawn


def _compiled(
    paper: Paper, kind: Literal["pdf", "png"], ppi: float | None = None
) -> bytes | list[bytes]:
    content = json.dumps(printable(asdict(paper)), ensure_ascii=False)
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
        raise


def printable(value: Any, key: str = "") -> Any:
    """The same content with text that can be drawn, and codes as drawings."""
    match value:
        case dict():
            return {name: printable(part, name) for name, part in value.items()}
        case list() | tuple():
            return [printable(part) for part in value]
        case str() if key == _QR:
            return _drawing(value) if value else ""
        case str():
            return _spoken(value)
        case _:
            return value


@lru_cache(maxsize=2048)
def _drawing(text: str) -> str:
    """A QR code as a drawing; by far the most of them are asked for more than once."""
    made = segno.make(text, error="m", micro=False)
    drawn: str = made.svg_inline(border=1, omitsize=True)
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _spoken(text: str) -> str:
    """Text without signs that cannot be printed, and with places to break long words."""
    return "".join(_with_breaks(_cleaned(text)))


def _cleaned(text: str) -> Iterable[str]:
    for sign in text:
        if sign == "\n":
            yield sign
        elif sign in _TURNING or unicodedata.category(sign) in ("Cc", "Cs", "Co"):
            yield "\ufffd"
        else:
            yield sign


def _with_breaks(text: Iterable[str]) -> Iterable[str]:
    length = 0
    for sign in text:
        length = 0 if sign.isspace() or sign == "-" else length + 1
        yield sign
        if length == _LONGEST_WORD and not unicodedata.combining(sign):
            yield _BREAK
            length = 0
