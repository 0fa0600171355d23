"""What somebody read beside what his answer does, and who has made it otherwise since.

An answer may do word for word what its question said and still not be meant any more: the same
penalty was given by another judge, the number bears another name.
"""

from collections.abc import Iterable, Iterator

from stolik.tournament import events as e
from stolik.tournament.state import TournamentState

Shown = tuple[object, ...]


def is_as_shown(
    told: Iterable[e.Event], since: Iterable[e.Event], before: TournamentState, now: TournamentState
) -> bool:
    """Whether what `told` was shown with stands as it did before `since` happened."""
    about = {shown for one in told for shown in _about(one, now)}
    # Who publishes is shown the tables, which were told before.
    if ("draft",) in about and before.draft != now.draft:
        return False
    return about.isdisjoint(shown for one in since for shown in _changed(one, now))


def _about(event: e.Event, state: TournamentState) -> Iterator[Shown]:
    match event:
        case e.RoundPublished():
            yield ("draft",)
        case e.SeatsSwapped():
            yield from (("seat", event.one), ("seat", event.other))
        case e.PenaltyGiven(penalty):
            yield from (("name", penalty.entrant), ("ledger", penalty.entrant))
        case e.PenaltyCancelled(number):
            yield "name", state.penalties[number - 1].entrant
        case e.ReportDecided(report):
            yield from (("name", report.by), ("name", report.against), ("ledger", report.against))
        case e.PlacePassedDown():
            yield from (("name", event.resigned), ("name", event.successor))
        case (
            e.EntrantRemoved()
            | e.StatusChanged()
            | e.EntrantSubstituted()
            | e.ResignationTakenBack()
        ):
            yield "name", event.entrant
        case e.TableFixed():
            yield from (("name", event.entrant), ("table", event.entrant))
        case e.GuardianNamed():
            yield "led", event.team
        case _:
            pass  # what it does is all that is read


def _changed(event: e.Event, state: TournamentState) -> Iterator[Shown]:
    match event:
        case e.EntrantAmended(renamed=True) | e.EntrantSubstituted():
            yield "name", event.entrant
        case e.TableFixed():
            yield "table", event.entrant
        case e.RoundDrawn():
            yield from (("seat", entrant) for seats in event.tables for entrant in seats)
        case e.SeatsSwapped():
            yield from (("seat", event.one), ("seat", event.other))
        case e.PenaltyGiven(penalty):
            yield "ledger", penalty.entrant
        case e.GuardianNamed():
            yield "led", event.team
        case e.PenaltyCancelled(number):
            yield "ledger", state.penalties[number - 1].entrant
        case _:
            pass  # nothing is shown of it that an answer does not do itself
