"""What a table of Miś Wojtek tells its tournament: places, and every decision on conduct."""

from collections.abc import Iterable, Iterator

from stolik.app.live.play import EndedGame, Happening, SeatLine
from stolik.app.live.wojtek_table import WojtekTable
from stolik.tournament.commands import DecideReport, Penalise
from stolik.tournament.state import Decision as TournamentDecision
from stolik.tournament.state import EntrantNumber, GameNumber
from stolik.wojtek import events as e
from stolik.wojtek.state import Decision


def ended_games(table: WojtekTable) -> dict[int, EndedGame]:
    """The ranking as it stands: by the rules, or as the judge has set it."""
    found: dict[int, EndedGame] = {}
    game = 0
    for number, told in enumerate(table.told, start=1):
        match told.event:
            case e.TableOpened():
                game += 1
            case e.GameEnded(results=results) | e.RankingOverruled(results=results):
                found[game] = EndedGame(number, told.at, tuple(_lines(results)))
            case e.Rewound(to=to) if game in found and to < found[game].event:
                del found[game]  # until it ends anew the tournament keeps what it knows
    return found


def _lines(results: Iterable[e.SeatResult]) -> Iterator[SeatLine]:
    """The format gives the points for a place, but none to who did not join (wojtek L101)."""
    for result in results:
        place = result.standing.place
        yield SeatLine(result.seat, place, None if result.took_part else 0)


def happenings(table: WojtekTable) -> list[Happening]:
    """Steps of the ladder and answered reports; the ladder is the tournament's, it counts on."""
    found: list[Happening] = []
    by_report, game = False, GameNumber(0)
    reports: list[tuple[EntrantNumber, EntrantNumber]] = []
    for number, told in enumerate(table.told, start=1):
        match told.event:
            case e.TableOpened():
                game = GameNumber(game + 1)
            case e.MisconductReported(seat, about):
                reports.append((_entrant(table, seat), _entrant(table, about)))
            case e.ReportDecided(report, decision, reason):
                by, against = reports[report - 1]
                answer = TournamentDecision(decision.value)
                asked = DecideReport(by, against, answer, reason, game=game)
                found.append(Happening(number, asked))
                # The step of the ladder that follows is the tournament's own answer to it.
                by_report = decision is Decision.WARNING
            case e.OffencePunished(seat=seat, reason=reason):
                if not by_report:
                    penalty = Penalise(_entrant(table, seat), reason, game=game)
                    found.append(Happening(number, penalty))
                by_report = False
            case _:
                pass
    return found


def _entrant(table: WojtekTable, seat: int) -> EntrantNumber:
    return EntrantNumber(table.setup.seats[seat].entrant or 0)
