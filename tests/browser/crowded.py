"""A table late in a long game: 65 tiles on the felt and 31 on the rack of seat 0, who is to move.

Played by the rules, command by command: seat 0 only draws, the others lay what they are dealt.
"""

from collections.abc import Iterator

from stolik.rummikub import commands as c
from stolik.rummikub.state import TableState
from stolik.rummikub.tiles import Tile, Tiles, without
from stolik.seats import Seat
from tests.adapters.web.day import Day
from tests.browser.dealt import order_with
from tests.browser.people import People

ROUNDS = 17
_DEALT = 56
_MIDDLE = 8
_PARTS = ((10, 11, 12, 13), (7, 8, 9), (4, 5, 6), (1, 2, 3))
_KEEPERS = {1: "r13", 2: "r12", 3: "r11"}
_FIRST = {1: "k", 2: "b", 3: "o"}
_LATER = {
    1: ("r10 r11 r12 r13", "r7 r8 r9"),
    2: ("r4 r5 r6", "r1 r2 r3", "k1 k2 k3"),
    3: ("k10 k11 k12 k13", "k7 k8 k9", "k4 k5 k6"),
}


def crowded_table(people: People, day: Day) -> str:
    """Table 1 of a new round, online, played so far."""
    day.round()
    (table,) = day.organiser.post(f"{day.here}/rounds/1/online", {"tables": [1]})
    host = people.server.run(people.server.node.live.rooms.host(table["id"]))
    room = host.room
    racks = {seat: " ".join([*_own(seat), _KEEPERS[seat]]) for seat in (1, 2, 3)}
    racks[0] = " ".join(["o1", *(f"b{n}" for n in range(1, 14))])
    order = _with_draws(order_with(racks, 4, room.table.rules))

    async def play() -> None:
        await room.do(c.OpenTable(4, Seat(0), order), by="test")
        for seat in range(4):
            await room.do(c.DeclareReady(Seat(seat)), by="test")
        acts = {seat: _acts(seat) for seat in (1, 2, 3)}
        for _ in range(ROUNDS):
            for seat in range(4):
                meld = next(acts[seat], None) if seat else None
                if meld:
                    tableau = (*room.table.state.tableau, tuple(Tile(t) for t in meld.split()))
                    await room.do(c.LayTiles(Seat(seat), tableau), by="test")
                else:
                    await room.do(_draw(room.table.state), by="test")
                    await room.do(c.EndTurn(Seat(seat)), by="test")

    people.server.run(play())
    state = room.table.state
    assert sum(map(len, state.tableau)) == 65
    assert len(state.seats[0].rack) == 31
    return table["id"]


def _own(seat: int) -> list[str]:
    return [f"{_FIRST[seat]}{n}" for part in _PARTS for n in part]


def _acts(seat: int) -> Iterator[str]:
    """What a seat lays turn by turn; an empty word is a draw."""
    for part in _PARTS:
        yield " ".join(f"{_FIRST[seat]}{n}" for n in part)
    for meld in _LATER[seat]:
        yield from [""] * len(meld.split())
        yield meld


def _drawn() -> Iterator[str]:
    """The tiles the bank has to give, in the order of the turns; an empty word is any other."""
    wanted = {seat: iter([t for meld in _LATER[seat] for t in meld.split()]) for seat in (1, 2, 3)}
    acts = {seat: _acts(seat) for seat in (1, 2, 3)}
    for _ in range(ROUNDS):
        yield ""
        for seat in (1, 2, 3):
            if not next(acts[seat], None):
                yield next(wanted[seat], "")


def _with_draws(order: Tiles) -> Tiles:
    """The same deal with a bank that gives the tiles wanted: the last stack lies in the middle."""
    wanted = list(_drawn())
    bank = order[_DEALT:]
    rest = list(without(bank, tuple(Tile(tile) for tile in wanted if tile)))
    first = [Tile(tile) if tile else rest.pop() for tile in wanted]
    whole = (*first, *rest)
    return (*order[:_DEALT], *whole[_MIDDLE:], *whole[:_MIDDLE])


def _draw(state: TableState) -> c.DrawTile:
    stack = None if state.middle.tiles else min(s.number for s in state.bank)
    return c.DrawTile(state.turn, stack)
