"""Text in CSV that no spreadsheet program takes for a formula, and back again.

A program that opens a CSV file runs a cell that begins with = + - @ (or their wide twins). So an
apostrophe goes before such a beginning; and, since a program set to another separator sees other
cells, also after every sign that could separate cells. Beginnings that have an apostrophe already
get one more, so that reading takes exactly one away and every name comes back as it was.
"""

import re

_DANGEROUS = "=+\\-@\uff1d\uff0b\uff0d\uff20\t\r"
_BEGINNING = '(?:^|(?<=[,;|:\\t\\r\\n"\\x0b\\x0c\\x1c-\\x1e\\x85\\u2028\\u2029]))'
_AHEAD = f"(?=[\\s'\\0\\ufeff]*[{_DANGEROUS}])"

_UNPROTECTED = re.compile(_BEGINNING + _AHEAD)
_PROTECTED = re.compile(_BEGINNING + "'" + _AHEAD)


def neutral(text: str) -> str:
    """Text that stays text."""
    return _UNPROTECTED.sub("'", text)


def restored(text: str) -> str:
    """What `neutral` was given."""
    return _PROTECTED.sub("", text)
