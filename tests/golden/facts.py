"""What a case may expect: each sentence says what the core must show, to the letter."""

import re
from collections.abc import Callable
from fractions import Fraction

from stolik.refusal import Violation
from stolik.rummikub import events as e
from stolik.rummikub.dealing import stacks
from stolik.rummikub.layout import Layout
from stolik.rummikub.melds import Meld, Refusal
from stolik.rummikub.notation import write_tableau, write_tiles
from stolik.rummikub.openings import Opening
from stolik.rummikub.scoring import Score, must_confirm
from stolik.rummikub.state import Phase, SeatState
from stolik.rummikub.verdict import OpenVerdict, Verdict
from stolik.rummikub.view import event_visible_to, visible_to
from stolik.seats import Role, Seat, Viewer
from tests.golden.actions import Outcome
from tests.golden.comparing import must_be


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


def _compare(table: dict[str, Callable[..., str]], outcome: Outcome, fact: str) -> None:
    for pattern, shown in table.items():
        if match := re.fullmatch(pattern, fact):
            *named, expected = match.groups() or ("",)
            if "tiles" in pattern or "melds" in pattern:
                must_be(_unordered(shown(outcome, *named)), _unordered(expected), fact)
            else:
                must_be(shown(outcome, *named), expected, fact)
            return
    raise LookupError(f"nobody knows what this means: {fact}")


def _written(violations: tuple[Violation, ...]) -> list[str]:
    """`opening.too_low (mp2023 L54)`; without brackets where no article is cited."""
    return sorted(f"{v.code} ({v.article})" if v.article else str(v.code) for v in violations)


def _sorted_list(text: str) -> list[str]:
    return sorted(part.strip() for part in text.split(","))


def _unordered(text: str) -> list[str]:
    """Melds in any order, the tiles of a rack in any order."""
    if "|" in text:
        return sorted(" ".join(meld.split()) for meld in text.split("|"))
    return sorted(text.split())


def _seat(outcome: Outcome, number: str) -> SeatState:
    return outcome.state.seats[int(number) - 1]


def _of(outcome: Outcome, kind: type) -> list[e.Event]:
    return [event for event in outcome.events if isinstance(event, kind)]


def _seats(numbers: tuple[Seat, ...] | None) -> str:
    return "none" if not numbers else " ".join(str(seat + 1) for seat in numbers)


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"


def _taken(outcome: Outcome, number: str) -> str:
    """`k5 (penalty)`, `nothing (move)`: all that a seat took in this step."""
    seat = int(number) - 1
    taken = [
        f"{event.tile} ({event.reason})"
        if isinstance(event, e.TileDrawn)
        else f"nothing ({event.reason})"
        for event in outcome.events
        if isinstance(event, e.TileDrawn | e.NothingDrawn) and event.seat == seat
    ]
    return " and ".join(taken)


def _ruling(outcome: Outcome) -> str:
    (ran_out,) = _of(outcome, e.TimeRanOut)
    return f"{ran_out.ruling} ({ran_out.article})"


def _scores(outcome: Outcome) -> tuple[Score, ...]:
    if outcome.answer is not None:
        return outcome.answer
    return tuple(result.score for result in outcome.state.results)


def _number(value: Fraction) -> str:
    """`-12 1/2`, `+63 1/3`; whole numbers plain."""
    whole, part = divmod(abs(value), 1)
    text = " ".join(str(n) for n in (whole, part) if n) or "0"
    return f"-{text}" if value < 0 else text


def _signed(value: Fraction) -> str:
    return f"+{_number(value)}" if value > 0 else _number(value)


def _game_verdict(outcome: Outcome, number: str) -> str:
    (result,) = [r for r in outcome.state.results if r.seat == int(number) - 1]
    return _said(result.verdict) if result.verdict else "none"


def _said(answer: Verdict | OpenVerdict) -> str:
    points = "open" if answer.small_points is None else answer.small_points
    return f"{points} {answer.rule} ({answer.article})"


def _case_tiles(outcome: Outcome, points: str) -> str:
    answer = outcome.answer
    assert isinstance(answer, OpenVerdict)
    return write_tiles(tile for tile, said in answer.cases if said.small_points == int(points))


def _meld(outcome: Outcome) -> str:
    answer = outcome.answer
    if isinstance(answer, Refusal):
        return f"no meld, {answer}"
    assert isinstance(answer, Meld)
    return f"a {answer.kind} worth {answer.value}"


def _opening(outcome: Outcome) -> str:
    assert isinstance(outcome.answer, Opening)
    return str(outcome.answer.value)


def _felt(outcome: Outcome, part: str) -> str:
    layout = outcome.answer
    assert isinstance(layout, Layout)
    if part == "melds":
        return write_tableau(meld.tiles for meld in layout.melds) or "none"
    return write_tableau(loose.tiles for loose in layout.loose) or "none"


def _loose_reasons(outcome: Outcome) -> str:
    layout = outcome.answer
    assert isinstance(layout, Layout)
    return ", ".join(loose.reason for loose in layout.loose)


def _field(outcome: Outcome, section: str, name: str) -> str:
    value = getattr(getattr(outcome.state.rules, section), name)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _stacks_of(outcome: Outcome, number: str) -> str:
    """Which of the stacks of the last deal lie on a rack."""
    dealt = [event for event in outcome.state.log if isinstance(event, e.TilesDealt)][-1]
    rack = _seat(outcome, number).rack
    size = outcome.state.rules.tiles.stack_size
    parts = [rack[i : i + size] for i in range(0, len(rack), size)]
    built = stacks(dealt.order, outcome.state.rules)
    return " ".join(str(stack.number) for part in parts for stack in built if stack.tiles == part)


def _viewer(name: str) -> Viewer:
    if name.startswith("seat"):
        return Viewer(Role.SEAT, Seat(int(name.split()[1]) - 1))
    return Viewer({"the judge": Role.REFEREE, "a spectator": Role.SPECTATOR}.get(name, Role.PUBLIC))


def _seen(outcome: Outcome, viewer: str, number: str) -> str:
    seat = visible_to(outcome.state, _viewer(viewer)).seats[int(number) - 1]
    return "hidden" if seat.rack is None else write_tiles(seat.rack)


def _proof(outcome: Outcome, viewer: str, number: str) -> str:
    results = visible_to(outcome.state, _viewer(viewer)).results
    (shown,) = [r.verdict for r in results if r.seat == int(number) - 1 and r.verdict]
    return write_tableau(shown.melds) or "nothing"


def _counted(outcome: Outcome, viewer: str, number: str) -> str:
    return str(visible_to(outcome.state, _viewer(viewer)).seats[int(number) - 1].tiles)


def _told(outcome: Outcome, viewer: str) -> str:
    """The tile drawn in this step, for those who may know it."""
    (drawn,) = _of(outcome, e.TileDrawn)
    return str(event_visible_to(drawn, _viewer(viewer)).get("tile", "nothing"))


def _disputes(outcome: Outcome) -> str:
    return ", ".join(
        f"event {d.event} by {d.seat + 1}: {'open' if d.ruling is None else 'ruled'}"
        for d in outcome.state.disputes
    )


def _named(outcome: Outcome, fact: str) -> str:
    (found,) = [v.facts[fact] for v in outcome.violations if fact in v.facts]
    return str(found)


_OF_REFUSALS: dict[str, Callable[..., str]] = {
    r"the (value|minimum|sum|highest|found|needed|empty|given|before) is (.+)": _named,
    r"the melds named are (.+)": lambda o: " | ".join(
        write_tiles(meld) for v in o.violations for meld in v.melds
    ),
    r"the tiles named are (.+)": lambda o: " ".join(t for v in o.violations for t in v.tiles),
}

_VIEWER = r"(seat \d|the judge|a spectator|the public)"

FACTS: dict[str, Callable[..., str]] = {
    r"rack (\d) is made of stacks (.+)": _stacks_of,
    # the turn
    r"next is (\d)": lambda o: str(o.state.turn + 1),
    r"rack (\d) is (?P<tiles>.+)": lambda o, n: write_tiles(_seat(o, n).rack) or "empty",
    r"rack (\d) holds (\d+)": lambda o, n: str(len(_seat(o, n).rack)),
    r"the table is (?P<melds>.+)": lambda o: write_tableau(o.state.tableau) or "empty",
    r"the ruling is (.+)": _ruling,
    r"(\d) takes (.+)": _taken,
    r"last drawn by (\d) is (?P<tiles>.+)": lambda o, n: (
        write_tiles(_seat(o, n).last_drawn) or "nothing"
    ),
    r"the pool holds (\d+)": lambda o: str(o.state.pool_size),
    r"the middle is stack (\d+)": lambda o: str(o.state.middle.number),
    r"the middle holds (\d+)": lambda o: str(len(o.state.middle.tiles)),
    r"the bank is stacks (.+)": lambda o: " ".join(str(s.number) for s in o.state.bank),
    r"(\d) has opened: (yes|no)": lambda o, n: _yes(_seat(o, n).opened),
    r"(\d) has announced: (yes|no)": lambda o, n: _yes(_seat(o, n).announced),
    r"(\d) owes a tile: (yes|no)": lambda o, n: _yes(
        o.state.owes_tile and o.state.clicked_early == int(n) - 1
    ),
    r"the move clock is (\d+) s": lambda o: str(
        visible_to(o.state, Viewer(Role.PUBLIC)).turn_time_s
    ),
    # the deal
    r"the game begins: (yes|no)": lambda o: _yes(o.state.phase is Phase.PLAYING),
    r"the phase is (.+)": lambda o: o.state.phase.value,
    r"game (\d) is dealt": lambda o: str(o.state.game),
    r"the starter is (\d)": lambda o: str(o.state.starter + 1),
    r"they sit in the order (.+)": lambda o: " ".join(str(n) for n in o.answer or ("nobody",)),
    r"they draw again()": lambda o: "" if o.answer is None else "no",
    r"doublets are (\d)": lambda o: str(len(o.answer)),
    # the end
    r"the game goes on: (yes|no)": lambda o: _yes(o.state.phase is Phase.PLAYING),
    r"the game ends by (.+)": lambda o: str(o.state.ending),
    r"last moves are (.+)": lambda o: _seats(o.state.last_moves),
    r"small points are (.+)": lambda o: ", ".join(_signed(s.small_points) for s in _scores(o)),
    r"big points are (.+)": lambda o: ", ".join(_number(s.big_points) for s in _scores(o)),
    r"places are (.+)": lambda o: " ".join(str(s.place) for s in _scores(o)),
    r"the sheet adds up to (.+)": lambda o: _number(sum(s.small_points for s in _scores(o))),
    r"somebody must confirm: (yes|no)": lambda o: _yes(must_confirm(_scores(o), o.state.rules)),
    r"the verdict on (\d) is (.+)": _game_verdict,
    # questions
    r"they say (\w+)\.(\w+) = (.+)": _field,
    r"it is (.+)": _meld,
    r"the best is worth (\d+)": _opening,
    r"the verdict is (.+)": lambda o: _said(o.answer),
    r"the proof is (?P<melds>.+)": lambda o: write_tableau(o.answer.melds),
    r"(-\d+) if the last of the tiles was (.+)": _case_tiles,
    r"the (melds) lying are (.+)": _felt,
    r"the (loose) melds are (.+)": _felt,
    r"they are loose for (.+)": _loose_reasons,
    # the judge
    r"(\d) is out: (yes|no)": lambda o, n: _yes(_seat(o, n).disqualified),
    r"(\d) is out by (.+)": lambda o, n: next(
        x.article for x in _of(o, e.SeatDisqualified) if x.seat == int(n) - 1
    ),
    r"(\d) has (\d+) warnings": lambda o, n: str(_seat(o, n).warnings),
    r"the clock is stopped: (yes|no)": lambda o: _yes(o.state.paused),
    r"the challenges are (.+)": _disputes,
    r"it goes to event (\d+)": lambda o: str(o.answer.to),
    r"the turns lost are (.+)": lambda o: _seats(o.answer.lost) or "none",
    r"then (\d|nobody) is to move": lambda o: (
        "nobody" if o.answer.turn is None else str(o.answer.turn + 1)
    ),
    # who sees what
    rf"{_VIEWER} sees rack (\d) as (?P<tiles>.+)": _seen,
    rf"{_VIEWER} sees the proof on (\d) as (?P<melds>.+)": _proof,
    rf"{_VIEWER} counts on rack (\d) (\d+)": _counted,
    rf"{_VIEWER} is told of the drawn tile: (.+)": _told,
}
