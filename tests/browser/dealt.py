"""An online table whose racks the test chooses: dealt by hand before anybody has come."""

from collections.abc import Mapping

from playwright.sync_api import Page, expect

from stolik.rummikub.commands import OpenTable
from stolik.rummikub.dealing import receivers
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tiles, without
from stolik.seats import Seat
from tests.adapters.web.day import Day
from tests.browser.people import LAPTOP, People


def order_with(racks: Mapping[int, str], seats: int, rules: RulesProfile) -> Tiles:
    """An order of the whole set that gives each seat the tiles named, and any others beside."""
    size = rules.tiles.stack_size
    wanted = {seat: tuple(racks.get(seat, "").split()) for seat in range(seats)}
    rest = list(without(rules.tile_set, tuple(t for tiles in wanted.values() for t in tiles)))
    # What is not named is dealt in steps, so that nobody gets melds for nothing.
    rest = [rest[i * 37 % len(rest)] for i in range(len(rest))]
    full = {
        seat: [*tiles, *(rest.pop() for _ in range(2 * size - len(tiles)))]
        for seat, tiles in wanted.items()
    }
    given = receivers([Seat(n) for n in range(seats)], rules)
    dealt = [full[seat].pop() for seat in given for _ in range(size)]
    return (*dealt, *rest)


def dealt_table(people: People, day: Day, racks: Mapping[int, str], **more: object) -> str:
    """Table 1 of a new round, online, with these tiles on its racks."""
    day.round()
    (table,) = day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [1], **more})
    host = people.server.run(people.server.node.live.rooms.host(table["id"]))
    order = order_with(racks, len(table["seats"]), host.room.table.rules)
    opening = OpenTable(len(table["seats"]), Seat(0), order)
    people.server.run(host.room.do(opening, by="test"))
    return table["id"]


def player_at(people: People, day: Day, table: str, entrant: int) -> Page:
    """A player's browser at the table, ready to play."""
    wanted = {"passes": [{"role": "player", "entrant": entrant}]}
    (told,) = day.organiser.post(f"{day.here}/passes", wanted)
    page = people.follow(told["link"], LAPTOP)
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Gotowy", exact=True).click()
    return page


def says(page: Page, *commands: str) -> None:
    """Moves in words, once it is this player's turn."""
    expect(page.locator(".stage.mine")).to_be_visible()
    for command in commands:
        page.get_by_label("Polecenie").fill(command)
        page.get_by_label("Polecenie").press("Enter")


def rests(page: Page) -> None:
    """Until nothing on the page moves: how long that takes is the machine's own affair."""
    page.evaluate(
        """async () => {
            const moves = ({ playState, effect }) =>
                playState === "running" && !effect.target?.closest(".clock");
            for (let i = 0; i < 30; i++) {
                await new Promise((go) => setTimeout(() => requestAnimationFrame(go), 80));
                if (!document.getAnimations().some(moves)) return;
            }
        }"""
    )


def passes(page: Page) -> None:
    """A turn that is only a draw."""
    page.get_by_role("button", name="Dobierz").click()


def time_runs_out(people: People, table: str, seconds: int) -> None:
    """So many seconds pass for the whole server, as if another node had told the time."""
    rooms = people.server.node.live.rooms
    host = people.server.run(rooms.host(table))

    async def pass_by() -> None:
        rooms.house.clock.beaten(rooms.house.clock.now() + 1000 * seconds)
        host._ring()  # its alarm was set by the time that was expected then

    people.server.run(pass_by())
