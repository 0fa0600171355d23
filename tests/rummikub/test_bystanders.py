"""Seats that an event is not about all see the same of it, so their bytes may be made once."""

import dataclasses
from typing import get_args

from stolik.app.games.rummikub.play import RummikubPlay
from stolik.rummikub import events as e
from stolik.rummikub.state import Draft
from stolik.rummikub.view import event_visible_to, seat_that_sees_more
from stolik.seats import AccessChange, AccessChanged, Role, Seat, Viewer

PRIVATE = (
    e.RedealAsked(Seat(1), ("k1", "k1")),
    e.TileDrawn(Seat(1), "k1", e.DrawReason.MOVE),
    e.TimeRanOut(Seat(1), e.TimeOutRuling.OWN_TILE_BACK, "", Draft((), ("k1",), ())),
)


def test_bystanders_see_the_same_of_an_event_and_its_own_seat_sees_more():
    for event in PRIVATE:
        own = seat_that_sees_more(event)
        assert own == 1
        others = [Viewer(Role.SEAT, Seat(n)) for n in (0, 2, 3)]
        others += [Viewer(Role.REFEREE), Viewer(Role.SPECTATOR)]
        seen = [event_visible_to(event, viewer) for viewer in others]
        assert all(each == seen[0] for each in seen)
        assert event_visible_to(event, Viewer(Role.SEAT, own)) != seen[0]


def test_no_other_event_holds_back_anything_from_some_seats():
    """Read from the classes: whatever names no seat, or shows every field, is the same for all."""
    private = {type(event) for event in PRIVATE}
    for kind in get_args(e.Event):
        if kind in private or kind in (e.TilesDealt, e.GameEnded):
            continue
        event = kind(**{field.name: Seat(1) for field in dataclasses.fields(kind)})
        seen = [event_visible_to(event, Viewer(Role.SEAT, Seat(n))) for n in range(4)]
        assert all(each == seen[0] for each in seen), kind
        assert seat_that_sees_more(event) is None


def test_who_is_told_the_same_bytes_may_see_the_same():
    """A referee's words and who has more time are for the table, not for who only watches it."""
    play = object.__new__(RummikubPlay)
    viewers = [Viewer(Role.SEAT, Seat(n)) for n in range(4)]
    viewers += [Viewer(role) for role in (Role.REFEREE, Role.SPECTATOR, Role.PUBLIC)]
    for event in (
        *PRIVATE,
        e.TimeAdded(Seat(1), 30, "widzi słabiej"),
        e.Paused("spór"),
        AccessChanged(AccessChange.TIME_SET, Seat(1), percent=150),
    ):
        own = seat_that_sees_more(event)
        told: dict[object, object] = {}
        for viewer in viewers:
            eyes = play.eyes(viewer, set() if own is None else {own})
            seen = event_visible_to(event, viewer)
            assert told.setdefault(eyes, seen) == seen, (event, viewer)
