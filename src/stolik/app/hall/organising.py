"""A request about a tournament on a server: whose it is, in whose turn, and what follows from it.

Who asks a question waits for nobody. Who changes something waits for his turn; then it is asked
once more whether he may, and whether the hall can bear it.
"""

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
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
from stolik.app.tournaments import requests as r
from stolik.app.tournaments.answering import told
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.details import with_said
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.requests import REQUESTS, is_query, read_request
from stolik.app.tournaments.rights import allowed, eyes_of
from stolik.app.tournaments.settings_told import set_otherwise
from stolik.app.tournaments.trying import Asking, TrialBook
from stolik.app.tournaments.word_for_word import command_for
from stolik.refusal import Refused, Violation, refuse
from stolik.tournament import commands as c
from stolik.tournament.codes import Refusal as Seats
from stolik.tournament.state import RoundNumber, TableNumber


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
    seen: int = 0  # the last event he had read when he was told what it means; 0: not said
    asked: int = 0  # tells this request from another under the same id


async def ask(
    halls: Halls, access: Access, office: Office, value: object, sender: Sender
) -> dict[str, Any]:
    """The answer to one request; what it changes is on disk when this returns."""
    if not (isinstance(value, Mapping) and isinstance(value.get("do", ""), str)):
        read_request(value)  # refused in words: nothing that is asked of a request fits it
    wanted = allowed(sender.login, value if isinstance(value, Mapping) else {}, office)

    request = read_request(wanted)  # refused by the name of its field before anything is looked up

    def work(book: TrialBook, what: r.Do = request) -> dict[str, Any]:
        return told(book, what, sender.lang)

    eyes = eyes_of(sender.login, office)
    if is_query(request):
        return await office.ask(work, sender.pool, sender.key, eyes=eyes)
    halls.pace.demand(office.card.id, sender.by)

    async def still() -> None:
        await _still_allowed(sender, wanted, office)
        await _demand_not_the_tables_own(halls, sender.login, request, office)
        if (command := _throwing_away(request)) is not None:
            await demand_bearable(await halls.hall(office.card.id), [command])

    thinks = REQUESTS[request.do].thinks
    asking = Asking(
        sender.by,
        sender.command,
        eyes,
        thinks=thinks,
        allowed=still,
        seen=sender.seen,
        asked=sender.asked,
    )
    try:
        async with office.judging if _judges(request) else nullcontext():
            done = await office.do(work, asking)
    except Refused as refused:
        if not isinstance(request, r.Result) or not is_second_sheet(refused, request):
            raise
        done = await hold_against(await halls.hall(office.card.id), request, asking, work)
    match request:
        case r.Substitute(entrant=entrant) | r.Remove(entrant=entrant):
            # Who sat there before has no business there any more.
            await passes.revoke_entrant(access, office.card.id, entrant, sender.login.account)
        case r.Describe(details=said):
            described = partial(_described, said=said)
            await set_otherwise(office, access, described, sender.login.author)
        case _:
            pass
    halls.moved(office.card.id)
    return done


def _judges(request: r.Do) -> bool:
    """Whether it is a penalty by the ladder as it was shown; at online tables others give them."""
    return isinstance(request, r.Penalty | r.Report) and request.over is not None


def _described(card: TournamentCard, said: r.DetailsSaid) -> TournamentCard:
    return replace(card, details=with_said(card.details, said))


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
            case c.Finish(early=early) if early:
                await hall.demand_nothing_played()
            case _:
                pass


async def _demand_not_the_tables_own(
    halls: Halls, login: Login, request: r.Do, office: Office
) -> None:
    """Refused where a player tells what is not for players to tell: the result of a table that
    reports by itself, a second draw of seats."""
    if login.role is not PersonRole.PLAYER:
        return
    match request:
        case r.SeatTiles(round=number, table=table, reason=reason) if reason and _are_seats_drawn(
            office, number, table
        ):
            refuse(Violation(Seats.SEATS_DRAWN, facts={"table": table}))
        case r.Result(round=number, table=table):
            hall = await halls.hall(office.card.id)
            if hall.online.table(number, table) is not None:
                refuse(Violation(Refusal.ONLINE_REPORTS, facts={"table": table}))
        case _:
            pass


def _are_seats_drawn(office: Office, number: int, table: int) -> bool:
    found = next((one for one in office.state.rounds if one.number == number), None)
    return any(t.number == table and found.seats_drawn(t) for t in found.tables) if found else False


def _throwing_away(request: r.Do) -> c.Command | None:
    """The command of a request that the hall may not be able to bear."""
    match request:
        case r.Unpublish() | r.TakeSeat():
            return command_for(request)
        case r.Finish(early=early):
            return c.Finish(early)
        case r.SeatTiles(round=number, table=table):
            return c.DrawSeats(RoundNumber(number), TableNumber(table), ())
        case _:
            return None


async def _still_allowed(sender: Sender, wanted: Mapping[str, Any], office: Office) -> None:
    """Asked when it is this request's turn: meanwhile the right may have been lost."""
    now = await sender.standing.surely()
    if allowed(now, wanted, office) != wanted:
        code = Turned.LOGIN_NEEDED if now is ANONYMOUS else Turned.NOT_ALLOWED
        raise Refused([Violation(code)])
