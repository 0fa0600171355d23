"""One message to one browser, through the service that its endpoint names."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from stolik.adapters.outgoing.guarded_post import NotTaken, Outward, PrivateAddress, post
from stolik.adapters.outgoing.push_keys import PushKeys
from stolik.adapters.outgoing.sealing import BrowserKeys, sealed
from stolik.app.access.phones import ToldPhone
from stolik.app.hall.pushing import PushFate
from stolik.app.reading.base64url import read

_GONE = (404, 410)  # the browser has taken its word back
_TOO_MUCH, _BROKEN = 429, 500


@dataclass(frozen=True, slots=True)
class PushCourier:
    """Signs, seals and sends."""

    keys: PushKeys
    contact: Callable[[], str]  # whom a service may write to: mailto:… or https://…
    now: Callable[[], float]
    wire: Outward

    async def send(self, phone: ToldPhone, message: bytes, lasts_s: int, topic: str) -> PushFate:
        """What became of it; `lasts_s`: how long it is worth being shown."""
        keys = BrowserKeys(read(phone.public), read(phone.secret))
        headers = (
            ("Authorization", self.keys.authorization(phone.endpoint, self.contact(), self.now)),
            ("Content-Encoding", "aes128gcm"),
            ("Content-Type", "application/octet-stream"),
            ("TTL", str(lasts_s)),
            ("Urgency", "high"),
            ("Topic", topic),  # a later word about the same round replaces one not shown yet
        )
        try:
            body = sealed(message, keys, secrets.token_bytes(16))
        except ValueError:
            return PushFate.GONE  # nobody can read with such a key
        try:
            status = await post(self.wire, phone.endpoint, headers, body)
        except PrivateAddress:
            return PushFate.NEVER
        except NotTaken:
            return PushFate.LATER
        return _fate(status)


def _fate(status: int) -> PushFate:
    if status in _GONE:
        return PushFate.GONE
    if status == _TOO_MUCH or status >= _BROKEN:
        return PushFate.LATER
    return PushFate.TAKEN if 200 <= status < 300 else PushFate.NEVER
