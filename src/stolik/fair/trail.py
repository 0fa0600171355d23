"""The trail of a tournament's draws checked: are the tables played the ones that were drawn?

This walks through all that was done (pledges, draws, swaps, locks, publications), seats the
draft again step by step and compares it with what was published. It knows no planner: whoever has
one passes `redraw`, which makes a draw again from its recorded input and its key.
"""

from hashlib import sha256
from typing import Any

from stolik.fair.closing import written
from stolik.fair.codes import Refusal
from stolik.fair.shuffle import digest
from stolik.fair.trail_shapes import Entry, Redraw, Trail, doubt, is_plain
from stolik.fair.trail_walk import TrailWalk
from stolik.refusal import Fact, Violation, refuse

TRAIL = "draws-1"
_MOST = 100_000  # entries: a limit on work, no real trail comes near
_BESIDE = ("salt", "reason", "hidden")


def leaf(entry: Entry) -> bytes:
    """The hash of an entry; its salt keeps a hidden one from being guessed."""
    if "hidden" in entry:
        return bytes.fromhex(entry["hidden"])
    bound = {name: value for name, value in entry.items() if name not in _BESIDE}
    return digest(f"{TRAIL} entry", entry["salt"], written(bound))


def link(head: bytes, following: bytes | str) -> bytes:
    """The chain with one entry more; it begins with the tournament's id."""
    return digest(f"{TRAIL} link", head, following)


def hidden(entry: Entry) -> dict[str, Any]:
    """What is told of an entry while its round is a draft."""
    shown = {name: entry[name] for name in ("n", "at", "by", "what")}
    return {**shown, "hidden": leaf(entry).hex()}


def verify_trail(
    raw: object, commit: str = "", public: str = "", *, redraw: Redraw | None = None
) -> Trail:
    """Check a trail against what one saw oneself: a commit with its dice, or a head of the trail.

    Raises `Refused` with the first reason for doubt.
    """
    found = _chained(raw)
    assert isinstance(raw, dict)
    walk = TrailWalk(found, redraw)
    for entry in raw["entries"]:
        walk.follow(entry)
    walk.end()
    _check_seen(found, commit.strip().lower(), public)
    return found


def _check_seen(found: Trail, seen: str, public: str) -> None:
    known_here = (*found.publics, *found.heads, *found.deals.values())
    if seen and seen not in known_here:
        refuse(Violation(Refusal.TRAIL_NOT_SEEN, facts={"seen": seen[:12]}))
    known = found.publics.get(seen, public if public in found.publics.values() else "")
    if public and known != public:
        refuse(Violation(Refusal.PUBLIC_DIFFERS, facts={"found": known, "seen": public}))


def _chained(raw: object) -> Trail:
    """Every entry hangs on all before it; length and head are those the trail is closed with."""
    if not isinstance(raw, dict) or set(raw) != {"v", "tournament", "entries", "length", "head"}:
        doubt(Refusal.TRAIL_SHAPE, 0)
    entries, tournament = raw["entries"], raw["tournament"]
    sound = raw["v"] == TRAIL and isinstance(tournament, str) and isinstance(entries, list)
    if not sound or len(entries) > _MOST:
        doubt(Refusal.TRAIL_SHAPE, 0)
    head, heads = link(b"", tournament), []
    for number, entry in enumerate(entries, start=1):
        head = _linked(head, entry, number)
        heads.append(head.hex())
    if (raw["length"], raw["head"]) != (len(entries), head.hex()):
        facts: dict[str, Fact] = {"found": len(entries), "entries": str(raw["length"])}
        refuse(Violation(Refusal.TRAIL_CLOSED, facts=facts))
    return Trail(tournament, len(entries), head.hex(), heads=heads)


def _linked(head: bytes, entry: Any, number: int) -> bytes:
    try:
        words = isinstance(entry["what"], str) and isinstance(entry["by"], str)
        named = entry["n"] == number and isinstance(entry["at"], int) and words and is_plain(entry)
        following = leaf(entry)
    except (KeyError, TypeError, ValueError, UnicodeEncodeError):
        named, following = False, b""
    if not named or len(following) != sha256().digest_size:
        doubt(Refusal.TRAIL_SHAPE, number)
    return link(head, following)
