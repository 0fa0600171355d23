"""Tokens and codes: made from chance, kept only as hashes.

A token is an id of 128 bits and a secret of 256: the id finds the record, the record holds the
hash of the secret. A code is short enough to type; its last character checks the others, so that
a slip of the finger is told apart from a guess.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest

from stolik.app.ports import Chance

_ID_BYTES = 16
_SECRET_BYTES = 32
_TOKEN = re.compile(r"[A-Za-z0-9_-]{64}")


def new_id(chance: Chance) -> str:
    """128 bits nobody has seen before."""
    return chance(_ID_BYTES).hex()


@dataclass(frozen=True, slots=True)
class Secret:
    """What is handed out once; only `hash` is ever kept."""

    id: str
    token: str
    hash: str

    def __repr__(self) -> str:
        """Without the token: a secret in a log is no secret."""
        return f"Secret({self.id})"


def new_secret(chance: Chance) -> Secret:
    """A token nobody can guess."""
    raw_id, secret = chance(_ID_BYTES), chance(_SECRET_BYTES)
    return Secret(raw_id.hex(), urlsafe_b64encode(raw_id + secret).decode(), _hash(secret))


@dataclass(frozen=True, slots=True)
class Shown:
    """A token as somebody shows it to us."""

    id: str
    hash: str

    def opens(self, kept_hash: str) -> bool:
        """Whether it is the one whose hash was kept, without telling how close it came."""
        return compare_digest(self.hash, kept_hash)


def shown(token: str) -> Shown | None:
    """The parts of a token; None for what cannot be one."""
    if not _TOKEN.fullmatch(token):
        return None
    raw = urlsafe_b64decode(token)
    return Shown(raw[:_ID_BYTES].hex(), _hash(raw[_ID_BYTES:]))


def _hash(secret: bytes) -> str:
    return sha256(secret).hexdigest()


@dataclass(frozen=True, slots=True)
class CodeKind:
    """How codes of a kind look. The modulus is prime, so that no single slip goes unnoticed."""

    name: str
    alphabet: str
    modulus: int
    free: int  # characters drawn by chance; one more checks them


# No letter looks like another or like a digit, and without vowels no code is a word.
PLAYER_CODE = CodeKind("player", "346789CDFGHJKMNPQRTVWXY", 23, 8)
FRIENDS_CODE = CodeKind("friends", PLAYER_CODE.alphabet, PLAYER_CODE.modulus, 5)
REFEREE_PIN = CodeKind("referee", "0123456789", 11, 8)

_GROUP = 3


def new_code(kind: CodeKind, chance: Chance) -> str:
    """A code in groups of three: `CDF-GH3-46K`."""
    while True:
        free = "".join(_symbol(kind, chance) for _ in range(kind.free))
        check = _check(kind, free)
        if check < len(kind.alphabet):
            code = free + kind.alphabet[check]
            return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))


def read_code(kind: CodeKind, typed: str) -> str | None:
    """The code without its ornaments; None if it cannot be right."""
    code = "".join(typed.upper().replace("-", " ").split())
    if len(code) != kind.free + 1 or any(symbol not in kind.alphabet for symbol in code):
        return None
    return code if _check(kind, code[:-1]) == kind.alphabet.index(code[-1]) else None


def code_key(kind: CodeKind, code: str) -> str:
    """Under what key the pass of a code is found."""
    return sha256(f"{kind.name} {code}".encode()).hexdigest()


def _check(kind: CodeKind, free: str) -> int:
    """Weights that differ notice two neighbours changing places."""
    weighted = ((n + 2) * kind.alphabet.index(symbol) for n, symbol in enumerate(free))
    return sum(weighted) % kind.modulus


def _symbol(kind: CodeKind, chance: Chance) -> str:
    """Every symbol as likely as any other: bytes beyond the last full round are thrown away."""
    size = len(kind.alphabet)
    limit = 256 - 256 % size
    while (byte := chance(1)[0]) >= limit:
        pass
    return kind.alphabet[byte % size]
