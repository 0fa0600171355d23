"""A whole tournament as one file, for `stolik tournament --log`, and back."""

from dataclasses import asdict, replace
from functools import partial
from typing import Any

import msgspec
from litestar import Response, post
from litestar.params import FromPath, FromQuery

from stolik.adapters.web.edge.asking import HttpRequest, command_of, signature
from stolik.adapters.web.edge.downloads import as_file
from stolik.adapters.web.edge.guard import allowed_by, login_of, services_of
from stolik.adapters.web.edge.language import language_of
from stolik.adapters.web.edge.leaving import while_there
from stolik.adapters.web.edge.thinking import keys_of
from stolik.adapters.web.sockets.live import live_of
from stolik.app.access import passes
from stolik.app.access.journal import What, noted
from stolik.app.access.roles import Rule
from stolik.app.file_names import Phrase as FilePhrase
from stolik.app.file_names import file_called
from stolik.app.hall.organising import demand_bearable
from stolik.app.sheets.files import MOST_BYTES
from stolik.app.tournaments import claims, rescue
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.reading_eyes import ALL
from stolik.app.tournaments.rights import demand_his
from stolik.app.tournaments.trying import Asking, TrialBook
from stolik.tournament.commands import CarryOutChance

_FILE = "/api/tournaments/{tournament:str}/file"
_TAGS = ["sheets"]
_AT_A_STROKE = 100  # penalties that are looked at on the loop


class FileTaken(msgspec.Struct):
    """What is new in the file; with `applied` it has happened here too."""

    events: int
    entered: list[int]
    rounds: list[int]
    results: int
    substituted: list[int]
    finished: bool
    takes_rounds_back: bool
    applied: bool


@post(_FILE + "/out", status_code=200, opt={"rule": Rule.ORGANISER_HERE}, tags=_TAGS)
async def carry_out(request: HttpRequest, tournament: FromPath[str]) -> Response[bytes]:
    """Everything that happened and every name, as one file that `stolik tournament --log` goes on
    with. It holds personal data; that it was carried out is told in the history.
    """
    office, access = await live_of(request).offices.office(tournament), services_of(request).access
    login = await login_of(request)
    still = allowed_by(request, request.route_handler)
    await office.do(_carry_out, Asking(signature(login), None, ALL, allowed=still))
    kept = await _kept(office)
    people = {int(number): who.name for number, who in office.people.items()}
    beside = rescue.Beside(people, await office.secret_carried_out())

    def written() -> bytes:
        return rescue.carried_out(kept, office.blank, beside, office.profile)

    keys = await keys_of(request, tournament)
    content = await live_of(request).pools.papers.think(written, *keys)
    act = noted(access, tournament, What.CARRIED_OUT, by=login.account)
    await access.store.put([act])
    lang = language_of(request.scope)
    called = file_called(FilePhrase.TOURNAMENT, office.card.name, "jsonl", lang)
    return as_file(content, "application/x-ndjson", called)


def _carry_out(at: TrialBook) -> dict[str, Any]:
    """The log tells first that a secret leaves: nobody draws with it after that."""
    at.desk.do(CarryOutChance())
    return {}


@post(
    _FILE + "/back",
    status_code=200,
    request_max_body_size=MOST_BYTES,
    opt={"rule": Rule.ORGANISER_HERE},
    tags=_TAGS,
)
async def take_back(
    request: HttpRequest, tournament: FromPath[str], apply: FromQuery[bool] = False
) -> FileTaken:
    """The file after it has gone on elsewhere; the body is the file.

    It has to begin with everything that happened here: only what is new is done. Without `apply`
    nothing happens, the answer says what would. Passes, consents and played tables stay.
    """
    live, content = live_of(request), await request.body()
    office = await live.offices.office(tournament)
    kept = await _kept(office)
    keys = await keys_of(request, tournament)
    found = await while_there(request, live.readings.back(content, kept, office, *keys))
    steps, told = found.steps, replace(found.told, applied=apply)

    def work(at: TrialBook) -> dict[str, Any]:
        rescue.demand_latest(kept, office.seq)
        rescue.done_again(at.desk, steps, found.people, at.counting, office.next_draw)
        return asdict(told)

    await _demand_his(request, office, found)
    if not (apply and steps):
        await demand_bearable(await live.halls.look(tournament), found.disturbing)
        return msgspec.convert(asdict(replace(told, applied=False)), FileTaken)
    return await _done(request, office, work, told, found, thinks=claims.takes_long(steps))


async def _done(
    request: HttpRequest,
    office: Office,
    work: Any,
    told: rescue.TakenBack,
    found: rescue.Brought,
    *,
    thinks: bool,
) -> FileTaken:
    live, login, access = live_of(request), await login_of(request), services_of(request).access
    still, here = allowed_by(request, request.route_handler), office.card.id

    async def allowed() -> None:
        await still()
        await _demand_his(request, office, found)
        await demand_bearable(await live.halls.hall(here), found.disturbing)

    act = noted(access, here, What.TAKEN_BACK, by=login.account)
    asking = Asking(
        signature(login),
        command_of(request),
        ALL,
        thinks=thinks,
        allowed=allowed,
        puts=(act,),
        from_file=True,
    )
    await office.do(work, asking)
    for entrant in told.substituted:  # who sat there before has no business there any more
        await passes.revoke_entrant(access, here, entrant, login.account)
    live.halls.moved(here)
    return msgspec.convert(asdict(told), FileTaken)


async def _demand_his(request: HttpRequest, office: Office, found: rescue.Brought) -> None:
    login = await login_of(request)
    ask = partial(demand_his, login, found.penalties, office)
    if len(found.penalties) <= _AT_A_STROKE:
        ask()
    else:
        keys = await keys_of(request, office.card.id)
        await live_of(request).pools.uploads.think(ask, *keys)


async def _kept(office: Office) -> rescue.KeptStream:
    return rescue.KeptStream(office.card, await office.entries_told())


HANDLERS = (carry_out, take_back)
