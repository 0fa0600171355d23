"""How things stand when a case begins: its profile, and a table built as the case describes."""

import tomllib
from dataclasses import replace
from typing import Any

from stolik.app.library import profile_from
from stolik.rummikub import RulesProfile, TableState, Tiles, new_table
from stolik.rummikub.dealing import receivers
from stolik.rummikub.notation import read_tableau, read_tiles
from stolik.rummikub.state import Phase, SeatState, Stack
from stolik.rummikub.tiles import all_of, without
from stolik.seats import Seat
from tests.golden.reader import Case


def profile_of(case: Case) -> RulesProfile:
    """The case's profile, with the switches of its `with:` lines turned."""
    raw: dict[str, Any] = {"based_on": case.one("profile")}
    for switch in case.circumstances.get("with", []):
        name, _, value = (part.strip() for part in switch.partition("="))
        section, _, field = name.partition(".")
        raw.setdefault(section, {})[field] = _toml(value)
    return profile_from(raw)


def _toml(value: str) -> Any:
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return value


def begin(case: Case, rules: RulesProfile) -> TableState:
    """An empty table, or the position in the middle of a game if racks are given."""
    return _position(case, rules) if case.numbered("rack") else new_table(rules)


def seats_named(text: str) -> set[int]:
    """`1 3` as seat numbers."""
    return {int(word) for word in text.split()}


def _position(case: Case, rules: RulesProfile) -> TableState:
    racks = {n: read_tiles(text, rules) for n, text in case.numbered("rack").items()}
    tableau = read_tableau(case.one("table"), rules)
    count = int(case.one("seats", str(max(2, *racks))))
    used = [tile for rack in racks.values() for tile in rack] + list(all_of(tableau))
    rest = without(rules.tile_set, used)
    assert not without(used, rules.tile_set), f"{case.id}: more equal tiles than the set holds"
    for number in set(range(1, count + 1)) - set(racks):
        racks[number], rest = rest[:3], rest[3:]
    middle, bank = _pool(case, rules, rest)
    turn = Seat(int(case.one("to move", "1")) - 1)
    return replace(
        new_table(rules),
        phase=Phase.PLAYING,
        game=1,
        seats=tuple(_seat(case, rules, number, racks[number]) for number in range(1, count + 1)),
        starter=Seat(int(case.one("starter", "1")) - 1),
        turn=turn,
        tableau=tableau,
        middle=middle,
        bank=bank,
    )


def _seat(case: Case, rules: RulesProfile, number: int, rack: Tiles) -> SeatState:
    drawn = case.numbered("last drawn by").get(number, "")
    warnings = case.one("warnings").split()
    return SeatState(
        rack=rack,
        ready=True,
        opened=number not in seats_named(case.one("unopened")),
        had_turn=number not in seats_named(case.one("no turn yet")),
        announced=number in seats_named(case.one("announced")),
        announced_before_game=number in seats_named(case.one("announced before the game")),
        last_drawn=read_tiles(drawn, rules),
        warnings=int(warnings[number - 1]) if warnings else 0,
    )


def _pool(case: Case, rules: RulesProfile, rest: Tiles) -> tuple[Stack, tuple[Stack, ...]]:
    """`pool:` names all that is left; `middle:` and `stack N:` the stacks; else all the rest."""
    if "pool" in case.circumstances:
        return Stack(15, _tiles(case.one("pool"), rules)), ()
    stacks = case.numbered("stack")
    if "middle" in case.circumstances or stacks:
        bank = tuple(Stack(n, read_tiles(text, rules)) for n, text in sorted(stacks.items()))
        return Stack(15, _tiles(case.one("middle", "empty"), rules)), bank
    first = read_tiles(case.one("next"), rules)
    rest = (*first, *without(rest, first))
    size = rules.tiles.stack_size
    middle, rest = rest[: size + 1], rest[size + 1 :]
    cuts = range(0, len(rest), size)
    bank = tuple(Stack(9 + i, rest[cut : cut + size]) for i, cut in enumerate(cuts))
    return Stack(15, middle), bank


def _tiles(text: str, rules: RulesProfile) -> Tiles:
    return () if text == "empty" else read_tiles(text, rules)


def order_of(case: Case, rules: RulesProfile, seats: int, starter: int) -> Tiles:
    """An order of all tiles that deals the racks of the `dealt N:` lines, then `next:`."""
    dealt = {n: read_tiles(text, rules) for n, text in case.numbered("dealt").items()}
    first = read_tiles(case.one("next"), rules)
    rest = without(rules.tile_set, [*first, *(t for rack in dealt.values() for t in rack)])
    size = rules.tiles.stack_size
    circle = [Seat((starter - 1 + i) % seats) for i in range(seats)]
    built: list[Tiles] = []
    for seat in receivers(circle, rules):
        own = dealt.get(seat + 1, ())
        filler, rest = rest[: size - len(own[:size])], rest[size - len(own[:size]) :]
        built.append((*own[:size], *filler))
        dealt[seat + 1] = own[size:]
    after = len(rest) - (size + 1 - len(first))
    return (*all_of(built), *rest[:after], *first, *rest[after:])
