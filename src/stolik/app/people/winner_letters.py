"""A letter to each winner, as the organiser reads it before it goes."""

from collections.abc import Callable
from dataclasses import dataclass

from stolik.app.people.letter_words import to_winner
from stolik.app.people.winners import WinnerDetails, form_rows, winners_of, written_to
from stolik.app.ports import EventStore
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
