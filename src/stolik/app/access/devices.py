"""Devices that came in before. Nothing is kept of them: they carry a mark that we have signed.

The mark says by which pass or account a device came in, never who that is. All devices of one pass
share one count of failed guesses, so coming in again and again wins no further guesses; a new
password, a log-out everywhere or a renewed pass makes strangers of them.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest
from hmac import new as hmac

from stolik.app.access.access import Access
from stolik.app.access.records import Account, KeptLogin, Pass, find
from stolik.app.access.roles import PRACTICE, PersonRole
from stolik.app.access.secrets_made import Secret
from stolik.app.ports import Put

DEVICE_S = 400 * 24 * 3600  # browsers keep no cookie longer
LONGEST_MARK = 1000
PASSWORD = "password"

_KIND, _NAME, _BYTES = "key", "device", 32
_ROLES = (
    PersonRole.PLAYER,
    PersonRole.REFEREE,
)  # whose codes are typed; their passes come from an organiser


async def known_as(access: Access, mark: str, kind: str) -> str:
    """Whom a device came in as by this kind of secret; empty for a stranger."""
    return (await _read(access, mark)).get(kind, "")


async def pass_known(access: Access, mark: str, kind: str) -> str:
    """By which pass a device came in, if that pass is still good."""
    subject = await known_as(access, mark, kind)
    entry = await find(access.store, Pass, subject) if subject else None
    return subject if entry and entry.expires > access.now() else ""


async def account_known(access: Access, mark: str, account: Account | None) -> str:
    """Whom a device came in as, if that was this account with this password."""
    subject = await known_as(access, mark, PASSWORD)
    return subject if account and subject == _subject(account.id, account.epoch) else ""


async def marked(access: Access, mark: str, login: Secret) -> str:
    """The mark a device gets that has just come in; empty if it came in by nothing of worth."""
    fresh = await _of_login(access, login)
    return await _written(access, await _read(access, mark) | fresh) if fresh else ""


async def _of_login(access: Access, login: Secret) -> dict[str, str]:
    kept = await find(access.store, KeptLogin, login.id)
    if kept is None:
        return {}
    if kept.account:
        return {PASSWORD: _subject(kept.account, kept.epoch)}
    entry = await find(access.store, Pass, kept.entry)
    # Anybody gets a table to practise at, and a spectator's link may hang on the wall.
    is_known = entry and entry.role in _ROLES and entry.tournament != PRACTICE
    return {str(entry.role): entry.id} if entry and is_known else {}


def _subject(account: str, epoch: str) -> str:
    return f"{account}.{epoch}"


async def _written(access: Access, known: Mapping[str, str]) -> str:
    body = json.dumps(known, sort_keys=True).encode()
    key = await _key(access) or await _new_key(access)
    return f"{urlsafe_b64encode(body).decode()}.{_signature(key, body)}"


async def _read(access: Access, mark: str) -> dict[str, str]:
    body, _, signature = mark.partition(".")
    if not signature or len(mark) > LONGEST_MARK:
        return {}
    try:
        said = urlsafe_b64decode(body.encode("ascii"))
    except ValueError:
        return {}
    key = await _key(access)
    if key is None or not compare_digest(_signature(key, said).encode(), signature.encode()):
        return {}
    known: dict[str, str] = json.loads(said)
    return known


def _signature(key: bytes, body: bytes) -> str:
    return hmac(key, b"device " + body, sha256).hexdigest()


async def _key(access: Access) -> bytes | None:
    kept = await access.store.get(_KIND, _NAME)
    return bytes.fromhex(json.loads(kept)["key"]) if kept else None


async def _new_key(access: Access) -> bytes:
    """The key of this server; of two nodes that make one at once, the later one's stays."""
    key = access.chance(_BYTES)
    await access.store.put([Put(_KIND, _NAME, json.dumps({"key": key.hex()}).encode())])
    return key
