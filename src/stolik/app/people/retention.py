"""Names and words about people are kept for as long as the organiser said, then forgotten.

The time runs from the last event of a tournament. Events know no wall clock, so a record notes
when each tournament was first seen as it is now; whoever looks once an hour is right by an hour.
"""

import asyncio
import json
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from stolik.app.access.access import Access
from stolik.app.access.open_invitations import end_invitations
from stolik.app.access.passes import revoke_all
from stolik.app.access.records import Invitation, Pass, every
from stolik.app.people.forgetting import KEPT, forget_everybody
from stolik.app.ports import EventStore, NotRead, NotSaved, Put
from stolik.app.streams.chain import Rot
from stolik.app.tables.practice_keeper import PracticeKeeper
from stolik.app.tournaments.card import KIND, TournamentCard
from stolik.app.tournaments.offices import Offices
from stolik.tournament.state import RoundStatus

KEEP_DAYS = 30  # of a new tournament, unless its organiser says otherwise
QUIET = "quiet"
_HOUR_S = 3600
_DAY_S = 24 * _HOUR_S
# Entries may be taken long before the day: what was never played is forgotten after a year.
_UNPLAYED_DAYS = 365
# The beginning of 2025. A laptop without a battery wakes up in 1970, and once it has learnt the
# time, half a century would seem to have passed.
_EARLIEST_S = 1_735_689_600


@dataclass(frozen=True, slots=True)
class Quiet:
    """A tournament's last event, and since when it is the last, in seconds of the wall clock."""

    seq: int
    since: int


class RunLog(Protocol):
    """The lines a server writes for whoever runs it."""

    def info(self, event: str, **facts: Any) -> Any: ...

    def error(self, event: str, **facts: Any) -> Any: ...


async def forget_each_hour(
    offices: Offices, access: Access, practice: PracticeKeeper, log: RunLog
) -> None:
    """Each hour forget the people of tournaments whose time is over, and old practice."""
    while True:
        try:
            for tournament in await forget_what_is_due(offices, access):
                log.info("people forgotten", tournament=tournament)
            if tables := await practice.sweep():
                log.info("practice tables removed", tables=tables)
        except (NotSaved, NotRead, Rot) as fault:
            log.error("nobody forgotten", fault=type(fault).__name__)  # in an hour again
        await asyncio.sleep(_HOUR_S)


async def forget_what_is_due(offices: Offices, access: Access) -> tuple[str, ...]:
    """Forget the people of every tournament whose time is over; the ids of those tournaments."""
    now = access.now()
    if now < _EARLIEST_S:
        return ()
    ends = await access.store.streams(f"{KIND}/")
    forgotten = []
    for card in await offices.cards():
        quiet = await _quiet(access.store, card, ends.get(card.stream, 0), now)
        if await _is_due(offices, card, now - quiet.since) and await forget_all_of(
            offices, access, card.id
        ):
            forgotten.append(card.id)
    left = await _left_behind(offices, access.store)
    forgotten += [one for one in left if await forget_all_of(offices, access, one)]
    return tuple(forgotten)


async def _left_behind(offices: Offices, store: EventStore) -> list[str]:
    """Deleted tournaments with something kept under them, written while they were deleted."""
    kept = {key.partition("/")[0] for kind in KEPT for key in await store.all(kind)}
    kept |= {one.tournament for one in await every(store, Pass)}
    kept |= {one.tournament for one in await every(store, Invitation)}
    cards = [await offices.card(here) for here in sorted(kept)]
    return [card.id for card in cards if card and card.deleted]


async def _quiet(store: EventStore, card: TournamentCard, seq: int, now: int) -> Quiet:
    """Since when nothing has happened, noted anew if something has."""
    body = await store.get(QUIET, card.id)
    known = Quiet(**json.loads(body)) if body else None
    if known and known.seq == seq and known.since <= now:
        return known
    fresh = Quiet(seq, now)
    await store.put([Put(QUIET, card.id, json.dumps(asdict(fresh)).encode())])
    return fresh


async def _is_due(offices: Offices, card: TournamentCard, seconds: int) -> bool:
    if not card.keep_days or seconds < card.keep_days * _DAY_S:
        return False
    rounds = (await offices.office(card.id)).state.rounds
    is_played = any(each.status is RoundStatus.PUBLISHED for each in rounds)
    return is_played or seconds >= _UNPLAYED_DAYS * _DAY_S


async def forget_all_of(offices: Offices, access: Access, here: str) -> bool:
    """Erase names, words, forms and ways in; whether there was anything left to erase."""
    ended = await revoke_all(access, here)
    await end_invitations(access, lambda one: one.tournament == here)
    erased = await forget_everybody(offices, access, await offices.office(here))
    if ended and not erased:
        offices.erasures += 1
    return bool(ended) or erased
