"""The places of the data and of their copies: whether they will do, and who keeps them filled."""

from tempfile import TemporaryFile
from time import time
from typing import TYPE_CHECKING

from stolik.adapters.cli.server.parts import ServePlan
from stolik.adapters.store_sqlite.codes import Refusal as DataRefusal
from stolik.adapters.store_sqlite.private_files import left_open
from stolik.app.ports import EventStore
from stolik.app.streams.copy_keeper import CopyKeeper, CopyReasons
from stolik.app.streams.copying import CopiesHealth
from stolik.app.streams.copying import Refusal as CopiesRefusal
from stolik.refusal import Violation, refuse
from stolik.wiring.serving import Log, Node

if TYPE_CHECKING:
    from stolik.adapters.store_sqlite.copies import Copies


def copies_of(plan: ServePlan, store: EventStore, log: Log) -> "Copies | None":
    """The copies of a store in a directory; a PostgreSQL is backed up by who runs it."""
    from stolik.adapters.store_sqlite.copies import Copies
    from stolik.adapters.store_sqlite.store import SqliteStore

    if not isinstance(store, SqliteStore):
        return None
    return Copies(
        store,
        (plan.storage.copies, *plan.copies),
        wall_clock=time,
        on_fault=lambda place, fault: log.error("no copy", place=place.name, fault=str(fault)),
    )


def wanted_of(copies: "Copies | None", plan: ServePlan) -> tuple[CopiesHealth, ...]:
    """How the copies are doing that the plan asks for by name."""
    wanted = {str(place) for place in plan.copies}
    return tuple(one for one in copies.health if one.place in wanted) if copies else ()


async def keep_copying(copies: "Copies", node: Node) -> None:
    await node.went_on()
    offices, rooms, halls = node.live.offices, node.live.rooms, node.live.halls
    reasons = CopyReasons(
        published=offices.published,
        erasures=lambda: offices.erasures,
        results=offices.happened,
        everything=lambda: offices.happened() + rooms.happened + halls.happened(),
    )
    await CopyKeeper(copies, reasons).keep_on()


def demand_place(plan: ServePlan) -> None:
    """The data, the log and the authority lie there; whoever has another database may need it."""
    if plan.storage.database and plan.copies:
        refuse(Violation(CopiesRefusal.NO_DIRECTORY))
    if plan.storage.database and not plan.log and not plan.https:
        return
    place = plan.storage.data
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)  # names of people lie there
        with TemporaryFile(dir=place):
            pass
    except OSError as error:
        facts = {"path": str(place), "reason": error.strerror or type(error).__name__}
        refuse(Violation(DataRefusal.NOT_WRITABLE, facts=facts))


def on_one_disk(plan: ServePlan) -> frozenset[str]:
    """The mirror and the places for copies that die with the data."""
    from stolik.adapters.store_sqlite.directory import same_disk

    places = [place for place in (plan.mirror, *plan.copies) if place and place.is_dir()]
    return frozenset(str(one) for one in places if same_disk(one, plan.storage.data))


def open_to_others(plan: ServePlan) -> tuple[str, ...]:
    if plan.storage.database:
        return ()
    mirror = (plan.mirror,) if plan.mirror else ()
    data = plan.storage.data
    ours = [data, plan.storage.copies, data / "https", *plan.copies, *mirror]
    return tuple(str(path) for path in left_open(ours))
