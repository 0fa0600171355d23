"""Reads `cases.txt`: a clock's story as a referee would write it down."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from stolik.refusal import Refused
from stolik.seats import Seat
from stolik.table_clock import commands as c
from stolik.table_clock import decide, replay
from stolik.table_clock import events as e
from stolik.table_clock.state import ClockState, Holder, Ms, OnFlag, Times

CASES = Path(__file__).with_name("cases.txt")


def cases() -> Iterator[tuple[str, list[str]]]:
    for part in CASES.read_text("utf-8").split("\n## ")[1:]:
        title, *lines = part.splitlines()
        yield title, [line for line in lines if line.strip()]


@dataclass
class Told:
    """A clock and everything it told."""

    state: ClockState = field(default_factory=ClockState)
    events: list[e.Event] = field(default_factory=list)
    now: int = 0

    def follow(self, line: str) -> None:
        """Do what a line says, or look whether it is true."""
        if line.startswith("= "):
            self._look(line[2:].split())
            return
        words, _, code = (part.strip() for part in line.partition("!"))
        command = self._command(words.split())
        try:
            events = decide(self.state, command)
        except Refused as refused:
            found = ", ".join(violation.code for violation in refused.violations)
        else:
            found = ""
            self.events += events
            self.state = replay(events, self.state)
        assert found == code, line

    def _command(self, words: list[str]) -> c.Command:  # noqa: C901 - a table, no tangle
        if words[0] == "set":
            return _set_up(words[1:])
        self.now = _ms(words[0])
        word, rest, at, state = words[1], words[2:], Ms(self.now), self.state
        match word:
            case "start":
                return c.Start(at)
            case "tap":
                seat, move = (int(rest[0]), int(rest[2])) if "of" in rest else (None, state.move)
                turn = state.turn if seat is None else Seat(seat)
                if "said" not in rest:
                    return c.Tap(turn, move, at, referee="referee" in rest)
                made = Ms(_ms(rest[rest.index("said") + 1]))
                return c.Tap(turn, move, made, referee="referee" in rest, came=at)
            case "pass":
                return c.Tap(state.turn, state.move, at, passed=True)
            case "bank":
                return c.EmptyBank(Seat(int(rest[0])), at)
            case "unbank":
                return c.RefillBank(at)
            case "pause":
                return c.Pause(Holder(rest[0]), "", at)
            case "resume":
                return c.Resume(Holder(rest[0]), at)
            case "restart":
                return c.RestartMove(int(rest[0]), at)
            case "announce":
                return c.Announce(Seat(int(rest[0])), at)
            case "correct":
                why, referee = "" if "mute" in rest else "pomyłka", "referee" in rest
                return c.CorrectSeat(Seat(int(rest[0])), why, at, referee)
            case "call":
                return c.CallTime(at)
            case "uncall":
                return c.TakeTimeBack(at)
            case "add":
                return c.AddTime(int(rest[0]), "spór", at)
            case "out":
                return c.SetOut(tuple(Seat(int(seat)) for seat in rest), at)
            case "percents":
                return c.SetPercents(tuple(int(p) for p in rest), at)
            case "stop":
                return c.EndGame(at)
            case "seen":
                return c.SeeRacks(Seat(int(rest[0])), at)
            case "next":
                return c.NextGame(at, referee="referee" in rest)
            case "follow":
                return c.FollowResults(int(rest[0]), Seat(int(rest[2])), at)
            case "tick":
                return c.Tick(at)
        raise ValueError(word)

    def _look(self, words: list[str]) -> None:  # noqa: C901 - a table, no tangle
        state, seats = self.state, self.state.seats
        now = Ms(max(self.now, state.since))
        while words:
            key = words.pop(0)
            count = seats if key in ("used", "flags") else 3 if key in ("flag", "called") else 1
            given, words = words[:count], words[count:]
            match key:
                case "flag":
                    fell = [f for f in self.events if isinstance(f, e.FlagFell)]
                    assert (fell[-1].seat, fell[-1].at) == (int(given[0]), _ms(given[2]))
                case "called":
                    calls = [f for f in self.events if isinstance(f, e.TimeCalled)]
                    assert (calls[-1].of_game, calls[-1].at) == (given[0] == "game", _ms(given[2]))
                case "game_left":
                    assert state.game_left_at(now) == _ms(given[0]), key
                case "before":
                    said = [] if given[0] == "none" else [int(given[0])]
                    assert sorted(state.announced_before) == said
                case "left":
                    assert state.left_at(now) == _ms(given[0]), key
                case "used":
                    used = state.used_at(now)
                    assert [used.get(Seat(i), 0) for i in range(seats)] == [_ms(g) for g in given]
                case "flags":
                    flags = [state.flags.get(Seat(i), 0) for i in range(seats)]
                    assert flags == [int(g) for g in given]
                case "runs":
                    assert state.runs is (given[0] == "yes")
                case "announced":
                    assert list(state.announced) == ([] if given[0] == "none" else [int(given[0])])
                case _:
                    assert str(getattr(state, key)) == given[0], key


def _set_up(words: list[str]) -> c.SetUp:
    seats, seconds = int(words[0]), int(words[2])
    percents = (100,) * seats
    if "percents" in words:
        at = words.index("percents") + 1
        percents = tuple(int(word) for word in words[at : at + seats])
    times = Times(
        Ms(1000 * seconds),
        percents,
        games=int(words[words.index("games") + 1]) if "games" in words else 3,
        on_flag=OnFlag.WAITS if "waits" in words else OnFlag.GOES_ON,
        one_move_each="finish-move" not in words,
        restarts="no-restart" not in words,
        game=Ms(1000 * int(words[words.index("game") + 1]) if "game" in words else 0),
        until_all_pass="all-pass" in words,
        announce_before_game="before-game" in words,
    )
    starter = int(words[words.index("starter") + 1]) if "starter" in words else 0
    return c.SetUp(times, Seat(starter), Ms(0))


def _ms(seconds: str) -> int:
    return round(float(seconds) * 1000)
