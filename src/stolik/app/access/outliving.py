"""Players' passes whose maker organises no longer: which of them stay good.

The hall plays on, whoever printed its badges: a code stays that a phone is in by, where the entrant
has no other way in. Whoever was dismissed may have kept any other one for himself, and two of them
would be two witnesses of one result. So those end with him, and what nobody said stays has ended:
it is asked at each use, not only when the records are erased.
"""

from collections.abc import Iterable, Sequence

from stolik.app.access.access import Access
from stolik.app.access.records import KeptLogin, Pass, every
from stolik.app.access.roles import PersonRole
from stolik.app.ports import EventStore, Put

_STAYS = "pass_stays"  # one record for each such pass, written with the dismissal


async def outliving(access: Access, tournament: str, maker: str) -> tuple[Put, ...]:
    """To be written with the dismissal: what says that these passes stay."""
    now = access.now()
    passes = [one for one in await every(access.store, Pass) if one.tournament == tournament]
    logins = await every(access.store, KeptLogin)
    used = frozenset(login.entry for login in logins if login.expires > now)
    players: dict[int, list[Pass]] = {}
    for one in passes:
        if one.role is PersonRole.PLAYER and one.entrant is not None and one.expires > now:
            players.setdefault(one.entrant, []).append(one)
    stay = [one for mine in players.values() for one in mine if _stays(one, mine, used, maker)]
    return tuple(Put(_STAYS, one.id, b"{}") for one in stay if one.by == maker)


def _stays(one: Pass, of_entrant: Sequence[Pass], used: frozenset[str], maker: str) -> bool:
    """Used, and no second one: nobody can tell which of two phones is the player's."""
    others = [other for other in of_entrant if other is not one]
    return one.id in used and not any(it.by != maker or it.id in used for it in others)


async def has_outlived(store: EventStore, entry: Pass) -> bool:
    """Whether a pass is good without its maker."""
    return not entry.ends_with_maker or await store.get(_STAYS, entry.id) is not None


async def all_outlived(store: EventStore) -> frozenset[str]:
    """The passes of which it was said that they stay."""
    return frozenset(await store.all(_STAYS))


def stays_no_more(entries: Iterable[Pass]) -> list[Put]:
    """To be written when passes end."""
    return [
        Put(_STAYS, one.id, None) for one in entries if one.role is PersonRole.PLAYER and one.by
    ]
