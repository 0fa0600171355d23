"""School heats: the file a heat gives to a final, and what the final makes of it."""

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath

from stolik.adapters.web.edge import bounds as q
from stolik.adapters.web.edge.asking import HttpRequest, signature
from stolik.adapters.web.edge.downloads import as_file
from stolik.adapters.web.edge.guard import login_of, services_of
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.leaving import while_there
from stolik.adapters.web.edge.thinking import keys_of
from stolik.adapters.web.sockets.live import live_of
from stolik.app.access.journal import What, noted
from stolik.app.access.roles import Rule
from stolik.app.file_names import Phrase as FilePhrase
from stolik.app.file_names import file_called
from stolik.app.people import heats
from stolik.app.sheets.files import MOST_BYTES
from stolik.app.tournaments import rescue
from stolik.app.tournaments.office import Office

_HERE = "/api/tournaments/{tournament:str}"
_HEATS = _HERE + "/heats"
_TAGS = ["people"]


class BestTold(msgspec.Struct):
    """One of the best; an empty name: not passed on, for want of a consent."""

    place: int
    name: str


class HeatTold(msgspec.Struct):
    """A heat that waits to be accepted."""

    id: str
    school: str
    tournament: str
    entrants: int
    best: list[BestTold]
    same_school: bool


@post(_HERE + "/file/heat", status_code=200, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def heat_file(
    request: HttpRequest, tournament: FromPath[str], best: q.Places = 4
) -> Response[bytes]:
    """This tournament as a heat, for the organiser of a final: every game, and of names only those
    of the best who agreed to be named.
    """
    office, access = await live_of(request).offices.office(tournament), services_of(request).access
    content = await _written(request, office, best)
    by = (await login_of(request)).account
    await access.store.put([noted(access, tournament, What.HEAT_WRITTEN, by=by)])
    called = file_called(FilePhrase.HEAT, office.card.name, "jsonl", language_of(request.scope))
    return as_file(content, "application/x-ndjson", called)


async def _written(request: HttpRequest, office: Office, best: int) -> bytes:
    """The file of a heat, made where it holds nobody up."""
    kept = rescue.KeptStream(office.card, await office.entries_told())
    named = {int(n): who.name for n, who in office.people.items() if who.consent and n > 0}

    def written() -> bytes:
        return rescue.as_heat(kept, office.blank, named, office.profile, best)

    keys = await keys_of(request, office.card.id)
    return await live_of(request).pools.papers.think(written, *keys)


@post(
    _HERE + "/file/heat/to/{final:str}",
    status_code=204,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def send_heat(
    request: HttpRequest, tournament: FromPath[str], final: FromPath[str], school: q.School
) -> None:
    """The same straight to a final on this server, by its link. Its organiser accepts the best, or
    turns them away; until then it names whoever is known and agrees here.
    """
    live, services = live_of(request), services_of(request)
    office, target = await live.offices.office(tournament), await live.offices.office(final)
    content = await _written(request, office, target.card.heats_best)
    keys = await keys_of(request, tournament)
    heat = await while_there(request, live.readings.heat(content, target.card, school, *keys))
    waits = heats.by_numbers(heat, tournament)
    await heats.send_heat(target, services.store, waits, services.access.now())
    by = (await login_of(request)).account
    act = noted(services.access, tournament, What.HEAT_WRITTEN, by=by)
    await services.access.store.put([act])


@post(
    _HEATS,
    status_code=204,
    request_max_body_size=MOST_BYTES,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def take_heat(request: HttpRequest, tournament: FromPath[str], school: q.School) -> None:
    """The file of a school's heat; its best wait to be accepted. Refused after the deadline."""
    live, services, content = live_of(request), services_of(request), await request.body()
    office = await live.offices.office(tournament)
    keys = await keys_of(request, tournament)
    heat = await while_there(request, live.readings.heat(content, office.card, school, *keys))
    await heats.send_heat(office, services.store, heat, services.access.now())


@get(_HEATS, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def waiting(request: HttpRequest, tournament: FromPath[str]) -> list[HeatTold]:
    """Heats that wait to be accepted."""
    office = await live_of(request).offices.office(tournament)
    found = await heats.waiting_heats(office, services_of(request).store)
    return [
        HeatTold(
            id=id_,
            school=heat.school,
            tournament=heat.tournament,
            entrants=heat.entrants,
            best=[BestTold(one.place, one.name) for one in heat.best],
            same_school=heats.same_school(office, heat, found),
        )
        for id_, heat in found.items()
    ]


@post(_HEATS + "/{heat:str}/accept", status_code=200, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def accept(
    request: HttpRequest, tournament: FromPath[str], heat: FromPath[str]
) -> dict[str, list[int]]:
    """Enter the best of a heat."""
    live = live_of(request)
    office, by = await live.offices.office(tournament), signature(await login_of(request))
    entered = await heats.accept_heat(office, services_of(request).store, heat, by)
    live.halls.moved(tournament)
    return {"entrants": list(entered)}


@delete(_HEATS + "/{heat:str}", opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def turn_away(request: HttpRequest, tournament: FromPath[str], heat: FromPath[str]) -> None:
    """Forget a heat that waits, in the copies of the database too."""
    offices = live_of(request).offices
    office = await offices.office(tournament)
    await heats.turn_heat_away(office, services_of(request).store, heat)
    offices.erasures += 1


HANDLERS = (heat_file, send_heat, take_heat, waiting, accept, turn_away)
