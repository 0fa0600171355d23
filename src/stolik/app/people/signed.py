"""Signed forms as they are noted at the door: what stands is left alone, a slip is taken back.

What somebody agreed to on the form himself, or by a guardian, no sheet of paper overwrites. What an
organiser has withdrawn comes back only through an organiser.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from stolik.app.access.access import Access
from stolik.app.access.journal import Act, What, acts_of, noted
from stolik.app.access.roles import Login, PersonRole
from stolik.app.people.own_data import known
from stolik.app.ports import Put
from stolik.app.streams.beside import off_the_loop
from stolik.app.tournaments.card import Person, agreeing, write_person
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.consent import Consent, ConsentBy, To
from stolik.app.tournaments.office import Office
from stolik.refusal import Violation, refuse
from stolik.tournament.state import EntrantNumber

_SLIP_S = 60  # so long whoever noted something may take it back
_MOST_ACTS = 200
_ON_PAPER = (ConsentBy.PAPER, ConsentBy.PAPER_GUARDIAN)


@dataclass(frozen=True, slots=True)
class Noting:
    """A consent on paper, and who notes it."""

    consent: Consent
    login: Login

    @property
    def brings_back(self) -> bool:
        """Whether what was withdrawn may be noted again: not by a helper at the door."""
        return self.login.role is not PersonRole.DOOR


async def note_signed(
    office: Office, access: Access, entrants: Iterable[int], to: Sequence[To], noting: Noting
) -> None:
    """Note what is missing of this; refused where only an organiser could bring any of it back."""
    refused: list[int] = []

    def after(person: Person, entrant: int) -> Person:
        for one in to:
            if person.agreed_to(one):
                continue
            if one.value in person.withdrawn and not noting.brings_back:
                refused.append(entrant)
                continue
            person = agreeing(person, one, noting.consent)
        return person

    told = What.CONSENT_GIVEN, noting.login
    changed = await _record(office, access, (entrants, to), after, told)
    if refused and not changed:
        refuse(Violation(Refusal.CONSENT_WITHDRAWN, facts={"entrant": refused[0]}))


async def unnote(
    office: Office, access: Access, entrants: Iterable[int], to: Sequence[To], login: Login
) -> None:
    """Take back what was noted by mistake, by the same hand a moment ago; it was never given."""
    since = access.now() - _SLIP_S
    acts = await acts_of(access.store, office.card.id, _MOST_ACTS)
    mine = [
        x for x in acts if (x.what, x.by) == (What.CONSENT_GIVEN, login.author) and x.when >= since
    ]

    def after(person: Person, entrant: int) -> Person:
        for one in to:
            if any(_tells(act, entrant, one) for act in mine) and _is_fresh(person, one, since):
                withdrawn = person.withdrawn
                person = replace(agreeing(person, one, None), withdrawn=withdrawn)
        return person

    if not await _record(office, access, (entrants, to), after, (What.CONSENT_WITHDRAWN, login)):
        refuse(Violation(Refusal.CONSENT_NOT_YOURS))


async def _record(
    office: Office,
    access: Access,
    asked: tuple[Iterable[int], Sequence[To]],
    after: Callable[[Person, int], Person],
    told: tuple[What, Login],
) -> bool:
    """Keep what is otherwise now, with the line of the journal; whether anything is."""
    entrants, to = asked
    numbers = [known(office, entrant) for entrant in entrants]
    async with office.recording:
        people, puts = await off_the_loop(len(numbers), _changed, office, numbers, after)
        if not people:
            return False
        (what, login), here = told, office.card.id
        by = {"by": login.author, "door": login.role is PersonRole.DOOR}
        meant = () if list(to) == [To.NAME] else tuple(one.value for one in to)
        whom = tuple(int(n) for n in people)
        line = noted(access, here, what, **by, entrants=whom, consents=meant)
        await office.record([*puts, line], dict(people))
    return True


def _changed(
    office: Office, numbers: Iterable[EntrantNumber], after: Callable[[Person, int], Person]
) -> tuple[dict[EntrantNumber, Person], list[Put]]:
    """Whoever is otherwise now, and their records."""
    before = office.people
    people = {n: after(before[n], int(n)) for n in numbers if n in before}
    people = {n: person for n, person in people.items() if person != before[n]}
    return people, [write_person(office.card.id, n, person) for n, person in people.items()]


def _tells(act: Act, entrant: int, to: To) -> bool:
    return entrant in act.entrants and to.value in (act.consents or (To.NAME.value,))


def _is_fresh(person: Person, to: To, since: int) -> bool:
    """Whether it was noted on paper a moment ago: an older one stood already."""
    if to is To.NAME:
        return person.consent and person.consent_by in _ON_PAPER and person.consent_at >= since
    return any(x.to == to and x.by in _ON_PAPER and x.at >= since for x in person.also)
