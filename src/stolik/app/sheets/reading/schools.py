"""A school or a club on a line of its own, over the names of those who come from it."""

import re
from bisect import bisect
from collections.abc import Iterable, Mapping

from stolik.app.sheets.reading.doubts import class_said
from stolik.app.sheets.reading.headings import plain_words

_SCHOOLS = re.compile(
    r"szkol[ay]|lice(um|a)|technikum|gimnazjum|przedszkole|zespol|klub|swietlica|akademia"
    r"|n?sp|csp|psp|zs|zso|zsp|zpo|zsz|lo|sosw|[mg]ok|mdk|uks|l?ks|schools?|college|club"
)
_NO_SCHOOLS = re.compile(
    r"turniej\w*|puchar\w*|mistrzostw\w*|zgl\w+|lista|uczniowie|uczestnicy|zawodni\w+|osoby|gracze"
    r"|reprezentacja|druzyn\w*|opiekun\w*|nauczyciel\w*|tournament|cup|league|players|entrants|team"
)
_LABEL = re.compile(r"\s*((nazwa\s+)?szko[łl][ay]|klub|school|club)\s*:\s*", re.IGNORECASE)


def is_label(cell: str) -> bool:
    """Whether a cell only says what stands beside it: a school, a club, a class."""
    return bool(_LABEL.fullmatch(f"{cell.rstrip(': ')}:")) or plain_words(cell) in (
        "klasa",
        "class",
    )


def school_said(line: str) -> str:
    """The school or club that a line names; empty where it is about something else."""
    labelled, name = _LABEL.match(line), _LABEL.sub("", line, count=1).strip(" :")
    words = plain_words(name).split()
    if any(_NO_SCHOOLS.fullmatch(word) for word in words) or len(words) < _FEWEST:
        return ""
    return name if labelled or any(_SCHOOLS.fullmatch(word) for word in words[:2]) else ""


_FEWEST = 2  # words: a school and which


def schools_over(lines: Mapping[int, str], people: Iterable[int]) -> dict[int, int]:
    """For the row of each person the row of the school over it, if there is one."""
    return _over((row for row, line in lines.items() if school_said(line)), people)


def classes_over(lines: Mapping[int, str], people: Iterable[int]) -> dict[int, int]:
    """The same of a class; it ends where another school begins."""
    said = (row for row, line in lines.items() if school_said(line) or class_said(line))
    return {row: at for row, at in _over(said, people).items() if class_said(lines[at])}


def _over(said: Iterable[int], people: Iterable[int]) -> dict[int, int]:
    rows = sorted(said)
    return {row: rows[at - 1] for row in people if (at := bisect(rows, row))}
