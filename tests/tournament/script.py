"""Golden tournaments: a day as an organiser would tell it, with the answers below each line.

    > create zimowy
    > enter 10
    > draw
      round 1: 4 7 1 9 | 3 2 8 | 5 10 6
    > 1.1: 0 12 30 45 / 22 0 13 4            round.table: a game's racks in seat order / the next
    > withdraw 3 because ill
    > standings
      1. 7   2  +154

A line with `!` is a refusal. `python -m tests.tournament.script FILE` writes the answers into FILE.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.tournament.hall import Hall

GOLDEN = Path(__file__).parent / "golden"
WORDS = ("age_class", "club", "team")  # stay words even if they look like numbers


def played(text: str) -> str:
    """The script with what the tournament really answers."""
    hall, lines = Hall(), []
    for line in text.splitlines():
        if line.startswith("  "):
            continue
        lines.append(line)
        if line.startswith("> "):
            lines += [f"  {answer}" for answer in answers(hall, line[2:])]
    return "\n".join(lines) + "\n"


def answers(hall: Hall, line: str) -> Iterator[str]:
    """What one line of the script leads to."""
    line, _, reason = line.partition(" because ")
    why = {"reason": reason} if reason else {}
    if match := re.fullmatch(r"(\d+)\.(\d+): (.*)", line):
        where, games = {"round": int(match[1]), "table": int(match[2])}, match[3].split(" / ")
        for number, game in enumerate(games, start=1):
            yield from refusal(hall.ask("result", **where, game=number, **sheet(hall, where, game)))
        return
    if match := re.fullmatch(r"(correct|result|unplayed) (\d+)\.(\d+)\.(\d+)(?:: (.*))?", line):
        do, where = match[1], {"round": int(match[2]), "table": int(match[3])}
        seats = sheet(hall, where, match[5]) if match[5] else {}
        answer = hall.ask(do, **where, game=int(match[4]), **seats, **why)
        yield from refusal(answer)
        yield from changes(answer.get("changes"))
        return
    do, *words = line.split(" ")
    if do == "enter" and words[0] == "team":
        for _ in range(int(words[2])):
            name = f"Zawodnik {len(hall.state.entrants) + 1}"
            answer = hall.ask("enter", name=name, team=words[1], **pairs(words[3:]))
            yield from refusal(answer) if "error" in answer else entered_shown(answer)
        return
    if do == "enter" and words[0].isdecimal():
        for _ in range(int(words[0])):
            hall.do("enter", name=f"Zawodnik {len(hall.session.desk.people) + 1}")
        return
    answer = hall.ask(do, **fields(do, words), **why)
    yield from refusal(answer)
    if "error" not in answer:
        yield from SHOWN.get(do, lambda _: iter(()))(answer)


def sheet(hall: Hall, where: dict[str, int], game: str) -> dict[str, Any]:
    """`0 12 f100 x`: racks in seat order (f100: −100, x: did not play); places without racks."""
    table = hall.state.rounds[where["round"] - 1].tables[where["table"] - 1]
    words = game.split()
    present = hall.playing_at(table) if len(words) < len(table.seats) else list(table.seats)
    seats: list[dict[str, Any]] = []
    for n, word in zip(present, words, strict=True):
        if word == "x":
            seats.append({"entrant": n, "absent": True})
        elif word == "alone":
            seats.append({"entrant": n})
        elif hall.session.book.counting.rules is None:
            seats.append({"entrant": n, "place": int(word)})
        elif word.startswith("f"):
            seats.append({"entrant": n, "opened": False, "flat": -int(word[1:])})
        else:
            seats.append({"entrant": n, "rack_sum": int(word)})
    return {"seats": seats}


def fields(do: str, words: list[str]) -> dict[str, Any]:  # noqa: C901 - a table
    match do, words:
        case "create", [name, *more]:
            own = name.endswith(".toml")
            return {"format": str(GOLDEN / name) if own else name, "seed": "17", **pairs(more)}
        case "guardian", [team, *more]:
            return {"team": team.replace("_", " "), **pairs(more)}
        case "enter", [name, *more]:
            return {"name": name.replace("_", " "), **pairs(more)}
        case (("slip" | "slip_back"), [number, slip]):
            return {"entrant": int(number), "slip": slip}
        case "draw", ["by_slips"]:
            return {"slips": True}
        case "draw", ["by_hand", *seats]:
            tables = " ".join(seats).split(" | ")
            return {"tables": [[int(n) for n in table.split()] for table in tables]}
        case "lots", drawn:
            return {"drawn": [{"entrant": a, "tile": b} for a, b in numbers(drawn)]}
        case "extra_game", drawn:
            return {"places": [{"entrant": a, "place": b} for a, b in numbers(drawn)]}
        case "substitute", [number, name]:
            return {"entrant": int(number), "name": name.replace("_", " ")}
        case "keep_apart", group:
            return {"entrants": [int(n) for n in group]}
        case "cancel_penalty", [number]:
            return {"penalty": int(number)}
        case "standings", more:
            return {"everybody": True, **pairs(more)}
        case (("cut" | "check" | "draw" | "plan" | "create"), more):
            return pairs(more)
        case "swap", [one, other]:
            return {"one": int(one), "other": int(other)}
        case _, [number, *more] if number.isdecimal():
            return {"entrant": int(number), **pairs(more)}
        case _, more:
            return pairs(more)


def pairs(words: list[str]) -> dict[str, Any]:
    found = (word.partition("=")[::2] for word in words)
    return {
        name: int(value)
        if value.lstrip("-").isdecimal() and name not in WORDS
        else value.replace("_", " ")
        for name, value in found
    }


def numbers(words: list[str]) -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in (word.split("=") for word in words)]


def refusal(answer: dict[str, Any]) -> Iterator[str]:
    if "error" in answer:
        yield f"! {answer['error']['code']}: {answer['error']['message']}"


def round_shown(answer: dict[str, Any]) -> Iterator[str]:
    tables = " | ".join(" ".join(str(n) for n in t["seats"]) for t in answer["tables"])
    yield f"round {answer['round']}: {tables}"
    price = answer.get("price", {})
    if price.get("met_again"):
        met = " ".join(f"{a}–{b}" for a, b in price["met_again_pairs"])
        yield f"met before: {met}"
    for offer in price.get("offers", ()):
        yield f"tables of {offer['table_size']}: {offer['repeats']} repeats"


def rows_shown(answer: dict[str, Any]) -> Iterator[str]:
    for row in answer["rows"]:
        line = " on the line" if row.get("tied_on_line") else ""
        points = f"{row['big_points']:>5} {row['small_points']:>6}"
        who = f"{row['place'] or '–':>2}. {row['entrant']:<3}"
        yield f"{who} {points}  {row['games']} games{line}  {row['reason']}"
        if "remark" in row:
            yield f"       {row['remark']}"


def changes(found: dict[str, Any] | None) -> Iterator[str]:
    if found is not None:
        moved = " ".join(f"{m['entrant']}: {m['from']}→{m['to']}" for m in found["places"])
        yield f"places: {moved or 'as before'}"
        if found["cuts"]:
            yield f"cut to look at again: {', '.join(found['cuts'])}"
        if found["rounds"]:
            yield f"rounds seated by the old order: {found['rounds']}"


def check_shown(answer: dict[str, Any]) -> Iterator[str]:
    yield f"next: {answer['message']}"
    yield from (f"missing: {item['message']}" for item in answer["missing"])
    yield from (f"remark: {item['message']}" for item in answer["remarks"])


def cut_shown(answer: dict[str, Any]) -> Iterator[str]:
    yield f"advance: {' '.join(str(n) for n in answer['events'][0]['advanced'])}"


def finish_shown(answer: dict[str, Any]) -> Iterator[str]:
    yield from (f"{t['text']}: {t['name']}" for t in answer["titles"])
    if answer["qualified"]:
        yield f"qualified: {' '.join(str(n) for n in answer['qualified'])}"


def passed_shown(answer: dict[str, Any]) -> Iterator[str]:
    for event in answer["events"]:
        if event["event"] == "PlacePassedDown":
            yield f"the place of {event['resigned']} goes to {event['successor']}"
        if event["event"] == "ResignationTakenBack":
            leaves = "nobody" if event["leaves"] is None else event["leaves"]
            field = " ".join(map(str, event["advanced"])) or "not announced"
            yield f"{event['entrant']} has the place again, {leaves} gives one back: {field}"
        if event["event"] == "ResultRecorded":
            yield f"game {event['game']} of table {event['table']} counts for nobody"
        if event["event"] == "StatusChanged":
            yield f"{event['entrant']} is now {event['status']}"
        if event["event"] == "PenaltyGiven":
            p = event["penalty"]
            game = f" of game {p['game']}" if p["game"] else ""
            yield f"{p['entrant']}: {p['step']} {p['big_points']}/{p['small_points']}{game}"


def entered_shown(answer: dict[str, Any]) -> Iterator[str]:
    waiting = ", waiting list" if "waiting" in answer else ""
    same = f", same name as {answer['same_name']}" if "same_name" in answer else ""
    yield f"number {answer['entrant']}{waiting}{same}"


def slips_shown(answer: dict[str, Any]) -> Iterator[str]:
    entered = " ".join(f"{one['entrant']}:{one['slip']}" for one in answer["entered"])
    missing = " ".join(map(str, answer["missing"])) or "nobody"
    yield f"round {answer['round']}: {entered or 'nothing'}; missing: {missing}"
    for fault in answer["faults"]:
        yield f"wrong: {fault['message']}"


SHOWN = {
    "slips": slips_shown,
    "draw": round_shown,
    "swap": round_shown,
    "publish": round_shown,
    "standings": rows_shown,
    "check": check_shown,
    "cut": cut_shown,
    "finish": finish_shown,
    "enter": entered_shown,
    **dict.fromkeys(
        ("withdraw", "no_show", "return", "disqualify", "resign", "penalty", "report"), passed_shown
    ),
    "resign_back": passed_shown,
    "cancel_penalty": passed_shown,
    "teams": lambda a: (
        f"{r['place']}. {r['team']} {r['big_points']}  {r['reason']}" for r in a["rows"]
    ),
    "guardian": lambda a: (f"guardian {a['guardian']} leads {', '.join(a['teams'])}",),
    "people": lambda a: (
        f"guardian {g['guardian']}: {g['name']} ({', '.join(g['teams'])})" for g in a["guardians"]
    ),
    "outlook": lambda a: (f"{r['entrant']}: {r['text']}" for r in a["entrants"]),
    "plan": lambda a: (
        f"{s['from']}–{s['to']} {s['title']}{' (games do not fit)' * s['games_do_not_fit']}"
        for s in a["slots"]
    ),
}

if __name__ == "__main__":
    for name in sys.argv[1:]:
        file = Path(name)
        file.write_text(played(file.read_text("utf-8")), "utf-8")
