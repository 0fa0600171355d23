"""Tournaments over HTTP: the same requests as `stolik tournament` reads, one per post."""

import asyncio
from dataclasses import replace
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Response, get, post, put
from litestar.params import FromPath, JSONBody

from stolik.adapters.web.edge import bounds as q
from stolik.adapters.web.edge.asking import HttpRequest, command_of, signature
from stolik.adapters.web.edge.encoding import encode
from stolik.adapters.web.edge.guard import login_of, services_of, standing_of
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.edge.thinking import pool_of, thought
from stolik.adapters.web.routes.journal import signing
from stolik.adapters.web.sockets.hall import hall_line, hall_socket
from stolik.adapters.web.sockets.live import live_of
from stolik.app import bounds
from stolik.app.access.roles import Rule
from stolik.app.fairness.draw_trail import Happened
from stolik.app.fairness.draws import proof_told
from stolik.app.games.registry import GAMES
from stolik.app.hall import organising
from stolik.app.hall.organising import Sender
from stolik.app.library import former_formats, tournament_format
from stolik.app.naming import tidy
from stolik.app.people.retention import KEEP_DAYS, forget_all_of
from stolik.app.ports import Put
from stolik.app.reading.strict_json import parse
from stolik.app.streams.errand import asked_for
from stolik.app.tournaments.beginning import begin, new_id
from stolik.app.tournaments.card import TournamentCard, as_called
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.details import NOTHING_SAID, as_kept, with_said
from stolik.app.tournaments.meanwhile import demand_as_it_was
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.own_rules import OwnKind, taken_along
from stolik.app.tournaments.reading_eyes import ALL
from stolik.app.tournaments.requests import DayAsked, DetailsSaid
from stolik.app.tournaments.settings_told import set_otherwise
from stolik.app.tournaments.telling.answers import TournamentTold
from stolik.app.tournaments.telling.public import tournament_told
from stolik.app.tournaments.trying import Asking
from stolik.refusal import Violation, refuse
from stolik.tournament.commands import Create
from stolik.tournament.format import DrawKind
from stolik.tournament.state import TournamentState

_HERE = "/api/tournaments/{tournament:str}"
_MOST_EVENTS = 5000
_MOST_OF_THE_HALL = 1000


Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Clock = Annotated[str, msgspec.Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
Minutes = Annotated[int, msgspec.Meta(ge=0, le=24 * 60)]
Days = Annotated[int, msgspec.Meta(ge=0, le=3650)]


class TournamentWanted(Body, frozen=True):
    """A new tournament. A seed decides its draws; without one each is pledged and thrown for."""

    name: Name
    format: bounds.Word  # one of ours by its name, or of yours by its number
    profile: bounds.Word = ""  # the same of rules; "": the format's
    board: bounds.Word = ""  # one of yours, or of ours, by its number or name
    seed: Annotated[str, msgspec.Meta(max_length=200)] = ""
    confirmations: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    draw: DrawKind | None = None
    team_size: bounds.SeatNumber | None = None
    table_size: bounds.SeatNumber | None = None
    public: bool = True
    start: Clock = "10:00"
    round_minutes: Minutes = 0  # 0: as the format has it
    break_minutes: Minutes = 10
    day: DayAsked = ()
    keep_days: Days = KEEP_DAYS
    details: DetailsSaid | None = None


class TournamentSaid(Body, frozen=True):
    """How a tournament is called, who may follow it, when its rounds are; left out: as it was."""

    name: Name | None = None
    public: bool | None = None
    start: Clock | None = None
    round_minutes: Minutes | None = None
    break_minutes: Minutes | None = None
    day: DayAsked | None = None
    registration: bool | None = None
    heats_until: Annotated[int, msgspec.Meta(ge=0, le=2**40)] | None = None
    heats_best: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    keep_days: Days | None = None
    details: DetailsSaid | None = None


class TournamentChanged(TournamentSaid, frozen=True):
    """Something else said of a tournament; left out: as it was."""

    was: TournamentSaid | None = None  # refused where somebody else has changed the same since
    archived: bool | None = None  # off everybody's lists but its organisers'
    deleted: Literal[True] | None = None  # of an archived one: all names are erased, for ever


@get("/api/tournaments", opt={"rule": Rule.ANYONE}, tags=["tournaments"])
async def tournaments(request: HttpRequest) -> list[TournamentCard]:
    """The tournaments you may follow."""
    login = await login_of(request)
    cards = await live_of(request).offices.cards()
    own = login.tournaments | {login.tournament}
    found = (as_called(c) for c in cards if (c.public and not c.archived) or c.id in own)
    return sorted(found, key=lambda card: card.name)


@post(
    "/api/tournaments",
    dto=Strict[TournamentWanted],
    opt={"rule": Rule.ORGANISER},
    tags=["tournaments"],
)
async def create(request: HttpRequest, data: JSONBody[TournamentWanted]) -> TournamentTold:
    """A new tournament; whoever creates it organises it."""
    login, command = await login_of(request), command_of(request)
    store = services_of(request).store
    shape = await taken_along(store, login.account, OwnKind.FORMAT, data.format)
    profile = await taken_along(store, login.account, OwnKind.RULES, data.profile)
    if data.board:
        game = GAMES.get(tournament_format(shape).game)
        written = game.board if game else None
        # In a game without boards it is no profile either, and is refused as such.
        profile = await written(store, login.account, data.board) if written else data.board
    card = TournamentCard(
        id=new_id(command, services_of(request).chance),
        name=data.name,
        format=shape,
        profile=profile,
        public=data.public,
        start=data.start,
        round_minutes=data.round_minutes,
        break_minutes=data.break_minutes,
        day=tuple(one.item for one in data.day),
        keep_days=data.keep_days,
        details=with_said(NOTHING_SAID, data.details),
    )
    first = Create(
        data.seed, data.confirmations, data.draw, data.team_size, table_size=data.table_size
    )
    by = Asking(signature(login), command, ALL)
    return tournament_told(await begin(live_of(request).offices, login, card, first, by))


@get(_HERE, opt={"rule": Rule.WATCHER_HERE}, tags=["tournaments"])
async def look(request: HttpRequest, tournament: FromPath[str]) -> TournamentTold:
    """What a tournament is called and where its record stands."""
    return tournament_told(await live_of(request).offices.office(tournament))


@put(_HERE, dto=Strict[TournamentChanged], opt={"rule": Rule.ORGANISER_HERE}, tags=["tournaments"])
async def change(
    request: HttpRequest, tournament: FromPath[str], data: JSONBody[TournamentChanged]
) -> TournamentTold:
    """Another name, other times, or who may follow it; nothing that was played changes."""
    office = await live_of(request).offices.office(tournament)
    said, was = _as_kept(data), data.was
    puts: list[Put] = []
    by, access = (await login_of(request)).author, services_of(request).access

    def changed(card: TournamentCard) -> TournamentCard:
        if was is not None:
            _demand_as_it_was(was, card, data)
        return replace(card, **{"details": with_said(card.details, data.details), **said})

    if data.deleted:
        changed(office.card)  # what is refused is so before anything is erased
        puts, was = await _erase(request, office), None
        said |= {"public": False, "registration": False, "details": NOTHING_SAID, "day": ()}
    await set_otherwise(office, access, changed, by, *puts)
    if data.deleted:  # what others have written since it was erased
        gone = forget_all_of(live_of(request).offices, access, tournament)
        await asyncio.create_task(gone)  # the house does it: nobody may write there any more
    return tournament_told(office)


def _as_kept(data: TournamentSaid) -> dict[str, Any]:
    """What is said, by its field, as the card keeps it; details are said beside."""
    said = {k: v for k, v in msgspec.structs.asdict(data).items() if v is not None}
    if data.day is not None:
        said["day"] = tuple(one.item for one in data.day)
    if data.name is not None:
        said["name"] = tidy(data.name)
    return {k: v for k, v in said.items() if k not in ("details", "was")}


def _demand_as_it_was(was: TournamentSaid, card: TournamentCard, data: TournamentChanged) -> None:
    shown = _as_kept(was)
    if not card.round_minutes:  # nobody has set them: the format's were shown
        shown.pop("round_minutes", None)
    demand_as_it_was(shown, {k: getattr(card, k) for k in shown}, _as_kept(data))
    if was.details is not None and data.details is not None:
        before = as_kept(was.details)
        now = {k: getattr(card.details, k) for k in before}
        demand_as_it_was(before, now, as_kept(data.details))


async def _erase(request: HttpRequest, office: Office) -> list[Put]:
    """End every way in and erase every name, form and word of a tournament that was put away.

    What was played stays in the log; what says that a game goes on is erased with the last write.
    """
    if not office.card.archived:
        refuse(Violation(Refusal.NOT_ARCHIVED))
    live, access, here = live_of(request), services_of(request).access, office.card.id
    await forget_all_of(live.offices, access, here)
    return await live.rooms.no_more_of(here)


@get(_HERE + "/history", opt={"rule": Rule.ORGANISER_HERE}, tags=["tournaments"])
async def history(
    request: HttpRequest, tournament: FromPath[str], after: q.Seq = 0
) -> Response[bytes]:
    """Every event of the tournament after a number, in order; nothing is ever taken out."""
    office = await live_of(request).offices.office(tournament)
    pool, key = await pool_of(request, tournament)
    signed = await signing(services_of(request).access, tournament)
    told = await office.history(max(after, 0), _MOST_EVENTS, pool, key)
    times = await live_of(request).rooms.wall_marks.read()

    def written() -> bytes:
        who = msgspec.structs.asdict
        return encode(
            [{**one, "when": times.when(one["at"]), **who(signed(one["by"]))} for one in told]
        )

    return Response(await pool.think(written, key), media_type="application/json")


@get(_HERE + "/history/hall", opt={"rule": Rule.ORGANISER_HERE}, tags=["tournaments"])
async def hall_history(request: HttpRequest, tournament: FromPath[str]) -> list[dict[str, Any]]:
    """What was said to the whole hall: its time, pauses, breaks, calls; the last thousand."""
    live = live_of(request)
    hall, times = await live.halls.look(tournament), await live.rooms.wall_marks.read()
    signed = await signing(services_of(request).access, tournament)
    told = []
    for entry in await hall.history(_MOST_OF_THE_HALL):
        at = entry["event"]["at"]
        who = msgspec.structs.asdict(signed(entry["by"]))
        told.append({**entry, "at": at, "when": times.when(at), **who})
    return told


@get(_HERE + "/draws", opt={"rule": Rule.WATCHER_HERE}, tags=["tournaments"])
async def draws(request: HttpRequest, tournament: FromPath[str]) -> Response[dict[str, Any]]:
    """Every draw with its reason, the commits behind them, and a transcript once it is published.

    Save `transcript` of a pledge, or `proof` of the whole tournament, as a file: `stolik verify`
    checks it (docs/fair.md). `proof` tells every pledge, draw, swap, lock and publication.
    """
    office = await live_of(request).offices.office(tournament)
    pool, key = await pool_of(request, tournament)
    begun = TournamentState(
        tournament_format(office.card.format), former_formats(office.card.format)
    )

    def told(happened: list[Happened]) -> bytes:
        return encode(proof_told(happened, begun, tournament))

    made: Any = await office.told(told, pool, key)  # written already, beside the loop
    return Response(made, media_type=MediaType.JSON)


@post(
    _HERE,
    status_code=200,
    request_max_body_size=q.LARGEST_REQUEST,
    opt={"rule": Rule.WATCHER_HERE},
    tags=["tournaments"],
)
async def ask(request: HttpRequest, tournament: FromPath[str], seen: q.Seq = 0) -> dict[str, Any]:
    """One request as `stolik tournament` reads it, for example `{"do": "enter", "name": "…"}`.

    Each kind of request has its own rule: who watches may ask for standings, a table enters and
    confirms its results, a referee gives penalties, the organiser does the rest. Send the header
    `Stolik-Command` with 32 random hex digits, and the same request sent twice is done once.

    `seen`: the `seq` of the page by which somebody was told what the request would do. It is
    refused if it would do something else by now.
    """
    live, login = live_of(request), await login_of(request)
    office = await live.offices.office(tournament)
    pool, key = await pool_of(request, tournament)
    sender = Sender(
        login=login,
        standing=await standing_of(request),
        by=signature(login),
        lang=language_of(request.scope),
        pool=pool,
        key=key,
        command=command_of(request),
        seen=max(0, seen),
        asked=asked_for(await request.body()),
    )
    value = await _parsed(request, tournament)
    return await organising.ask(live.halls, services_of(request).access, office, value, sender)


async def _parsed(request: HttpRequest, tournament: str) -> Any:
    """The body as a value; a long one is read where it keeps nobody waiting."""
    body = await request.body()
    if len(body) <= q.READ_ON_THE_LOOP:
        return parse(body)
    return await thought(request, lambda: parse(body), tournament)


HANDLERS = (
    tournaments,
    create,
    look,
    change,
    history,
    hall_history,
    draws,
    ask,
    hall_socket,
    hall_line,
)
