"""Papers over HTTP: the documents of `stolik print`, from the tournament as it is now."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from stolik.adapters.web import bounds as q
from stolik.adapters.web.guard import is_secure
from stolik.adapters.web.language import header, language_of
from stolik.adapters.web.live import live_of
from stolik.adapters.web.reading import Body, Strict
from stolik.app import bounds
from stolik.app.access.roles import Rule
from stolik.app.office.office import Book, Office, Work
from stolik.app.paper.content import BREAKS, MINUTES, START, Paper, PlayerPass, Wish
from stolik.app.paper.documents import everything, paper
from stolik.app.paper.results import form_csv, form_facts
from stolik.app.paper.source import Commits, Source
from stolik.app.reading_eyes import ALL
from stolik.tournament.state import RoundStatus

Asking = Request[Any, Any, Any]
_HERE = "/api/tournaments/{tournament:str}"
_TAGS = ["print"]

_PAIRINGS = ("scores", "seating", "tables")
_PDF = "application/pdf"


class Pass(Body, frozen=True):
    """How a player comes in, as it was told when the pass was made."""

    entrant: bounds.Entrant
    code: Annotated[str, msgspec.Meta(max_length=100)] = ""
    link: Annotated[str, msgspec.Meta(max_length=500)] = ""


class Badges(Body, frozen=True):
    """Passes to print on badges; codes and links are not kept, so they come with the request."""

    passes: Annotated[list[Pass], msgspec.Meta(max_length=1000)]


class Printable(msgspec.Struct):
    """A document that can be printed now."""

    document: str
    title: str


@get(_HERE + "/print", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def printable(request: Asking, tournament: FromPath[str]) -> list[Printable]:
    """What can be printed as the tournament stands."""
    office = await live_of(request).offices.office(tournament)

    def work(book: Book) -> dict[str, Any]:
        return {name: made.title for name, made in everything(_source(request, office, book, {}))}

    found = await _asked(request, office, work)
    return [Printable(name, title) for name, title in found.items()]


@get(_HERE + "/print/{document:str}", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def printed(
    request: Asking,
    tournament: FromPath[str],
    document: FromPath[str],
    round: q.MaybeRound = None,  # noqa: A002 - as the address says it
    stage: q.MaybeRound = None,
    start: q.Clock = START,
    minutes: q.Minutes = MINUTES,
    breaks: q.Minutes = BREAKS,
    places: q.MaybePlaces = None,
    blank: FromQuery[bool] = False,
) -> Response[bytes]:
    """A document to print, as PDF: labels, slips, numbers, scores, seating, tables, badges,
    timetable, standings, scheme, protocol, rules, diplomas, referee, consent or form.
    """
    wish = Wish(
        round=round,
        stage=stage,
        start=start,
        minutes=minutes,
        breaks=breaks,
        places=places,
        blank=blank,
    )
    return await _drawn(request, tournament, document, wish)


@post(
    _HERE + "/badges",
    dto=Strict[Badges],
    status_code=200,
    request_max_body_size=q.LARGEST_LIST,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def badges(
    request: Asking, tournament: FromPath[str], data: JSONBody[Badges]
) -> Response[bytes]:
    """Badges with the codes of passes that have just been made."""
    passes = {one.entrant: PlayerPass(one.code, one.link) for one in data.passes}
    return await _drawn(request, tournament, "badges", Wish(passes=passes))


@get(_HERE + "/tables/{table:int}/sheet", opt={"rule": Rule.REFEREE_HERE}, tags=_TAGS)
async def sheet(
    request: Asking,
    tournament: FromPath[str],
    table: FromPath[int],
    round: q.MaybeRound = None,  # noqa: A002 - as the address says it
) -> Response[bytes]:
    """One table's score sheet, when the first has got lost: its referee may print it too."""
    return await _drawn(request, tournament, "scores", Wish(round=round, table=table))


@get(_HERE + "/form", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def form(
    request: Asking, tournament: FromPath[str], kind: FromQuery[Literal["json", "csv"]] = "json"
) -> Response[bytes]:
    """The result form of a qualifying tournament as data to send."""
    office = await live_of(request).offices.office(tournament)

    def work(book: Book) -> dict[str, Any]:
        source = _source(request, office, book, {})
        return {"csv": form_csv(source)} if kind == "csv" else form_facts(source)

    told = await _asked(request, office, work)
    if kind == "csv":
        return _file(("\ufeff" + told["csv"]).encode(), "form.csv", "text/csv; charset=utf-8")
    return _file(msgspec.json.encode(told), "form.json", "application/json")


async def _drawn(request: Asking, tournament: str, document: str, wish: Wish) -> Response[bytes]:
    live = live_of(request)
    office = await live.offices.office(tournament)
    commits = await _commits(request, office, wish.round) if document in _PAIRINGS else {}

    def work(book: Book) -> dict[str, Any]:
        return {"paper": paper(document, _source(request, office, book, commits), wish)}

    made: Paper = (await _asked(request, office, work))["paper"]
    drawn = await live.pools.papers.think(lambda: live.draw(made), tournament)
    return _file(drawn, f"{document}.pdf", _PDF)


async def _commits(request: Asking, office: Office, number: int | None) -> Commits:
    """The commitments of the deals at the online tables of a round."""
    published = [r.number for r in office.state.rounds if r.status is RoundStatus.PUBLISHED]
    wanted = published[-1] if number is None and published else number
    if wanted not in published:
        return {}
    hall = await live_of(request).halls.hall(office.card.id)
    found = await hall.online.listed(int(wanted))
    return {
        (int(wanted), table["table"]): {
            ctx.rpartition("/")[2]: commit for ctx, commit in table["commits"].items()
        }
        for table in found
    }


def _source(request: Asking, office: Office, book: Book, commits: Commits) -> Source:
    secure = is_secure(request)
    # The gate has let only our own names through.
    address = f"{'https' if secure else 'http'}://{header(request.scope, b'host')}"
    return Source(
        desk=book.desk,
        name=office.card.name,
        lang=language_of(request.scope),
        rules=book.rules,
        board=book.board,
        head=office.head,
        page=f"{address}/tournament/{office.card.id}",
        commits=commits,
    )


async def _asked(request: Asking, office: Office, work: Work) -> dict[str, Any]:
    """What a paper says; nobody's result waits for it."""
    papers = live_of(request).pools.papers
    return await office.ask(work, papers, office.card.id, eyes=ALL)


def _file(content: bytes, name: str, kind: str) -> Response[bytes]:
    headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=kind, headers=headers)


HANDLERS = (printable, printed, badges, sheet, form)
