"""What a table of Miś Wojtek tells its tournament: places, and every decision on conduct."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from stolik.app.games.wojtek.table import WojtekTable
from stolik.app.tables.play import ANEW, EndedGame, Happening, SeatLine
from stolik.app.tables.recorded import Recorded
from stolik.tournament.commands import DecideReport, Disqualify, Penalise
from stolik.tournament.state import CorrectionCause, EntrantNumber, GameNumber
from stolik.tournament.state import Decision as TournamentDecision
from stolik.wojtek import events as e
from stolik.wojtek.state import Decision


def ended_games(table: WojtekTable) -> dict[int, EndedGame]:
    """The ranking as it stands: by the rules, or as the judge has set it."""
    found: dict[int, EndedGame] = {}
    game, rewound, before = 0, ANEW, None
    for number, told in enumerate(table.told, start=1):
        match told.event:
            case e.TableOpened():
                game, rewound = game + 1, ANEW
            case e.GameEnded(results=results):
                why = _reranked(before, told.by) if game in found else rewound
                found[game] = EndedGame(number, told.at, tuple(_lines(results)), *why)
            case e.RankingOverruled(results=results, reason=reason):
                why = (CorrectionCause.PLACES_SET, reason, told.by)
                found[game] = EndedGame(number, told.at, tuple(_lines(results)), *why)
            case e.Rewound(to, reason):
                rewound = (CorrectionCause.REWIND, reason, told.by)
                if game in found and to < found[game].event:
                    del found[game]  # until it ends anew the tournament keeps what it knows
        before = told.event
    return found


def _reranked(before: e.Event | None, by: str) -> tuple[CorrectionCause, str, str]:
    """Why a game that was over is ranked anew; the reason stands in the ledger, for few."""
    out = isinstance(before, e.SeatExcluded)
    return CorrectionCause.EXCLUSION if out else CorrectionCause.PENALTY, "", by


def _lines(results: Iterable[e.SeatResult]) -> Iterator[SeatLine]:
    """The format gives the points for a place, but none to who did not join (wojtek L101)."""
    for result in results:
        place = result.standing.place
        yield SeatLine(result.seat, place, None if result.took_part else 0)


def happenings(table: WojtekTable, by_hall: str) -> list[Happening]:
    """Steps of the ladder and answered reports; the ladder is the tournament's, it counts on."""
    found: list[Happening] = []
    game = GameNumber(0)
    reports: list[tuple[EntrantNumber, EntrantNumber, str]] = []
    events = [told.event for told in table.told]
    for number, told in enumerate(table.told, start=1):
        before = events[number - 2] if number > 1 else None
        match told.event:
            case e.TableOpened():
                game = GameNumber(game + 1)
            case e.MisconductReported(seat, about, words):
                reports.append((_entrant(table, seat), _entrant(table, about), words))
            case e.ReportDecided(report, decision, reason):
                by, against, words = reports[report - 1]
                answer = TournamentDecision(decision.value)
                # The step of the ladder that follows is the tournament's own answer to it.
                is_step = isinstance((*events, None)[number], e.OffencePunished)
                asked = DecideReport(by, against, answer, reason, game, is_step, words=words)
                after = is_step and not _puts_out(events, number + 1)
                found.append(Happening(number, replace(asked, after_game=after)))
            case e.OffencePunished(seat, step, _, reason) if not _answers(before):
                named = _LEDGER_STEPS[step]
                after = not _puts_out(events, number)
                penalty = Penalise(_entrant(table, seat), reason, game=game, step=named)
                found.append(Happening(number, replace(penalty, after_game=after)))
            case e.SeatExcluded(seat, reason) if _by_judge(told, before, by_hall):
                found.append(Happening(number, Disqualify(_entrant(table, seat), reason, game)))
            case _:
                pass
    return found


# What the format of the tournament calls the steps of the table's ladder.
_LEDGER_STEPS = {
    e.LadderStep.FIRST_WARNING: "warning",
    e.LadderStep.YELLOW_CARD: "yellow_card",
    e.LadderStep.SECOND_WARNING: "warning",
    e.LadderStep.RED_CARD: "red_card",
}


def _puts_out(events: Sequence[e.Event], number: int) -> bool:
    """Whether a step of the ladder has put somebody out of the game: the table has the word."""
    return isinstance(next(iter(events[number : number + 1]), None), e.SeatExcluded)


def _answers(event: e.Event | None) -> bool:
    """Whether what follows is part of the answer to a report."""
    return isinstance(event, e.ReportDecided) and event.decision is not Decision.REJECTED


def _by_judge(told: Recorded, before: e.Event | None, by_hall: str) -> bool:
    """Whether the judge has put somebody out himself: by no card, no report, not for leaving."""
    event = told.event
    follows = isinstance(before, e.OffencePunished) or _answers(before)
    return isinstance(event, e.SeatExcluded) and not (event.left or follows or told.by == by_hall)


def _entrant(table: WojtekTable, seat: int) -> EntrantNumber:
    return EntrantNumber(table.setup.seats[seat].entrant or 0)
