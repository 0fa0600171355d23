"""Laws of every tournament, over generated ones."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik.refusal import Refused
from stolik.tournament.check import checked
from stolik.tournament.commands import CorrectResult, RecordResult
from stolik.tournament.engine import decide, replay
from stolik.tournament.standings import stage_standings
from stolik.tournament.state import TournamentState
from tests.tournament.accidents import accident
from tests.tournament.hall import Hall
from tests.tournament.recount import order

RUMMIKUB = ("eliminacje", "zimowy", "szkoly2015")
seeds = st.integers(0, 10**6)


class Kept:
    """A hall whose events are kept, command by command."""

    def __init__(self, shape: str, entrants: int, seed: int, trouble: float = 0.0) -> None:
        self.told: list[tuple] = []
        self.hall = Hall()
        self.hall.session.book._keep = lambda events, _names: self.told.append(events)
        self.hall.create(shape, entrants)
        chance = Random(seed)
        for _ in range(40):
            while chance.random() < trouble:
                accident(self.hall, chance)
            if self.hall.step(chance) == "nothing":
                break

    @property
    def state(self) -> TournamentState:
        return self.hall.state


@settings(max_examples=12)
@given(seeds, st.sampled_from(("eliminacje", "zimowy", "szkoly2015", "wojtek")))
def test_replay_equals_live_and_every_step_can_be_checked(seed: int, shape: str):
    kept = Kept(shape, 16, seed, trouble=0.6)
    begun = TournamentState(kept.state.format, kept.state.editions)
    assert replay((event for events in kept.told for event in events), begun) == kept.state
    state = begun
    for events in kept.told:
        state = checked(state, events)
    assert state == kept.state


@settings(max_examples=12)
@given(seeds, st.sampled_from(RUMMIKUB), st.integers(16, 30))
def test_everybody_who_plays_sits_exactly_once_a_round(seed: int, shape: str, entrants: int):
    state = Kept(shape, entrants, seed, trouble=0.5).state
    for r in state.rounds:
        seated = [n for table in r.tables for n in table.seats]
        assert len(seated) == len(set(seated))
        assert [table.number for table in r.tables] == list(range(1, len(r.tables) + 1))


@settings(max_examples=15)
@given(seeds, st.sampled_from(RUMMIKUB), st.integers(16, 40))
def test_standings_are_what_a_recount_gives(seed: int, shape: str, entrants: int):
    state = Kept(shape, entrants, seed, trouble=0.4).state
    for stage in range(state.stage + 1):
        if state.settlements or "before.big_points" in state.format.stages[stage].criteria:
            continue
        assert [(row.place, row.entrant) for row in stage_standings(state, stage)] == order(
            state, stage
        )


def in_another_order(told: list[tuple], chance: Random) -> list[tuple]:
    """The results of each round entered in another order."""
    groups: list[list[tuple]] = [[]]
    for events in told:
        is_result = type(events[0]).__name__ == "ResultRecorded"
        if is_result == bool(groups[-1] and type(groups[-1][0][0]).__name__ == "ResultRecorded"):
            groups[-1].append(events)
        else:
            groups.append([events])
    for group in groups:
        if group and type(group[0][0]).__name__ == "ResultRecorded":
            chance.shuffle(group)
    return [events for group in groups for events in group]


@settings(max_examples=10)
@given(seeds, st.sampled_from(RUMMIKUB))
def test_standings_do_not_depend_on_the_order_of_input(seed: int, shape: str):
    kept = Kept(shape, 17, seed)
    state = TournamentState(kept.state.format)
    for events in in_another_order(kept.told, Random(seed)):
        state = checked(state, events)
    for stage in range(state.stage + 1):
        assert stage_standings(state, stage) == stage_standings(kept.state, stage)


@settings(max_examples=15)
@given(seeds, st.sampled_from(RUMMIKUB))
def test_a_correction_equals_having_entered_it_right(seed: int, shape: str):
    chance = Random(seed)
    hall = Hall().create(shape, 16)
    hall.do("draw")
    hall.do("publish")
    before = hall.state
    hall.play_round(chance)
    r = hall.state.rounds[0]
    (table, game), wrong = chance.choice(sorted(r.results.items()))
    hall.do(
        "correct",
        round=1,
        table=table,
        game=game,
        seats=hall.seats(list(r.tables[table - 1].seats), chance),
        reason="źle odczytane",
    )
    right = before
    for key, result in hall.state.rounds[0].results.items():
        command = RecordResult(r.number, *key, result.lines)
        right = replay(decide(right, command), right)
    assert stage_standings(right, 0) == stage_standings(hall.state, 0)
    assert wrong.lines
    assert hall.state.rounds[0].results[table, game].reason


@settings(max_examples=40)
@given(seeds, st.sampled_from(("eliminacje", "szkoly2015", "wojtek")))
def test_a_refused_command_changes_nothing(seed: int, shape: str):
    chance = Random(seed)
    hall = Hall().create(shape, 16)
    for _ in range(12):
        before, refused, people = hall.state, len(hall.refused), dict(hall.session.desk.people)
        if chance.random() < 0.3:
            hall.step(chance)
            continue
        accident(hall, chance)
        if len(hall.refused) > refused:
            assert hall.state == before
            assert hall.session.desk.people == people


def test_decide_never_changes_the_state_it_is_given():
    hall = Hall().create("zimowy", 8)
    hall.do("draw")
    hall.do("publish")
    before = hall.state
    lines = ()
    with pytest.raises(Refused):
        decide(before, CorrectResult(before.rounds[0].number, 1, 1, lines, "nic"))  # type: ignore[arg-type]
    assert hall.state is before
