"""From the seed to the transcript: what a server holds, and what it may show when."""

from dataclasses import replace

import pytest

from stolik.app.fairness.dealing import FairDeal, FairDraw, game_context
from stolik.app.fairness.drawing import chance
from stolik.app.games.rummikub.transcript import dealt_games, transcript
from stolik.app.library import rules_profile
from stolik.fair import digest, draw_label, uniform, verify
from stolik.refusal import Refused
from stolik.rummikub import commands as c
from stolik.rummikub import events as e
from stolik.rummikub.engine import decide, replay
from stolik.rummikub.state import Draft, Phase, TableState, new_table
from stolik.tournament.seating import lot
from tests.fair.games import disturbed_table
from tests.fair.tampering import held, middle, on_table

RULES = rules_profile("mp2023")
SEED = bytes(range(32))
DEAL = FairDeal(SEED, game_context("zimowy-2026", 1, 7, 2), RULES.tile_set)


def test_the_context_names_tournament_round_table_and_game():
    assert DEAL.ctx == "zimowy-2026/1/7/2"
    assert DEAL.redeal(SEED[::-1], 1).ctx == "zimowy-2026/1/7/2/redeal-1"


@pytest.mark.parametrize("name", ["", "a/b"])
def test_a_tournament_whose_name_could_be_read_otherwise_is_refused(name: str):
    with pytest.raises(Refused):
        game_context(name, 1, 1, 1)


def test_a_seed_is_never_printed():
    draw = FairDraw(SEED, "zimowy-2026", (1, 2, 3))
    for secret in (DEAL, DEAL.opened("dice:1"), draw):
        assert SEED.hex() not in repr(secret)
        assert repr(SEED) not in repr(secret)


@pytest.mark.parametrize("seed", [b"", SEED[1:], SEED + b"0"])
def test_a_seed_has_32_bytes(seed: bytes):
    with pytest.raises(ValueError, match="32"):
        replace(DEAL, seed=seed)
    with pytest.raises(ValueError, match="32"):
        FairDraw(seed, "zimowy-2026", (1, 2))


def test_a_redeal_has_a_commit_of_its_own():
    again = DEAL.redeal(SEED, 1)
    assert again.commit != DEAL.commit
    assert again.opened("dice:1").order != DEAL.opened("dice:1").order


def opened_table(public: str = "dice:352") -> TableState:
    order = DEAL.opened(public).order
    return after(new_table(RULES), c.OpenTable(3, 1, order))


def after(state: TableState, *commands: c.Command) -> TableState:
    for command in commands:
        state = replay(decide(state, command), state)
    return state


def started() -> TableState:
    return after(opened_table(), *(c.DeclareReady(seat) for seat in range(3)))


def told(state: TableState) -> list[list]:
    (game,) = dealt_games(state.log)
    made = transcript(game, DEAL.opened("dice:352"), RULES)
    verify(made, DEAL.commit, "dice:352")
    return made["log"][6:]


def ended(state: TableState) -> TableState:
    """Two are put out, so the third is left alone and the game is over."""
    for seat in (0, 1):
        state = after(state, c.Disqualify(seat, "cheated", gross=True))
    assert state.phase is Phase.OVER
    return state


def test_a_live_game_keeps_its_seed():
    for state in (opened_table(), started()):
        (game,) = dealt_games(state.log)
        with pytest.raises(Refused) as caught:
            transcript(game, DEAL.opened("dice:352"), RULES)
        assert caught.value.violations[0].code == "fair.game_alive"


def test_a_game_that_was_rewound_is_alive_again():
    over = ended(after(started(), c.TimeOut(1)))
    assert dealt_games(over.log)[0].is_over
    line = (*over.log, e.Rewound(over.game_began, "the clock was wrong"))
    assert not dealt_games(line)[0].is_over


def test_a_deal_keeps_its_seed_until_the_new_one_lies():
    state = opened_table()
    asked = (*state.log, e.RedealAsked(0, ()))
    assert not dealt_games(asked)[0].is_over
    assert dealt_games((*asked, state.log[1]))[0].is_over


def test_a_game_dealt_from_another_seed_is_a_bug():
    (game,) = dealt_games(ended(started()).log)
    with pytest.raises(RuntimeError):
        transcript(game, DEAL.opened("dice:353"), RULES)


def test_the_deal_names_who_got_each_stack():
    (game,) = dealt_games(ended(started()).log)
    made = transcript(game, DEAL.opened("dice:352"), RULES)
    # Seat 1 starts: it gives to 2 and 0, then 2 gives to 0 and 1, then 0 to 1 and 2.
    assert [entry[:3] for entry in made["log"]] == [["deal", s, []] for s in (2, 0, 0, 1, 1, 2)]
    assert [tile for entry in made["log"] for tile in entry[3]] == list(game.dealt.order[:42])


def test_a_penalty_tile_is_a_draw():
    state = started()
    tile = state.middle.tiles[0]
    assert told(ended(after(state, c.TimeOut(1)))) == [["play", 1, [], [tile]]]


def test_a_draw_that_was_rewound_is_not_told():
    state = started()
    tile = state.middle.tiles[0]
    drawn = after(state, c.DrawTile(1), c.Pause("a question"))
    again = after(drawn, c.Rewind(state.version, "wrong"), c.Resume(), c.DrawTile(1))
    assert told(ended(again)) == [["play", 1, [], [tile]]]


def test_a_ruling_may_lay_and_take_up_in_one_move():
    """Of the draft one valid meld of own tiles stays, and loose tiles of the table come up."""
    state = started()
    line = [
        *state.log,
        e.TilesLaid(1, ("k1", "k2", "k3"), (("k1", "k2", "k3"),)),
        e.LooseTilesTaken(2, ("k1", "k2", "k3"), (("r5", "r6", "r7"),), True),
        e.LooseTilesTaken(0, (), (("r5", "r6", "r7"), ("b1", "b2", "b3")), True),
        e.TilesDealt(1, 1, state.log[1].order),  # the line is over; only the entries matter here
    ]
    game, _ = dealt_games(line)
    assert transcript(game, DEAL.opened("dice:352"), RULES)["log"][6:] == [
        ["play", 1, ["k1", "k2", "k3"], []],
        ["play", 2, ["r5", "r6", "r7"], []],
        ["take", 2, [], ["k1", "k2", "k3"]],
        ["play", 0, ["b1", "b2", "b3"], []],
    ]


def test_a_draft_that_cannot_be_restored_comes_up_as_the_engine_says():
    state = started()
    rack = state.seats[1].rack
    state = after(state, c.TimeOut(1, Draft((rack[:3],)), restorable=False))
    entries = told(ended(state))
    assert all(op == "play" and out == [] for op, _, out, _ in entries)


def test_a_transcript_leads_to_the_racks_at_the_end():
    """The recount agrees with the engine, tile for tile."""
    tables = [disturbed_table(number) for number in range(8)]
    ended_games = [
        (game, end)
        for table in tables
        for game, end in zip(table.games, table.ends, strict=True)
        if end is not None
    ]
    assert len(ended_games) >= 6
    for game, end in ended_games:
        log = game.transcript["log"]
        racks = {seat: sorted((+rack).elements()) for seat, rack in held(log).items()}
        in_play = {i: sorted(seat.rack) for i, seat in enumerate(end.seats) if seat.playing}
        assert racks == in_play
        lying = [tile for meld in end.tableau for tile in meld]
        assert sorted(on_table(log).elements()) == sorted(lying)
        assert tuple(middle(game)) == end.middle.tiles


def test_who_was_put_out_before_is_dealt_no_tiles():
    state = ended(after(started(), c.TimeOut(1)))
    games = dealt_games((*state.log, e.TilesDealt(2, 2, DEAL.opened("dice:1").order)))
    assert games[1].seats == (2,)


# A writer that forgets rewinds is found out by the verifier.


def test_a_transcript_with_rewound_entries_is_refused():
    state = started()
    drawn = after(state, c.DrawTile(1), c.Pause("a question"))
    again = after(drawn, c.Rewind(state.version, "wrong"), c.Resume(), c.DrawTile(1))
    forgetful = [event for event in ended(again).log if not isinstance(event, e.Rewound)]
    (game,) = dealt_games(forgetful)
    made = transcript(game, DEAL.opened("dice:352"), RULES)
    with pytest.raises(Refused) as caught:
        verify(made, DEAL.commit, "dice:352")
    assert caught.value.violations[0].code == "fair.not_next"


# Draws


def test_a_draw_can_be_repeated_with_a_reason():
    draw = FairDraw(SEED, "zimowy-2026", (3, 1, 2, 10))
    made = draw.revealed("dice:4", 2, ["one more came"])
    assert made["bag"] == ["1", "2", "3", "10"]
    assert [entry[:3] for entry in made["log"]] == [
        ["draw", 2, []],
        ["draw", 3, ["one more came"]],
    ]
    assert made["log"][0][3] == [str(n) for n in draw.drawn("dice:4", 2)]
    found = verify(made, draw.commit, "dice:4")
    assert (found.kind, found.size, found.entries) == ("draw", 4, 2)


def test_the_slips_of_a_tournament_are_the_fair_draw():
    """With a key as seed the lot shuffles just as FairDraw says; then tables are filled."""
    draw = FairDraw(SEED, "zimowy-2026", tuple(range(1, 13)))
    seed = draw.tournament_seed("dice:4")
    slips = []

    def counted(bound: int) -> int:
        slips.append(throw(bound))
        return slips[-1]

    throw = chance(seed, draw_label(1))
    lot(draw.entrants, (4, 4, 4), counted)
    order = list(draw.entrants)
    for i, j in zip(range(11, 0, -1), slips, strict=False):
        order[i], order[j] = order[j], order[i]
    assert tuple(order) == draw.drawn("dice:4", 1)


def test_another_seed_of_a_tournament_means_what_it_always_meant():
    plain, told = chance("17", "draw/1"), uniform(digest("stolik tournament", "17"), "draw/1")
    assert [plain(1000) for _ in range(9)] == [told(1000) for _ in range(9)]
