"""A score sheet as a table fills it in: printed, written on by hand, typed back."""

from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from stolik.app.paper.content import Scores, ScoreSheet
from stolik.app.paper.scores import scores
from stolik.app.paper.source import PaperSource
from stolik.app.paper.wishes import Wish
from stolik.app.reading.exact import write_exact
from stolik.rummikub.scoring import Ending, FinalRack, score
from tests.tournament.hall import Hall


def printed(hall: Hall, number: int | None = None) -> tuple[ScoreSheet, ...]:
    """The sheets of a round as they come out of the printer."""
    book = hall.session.book
    source = PaperSource(
        hall.session.desk, "Turniej", "pl", book.counting.rules, book.counting.board
    )
    body = scores(source, Wish(round=number)).body
    assert isinstance(body, Scores)
    return body.sheets


@dataclass
class Filled:
    """A sheet with ink on it: one request a game, exactly what somebody types."""

    requests: list[dict[str, Any]]

    def copy(self) -> "Filled":
        return Filled(deepcopy(self.requests))


def filled(sheet: ScoreSheet, hall: Hall, chance: Random) -> Filled:
    """Players play, count by the rules and write everything down."""
    code = sheet.code.split()[-1]
    number, table = (int(part) for part in code.split("-")[:2])
    totals = {row.number: [Fraction(0), Fraction(0)] for row in sheet.rows}
    requests = []
    for game in range(1, len(sheet.games) + 1):
        ending, racks = _played(len(sheet.rows), hall, chance)
        counted = score(ending, racks, hall.session.book.counting.rules)
        seats = []
        for row, rack, points in zip(sheet.rows, racks, counted, strict=True):
            totals[row.number][0] += points.small_points
            totals[row.number][1] += points.big_points
            seat = {"entrant": int(row.number), "sign": row.sign}
            if rack.flat is None:
                seat["rack_sum"] = rack.rack_sum
            else:
                seat |= {"opened": False, "flat": rack.flat}
            seat["small_points"] = int(points.small_points)
            seat["big_points"] = write_exact(points.big_points)
            seats.append(seat)
        control = sum(int(points.small_points) for points in counted)
        requests.append(
            {"round": number, "table": table, "game": game, "ending": ending.value}
            | {"sheet": code, "control": control, "seats": seats}
        )
    for seat in requests[-1]["seats"]:
        small, big = totals[str(seat["entrant"])]
        seat |= {"total_small": write_exact(small), "total_big": write_exact(big)}
    return Filled(requests)


def _played(seats: int, hall: Hall, chance: Random) -> tuple[Ending, list[FinalRack]]:
    penalties = hall.session.book.counting.rules.penalties
    ending = chance.choice([Ending.WENT_OUT, Ending.WENT_OUT, Ending.POOL_EMPTY, Ending.TIME_OVER])
    sums = chance.sample(range(1, 90), seats)
    if ending is not Ending.WENT_OUT:
        return ending, [FinalRack(tiles) for tiles in sums]
    winner = chance.randrange(seats)
    flats = [penalties.unopened, penalties.could_have_opened]
    return ending, [
        FinalRack(0)
        if seat == winner
        else FinalRack(0, opened=False, flat=chance.choice(flats))
        if chance.random() < 0.15
        else FinalRack(tiles)
        for seat, tiles in enumerate(sums)
    ]


def typed(hall: Hall, sheet: Filled) -> list[dict[str, Any]]:
    """Type a sheet in, game by game; what the tournament objects to."""
    objections = []
    for request in sheet.requests:
        answer = hall.ask("result", **request)
        if "error" in answer:
            objections.append(answer["error"])
    return objections


# What typists do wrong. Each takes a right sheet and gives one with a single mistake, or None
# where this sheet leaves no room for it.

FIGURES = ("rack_sum", "small_points", "big_points", "total_small", "total_big", "entrant")


def wrong_digit(sheet: Filled, chance: Random) -> Filled | None:
    """One digit of one figure."""
    made = sheet.copy()
    boxes = [(s, f) for r in made.requests for s in r["seats"] for f in FIGURES if f in s]
    boxes += [(r, "control") for r in made.requests]
    seat, figure = chance.choice(boxes)
    seat[figure] = _slipped(str(seat[figure]), chance, as_int=isinstance(seat[figure], int))
    return made


def _slipped(written: str, chance: Random, *, as_int: bool) -> int | str:
    at = chance.choice([i for i, sign in enumerate(written) if sign.isdigit()])
    other = chance.choice([d for d in "0123456789" if d != written[at]])
    if at and not written[at - 1].isdigit() and len(written) > at + 1 and other == "0":
        other = "9" if written[at] != "9" else "8"
    slipped = written[:at] + other + written[at + 1 :]
    return int(slipped) if as_int else slipped


def swapped_players(sheet: Filled, chance: Random) -> Filled | None:
    """The figures of two rows in one game, each beside the other's name."""
    made = sheet.copy()
    seats = chance.choice(made.requests)["seats"]
    one, other = chance.sample(seats, 2)
    figures = ("rack_sum", "small_points", "big_points", "opened", "flat")
    mine, theirs = ({f: s[f] for f in figures if f in s} for s in (one, other))
    if mine == theirs:
        return None
    for seat, new in ((one, theirs), (other, mine)):
        for figure in figures:
            seat.pop(figure, None)
        seat |= new
    return made


def swapped_numbers(sheet: Filled, chance: Random) -> Filled | None:
    """The draw numbers of two rows, all the rest as it stands."""
    made = sheet.copy()
    one, other = chance.sample(chance.choice(made.requests)["seats"], 2)
    one["entrant"], other["entrant"] = other["entrant"], one["entrant"]
    return made


def wrong_table(sheet: Filled, chance: Random) -> Filled | None:
    """The whole sheet, typed in at another table or in another round."""
    made = sheet.copy()
    field = chance.choice(["table", "round"])
    by = chance.choice([-1, 1, 2])
    for request in made.requests:
        request[field] = max(1, request[field] + by)
    return None if made.requests[0][field] == sheet.requests[0][field] else made


def wrong_code(sheet: Filled, chance: Random) -> Filled | None:
    """One sign of the sheet's code, or of a row."""
    made = sheet.copy()
    request = chance.choice(made.requests)
    if chance.random() < 0.5:
        request["sheet"] = _other_sign(request["sheet"], chance)
    else:
        seat = chance.choice(request["seats"])
        seat["sign"] = _other_sign(seat["sign"], chance)
    return made


def _other_sign(code: str, chance: Random) -> str:
    at = chance.choice([i for i, sign in enumerate(code) if sign != "-"])
    other = chance.choice([s for s in "0123456789CDFGHJKMNPQRTVWXY" if s != code[at]])
    return code[:at] + other + code[at + 1 :]


MISTAKES = (wrong_digit, swapped_players, wrong_table, wrong_digit, swapped_numbers, wrong_code)
