"""A pledge before the dice: what the core itself refuses, and that a log of it is believed."""

import pytest

from stolik.app.library import tournament_format
from stolik.refusal import Refused
from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.check import Impossible, checked
from stolik.tournament.engine import decide, replay
from stolik.tournament.state import EntrantNumber, TournamentState

FIELD = tuple(EntrantNumber(n) for n in range(1, 9))
TABLES = (FIELD[:4], FIELD[4:])
PLEDGE = c.PledgeChance("ab", "t/draw-1", FIELD)


def after(*commands: c.Command, state: TournamentState | None = None) -> TournamentState:
    state = state or TournamentState(tournament_format("zimowy"))
    for command in commands:
        state = checked(state, decide(state, command))
    return state


def begun(*commands: c.Command) -> TournamentState:
    return after(c.Create(""), *(c.Enter() for _ in FIELD), *commands)


def code(state: TournamentState, command: c.Command) -> str:
    with pytest.raises(Refused) as refused:
        decide(state, command)
    return str(refused.value.violations[0].code)


def draw(public: str, reason: str = "") -> c.Draw:
    return c.Draw(TABLES, "lot", public=public, reason=reason)


def test_dice_need_a_pledge_for_this_very_field():
    assert code(begun(), draw("dice:1")) == "draw.not_pledged"
    assert code(begun(), c.PledgeChance("ab", "t/draw-1", FIELD[:-1])) == "draw.pledge_field"
    late = begun(PLEDGE, c.Withdraw(FIELD[0], "ill"), c.Enter())
    assert code(late, draw("dice:1")) == "draw.not_pledged"
    assert begun(PLEDGE, draw("dice:1")).pledge.draws == (1,)


def test_nobody_throws_a_second_time():
    drawn = begun(PLEDGE, draw("dice:1"))
    assert code(drawn, draw("dice:2", "again")) == "draw.other_dice"
    assert after(draw("dice:1", "again"), state=drawn).pledge.draws == (1, 2)


def test_a_draw_by_hand_in_between_ends_the_pledge():
    by_hand = c.Draw(TABLES, "by_hand", reason="slips")
    state = begun(PLEDGE, draw("dice:1"), by_hand)
    assert code(state, draw("dice:1", "again")) == "draw.not_pledged"


def test_what_was_drawn_with_is_shown_before_anything_else_counts():
    drawn = begun(PLEDGE, draw("dice:1"))
    assert code(drawn, c.Publish()) == "draw.seed_hidden"
    assert code(drawn, c.PledgeChance("cd", "t/draw-2", FIELD)) == "draw.seed_hidden"
    told = decide(drawn, c.Publish("05"))
    assert told == (e.RoundPublished(1), e.ChanceRevealed("ab", "05"))
    assert replay(told, drawn).pledge is None
    again = after(c.PledgeChance("cd", "t/draw-2", FIELD, "05"), state=drawn)
    assert again.pledge.commit == "cd"
    unused = begun(PLEDGE, c.PledgeChance("cd", "t/draw-1", FIELD))
    assert unused.pledge.commit == "cd", "nothing was drawn with it: nothing to show"


def test_a_log_that_hides_the_secret_is_not_believed():
    drawn = begun(PLEDGE, draw("dice:1"))
    with pytest.raises((Impossible, Refused)):
        checked(drawn, (e.RoundPublished(1),))
