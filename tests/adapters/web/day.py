"""A day of a tournament over HTTP: everybody comes in by his own link and does his own part."""

from time import monotonic, sleep
from typing import Any

from tests.adapters.web.node import Browser, Running
from tests.tournament.hall import TIES_OF_A_CUT as TIES


class Day:
    """One tournament, its organiser and its people."""

    def __init__(
        self,
        server: Running,
        shape: str,
        entrants: int,
        confirmations: int = 2,
        seed: str = "17",
        draw: str | None = None,
    ) -> None:
        self.server = server
        self.organiser = server.first_organiser()
        wanted = {"name": "Turniej", "format": shape, "seed": seed, "confirmations": confirmations}
        if draw:
            wanted["draw"] = draw
        self.here = "/api/tournaments/" + self.organiser.post("/api/tournaments", wanted)["id"]
        for n in range(1, entrants + 1):
            self.ask(do="enter", name=f"Zawodnik {n}")
        self.players: dict[int, Browser] = {}

    def again(self, server: Running) -> None:
        """The server was started again; everybody's cookies are still good."""
        for browser in (self.organiser, *self.players.values()):
            fresh = server.client()
            fresh.http.cookies = browser.http.cookies
            browser.url, browser.http = fresh.url, fresh.http
        self.server = server

    def ask(self, refused: str = "", **request: Any) -> Any:
        """A request of the organiser."""
        return self.organiser.post(self.here, request, refused)

    def round(self) -> list[list[int]]:
        """Draw and publish the next round; the seats of its tables."""
        self.settle()
        self.ask(do="draw")
        return [table["seats"] for table in self.ask(do="publish")["tables"]]

    def cut(self) -> None:
        self.settle()
        self.ask(do="cut")

    def settle(self) -> None:
        """Everybody who shares a place that decides something draws a tile, each another one."""
        while {one["code"] for one in self.ask(do="check")["missing"]} & {*TIES}:
            level: dict[int, list[int]] = {}
            for row in self.standings():
                if row.get("tied_on_line") or row.get("tied_for_seats"):
                    level.setdefault(row["place"], []).append(row["entrant"])
            for group in level.values():
                self.ask(do="lots", drawn=[{"entrant": n, "tile": n} for n in group])

    def let_in(self, *entrants: int) -> None:
        """Passes for these players, each followed on a phone of his own."""
        wanted = [{"role": "player", "entrant": n} for n in entrants]
        for told in self.organiser.post(self.here + "/passes", {"passes": wanted}):
            self.players[told["entrant"]] = self.follow(told["link"])

    def follow(self, link: str) -> Browser:
        """A phone that follows a link."""
        browser = self.server.client()
        browser.post("/api/login/link", {"token": link.partition("#")[2]})
        return browser

    def referee(self, *tables: int) -> Browser:
        """A referee of these tables, come in by PIN."""
        wanted = {"role": "referee", "tables": [str(t) for t in tables]}
        (told,) = self.organiser.post(self.here + "/passes", {"passes": [wanted]})
        browser = self.server.client()
        browser.post("/api/login/pin", {"code": told["code"]})
        return browser

    def sheet(self, number: int, table: int, game: int, seats: list[int]) -> dict[str, Any]:
        """A score sheet: one goes out, the others have different sums on their racks."""
        winner = seats[game % len(seats)]
        rows = [{"entrant": n, "rack_sum": 0 if n == winner else 5 + n} for n in seats]
        return {"do": "result", "round": number, "table": table, "game": game, "seats": rows}

    def play_in_hall(self, number: int, table: int, seats: list[int], games: int = 3) -> None:
        """One player enters each result, another confirms it."""
        one, other = self.players[seats[0]], self.players[seats[1]]
        for game in range(1, games + 1):
            one.post(self.here, self.sheet(number, table, game, seats))
            which = {"round": number, "table": table, "game": game, "by": "?"}
            other.post(self.here, {"do": "confirm", **which})

    def play_online(self, number: int, tables: list[int]) -> None:
        """Bots sit in for everybody at these tables; waits until the round has their results."""
        online = f"{self.here}/rounds/{number}/online"
        self.organiser.post(online, {"tables": tables})
        self.seat_bots(number, tables)
        self.wait_for_results(number, tables)

    def seat_bots(self, number: int, tables: list[int]) -> None:
        online = f"{self.here}/rounds/{number}/online"
        for table in self.organiser.get(online):
            for seat in range(len(table["seats"])) if table["table"] in tables else ():
                path = f"{online}/{table['table']}/bot"
                self.organiser.put(path, {"seat": seat, "bot": "greedy"})

    def wait_for_results(self, number: int, tables: list[int], within: float = 40) -> None:
        deadline = monotonic() + within
        while set(self.missing(number)) & set(tables):
            assert monotonic() < deadline, self.server.log.getvalue()[-2000:]
            sleep(0.05)

    def missing(self, number: int) -> list[int]:
        return self.organiser.get(f"{self.here}/rounds/{number}/missing")["tables"]

    def standings(self) -> list[dict[str, Any]]:
        return self.ask(do="standings")["rows"]
