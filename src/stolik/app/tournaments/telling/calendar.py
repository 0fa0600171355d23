"""The day of a tournament as a calendar takes it (RFC 5545)."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from stolik.app.tournaments.card import TournamentCard
from stolik.tournament.format import TournamentFormat
from stolik.tournament.timeplan import timetable

_LONGEST_LINE = 73  # bytes; what is longer goes on after a blank


def calendar(card: TournamentCard, shape: TournamentFormat, stamp: datetime, url: str = "") -> str:
    """One event; times are those of the place, without a zone, as the organiser's plan has them."""
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Stolik//Stolik//PL"),
        *("BEGIN:VEVENT", f"UID:{card.id}@stolik", f"DTSTAMP:{_written(stamp)}Z"),
        *_times(card, shape),
        f"SUMMARY:{_escaped(card.name)}",
        *([f"LOCATION:{_escaped(card.details.place)}"] if card.details.place else []),
        *([f"URL:{url}"] if url else []),
        *("END:VEVENT", "END:VCALENDAR"),
    ]
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _times(card: TournamentCard, shape: TournamentFormat) -> Iterator[str]:
    hours, minutes = (int(part) for part in card.start.split(":"))
    starts = datetime.combine(date.fromisoformat(card.details.date), time(hours, minutes))
    slots = timetable(
        shape,
        starts=hours * 60 + minutes,
        minutes_per_round=card.round_minutes,
        break_minutes=card.break_minutes,
        game_minutes=lambda _: 0,
        items=card.day,
    )
    ends = max(slot.ends for slot in slots) - hours * 60 - minutes
    lasts = min(timedelta(minutes=ends), datetime.max - starts)
    yield f"DTSTART:{_written(starts)}"
    yield f"DTEND:{_written(starts + lasts)}"


def _written(moment: datetime) -> str:
    """A file of an older version may hold any year: it has four digits all the same."""
    return f"{moment.year:04}{moment:%m%dT%H%M%S}"


def _escaped(words: str) -> str:
    for sign in "\\;,":
        words = words.replace(sign, "\\" + sign)
    return words.replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """In pieces that a calendar reads; no letter is cut in two."""
    piece = ""
    for letter in line:
        if len((piece + letter).encode()) > _LONGEST_LINE:
            yield piece
            piece = " "
        piece += letter
    yield piece
