"""What is kept about people and their ways in, as records of the store.

Nothing here is in an event: a record can be changed and erased. Secrets are kept as hashes only.
"""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from stolik.app.access.roles import PersonRole
from stolik.app.ports import EventStore, Put
from stolik.app.streams.slices import in_slices


class Purpose(StrEnum):
    """What an invitation is for; each works once."""

    SET_UP = "set_up"  # the first organiser of this server
    RESET = "reset"  # a new password for an account
    CO_ORGANISER = "co_organiser"  # one more organiser of a tournament


@dataclass(frozen=True, slots=True)
class Account:
    """An organiser of this server."""

    KIND: ClassVar[str] = "account"

    id: str
    name: str
    password: str  # what argon2id made of it
    epoch: str  # changes when every login of the account ends
    made_at: int


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link that works once and makes or changes an account."""

    KIND: ClassVar[str] = "invitation"

    id: str
    purpose: Purpose
    hash: str
    tournament: str
    account: str
    made_at: int
    expires: int
    by: str = ""  # the account that made it; empty for one made by this machine, or long ago


@dataclass(frozen=True, slots=True)
class Pass:
    """A way in without an account: a seat's or entrant's, a referee's, a spectator's, a bot's."""

    KIND: ClassVar[str] = "pass"

    id: str
    role: PersonRole
    tournament: str
    tables: tuple[str, ...] | None
    table: str
    seat: int | None
    entrant: int | None
    label: str
    hash: str  # of its link
    code: str  # the key its code is found under; empty without a code
    made_at: int
    expires: int
    by: str = ""  # the account that issued it; empty for one of long ago
    ends_with_maker: bool = False  # a player's, unless it is said to stay; those of before stay


@dataclass(frozen=True, slots=True)
class KeptLogin:
    """An open login. It ends with its pass or with its account's epoch."""

    KIND: ClassVar[str] = "login"

    id: str
    hash: str
    account: str
    epoch: str
    entry: str  # the id of the pass it came in by; empty for an account
    made_at: int
    expires: int


Kept = Account | Invitation | Pass | KeptLogin
K = TypeVar("K", Account, Invitation, Pass, KeptLogin)


def keep(record: Kept) -> Put:
    """A record to write."""
    return Put(record.KIND, record.id, json.dumps(asdict(record)).encode())


def erase(record: Kept) -> Put:
    """A record to erase."""
    return Put(record.KIND, record.id, None)


async def find(store: EventStore, kind: type[K], key: str) -> K | None:
    """The record of this key."""
    body = await store.get(kind.KIND, key)
    return None if body is None else _read(kind, body)


async def every(store: EventStore, kind: type[K]) -> tuple[K, ...]:
    """All records of a kind, oldest first."""
    bodies = (await store.all(kind.KIND)).values()
    found = [_read(kind, body) async for body in in_slices(bodies)]  # there may be thousands
    return tuple(sorted(found, key=lambda record: (record.made_at, record.id)))


_READERS: dict[str, Any] = {"role": PersonRole, "purpose": Purpose}


def _read(kind: type[K], body: bytes) -> K:
    raw, known = json.loads(body), kind.__dataclass_fields__
    # A record of before has not every field: those have a value of their own.
    return kind(**{name: _value(name, value) for name, value in raw.items() if name in known})


def _value(name: str, raw: Any) -> Any:
    if name in _READERS:
        return _READERS[name](raw)
    return tuple(raw) if isinstance(raw, list) else raw


# Who organises what: one record per pair, so that two changes at once never lose each other.

ORGANISER_OF = "organiser_of"


def organiser_of(account: str, tournament: str) -> Put:
    """The record that makes an account an organiser of a tournament."""
    return Put(ORGANISER_OF, f"{account}/{tournament}", b"{}")


def no_organiser_of(account: str, tournament: str) -> Put:
    """The record that ends it."""
    return Put(ORGANISER_OF, f"{account}/{tournament}", None)


async def tournaments_of(store: EventStore, account: str) -> frozenset[str]:
    """The tournaments an account organises."""
    pairs = await store.all(ORGANISER_OF, f"{account}/")
    return frozenset(key.partition("/")[2] for key in pairs)


async def is_organiser_of(store: EventStore, account: str, tournament: str) -> bool:
    """Whether an account organises a tournament."""
    return await store.get(ORGANISER_OF, f"{account}/{tournament}") is not None


async def organisers_of(store: EventStore, tournament: str) -> frozenset[str]:
    """The accounts that organise a tournament."""
    pairs = (key.partition("/") for key in await store.all(ORGANISER_OF))
    return frozenset(account for account, _, what in pairs if what == tournament)


# Phones that are told by web push, by login: gone with it (`watched.py`).

PHONE = "phone"


# Codes are found by their hash.

_CODE = "code"


def code_of(key: str, entry: Pass) -> Put:
    """Let a code lead to its pass."""
    return Put(_CODE, key, json.dumps({"pass": entry.id}).encode())


def no_code(key: str) -> Put:
    """Let a code lead nowhere."""
    return Put(_CODE, key, None)


async def pass_of_code(store: EventStore, key: str) -> Pass | None:
    """The pass a code leads to."""
    body = await store.get(_CODE, key)
    return None if body is None else await find(store, Pass, json.loads(body)["pass"])
