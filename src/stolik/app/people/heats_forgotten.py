"""Who is forgotten, and the heats he was passed on in: where he played, and at a final."""

import json
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from stolik.app.naming import skeleton
from stolik.app.people.heats import ENTERED, HEAT, Best, Heat, read_waiting, write_heat
from stolik.app.ports import EventStore, Put
from stolik.app.streams.one_act import one_act
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.offices import Offices


@dataclass(frozen=True, slots=True)
class PassedOn:
    """The finals an entrant was sent to by link, by their titles."""

    waiting_in: tuple[str, ...] = ()  # where he is named no longer
    entered_in: tuple[str, ...] = ()  # that have him already: their organisers are to be asked


NOWHERE = PassedOn()


async def passed_on(offices: Offices, store: EventStore, here: str, entrant: int) -> PassedOn:
    """Where somebody who played here waits, and where he was entered."""
    heats = {key: read_waiting(body) for key, body in (await store.all(HEAT)).items()}
    waiting = (
        key.partition("/")[0]
        for key, heat in heats.items()
        if heat.source == here and entrant in (one.entrant for one in heat.best)
    )
    taken = await store.all(ENTERED, f"{here}/")
    entered = (key.split("/")[1] for key, body in taken.items() if entrant in json.loads(body))
    return PassedOn(await _titles(offices, waiting), await _titles(offices, entered))


async def _titles(offices: Offices, finals: Iterable[str]) -> tuple[str, ...]:
    cards = [await offices.card(final) for final in sorted(set(finals))]
    return tuple(card.name for card in cards if card and not card.deleted)


async def names_in_files(office: Office, store: EventStore, names: Iterable[str]) -> list[str]:
    """Who waits here under one of these names, in the file of a heat."""
    meant = set(map(skeleton, names))
    found = await store.all(HEAT, f"{office.card.id}/")
    return [one.name for body in found.values() for one in _meant(read_waiting(body), meant)]


async def without_names(office: Office, store: EventStore, names: Iterable[str]) -> None:
    """Name them no longer in any heat that waits here."""
    here, meant = office.card.id, set(map(skeleton, names))

    async def look() -> tuple[None, list[Put]]:
        found = await store.all(HEAT, f"{here}/")
        heats = {key: read_waiting(body) for key, body in found.items()}
        return None, [
            write_heat(key, _without(heat, meant))
            for key, heat in heats.items()
            if _meant(heat, meant)
        ]

    async with office.forms:  # who accepts it now has entered them, or sees it without them
        await one_act(store, f"{HEAT}/{here}", look)
    office.tell()


def _meant(heat: Heat, names: AbstractSet[str]) -> list[Best]:
    return [one for one in heat.best if one.name and skeleton(one.name) in names]


def _without(heat: Heat, names: AbstractSet[str]) -> Heat:
    gone = _meant(heat, names)
    best = (replace(one, name="", entrant=0) if one in gone else one for one in heat.best)
    return replace(heat, best=tuple(best))
