"""Free text beside the log: an event keeps a reference, a record keeps the word (rule 22).

    log      {"event": "PenaltyGiven", …, "reason": {"text": "9f0c…"}}
    record   text  tournament/ab12/9f0c…  {"text": "…", "salt": "…", "about": [17]}

The reference is a salted hash of the word: while the word is there nobody can change it unseen,
and once the record is erased nothing can be found out from the log. Events of older logs hold
their words themselves and are read as they are.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, ParamSpec, TypeVar

from stolik.app.ports import Chance, Entry, EventStore, Put, Stream
from stolik.app.streams.chain import Rot
from stolik.app.streams.free_fields import free_places, people_in
from stolik.free_text import ERASED, HOUSE_WORDS, Kept

P = ParamSpec("P")
T = TypeVar("T")

TEXT = "text"
_REFERENCE = re.compile(rb'\{"text":"([0-9a-f]{32})"(?:,"group":(\d{1,9}))?\}')
_SALT_BYTES = 16
_FEW = 8  # so many are asked for one by one
_MANY = 200


@dataclass(frozen=True, slots=True)
class Word:
    """What somebody wrote; `about` are the entrants (at a table: seats) its event names."""

    text: str
    salt: str
    about: tuple[int, ...] = ()
    group: int = 0

    @property
    def reference(self) -> str:
        """By what the log knows it."""
        return sha256(bytes.fromhex(self.salt) + self.text.encode(*_UTF8)).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Written:
    """Bodies as the log keeps them, and the words taken out of them."""

    bodies: tuple[bytes, ...]
    words: tuple[Word, ...]


About = Callable[[Any], Iterable[int]]


@dataclass
class Beside:
    """The words of one stream."""

    stream: Stream
    store: EventStore
    chance: Chance
    about: About = people_in
    _words: dict[str, Word] = field(default_factory=dict)
    _groups: dict[int, str] = field(default_factory=dict)
    _last_group: int = 0

    def hidden(self, events: Iterable[Any], bodies: Iterable[bytes]) -> Written:
        """The bodies of these events without their words."""
        words: list[Word] = []
        hidden = [self._hide(e, b, words) for e, b in zip(events, bodies, strict=True)]
        return Written(tuple(hidden), tuple(words))

    def puts(self, written: Written) -> list[Put]:
        """The records of the words, to be kept with their events."""
        return [Put(TEXT, f"{self.stream}/{w.reference}", _body(w)) for w in written.words]

    def learn(self, words: Iterable[Word]) -> None:
        """These are kept."""
        for word in words:
            self._know(word.reference, word)

    async def shown(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """The entries with their words, as their owner reads them; raises `Rot`."""
        found = await off_the_loop(len(entries), _all_references, entries)
        self._last_group = max([self._last_group, *(group for _, group in found)])
        await self._fetch({reference for reference, _ in found} - self._words.keys())
        return await off_the_loop(len(entries), self._all_with_words, entries)

    def _all_with_words(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        return tuple(self._with_words(entry) for entry in entries)

    async def has_lost_words(self) -> bool:
        """Whether somebody has erased a word that is known here."""
        if not self._words:
            return False
        kept = await self.store.all(TEXT, f"{self.stream}/")
        return any(f"{self.stream}/{reference}" not in kept for reference in self._words)

    def _hide(self, event: Any, body: bytes, words: list[Word]) -> bytes:
        kind: Any = type(event)
        places = free_places(kind)
        if not places:
            return body
        raw = json.loads(body)
        for path, kept in places:
            *way, last = path
            holder = raw["event"]
            for key in way:
                holder = holder[key]
            text = holder.get(last)
            if text and text not in HOUSE_WORDS:
                holder[last] = self._taken(text, kept, event, words)
        return json.dumps(raw, ensure_ascii=False, separators=(",", ":")).encode(*_UTF8)

    def _taken(self, text: str, kept: Kept, event: Any, words: list[Word]) -> dict[str, Any]:
        word = Word(text, self.chance(_SALT_BYTES).hex(), tuple(sorted(set(self.about(event)))))
        if kept is Kept.IN_GROUP:
            word = replace(word, group=self._group(text, words))
        words.append(word)
        found: dict[str, Any] = {"text": word.reference}
        return {**found, "group": word.group} if word.group else found

    def _group(self, text: str, words: Sequence[Word]) -> int:
        """The number of a group: equal words share it for ever, also when they are erased."""
        known = {word: number for number, word in self._groups.items()}
        known |= {word.text: word.group for word in words if word.group}
        last = max([self._last_group, *(word.group for word in words)])
        return known.get(text, last + 1)

    async def _fetch(self, unknown: set[str]) -> None:
        """Words that were written before, or by another node since."""
        if len(unknown) > _FEW:
            records = await self.store.all(TEXT, f"{self.stream}/")
        else:
            keys = [f"{self.stream}/{reference}" for reference in unknown]
            records = {key: body for key in keys if (body := await self.store.get(TEXT, key))}
        words = await off_the_loop(len(records), _all_words, records, self.stream)
        for reference, word in words:
            self._know(reference, word)

    def _know(self, reference: str, word: Word) -> None:
        self._words[reference] = word
        if word.group:
            self._groups[word.group] = word.text
            self._last_group = max(self._last_group, word.group)

    def _with_words(self, entry: Entry) -> Entry:
        def told(found: re.Match[bytes]) -> bytes:
            text = self._said(found[1].decode(), int(found[2] or 0), entry.seq)
            return json.dumps(text, ensure_ascii=False).encode(*_UTF8)

        body = _REFERENCE.sub(told, entry.body)
        return entry if body == entry.body else replace(entry, body=body)

    def _said(self, reference: str, group: int, seq: int) -> str:
        word = self._words.get(reference)
        if word is None:
            return self._groups.get(group, f"{ERASED}{group or ''}")
        if word.reference != reference:
            raise Rot(self.stream, seq)
        return word.text


async def off_the_loop(count: int, work: Callable[P, T], /, *given: P.args, **more: P.kwargs) -> T:
    """The same work, in a thread if there is much of it: a long log must not hold up the tables."""
    if count > _MANY:
        return await asyncio.to_thread(work, *given, **more)
    return work(*given, **more)


def _all_references(entries: Sequence[Entry]) -> set[tuple[str, int]]:
    return {reference for entry in entries for reference in _references(entry)}


def _all_words(records: Mapping[str, bytes], stream: Stream) -> list[tuple[str, Word]]:
    return [(key.rpartition("/")[2], _word(body, stream)) for key, body in records.items()]


def _references(entry: Entry) -> Iterator[tuple[str, int]]:
    """The words an entry refers to, each with its group."""
    for found in _REFERENCE.finditer(entry.body):
        yield found[1].decode(), int(found[2] or 0)


async def words_of(store: EventStore, prefix: str) -> dict[str, Word]:
    """Every word beside the streams whose names begin so, by the key of its record."""
    found = await store.all(TEXT, prefix)
    return {key: _word(body, Stream(key)) for key, body in found.items()}


def without(words: dict[str, Word], gone: Callable[[str, Word], bool]) -> Iterator[Put]:
    """Erase these words, and a group's last traces with the last of whom it was told."""
    erased = {key for key, word in words.items() if gone(key, word)}
    alive = {w.group for key, w in words.items() if key not in erased and w.about}
    touched = {words[key].group for key in erased} - alive - {0}
    erased |= {key for key, word in words.items() if word.group in touched}
    return (Put(TEXT, key, None) for key in sorted(erased))


_UTF8 = ("utf-8", "surrogatepass")


def _body(word: Word) -> bytes:
    told = {"text": word.text, "salt": word.salt, "about": word.about, "group": word.group}
    return json.dumps(told, ensure_ascii=False).encode(*_UTF8)


def _word(body: bytes, stream: Stream) -> Word:
    try:
        raw = json.loads(body)
        return Word(raw["text"], raw["salt"], tuple(raw["about"]), raw["group"])
    except (ValueError, KeyError, TypeError) as fault:
        raise Rot(stream, 0) from fault
