"""Tiles drawn for seats: nobody is level with another, and only the level draw again."""

from collections import Counter

from stolik.fair.game import RUMMIKUB
from stolik.fair.seats import circle_of, heights, seat_tiles


def test_equal_tiles_draw_again_and_only_they():
    firsts: Counter[int] = Counter()
    starts: Counter[int] = Counter()
    again = 0
    for n in range(300):
        tiles = seat_tiles(RUMMIKUB.bag, n.to_bytes(32, "big"), 4, 14)
        assert not Counter(t for row in tiles for t in row) - Counter(RUMMIKUB.bag)
        drawn = [heights(row, 14) for row in tiles]
        assert len(set(drawn)) == 4
        for row in drawn:
            firsts[row[0]] += 1
            for length in range(1, len(row)):
                again += 1
                assert sum(other[:length] == row[:length] for other in drawn) > 1
        around = circle_of(tiles, 14)
        assert [drawn[seat] for seat in around] == sorted(drawn, reverse=True)
        starts[around[0]] += 1
    assert again > 0
    assert set(firsts) == set(range(1, 15)), "1 to 13, and a joker that counts 14"
    assert min(starts[seat] for seat in range(4)) > 45, "everybody starts about as often"
