"""An organiser's own boards: checked with a picture, kept beside his account, signed when right.

A board travels written out with what is played on it (`library.board`), so a tournament and its
tables need nothing but their own records, whatever becomes of the file.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stolik.app.codes import Refusal
from stolik.app.games.wojtek.board_picture import picture_of
from stolik.app.games.wojtek.board_switches import Switch, switches_of, with_changes
from stolik.app.library import BOARDS, board, board_from, contents_of
from stolik.app.naming import tidy
from stolik.app.ports import EventStore
from stolik.app.streams.shelf import Shelf, Used
from stolik.app.texts import say
from stolik.refusal import Refused, Violation, refuse
from stolik.wojtek.board import Board

_SHELF = Shelf("board", Refusal.BOARDS_MANY)


@dataclass(frozen=True, slots=True)
class BoardListed:
    """A board to choose: one of ours, or one's own by its number."""

    id: str
    title: str
    hash: str
    own: bool
    verified_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTold:
    """A board looked at: every fault, or its picture and how its switches stand."""

    faults: tuple[str, ...] = ()
    id: str = ""
    title: str = ""
    hash: str = ""
    verified_by: str = ""
    fields: int = 0
    cities: int = 0
    travel_cards: int = 0
    bear_cards: int = 0
    picture: str = ""
    switches: tuple[Switch, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A board as it is sent in: a file, or changes to one that is known."""

    text: str = ""
    base: Mapping[str, Any] = field(default_factory=lambda: {"based_on": BOARDS[0]})
    title: str = ""
    changes: Mapping[str, Any] | None = None


def drafted(draft: Draft) -> dict[str, Any]:
    """Its contents; nobody has signed what was just changed."""
    raw = contents_of(draft.text) if draft.text.strip() else draft.base
    raw = with_changes(raw, draft.changes or {})
    if draft.title.strip():
        raw["title"] = tidy(draft.title)
    if not draft.text.strip():
        raw["id"] = "own"
    return {**raw, "verified_by": ""}


def looked_at(draft: Draft, lang: str) -> BoardTold:
    """What an organiser sees before anything is kept."""
    try:
        return told(board_from(drafted(draft)), lang)
    except Refused as refused:
        return BoardTold(faults=tuple(say(one, lang) for one in refused.violations))


def told(found: Board, lang: str, number: str = "") -> BoardTold:
    """A sound board."""
    return BoardTold(
        id=number or found.id,
        title=found.title,
        hash=found.hash,
        verified_by=found.verified_by,
        fields=len(found.fields),
        cities=len(found.city_at),
        travel_cards=len(found.travel_cards),
        bear_cards=len(found.bear_cards),
        picture=picture_of(found, lang),
        switches=switches_of(found, lang),
    )


def sound(draft: Draft) -> dict[str, Any]:
    """The contents of a board that can be played on; refused with every fault."""
    raw = drafted(draft)
    board_from(raw)
    return raw


async def keep(store: EventStore, account: str, raw: Mapping[str, Any]) -> str:
    """Keep a sound board beside the account; its number. The same one twice is one."""
    return await _SHELF.keep(store, account, raw)


async def sign(store: EventStore, account: str, number: str, by: str) -> str:
    """Somebody has held the board against the printed game, and says so with a name."""
    if number in BOARDS:
        refuse(Violation(Refusal.BOARD_OURS))
    raw = json.loads(await written(store, account, number))
    await _SHELF.change(store, account, number, {**raw, "verified_by": tidy(by)})
    return number


async def remove(store: EventStore, account: str, number: str, used: Used) -> None:
    """Take a board away; refused while a tournament of one's own is played on it."""
    if number in BOARDS:
        refuse(Violation(Refusal.BOARD_OURS))
    as_used = await written(store, account, number)
    await _SHELF.remove(store, account, number, as_used=as_used, used=used)


async def kept(store: EventStore, account: str) -> dict[str, str]:
    """All that an organiser keeps, by number."""
    return await _SHELF.all(store, account)


def listed(kept: Mapping[str, str]) -> list[BoardListed]:
    """Ours, then one's own."""
    ours = [_listed(name, board(name), own=False) for name in BOARDS]
    own = (_listed(number, board(body), own=True) for number, body in kept.items())
    return ours + sorted(own, key=lambda one: one.title)


async def written(store: EventStore, account: str, number: str) -> str:
    """A board as a tournament takes it along: one of ours by its name, one's own written out."""
    if number in BOARDS:
        return number
    body = await _SHELF.get(store, account, number)
    if body is None:
        refuse(Violation(Refusal.BOARD_UNKNOWN, facts={"board": number, "known": BOARDS}))
    return body


async def base_of(store: EventStore, account: str, number: str) -> Mapping[str, Any]:
    """What changes to a board begin with: one of ours by its name, one's own as it stands."""
    if number in BOARDS:
        return {"based_on": number}
    found: Mapping[str, Any] = json.loads(await written(store, account, number))
    return found


def _listed(number: str, found: Board, *, own: bool) -> BoardListed:
    return BoardListed(number, found.title, found.hash, own, found.verified_by)
