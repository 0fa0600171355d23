"""What is known of a tournament beside its stream: how it is called and by what it is played."""

import json
from dataclasses import dataclass, fields, replace
from typing import Any

from stolik.app.library import is_written_out, title_or_name
from stolik.app.ports import Put, Stream
from stolik.app.reading.codec import LARGEST_MOMENT, Reader, plain
from stolik.app.tournaments.consent import Consent, To
from stolik.app.tournaments.details import NOTHING_SAID, Details
from stolik.app.tournaments.same_person import is_same_person
from stolik.tournament.timeplan import DayItem

KIND = "tournament"
PERSON = "person"
FORGOTTEN = "forgotten"  # a number whose name was erased: nothing of it is told any more
SECRET = "pledge"
_MOST_ASIDE = 5
_READER = Reader((), largest=LARGEST_MOMENT)


@dataclass(frozen=True, slots=True)
class TournamentCard:
    """Kept as a record; the stream holds what happened."""

    id: str
    name: str
    format: str
    profile: str
    public: bool = True  # whether anybody may follow it, under pseudonyms
    start: str = "10:00"  # of the day; the times are the organiser's plan and bind nobody
    round_minutes: int = 0  # 0: as the format has it
    break_minutes: int = 10
    day: tuple[DayItem, ...] = ()  # opening, lunch, award and the like
    registration: bool = False  # whether people may ask to play by themselves
    heats_until: int = 0  # until when results of heats are taken, of the wall clock; 0: none are
    heats_best: int = 4  # how many of each heat
    head_judge: str = ""  # the account or pass of who was named; "": every organiser
    keep_days: int = 0  # after the last event names are forgotten; 0: they are kept
    details: Details = NOTHING_SAID
    archived: bool = False  # over and put away: on nobody's list but its organisers'
    deleted: bool = False  # its names are erased, and it is on no list any more

    @property
    def words(self) -> tuple[str, ...]:
        """All that was said of it in words, where somebody may be named; none of it is erased."""
        own = [title_or_name(one) for one in (self.format, self.profile) if is_written_out(one)]
        return (*self.details.words, self.name, *(item.title for item in self.day), *own)

    @property
    def takes_forms(self) -> bool:
        """Whether people may ask to play now; where nobody looks any more they may not."""
        return self.registration and not self.archived and not self.deleted

    @property
    def stream(self) -> Stream:
        """The tournament's events."""
        return Stream(f"{KIND}/{self.id}")


@dataclass(frozen=True, slots=True)
class Agreed:
    """Something else that somebody has agreed to."""

    to: str  # of `To`, never `NAME`
    by: str  # of `ConsentBy`
    text: str  # the version of what was agreed to
    at: int  # seconds of the wall clock


@dataclass(frozen=True, slots=True)
class Consents:
    """What was agreed to, or taken back, under a name that was written over: undone with it."""

    name: str
    consent: bool
    consent_by: str
    consent_text: str
    consent_at: int
    also: tuple[Agreed, ...]
    withdrawn: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MailAddress:
    """Where somebody wants to be written to, or a guardian does, and in what language."""

    to: str
    lang: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody's name, beside the events and never in them, so that it can be erased."""

    name: str
    consent: bool = False  # to be named on public pages
    consent_by: str = ""  # of `ConsentBy`; empty in records of before
    consent_text: str = ""  # the version of what was agreed to
    consent_at: int = 0  # seconds of the wall clock
    also: tuple[Agreed, ...] = ()  # what else was agreed to
    former: tuple[str, ...] = ()  # as it was written before each correction, the first one first
    withdrawn: tuple[str, ...] = ()  # of `To`: taken back by an organiser, who alone brings it back
    replaced: tuple[str, ...] = ()  # who had the number before: to find what was written of them
    aside: tuple[Consents, ...] = ()  # of names it had before a correction of more than a slip
    mail: MailAddress | None = None  # given on the form, for letters about this tournament

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that stood under this number, to erase what was written of them."""
        return (self.name, *self.former, *self.replaced)

    def agreed_to(self, to: To) -> bool:
        """Whether this was agreed to."""
        return self.consent if to is To.NAME else any(one.to == to for one in self.also)


def person_of(
    name: str,
    consent: Consent | None,
    also: tuple[Agreed, ...] = (),
    mail: MailAddress | None = None,
) -> Person:
    """Somebody who has agreed to be named, or has not."""
    if consent is None:
        return Person(name, also=also, mail=mail)
    return Person(name, True, consent.by.value, consent.text, consent.at, also, mail=mail)


def renamed(person: Person, name: str) -> Person:
    """Written otherwise; by more than a slip it is somebody else, who agreed to nothing."""
    former = (*person.former, person.name)
    if is_same_person(name, former):
        return replace(person, name=name, former=former)
    back = next((one for one in person.aside if one.name == name), None)
    others = (one for one in person.aside if one is not back)
    aside = (*others, Consents(**_agreed_in(person)))[-_MOST_ASIDE:]
    written = Person(name, former=former, replaced=person.replaced, aside=aside)
    # To the letter: that is the correction taken back, and what was signed for it counts again.
    return written if back is None else replace(written, **_agreed_in(back))


def _agreed_in(record: Person | Consents) -> dict[str, Any]:
    return {field.name: getattr(record, field.name) for field in fields(Consents)}


def instead_of(person: Person | None, somebody: Person) -> Person:
    """Somebody who has a number that another had before."""
    before = () if person is None else (*person.replaced, *person.former, person.name)
    return replace(somebody, replaced=before)


def agreeing(person: Person, to: To, consent: Consent | None) -> Person:
    """The same person after a consent was given, or withdrawn."""
    withdrawn = {*person.withdrawn} - {to.value} | ({to.value} if consent is None else set())
    person = replace(person, withdrawn=tuple(sorted(withdrawn)))
    if to is To.NAME:
        named = person_of(person.name, consent, person.also, person.mail)
        former, replaced = person.former, person.replaced
        named = replace(named, former=former, withdrawn=person.withdrawn, replaced=replaced)
        return replace(named, aside=person.aside)
    others = tuple(one for one in person.also if one.to != to)
    new = () if consent is None else (agreed_also(to, consent),)
    return replace(person, also=(*others, *new))


def agreed_also(to: To, consent: Consent) -> Agreed:
    """A consent as it is kept beside the one to be named."""
    return Agreed(to.value, consent.by.value, consent.text, consent.at)


def as_called(card: TournamentCard) -> TournamentCard:
    """The card in a list: rules and formats of one's own by their titles, not word for word."""
    named = title_or_name(card.format), title_or_name(card.profile)
    return replace(card, format=named[0], profile=named[1])


def write_card(card: TournamentCard) -> Put:
    """The record of a tournament."""
    return Put(KIND, card.id, _json(card))


def read_card(body: bytes) -> TournamentCard:
    """A tournament's card from its record."""
    card = _READER.value(TournamentCard, json.loads(body), KIND)
    assert isinstance(card, TournamentCard)
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
