"""What files are called that people take home: the event, what it is, in their language."""

import re
import unicodedata
from enum import StrEnum

from stolik.app.texts import text

_LONGEST = 80  # of the event's name; with the rest a file still fits a path of Windows
_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]+')
_WITHOUT_ACCENT = str.maketrans("łŁøØđĐßæÆœŒ–—„”", "lLoOdDsaAoO--''")


class Phrase(StrEnum):
    """Files that have no title of their own."""

    WORKBOOK = "file_name.workbook"
    TOURNAMENT = "file_name.tournament"
    HEAT = "file_name.heat"
    FORM = "file_name.form"
    ENTRANTS = "file_name.entrants"
    ROUNDS = "file_name.rounds"
    RESULTS = "file_name.results"
    STANDINGS = "file_name.standings"
    TEAMS = "file_name.teams"
    PENALTIES = "file_name.penalties"
    LOG = "file_name.log"


def file_called(phrase: Phrase, event: str, kind: str, lang: str) -> str:
    """The name of a file without a title: `Turniej zimowy – arkusz.xlsx`."""
    return file_name(event, text(phrase, lang), kind)


def file_name(event: str, title: str, kind: str) -> str:
    """The name of a file, as every system takes it."""
    return f"{_plain(event)[:_LONGEST].strip(' .')} – {_plain(title)}.{kind}"


def ascii_name(name: str) -> str:
    """The same for programs that know no other letters."""
    apart = unicodedata.normalize("NFKD", name.translate(_WITHOUT_ACCENT))
    return apart.encode("ascii", "ignore").decode()


def _plain(words: str) -> str:
    return " ".join(_NOT_IN_NAMES.sub(" ", words).split()) or "Stolik"
