"""What a case may expect: each sentence says what the core must show, to the letter."""

import re
from collections.abc import Callable, Iterable

from stolik.refusal import Violation
from stolik.seats import Role, Seat, Viewer
from stolik.wojtek import events as e
from stolik.wojtek.cards import Colour
from stolik.wojtek.notation import write_cards, write_position
from stolik.wojtek.ranking import Sets, Standing
from stolik.wojtek.state import Phase, SeatState
from stolik.wojtek.view import event_visible_to, visible_to
from tests.golden.comparing import must_be
from tests.wojtek.golden.actions import Outcome


def check(outcome: Outcome, fact: str) -> None:
    """Fail unless the outcome shows exactly this."""
    if fact.startswith("refused"):
        must_be(_written(outcome.violations), _sorted_list(fact.removeprefix("refused ")), fact)
        return
    if any(re.fullmatch(pattern, fact) for pattern in _OF_REFUSALS):
        _compare(_OF_REFUSALS, outcome, fact)
        return
    must_be(_written(outcome.violations), [], fact)
    if fact != "accepted":
        _compare(FACTS, outcome, fact)


def is_understood(fact: str) -> bool:
    """Whether this is a sentence a case may expect."""
    return any(re.fullmatch(pattern, fact) for pattern in (*FACTS, *_OF_REFUSALS))


def _compare(table: dict[str, Callable[..., str]], outcome: Outcome, fact: str) -> None:
    for pattern, shown in table.items():
        if match := re.fullmatch(pattern, fact):
            *named, expected = match.groups()
            found = shown(outcome, *named)
            if "unordered" in pattern:
                found, expected = (
                    " ".join(sorted(found.split())),
                    " ".join(sorted(expected.split())),
                )
            must_be(found, expected, fact)
            return
    raise LookupError(f"nobody knows what this means: {fact}")


def _written(violations: tuple[Violation, ...]) -> list[str]:
    """`wojtek.no_field (wojtek L42)`; without brackets where no article is cited."""
    return sorted(f"{v.code} ({v.article})" if v.article else str(v.code) for v in violations)


def _sorted_list(text: str) -> list[str]:
    return sorted(part.strip() for part in text.split(","))


def _seat(outcome: Outcome, number: str) -> SeatState:
    return outcome.state.seats[int(number) - 1]


def _of(outcome: Outcome, kind: type) -> list[e.Event]:
    return [event for event in outcome.events if isinstance(event, kind)]


def _seats(numbers: Iterable[Seat] | None) -> str:
    return " ".join(str(seat + 1) for seat in numbers or ()) or "none"


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"


def _place(outcome: Outcome, number: str) -> str:
    seat = _seat(outcome, number)
    if seat.position is None:
        return "nowhere"
    return write_position(seat.position, seat.start or 0, outcome.state.board)


def _slot(outcome: Outcome, slot: str) -> str:
    index = outcome.state.board.colour_ids.index(Colour(slot))
    return outcome.state.display[index] or "nothing"


def _standings(outcome: Outcome) -> tuple[Standing, ...]:
    if outcome.answer is not None:
        return outcome.answer
    return tuple(result.standing for result in outcome.state.results)


def _points(outcome: Outcome) -> str:
    if outcome.answer is not None:
        board, count = outcome.state.board, len(outcome.answer)
        return " ".join(str(board.points(s.place, count)) for s in outcome.answer)
    return " ".join(str(result.points) for result in outcome.state.results)


def _reason(outcome: Outcome, number: str) -> str:
    """`sets 2: 1 against 3`, `distance: 5 against 4`, `first`."""
    found = _standings(outcome)[int(number) - 1]
    which = f" {found.number}" if found.number else ""
    compared = f": {found.mine} against {found.above}" if found.mine != found.above else ""
    return f"{found.reason}{which}{compared}"


def _sizes(outcome: Outcome) -> str:
    assert isinstance(outcome.answer, Sets)
    return " ".join(str(size) for size in outcome.answer.sizes) or "none"


def _viewer(name: str) -> Viewer:
    if name.startswith("seat"):
        return Viewer(Role.SEAT, Seat(int(name.split()[1]) - 1))
    return Viewer({"the judge": Role.REFEREE, "a spectator": Role.SPECTATOR}.get(name, Role.PUBLIC))


def _seen(outcome: Outcome, viewer: str, number: str) -> str:
    seat = visible_to(outcome.state, _viewer(viewer)).seats[int(number) - 1]
    return "hidden" if seat.hand is None else write_cards(seat.hand)


def _counted(outcome: Outcome, viewer: str, number: str) -> str:
    return str(visible_to(outcome.state, _viewer(viewer)).seats[int(number) - 1].travel_cards)


def _reports_seen(outcome: Outcome, viewer: str) -> str:
    return str(len(visible_to(outcome.state, _viewer(viewer)).reports))


def _told(outcome: Outcome, viewer: str) -> str:
    """The cards drawn in this step, for those who may know them."""
    drawn = _of(outcome, e.CardsDrawn)
    cards = [
        c for event in drawn for c in event_visible_to(event, _viewer(viewer)).get("cards", ())
    ]
    return write_cards(cards) or "nothing"


def _verified(outcome: Outcome) -> str:
    return _yes(visible_to(outcome.state, Viewer(Role.PUBLIC)).board_verified)


def _reports(outcome: Outcome) -> str:
    return ", ".join(
        f"{r.by + 1} on {r.about + 1} {r.decision or 'open'}" for r in outcome.state.reports
    )


def _setting(outcome: Outcome, section: str, name: str) -> str:
    value = getattr(getattr(outcome.state.board, section), name)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _named(outcome: Outcome, fact: str) -> str:
    (found,) = [v.facts[fact] for v in outcome.violations if fact in v.facts]
    return " ".join(found) if isinstance(found, tuple) else str(found)


_OF_REFUSALS: dict[str, Callable[..., str]] = {
    r"the (fields|colours|slots|least|most|colour|cards) named (?:is|are) (.+)": _named,
    r"the cards refused are (.+)": lambda o: " ".join(t for v in o.violations for t in v.tiles),
}

_VIEWER = r"(seat \d|the judge|a spectator|the public)"

FACTS: dict[str, Callable[..., str]] = {
    r"(\d) gets (\d+) seconds more": lambda o, n: " ".join(
        str(x.seconds) for x in _of(o, e.TimeAdded) if x.seat + 1 == int(n)
    ),
    # the track and the cards
    r"bear (\d) is on (\w+)": _place,
    r"hand (\d) is (?P<unordered>.+)": lambda o, n: write_cards(_seat(o, n).hand) or "empty",
    r"hand (\d) holds (\d+)": lambda o, n: str(len(_seat(o, n).hand)),
    r"cards (\d) are (?P<unordered>.+)": lambda o, n: write_cards(_seat(o, n).cards) or "none",
    r"cities (\d) are (.+)": lambda o, n: ", ".join(_seat(o, n).cities) or "none",
    r"slot (\w) shows (.+)": _slot,
    r"the display is (.+)": lambda o: " ".join(card or "–" for card in o.state.display),
    r"the cities left are (.+)": lambda o: ", ".join(o.state.cities) or "none",
    r"the used cards are (?P<unordered>.+)": lambda o: (
        write_cards(o.state.travel_discards) or "none"
    ),
    r"the used bear cards are (?P<unordered>.+)": lambda o: (
        write_cards(o.state.bear_discards) or "none"
    ),
    r"the travel deck holds (\d+)": lambda o: str(len(o.state.travel_deck)),
    r"the bear deck holds (\d+)": lambda o: str(len(o.state.bear_deck)),
    r"bear (\d) is (\w+)": lambda o, n: _seat(o, n).bear,
    r"bear (\d) arrived as (\w+)": lambda o, n: str(_seat(o, n).arrival),
    r"start cards drawn are (.+)": lambda o: " ".join(
        event.card for event in _of(o, e.StartCardDrawn)
    ),
    # the turn
    r"this is game (\d)": lambda o: str(o.state.game),
    r"next is (\d)": lambda o: str(o.state.turn + 1),
    r"the order is (.+)": lambda o: _seats(o.state.order),
    r"it waits for (\w+)": lambda o: str(o.state.waiting or "nobody"),
    r"the phase is (\w+)": lambda o: o.state.phase.value,
    r"(\d) is done: (yes|no)": lambda o, n: _yes(_seat(o, n).finished),
    r"last turns are (.+)": lambda o: _seats(o.state.last_turns),
    # the end
    r"the game goes on: (yes|no)": lambda o: _yes(o.state.phase is Phase.PLAYING),
    r"the game ends by (\w+)": lambda o: str(o.state.ending),
    r"places are (.+)": lambda o: " ".join(str(s.place or "–") for s in _standings(o)),
    r"points are (.+)": _points,
    r"totals are (.+)": lambda o: " ".join(str(r.total) for r in o.state.results),
    r"the reason for (\d) is (.+)": _reason,
    r"the sets are (.+)": _sizes,
    r"specials made (\d+) cards": lambda o: str(o.answer.made),
    r"(\d+) specials are ignored": lambda o: str(o.answer.ignored),
    # the judge
    r"(\d) has (\d+) offences": lambda o, n: str(_seat(o, n).offences),
    r"(\d) gets a (\w+)": lambda o, n: next(
        p.step for p in _of(o, e.OffencePunished) if p.seat == int(n) - 1
    ),
    r"(\d) loses (-?\d+) points": lambda o, n: str(_seat(o, n).deduction),
    r"(\d) is out: (yes|no)": lambda o, n: _yes(_seat(o, n).excluded),
    r"(\d) is out by (.+)": lambda o, n: next(
        x.article for x in _of(o, e.SeatExcluded) if x.seat == int(n) - 1
    ),
    r"the reports are (.+)": _reports,
    r"the game is stopped: (yes|no)": lambda o: _yes(o.state.paused),
    # who sees what
    rf"{_VIEWER} sees hand (\d) as (.+)": _seen,
    rf"{_VIEWER} counts in hand (\d) (\d+)": _counted,
    rf"{_VIEWER} is told of the cards drawn: (.+)": _told,
    rf"{_VIEWER} sees (\d+) reports": _reports_seen,
    r"the board is shown as verified: (yes|no)": _verified,
    r"it says (\w+)\.(\w+) = (.+)": _setting,
    r"there are (\d+) fields": lambda o: str(len(o.state.board.fields)),
    r"there are (\d+) travel cards": lambda o: str(len(o.state.board.travel_cards)),
    r"there are (\d+) bear cards": lambda o: str(len(o.state.board.bear_cards)),
}
