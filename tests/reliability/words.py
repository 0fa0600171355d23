"""A tournament in which somebody has written something into every field where people write."""

from pathlib import Path
from time import time
from typing import Any

from stolik.adapters import store_sqlite
from stolik.adapters.store_sqlite.copies import Copies
from stolik.adapters.store_sqlite.mirror import MirrorPlan
from stolik.tournament.state import TournamentState
from tests.adapters.web.day import Day
from tests.adapters.web.node import Browser, Running, Talk
from tests.adapters.web.test_seated import hello

_LATER = 10**6  # whatever has happened at the table
HE = "Zawodnik Sadzony"  # whom the words are about


class Planted:
    """Plants words about one entrant, and about nobody in particular."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.about_him: list[str] = [HE]
        self.others: list[str] = []
        self.day = Day(server, "zimowy", 6, confirmations=0)
        self.number, self.imported = self._enter(), self._import()
        self._passes()
        self.seats = self._first_round()
        self._in_the_hall()
        self._online()
        self._afterwards()

    def word(self, what: str) -> str:
        """Something unique, about him."""
        self.about_him.append(f"sadzonka-{len(self.about_him):02}-{what}")
        return self.about_him[-1]

    def other(self, what: str) -> str:
        """Something unique that names nobody."""
        self.others.append(f"chwast-{len(self.others):02}-{what}")
        return self.others[-1]

    def _enter(self) -> int:
        """By the form that anybody fills in."""
        day = self.day
        day.organiser.put(day.here, {"registration": True})
        written = {part: self.word(part) for part in ("club", "team", "age_class")}
        self.server.client().post(f"{day.here}/registrations", {"name": HE, **written})
        (form,) = day.organiser.get(f"{day.here}/registrations")
        told = day.organiser.post(f"{day.here}/registrations/{form['id']}/accept")
        return int(told["entrant"])

    def _passes(self) -> None:
        day = self.day
        wanted = [
            {"role": "player", "entrant": self.number, "label": self.word("label")},
            {"role": "spectator", "label": f"matka: {HE}, {self.word('label')}"},
        ]
        day.organiser.post(f"{day.here}/passes", {"passes": wanted})
        day.organiser.put(
            f"{day.here}/entrants/{self.number}/time", {"percent": 150, "reason": "wzrok"}
        )

    def _first_round(self) -> list[list[int]]:
        day, n = self.day, self.number
        day.ask(do="withdraw", entrant=n, reason=self.word("withdraw"), game="without")
        day.ask(do="return", entrant=n, reason=self.word("return"))
        day.ask(do="draw")
        tables = day.ask(do="draw", reason=self.other("redraw"))["tables"]
        one = next(t["seats"] for t in tables if n in t["seats"])
        other = next(t["seats"] for t in tables if n not in t["seats"])
        day.ask(do="swap", one=n, other=other[0], reason=self.word("swap"))
        day.ask(do="publish")
        day.ask(do="unpublish", reason=self.other("unpublish"))
        assert one
        return [t["seats"] for t in day.ask(do="publish")["tables"]]

    def _in_the_hall(self) -> None:
        day = self.day
        table, seat = self.place()
        here = f"{day.here}/rounds/1"
        day.organiser.post(f"{here}/clock", {"minutes": 50})
        for path, more in (("clock/extend", {"minutes": 5}), ("moves/extend", {"seconds": 5})):
            day.organiser.post(f"{here}/{path}", {**more, "reason": self.other(path[:5])})
        day.organiser.post(f"{here}/pause", {"reason": f"{HE}: {self.word('pause')}"})
        day.organiser.post(f"{here}/resume")
        with day.organiser.socket(f"{day.here}/tables/{table}/clock/socket") as phone:
            told = [
                phone.ask("start"),
                phone.ask("pause", reason=self.word("clock")),
                phone.ask("resume"),
                phone.ask("correct", seat=seat, reason=self.word("correct")),
                phone.ask("add_time", seconds=5, reason=self.word("add_time")),
            ]
            assert {each["t"] for each in told} == {"ack"}, told

    def _online(self) -> None:
        """At an online table of the second round: a referee writes reasons."""
        day, n = self.day, self.number
        for table, seats in enumerate(self.seats, start=1):
            for game in range(1, 1 + self.games()):
                day.ask(**day.sheet(1, table, game, seats))
        self.seats = day.round()
        table, seat = self.place()
        (told,) = day.organiser.post(f"{day.here}/rounds/2/online", {"tables": [table]})
        holder = self.seats[table - 1][seat]
        wanted = {"role": "player", "entrant": holder, "label": self.word("seat")}
        day.organiser.post(f"{day.here}/passes", {"passes": [wanted]})
        self.table = told["id"]
        with hello(day.organiser, f"/api/tables/{told['id']}") as referee:
            referee.wait(lambda m: m["t"] == "welcome")
            self._referee(referee, seat)
        assert n

    def _referee(self, referee: Talk, seat: int) -> None:
        referee.ask("begin", after=_LATER)
        referee.wait(lambda m: m["t"] == "events" and "TilesDealt" in str(m))
        for kind, more in (
            ("pause", {}),
            ("inspect", {"seat": seat}),
            ("ruling", {}),
            ("warn", {"seat": seat}),
            ("go_on", None),
            ("disqualify", {"seat": seat}),
        ):
            said = {} if more is None else {**more, "reason": self.word(kind)}
            told = referee.ask(kind, after=_LATER, **said)
            assert told["t"] == "ack", (kind, told)

    def _afterwards(self) -> None:
        day, n = self.day, self.number
        day.ask(do="penalty", entrant=n, reason=self.word("penalty"), big_points=-3)
        last = len(day.ask(do="penalties")["penalties"])
        day.ask(do="cancel_penalty", penalty=last, reason=self.word("cancelled"))
        (table,) = [t for t, seats in enumerate(self.first(), start=1) if n in seats]
        sheet = day.sheet(1, table, 1, self.first()[table - 1])
        day.ask(**{**sheet, "do": "correct", "reason": self.word("corrected")})

    def first(self) -> list[list[int]]:
        """The seats of the first round."""
        told = self.day.ask(do="round", round=1)["tables"]
        return [[seat["entrant"] for seat in table["seats"]] for table in told]

    def games(self) -> int:
        return int(self.day.ask(do="round", round=1)["games"])

    def place(self) -> tuple[int, int]:
        """His table and his seat in the round that was published last."""
        for table, seats in enumerate(self.seats, start=1):
            if self.number in seats:
                return table, seats.index(self.number)
        raise AssertionError

    def _import(self) -> int:
        """Another one of the same team, from a list; the words are about him too."""
        name = self.word("name")
        team = next(word for word in self.about_him if word.endswith("-team"))
        rows = f"name;club;team;age class\n{name};{self.word('club')};{team};{self.word('class')}\n"
        path = f"{self.day.here}/sheets/entrants?apply=true&sure=true"
        told = self.day.organiser.http.post(path, content=rows.encode())
        assert told.status_code == 200, told.text
        return int(told.json()["entrants"][0]["entrant"])


def opened(tmp_path: Path) -> Any:
    """A store with a mirror on a stick."""
    (tmp_path / "stick").mkdir(exist_ok=True)
    plan = MirrorPlan(tmp_path / "stick", patience_s=60, start_s=60)
    return lambda: store_sqlite.open_store(tmp_path / "data", mirror=plan)


def copied(server: Running, tmp_path: Path, *, anew: bool) -> None:
    """What the server does each minute, and at once after somebody was forgotten."""
    store = server.store
    assert isinstance(store, store_sqlite.SqliteStore)
    places = [tmp_path / "copies"]
    copies = Copies(store, places, wall_clock=time, on_fault=lambda *_: None)
    server.run(copies.renew() if anew else copies.minute())


def left_of(words: list[str], tmp_path: Path) -> list[str]:
    """Words of which a byte is left in any file: database, log, copies, mirror."""
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    kept = b"".join(path.read_bytes() for path in files)
    return [word for word in words if word.encode() in kept]


def shown_to(browser: Browser, here: str) -> dict[str, Any]:
    """How a tournament stands, without what people are called."""
    rows = browser.post(here, {"do": "standings"})["rows"]
    teams = browser.post(here, {"do": "teams"})["rows"]
    return {
        "rows": [{k: v for k, v in row.items() if k != "name"} for row in rows],
        "teams": [{k: v for k, v in row.items() if k != "team"} for row in teams],
    }


def shape_of(state: TournamentState) -> dict[str, Any]:
    """What follows from words, whatever they say: who belongs together, what is cancelled."""
    entrants = sorted(state.entrants.items())
    groups = [[one.club, one.team, one.age_class] for _, one in entrants]
    said = [word for one in groups for word in one]
    return {
        "groups": [[said.index(word) for word in one] for one in groups],
        "cancelled": [bool(penalty.cancelled) for penalty in state.penalties],
    }
