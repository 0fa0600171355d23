"""Phones that want to be told by web push: kept beside the login they came in by.

Such a record goes with its login and with its pass, in the same write (`watched.py`), and so with
the person. There is nothing in it but where to send to, in what language, and for whom.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from urllib.parse import urlsplit

from stolik.app.access.access import Access
from stolik.app.access.codes import Refusal
from stolik.app.access.records import PHONE
from stolik.app.access.roles import Login, PersonRole
from stolik.app.ports import EventStore, Put
from stolik.app.reading.base64url import read
from stolik.app.streams.slices import in_slices
from stolik.refusal import Violation, refuse

MOST_PHONES = 5  # of one entrant; the oldest makes room
LONGEST_ENDPOINT = 500
_PUBLIC_BYTES, _SECRET_BYTES = 65, 16
# Of the curve P-256 (FIPS 186-4, D.1.2.3): y² = x³ − 3x + b modulo a prime.
_PRIME = 2**256 - 2**224 + 2**192 + 2**96 - 1
_CURVE_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
_WRITTEN_OUT = 4
# Whom browsers have for it. An address of anybody else would make the server knock there.
SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)


@dataclass(frozen=True, slots=True)
class ToldPhone:
    """Where and how to write to one browser, and about whom."""

    login: str
    tournament: str
    entrant: int
    endpoint: str
    public: str  # the browser's key, base64url
    secret: str
    lang: str
    made_at: int = 0


async def want(access: Access, phone: ToldPhone, services: Iterable[str] = SERVICES) -> None:
    """Tell this phone from now on; a browser belongs to whoever switched it on last."""
    if not is_service(phone.endpoint, services):
        refuse(Violation(Refusal.PUSH_ADDRESS))
    if not _are_keys(phone):
        refuse(Violation(Refusal.PUSH_KEYS))
    phone = replace(phone, made_at=access.now())
    known = await _all(access.store)
    same = [one for one in known if one.endpoint == phone.endpoint]
    mine = [one for one in known if _whose(one) == _whose(phone) and one not in same]
    many = sorted(mine, key=lambda one: one.made_at)[: max(0, len(mine) - MOST_PHONES + 1)]
    gone = {one.login for one in (*same, *many)} - {phone.login}
    body = json.dumps(asdict(phone)).encode()
    puts = [*(Put(PHONE, login, None) for login in sorted(gone)), Put(PHONE, phone.login, body)]
    await access.store.put(puts)


async def want_no_more(store: EventStore, *logins: str) -> None:
    """Tell these phones nothing any more."""
    if logins:
        await store.put([Put(PHONE, login, None) for login in logins])


async def is_wanted(store: EventStore, login: str) -> bool:
    """Whether this phone is told."""
    return await store.get(PHONE, login) is not None


async def as_kept(store: EventStore, login: str) -> ToldPhone | None:
    """What this login wants by now: it may have been switched off, or on anew."""
    body = await store.get(PHONE, login)
    return ToldPhone(**json.loads(body)) if body else None


async def phones_of(store: EventStore, tournament: str) -> tuple[ToldPhone, ...]:
    """Every phone of a tournament that wants to be told."""
    return tuple([one for one in await _all(store) if one.tournament == tournament])


def player_of(login: Login) -> int:
    """The entrant a phone plays for; refused if nobody plays by it."""
    if login.role is not PersonRole.PLAYER or login.entrant is None:
        refuse(Violation(Refusal.PUSH_NOBODY))
    return login.entrant


def is_service(endpoint: str, services: Iterable[str]) -> bool:
    """Whether an address is one of a push service: by https, by its name, at its usual port."""
    plain = endpoint.isascii() and endpoint.isprintable() and not set(' "<>\\') & set(endpoint)
    try:
        url = urlsplit(endpoint)
        port, host = url.port, url.hostname or ""
    except ValueError:
        return False
    place = host if port in (None, 443) else f"{host}:{port}"
    known = any(place == one or place.endswith(f".{one}") for one in services)
    bare = url.username is None and not url.fragment
    return plain and bare and known and url.scheme == "https"


def _are_keys(phone: ToldPhone) -> bool:
    try:
        public, secret = read(phone.public), read(phone.secret)
    except ValueError:
        return False
    return _is_point(public) and len(secret) == _SECRET_BYTES


def _is_point(public: bytes) -> bool:
    """Whether it is a point of the curve P-256, written out: to no other key can be sealed."""
    if len(public) != _PUBLIC_BYTES or public[0] != _WRITTEN_OUT:
        return False
    x, y = int.from_bytes(public[1:33], "big"), int.from_bytes(public[33:], "big")
    return max(x, y) < _PRIME and (y * y - x**3 + 3 * x - _CURVE_B) % _PRIME == 0


def _whose(phone: ToldPhone) -> tuple[str, int]:
    return phone.tournament, phone.entrant


async def _all(store: EventStore) -> list[ToldPhone]:
    bodies = (await store.all(PHONE)).values()
    return [ToldPhone(**json.loads(body)) async for body in in_slices(bodies)]
