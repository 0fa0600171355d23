"""Tournaments over HTTP: the same requests as `stolik tournament` reads, one per post."""

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post, put
from litestar.params import FromPath, JSONBody

from stolik.adapters.web import bounds as q
from stolik.adapters.web.asking import command_of, signature
from stolik.adapters.web.encoding import encode
from stolik.adapters.web.guard import login_of, refused_to, services_of, standing_of
from stolik.adapters.web.hall_socket import hall_line, hall_socket
from stolik.adapters.web.language import language_of
from stolik.adapters.web.live import live_of
from stolik.adapters.web.reading import Body, Strict
from stolik.adapters.web.thinking import pool_of, thought
from stolik.app import bounds
from stolik.app.access import passes
from stolik.app.access.records import organiser_of
from stolik.app.access.roles import Login, Rule
from stolik.app.day import timetable_of
from stolik.app.draw_trail import Happened
from stolik.app.draw_transcripts import proof_told
from stolik.app.forecast import forecast
from stolik.app.hall.second_sheet import hold_against, is_second_sheet
from stolik.app.library import FORMATS, RULES, rules_profile, tournament_format
from stolik.app.naming import tidy
from stolik.app.office.codes import Refusal
from stolik.app.office.event import EventCard
from stolik.app.office.office import Asking as By
from stolik.app.office.office import Book, Office
from stolik.app.office.retention import KEEP_DAYS
from stolik.app.office.rights import THINKING, allowed, eyes_of, is_question
from stolik.app.overview import stages_told
from stolik.app.strict_json import parse
from stolik.app.texts import text
from stolik.refusal import Refused, Violation, refuse
from stolik.tournament.commands import Create
from stolik.tournament.engine import decide
from stolik.tournament.format import DrawKind, TournamentFormat
from stolik.tournament.state import TournamentState

Asking = Request[Any, Any, Any]
_HERE = "/api/tournaments/{tournament:str}"
_MOST_EVENTS = 5000


Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Clock = Annotated[str, msgspec.Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
Minutes = Annotated[int, msgspec.Meta(ge=0, le=24 * 60)]
Days = Annotated[int, msgspec.Meta(ge=0, le=3650)]


class TournamentWanted(Body, frozen=True):
    """A new tournament. A seed decides its draws; without one each is pledged and thrown for."""

    name: Name
    format: bounds.Word
    profile: bounds.Word = ""
    seed: Annotated[str, msgspec.Meta(max_length=200)] = ""
    confirmations: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    draw: DrawKind | None = None
    team_size: bounds.SeatNumber | None = None
    public: bool = True
    start: Clock = "10:00"
    round_minutes: Minutes = 60
    break_minutes: Minutes = 10
    keep_days: Days = KEEP_DAYS


class TournamentChanged(Body, frozen=True):
    """How a tournament is called, who may follow it, when its rounds are; left out: as it was."""

    name: Name | None = None
    public: bool | None = None
    start: Clock | None = None
    round_minutes: Minutes | None = None
    break_minutes: Minutes | None = None
    registration: bool | None = None
    keep_days: Days | None = None


class TournamentTold(msgspec.Struct):
    """A tournament, and where its record stands."""

    id: str
    name: str
    format: str
    profile: str
    public: bool
    start: str
    round_minutes: int
    break_minutes: int
    registration: bool
    keep_days: int
    seq: int
    head: str


class FormatTold(msgspec.Struct):
    """A way of holding a tournament, explained."""

    id: str
    title: str
    about: str
    game: str
    profile: str
    document: str
    entrants_min: int
    entrants_max: int
    team_sizes: list[int]
    draw: DrawKind
    stages: list[dict[str, Any]]


@get("/api/formats", opt={"rule": Rule.ANYONE}, tags=["tournaments"], sync_to_thread=False)
def formats(request: Asking) -> list[FormatTold]:
    """The formats a tournament can have."""
    lang = language_of(request.scope)
    return [_format_told(tournament_format(name), lang) for name in FORMATS]


@get(
    "/api/formats/{name:str}/forecast",
    opt={"rule": Rule.ANYONE},
    tags=["tournaments"],
    sync_to_thread=False,
)
def plan_ahead(
    request: Asking,
    name: FromPath[str],
    entrants: q.Entrants,
    start: q.Clock = "10:00",
    minutes: q.Minutes = 60,
    breaks: q.Minutes = 10,
) -> dict[str, Any]:
    """What a number of entrants means: fields and tables of each stage, and the day's timetable."""
    if name not in FORMATS:
        refuse(Violation(Refusal.FORMAT_OR_PROFILE, facts={"known": FORMATS}))
    shape = tournament_format(name)
    rules = rules_profile(shape.profile) if shape.profile in RULES else None
    day = timetable_of(
        TournamentState(shape),
        rules,
        start=start,
        minutes=minutes,
        pause=breaks,
        pauses={},
        game_minutes=None,
        lang=language_of(request.scope),
    )
    return {"stages": forecast(shape, entrants), **day}


def _format_told(shape: TournamentFormat, lang: str) -> FormatTold:
    return FormatTold(
        id=shape.id,
        title=shape.title,
        about=text(f"about.{shape.id}", lang),
        game=shape.game,
        profile=shape.profile,
        document=shape.document,
        entrants_min=shape.entrants_min,
        entrants_max=shape.entrants_max,
        team_sizes=list(shape.team_sizes),
        draw=shape.stages[0].draw,
        stages=stages_told(shape),
    )


@get("/api/tournaments", opt={"rule": Rule.ANYONE}, tags=["tournaments"])
async def tournaments(request: Asking) -> list[EventCard]:
    """The tournaments you may follow."""
    login = await login_of(request)
    cards = await live_of(request).offices.cards()
    own = login.tournaments | {login.tournament}
    return sorted((c for c in cards if c.public or c.id in own), key=lambda card: card.name)


@post(
    "/api/tournaments",
    dto=Strict[TournamentWanted],
    opt={"rule": Rule.ORGANISER},
    tags=["tournaments"],
)
async def create(request: Asking, data: JSONBody[TournamentWanted]) -> TournamentTold:
    """A new tournament; whoever creates it organises it."""
    # A name of ours or nothing: a path would read files of this machine.
    if data.format not in FORMATS or data.profile not in ("", *RULES):
        refuse(Violation(Refusal.FORMAT_OR_PROFILE, facts={"known": (*FORMATS, *RULES)}))
    login = await login_of(request)
    command = Create(data.seed, data.confirmations, data.draw, data.team_size)
    # Refused before there is a card: a tournament that cannot begin would stand in the list.
    decide(TournamentState(tournament_format(data.format)), command)
    card = EventCard(
        id=_id_for(request),
        name=tidy(data.name),
        format=data.format,
        profile=data.profile,
        public=data.public,
        start=data.start,
        round_minutes=data.round_minutes,
        break_minutes=data.break_minutes,
        keep_days=data.keep_days,
    )
    offices = live_of(request).offices
    if await offices.card(card.id) is None:
        office = await offices.create(card, organiser_of(login.account, card.id))
    elif card.id in login.tournaments:
        office = await offices.office(card.id)  # the same wish again, over a bad line
    else:
        refuse(Violation(Refusal.COMMAND_ID_USED))
        raise AssertionError
    await office.do(
        lambda book: {"events": len(book.desk.do(command))},
        _by(request, login, office),
    )
    return _told(office)


@get(_HERE, opt={"rule": Rule.WATCHER_HERE}, tags=["tournaments"])
async def look(request: Asking, tournament: FromPath[str]) -> TournamentTold:
    """What a tournament is called and where its record stands."""
    return _told(await live_of(request).offices.office(tournament))


@put(_HERE, dto=Strict[TournamentChanged], opt={"rule": Rule.ORGANISER_HERE}, tags=["tournaments"])
async def change(
    request: Asking, tournament: FromPath[str], data: JSONBody[TournamentChanged]
) -> TournamentTold:
    """Another name, other times, or who may follow it; nothing that was played changes."""
    office = await live_of(request).offices.office(tournament)
    said = {
        name: value for name, value in msgspec.structs.asdict(data).items() if value is not None
    }
    if data.name is not None:
        said["name"] = tidy(data.name)
    await office.describe(replace(office.card, **said))
    return _told(office)


@get(_HERE + "/history", opt={"rule": Rule.ORGANISER_HERE}, tags=["tournaments"])
async def history(
    request: Asking, tournament: FromPath[str], after: q.Seq = 0
) -> list[dict[str, Any]]:
    """Every event of the tournament after a number, in order; nothing is ever taken out."""
    office = await live_of(request).offices.office(tournament)
    pool, key = await pool_of(request, tournament)
    return await office.history(max(after, 0), _MOST_EVENTS, pool, key)


@get(_HERE + "/draws", opt={"rule": Rule.WATCHER_HERE}, tags=["tournaments"])
async def draws(request: Asking, tournament: FromPath[str]) -> Response[dict[str, Any]]:
    """Every draw with its reason, the commits behind them, and a transcript once it is published.

    Save `transcript` of a pledge, or `proof` of the whole tournament, as a file: `stolik verify`
    checks it (docs/fair.md). `proof` tells every pledge, draw, swap, lock and publication.
    """
    office = await live_of(request).offices.office(tournament)
    pool, key = await pool_of(request, tournament)
    begun = TournamentState(tournament_format(office.card.format))

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
async def ask(request: Asking, tournament: FromPath[str]) -> dict[str, Any]:
    """One request as `stolik tournament` reads it, for example `{"do": "enter", "name": "…"}`.

    Each kind of request has its own rule: who watches may ask for standings, a table enters and
    confirms its results, a referee gives penalties, the organiser does the rest. Send the header
    `Stolik-Command` with 32 random hex digits, and the same request sent twice is done once.
    """
    live, login = live_of(request), await login_of(request)
    office = await live.offices.office(tournament)
    value = await _parsed(request, tournament)
    wanted = allowed(login, value if isinstance(value, Mapping) else {}, office)
    lang = language_of(request.scope)

    def work(book: Book, what: Mapping[str, Any] = wanted) -> dict[str, Any]:
        return live.answer(book, what, lang)

    if is_question(wanted):
        pool, key = await pool_of(request, tournament)
        return await office.ask(work, pool, key, eyes=eyes_of(login, office))

    async def still() -> None:
        """Asked when it is this request's turn: meanwhile the right may have been lost."""
        now = await (await standing_of(request)).surely()
        if allowed(now, wanted, office) != wanted:
            raise Refused([Violation(refused_to(now))])

    if wanted.get("do") == "unpublish":
        await (await live.halls.hall(tournament)).demand_no_online_game()
    thinks = wanted.get("do") in THINKING
    by = replace(_by(request, login, office), allowed=still, thinks=thinks)
    try:
        answer = await office.do(work, by)
    except Refused as refused:
        if not is_second_sheet(refused, wanted):
            raise
        answer = await hold_against(await live.halls.hall(tournament), wanted, by, work)
    # Who sat there before has no business there any more.
    if wanted.get("do") == "substitute" and not wanted.get("preview"):
        entrant = wanted.get("entrant")
        await passes.revoke_entrant(services_of(request).access, tournament, entrant)
    live.halls.moved(tournament)
    return answer


async def _parsed(request: Asking, tournament: str) -> Any:
    """The body as a value; a long one is read where it keeps nobody waiting."""
    body = await request.body()
    if len(body) <= q.READ_ON_THE_LOOP:
        return parse(body)
    return await thought(request, lambda: parse(body), tournament)


def _id_for(request: Asking) -> str:
    """A new tournament's number; it follows from the command's, so a wish sent twice is one."""
    command = command_of(request)
    if command is None:
        return services_of(request).chance(8).hex()
    return sha256(f"tournament/{command}".encode()).hexdigest()[:16]


def _told(office: Office) -> TournamentTold:
    card = office.card
    return TournamentTold(
        id=card.id,
        name=card.name,
        format=card.format,
        profile=card.profile,
        public=card.public,
        start=card.start,
        round_minutes=card.round_minutes,
        break_minutes=card.break_minutes,
        registration=card.registration,
        keep_days=card.keep_days,
        seq=office.seq,
        head=office.head,
    )


def _by(request: Asking, login: Login, office: Office) -> By:
    """Who asks: by role and id of the login, never by name."""
    return By(signature(login), command_of(request), eyes_of(login, office))


HANDLERS = (
    formats,
    plan_ahead,
    tournaments,
    create,
    look,
    change,
    history,
    draws,
    ask,
    hall_socket,
    hall_line,
)
