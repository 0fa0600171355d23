"""Whatever can go wrong on the day, at random and at any moment."""

from random import Random
from typing import Any

from stolik.app.library import FORMATS
from tests.tournament.hall import Hall

WHY = {"reason": "tak wyszło"}
OPEN_GAME = (None, "not_begun", "without", "void", "stands")


def accident(hall: Hall, chance: Random) -> None:  # noqa: C901 - a table
    """One thing that happens to organisers; it may well be refused."""
    state = hall.state
    somebody = chance.randint(0, len(state.entrants) + 1)
    another = chance.randint(1, len(state.entrants) or 1)
    what = chance.choice(ACCIDENTS)
    fields: dict[str, Any] = {}
    match what:
        case "enter":
            fields = {"name": f"Spóźniony {chance.randint(1, 3)}", "club": chance.choice("AB")}
            fields |= {"team": chance.choice(("", "A", "B")), "age_class": chance.choice("12")}
        case "guardian":
            fields = {"team": chance.choice("AB"), "guardian": chance.choice([None, 1, 2])}
        case "check_in":
            fields = {"entrant": somebody, "here": chance.random() < 0.8}
        case "amend":
            words = {"club": chance.choice("AB"), "age_class": chance.choice("12")}
            named = chance.choice(({}, {"name": "Inaczej"}, {"team": chance.choice("AB")}))
            fields = {"entrant": somebody, **words, **named, **WHY}
        case "substitute":
            fields = {"entrant": somebody, "name": "Zmiennik", **WHY}
        case "report":
            decision = chance.choice(["rejected", "warning", "disqualification"])
            fields = {"by": another, "entrant": somebody, "decision": decision, **WHY}
            fields["leaving"] = chance.choice(OPEN_GAME)
        case "penalty":
            points = chance.choice([None, None, -1, -3])
            fields = {"entrant": somebody, "big_points": points, **WHY}
            fields["leaving"] = chance.choice(OPEN_GAME)
        case "cancel_penalty":
            fields = {"penalty": chance.randint(0, len(state.penalties) + 1), **WHY}
        case "fix_table":
            fields = {"entrant": somebody, "table": chance.choice([None, 1, 2])}
        case "keep_apart":
            fields = {"entrants": [somebody, another]}
        case "test":
            fields = {"entrant": somebody, "points": chance.randint(0, 5), **WHY}
        case "draw" | "unpublish":
            fields = WHY
        case "swap":
            fields = {"one": somebody, "other": another, **WHY}
        case "lock":
            fields = {"table": chance.randint(0, 5), "locked": chance.random() < 0.5}
        case "correct" | "unplayed" | "confirm" | "result":
            fields = a_game(hall, chance, what)
        case "withdraw" | "no_show":
            fields = {"entrant": somebody, "game": chance.choice(OPEN_GAME), **WHY}
        case "disqualify":
            fields = {"entrant": somebody, "leaving": chance.choice(OPEN_GAME), **WHY}
        case _:
            fields = {"entrant": somebody, **WHY}
    if what in LEAVES and chance.random() < 0.5:
        fields = {**fields, "left_in": chance.randint(1, 3)}
    hall.ask(what, **fields)


def a_game(hall: Hall, chance: Random, what: str) -> dict[str, Any]:
    """Some game, mostly one that exists."""
    rounds = hall.state.rounds
    if not rounds:
        return {"round": 1, "table": 1, "game": 1, **_more(what, [], hall, chance)}
    r = chance.choice(rounds)
    table = chance.choice(r.tables)
    game = chance.randint(1, r.games + (chance.random() < 0.1))
    seats = hall.playing_at(table) or list(table.seats)
    where = {"round": r.number, "table": table.number, "game": game}
    return {**where, **_more(what, seats, hall, chance)}


def _more(what: str, entrants: list[int], hall: Hall, chance: Random) -> dict[str, Any]:
    match what:
        case "correct":
            return {"seats": hall.seats(entrants, chance) if entrants else [], **WHY}
        case "result":
            return {"seats": hall.seats(entrants, chance) if entrants else []}
        case "confirm":
            return {"by": "referee"}
        case _:
            return WHY


LEAVES = ("withdraw", "disqualify", "penalty", "report")
ACCIDENTS = (
    *(
        "enter",
        "amend",
        "remove",
        "check_in",
        "withdraw",
        "no_show",
        "return",
        "substitute",
        "disqualify",
        "resign",
        "resign_back",
    ),
    *("penalty", "cancel_penalty", "report", "test", "fix_table", "keep_apart", "guardian"),
    *("draw", "swap", "lock", "unpublish", "correct", "unplayed", "confirm", "result"),
)


def simulated(number: int) -> tuple[Hall, str]:
    """Tournament `number`: its hall, and `nothing` or the code that ended it."""
    chance = Random(f"tournament {number}")
    shape = FORMATS[number % len(FORMATS)]
    hall = Hall(lang=chance.choice(("pl", "en")))
    kind, size = chance.choice((None, None, "lot", "planned")), chance.choice((2, 5))
    needed, teams = chance.choice((0, 0, 0, 1)), {"team_size": size} if shape == "wojtek" else {}
    hall.do("create", format=shape, seed=number, confirmations=needed, draw=kind, **teams)
    for n in range(1, chance.choice((chance.randint(6, 40), chance.randint(6, 200))) + 1):
        team = f"T{n // size}" if shape == "wojtek" else ""
        hall.do("enter", name=f"Zawodnik {n}", team=team, club=f"K{n % 7}")
    # Planning again takes up to a second: less trouble where a format plans.
    trouble = chance.choice(
        (0.0, 0.2, 0.4) if shape in ("grandprix", "wojtek") else (0.0, 0.4, 0.8)
    )
    return hall, _held(hall, chance, trouble)


def _held(hall: Hall, chance: Random, trouble: float) -> str:
    stuck, last = 0, ""
    for _ in range(200):
        while chance.random() < trouble:
            accident(hall, chance)
        done = hall.step(chance)
        if done == "nothing":
            return done
        _confirm_all(hall)
        stuck = stuck + 1 if done == last else 0
        last = done
        if stuck == 3:
            trouble = 0.0  # one more try in peace
        if stuck > 6:
            return done
    raise AssertionError("no end")


def _confirm_all(hall: Hall) -> None:
    needed = hall.state.confirmations
    for r in hall.state.rounds:
        for (table, game), result in r.results.items():
            if needed > len(result.confirmed_by) and "referee" not in result.confirmed_by:
                hall.do("confirm", round=r.number, table=table, game=game, by="referee")
