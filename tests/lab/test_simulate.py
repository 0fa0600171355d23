"""Many games: the same rows whoever plays them, and sums that add up."""

from fractions import Fraction

import pytest

from stolik.app.lab.simulating import summary_lines
from stolik.app.library import rules_profile
from stolik.lab.games import GameRow, SeatRow, SimulationPlan, play_planned
from stolik.lab.intervals import Mean
from stolik.lab.rows import cells, header, plain
from stolik.lab.simulate import simulate
from stolik.lab.summary import Gathering

PLAN = SimulationPlan(
    rules_profile("mp2023"), 8, (3, 4), ("greedy", "random"), "sim", time_outs=0.05
)


@pytest.fixture(scope="module")
def rows() -> list[GameRow]:
    return list(simulate(PLAN, workers=1))


def test_one_worker_and_two_give_the_same_rows(rows):
    assert list(simulate(PLAN, workers=2)) == rows


def test_more_games_begin_with_the_same_ones(rows):
    longer = SimulationPlan(PLAN.rules, 20, PLAN.seats, PLAN.bots, PLAN.seed, PLAN.time_outs)
    assert [play_planned(longer, game) for game in range(4)] == rows[:4]


def test_another_seed_gives_other_games(rows):
    other = SimulationPlan(PLAN.rules, 1, PLAN.seats, PLAN.bots, "other", PLAN.time_outs)
    assert play_planned(other, 0).seats != rows[0].seats


def test_table_sizes_and_seats_take_turns():
    assert [PLAN.table_size(game) for game in range(4)] == [3, 4, 3, 4]
    assert PLAN.bots_of(0) == ("greedy", "random", "greedy")
    assert PLAN.bots_of(2) == ("random", "greedy", "random")


def test_a_row_tells_the_game(rows):
    for row in rows:
        assert row.turns == sum(seat.turns for seat in row.seats)
        assert sum(seat.won for seat in row.seats) == 1
        assert sum(seat.small_points for seat in row.seats) == 0
        assert row.ending in ("went_out", "pool_empty")
        for seat in row.seats:
            assert seat.opened_in_turn is None or 1 <= seat.opened_in_turn <= seat.turns
    assert sum(seat.time_outs for row in rows for seat in row.seats) > 0


def seat(bot: str, won: int, points: int, opened: int | None = 2) -> SeatRow:
    return SeatRow(
        bot, 2 - won, Fraction(won), Fraction(points), Fraction(won), opened, 5, 1, 3, None
    )


def test_the_summary_of_three_games_by_hand():
    gathering = Gathering()
    for winner in (0, 0, 1):
        seats = tuple(seat("ab"[i], i == winner, 30 if i == winner else -30) for i in range(2))
        gathering.add(GameRow(0, "s", "went_out", 10, 5, seats))
    summary = gathering.summary()
    (table,) = summary.tables
    assert (summary.games, table.table_size, table.games) == (3, 2, 3)
    assert table.turns.mean == 10
    assert table.opened_in_turn.median == 2
    assert table.time_outs_per_game.mean == 2
    assert table.endings == {"went_out": 3}
    assert [round(s.wins.mean, 3) for s in table.seats] == [0.667, 0.333]
    assert {b.bot: round(b.edge.mean, 3) for b in summary.bots} == {"a": 0.167, "b": -0.167}
    for lang in ("pl", "en"):
        assert all("?" not in line for line in summary_lines(PLAN, summary, lang))


def test_the_interval_of_a_fair_coin():
    mean = Mean()
    for i in range(400):
        mean.add(i % 2)
    found = mean.interval()
    assert found.mean == 0.5
    assert 0.44 < found.low < 0.46
    assert Mean().interval().n == 0


def test_the_interval_of_a_share_is_never_a_point():
    mean = Mean()
    for _ in range(10):
        mean.add(1)
    # Ten wins in ten games: Wilson's interval is 72 % to 100 %.
    assert round(mean.share().low, 3) == 0.722
    assert round(mean.share().high, 3) == 1


def test_rows_become_lines_of_equal_length(rows):
    names = header(4)
    assert len(set(names)) == len(names)
    assert all(len(cells(row, 4)) == len(names) for row in rows)
    assert cells(rows[0], 4)[names.index("table_size")] == "3"
    assert plain(rows[0])["seats"][0]["bot"] == "greedy"
