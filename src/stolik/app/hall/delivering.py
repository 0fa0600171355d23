"""Reports of online tables on their way to the tournament: none is lost without anybody knowing.

One the tournament does not take is noted beside the stream, tried again and again, and shown to the
organiser until it is taken, or until he says that it is settled otherwise, and why.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from stolik.app.hall.table_reports import Report, is_of_table, reports_of
from stolik.app.ports import EventStore, Put
from stolik.app.reading.codec import plain
from stolik.app.streams.codes import Refusal as Kept
from stolik.app.tables.play import Play
from stolik.app.tables.setup import TableSetup
from stolik.app.thinking.codes import Refusal as Busy
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.reading_eyes import ALL
from stolik.app.tournaments.trying import Asking
from stolik.refusal import Fact, Refused, Violation, refuse

REPORT = "report"
_NOT_JUDGED = (*Busy, Kept.OVERTAKEN)


class Fate(StrEnum):
    """What became of a report that is noted."""

    WAITING = "waiting"
    NOTHING_NEW = "nothing_new"  # the tournament knew it already, so that no event speaks of it
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class Noted:
    """A report that is not simply an event of the tournament."""

    round: int
    table: int
    what: str
    game: int
    fate: Fate
    why: tuple[Violation, ...] = ()
    reason: str = ""  # of who dismissed it
    by: str = ""


async def deliver(office: Office, store: EventStore, play: Play, *, current: bool) -> bool:
    """Tell the tournament what it does not know yet; whether nothing waits any more.

    Each report on its own: one that is refused keeps no other out. `current` is false when the
    table belongs to its round no longer. Raises `NotSaved`.
    """
    setup = play.table.setup
    noted = await _noted(store, f"{office.card.id}/{setup.id}-")
    reports = {report.id: report for report in reports_of(office, play)}
    for id_ in noted.keys() - reports.keys():  # the referee went back behind it
        await _forget(office, store, id_)
    fates = [
        await _settled(office, store, setup, report, noted.get(report.id), current=current)
        for report in reports.values()
    ]
    return all(fates)


async def undelivered(office: Office, store: EventStore) -> dict[str, Noted]:
    """What the tournament has not taken, by id."""
    found = await _noted(store, f"{office.card.id}/")
    return {id_: note for id_, note in found.items() if note.fate is Fate.WAITING}


async def dismiss(office: Office, store: EventStore, id_: str, *, reason: str, by: str) -> None:
    """Nobody is to try it any more: it was settled by hand, for this reason."""
    noted = (await undelivered(office, store)).get(id_)
    if noted is None:
        refuse(Violation(Refusal.REPORT_UNKNOWN))
    await _note(office, store, id_, replace(noted, fate=Fate.DISMISSED, reason=reason, by=by))


async def without_reasons(store: EventStore, tournament: str) -> list[Put]:
    """The notes of a tournament without what somebody wrote into them."""
    found = await _noted(store, f"{tournament}/")
    return [
        _put(tournament, id_, replace(noted, reason=""))
        for id_, noted in found.items()
        if noted.reason
    ]


async def _settled(
    office: Office,
    store: EventStore,
    setup: TableSetup,
    report: Report,
    before: Noted | None,
    *,
    current: bool,
) -> bool:
    if before and before.fate is not Fate.WAITING:
        return True
    blank = Noted(setup.round, setup.table, report.what, report.game, Fate.WAITING)
    try:
        told = await _told(office, setup, report, current=current)
    except Refused as refused:
        if any(violation.code in _NOT_JUDGED for violation in refused.violations):
            raise  # it is told again in a moment
        waiting = replace(blank, why=tuple(map(_without_tiles, refused.violations)))
        if waiting != before:
            await _note(office, store, report.id, waiting)
        return False
    if not told:
        await _note(office, store, report.id, replace(blank, fate=Fate.NOTHING_NEW))
    elif before:
        await _forget(office, store, report.id)
    return True


async def _told(office: Office, setup: TableSetup, report: Report, *, current: bool) -> bool:
    """Whether an event of the tournament speaks of it now; refused if it does not take it."""
    # Of an older version: believed only where the table itself wrote it.
    for known in (report.mark, report.former):
        if is_of_table(setup, await office.author_of(known)):
            return True
    if not current:
        refuse(Violation(Refusal.REPORT_TABLE_GONE, facts={"table": setup.table}))
    await office.do(report.work, Asking(report.by, report.mark, ALL))
    return await office.author_of(report.mark) is not None


async def _noted(store: EventStore, prefix: str) -> dict[str, Noted]:
    found = await store.all(REPORT, prefix)
    return {key.rpartition("/")[2]: _read(body) for key, body in found.items()}


async def _note(office: Office, store: EventStore, id_: str, noted: Noted) -> None:
    await store.put([_put(office.card.id, id_, noted)])
    office.tell()


def _put(tournament: str, id_: str, noted: Noted) -> Put:
    body = json.dumps(plain(noted), ensure_ascii=False).encode()
    return Put(REPORT, f"{tournament}/{id_}", body)


async def _forget(office: Office, store: EventStore, id_: str) -> None:
    await store.put([Put(REPORT, f"{office.card.id}/{id_}", None)])
    office.tell()


def _read(body: bytes) -> Noted:
    raw = json.loads(body)
    why = tuple(Violation(each["code"], facts=_facts(each["facts"])) for each in raw.pop("why"))
    return Noted(**{**raw, "fate": Fate(raw["fate"]), "why": why})


def _without_tiles(violation: Violation) -> Violation:
    """What is said of it at the desk."""
    return Violation(violation.code, facts=_facts(violation.facts))


def _facts(raw: Mapping[str, object]) -> dict[str, Fact]:
    return {name: _fact(value) for name, value in raw.items()}


def _fact(value: object) -> Fact:
    if isinstance(value, list | tuple):
        return tuple(str(each) for each in value)
    return value if isinstance(value, int) else str(value)
