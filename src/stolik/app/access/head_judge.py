"""Who is the head judge of a tournament: an organiser or a referee, named by the organisers."""

from stolik.app.access.access import Access
from stolik.app.access.codes import Refusal
from stolik.app.access.journal import What, noted
from stolik.app.access.passes import passes_of
from stolik.app.access.records import is_organiser_of
from stolik.app.access.roles import PersonRole
from stolik.app.ports import Put
from stolik.refusal import Violation, refuse


async def naming(access: Access, tournament: str, who: str, by: str) -> Put:
    """The act of naming somebody, to be kept with the card; refused for a stranger.

    Empty: nobody is named, so every organiser is the head judge.
    """
    if who and not await is_organiser_of(access.store, who, tournament):
        judges = (p.id for p in await passes_of(access, tournament) if p.role is PersonRole.REFEREE)
        if who not in judges:
            refuse(Violation(Refusal.HEAD_JUDGE_UNKNOWN))
    return noted(access, tournament, What.HEAD_JUDGE_NAMED, by=by, account=who)
