"""Points and verdicts against the second score sheet, for results that chance seldom brings."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stolik.app.library import RULES, rules_profile
from stolik.rummikub.scoring import Ending, FinalRack, rack_sum, score
from stolik.rummikub.verdict import Unopened, verdict, verdict_for_unknown
from tests.moves import opening_or_none
from tests.rummikub import brute, sheet
from tests.rummikub.sheet import Player

# Few sums, so that places are shared often.
RACKS = st.sampled_from(
    [(), ("r1",), ("k1",), ("r5",), ("k2", "b3"), ("r10",), ("r13", "r2"), ("j",), ("j", "r5")]
)
LOSERS = st.builds(
    Player,
    RACKS.filter(bool),
    opened=st.booleans(),
    disqualified=st.booleans(),
    flat=st.sampled_from((-100, -200)),
)


@settings(max_examples=600)
@given(st.sampled_from(RULES), st.lists(LOSERS, min_size=1, max_size=3), st.randoms())
def test_a_won_game_is_scored_as_the_regulation_says(profile, losers, chance: Random):
    players = [Player((), opened=True, disqualified=False), *losers]
    chance.shuffle(players)
    _compare(profile, Ending.WENT_OUT, players)


@settings(max_examples=900)
@given(
    st.sampled_from(RULES),
    st.sampled_from((Ending.POOL_EMPTY, Ending.TIME_OVER)),
    st.lists(LOSERS, min_size=2, max_size=4),
)
def test_a_game_nobody_won_is_scored_as_the_regulation_says(profile, ending, players):
    assume(not all(player.disqualified for player in players))
    _compare(profile, ending, players)


@settings(max_examples=100)
@given(st.sampled_from(RULES), st.lists(LOSERS, min_size=1, max_size=3))
def test_the_last_seat_left_wins(profile: str, losers: list[Player]):
    for loser in losers:
        loser.disqualified = True
    _compare(
        profile, Ending.LAST_SEAT, [Player(("r13",), opened=False, disqualified=False), *losers]
    )


@pytest.mark.parametrize(
    ("profile", "racks", "small"),
    [
        ("mp2023", (1, 5, 10, 15), (27, -4, -9, -14)),
        ("zimowy", (1, 5, 10, 15), (27, -4, -9, -14)),
        ("eliminacje", (5, 5, 10, 15), (15, 15, -5, -10)),
        ("szkoly2015", (1, 5, 10, 15), (29, -5, -10, -15)),
        ("szkoly2015", (5, 5, 10, 15), (20, 20, -10, -15)),
    ],
)
def test_the_written_examples_come_out(profile: str, racks, small):
    scores = score(Ending.POOL_EMPTY, [FinalRack(r) for r in racks], rules_profile(profile))
    assert tuple(line.small_points for line in scores) == small


def _compare(profile: str, ending: Ending, players: list[Player]) -> None:
    rules = rules_profile(profile)
    went_out = ending is Ending.WENT_OUT
    racks = [
        FinalRack(
            rack_sum(player.rack, rules),
            opened=player.opened,
            flat=player.flat if went_out and not player.opened else None,
            disqualified=player.disqualified,
        )
        for player in players
    ]
    scores = score(ending, racks, rules)
    found = [(line.place, line.small_points, line.big_points) for line in scores]
    assert found == sheet.rows(profile, ending.value, players)


@st.composite
def unopened(draw: st.DrawFn) -> Player:
    """A rack near its opening: melds worth about 30 with a tile or two too few, and some others."""
    near = draw(
        st.sampled_from(
            (
                "k10 b10 o10",
                "r9 r10 r11",
                "r12 r13 j",
                "k8 b8 o8 r8",
                "k4 b4 o4 r5 r6 r7",
                "k10 b10",
                "r9 r10",
                "k1 k2 k3",
                "k10 k11 b10 o10 o11 o12",
            )
        )
    ).split()
    others = draw(
        st.lists(st.sampled_from(("k13", "b2", "o5", "r3", "r7")), max_size=4, unique=True)
    )
    rack = tuple(draw(st.permutations([*near, *others])))
    drawn = tuple(rack[: draw(st.integers(0, 2))])
    flags = [draw(st.booleans()) for _ in range(3)]
    had_turn, announced, before = flags
    return Player(
        rack,
        opened=False,
        disqualified=False,
        had_turn=had_turn,
        drawn=drawn if had_turn else (),
        announced=announced,
        announced_before_game=before,
    )


@settings(max_examples=600)
@given(st.sampled_from(RULES), unopened())
def test_the_verdict_is_that_of_the_decision_line_by_line(profile: str, player: Player):
    rules = rules_profile(profile)
    assert verdict(_known(player), rules, opening_or_none).small_points == sheet.flat(
        profile, player
    )


@settings(max_examples=60)
@given(st.sampled_from(RULES), unopened())
def test_a_verdict_shows_melds_that_prove_it(profile: str, player: Player):
    """The default best opening is used: whoever could have opened sees with what."""
    rules = rules_profile(profile)
    said = verdict(_known(player), rules)
    values = [brute.meld(meld) for meld in said.melds]
    assert None not in values
    proves = sum(value for value, _ in values) >= rules.opening.minimum
    assert proves == brute.can_open(player.rack)


@settings(max_examples=100)
@given(st.sampled_from(RULES), unopened())
def test_an_unknown_last_tile_is_answered_for_every_tile_it_may_have_been(profile, player: Player):
    rules = rules_profile(profile)
    answer = verdict_for_unknown(_known(player), rules, opening_or_none)
    expected = {}
    for tile in player.rack:
        player.drawn = (tile,) if player.had_turn else ()
        expected[tile] = sheet.flat(profile, player)
    assert {tile: case.small_points for tile, case in answer.cases} == expected
    agreed = set(expected.values())
    assert answer.small_points == (agreed.pop() if len(agreed) == 1 else None)


def _known(player: Player) -> Unopened:
    return Unopened(
        player.rack,
        player.drawn,
        had_turn=player.had_turn,
        announced=player.announced,
        announced_before_game=player.announced_before_game,
    )
