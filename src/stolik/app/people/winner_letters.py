"""A letter to each winner, as the organiser reads it before it goes."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from stolik.app.access.access import Access
from stolik.app.access.journal import What, noted
from stolik.app.people.letter_words import to_winner
from stolik.app.people.winners import (
    WRITTEN_TO,
    WinnerDetails,
    form_rows,
    winners_of,
    write_to,
    written_to,
)
from stolik.app.ports import EventStore, Put
from stolik.app.streams.one_act import one_act
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.office import Office


@dataclass(frozen=True, slots=True)
class WinnerLetter:
    """To whom, where, in what words; without an address nothing can be sent."""

    entrant: int
    name: str
    place: int
    mail: str
    subject: str
    text: str
    sent: bool  # one went to them before


def version_of(letters: Sequence[WinnerLetter]) -> str:
    """Other where anything in them is: who sends them has read this one."""
    told = [(one.entrant, one.mail, one.subject, one.text) for one in letters]
    return sha256(json.dumps(told).encode()).hexdigest()[:16]


async def noted_as_sent(
    access: Access, tournament: str, meant: Sequence[WinnerLetter], by: str
) -> list[WinnerLetter]:
    """Those that are still to go, from now on noted as sent: of several nodes one sends each.

    Noted first: a lost letter can be written by hand, one that went twice cannot be unsaid.
    """
    store = access.store

    async def look() -> tuple[list[WinnerLetter], list[Put]]:
        sent = await written_to(store, tournament)
        going = [one for one in meant if one.entrant not in sent]
        numbers = tuple(one.entrant for one in going)
        act = noted(access, tournament, What.WINNERS_WRITTEN, by=by, entrants=numbers)
        return going, [*(write_to(tournament, n) for n in numbers), act] if going else []

    return await one_act(store, f"{WRITTEN_TO}/{tournament}", look)


async def winner_letters(office: Office, store: EventStore) -> Callable[[Desk], list[WinnerLetter]]:
    """How to write them; who thinks it out does so beside the loop. None before the end."""
    kept, sent = await winners_of(store, office.card.id), await written_to(store, office.card.id)
    people, card = dict(office.people), office.card

    def compose(desk: Desk) -> list[WinnerLetter]:
        found = []
        for row in form_rows(desk.state) if desk.state.finished else ():
            entrant, place = row.entrant, row.place
            person = people.get(entrant)
            given = kept.get(int(entrant), WinnerDetails()).mail.strip()
            own = person.mail if person else None
            name, lang = (person.name if person else ""), (own.lang if own else "pl")
            goes_on = entrant in desk.state.going
            words = to_winner(card, lang, name=name, place=place, goes_on=goes_on)
            mail = given or (own.to if own else "")
            was = int(entrant) in sent
            found.append(WinnerLetter(int(entrant), name, place, mail, *words, was))
        return [one for one in found if one.name]  # whoever was forgotten is written to by nobody

    return compose
