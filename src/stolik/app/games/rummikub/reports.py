"""What a table of Rummikub tells its tournament: score sheets, and every decision on conduct."""

from collections.abc import Iterable, Iterator, Sequence

from stolik.app.games.rummikub.table import LiveTable
from stolik.app.tables.seam.exchanged import ANEW, EndedGame, Happening, SeatLine
from stolik.fair.seats import heights
from stolik.rummikub import events as e
from stolik.rummikub.tiles import Tiles
from stolik.seats import Seat
from stolik.tournament.commands import Disqualify, DrawSeats, Warn
from stolik.tournament.state import (
    CorrectionCause,
    EntrantNumber,
    GameNumber,
    Points,
    RoundNumber,
    TableNumber,
)


def ended_games(table: LiveTable) -> dict[int, EndedGame]:
    """The score sheet of every game that has ended and was not taken up again."""
    found: dict[int, EndedGame] = {}
    game, rewound = 0, ANEW
    for number, told in enumerate(table.told, start=1):
        match told.event:
            case e.TilesDealt(game=dealt):
                game, rewound = dealt, ANEW
            case e.GameEnded(results=results):
                found[game] = EndedGame(number, told.at, tuple(_lines(results)), *rewound)
            case e.Rewound(to=to, reason=reason):
                rewound = (CorrectionCause.REWIND, reason, told.by)
                if game in found and to < found[game].event:
                    del found[game]  # until it ends anew the tournament keeps what it knows
    return found


def happenings(table: LiveTable, by_hall: str) -> list[Happening]:
    """Warnings count over all tables (mp2023 L128); who is out here is out altogether."""
    found, game = [], GameNumber(0)
    for number, told in enumerate(table.told, start=1):
        match told.event:
            case e.TableOpened(drawn=drawn) if drawn:
                found.append(Happening(number, _seats_drawn(table, drawn)))
            case e.TilesDealt(game=dealt):
                game = GameNumber(dealt)
            case e.WarningGiven(seat, reason) if told.by != by_hall:
                found.append(Happening(number, Warn(_entrant(table, seat), reason, game)))
            case e.SeatDisqualified(seat, reason) if told.by != by_hall:
                found.append(Happening(number, Disqualify(_entrant(table, seat), reason)))
    return found


def _seats_drawn(table: LiveTable, drawn: Sequence[Tiles]) -> DrawSeats:
    """The tiles as the tournament counts them, by who drew them."""
    setup, joker = table.setup, table.rules.seating.joker_in_seat_draw
    rows = ((_entrant(table, Seat(i)), heights(row, joker)) for i, row in enumerate(drawn))
    return DrawSeats(RoundNumber(setup.round), TableNumber(setup.table), tuple(rows))


def _entrant(table: LiveTable, seat: Seat) -> EntrantNumber:
    return EntrantNumber(table.setup.seats[seat].entrant or 0)


def _lines(results: Iterable[e.SeatResult]) -> Iterator[SeatLine]:
    for result in results:
        score = result.score
        big, small = _whole(score.big_points), _whole(score.small_points)
        yield SeatLine(result.seat, score.place, big, small)


def _whole(value: Points) -> Points:
    return int(value) if value.denominator == 1 else value
