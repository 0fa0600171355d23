"""Games made by hand, with misses everybody can see."""

from stolik.app.lab.analysing import sentences_of, values_of
from stolik.lab.analysis import analyse
from stolik.rummikub import commands as c
from stolik.rummikub.state import Draft
from tests.lab.hand_made import RULES, after, begun, draw, lay

# Two runs of seven: all fourteen tiles can be laid at once.
WHOLE = "b1 b2 b3 b4 b5 b6 b7 o1 o2 o3 o4 o5 o6 o7"
# One run worth 36 and eleven tiles that go with nothing.
OPENING = "r11 r12 r13 k1 k4 k7 b2 b5 b8 o3 o6 o9 b11 o13"
NOTHING = "r1 r4 r7 k2 k5 k8 b3 b6 b9 o4 o10 o13 k11 r9"


def test_a_missed_opening_is_found_with_its_value():
    game = lay(
        draw(begun(OPENING, WHOLE, draws="k13")), "b1 b2 b3 b4 b5 b6 b7 | o1 o2 o3 o4 o5 o6 o7"
    )
    first = analyse(game.log, RULES).turns[0]
    assert first.missed_opening
    assert not first.missed_win
    assert first.possible.opening_value == 36
    assert (first.possible.tiles, first.possible.most_points) == (3, 36)
    assert sorted(first.held) == ["r11", "r12", "r13"]
    assert first.drawn == ("k13",)


def test_a_missed_win_is_found_with_the_tiles_held():
    game = lay(begun(WHOLE, NOTHING), "b1 b2 b3 b4 b5 b6 b7 | o1 o2 o3 o4")
    first = analyse(lay_rest(game).log, RULES).turns[0]
    assert first.missed_win
    assert not first.missed_opening
    assert first.possible.tiles == 14
    assert sorted(first.held) == ["o5", "o6", "o7"]
    assert (len(first.laid), first.points) == (11, 38)


def lay_rest(game):
    game = draw(game)
    tableau = (*game.tableau[:1], (*game.tableau[1], "o5", "o6", "o7"))
    return after(game, c.LayTiles(game.turn, tableau))


def test_nothing_is_missed_when_everything_is_laid_at_once():
    game = lay(begun(WHOLE, NOTHING), "b1 b2 b3 b4 b5 b6 b7 | o1 o2 o3 o4 o5 o6 o7")
    analysis = analyse(game.log, RULES)
    (only,) = analysis.turns
    assert not only.missed_win
    assert not only.missed_opening
    assert only.held == ()
    assert only.ended == "empty_rack"
    (player,) = analysis.players
    assert (player.missed_wins, player.missed_openings, player.held) == (0, 0, 0)
    assert (player.place, player.opened_in_turn, player.could_open_in_turn) == (1, 1, 1)


def test_nothing_is_missed_where_nothing_could_be_laid():
    game = draw(begun(NOTHING, WHOLE, draws="k13"))
    (only,) = analyse(game.log, RULES).turns
    assert only.possible.tiles == 0
    assert not only.missed_opening
    assert only.held == ()


def test_after_the_opening_the_table_counts_too():
    game = lay(begun(OPENING, WHOLE), "r11 r12 r13")
    game = lay(game, "b1 b2 b3 b4 b5 b6 b7 | o1 o2 o3 o4")
    game = draw(game)
    third = analyse(game.log, RULES).turns[2]
    assert third.opened_before
    assert third.possible.opening_value is None
    assert "b8" in third.held
    assert third.possible.tiles == len(third.held)


def test_a_time_out_is_counted():
    game = begun(OPENING, WHOLE)
    game = after(game, c.TimeOut(game.turn, Draft((("r11",),))))
    (only,) = analyse(game.log, RULES).turns
    assert only.ended == "time"
    assert only.missed_opening
    assert analyse(game.log, RULES).players[0].time_outs == 1


def test_what_the_referee_takes_back_was_not_played():
    start = begun(OPENING, WHOLE, draws="k13 k12")
    game = draw(start)
    game = after(game, c.Pause("?"), c.Rewind(len(start.log), "?"), c.Resume())
    assert analyse(game.log, RULES).turns == ()
    (only,) = analyse(lay(game, "r11 r12 r13").log, RULES).turns
    assert not only.missed_opening


def test_the_words_and_the_values_tell_the_same():
    game = lay(draw(begun(OPENING, WHOLE)), "b1 b2 b3 b4 b5 b6 b7 | o1 o2 o3 o4 o5 o6 o7")
    analysis = analyse(game.log, RULES)
    words = "\n".join(sentences_of(analysis, "en"))
    assert "missed opening worth 36: r11 r12 r13" in words
    assert "nothing missed" in words
    assert "?" not in words
    assert "?" not in "\n".join(sentences_of(analysis, "pl"))
    values = values_of(analysis)
    assert values["turns"][0]["seat"] == 1
    assert values["turns"][0]["missed_opening"] is True
    assert [player["place"] for player in values["players"]] == [2, 1]
