"""Every way we could think of to cheat with a transcript, each as a function.

A way gets a copy of what was shown and changes it; it answers None where it does not apply. What
it returns is false for certain: a recount of our own (`held`, `stacks`) sees to that.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

from tests.fair.description import closing, commit, h, mac, shuffle, stacks
from tests.fair.games import Shown

Way = Callable[[Shown, Random], Shown | None]
GAME_WAYS: dict[str, Way] = {}
DRAW_WAYS: dict[str, Way] = {}
OPEN_WAYS: set[str] = set()


def of_games(way: Way) -> Way:
    GAME_WAYS[way.__name__] = way
    return way


def of_draws(way: Way) -> Way:
    DRAW_WAYS[way.__name__] = way
    return way


def close_again(transcript: dict[str, Any]) -> None:
    """A cheat who knows the rules closes what he has changed."""
    if {"closed", "log", "commit"} <= transcript.keys():
        transcript["closed"] = closing(transcript["commit"], transcript["log"])


def left_open(way: Way) -> Way:
    """The log is changed and its closing is not."""
    OPEN_WAYS.add(way.__name__)
    return of_both(way)


def of_both(way: Way) -> Way:
    return of_games(of_draws(way))


def tampered(honest: Shown, ways: dict[str, Way], seed: str) -> Iterator[tuple[str, Shown]]:
    """The transcript tampered with in every way that applies to it."""
    for name, way in ways.items():
        copy = Shown(deepcopy(honest.transcript), honest.commit, honest.public)
        false = way(copy, Random(f"{seed} {name}"))
        if false is not None:
            assert false != honest, name
            if name not in OPEN_WAYS:
                close_again(false.transcript)
            yield name, false


# The envelope


@of_both
def another_seed(false: Shown, chance: Random) -> Shown:
    false.transcript["seed"] = chance.randbytes(32).hex()
    return false


@of_both
def one_bit_of_the_seed(false: Shown, chance: Random) -> Shown:
    bit = 1 << chance.randrange(256)
    flipped = int(false.transcript["seed"], 16) ^ bit
    false.transcript["seed"] = f"{flipped:064x}"
    return false


@of_both
def another_seed_committed_to_afterwards(false: Shown, chance: Random) -> Shown:
    t = false.transcript
    t["seed"] = chance.randbytes(32).hex()
    t["commit"] = commit(bytes.fromhex(t["seed"]), t["ctx"], t["bag"])
    return false


@of_both
def a_short_seed(false: Shown, _chance: Random) -> Shown:
    false.transcript["seed"] = false.transcript["seed"][:-2]
    return false


@of_both
def another_public_string(false: Shown, _chance: Random) -> Shown:
    false.transcript["public"] += "1"
    return false


@of_both
def entropy_that_was_never_public(false: Shown, _chance: Random) -> Shown:
    return replace(false, public=false.public + "1")


@of_both
def entropy_changed_for_everybody(false: Shown, _chance: Random) -> Shown:
    false.transcript["public"] += " "
    return replace(false, public=false.public + " ")


@of_both
def another_context(false: Shown, _chance: Random) -> Shown:
    false.transcript["ctx"] += "/redeal-1"
    return false


@of_both
def a_commit_nobody_saw(false: Shown, chance: Random) -> Shown:
    return replace(false, commit=chance.randbytes(32).hex())


@of_both
def another_commit_in_the_file(false: Shown, chance: Random) -> Shown:
    false.transcript["commit"] = chance.randbytes(32).hex()
    return false


@of_both
def another_commit_everywhere(false: Shown, chance: Random) -> Shown:
    false.transcript["commit"] = chance.randbytes(32).hex()
    return replace(false, commit=false.transcript["commit"])


@of_both
def another_version(false: Shown, _chance: Random) -> Shown:
    false.transcript["v"] = "fair-0"
    return false


@of_both
def a_field_less(false: Shown, chance: Random) -> Shown:
    del false.transcript[chance.choice([name for name in false.transcript if name != "closed"])]
    return false


@of_both
def a_field_more(false: Shown, _chance: Random) -> Shown:
    false.transcript["note"] = "checked"
    return false


@of_both
def a_bag_in_another_order(false: Shown, chance: Random) -> Shown:
    bag = false.transcript["bag"]
    i = chance.randrange(2, len(bag))
    bag[0], bag[i] = bag[i], bag[0]
    return false


@of_both
def an_item_less_in_the_bag(false: Shown, chance: Random) -> Shown:
    false.transcript["bag"].pop(chance.randrange(len(false.transcript["bag"])))
    return false


@of_games
def a_loaded_bag_committed_to(false: Shown, chance: Random) -> Shown:
    """Two tiles have changed their names everywhere: nothing but the bag's order is wrong."""
    one, other = chance.sample([f"{c}{n}" for c in "kbor" for n in range(1, 14)], 2)
    names = {one: other, other: one}
    t = false.transcript
    t["bag"] = [names.get(tile, tile) for tile in t["bag"]]
    for entry in t["log"]:
        entry[2] = [names.get(x, x) for x in entry[2]]
        entry[3] = [names.get(x, x) for x in entry[3]]
    t["commit"] = commit(bytes.fromhex(t["seed"]), t["ctx"], t["bag"])
    return replace(false, commit=t["commit"])


# The closing


@left_open
def the_last_entry_dropped(false: Shown, _chance: Random) -> Shown | None:
    if len(false.transcript["log"]) < 2:
        return None
    false.transcript["log"].pop()
    return false


@left_open
def the_last_entries_dropped(false: Shown, chance: Random) -> Shown | None:
    log, dealt = false.transcript["log"], len(of(false, "seat")) + len(of(false, "deal")) or 1
    if len(log) < dealt + 2:
        return None
    del log[chance.randrange(dealt, len(log) - 1) :]
    return false


@left_open
def an_entry_dropped_in_the_middle(false: Shown, chance: Random) -> Shown | None:
    log, dealt = false.transcript["log"], len(of(false, "seat")) + len(of(false, "deal"))
    idle = [i for i, (op, _, out, got) in enumerate(log) if i >= dealt and op == "play" and not got]
    if not idle:
        return None
    log.pop(chance.choice(idle))
    return false


@left_open
def the_last_entry_dropped_and_counted_off(false: Shown, _chance: Random) -> Shown | None:
    if len(false.transcript["log"]) < 2:
        return None
    false.transcript["log"].pop()
    false.transcript["closed"]["entries"] -= 1
    return false


@left_open
def one_entry_counted_less(false: Shown, _chance: Random) -> Shown:
    false.transcript["closed"]["entries"] -= 1
    return false


@left_open
def a_closing_of_another_shape(false: Shown, chance: Random) -> Shown:
    wrong = chance.choice((None, 5, {}, {"entries": "1", "head": "0" * 64}, {"entries": 1}))
    false.transcript["closed"] = wrong
    return false


# The deal


@of_games
def two_stacks_change_hands(false: Shown, chance: Random) -> Shown | None:
    deals = of(false, "deal")
    pairs = [(a, b) for a in deals for b in deals if a[1] < b[1]]
    one, other = chance.choice(pairs)
    one[1], other[1] = other[1], one[1]
    return false


@of_games
def two_stacks_in_another_order(false: Shown, chance: Random) -> Shown:
    log, at = false.transcript["log"], len(of(false, "seat"))
    i, j = chance.sample(range(at, at + len(of(false, "deal"))), 2)
    log[i], log[j] = log[j], log[i]
    return false


@of_games
def stacks_dealt_in_turns(false: Shown, _chance: Random) -> Shown:
    deals = of(false, "deal")
    seats = sorted({entry[1] for entry in deals})
    for i, entry in enumerate(deals):
        entry[1] = seats[i % len(seats)]
    return false


@of_games
def the_deal_begins_with_somebody_else(false: Shown, _chance: Random) -> Shown | None:
    deals = of(false, "deal")
    seats = sorted({entry[1] for entry in deals})
    for entry in deals:
        entry[1] = seats[(seats.index(entry[1]) + 1) % len(seats)]
    return false if first_impossible_lay(false) is not None else None


@of_games
def two_dealt_tiles_exchanged(false: Shown, chance: Random) -> Shown | None:
    one, other = chance.sample(of(false, "deal"), 2)
    i, j = chance.randrange(7), chance.randrange(7)
    if one[3][i] == other[3][j]:
        return None
    one[3][i], other[3][j] = other[3][j], one[3][i]
    return false


@of_games
def a_dealt_tile_from_the_bank(false: Shown, chance: Random) -> Shown | None:
    entry, middle = chance.choice(of(false, "deal")), stacks(false.transcript)[15]
    if entry[3][0] == middle[0]:
        return None
    entry[3][0] = middle[0]
    return false


@of_games
def a_stack_read_backwards(false: Shown, chance: Random) -> Shown:
    chance.choice(of(false, "deal"))[3].reverse()
    return false


@of_games
def a_stack_not_dealt(false: Shown, chance: Random) -> Shown:
    false.transcript["log"].remove(chance.choice(of(false, "deal")))
    return false


@of_games
def a_stack_dealt_twice(false: Shown, _chance: Random) -> Shown:
    log, (first, *_) = false.transcript["log"], of(false, "deal")
    log.insert(log.index(first), deepcopy(first))
    return false


@of_games
def a_third_stack_for_somebody(false: Shown, _chance: Random) -> Shown:
    count, seated = len(of(false, "deal")), len(of(false, "seat"))
    stack = stacks(false.transcript)[count + 1]
    false.transcript["log"].insert(seated + count, ["deal", 0, [], stack])
    return false


@of_games
def only_one_player_is_dealt_to(false: Shown, _chance: Random) -> Shown:
    false.transcript["log"] = of(false, "deal")[:2]
    for entry in false.transcript["log"]:
        entry[1] = 0
    return false


@of_games
def no_log_at_all(false: Shown, _chance: Random) -> Shown:
    false.transcript["log"] = []
    return false


@of_games
def a_deal_that_also_gives(false: Shown, _chance: Random) -> Shown:
    entry = of(false, "deal")[0]
    entry[2] = entry[3][:1]
    return false


# Seats by drawn tile


@of_games
def two_seats_exchanged(false: Shown, chance: Random) -> Shown | None:
    seated = of(false, "seat")
    if len(seated) < 2:
        return None
    one, other = chance.sample(seated, 2)
    one[1], other[1] = other[1], one[1]
    return false


@of_games
def another_tile_drawn_for_a_seat(false: Shown, chance: Random) -> Shown | None:
    seated = of(false, "seat")
    if not seated:
        return None
    row = chance.choice(seated)[3]
    row[:] = [chance.choice([tile for tile in false.transcript["bag"] if [tile] != row])]
    return false


@of_games
def a_second_tile_for_a_seat(false: Shown, chance: Random) -> Shown | None:
    seated = of(false, "seat")
    if not seated:
        return None
    chance.choice(seated)[3].append("j")
    return false


@of_games
def a_seat_that_also_gives(false: Shown, chance: Random) -> Shown | None:
    seated = of(false, "seat")
    if not seated:
        return None
    chance.choice(seated)[2].append("k1")
    return false


@of_games
def nobody_drew_for_the_seats(false: Shown, _chance: Random) -> Shown | None:
    """Who sits after whom is told as in a later game."""
    if not any(entry[3] for entry in of(false, "seat")):
        return None
    for entry in of(false, "seat"):
        entry[3] = []
    return false


@of_games
def the_seats_told_from_somebody_else_on(false: Shown, _chance: Random) -> Shown | None:
    log, count = false.transcript["log"], len(of(false, "seat"))
    if not count:
        return None
    log[:count] = [*log[1:count], log[0]]
    return false


@of_games
def a_seat_nobody_has(false: Shown, _chance: Random) -> Shown | None:
    if not of(false, "seat"):
        return None
    false.transcript["log"][:0] = [["seat", 7, [], []]] * 3
    return false


@of_games
def the_highest_tile_does_not_start(false: Shown, _chance: Random) -> Shown | None:
    """The deal goes round the right circle, from another seat on."""
    drawn = [entry[1] for entry in of(false, "seat") if entry[3]]
    if len(drawn) < 3:  # of two the judge's deal from one is the neighbours' from the other
        return None
    for entry in of(false, "deal"):
        entry[1] = drawn[(drawn.index(entry[1]) + 1) % len(drawn)]
    return false


# Stacks of the bank


@of_games
def a_stack_that_is_not_in_the_bank(false: Shown, chance: Random) -> Shown | None:
    placed = of(false, "stack")
    if not placed:
        return None
    chance.choice(placed)[2] = [chance.choice((-1, 0, 1, 2, 15, 16, 99, "5", "k5"))]
    return false


@of_games
def a_stack_used_twice(false: Shown, _chance: Random) -> Shown | None:
    placed = of(false, "stack")
    if len(placed) < 2:
        return None
    placed[-1][2] = list(placed[0][2])
    return false


@of_games
def another_stack_of_the_bank(false: Shown, chance: Random) -> Shown | None:
    log, built = false.transcript["log"], stacks(false.transcript)
    placed = of(false, "stack")
    if not placed:
        return None
    entry = chance.choice(placed)
    drawn = next((e[3] for e in log[log.index(entry) :] if e[3]), None)
    others = [n for n in bank(false) if drawn and built[n][:1] != drawn[:1]]
    if not others:
        return None
    entry[2] = [chance.choice(others)]
    return false


@of_games
def a_stack_never_placed(false: Shown, chance: Random) -> Shown | None:
    log = false.transcript["log"]
    where = [i for i, e in enumerate(log) if e[0] == "stack" and any(x[3] for x in log[i + 1 :])]
    if not where:
        return None
    log.pop(chance.choice(where))
    return false


@of_games
def a_stack_placed_too_early(false: Shown, chance: Random) -> Shown | None:
    log = false.transcript["log"]
    draws = [i for i, e in enumerate(log) if e[0] == "play" and e[3]]
    places = [i for i, e in enumerate(log) if e[0] == "stack" and draws and i > draws[0]]
    if not places:
        return None
    i = chance.choice(places)
    log.insert(max(d for d in draws if d < i), log.pop(i))
    return false


@of_games
def two_stacks_at_once(false: Shown, chance: Random) -> Shown | None:
    placed = of(false, "stack")
    if not placed:
        return None
    entry = chance.choice(placed)
    entry[2] = [*entry[2], *entry[2]]
    return false


@of_games
def a_stack_put_on_top_of_the_middle(false: Shown, _chance: Random) -> Shown | None:
    log, unused = false.transcript["log"], bank(false)
    if not middle(false) or not unused:
        return None
    log.append(["stack", log[0][1], [unused[0]], []])
    log.append(["play", log[0][1], [], stacks(false.transcript)[unused[0]][:1]])
    return false


@of_games
def a_used_stack_comes_back(false: Shown, _chance: Random) -> Shown | None:
    placed = of(false, "stack")
    return _drawn_from(false, placed[0][2][0]) if placed else None


@of_games
def a_dealt_stack_in_the_middle(false: Shown, _chance: Random) -> Shown:
    return _drawn_from(false, 1)


def _drawn_from(false: Shown, number: int) -> Shown:
    """The middle is emptied as it should be; then comes a stack that should not."""
    log, seat = false.transcript["log"], false.transcript["log"][0][1]
    log.append(["play", seat, [], list(middle(false))])
    log.append(["stack", seat, [number], []])
    log.append(["play", seat, [], stacks(false.transcript)[number][:1]])
    return false


@of_games
def a_stack_placed_by_a_stranger(false: Shown, chance: Random) -> Shown | None:
    placed = of(false, "stack")
    if not placed:
        return None
    chance.choice(placed)[1] = 7
    return false


# Draws


@of_games
def another_tile_drawn(false: Shown, chance: Random) -> Shown | None:
    draws = [entry for entry in of(false, "play") if entry[3]]
    if not draws:
        return None
    entry = chance.choice(draws)
    entry[3] = [chance.choice([t for t in false.transcript["bag"] if t != entry[3][0]])]
    return false


@of_games
def two_draws_exchanged(false: Shown, chance: Random) -> Shown | None:
    pairs = list(draws_in_a_row(false))
    if not pairs:
        return None
    one, other = chance.choice(pairs)
    one[3], other[3] = other[3], one[3]
    return false


@of_games
def a_draw_left_out(false: Shown, chance: Random) -> Shown | None:
    pairs = list(draws_in_a_row(false))
    if not pairs:
        return None
    log, one = false.transcript["log"], chance.choice(pairs)[0]
    log.pop(next(i for i, entry in enumerate(log) if entry is one))
    return false


@of_games
def a_draw_from_the_bottom(false: Shown, _chance: Random) -> Shown | None:
    first = next((entry for entry in of(false, "play") if entry[3]), None)
    bottom = stacks(false.transcript)[15][-1]
    if first is None or first[3] == [bottom]:
        return None
    first[3] = [bottom]
    return false


@of_games
def a_draw_after_the_last_tile_of_the_middle(false: Shown, _chance: Random) -> Shown:
    log, left = false.transcript["log"], list(middle(false))
    log.append(["play", log[0][1], [], [*left, "k1"]])
    return false


# What is laid and taken up


@of_games
def a_tile_laid_that_is_not_held(false: Shown, chance: Random) -> Shown | None:
    log = false.transcript["log"]
    lays = [i for i, entry in enumerate(log) if entry[0] == "play" and entry[2]]
    if not lays:
        return None
    i = chance.choice(lays)
    left = held(log[: i + 1])[log[i][1]]
    log[i][2].append(chance.choice([t for t in false.transcript["bag"] if not left[t]]))
    return false


@of_games
def laid_twice(false: Shown, chance: Random) -> Shown | None:
    log = false.transcript["log"]
    lays = [i for i, entry in enumerate(log) if entry[0] == "play" and entry[2]]
    if not lays:
        return None
    i = chance.choice(lays)
    log.insert(i, deepcopy(log[i]))
    return false if first_impossible_lay(false) is not None else None


@of_games
def laid_by_somebody_else(false: Shown, chance: Random) -> Shown | None:
    seats = {entry[1] for entry in of(false, "deal")}
    lays = [entry for entry in of(false, "play") if entry[2]]
    if not lays:
        return None
    entry = chance.choice(lays)
    entry[1] = chance.choice(sorted(seats - {entry[1]}))
    return false if first_impossible_lay(false) is not None else None


@of_games
def tiles_taken_up_that_do_not_lie_there(false: Shown, chance: Random) -> Shown:
    log = false.transcript["log"]
    lying = on_table(log)
    absent = [tile for tile in false.transcript["bag"] if not lying[tile]]
    log.append(["take", log[0][1], [], [chance.choice(absent)] if absent else ["x1"]])
    return false


@of_games
def tiles_taken_up_before_they_are_laid(false: Shown, _chance: Random) -> Shown | None:
    log, count = false.transcript["log"], len(of(false, "seat")) + len(of(false, "deal"))
    takes = [entry for entry in log if entry[0] == "take"]
    if not takes:
        return None
    log.remove(takes[0])
    log.insert(count, takes[0])
    return false


@of_games
def taking_up_and_giving_away(false: Shown, _chance: Random) -> Shown | None:
    log = false.transcript["log"]
    own = +held(log)[log[0][1]]
    if not own:
        return None
    log.append(["take", log[0][1], [next(iter(own))], []])
    return false


# Entries that make no sense


@of_both
def an_operation_nobody_knows(false: Shown, _chance: Random) -> Shown:
    false.transcript["log"].append(["swap", 0, [], []])
    return false


@of_games
def a_deal_in_mid_game(false: Shown, _chance: Random) -> Shown:
    log = false.transcript["log"]
    log.append(["play", log[0][1], [], []])
    log.append(deepcopy(log[0]))
    return false


@of_games
def somebody_who_does_not_sit_there(false: Shown, _chance: Random) -> Shown:
    false.transcript["log"].append(["play", 9, [], []])
    return false


@of_both
def an_entry_of_the_wrong_shape(false: Shown, chance: Random) -> Shown:
    wrong = chance.choice(
        ([], ["play"], ["play", "0", [], []], ["play", True, [], []], ["play", 0, [], [1]], 5)
    )
    false.transcript["log"].append(wrong)
    return false


# Draws of entrants


@of_draws
def two_entrants_exchanged(false: Shown, chance: Random) -> Shown:
    drawn = chance.choice(false.transcript["log"])[3]
    i, j = chance.sample(range(len(drawn)), 2)
    drawn[i], drawn[j] = drawn[j], drawn[i]
    return false


@of_draws
def a_draw_by_another_number(false: Shown, _chance: Random) -> Shown:
    for entry in false.transcript["log"]:
        entry[1] += 1
    return false


@of_draws
def a_draw_numbered_nought(false: Shown, _chance: Random) -> Shown:
    t = false.transcript
    key = mac(bytes.fromhex(t["seed"]), h("fair-1 key", t["public"], t["ctx"]))
    t["log"] = [["draw", 0, [], shuffle(t["bag"], key, "draw/0")]]
    return false


@of_draws
def a_repeat_left_out(false: Shown, _chance: Random) -> Shown | None:
    if len(false.transcript["log"]) < 3:
        return None
    false.transcript["log"].pop(1)
    return false


@of_draws
def a_repeat_without_a_reason(false: Shown, chance: Random) -> Shown | None:
    if len(false.transcript["log"]) < 2:
        return None
    false.transcript["log"][1][2] = chance.choice(([], [" "], [5]))
    return false


@of_draws
def an_entrant_who_is_in_the_bag_twice(false: Shown, chance: Random) -> Shown:
    """Committed to and drawn as it should be, only with two slips of one entrant."""
    return _other_bag(false, [*false.transcript["bag"], chance.choice(false.transcript["bag"])])


@of_draws
def entrants_in_an_order_of_ones_own(false: Shown, _chance: Random) -> Shown:
    return _other_bag(false, false.transcript["bag"][::-1])


@of_draws
def an_entrant_with_a_strange_number(false: Shown, _chance: Random) -> Shown:
    return _other_bag(false, ["01", *false.transcript["bag"][1:]])


def _other_bag(false: Shown, bag: list[str]) -> Shown:
    t = false.transcript
    t["bag"] = bag
    key = mac(bytes.fromhex(t["seed"]), h("fair-1 key", t["public"], t["ctx"]))
    for entry in t["log"]:
        entry[3] = shuffle(bag, key, f"draw/{entry[1]}")
    t["commit"] = commit(bytes.fromhex(t["seed"]), t["ctx"], bag)
    return replace(false, commit=t["commit"])


# A recount of our own


def of(shown: Shown, op: str) -> list[Any]:
    return [entry for entry in shown.transcript["log"] if entry[0] == op]


def held(log: list[Any]) -> dict[int, Counter[str]]:
    """The racks after these entries; a negative count is a tile laid and never held."""
    racks: dict[int, Counter[str]] = {}
    for op, seat, out, got in log:
        rack = racks.setdefault(seat, Counter())
        rack.update(got if op != "seat" else ())
        if op == "play":
            rack.subtract(out)
    return racks


def on_table(log: list[Any]) -> Counter[str]:
    lying: Counter[str] = Counter()
    for op, _, out, got in log:
        lying.update(out if op == "play" else ())
        lying.subtract(got if op == "take" else ())
    return lying


def first_impossible_lay(shown: Shown) -> int | None:
    racks: dict[int, Counter[str]] = {}
    for i, (op, seat, out, got) in enumerate(shown.transcript["log"]):
        rack = racks.setdefault(seat, Counter())
        if op == "play":
            rack.subtract(out)
        if min(rack.values(), default=0) < 0:
            return i
        rack.update(got if op != "seat" else ())
    return None


def draws_in_a_row(shown: Shown) -> Iterator[tuple[Any, Any]]:
    """Two draws of different tiles, one after the other, from one stack."""
    previous = None
    for entry in shown.transcript["log"]:
        if entry[0] == "stack":
            previous = None
        elif entry[0] == "play" and entry[3]:
            if previous and previous[3] != entry[3]:
                yield previous, entry
            previous = entry


def bank(shown: Shown) -> list[int]:
    """The numbers of the stacks never dealt nor placed."""
    used = {entry[2][0] for entry in of(shown, "stack")}
    return [n for n in range(len(of(shown, "deal")) + 1, 15) if n not in used]


def middle(shown: Shown) -> list[str]:
    """What is left in the middle at the end."""
    built = stacks(shown.transcript)
    left = built[15]
    for op, _, out, got in shown.transcript["log"]:
        if op == "stack":
            left = built[out[0]]
        elif op == "play":
            left = left[len(got) :]
    return left
