"""Pictures of the clock, the referee's screens and the replay, from a round in full swing."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from stolik.adapters import store_sqlite
from tests.adapters.web.day import Day
from tests.adapters.web.node import serving_node
from tests.browser.people import People
from tests.browser.test_referee import at_an_online_table, disputes

Picture = Callable[[Page, str], None]
NewContext = Callable[[str], BrowserContext]


@contextmanager
def round_in_swing(window: Browser) -> Iterator["Scene"]:
    """Sixteen players: a dispute online, a clock that stands, one that runs, a finished table."""
    with (
        tempfile.TemporaryDirectory() as data,
        serving_node(lambda: store_sqlite.open_store(Path(data))) as server,
    ):
        day = Day(server, "zimowy", 16, confirmations=2)
        player, table = at_an_online_table(People(window, server), day)
        player.get_by_role("button", name="Dobierz").click()
        player.get_by_role("button", name="Dobierz").wait_for()
        disputes(player)
        day.organiser.post(f"{day.here}/rounds/1/clock", {"minutes": 50})
        _clock(day, 2, "start", "pause")
        _clock(day, 4, "start")
        day.play_online(1, [3])
        finished = day.organiser.get(f"{day.here}/rounds/1/online")[-1]["id"]
        yield Scene(day, table, finished)


def _clock(day: Day, table: int, *said: str) -> None:
    with day.organiser.socket(f"{day.here}/tables/{table}/clock/socket") as phone:
        for word in said:
            phone.ask(word)


class Scene:
    """The round, and a walk through its screens."""

    def __init__(self, day: Day, table: str, finished: str) -> None:
        self._day = day
        self._table = table
        self._finished = finished

    def walk(self, new_context: NewContext, picture: Picture) -> None:
        """One size and theme."""
        url = self._day.server.url
        context = new_context(url)
        cookies = self._day.organiser.http.cookies.items()
        context.add_cookies([{"name": k, "value": v, "url": url} for k, v in cookies])
        page, here = context.new_page(), f"/tournament/{self._day.here.rpartition('/')[2]}"
        page.goto(f"{here}/tables/4/clock")
        page.get_by_role("button", name="Gotowe").click()
        page.wait_for_selector(".side.active")
        picture(page, "clock")
        page.goto(f"{here}/referee")
        page.wait_for_selector("li.card")
        picture(page, "referee")
        page.goto(f"/table/{self._table}")
        page.wait_for_selector("aside .film li", state="attached")
        picture(page, "referee-table")
        self._judge(page)
        picture(page, "judge")
        page.goto(f"/table/{self._finished}/replay")
        page.wait_for_selector(".verdict")
        page.get_by_role("list", name="Zapis gry").get_by_role("button", name="Koniec gry").click()
        page.evaluate("scrollTo(0, 0)")
        picture(page, "replay")
        context.close()

    def _judge(self, page: Page) -> None:
        page.goto("/judge")
        for number in ("10", "11", "13"):
            page.get_by_role("button", name=f"{number} czarna", exact=True).click()
        page.get_by_role("button", name="joker", exact=True).click()
        page.wait_for_selector(".points")
