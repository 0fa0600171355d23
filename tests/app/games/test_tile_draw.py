"""Tiles the house draws for seats: nobody is level with another, and only the level draw again."""

from collections import Counter

from stolik.app.games.rummikub.tile_draw import drawn_tiles
from stolik.app.library import rules_profile


def test_equal_tiles_draw_again_and_only_they():
    rules = rules_profile("szkoly2015")
    firsts: Counter[int] = Counter()
    again = 0
    for n in range(300):
        drawn = drawn_tiles(rules, n.to_bytes(32, "big"), 4)
        assert len(set(drawn)) == 4
        for row in drawn:
            firsts[row[0]] += 1
            for length in range(1, len(row)):
                again += 1
                assert sum(other[:length] == row[:length] for other in drawn) > 1
    assert again > 0
    assert set(firsts) == set(range(1, 15)), "1 to 13, and a joker that counts 14"
