"""What somebody says of single rows before a list is taken over: left out, or written anew."""

import re
from collections.abc import Mapping
from dataclasses import replace

from stolik.app.reading.strict_json import parse
from stolik.app.reading.typed import Request, read
from stolik.app.sheets.reading.listed import Listed

_CONTROL = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029]+")


class RowEdit(Request, frozen=True):
    """One row, by its number in the file; whatever is not said is empty."""

    row: int
    leave_out: bool = False
    twice: bool = False  # another person than who has the same name
    name: str = ""
    club: str = ""
    team: str = ""
    age_class: str = ""
    guardian: str = ""
    table: int | None = None


class _Edits(Request, frozen=True):
    rows: tuple[RowEdit, ...]


Edits = Mapping[int, RowEdit]  # by the row as it is counted here, from 0


def edits_of(sent: bytes) -> Edits:
    """Edits as they are sent (JSON); nothing if there are none."""
    if not sent:
        return {}
    return {edit.row - 1: edit for edit in read(_Edits, parse(sent)).rows}


def as_edited(one: Listed, edit: RowEdit) -> Listed:
    """The row as somebody wrote it anew; left out it shows what the file says."""
    if edit.leave_out:
        return one
    return replace(
        one,
        name=_line(edit.name),
        club=_line(edit.club),
        team=_line(edit.team),
        age_class=_line(edit.age_class),
        guardian=_line(edit.guardian),
        table=edit.table,
        twice=edit.twice,
    )


def _line(words: str) -> str:
    # No more is done: the tie between the words of a surname is kept.
    return _CONTROL.sub(" ", words).strip()
