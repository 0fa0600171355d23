"""Is this transcript what was committed to? Every reason for doubt is an answer in words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from stolik.fair.cards import CardSet, check_cards
from stolik.fair.closing import head
from stolik.fair.codes import Refusal
from stolik.fair.commit import commitment, drawn, key
from stolik.fair.game import RUMMIKUB, GameSet, check_game
from stolik.fair.transcript import Entry, Transcript, read_transcript
from stolik.refusal import Violation, refuse


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found true."""

    kind: Literal["game", "draw"]
    ctx: str
    size: int  # players of a game, entrants of a draw
    entries: int
    closed: bool = True  # False: an old transcript, from whose end entries may be missing


def verify(
    raw: object,
    commit: str,
    public: str,
    *,
    played_with: GameSet = RUMMIKUB,
    cards: CardSet | None = None,
    closed: str = "",
) -> Verified:
    """Check a transcript (JSON values) against the commit and public string one saw oneself.

    `cards` are those of Miś Wojtek, for its transcripts; `closed` is the length and head that was
    told with the end of the game (`57:3f9c…`), if one saw it. Raises `Refused` with the first
    reason.
    """
    transcript = read_transcript(raw)
    _check_commit(transcript, commit.strip().lower())
    if transcript.public != public:
        facts = {"found": transcript.public, "seen": public}
        refuse(Violation(Refusal.PUBLIC_DIFFERS, facts=facts))
    kind, size = _followed(transcript, played_with, cards)
    _check_closing(transcript, raw, closed.strip().lower())
    found = transcript.closed is not None
    return Verified(kind, transcript.ctx, size, len(transcript.log), closed=found)


def _followed(
    transcript: Transcript, played_with: GameSet, cards: CardSet | None
) -> tuple[Literal["game", "draw"], int]:
    """What it is and how many took part; refused at the first entry that cannot be."""
    derived = key(transcript.seed, transcript.public, transcript.ctx)
    if transcript.log and transcript.log[0].op == "draw":
        _check_draws(transcript, derived)
        return "draw", len(transcript.bag)
    if transcript.log and transcript.log[0].op == "bear":
        if cards is None or transcript.bag != cards.bag:
            refuse(Violation(Refusal.BAG))
        return "game", check_cards(transcript.log, derived, cards)
    if transcript.bag != played_with.bag:
        refuse(Violation(Refusal.BAG))
    tiles = replace(played_with, bag=transcript.bag)
    return "game", check_game(transcript.log, derived, transcript.ctx, tiles)


def _check_closing(transcript: Transcript, raw: object, seen: str) -> None:
    """Nothing is missing, the last entry included: length and head are those of the log."""
    found = transcript.closed
    if found is None:
        if seen:
            refuse(Violation(Refusal.NOT_CLOSED))
        return
    assert isinstance(raw, dict)
    if found != (len(transcript.log), head(transcript.commit, raw["log"])):
        facts = {"found": len(transcript.log), "entries": found[0]}
        refuse(Violation(Refusal.CLOSED, facts=facts))
    if seen and f"{found[0]}:{found[1]}" != seen:
        shown = {"found": f"{found[0]}:{found[1][:12]}", "seen": seen[:20]}
        refuse(Violation(Refusal.CLOSED_OTHERWISE, facts=shown))


def _check_commit(transcript: Transcript, seen: str) -> None:
    if transcript.commit != seen:
        facts = {"found": transcript.commit[:12], "seen": seen[:12]}
        refuse(Violation(Refusal.COMMIT_DIFFERS, facts=facts))
    if commitment(transcript.seed, transcript.ctx, transcript.bag) != seen:
        refuse(Violation(Refusal.COMMIT_WRONG, facts={"commit": seen[:12]}))


def _check_draws(transcript: Transcript, derived: bytes) -> None:
    """Entries ["draw", number, [reason] or [], the order drawn]; all but the first are repeats."""
    if not _is_entrant_list(transcript.bag):
        refuse(Violation(Refusal.DRAW_BAG))
    first = transcript.log[0].seat
    for expected, entry in enumerate(transcript.log, start=first):
        if entry.op != "draw":
            named = {"entry": str(entry.number), "operation": entry.op}
            refuse(Violation(Refusal.OPERATION, facts=named))
        if entry.seat != expected or expected < 1:
            facts = {"entry": entry.number, "number": max(1, expected)}
            refuse(Violation(Refusal.DRAW_NUMBER, facts=facts))
        if not _reason_is_right(entry, is_repeat=entry.number > 1):
            refuse(Violation(Refusal.DRAW_REASON, facts={"entry": entry.number}))
        if entry.got != drawn(transcript.bag, derived, entry.seat):
            refuse(Violation(Refusal.DRAW_ORDER, facts={"entry": entry.number}))


def _is_entrant_list(bag: Sequence[str]) -> bool:
    """Numbers as text, each once, ascending: so that one field has one bag."""
    plain = [item for item in bag if item.isascii() and item.isdigit() and len(item) < 10]
    numbers = [int(item) for item in plain]
    ascending = all(a < b for a, b in pairwise(numbers))
    return len(plain) == len(bag) and ascending and [str(n) for n in numbers] == list(bag)


def _reason_is_right(entry: Entry, *, is_repeat: bool) -> bool:
    reasons = [reason for reason in entry.out if isinstance(reason, str) and reason.strip()]
    return len(reasons) == len(entry.out) and int(is_repeat) <= len(reasons) <= 1
