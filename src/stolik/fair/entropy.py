"""Public entropy after the commit: dice typed in the hall, nonces of the seats, or both.

A seat's browser first sends the commitment of its nonce; when all are in, it sends the nonce. So
nobody can choose his nonce by those of the others.
"""

import re
from collections.abc import Mapping
from hashlib import sha256

from stolik.fair.codes import Refusal
from stolik.refusal import Violation, refuse

_NONCE = re.compile(r"[0-9a-f]{64}")
_DICE = re.compile(r"[1-6]+")
_MOST_DICE = 200


def nonce_commitment(nonce: str) -> str:
    """SHA-256 of the nonce's 32 bytes; nonce and commitment are written in hex, lower case."""
    if not _NONCE.fullmatch(nonce):
        refuse(Violation(Refusal.NONCE))
    return sha256(bytes.fromhex(nonce)).hexdigest()


def checked_nonce(nonce: str, committed: str) -> str:
    """The revealed nonce, refused if it is not the one that was committed to."""
    if nonce_commitment(nonce) != committed:
        refuse(Violation(Refusal.NONCE_OTHER))
    return nonce


def public_entropy(dice: str = "", nonces: Mapping[int, str | None] | None = None) -> str:
    """Everything joined to the one string `public`, in one way only.

    `nonces` by seat, None for a seat that committed and then revealed nothing: all may see it.
    """
    thrown = re.sub(r"[\s,;]+", "", dice)
    if thrown and (not _DICE.fullmatch(thrown) or len(thrown) > _MOST_DICE):
        refuse(Violation(Refusal.DICE, facts={"most": _MOST_DICE}))
    revealed = sorted((nonces or {}).items())
    if any(nonce is not None and not _NONCE.fullmatch(nonce) for _, nonce in revealed):
        refuse(Violation(Refusal.NONCE))
    if not thrown and all(nonce is None for _, nonce in revealed):
        refuse(Violation(Refusal.NO_ENTROPY))
    parts = [f"dice:{thrown}"] if thrown else []
    return " ".join([*parts, *(f"seat{seat}:{nonce or 'none'}" for seat, nonce in revealed)])
