"""More time, and none for anybody: the hall is told why."""

from contextlib import suppress

import pytest

from stolik.app.hall import control
from stolik.app.hall.control import HallState
from stolik.refusal import Refused


def done_without() -> list[str]:
    """What is done in the hall though nobody says why."""
    running = HallState(round=1)
    deeds = {
        "extend the clock": lambda why: control.extend_clock(
            running, 1, minutes=5, reason=why, at=0
        ),
        "extend the moves": lambda why: control.extend_moves(1, seconds=5, reason=why, at=0),
        "pause": lambda why: control.pause(running, 1, reason=why, at=0),
    }
    found = []
    for name, deed in deeds.items():
        assert deed("alarm").reason == "alarm"
        for why in ("", " \t "):
            with suppress(Refused):
                deed(why)
                found.append(name)
    return found


def test_nothing_is_done_in_the_hall_without_a_reason():
    assert done_without() == []


def test_the_mutant_hall_that_does_not_ask_why_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(control, "_reason", lambda _: None)
    assert set(done_without()) == {"extend the clock", "extend the moves", "pause"}
