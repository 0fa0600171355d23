"""What many simulated games say together, gathered row by row."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from stolik.lab.games import GameRow
from stolik.lab.intervals import Interval, Mean


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution in seven numbers."""

    n: int
    mean: float
    least: float
    p10: float
    median: float
    p90: float
    most: float


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A seat in order of play; seat 1 starts, so its share of wins shows what starting is worth."""

    seat: int
    wins: Interval
    small_points: Interval


@dataclass(frozen=True, slots=True)
class TableSummary:
    """All games at tables of one size."""

    table_size: int
    games: int
    turns: Spread
    opened_in_turn: Spread
    never_opened: Interval  # the share of seats that did not open
    small_points: Spread
    time_outs_per_game: Interval
    endings: dict[str, int]
    verdicts: dict[str, int]
    seats: tuple[SeatSummary, ...]


@dataclass(frozen=True, slots=True)
class BotSummary:
    """A bot over its games; `edge` is its share of wins less what equal players would have.

    Seats of one game hang together, so a bot's seats in a game count as one value, their mean.
    """

    bot: str
    games: int
    wins: Interval
    edge: Interval
    small_points: Interval


@dataclass(frozen=True, slots=True)
class Summary:
    """Tables by size, so that three can be held against four, and bots by name."""

    games: int
    tables: tuple[TableSummary, ...]
    bots: tuple[BotSummary, ...]


class Gathering:
    """Takes rows in any number and gives the summary at the end."""

    def __init__(self) -> None:
        self._tables: dict[int, _Table] = defaultdict(_Table)
        self._bots: dict[str, _Bot] = defaultdict(_Bot)
        self._games = 0

    def add(self, row: GameRow) -> None:
        """One more game."""
        self._games += 1
        self._tables[len(row.seats)].add(row)
        for name in {seat.bot for seat in row.seats}:
            self._bots[name].add(row, name)

    def summary(self) -> Summary:
        """Everything so far."""
        tables = tuple(table.summary(size) for size, table in sorted(self._tables.items()))
        bots = tuple(
            BotSummary(
                name,
                bot.games,
                bot.wins.share(),
                bot.edge.interval(),
                bot.small_points.interval(),
            )
            for name, bot in sorted(self._bots.items())
        )
        return Summary(self._games, tables, bots)


class _Bot:
    def __init__(self) -> None:
        self.wins, self.edge, self.small_points = Mean(), Mean(), Mean()
        self.games = 0

    def add(self, row: GameRow, name: str) -> None:
        own = [seat for seat in row.seats if seat.bot == name]
        won = float(sum(seat.won for seat in own)) / len(own)
        self.games += 1
        self.wins.add(won)
        self.edge.add(won - 1 / len(row.seats))
        self.small_points.add(float(sum(seat.small_points for seat in own)) / len(own))


class _Table:
    def __init__(self) -> None:
        self._turns: Counter[float] = Counter()
        self._openings: Counter[float] = Counter()
        self._points: Counter[float] = Counter()
        self._endings: Counter[str] = Counter()
        self._verdicts: Counter[str] = Counter()
        self._unopened, self._time_outs = Mean(), Mean()
        self._wins: dict[int, Mean] = defaultdict(Mean)
        self._small: dict[int, Mean] = defaultdict(Mean)

    def add(self, row: GameRow) -> None:
        self._turns[row.turns] += 1
        self._endings[row.ending] += 1
        self._time_outs.add(sum(seat.time_outs for seat in row.seats))
        for number, seat in enumerate(row.seats, start=1):
            self._points[float(seat.small_points)] += 1
            self._wins[number].add(float(seat.won))
            self._small[number].add(float(seat.small_points))
            self._unopened.add(seat.opened_in_turn is None)
            if seat.opened_in_turn is not None:
                self._openings[seat.opened_in_turn] += 1
            if seat.verdict:
                self._verdicts[seat.verdict] += 1

    def summary(self, size: int) -> TableSummary:
        return TableSummary(
            table_size=size,
            games=self._turns.total(),
            turns=_spread(self._turns),
            opened_in_turn=_spread(self._openings),
            never_opened=self._unopened.share(),
            small_points=_spread(self._points),
            time_outs_per_game=self._time_outs.interval(),
            endings=dict(sorted(self._endings.items())),
            verdicts=dict(sorted(self._verdicts.items())),
            seats=tuple(
                SeatSummary(seat, wins.share(), self._small[seat].interval())
                for seat, wins in sorted(self._wins.items())
            ),
        )


def _spread(counts: Counter[float]) -> Spread:
    n = counts.total()
    if not n:
        return Spread(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    mean = sum(value * count for value, count in counts.items()) / n
    tenth, half, ninetieth = (_quantile(counts, part) for part in (0.1, 0.5, 0.9))
    return Spread(n, mean, min(counts), tenth, half, ninetieth, max(counts))


def _quantile(counts: Counter[float], part: float) -> float:
    """The least value that at least this part of all does not exceed."""
    needed, seen = part * counts.total(), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= needed:
            return value
    return max(counts)
