"""An organiser's day with every click and key counted, by the browser itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import expect

from tests.browser.organising import Organising

# What a hand does, as the page feels it; it outlives a reload of the tab.
FELT = """(() => {
  const felt = JSON.parse(sessionStorage.getItem("felt") ?? '{"clicks":0,"keys":0}');
  const count = (what) => {
    felt[what] += 1;
    sessionStorage.setItem("felt", JSON.stringify(felt));
  };
  addEventListener("click", (one) => one.isTrusted && one.detail === 1 && count("clicks"), true);
  addEventListener("keydown", (one) => one.isTrusted && count("keys"), true);
})()"""


@dataclass
class Step:
    """What one step of the day took."""

    name: str
    clicks: int
    keys: int


@dataclass
class Walk(Organising):
    """The organiser's page, with a hand that is counted."""

    steps: list[Step] = field(default_factory=list)
    chance: Random = field(default_factory=lambda: Random(18))

    @property
    def here(self) -> str:
        return self.page.url.partition("/organise")[0].partition("/tournament/")[2]

    def ask(self, **request: Any) -> Any:
        """A look at the tournament that is no part of the walk."""
        origin = "/".join(self.page.url.split("/")[:3])
        answer = self.page.request.post(
            f"/api/tournaments/{self.here}", data=request, headers={"origin": origin}
        )
        return answer.json()

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        before = self._felt()
        yield
        after = self._felt()
        done = Step(name, after["clicks"] - before["clicks"], after["keys"] - before["keys"])
        self.steps.append(done)
        print(f"{done.name}: {done.clicks} clicks, {done.keys} keys")

    def of(self, name: str) -> Step:
        return next(one for one in self.steps if one.name == name)

    def _felt(self) -> dict[str, int]:
        counted: dict[str, int] = self.page.evaluate(
            """() => JSON.parse(sessionStorage.getItem("felt") ?? '{"clicks":0,"keys":0}')"""
        )
        return counted

    def tables(self) -> list[dict[str, Any]]:
        number = self.ask(do="overview")["rounds"][-1]["round"]
        found: list[dict[str, Any]] = self.ask(do="round", round=number)["tables"]
        return found

    def type_round(self, *, stumble: bool = False) -> int:
        """The whole round by keys in the grid; on the way a reload and a wrong key, if asked."""
        self.go("Wpisywanie wyników")
        games = 0
        for at, table in enumerate(self.tables()):
            for game in table["games"]:
                if game["result"] != "missing":
                    continue
                away = game.get("absent") or ()
                seats = [i for i, one in enumerate(table["seats"]) if one["entrant"] not in away]
                where = f"#cell-{table['table']}-{game['game']}"
                expect(self.page.locator(f"{where}-{seats[0]}")).to_be_focused()
                winner = self.chance.choice(seats)
                sums = {i: self.chance.randint(1, 120) for i in seats}
                for nth, i in enumerate(seats):
                    if stumble and at == 1 and nth == 1:
                        stumble = False
                        self.page.keyboard.type("1")
                        self.page.reload()  # somebody closes the lid in the middle of a cell
                        expect(self.page.locator(f"{where}-{i}")).to_have_value("−1")
                        self.page.locator(f"{where}-{i}").focus()
                        self.page.keyboard.press("Backspace")
                    expect(self.page.locator(f"{where}-{i}")).to_be_focused()
                    self.page.keyboard.type("k" if i == winner else f"{sums[i]}\n")
                games += 1
        expect(self.page.locator(".progress")).to_contain_text(f" z {self._all()}")
        expect(self.page.locator("td.draft")).to_have_count(0)
        return games

    def _all(self) -> int:
        return sum(len(table["games"]) for table in self.tables())
