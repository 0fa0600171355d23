"""Rules and formats of an organiser's own: checked by field, kept beside his account, taken along.

What a tournament takes along is written out whole, with everything that came from the base, so it
replays anywhere, whatever becomes of the file or of the base.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any

from stolik.app.codes import Phrase, Refusal
from stolik.app.library import (
    BOARDS,
    FORMATS,
    RULES,
    contents_of,
    format_from,
    profile_from,
    rules_profile,
    tournament_format,
    whole_format,
    whole_rules,
    written_out,
)
from stolik.app.naming import tidy
from stolik.app.ports import EventStore
from stolik.app.streams.shelf import Shelf, Used
from stolik.app.texts import say, text
from stolik.app.tournaments.telling.answers import FormatTold
from stolik.app.tournaments.telling.forecast import format_told
from stolik.refusal import Refused, Violation, refuse, refuse_any

OWN_ID = "own"
_BOX = (
    *("tiles.colours", "tiles.highest", "tiles.copies", "tiles.jokers"),
    *("melds.run_min", "melds.group_min", "melds.group_max"),
)


class OwnKind(StrEnum):
    """What of an event can be one's own."""

    RULES = "rules"
    FORMAT = "format"


Kept = Mapping[OwnKind, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class _Ways:
    ours: tuple[str, ...]
    named: Callable[[str], Any]
    made: Callable[[Mapping[str, Any]], Any]
    whole: Callable[[Mapping[str, Any]], dict[str, Any]]
    shelf: Shelf


_OF = {
    OwnKind.RULES: _Ways(
        RULES, rules_profile, profile_from, whole_rules, Shelf("own_rules", Refusal.OWN_MANY)
    ),
    OwnKind.FORMAT: _Ways(
        FORMATS, tournament_format, format_from, whole_format, Shelf("own_format", Refusal.OWN_MANY)
    ),
}


@dataclass(frozen=True, slots=True)
class Draft:
    """A file as it is sent in; without a word of its own about where to start, from a base."""

    kind: OwnKind
    text: str = ""
    based_on: str = ""
    title: str = ""
    # A format as it is, only shorter: rounds of its first stage, and whether others follow.
    rounds: int | None = None
    final: bool = True


@dataclass(frozen=True, slots=True)
class FieldTold:
    """A field in a sentence, how it stands and how it stood in the base."""

    field: str
    sentence: str
    own: str
    base: str
    differs: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTold:
    """Rules or a format looked at: every fault, or every field."""

    faults: tuple[str, ...] = ()
    kind: str = ""
    title: str = ""
    hash: str = ""
    based_on: str = ""  # the title of the base; "": it says everything itself
    fields: tuple[FieldTold, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnListed:
    """Rules to choose, ours by their name or one's own by their number."""

    id: str
    title: str
    own: bool


@dataclass(frozen=True, slots=True)
class OwnChoice:
    """What an organiser can choose beside the formats everybody has."""

    rules: tuple[OwnListed, ...]
    formats: tuple[FormatTold, ...]  # one's own alone, by their numbers


def looked_at(draft: Draft, lang: str) -> OwnTold:
    """What an organiser sees before anything is kept."""
    try:
        raw = drafted(draft)
        return _told(draft.kind, raw, lang)
    except Refused as refused:
        return OwnTold(faults=tuple(say(one, lang) for one in refused.violations))


def drafted(draft: Draft) -> dict[str, Any]:
    """The contents of a sound file under a name of its own; refused with every fault."""
    ways = _OF[draft.kind]
    raw = contents_of(draft.text)
    if draft.based_on and "based_on" not in raw:
        raw["based_on"] = draft.based_on
    if draft.title.strip():
        raw["title"] = tidy(draft.title)
    # What differs from ours is not ours, whatever it is called in the file.
    if raw.get("id", OWN_ID) in ways.ours or "id" not in raw:
        raw["id"] = OWN_ID
    if not str(raw.get("title", "")).strip():
        refuse(Violation(Refusal.FIELD_MISSING, facts={"field": "title"}))
    if draft.kind is OwnKind.FORMAT and (draft.rounds is not None or not draft.final):
        raw["stages"] = _shorter(ways.whole(raw)["stages"], draft)
    found = ways.made(raw)
    match draft.kind:
        case OwnKind.FORMAT:
            refuse_any(*_names_a_path(found.profile))
        case OwnKind.RULES:
            refuse_any(*_of_another_box(found))
    return raw


def _shorter(stages: list[dict[str, Any]], draft: Draft) -> list[dict[str, Any]]:
    first, *others = stages
    rounds = first["rounds"] if draft.rounds is None else draft.rounds
    if not 1 <= rounds <= first["rounds"]:
        choices = tuple(str(n) for n in range(1, first["rounds"] + 1))
        refuse(Violation(Refusal.FIELD_CHOICE, facts={"field": "rounds", "choices": choices}))
    return [{**first, "rounds": rounds}, *(others if draft.final else ())]


def _of_another_box(rules: Any) -> Iterator[Violation]:
    """A server counts with the kernel: with other tiles one question could hold it for minutes."""
    usual, own = dict(_leaves(rules_profile(RULES[0]))), dict(_leaves(rules))
    other = tuple(name for name in _BOX if own.get(name) != usual.get(name))
    if other:
        yield Violation(Refusal.OWN_BOX, facts={"fields": other})


def _names_a_path(profile: str) -> Iterator[Violation]:
    known = (*RULES, *BOARDS)
    if profile not in known:
        yield Violation(Refusal.FIELD_CHOICE, facts={"field": "profile", "choices": known})


def _told(kind: OwnKind, raw: Mapping[str, Any], lang: str) -> OwnTold:
    ways = _OF[kind]
    found = ways.made(raw)
    base = ways.named(raw["based_on"]) if "based_on" in raw else None
    own, before = dict(_leaves(found)), dict(_leaves(base)) if base else {}
    return OwnTold(
        kind=kind.value,
        title=found.title,
        hash=found.hash,
        based_on=base.title if base else "",
        fields=tuple(
            FieldTold(
                name,
                sentence_of(kind, name, lang),
                own.get(name, ""),
                before.get(name, ""),
                base is not None and own.get(name) != before.get(name),
            )
            for name in dict.fromkeys((*own, *before))
        ),
    )


_WORDS = ("id", "title", "document", "articles")  # they name it and change nothing


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every field by its dotted name as a file says it; items of lists are counted from 1."""
    for field in fields(value):
        if not name and field.name in _WORDS:
            continue
        own = getattr(value, field.name)
        yield from _leaf(own, f"{name}{field.name}")


def _leaf(own: Any, name: str) -> Iterator[tuple[str, str]]:
    if is_dataclass(own) and not isinstance(own, type):
        yield from _leaves(own, f"{name}.")
    elif isinstance(own, tuple) and own and is_dataclass(own[0]):
        for number, item in enumerate(own, start=1):
            yield from _leaves(item, f"{name}.{number}.")
    else:
        yield name, json.dumps(own, ensure_ascii=False).strip('"')


def sentence_of(kind: OwnKind, name: str, lang: str) -> str:
    """What a field is for, in a sentence."""
    return text(f"own.{kind.value}.{bare(name)}", lang)


def bare(name: str) -> str:
    """A field's name without the numbers of list items."""
    return ".".join(part for part in name.split(".") if not part.isdecimal())


async def keep(store: EventStore, account: str, kind: OwnKind, raw: Mapping[str, Any]) -> str:
    """Keep what was found sound beside the account; its number."""
    return await _OF[kind].shelf.keep(store, account, raw)


async def kept(store: EventStore, account: str) -> Kept:
    """All that an organiser keeps, by kind and number."""
    return {kind: await ways.shelf.all(store, account) for kind, ways in _OF.items()}


def choice(mine: Kept, lang: str) -> OwnChoice:
    """Rules of ours and one's own, formats of one's own."""
    ours = [OwnListed(name, rules_profile(name).title, own=False) for name in RULES]
    rules, formats = mine[OwnKind.RULES], mine[OwnKind.FORMAT]
    own = (OwnListed(number, _title(body), own=True) for number, body in rules.items())
    return OwnChoice(
        (*ours, *sorted(own, key=lambda one: one.title)),
        tuple(_format(number, json.loads(body), lang) for number, body in formats.items()),
    )


def _title(body: str) -> str:
    return str(json.loads(body)["title"])


def _format(number: str, raw: Mapping[str, Any], lang: str) -> FormatTold:
    base = tournament_format(raw["based_on"]).title if "based_on" in raw else ""
    about = text(Phrase.OWN_ABOUT, lang, base=base) if base else text(Phrase.OWN_ABOUT_NEW, lang)
    return format_told(format_from(raw), lang, number=number, about=about)


async def look(
    store: EventStore, account: str, kind: OwnKind, number: str, lang: str
) -> Callable[[], OwnTold]:
    """What explains every field of one of one's own, or of ours; not for the loop."""
    if number in _OF[kind].ours:
        return lambda: _told(kind, {"based_on": number}, lang)
    body = await _OF[kind].shelf.get(store, account, number)
    if body is None:
        refuse(Violation(Refusal.OWN_UNKNOWN))
    return lambda: _told(kind, json.loads(body), lang)


async def remove(store: EventStore, account: str, kind: OwnKind, number: str, used: Used) -> None:
    """Take one of one's own away; refused while a tournament of one's own goes by it."""
    shelf = _OF[kind].shelf
    if await shelf.get(store, account, number) is None:
        refuse(Violation(Refusal.OWN_UNKNOWN))
    as_used = await taken_along(store, account, kind, number)
    await shelf.remove(store, account, number, as_used=as_used, used=used)


async def taken_along(store: EventStore, account: str, kind: OwnKind, name: str) -> str:
    """As a tournament takes it along: a name as it is, one's own written out whole."""
    if name in _OF[kind].ours:
        return name
    body = await _OF[kind].shelf.get(store, account, name)
    return name if body is None else written_out(_OF[kind].whole(json.loads(body)))
