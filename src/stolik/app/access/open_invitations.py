"""Invitations that wait to be followed: listed, taken back, ended with who made them.

An invitation is followed or taken back, never both: whichever comes first opens its stream.
"""

from collections.abc import Callable

from stolik.app.access.access import Access
from stolik.app.access.codes import Refusal
from stolik.app.access.journal import What, noted
from stolik.app.access.records import Invitation, Purpose, erase, every, find, organisers_of
from stolik.app.ports import AlreadyDone, Append, Put, Stale, Stream
from stolik.app.streams.chain import chained, genesis
from stolik.app.streams.command_ids import mark
from stolik.refusal import Violation, refuse

USED = b'{"event":"Used"}'
_TAKEN_BACK = b'{"event":"TakenBack"}'


async def open_invitations(access: Access, tournament: str) -> tuple[Invitation, ...]:
    """Those that would let another organiser in, oldest first."""
    found = [one for one in await every(access.store, Invitation) if one.tournament == tournament]
    return tuple([one for one in found if await is_good(access, one)])


async def is_good(access: Access, invitation: Invitation) -> bool:
    """Whether it still lets in: who made it must organise the tournament to this day."""
    if invitation.expires <= access.now():
        return False
    if invitation.purpose is not Purpose.CO_ORGANISER or not invitation.by:
        return True
    return invitation.by in await organisers_of(access.store, invitation.tournament)


async def take_back(access: Access, tournament: str, invitation_id: str, by: str = "") -> None:
    """End one invitation of this tournament; refused if somebody has come in by it."""
    found = await find(access.store, Invitation, invitation_id)
    if found is None or found.tournament != tournament:
        refuse(Violation(Refusal.INVITATION_UNKNOWN))
    told = noted(access, tournament, What.INVITATION_TAKEN_BACK, by=by)
    if not await closed(access, found, _TAKEN_BACK, told):
        refuse(Violation(Refusal.INVITATION_UNKNOWN))


async def end_invitations(access: Access, which: Callable[[Invitation], bool]) -> None:
    """End these, and those that ran out with them."""
    now = access.now()
    for one in await every(access.store, Invitation):
        if which(one) or one.expires <= now:
            await closed(access, one, _TAKEN_BACK)


async def closed(access: Access, invitation: Invitation, how: bytes, *puts: Put) -> bool:
    """End an invitation and keep what comes of it; of two at once the store lets one through."""
    stream = Stream(f"invitation/{invitation.id}")
    entries = tuple(chained([how], after=0, previous=genesis(stream), chance=access.chance))
    all_puts = (erase(invitation), *puts)
    try:
        await access.store.append(Append(stream, 0, entries, mark(stream, "closed"), all_puts))
    except (Stale, AlreadyDone):
        return False
    return True
