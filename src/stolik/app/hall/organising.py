"""A request about a tournament on a server: whose it is, in whose turn, and what follows from it.

Who asks a question waits for nobody. Who changes something waits for his turn; then it is asked
once more whether he may, and whether the hall can bear it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from stolik.app.access import passes
from stolik.app.access.access import Access
from stolik.app.access.codes import Refusal as Turned
from stolik.app.access.roles import ANONYMOUS, Login, PersonRole
from stolik.app.access.standing import LoginNow
from stolik.app.hall.codes import Refusal
from stolik.app.hall.hall import Hall
from stolik.app.hall.halls import Halls
from stolik.app.hall.seats_free import demand_not_begun
from stolik.app.hall.second_sheet import hold_against, is_second_sheet
from stolik.app.ports import CommandId
from stolik.app.thinking.pools import Pool
from stolik.app.tournaments.answering import answer
from stolik.app.tournaments.details import Details, with_said
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.requests import (
    REQUESTS,
    Describe,
    only_asks,
    read_request,
)
from stolik.app.tournaments.rights import allowed, eyes_of
from stolik.app.tournaments.settings_told import set_otherwise
from stolik.app.tournaments.trying import Asking, TrialBook
from stolik.refusal import Refused, Violation, refuse
from stolik.tournament import commands as c
from stolik.tournament.codes import Refusal as Seats
from stolik.tournament.state import EntrantNumber, RoundNumber, TableNumber


@dataclass(frozen=True, slots=True)
class Sender:
    """Who makes a request, under which id and in which language; `pool`: where questions think."""

    login: Login
    standing: LoginNow  # what he is at the moment it is asked
    by: str
    lang: str
    pool: Pool
    key: str
    command: CommandId | None = None
    asked: int = 0  # tells this request from another under the same id


async def ask(
    halls: Halls, access: Access, office: Office, value: object, sender: Sender
) -> dict[str, Any]:
    """The answer to one request; what it changes is on disk when this returns."""
    if not (isinstance(value, Mapping) and isinstance(value.get("do", ""), str)):
        read_request(value)  # refused in words: nothing that is asked of a request fits it
    wanted = allowed(sender.login, value if isinstance(value, Mapping) else {}, office)

    def work(book: TrialBook, what: Mapping[str, Any] = wanted) -> dict[str, Any]:
        return answer(book, what, sender.lang)

    eyes = eyes_of(sender.login, office)
    if only_asks(wanted):
        return await office.ask(work, sender.pool, sender.key, eyes=eyes)
    halls.pace.demand(office.card.id, sender.by)

    async def still() -> None:
        await _still_allowed(sender, wanted, office)
        await _demand_not_the_tables_own(halls, sender.login, wanted, office)
        if (command := _throwing_away(wanted)) is not None:
            await demand_bearable(await halls.hall(office.card.id), [command])

    thinks = wanted.get("do") in _THINKING
    asking = Asking(
        sender.by, sender.command, eyes, thinks=thinks, allowed=still, asked=sender.asked
    )
    try:
        told = await office.do(work, asking)
    except Refused as refused:
        if not is_second_sheet(refused, wanted):
            raise
        told = await hold_against(await halls.hall(office.card.id), wanted, asking, work)
    if wanted.get("do") in ("substitute", "remove"):
        # Who sat there before has no business there any more.
        entrant, by = wanted.get("entrant"), sender.login.account
        await passes.revoke_entrant(access, office.card.id, entrant, by)
    if wanted.get("do") == "describe":
        card = replace(office.card, details=_said(office, wanted))
        await set_otherwise(office, access, card, sender.login.author)
    halls.moved(office.card.id)
    return told


async def demand_bearable(hall: Hall, asked: Iterable[c.Command]) -> None:
    """Refused where something is being played that these commands would throw away."""
    for command in asked:
        match command:
            case c.Unpublish():
                await hall.demand_no_online_game()
            case c.DrawSeats(round=number, table=table):
                await demand_not_begun(hall, int(number), int(table))
            case c.TakeSeat(table=table):
                hall.demand_in_the_hall(int(table))
            case _:
                pass


async def _demand_not_the_tables_own(
    halls: Halls, login: Login, wanted: Mapping[str, Any], office: Office
) -> None:
    """Refused where a player tells what is not for players to tell: the result of a table that
    reports by itself, a second draw of seats."""
    match wanted:
        case {"do": "seat_tiles", "round": int(number), "table": int(table), "reason": str()} if (
            login.role is PersonRole.PLAYER and _are_seats_drawn(office, number, table)
        ):
            refuse(Violation(Seats.SEATS_DRAWN, facts={"table": table}))
        case {"do": "result", "round": int(number), "table": int(table)} if (
            login.role is PersonRole.PLAYER
        ):
            hall = await halls.hall(office.card.id)
            if hall.online.table(number, table) is not None:
                refuse(Violation(Refusal.ONLINE_REPORTS, facts={"table": table}))


def _are_seats_drawn(office: Office, number: int, table: int) -> bool:
    found = next((r for r in office.state.rounds if r.number == number), None)
    return any(t.number == table and found.seats_drawn(t) for t in found.tables) if found else False


def _throwing_away(wanted: Mapping[str, Any]) -> c.Command | None:
    """The command of a request that the hall may not be able to bear."""
    read_request(wanted)  # refused by the name of its field before anything is looked up
    match wanted:
        case {"do": "unpublish", "reason": str(reason)}:
            return c.Unpublish(reason)
        case {"do": "seat_tiles", "round": int(number), "table": int(table)}:
            return c.DrawSeats(RoundNumber(number), TableNumber(table), ())
        case {"do": "take_seat", "entrant": int(entrant), "table": int(table)}:
            return c.TakeSeat(EntrantNumber(entrant), TableNumber(table), "")
        case _:
            return None


def _said(office: Office, wanted: Mapping[str, Any]) -> Details:
    request = read_request(wanted)
    assert isinstance(request, Describe)
    return with_said(office.card.details, request.details)


async def _still_allowed(sender: Sender, wanted: Mapping[str, Any], office: Office) -> None:
    """Asked when it is this request's turn: meanwhile the right may have been lost."""
    now = await sender.standing.surely()
    if allowed(now, wanted, office) != wanted:
        code = Turned.LOGIN_NEEDED if now is ANONYMOUS else Turned.NOT_ALLOWED
        raise Refused([Violation(code)])


_THINKING = frozenset(name for name, kind in REQUESTS.items() if kind.thinks)
