"""Trails of real tournaments, and every way we could think of to cheat with one.

A cheat who holds the server chains his lie again (`chained`), so that nothing but its content can
give it away; or he changes things so well that only a head seen earlier does (`seen`).
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Any

from stolik.app.fairness.draw_trail import Happened, trail
from stolik.app.fairness.drawing import drawn_by_hand, drawn_by_slips
from stolik.app.library import tournament_format
from stolik.app.tournaments.desk import Desk
from stolik.app.tournaments.pledging import HouseSecrets, due_draw, pledge, publishing
from stolik.refusal import Refused
from stolik.tournament import commands as c
from stolik.tournament.format import DrawKind
from stolik.tournament.state import (
    EntrantNumber,
    GameNumber,
    Line,
    TableNumber,
    TournamentState,
)
from stolik.tournament.tables import table_sizes
from tests.fair.description import h


@dataclass(frozen=True)
class Record:
    """A trail and what somebody wrote down on the day."""

    trail: dict[str, Any]
    seen: str = ""  # a head on the printed sheet, or a commit


class Event:
    """A tournament whose organiser is restless."""

    def __init__(self, number: int) -> None:
        self.chance = Random(f"trail {number}")
        self.number = number
        self.begun = TournamentState(tournament_format("grandprix"))
        self.happened: list[Happened] = []
        self.in_file = False  # the event runs on elsewhere and is taken back
        self.desk = Desk(self.begun, self._keep)
        self.house = HouseSecrets(f"t{number}", None, b"", b"")
        kind = (DrawKind.LOT, DrawKind.PLANNED)[number % 2]
        self.desk.do(c.Create("kostka" if number % 7 == 6 else "", 0, kind))
        for _ in range(12 + self.chance.randrange(7)):
            self.desk.do(c.Enter(club=self.chance.choice(("", "A", "B"))))

    def _keep(self, events: Any, _names: Any) -> None:
        salt = self.chance.randbytes(16)
        at = len(self.happened)
        more = {"salt": salt, "file": self.in_file}
        self.happened += [Happened(event, at, "organiser 17", **more) for event in events]

    def told(self) -> dict[str, Any]:
        return trail(self.happened, self.begun, self.house.tournament)

    def draw(self, reason: str = "") -> None:
        self.house.fresh, self.house.own = self.chance.randbytes(32), self.chance.randbytes(16)
        pledged = not self.desk.state.seed
        dice = "3 1 6" if pledged and not reason and self.chance.random() < 0.6 else ""
        if dice:
            try:
                pledge(self.desk, self.house)
                self.house.fresh = self.chance.randbytes(32)
                drawn = due_draw(self.desk, self.house, dice=dice, reason=reason)
            except Refused:
                drawn = due_draw(self.desk, self.house, reason=reason)
        else:
            drawn = due_draw(self.desk, self.house if pledged else None, reason=reason)
        self.desk.do(drawn.command)

    def draw_slips(self) -> None:
        """People draw from a box; somebody enters it and has to take one entry back."""
        number = len(self.desk.state.entrants)
        sizes = table_sizes(number)
        box = [(t, s) for t, size in enumerate(sizes, start=1) for s in range(1, size + 1)]
        self.chance.shuffle(box)
        slips = [(EntrantNumber(n), TableNumber(t), s) for n, (t, s) in enumerate(box, start=1)]
        self.desk.do(c.EnterSlip(slips[1][0], *slips[0][1:]))
        self.desk.do(c.TakeBackSlip(slips[1][0], *slips[0][1:]))
        for slip in slips:
            self.desk.do(c.EnterSlip(*slip))
        self.desk.do(drawn_by_slips(self.desk.state).command)

    def restless(self) -> None:
        """Something an organiser may do with a draft, or a round that has nobody's result yet."""
        state, chance = self.desk.state, self.chance
        draft = state.draft
        assert draft
        numbers = [n for table in draft.tables for n in table.seats]
        for _ in range(chance.randrange(4)):
            one, other = chance.sample(numbers, 2)
            table = chance.choice(draft.tables).number
            wishes: tuple[c.Command, ...] = (
                c.SwapSeats(one, other, "proszę"),
                c.LockTable(table, chance.random() < 0.7, "zostaje"),
                c.KeepApart((one, other)),
                c.FixTable(one, TableNumber(1)),
                c.Substitute(one, "choroba"),
            )
            try:
                self.desk.do(chance.choice(wishes))
            except Refused:
                continue
        if chance.random() < 0.4:
            with suppress(Refused):
                self.draw(reason="jeszcze raz")
        if chance.random() < 0.1:
            self.desk.do(
                drawn_by_hand(tuple(t.seats[::-1] for t in draft.tables), "kartki").command
            )

    def round(self, *, slips: bool = False) -> str:
        """A round drawn, fiddled with, published and over; the head on its sheet."""
        (self.draw_slips if slips else self.draw)()
        self.restless()
        self.desk.do(publishing(self.desk, self.house.held))
        if self.chance.random() < 0.15:
            self.desk.do(c.Unpublish("pomyłka"))
            self.restless()
            self.desk.do(publishing(self.desk, self.house.held))
        last = self.desk.state.rounds[-1]
        if slips:
            ordered = tuple((n, (8, n)) for n in last.tables[0].seats)
            self.desk.do(c.DrawSeats(last.number, last.tables[0].number, ordered))
            self.desk.do(c.DrawSeats(last.number, last.tables[0].number, ordered, "pomyłka"))
        head = str(self.told()["head"])
        self.play()
        return head

    def play(self) -> None:
        """The round that was published last is over."""
        last = self.desk.state.rounds[-1]
        for table in last.tables:
            for game in range(1, last.games + 1):
                made = c.Unplayed(last.number, table.number, GameNumber(game), "test")
                self.desk.do(made)

    def score(self) -> None:
        """One game of the round that was published last has a result."""
        last = self.desk.state.rounds[-1]
        seats = last.tables[0].seats
        lines = tuple(Line(n, place, 0, 0) for place, n in enumerate(seats, 1))
        self.desk.do(c.RecordResult(last.number, last.tables[0].number, GameNumber(1), lines))

    def sit_down(self) -> None:
        """Somebody comes late and takes the first free chair."""
        self.desk.do(c.Enter())
        state = self.desk.state
        table = next(t for t in state.rounds[-1].tables if len(t.seats) < 4)
        late = EntrantNumber(len(state.entrants))
        self.desk.do(c.TakeSeat(late, table.number, "spóźnienie"))

    def set_online(self, setting: str, table: int = 1) -> None:
        """A table of the last round is bound to its deals; what each setting is called differs."""
        last = self.desk.state.rounds[-1]
        ctx = f"{self.house.tournament}/{last.number}/{table}/{setting}/"
        bound = tuple((f"{ctx}{game}", self.chance.randbytes(32).hex()) for game in (1, 2))
        self.desk.do(c.PledgeDeals(last.number, TableNumber(table), setting, bound))

    def late(self) -> None:
        """The field changes between rounds, and pledges are left behind."""
        if self.chance.random() < 0.5:
            if not self.desk.state.seed:
                self.house.fresh = self.chance.randbytes(32)
                pledge(self.desk, self.house)
            self.desk.do(c.Enter())


@lru_cache(maxsize=512)
def record(number: int) -> Record:
    if number == SLIPS:
        return _slip_record()
    if number == CHAIRS:
        return _chair_record()
    if number == FILED:
        return _filed_record()
    if number == ONLINE:
        return _online_record()
    if number == CARRIED:
        return _carried_record()
    if number == SHORTENED:
        return _shortened_record()
    event = Event(number)
    head = ""
    for played in range(1 + number % 3):
        if played:
            event.late()
        head = event.round()
    return Record(event.told(), head)


SLIPS = -1  # the record of an event that draws its first round by slips of paper


CHAIRS = -2  # of one where people came late: to a draft, and to a round that was published


FILED = -3  # of one whose second round was drawn in a file


ONLINE = -4  # of one that set a table online, took the round back and set it once more


CARRIED = -5  # of one whose draft left the server with its secret, and was drawn once more


SHORTENED = -6  # of one with fewer rounds than planned, ended early and opened again


def _shortened_record() -> Record:
    """Somebody leaves, so the plan is drawn anew; then fewer rounds of it are played, and fewer."""
    event = Event(1)  # odd: planned
    event.round()
    event.desk.do(c.Withdraw(EntrantNumber(1), "choroba"))
    event.round()
    rounds = event.desk.state.current_stage.rounds
    event.desk.do(c.SetRounds(rounds - 1, "brak czasu"))
    event.draw()
    event.desk.do(c.Amend(EntrantNumber(2), "", "", "2011", "literówka"))
    event.desk.do(publishing(event.desk, event.house.held))
    event.score()
    event.desk.do(c.Finish("burza"))
    event.desk.do(c.Reopen("grają dalej"))
    return Record(event.told(), str(event.told()["head"]))


def _carried_record() -> Record:
    event = Event(-6)  # even: by lot
    event.draw()
    event.desk.do(c.CarryOutChance())
    event.draw(reason="jeszcze raz")
    event.desk.do(publishing(event.desk, event.house.held))
    head = str(event.told()["head"])
    event.play()
    return Record(event.told(), head)


def _online_record() -> Record:
    event = Event(ONLINE)
    event.draw()
    event.desk.do(publishing(event.desk, event.house.held))
    event.set_online("set-1")
    event.set_online("set-1", table=2)
    event.desk.do(c.Unpublish("pomyłka"))
    event.desk.do(publishing(event.desk, event.house.held))
    event.set_online("set-2")
    head = str(event.told()["head"])
    event.play()
    return Record(event.told(), head)


def _filed_record() -> Record:
    event = Event(-4)  # even: by lot
    event.round()
    event.in_file = True
    event.desk.do(due_draw(event.desk, None).command)
    event.desk.do(publishing(event.desk, event.house.held))
    head = str(event.told()["head"])
    event.play()
    return Record(event.told(), head)


def _chair_record() -> Record:
    event = Event(CHAIRS)
    while len(event.desk.state.entrants) % 4 != 2:  # two tables of three
        event.desk.do(c.Enter())
    event.draw()
    event.sit_down()
    event.desk.do(publishing(event.desk, event.house.held))
    event.sit_down()
    event.play()
    head = event.round()
    return Record(event.told(), head)


def _slip_record() -> Record:
    event = Event(SLIPS)
    event.round(slips=True)
    head = event.round()
    return Record(event.told(), head)


def chained(told: dict[str, Any]) -> dict[str, Any]:
    """The chain made anew, written from its description alone."""
    head = h("draws-1 link", b"", told["tournament"])
    for number, entry in enumerate(told["entries"], start=1):
        entry["n"] = number
        if "hidden" in entry:
            head = h("draws-1 link", head, bytes.fromhex(entry["hidden"]))
            continue
        bound = {k: v for k, v in entry.items() if k not in ("salt", "reason", "hidden")}
        head = h("draws-1 link", head, h("draws-1 entry", entry["salt"], dumped(bound)))
    return {**told, "length": len(told["entries"]), "head": head.hex()}


def dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


Way = Callable[[list[dict[str, Any]], Random], bool]
WAYS: dict[str, Way] = {}  # chained again: the content gives it away
LEFT_OPEN: dict[str, Way] = {}  # not chained again
REWRITTEN: dict[str, Way] = {}  # so well that only who saw a head can tell


def of(entries: list[dict[str, Any]], what: str) -> list[dict[str, Any]]:
    return [one for one in entries if one["what"] == what and "hidden" not in one]


def by_chance(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Draws whose chance is known by now."""
    shown = {one["commit"] for one in of(entries, "revealed")}
    found, commit = [], ""
    for one in entries:
        commit = one["commit"] if one["what"] == "pledged" else commit
        if one["what"] == "drawn" and one.get("public") and commit in shown:
            found.append(one)
    return found


def rehash(entry: dict[str, Any]) -> None:
    entry["input_hash"] = sha256(dumped(entry["input"]).encode()).hexdigest()


def exchange(tables: list[Any]) -> None:
    """The first two tables exchange their first people."""
    (_, one), (_, other) = tables[:2]
    one[0], other[0] = other[0], one[0]


def way(function: Way) -> Way:
    WAYS[function.__name__] = function
    return function


def left_open(function: Way) -> Way:
    LEFT_OPEN[function.__name__] = function
    return function


def rewritten(function: Way) -> Way:
    REWRITTEN[function.__name__] = function
    return function


@way
def tables_swapped_after_the_draw(entries: list[dict[str, Any]], chance: Random) -> bool:
    exchange(chance.choice(of(entries, "published"))["tables"])
    return True


@way
def somebody_late_at_another_table(entries: list[dict[str, Any]], _: Random) -> bool:
    found = of(entries, "placed")
    if found:
        found[0]["table"] = 1 + found[0]["table"] % 2
    return bool(found)


@way
def a_deal_announced_twice(entries: list[dict[str, Any]], _: Random) -> bool:
    """A second commit under the same name: one of them could be denied."""
    found = of(entries, "deals")
    if found:
        found[-1]["commits"] = [[found[0]["commits"][0][0], "0" * 64]]
    return bool(found)


@way
def a_deal_of_another_table(entries: list[dict[str, Any]], _: Random) -> bool:
    found = of(entries, "deals")
    if found:
        found[0]["table"] += 1
    return bool(found)


@way
def a_deal_bound_by_nothing(entries: list[dict[str, Any]], _: Random) -> bool:
    found = of(entries, "deals")
    if found:
        found[0]["commits"][0][1] = ""
    return bool(found)


@way
def somebody_late_who_sat_already(entries: list[dict[str, Any]], _: Random) -> bool:
    found = of(entries, "placed")
    if found:
        found[-1]["entrant"] = 1
    return bool(found)


@way
def tables_drawn_otherwise_from_the_beginning(
    entries: list[dict[str, Any]], chance: Random
) -> bool:
    """Drawn, published and every change between them tell the same lie."""
    drawn = by_chance(entries)
    if not drawn:
        return False
    exchange(chance.choice(drawn)["tables"])
    return True


@way
def a_plan_changed_behind_the_scenes(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = [one for one in by_chance(entries) if one["plan"]]
    if not drawn:
        return False
    one, other = drawn[0]["plan"][0][:2]
    one[0], other[0] = other[0], one[0]
    return True


@way
def a_planned_round_changed(entries: list[dict[str, Any]], _: Random) -> bool:
    """The round drawn last and what was published of it tell the same lie."""
    drawn, published = of(entries, "drawn")[-1], of(entries, "published")[-1]
    between = entries[entries.index(drawn) + 1 : entries.index(published)]
    if drawn["label"] or drawn["how"] != "planned" or len(of(entries, "unpublished")):
        return False
    if any(one["what"] == "swapped" for one in between):
        return False
    exchange(drawn["tables"])
    exchange(published["tables"])
    return True


@way
def somebody_seated_elsewhere_than_by_slip(entries: list[dict[str, Any]], _: Random) -> bool:
    """The draw, every change and the publication tell the same lie; the slips do not."""
    drawn = [one for one in of(entries, "drawn") if one["how"] == "slips"]
    if not drawn:
        return False
    exchange(drawn[0]["tables"])
    return True


@way
def a_draw_of_a_file_told_as_the_servers(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = [one for one in of(entries, "drawn") if "file" in one]
    for one in drawn:
        del one["file"]
    return bool(drawn)


@way
def a_draw_of_a_file_with_other_tables(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = [one for one in of(entries, "drawn") if "file" in one]
    for one in (*drawn, *of(entries, "published")[-1:]):
        exchange(one["tables"])
    return bool(drawn)


@way
def dice_thrown_for_a_draw_of_a_file(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = [one for one in of(entries, "drawn") if "file" in one]
    for one in drawn:
        one["public"] = "dice:316"
    return bool(drawn)


@way
def a_pledge_out_of_a_file(entries: list[dict[str, Any]], _: Random) -> bool:
    pledged = of(entries, "pledged")
    if pledged:
        pledged[0]["file"] = True
    return bool(pledged)


@way
def a_secret_known_before_it_was_drawn_with(entries: list[dict[str, Any]], _: Random) -> bool:
    carried = of(entries, "carried_out")
    for one in carried:
        entries.remove(one)
        entries.insert(entries.index(of(entries, "drawn")[0]), one)
    return bool(carried)


@way
def a_secret_carried_out_by_a_file(entries: list[dict[str, Any]], _: Random) -> bool:
    carried = of(entries, "carried_out")
    for one in carried:
        one["file"] = True
    return bool(carried)


@way
def a_plan_cut_short_without_a_word(entries: list[dict[str, Any]], _: Random) -> bool:
    """Fewer rounds were set, and nobody is told."""
    fewer = of(entries, "rounds_set")
    for one in fewer:
        entries.remove(one)
    return bool(fewer)


@way
def a_slip_left_out(entries: list[dict[str, Any]], _: Random) -> bool:
    slips = of(entries, "slip")
    if not slips:
        return False
    entries.remove(slips[-1])
    return True


@way
def the_computer_drew_and_said_slips(entries: list[dict[str, Any]], _: Random) -> bool:
    """No slips, and a draw by chance called one by slips."""
    drawn = [one for one in of(entries, "drawn") if one["how"] == "lot" and not one["public"]]
    drawn += [one for one in by_chance(entries) if one["how"] == "lot"]
    if not drawn:
        return False
    drawn[0] |= {"how": "slips", "label": "", "input": None, "input_hash": "", "public": ""}
    return True


@way
def seats_otherwise_than_by_tile(entries: list[dict[str, Any]], _: Random) -> bool:
    seated = of(entries, "seated")
    if not seated:
        return False
    seats = seated[0]["seats"]
    seats[0], seats[1] = seats[1], seats[0]
    return True


@way
def a_friend_put_in_by_tile(entries: list[dict[str, Any]], _: Random) -> bool:
    """Somebody of another table sits down as if tiles had said so."""
    seated, published = of(entries, "seated"), of(entries, "published")
    if not seated:
        return False
    friend = next(s for t, s in published[0]["tables"] if t != seated[0]["table"])[0]
    loser = seated[0]["seats"][-1]
    swap = {loser: friend}
    seated[0]["seats"] = [swap.get(n, n) for n in seated[0]["seats"]]
    seated[0]["tiles"] = [[swap.get(n, n), row] for n, row in seated[0]["tiles"]]
    return True


@way
def a_redraw_left_out(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = of(entries, "drawn")
    again = [b for a, b in pairwise(drawn) if a["round"] == b["round"]]
    if not again:
        return False
    entries.remove(again[0])
    return True


@way
def the_first_try_left_out_and_the_rest_renumbered(
    entries: list[dict[str, Any]], _: Random
) -> bool:
    drawn = of(entries, "drawn")
    again = [a for a, b in pairwise(drawn) if a["round"] == b["round"]]
    again = [one for one in again if one["label"] and one in by_chance(entries)]
    if not again:
        return False
    later = [one for one in drawn if one["draw"] > again[0]["draw"] and one["label"]]
    if not any(one in by_chance(entries) for one in later):
        return False
    for one in drawn:
        if one["draw"] > again[0]["draw"]:
            one["draw"] -= 1
            one["label"] = f"draw/{one['draw']}" if one["label"] else ""
    entries.remove(again[0])
    return True


@way
def a_swap_left_out(entries: list[dict[str, Any]], _: Random) -> bool:
    swaps = of(entries, "swapped")
    followed = [one for one in swaps if entries[entries.index(one) + 1]["what"] == "published"]
    if not followed:
        return False
    entries.remove(followed[0])
    return True


@way
def a_swap_that_never_was(entries: list[dict[str, Any]], _: Random) -> bool:
    published = of(entries, "published")[-1]
    (_, one), (_, other) = published["tables"][:2]
    told = {"what": "swapped", "one": one[0], "other": other[0], "reasoned": True, "salt": ""}
    told |= {"n": 0, "at": 0, "by": "organiser", "reason": "x"}
    entries.insert(entries.index(published), told)
    return True


@way
def a_wish_added_afterwards(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = by_chance(entries)
    if not drawn:
        return False
    drawn[0]["input"]["apart"].append(sorted(drawn[0]["tables"][0][1]))
    return True


@way
def a_wish_added_to_the_hash_too(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = [one for one in by_chance(entries) if not one["input"]["locked"]]
    if not drawn:
        return False
    drawn[0]["input"]["apart"].append(sorted(drawn[0]["tables"][0][1]))
    rehash(drawn[0])
    return True


@way
def a_wish_without_its_hash(entries: list[dict[str, Any]], _: Random) -> bool:
    """Two who do not sit together anyway are said to be kept apart."""
    return _harmless_wish(entries)


@way
def a_wish_that_changed_nothing(entries: list[dict[str, Any]], _: Random) -> bool:
    """The entry of a wish is taken out; it had changed nothing."""
    wishes = of(entries, "apart")
    drawn = [one for one in entries if wishes and one["n"] > wishes[0]["n"]]
    if not any(one["what"] == "drawn" and one.get("input") for one in drawn):
        return False
    entries.remove(wishes[0])
    return True


def _harmless_wish(entries: list[dict[str, Any]]) -> bool:
    drawn = [one for one in of(entries, "drawn") if one["input"] and one["input"]["kind"] == "lot"]
    if not drawn:
        return False
    (_, one), (_, other) = drawn[0]["tables"][:2]
    drawn[0]["input"]["apart"].append(sorted([one[0], other[0]]))
    return True


@way
def a_pledge_of_another_name(entries: list[dict[str, Any]], _: Random) -> bool:
    """The commit is another one everywhere: nothing but the seed gives it away."""
    shown = of(entries, "revealed")
    if not shown:
        return False
    commit = shown[0]["commit"]
    for one in entries:
        if one.get("commit") == commit:
            one["commit"] = "0" * 64
    return True


@way
def a_fixed_table_nobody_asked_for(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = [one for one in of(entries, "drawn") if one["input"] and not one["input"]["fixed"]]
    if not drawn:
        return False
    drawn[0]["input"]["fixed"] = [[drawn[0]["input"]["entrants"][0], 2]]
    rehash(drawn[0])
    return True


@way
def a_lock_nobody_set(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = [one for one in of(entries, "drawn") if one["input"] and not one["input"]["locked"]]
    if not drawn:
        return False
    drawn[0]["input"]["locked"] = [deepcopy(drawn[0]["tables"][0])]
    rehash(drawn[0])
    return True


@way
def somebody_else_in_the_draw(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = [one for one in of(entries, "drawn") if one["input"]]
    if not drawn:
        return False
    drawn[0]["input"]["entrants"][0] = 99
    rehash(drawn[0])
    return True


@way
def rounds_that_were_not_played(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = [one for one in of(entries, "drawn") if one["input"]]
    if not drawn:
        return False
    told = drawn[0]["input"]
    if told["kind"] == "lot":
        told["short_before"] = [*told["short_before"], [told["entrants"][0], 7]]
    else:
        told["played"] = [*told["played"], [seats for _, seats in drawn[0]["tables"]]]
    rehash(drawn[0])
    return True


@way
def an_input_that_is_not_told(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = [one for one in of(entries, "drawn") if one["input"]]
    if not drawn:
        return False
    drawn[-1]["input"] = None
    return True


@way
def another_seed(entries: list[dict[str, Any]], chance: Random) -> bool:
    shown = of(entries, "revealed")
    if not shown:
        return False
    shown[0]["seed"] = chance.randbytes(32).hex()
    return True


@way
def other_dice(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = [one for one in by_chance(entries) if one["public"].startswith("dice:")]
    if not drawn:
        return False
    for one in of(entries, "drawn"):
        if one["public"] == drawn[0]["public"]:
            one["public"] += "1"
    return True


@way
def dice_thrown_twice(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = by_chance(entries)
    twice = [b for a, b in pairwise(drawn) if a["public"] == b["public"]]
    twice = [b for b in twice if b["public"].startswith("house")]
    if not twice:
        return False
    twice[0]["public"] = "dice:666"
    return True


@way
def a_pledge_of_another_field(entries: list[dict[str, Any]], _: Random) -> bool:
    shown = {one["commit"] for one in of(entries, "revealed")}
    bound = [one for one in of(entries, "pledged") if one["commit"] in shown]
    if not bound:
        return False
    bound[-1]["entrants"] = bound[-1]["entrants"][:-1]
    return True


@way
def a_pledge_made_after_the_draw(entries: list[dict[str, Any]], _: Random) -> bool:
    bound = of(entries, "pledged")
    drawn = [i for i, one in enumerate(entries) if one["what"] == "drawn" and one.get("public")]
    if not bound or not drawn or entries.index(bound[0]) > drawn[0]:
        return False
    if entries[drawn[0] - 1] is not bound[0]:
        return False
    entries.insert(drawn[0], entries.pop(drawn[0] - 1))
    return True


@way
def a_chosen_seed_denied(entries: list[dict[str, Any]], _: Random) -> bool:
    if not entries[0]["chosen"]:
        return False
    entries[0]["chosen"] = False
    return True


@way
def a_seed_that_is_never_shown(entries: list[dict[str, Any]], _: Random) -> bool:
    """Without it nobody can draw again, and any tables may be told."""
    shown = of(entries, "revealed")
    for one in shown:
        entries.remove(one)
    return bool(shown)


@way
def a_seed_chosen_beside_pledges(entries: list[dict[str, Any]], _: Random) -> bool:
    """Where somebody chose the seed the server makes no pledge."""
    entries[0]["chosen"] = True
    return bool(of(entries, "pledged"))


@way
def a_tournament_created_twice(entries: list[dict[str, Any]], _: Random) -> bool:
    entries.insert(1, deepcopy(entries[0]))
    return True


@way
def a_pledge_made_twice(entries: list[dict[str, Any]], _: Random) -> bool:
    """The second one forgets what was drawn with the first."""
    shown = of(entries, "revealed")
    if not shown:
        return False
    bound = next(one for one in of(entries, "pledged") if one["commit"] == shown[-1]["commit"])
    entries.insert(entries.index(shown[-1]), deepcopy(bound))
    return True


@way
def a_first_round_by_the_standings(entries: list[dict[str, Any]], _: Random) -> bool:
    """There are none before the first round; whoever says so need not draw."""
    drawn = of(entries, "drawn")[0]
    if drawn["input"] is None:
        return False
    empty = {"label": "", "algorithm": "", "public": "", "input": None, "input_hash": ""}
    drawn |= {"how": "rank", **empty}
    return True


@way
def a_draw_made_in_no_known_way(entries: list[dict[str, Any]], _: Random) -> bool:
    of(entries, "drawn")[-1]["how"] = "hand"
    return True


@way
def a_lot_without_its_label(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = [one for one in of(entries, "drawn") if one["how"] == "lot"]
    if drawn:
        drawn[-1] |= {"label": "", "public": "", "input": None, "input_hash": ""}
    return bool(drawn)


@way
def a_moment_that_is_none(entries: list[dict[str, Any]], chance: Random) -> bool:
    chance.choice(entries)["at"] = "x"
    return True


@way
def a_table_called_true(entries: list[dict[str, Any]], _: Random) -> bool:
    of(entries, "published")[0]["tables"][0][0] = True
    return True


@way
def an_entry_hidden_for_ever(entries: list[dict[str, Any]], _: Random) -> bool:
    """What is hidden is told with the next publication."""
    first = of(entries, "published")[0]
    told = {"n": 0, "at": first["at"], "by": "organiser", "what": "apart", "hidden": "ab" * 32}
    entries.insert(entries.index(first), told)
    return True


@way
def an_entry_of_no_draft_hidden(entries: list[dict[str, Any]], _: Random) -> bool:
    told = {"n": 0, "at": entries[-1]["at"], "by": "organiser", "what": "unpublished"}
    entries.append({**told, "hidden": "ab" * 32})
    return True


@way
def published_without_a_draw(entries: list[dict[str, Any]], _: Random) -> bool:
    entries.remove(of(entries, "drawn")[-1])
    return True


@way
def another_round_published(entries: list[dict[str, Any]], _: Random) -> bool:
    of(entries, "published")[-1]["round"] += 1
    return True


@way
def something_unheard_of(entries: list[dict[str, Any]], _: Random) -> bool:
    entries.append({"n": 0, "at": 0, "by": "", "what": "follow", "salt": ""})
    return True


@way
def a_lock_on_no_table(entries: list[dict[str, Any]], _: Random) -> bool:
    drawn = entries.index(of(entries, "drawn")[-1])
    told = {"what": "locked", "table": 99, "locked": True, "reasoned": True, "salt": ""}
    entries.insert(drawn + 1, {"n": 0, "at": 0, "by": "organiser", "reason": "x", **told})
    return True


@left_open
def the_last_entry_dropped(entries: list[dict[str, Any]], _: Random) -> bool:
    entries.pop()
    return True


@left_open
def the_last_entries_dropped(entries: list[dict[str, Any]], chance: Random) -> bool:
    del entries[-chance.randrange(2, 5) :]
    return True


@left_open
def an_entry_dropped_in_the_middle(entries: list[dict[str, Any]], chance: Random) -> bool:
    del entries[chance.randrange(1, len(entries) - 1)]
    for number, entry in enumerate(entries, start=1):
        entry["n"] = number
    return True


@left_open
def another_moment(entries: list[dict[str, Any]], chance: Random) -> bool:
    chance.choice(entries)["at"] += 1
    return True


@left_open
def somebody_else_did_it(entries: list[dict[str, Any]], chance: Random) -> bool:
    chance.choice(entries)["by"] = "referee"
    return True


@left_open
def a_reason_that_was_not_given(entries: list[dict[str, Any]], _: Random) -> bool:
    changed = of(entries, "swapped") + of(entries, "locked")
    if not changed:
        return False
    changed[0]["reasoned"] = not changed[0]["reasoned"]
    return True


@left_open
def entries_numbered_otherwise(entries: list[dict[str, Any]], _: Random) -> bool:
    entries[-1]["n"] += 1
    return True


@rewritten
def ground_pledges_forgotten(entries: list[dict[str, Any]], _: Random) -> bool:
    bound = of(entries, "pledged")
    left = [a for a, b in pairwise(bound) if not _used(entries, a, b)]
    if not left:
        return False
    entries.remove(left[0])
    return True


@rewritten
def the_end_of_the_day_forgotten(entries: list[dict[str, Any]], _: Random) -> bool:
    entries.pop()
    return True


@rewritten
def a_swap_forgotten_everywhere(entries: list[dict[str, Any]], _: Random) -> bool:
    found = [i for i, one in enumerate(entries) if one["what"] == "swapped"]
    found = [i for i in found if entries[i + 1]["what"] == "published"]
    if not found or of(entries, "published")[-1] is not entries[found[-1] + 1]:
        return False
    swap, published = entries.pop(found[-1]), entries[found[-1]]
    names = {swap["one"]: swap["other"], swap["other"]: swap["one"]}
    for _, seats in published["tables"]:
        seats[:] = [names.get(n, n) for n in seats]
    return True


def _used(entries: list[dict[str, Any]], one: dict[str, Any], following: dict[str, Any]) -> bool:
    between = entries[entries.index(one) : entries.index(following)]
    return any(entry["what"] in ("drawn", "revealed") for entry in between)


def tampered(honest: Record, seed: str, *only: str) -> Iterator[tuple[str, Record]]:
    """The trail tampered with in every way that applies to it, or in those that are named."""
    for name, cheat in (WAYS | LEFT_OPEN | REWRITTEN).items():
        if only and name not in only:
            continue
        copy = deepcopy(honest.trail)
        if not cheat(copy["entries"], Random(f"{seed} {name}")):
            continue
        false = copy if name in LEFT_OPEN else chained(copy)
        yield name, Record(false, honest.seen if name in REWRITTEN else "")
