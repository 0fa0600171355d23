"""Who was let in or put out, whose name may be read or was erased: kept for organisers to read.

Each act is a record, kept in the same write as what it tells of, so neither is there alone. It
holds numbers of entrants and ids of accounts; names are looked up when somebody reads, and a reason
goes with who was forgotten. Secrets, labels and addresses are in none.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from stolik.app.ports import EventStore, Put

if TYPE_CHECKING:
    from stolik.app.access.access import Access

KIND = "act"


class What(StrEnum):
    """What happened."""

    PASS_ISSUED = "pass_issued"
    PASS_RENEWED = "pass_renewed"
    PASS_REVOKED = "pass_revoked"
    INVITED = "invited"
    INVITATION_TAKEN_BACK = "invitation_taken_back"
    ORGANISER_CAME = "organiser_came"
    ORGANISER_DISMISSED = "organiser_dismissed"
    HEAD_JUDGE_NAMED = "head_judge_named"
    CONSENT_GIVEN = "consent_given"
    CONSENT_WITHDRAWN = "consent_withdrawn"
    CARRIED_OUT = "carried_out"  # the whole tournament with its names, as a file
    TAKEN_BACK = "taken_back"
    WINNERS_KEPT = "winners_kept"  # where to find the winners, for the result form
    WINNERS_ERASED = "winners_erased"
    WINNERS_WRITTEN = "winners_written"  # letters went to them
    TIME_SET = "time_set"  # how much longer a move takes for who needs it
    SETTINGS_CHANGED = "settings_changed"  # name, times, publicity, details
    HEAT_WRITTEN = "heat_written"  # games and the names of the best, for a final
    PERSON_FORGOTTEN = "person_forgotten"
    EVERYBODY_FORGOTTEN = "everybody_forgotten"
    # At an online table while a game is played, as its log tells them.
    DEVICE = "device"
    BOT_SEATED = "bot_seated"
    BOT_LEFT = "bot_left"
    WATCHING = "watching"


@dataclass(frozen=True, slots=True)
class Act:
    """What happened to whom; fields that say nothing are empty."""

    what: What
    by: str = ""  # the account that did it; empty: the house itself
    role: str = ""  # of a pass
    entrants: tuple[int, ...] = ()
    tables: tuple[str, ...] = ()  # of a referee's pass
    consents: tuple[str, ...] = ()  # to what; none: to be named
    door: bool = False  # a helper there did it; `by` is the pass then
    account: str = ""  # who came to organise, or was dismissed
    round: int = 0
    table: str = ""  # where somebody looks, or the table of a seat's pass
    seat: int | None = None
    device: int = 0  # its number at the seat
    watching: str = ""
    percent: int = 0  # of the time for a move
    reason: str = ""  # why it is so; erased with the person
    settings: tuple[str, ...] = ()  # which of the tournament's are other than before
    when: int = 0  # seconds of the wall clock
    at: int = 0  # the service clock, as in the tournament's own log


def noted(access: "Access", tournament: str, what: What, **told: object) -> Put:
    """An act of now, to be kept with what it tells of."""
    act = Act(what, **told, when=access.now(), at=access.service_ms())  # type: ignore[arg-type]
    return kept(tournament, act, access.chance(6).hex())


def kept(tournament: str, act: Act, mark: str) -> Put:
    """The record of an act; `mark` tells apart what happened in the same millisecond."""
    return Put(KIND, f"{tournament}/{act.at:015d}-{mark}", _body(act))


async def acts_of(store: EventStore, tournament: str, most: int) -> Sequence[Act]:
    """The acts of a tournament, the latest first, so many at most."""
    found = await store.all(KIND, f"{tournament}/")
    return [_read(found[key]) for key in sorted(found, reverse=True)[:most]]


async def without_words(
    store: EventStore, tournament: str, are_meant: Callable[[Act], bool]
) -> list[Put]:
    """The acts with a reason that are meant, without it."""
    found = await store.all(KIND, f"{tournament}/")
    acts = {key: _read(body) for key, body in found.items() if b'"reason"' in body}
    return [
        Put(KIND, key, _body(replace(act, reason="")))
        for key, act in acts.items()
        if act.reason and are_meant(act)
    ]


def _body(act: Act) -> bytes:
    told = {f.name: f.default for f in fields(Act)}
    body = {key: value for key, value in asdict(act).items() if value != told[key]}
    return json.dumps(body).encode()


def _read(body: bytes) -> Act:
    raw = json.loads(body)
    lists = {key: tuple(value) for key, value in raw.items() if isinstance(value, list)}
    return Act(**{**raw, **lists, "what": What(raw["what"])})
