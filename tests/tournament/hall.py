"""A tournament held by the requests of an organiser, in process."""

import json
from pathlib import Path
from random import Random
from typing import Any

from stolik.app.reading.strict_json import parse
from stolik.app.telling import refusal_told
from stolik.app.tournaments.answering import answer
from stolik.app.tournaments.logbook import Logbook
from stolik.refusal import Refused

# What asks for tiles: on the line, for seats, for a title.
TIES_OF_A_CUT = ("cut.tie", "cut.seats_tied")
TIES = (*TIES_OF_A_CUT, "finish.tie")


class Session:
    """One tournament and whoever asks about it."""

    def __init__(self, book: Logbook, lang: str) -> None:
        self.book = book
        self.lang = lang

    @property
    def desk(self):
        return self.book.desk

    def answer(self, value: object) -> dict[str, Any]:
        return answer(self.book, value, self.lang)


class Hall:
    """Requests in, answers out; a refusal is an answer with `error`, a bug passes through."""

    def __init__(self, log: Path | None = None, lang: str = "en") -> None:
        self.session = Session(Logbook(log), lang)
        self.refused: list[str] = []

    @property
    def state(self):
        return self.session.desk.state

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        value = parse(json.dumps({"do": do, **fields}).encode())
        try:
            answer = self.session.answer(value)
        except Refused as refused:
            answer = {"error": refusal_told(refused, self.session.lang)}
        json.dumps(answer)
        if "error" in answer:
            self.refused.append(answer["error"]["code"])
            assert "?" not in answer["error"]["message"].replace("2?", ""), answer
        return answer

    def do(self, do: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask(do, **fields)
        assert "error" not in answer, (do, fields, answer)
        return answer

    def code(self, do: str, **fields: Any) -> str | None:
        error = self.ask(do, **fields).get("error")
        return error and error["code"]

    def create(self, shape: str, entrants: int = 0, **fields: Any) -> "Hall":
        self.do("create", format=shape, seed="17", **fields)
        for number in range(1, entrants + 1):
            self.do("enter", name=f"Zawodnik {number}")
        return self

    def seats(self, entrants: list[int], chance: Random) -> list[dict[str, Any]]:
        """A result that can be: somebody wins, the others keep tiles or places."""
        if self.session.book.counting.rules is None:
            out = {p.entrant for p in self.state.penalties if p.excludes == "game"}
            order = sorted(entrants, key=lambda n: (n in out, chance.random()))
            places = [order.index(n) + 1 for n in entrants]
            return [{"entrant": n, "place": p} for n, p in zip(entrants, places, strict=True)]
        winner = chance.choice(entrants)
        return [
            {"entrant": n, "rack_sum": 0 if n == winner else chance.randint(1, 60)}
            for n in entrants
        ]

    def playing_at(self, table: Any) -> list[int]:
        return [n for n in table.seats if self.state.entrants[n].plays]

    def play_round(self, chance: Random) -> None:
        """Every missing game of the round published last."""
        r = self.state.rounds[-1]
        for table in r.tables:
            here = self.playing_at(table)
            for game in range(1, r.games + 1):
                if (table.number, game) not in self.state.rounds[-1].results and len(here) > 1:
                    self.do(
                        "result",
                        round=r.number,
                        table=table.number,
                        game=game,
                        seats=self.seats(here, chance),
                    )

    def settle_tie(self, code: str, chance: Random) -> None:
        """Lots for every group of tied entrants."""
        rows = self.do("standings", stage=self.state.stage + 1)["rows"]
        groups: dict[int, list[int]] = {}
        for row in rows:
            if self.state.entrants[row["entrant"]].plays:
                groups.setdefault(row["place"], []).append(row["entrant"])
        assert any(len(group) > 1 for group in groups.values()), (code, rows)
        for group in groups.values():
            if len(group) > 1:
                tiles = chance.sample(range(1, 500), len(group))
                drawn = [{"entrant": n, "tile": t} for n, t in zip(group, tiles, strict=True)]
                self.do("lots", drawn=drawn)

    def name_guardians(self) -> None:
        """An adult for every team that has none."""
        for team in sorted({one.team for one in self.state.entrants.values() if one.plays}):
            if team and team not in self.state.guardians:
                self.do("guardian", team=team, name=f"Opiekun {team}")

    def step(self, chance: Random) -> str:
        """Do what is due; the name of the step, or the code it is refused with."""
        check = self.do("check")
        due = check["next"]
        missing = [item["code"] for item in check["missing"]]
        match due:
            case "draw" | "publish" | "cut" | "finish":
                code = self.code(due)
                if code in TIES:
                    assert code in missing
                    self.settle_tie(code, chance)
                    return "tie"
                if code in ("cut.size_open", "cut.too_few_left"):
                    most = sum(e.plays for e in self.state.entrants.values())
                    playing = min(8, len(self.state.playing), most)
                    code = self.code("cut", size=playing)
                    if code in TIES:
                        self.settle_tie(code, chance)
                        return "tie"
                if code == "guardian.missing":
                    self.name_guardians()
                    return "guardians"
                if code in ("draw.not_seated", "draw.stranger"):
                    code = self.code("draw", reason="ktoś przyszedł albo odszedł")
                return code or due
            case "play":
                self.play_round(chance)
        return due

    def to_the_end(self, seed: object = 1, most: int = 60) -> "Hall":
        chance = Random(str(seed))
        for _ in range(most):
            if self.step(chance) == "nothing":
                return self
        raise AssertionError("no end")
