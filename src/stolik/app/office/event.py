"""What is known of a tournament beside its stream: how it is called and by what it is played."""

import json
from dataclasses import dataclass

from stolik.app.codec import LARGEST_MOMENT, Reader, plain
from stolik.app.office.consent import Consent
from stolik.app.ports import Put, Stream

KIND = "tournament"
PERSON = "person"
FORGOTTEN = "forgotten"  # a number whose name was erased: nothing of it is told any more
SECRET = "pledge"
_READER = Reader((), largest=LARGEST_MOMENT)


@dataclass(frozen=True, slots=True)
class EventCard:
    """Kept as a record; the stream holds what happened."""

    id: str
    name: str
    format: str
    profile: str
    public: bool = True  # whether anybody may follow it, under pseudonyms
    start: str = "10:00"  # of the day; the times are the organiser's plan and bind nobody
    round_minutes: int = 60
    break_minutes: int = 10
    registration: bool = False  # whether people may ask to play by themselves
    keep_days: int = 0  # after the last event names are forgotten; 0: they are kept

    @property
    def stream(self) -> Stream:
        """The tournament's events."""
        return Stream(f"{KIND}/{self.id}")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody's name, beside the events and never in them, so that it can be erased."""

    name: str
    consent: bool = False  # to be named on public pages
    consent_by: str = ""  # of `ConsentBy`; empty in records of before
    consent_text: str = ""  # the version of what was agreed to
    consent_at: int = 0  # seconds of the wall clock


def person_of(name: str, consent: Consent | None) -> Person:
    """Somebody who has agreed to be named, or has not."""
    if consent is None:
        return Person(name)
    return Person(name, True, consent.by.value, consent.text, consent.at)


def write_card(card: EventCard) -> Put:
    """The record of a tournament."""
    return Put(KIND, card.id, _json(card))


def read_card(body: bytes) -> EventCard:
    """A tournament's card from its record."""
    card = _READER.value(EventCard, json.loads(body), KIND)
    assert isinstance(card, EventCard)
    return card


def write_person(tournament: str, entrant: int, person: Person) -> Put:
    """The record of an entrant's name."""
    return Put(PERSON, f"{tournament}/{entrant}", _json(person))


def read_person(body: bytes) -> Person:
    """An entrant's name from its record."""
    person = _READER.value(Person, json.loads(body), PERSON)
    assert isinstance(person, Person)
    return person


def write_secret(tournament: str, commit: str, seed: bytes) -> Put:
    """The record of what the server is bound to by a commit, until it is shown."""
    return Put(SECRET, secret_key(tournament, commit), seed)


def secret_key(tournament: str, commit: str) -> str:
    """Where the secret behind a commit is kept."""
    return f"{tournament}/{commit}"


def _json(value: object) -> bytes:
    return json.dumps(plain(value), ensure_ascii=False).encode()
