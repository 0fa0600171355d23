"""Papers over HTTP: the documents of `stolik print`, from the tournament as it is now."""

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from stolik.adapters.web.edge import bounds as q
from stolik.adapters.web.edge.asking import HttpRequest
from stolik.adapters.web.edge.downloads import as_file
from stolik.adapters.web.edge.guard import login_of, services_of
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.leaving import while_there
from stolik.adapters.web.edge.reading import Body, Strict
from stolik.adapters.web.edge.thinking import keys_of, pool_of
from stolik.adapters.web.routes.reach import reached
from stolik.adapters.web.sockets.live import live_of
from stolik.app import bounds
from stolik.app.access.journal import What, noted
from stolik.app.access.roles import Rule
from stolik.app.file_names import Phrase as FilePhrase
from stolik.app.file_names import file_called, file_name
from stolik.app.paper.wishes import BREAKS, MINUTES, START, Design, PlayerPass, Wish
from stolik.app.people.letters import read_address
from stolik.app.people.own_data import known
from stolik.app.people.winners import (
    WinnerDetails,
    form_rows,
    winners_of,
    without_winners,
    write_winner,
)
from stolik.app.tournaments.logo import logo_of
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.reading_eyes import ALL, STRANGER
from stolik.app.tournaments.trying import TrialBook, Work
from stolik.tournament.state import RoundStatus

# Papers are loaded by who first prints one, in the thread that makes it.
if TYPE_CHECKING:
    from stolik.app.paper.content import Paper
    from stolik.app.paper.source import Commits, PaperSource, Winners

_HERE = "/api/tournaments/{tournament:str}"
_TAGS = ["print"]

_PAIRINGS = ("scores", "seating", "tables")
_PDF = "application/pdf"


class Pass(Body, frozen=True, forbid_unknown_fields=False):
    """How a player comes in, as `POST …/passes` told it; what else it told is not printed."""

    entrant: bounds.Entrant | None = None  # a referee's has none, and no badge
    code: Annotated[str, msgspec.Meta(max_length=100)] = ""
    link: Annotated[str, msgspec.Meta(max_length=500)] = ""


class Badges(Body, frozen=True):
    """Passes to print on badges; codes and links are not kept, so they come with the request."""

    passes: Annotated[list[Pass], msgspec.Meta(max_length=1000)]


class Printable(msgspec.Struct):
    """A document that can be printed now."""

    document: str
    title: str


class RuleRead(msgspec.Struct):
    """A rule in words, and where it is written."""

    text: str
    where: str


class RulesRead(msgspec.Struct):
    """Rules that belong together; those of a board have no title."""

    title: str
    items: list[RuleRead]


class RulesAloud(msgspec.Struct):
    """The rules of a tournament as they are read out in the hall."""

    title: str
    parts: list[RulesRead]


Line = Annotated[str, msgspec.Meta(max_length=200)]


class WinnerKept(Body, frozen=True):
    """Where to find somebody who stands on the result form."""

    entrant: bounds.Entrant
    born: Line = ""
    address: Line = ""
    phone: Line = ""
    mail: Line = ""


class Winner(msgspec.Struct):
    """Somebody on the result form."""

    entrant: int
    place: int
    born: str
    address: str
    phone: str
    mail: str


@get(_HERE + "/print", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def printable(request: HttpRequest, tournament: FromPath[str]) -> list[Printable]:
    """What can be printed as the tournament stands."""
    office = await live_of(request).offices.office(tournament)

    def work(book: TrialBook) -> dict[str, Any]:
        from stolik.app.paper.documents import everything

        return {name: made.title for name, made in everything(_source(request, office, book, {}))}

    found = await _asked(request, office, work)
    return [Printable(name, title) for name, title in found.items()]


@get(_HERE + "/print/{document:str}", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def printed(
    request: HttpRequest,
    tournament: FromPath[str],
    document: FromPath[str],
    round: q.MaybeRound = None,  # noqa: A002 - as the address says it
    stage: q.MaybeRound = None,
    start: q.Clock = START,
    minutes: q.Minutes = MINUTES,
    breaks: q.Minutes = BREAKS,
    places: q.MaybePlaces = None,
    blank: FromQuery[bool] = False,
    two: FromQuery[bool] = False,
    design: FromQuery[Design] = "frame",
) -> Response[bytes]:
    """A document to print, as PDF: one of those that `GET …/print` lists."""
    wish = Wish(
        round=round,
        stage=stage,
        start=start,
        minutes=minutes,
        breaks=breaks,
        places=places,
        blank=blank,
        two=two,
        design=design,
    )
    if document == "timetable":
        wish = await _planned(request, tournament, wish)
    return await _drawn(request, tournament, document, wish)


async def _planned(request: HttpRequest, tournament: str, wish: Wish) -> Wish:
    """The day as the tournament keeps it, where the address says nothing else."""
    card = (await live_of(request).offices.office(tournament)).card
    wish = replace(wish, day=card.day)
    if (wish.start, wish.minutes, wish.breaks) != (START, MINUTES, BREAKS):
        return wish
    return replace(wish, start=card.start, minutes=card.round_minutes, breaks=card.break_minutes)


@post(
    _HERE + "/badges",
    dto=Strict[Badges],
    status_code=200,
    request_max_body_size=q.LARGEST_LIST,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def badges(
    request: HttpRequest, tournament: FromPath[str], data: JSONBody[Badges]
) -> Response[bytes]:
    """Badges with the codes of passes that have just been made."""
    address = (await reached(request)).address
    # A link without an address leads no phone anywhere: then the code alone is printed.
    passes = {
        one.entrant: PlayerPass(one.code, address + one.link if address and one.link else "")
        for one in data.passes
        if one.entrant is not None
    }
    return await _drawn(request, tournament, "badges", Wish(passes=passes))


@get(_HERE + "/tables/{table:int}/sheet", opt={"rule": Rule.REFEREE_HERE}, tags=_TAGS)
async def sheet(
    request: HttpRequest,
    tournament: FromPath[str],
    table: FromPath[int],
    round: q.MaybeRound = None,  # noqa: A002 - as the address says it
) -> Response[bytes]:
    """One table's score sheet, when the first has got lost: its referee may print it too."""
    return await _drawn(request, tournament, "scores", Wish(round=round, table=table))


@get(_HERE + "/rules", opt={"rule": Rule.WATCHER_HERE}, tags=_TAGS)
async def rules(request: HttpRequest, tournament: FromPath[str]) -> RulesAloud:
    """The rules in use, part by part, as the paper on every table has them."""
    office = await live_of(request).offices.office(tournament)
    pool, key = await pool_of(request, tournament)

    def work(book: TrialBook) -> dict[str, Any]:
        from stolik.app.paper.codes import Phrase
        from stolik.app.paper.rules_card import rules_parts

        source = _source(request, office, book, {})
        found = [
            RulesRead(part.title, [RuleRead(text, source.cited(at)) for text, at in part.items])
            for part in rules_parts(source)
        ]
        return {"rules": RulesAloud(source.say(Phrase.TITLE_RULES), found)}

    told: RulesAloud = (await office.ask(work, pool, key, eyes=STRANGER))["rules"]
    return told


@get(_HERE + "/form", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def form(
    request: HttpRequest,
    tournament: FromPath[str],
    kind: FromQuery[Literal["json", "csv"]] = "json",
) -> Response[bytes]:
    """The result form of a qualifying tournament as data to send."""
    office = await live_of(request).offices.office(tournament)
    winners = await _winners(request, tournament)

    def work(book: TrialBook) -> dict[str, Any]:
        from stolik.app.paper.results import form_csv, form_facts

        source = _source(request, office, book, {}, winners)
        return {"csv": form_csv(source)} if kind == "csv" else form_facts(source)

    told = await _asked(request, office, work)
    if kind == "csv":
        content, media = ("\ufeff" + told["csv"]).encode(), "text/csv"
    else:
        content, media = msgspec.json.encode(told), "application/json"
    called = file_called(FilePhrase.FORM, office.card.name, kind, language_of(request.scope))
    return as_file(content, media, called)


@get(_HERE + "/form/winners", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def winners(request: HttpRequest, tournament: FromPath[str]) -> list[Winner]:
    """Who stands on the result form and what is kept of them; nobody before the end."""
    office = await live_of(request).offices.office(tournament)
    kept = await winners_of(services_of(request).store, tournament)

    def work(book: TrialBook) -> dict[str, Any]:
        state = book.desk.state
        return {str(row.entrant): row.place for row in form_rows(state)} if state.finished else {}

    found = await _asked(request, office, work)
    nothing = WinnerDetails()
    return [
        Winner(int(n), place, **asdict(kept.get(int(n), nothing))) for n, place in found.items()
    ]


@put(
    _HERE + "/form/winners",
    dto=Strict[WinnerKept],
    status_code=204,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def keep_winner(
    request: HttpRequest, tournament: FromPath[str], data: JSONBody[WinnerKept]
) -> None:
    """Keep where to find somebody until the form is sent; empty fields erase it."""
    office, access = await live_of(request).offices.office(tournament), services_of(request).access
    mail = read_address(data.mail) if data.mail.strip() else ""
    details = WinnerDetails(data.born, data.address, data.phone, mail)
    entrant, by = int(known(office, data.entrant)), (await login_of(request)).account
    act = noted(access, tournament, What.WINNERS_KEPT, by=by, entrants=(entrant,))
    await access.store.put([write_winner(tournament, entrant, details), act])


@delete(_HERE + "/form/winners", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def erase_winners(request: HttpRequest, tournament: FromPath[str]) -> None:
    """The form is sent: erase where to find the winners, in the copies of the database too."""
    offices, access = live_of(request).offices, services_of(request).access
    by = (await login_of(request)).account
    puts = await without_winners(access.store, tournament)
    if puts:
        await access.store.put([*puts, noted(access, tournament, What.WINNERS_ERASED, by=by)])
        offices.erasures += 1


async def _drawn(
    request: HttpRequest, tournament: str, document: str, wish: Wish
) -> Response[bytes]:
    live = live_of(request)
    office = await live.offices.office(tournament)
    commits = await _commits(request, office, wish.round) if document in _PAIRINGS else {}
    winners = await _winners(request, tournament) if document == "form" else {}
    address = (await reached(request)).address
    logo = await logo_of(services_of(request).store, tournament)

    def work(book: TrialBook) -> dict[str, Any]:
        from stolik.app.paper.documents import paper

        source = _source(request, office, book, commits, winners, address=address, logo=logo)
        return {"paper": paper(document, source, wish)}

    made: Paper = (await _asked(request, office, work))["paper"]
    keys = await keys_of(request, tournament)
    drawn = await while_there(request, live.papers.pdf(made, *keys))
    return as_file(drawn, _PDF, file_name(office.card.name, made.title, "pdf"), shown=True)


async def _commits(request: HttpRequest, office: Office, number: int | None) -> "Commits":
    """The commitments of the deals at the online tables of a round."""
    published = [r.number for r in office.state.rounds if r.status is RoundStatus.PUBLISHED]
    wanted = published[-1] if number is None and published else number
    if wanted not in published:
        return {}
    hall = await live_of(request).halls.look(office.card.id)
    found = await hall.online.listed(int(wanted))
    return {
        (int(wanted), table["table"]): {
            ctx.rpartition("/")[2]: commit for ctx, commit in table["commits"].items()
        }
        for table in found
    }


async def _winners(request: HttpRequest, tournament: str) -> "Winners":
    """Where to find the winners, as long as it is kept."""
    found = await winners_of(services_of(request).store, tournament)
    return {number: (d.born, d.address, d.phone, d.mail) for number, d in found.items()}


def _source(
    request: HttpRequest,
    office: Office,
    book: TrialBook,
    commits: "Commits",
    winners: "Winners | None" = None,
    *,
    address: str = "",
    logo: bytes = b"",
) -> "PaperSource":
    from stolik.app.paper.source import PaperSource

    return PaperSource(
        desk=book.desk,
        name=office.card.name,
        lang=language_of(request.scope),
        rules=book.counting.rules,
        board=book.counting.board,
        head=office.head,
        page=f"{address}/tournament/{office.card.id}" if address else "",
        commits=commits,
        winners=winners or {},
        details=office.card.details,
        logo=logo,
    )


async def _asked(request: HttpRequest, office: Office, work: Work) -> dict[str, Any]:
    """What a paper says; nobody's result waits for it."""
    papers, keys = live_of(request).pools.papers, await keys_of(request, office.card.id)
    return await office.ask(work, papers, *keys, eyes=ALL)


HANDLERS = (printable, printed, badges, sheet, rules, form, winners, keep_winner, erase_winners)
