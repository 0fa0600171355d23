"""The keys this server signs its messages to push services with (VAPID, RFC 8292).

They are made once and kept with the data: a browser lets only that server write to it that it has
heard of first.
"""

import json
from collections.abc import Callable
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from stolik.app.ports import EventStore, Put
from stolik.app.reading.base64url import written
from stolik.app.streams.one_act import one_act

_KEPT = ("push_keys", "now")
_GOOD_FOR_S = 12 * 3600  # a day is the longest that services believe


class PushKeys:
    """Who we are to push services."""

    def __init__(self, key: ec.EllipticCurvePrivateKey) -> None:
        self._key = key

    @property
    def public(self) -> str:
        """What browsers are told, before they let us write to them."""
        point = serialization.PublicFormat.UncompressedPoint
        raw = self._key.public_key().public_bytes(serialization.Encoding.X962, point)
        return written(raw)

    def authorization(self, endpoint: str, contact: str, now: Callable[[], float]) -> str:
        """The header that says who writes; good for one service and for some hours."""
        url = urlsplit(endpoint)
        head = {"typ": "JWT", "alg": "ES256"}
        claims = {"aud": f"{url.scheme}://{url.netloc}", "exp": int(now()) + _GOOD_FOR_S}
        if contact:
            claims["sub"] = contact
        said = ".".join(written(json.dumps(part).encode()) for part in (head, claims))
        r, s = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(SHA256())))
        signed = written(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={said}.{signed}, k={self.public}"


async def keys_of(store: EventStore) -> PushKeys:
    """The keys of this database, made at the first call: all its nodes have the same."""

    async def look() -> tuple[bytes, list[Put]]:
        known = await store.get(*_KEPT)
        pem = known or _made()
        return pem, [] if known else [Put(*_KEPT, pem)]

    key = serialization.load_pem_private_key(await one_act(store, "push_keys", look), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return PushKeys(key)


def _made() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
