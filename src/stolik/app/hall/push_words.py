"""What a phone is told by web push: its own table, and when; nothing of anybody else."""

import json
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from stolik.app.access.phones import ToldPhone
from stolik.app.hall.hall import Hall
from stolik.app.texts import text
from stolik.app.tournaments.telling.wording import round_called
from stolik.tournament.slips import LETTERS
from stolik.tournament.state import EntrantNumber, Round, Table

_LONGEST_NAME = 80
_MINUTE_MS = 60_000


class Phrase(StrEnum):
    """Keys of texts."""

    TABLE = "push.table"
    TABLE_SEAT = "push.table_seat"
    PUBLISHED = "push.published"
    SOON = "push.soon"
    STARTED = "push.started"


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why everybody of a round is told now."""

    phrase: Phrase
    round: int
    minutes: int = 0  # until it begins, or that it lasts; 0: nobody has said


def occasion_of(hall: Hall, event: dict[str, object]) -> Occasion | None:
    """Whether an event of the tournament or of its hall is worth a word, as things stand now."""
    found = hall.published()
    if found is None or hall.office.state.finished:
        return None
    number = int(found.number)
    match event["event"]:
        case "RoundPublished" if event["round"] == number:
            left = hall.state.break_left(hall.house.clock.now())
            if left:
                return Occasion(Phrase.SOON, number, ceil(left / _MINUTE_MS))
            return Occasion(Phrase.PUBLISHED, number)
        case "BreakBegan" if _is_ahead(hall, found):
            return Occasion(Phrase.SOON, number, int(str(event["minutes"])))
        case "RoundClockStarted" if event["round"] == number:
            return Occasion(Phrase.STARTED, number, int(str(event["minutes"])))
    return None


def is_still_so(hall: Hall, occasion: Occasion) -> bool:
    """Whether this is the round that is to be played."""
    found = hall.published()
    return found is not None and int(found.number) == occasion.round


def message_to(hall: Hall, phone: ToldPhone, occasion: Occasion) -> bytes | None:
    """The words for one phone; None: its player has no table in this round."""
    found, number = hall.published(), EntrantNumber(phone.entrant)
    table = found.table_of(number) if found else None
    known = hall.office.state.entrants.get(number)
    if found is None or table is None or known is None or not known.plays:
        return None
    when = text(occasion.phrase, phone.lang, minutes=occasion.minutes)
    told = {
        "title": _where(hall, found, table, phone),
        "body": f"{when} {hall.office.card.name[:_LONGEST_NAME]}",
        "tag": topic_of(hall, occasion),
        "path": f"/tournament/{phone.tournament}",
        "lang": phone.lang,
    }
    return json.dumps(told, ensure_ascii=False).encode()


def topic_of(hall: Hall, occasion: Occasion) -> str:
    """What a later word about the same round replaces."""
    return f"{hall.tournament[:24]}-{occasion.round}"


def _where(hall: Hall, found: Round, table: Table, phone: ToldPhone) -> str:
    called = round_called(hall.office.state.format, int(found.number), phone.lang)
    seat = table.seats.index(EntrantNumber(phone.entrant))
    # Where tiles decide who sits where, nobody has a seat before them.
    seated = hall.office.counting.seat_tile is None or found.seats_drawn(table)
    if not seated or seat >= len(LETTERS):
        return text(Phrase.TABLE, phone.lang, called=called, table=table.number)
    letter = LETTERS[seat]
    return text(Phrase.TABLE_SEAT, phone.lang, called=called, table=table.number, seat=letter)


def _is_ahead(hall: Hall, found: Round) -> bool:
    """Whether the round is drawn and not begun: what comes after this break."""
    return not found.results and hall.state.round != int(found.number)
