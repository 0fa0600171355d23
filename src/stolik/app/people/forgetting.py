"""Forgetting people: every word written about them, wherever a tournament keeps some.

Words stand beside the streams of the tournament, its hall, its clocks and its online tables
(`app/streams/beside.py`). What an older version wrote into a log itself stays there: a chain is
never written anew. How much of that there is, the organiser is told.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from stolik.app.access.access import Access
from stolik.app.access.journal import Act, What, noted, without_words
from stolik.app.access.passes import revoke_those, unlabel
from stolik.app.access.records import Pass, every
from stolik.app.hall.delivering import without_reasons
from stolik.app.naming import skeleton
from stolik.app.people.heats import ENTERED, HEAT
from stolik.app.people.heats_forgotten import (
    NOWHERE,
    PassedOn,
    names_in_files,
    passed_on,
    without_names,
)
from stolik.app.people.name_words import NameWords, name_words
from stolik.app.people.registrations import REGISTRATION, turn_away, waiting_to_play
from stolik.app.people.winners import WINNER, WRITTEN_TO
from stolik.app.ports import EventStore, Put, Stream
from stolik.app.streams.beside import TEXT, Word, off_the_loop, without, words_of
from stolik.app.streams.free_fields import free_places
from stolik.app.streams.slices import in_slices
from stolik.app.tables.setup import KIND as TABLE
from stolik.app.tables.setup import TableSetup, read_setup
from stolik.app.tournaments.card import PERSON, write_person
from stolik.app.tournaments.codes import Refusal as Unknown
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.offices import Offices
from stolik.free_text import HOUSE_WORDS
from stolik.refusal import Refused, Violation, refuse
from stolik.tournament.events import EntrantAmended, EntrantEntered, EntrantSubstituted
from stolik.tournament.state import EntrantNumber

TIME_PERCENT = "time_percent"  # who needs more time for a move
# Records beside a tournament that name people, or tell where they were passed on to.
KEPT = (REGISTRATION, TIME_PERCENT, WINNER, WRITTEN_TO, HEAT, ENTERED)
_STREAMS = ("tournament", "hall", "clock")  # that bear the tournament's number
_SHORTEST_NAME = 3  # shorter ones are found in too many words
_MOST_UNSURE = 50


class Namesakes(StrEnum):
    """What becomes of a word that may mean somebody else of the same name."""

    KEEP = "keep"
    ERASE = "erase"
    ASK = "ask"  # if there are such words nothing is erased yet


@dataclass(frozen=True, slots=True)
class ForgetWish:
    """Who is to be forgotten, and who asks for it."""

    by: str = ""
    namesakes: Namesakes = Namesakes.KEEP
    before: bool = False  # only who had the number until somebody else came instead


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What became of a wish to be forgotten."""

    words: int  # erased
    in_log: int  # written into the log itself by an older version: they cannot be taken out
    unsure: tuple[str, ...] = ()  # words that are left and may mean them, or a namesake
    details: tuple[str, ...] = ()  # of the tournament, that name them: to be written anew by hand
    done: bool = True
    passed_on: PassedOn = NOWHERE


async def forget_person(
    offices: Offices, access: Access, office: Office, entrant: int, wish: ForgetWish
) -> Forgotten:
    """Erase a name, whatever was written about its bearer, and their ways in; results stay."""
    number, store, here = EntrantNumber(entrant), access.store, office.card.id
    about = await _about(office, store, number, wish)
    words = await _all_words(store, here, about.tables)
    texts, unsure = await off_the_loop(len(words), _found, about, words)
    forms = await _forms_of(office, store, about.names)
    in_files = await names_in_files(office, store, about.names)
    if wish.namesakes is not Namesakes.ERASE:
        unsure = (*forms.values(), *in_files, *unsure)
    if wish.namesakes is Namesakes.ASK and unsure:
        return Forgotten(0, 0, unsure, done=False)
    left = await words_in_log(office, entrant)
    sent = NOWHERE if wish.before else await passed_on(offices, store, here, entrant)
    await revoke_those(access, lambda entry: entry.tournament == here and about.has(entry))
    await unlabel(access, here, lambda entry: about.named_in(entry.label))
    details = tuple(filter(about.named_in, office.card.words))
    labels = await _labels(access, here)
    details += tuple([label async for label in in_slices(labels) if about.may_mean(label)])
    puts = [*texts, *await without_reasons(store, here)]  # those name no entrant: all of them go
    puts += await without_words(store, here, about.in_act)
    puts.append(noted(access, here, What.PERSON_FORGOTTEN, by=wish.by, entrants=(entrant,)))
    await _erase(office, number, puts, before=wish.before)
    for form in forms if wish.namesakes is Namesakes.ERASE else ():
        with suppress(Refused):  # let in or turned away meanwhile
            await turn_away(office, store, form)
    if in_files and wish.namesakes is Namesakes.ERASE:
        await without_names(office, store, about.names)
    await _tell(offices, office, texts)
    return Forgotten(len(texts), left, unsure, details, passed_on=sent)


async def _erase(office: Office, number: EntrantNumber, puts: list[Put], *, before: bool) -> None:
    """Erase the name: of whoever has the number, or only of those who had it before."""
    here = office.card.id
    async with office.recording:
        if before:
            who = replace(office.people[number], replaced=())
            await office.record([*puts, write_person(here, number, who)], {number: who})
            return
        kinds = (PERSON, TIME_PERCENT, WINNER, WRITTEN_TO)
        gone = [Put(kind, f"{here}/{number}", None) for kind in kinds]
        await office.record([*puts, *gone], {number: None})


async def _about(
    office: Office, store: EventStore, number: EntrantNumber, wish: ForgetWish
) -> "_About":
    known = office.people.get(number)
    others = [who.name for each, who in office.people.items() if each != number]
    names, past = known.names if known else (), None
    if wish.before:
        names, past = (known.replaced if known else ()), await _past(office, number)
        others += [known.name] if known else []
    if wish.before and not names:
        refuse(Violation(Unknown.PERSON_UNKNOWN, facts={"entrant": int(number)}))

    def parts() -> tuple[NameWords, ...]:
        return tuple(name_words(name, others) for name in names)

    words = await off_the_loop(len(others), parts)
    tables = await _tables_of(store, office.card.id)
    return _About(office, tables, int(number), names, words, wish.namesakes, past)


@dataclass(frozen=True, slots=True)
class _Past:
    """References to what was written of a number, as long as somebody else had it."""

    theirs: frozenset[str]
    shared: frozenset[str]  # club and class of whoever has it now, where they are the same


async def _past(office: Office, number: EntrantNumber) -> _Past:
    found, said = set[str](), set[int]()  # so far: every word, groups of clubs and classes
    theirs, alike = frozenset[str](), frozenset[int]()  # the same when it was somebody else's
    now: dict[str, Any] = {}
    async for entry in in_slices(await office.entries()):
        event = json.loads(entry.body)["event"]
        found.update(_REFERENCE.findall(entry.body.decode()))
        if event["event"] in _SAYING and event["entrant"] == number:
            now = event
            said.update(word["group"] for word in _beside(event, "club", "age_class"))
        if event["event"] == EntrantSubstituted.__name__ and event["entrant"] == number:
            theirs, alike = frozenset(found), frozenset(said)
    still = {word["text"] for word in _beside(now, "club", "team", "age_class")}
    same = (word for word in _beside(now, "club", "age_class") if word["group"] in alike)
    return _Past(theirs - still, frozenset(word["text"] for word in same))


def _beside(event: Mapping[str, Any], *fields: str) -> Iterator[Mapping[str, Any]]:
    """Those that stand beside the log; an older version wrote them into it."""
    words = (event.get(field) for field in fields)
    return (word for word in words if isinstance(word, dict))


_SAYING = (EntrantEntered.__name__, EntrantAmended.__name__)  # club, team and class
_REFERENCE = re.compile(r'"text":"([0-9a-f]{32})"')


async def _labels(access: Access, tournament: str) -> list[str]:
    """What the passes that are left are called."""
    every_one = await every(access.store, Pass)
    return [one.label async for one in in_slices(every_one) if one.tournament == tournament]


async def _forms_of(office: Office, store: EventStore, names: Iterable[str]) -> dict[str, str]:
    """Forms that still wait under these names: sent twice, or a namesake's."""
    waiting = await waiting_to_play(office, store)
    meant = set(map(skeleton, names))
    return {id_: wish.name for id_, wish in waiting.items() if skeleton(wish.name) in meant}


def _found(about: "_About", words: dict[str, Word]) -> tuple[list[Put], tuple[str, ...]]:
    """What is to be erased, and what is left and may mean them."""
    texts = list(without(words, about))
    return texts, _unsure(about, words, {put.key for put in texts})


def _unsure(about: "_About", words: dict[str, Word], gone: AbstractSet[str]) -> tuple[str, ...]:
    """What the organiser has to look at: it speaks of somebody of that name."""
    left = {w.text for key, w in words.items() if key not in gone and about.is_unsure(key, w)}
    return tuple(sorted(left)[:_MOST_UNSURE])


async def forget_everybody(offices: Offices, access: Access, office: Office) -> bool:
    """Erase all names, forms and words of a tournament; whether there was anything to erase."""
    async with office.forms:  # one that is being taken is there by then, or is refused
        return await _forget_everybody(offices, access, office)


async def _forget_everybody(offices: Offices, access: Access, office: Office) -> bool:
    here, store = office.card.id, access.store
    tables = await _tables_of(store, here)
    people = await store.all(PERSON, f"{here}/")
    words = [Put(TEXT, key, None) for key in await _all_words(store, here, tables)]
    puts = [Put(PERSON, key, None) for key in people]
    puts += await without_reasons(store, here)
    for kind in KEPT:
        puts += [Put(kind, key, None) for key in await store.all(kind, f"{here}/")]
    if not (puts or words):
        return False
    puts += await without_words(store, here, lambda _: True)
    puts.append(noted(access, here, What.EVERYBODY_FORGOTTEN))
    names = {EntrantNumber(int(key.rpartition("/")[2])): None for key in people}
    async with office.recording:
        await office.record([*puts, *words], names)
    await _tell(offices, office, words)
    return True


async def words_in_log(office: Office, entrant: int) -> int:
    """How many words about an entrant an older version has written into the log itself."""
    entries = await office.entries()
    events = await office.events()
    pairs = zip(entries, events, strict=False)
    return sum(
        [
            _inline(json.loads(entry.body)["event"], type(event))
            async for entry, event in in_slices(pairs)
            if entrant in office.about(event)
        ]
    )


def _inline(raw: dict[str, object], kind: Any) -> int:
    count = 0
    for path, _ in free_places(kind):
        value: object = raw
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        count += isinstance(value, str) and bool(value) and value not in HOUSE_WORDS
    return count


@dataclass(frozen=True, slots=True)
class _About:
    """Whether a word or a pass is about this person."""

    office: Office
    tables: dict[str, TableSetup]
    entrant: int
    names: tuple[str, ...]  # as they are and were written
    words: tuple[NameWords, ...]
    namesakes: Namesakes
    past: _Past | None = None  # only of who had the number before

    def __call__(self, key: str, word: Word) -> bool:
        stream, _, reference = key.rpartition("/")
        kind, _, rest = stream.partition("/")
        if self.namesakes is Namesakes.ERASE and self.is_unsure(key, word):
            return True
        if self.named_in(word.text):
            return True
        is_theirs = self.past is None or reference in self.past.theirs
        return is_theirs and self._concerned(kind, rest, word.about)

    def has(self, entry: Pass) -> bool:
        """Whether a pass is theirs: by number, by the seat at their table."""
        is_number = entry.entrant == self.entrant
        return self.past is None and (
            is_number or self._seat(entry.table) == entry.seat is not None
        )

    def in_act(self, act: Act) -> bool:
        """Whether the reason of an act speaks of them."""
        is_number = self.past is None and self.entrant in act.entrants
        return is_number or self.named_in(act.reason)

    def _concerned(self, kind: str, rest: str, about: Iterable[int]) -> bool:
        """In a tournament numbers are entrants; at a table seats, and none means everybody."""
        if kind == "tournament":
            return self.entrant in about
        seat = self._seat(rest) if kind == TABLE else self._clock_seat(rest)
        return seat is not None and (not about or seat in about)

    def _seat(self, table: str) -> int | None:
        setup = self.tables.get(table)
        seats = [seat.entrant for seat in setup.seats] if setup else []
        return seats.index(self.entrant) if self.entrant in seats else None

    def _clock_seat(self, place: str) -> int | None:
        """Where they sat at the table of a clock, `tournament/round/table`."""
        _, *where = place.split("/")
        if len(where) != 2:
            return None
        number, table = (int(part) for part in where)
        rounds = self.office.state.rounds
        tables = rounds[number - 1].tables if 1 <= number <= len(rounds) else ()
        seats = tables[table - 1].seats if 1 <= table <= len(tables) else ()
        return seats.index(EntrantNumber(self.entrant)) if self.entrant in seats else None

    def named_in(self, text: str) -> bool:
        """Whether a text speaks of them by a name they have or had."""
        folded = text.casefold()
        names = (name.casefold() for name in self.names if len(name) >= _SHORTEST_NAME)
        return any(name in folded for name in names) or any(w.means(text) for w in self.words)

    def is_unsure(self, key: str, word: Word) -> bool:
        """Whether a word may mean them, or says of who came instead what was said of them."""
        shared = self.past.shared if self.past else frozenset()
        return key.rpartition("/")[2] in shared or self.may_mean(word.text)

    def may_mean(self, text: str) -> bool:
        """Whether it speaks of them or of a namesake, or says a plain word."""
        return any(words.may_mean(text) for words in self.words)


async def _tables_of(store: EventStore, tournament: str) -> dict[str, TableSetup]:
    bodies = (await store.all(TABLE)).values()
    setups = [read_setup(body) async for body in in_slices(bodies)]
    return {setup.id: setup for setup in setups if setup.tournament == tournament}


async def _all_words(store: EventStore, tournament: str, tables: Iterable[str]) -> dict[str, Word]:
    streams = [f"{kind}/{tournament}/" for kind in _STREAMS]
    streams += [f"{TABLE}/{table}/" for table in tables]
    found: dict[str, Word] = {}
    for prefix in streams:
        found |= await words_of(store, prefix)
    return found


async def _tell(offices: Offices, office: Office, puts: Iterable[Put]) -> None:
    """Whoever knows the erased words, in this node or another, learns the streams again."""
    offices.erasures += 1
    await office.forget()
    hall = Stream(f"hall/{office.card.id}")  # where it is known who gets more time
    await offices.on_erased({hall, *(Stream(put.key.rpartition("/")[0]) for put in puts)})
