"""What letters say. Nothing a stranger has typed stands in one that he alone has caused."""

from enum import StrEnum

from stolik.app.texts import text
from stolik.app.tournaments.card import TournamentCard


class Phrase(StrEnum):
    """Keys of texts."""

    RECEIVED_TITLE = "mail.received_title"
    RECEIVED = "mail.received"
    ACCEPTED_TITLE = "mail.accepted_title"
    ACCEPTED = "mail.accepted"
    WHEN = "mail.when"
    WHERE = "mail.where"
    PAGE = "mail.page"
    WINNER_TITLE = "mail.winner_title"
    WINNER = "mail.winner"
    GOES_ON = "mail.goes_on"
    FORM = "mail.form"
    HELD_BY = "mail.held_by"
    FOOT = "mail.foot"


def received(card: TournamentCard, lang: str) -> tuple[str, str]:
    """A form has come and waits: title and text. The address is all that is known to be right."""
    body = text(Phrase.RECEIVED, lang, tournament=card.name)
    title = text(Phrase.RECEIVED_TITLE, lang, tournament=card.name)
    return title, _letter(card, lang, body)


def accepted(
    card: TournamentCard, lang: str, *, name: str, entrant: int, page: str
) -> tuple[str, str]:
    """Somebody was let in: when and where to come."""
    facts = {"name": name, "entrant": entrant, "tournament": card.name}
    lines = [text(Phrase.ACCEPTED, lang, **facts), "", *_when_and_where(card, lang)]
    if page:
        lines.append(text(Phrase.PAGE, lang, url=page))
    title = text(Phrase.ACCEPTED_TITLE, lang, tournament=card.name)
    return title, _letter(card, lang, *lines)


def to_winner(
    card: TournamentCard, lang: str, *, name: str, place: int, goes_on: bool
) -> tuple[str, str]:
    """A place that was won, and what follows from it."""
    lines = [text(Phrase.WINNER, lang, name=name, place=place, tournament=card.name)]
    if goes_on:
        lines.append(text(Phrase.GOES_ON, lang))
    lines.append(text(Phrase.FORM, lang))
    title = text(Phrase.WINNER_TITLE, lang, place=place, tournament=card.name)
    return title, _letter(card, lang, *lines)


def _when_and_where(card: TournamentCard, lang: str) -> list[str]:
    found = []
    if card.details.date:
        found.append(text(Phrase.WHEN, lang, date=card.details.day(lang), time=card.start))
    if card.details.place:
        found.append(text(Phrase.WHERE, lang, place=card.details.place))
    return found


def _letter(card: TournamentCard, lang: str, *lines: str) -> str:
    held = card.details.organiser
    ends = [text(Phrase.HELD_BY, lang, organiser=held)] if held else []
    return "\n".join((*lines, "", *ends, text(Phrase.FOOT, lang), ""))
