"""Where the chance of each draw came from: pledges, seeds, slips, plans; and from what it drew."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from stolik.fair.closing import written
from stolik.fair.codes import Phrase, Refusal
from stolik.fair.commit import SEED_BYTES, VERSION, commitment, draw_label, key
from stolik.fair.trail_shapes import Entry, Redraw, Tables, Trail, TrailRemark, doubt
from stolik.refusal import Fact, Violation, refuse

_BY_CHANCE = ("lot", "planned")
_BY_STANDINGS = ("scheme", "rank", "groups")


@dataclass
class _Pledged:
    ctx: str
    entrants: list[int]
    public: str = ""
    draws: list[Entry] = field(default_factory=list)
    known: bool = False  # to somebody, or to all
    shown: bool = False  # to all
    published: int = 0  # the entry that published something drawn with it


class ChanceCheck:
    """The draft and everything around it, and what every draw has to be true to."""

    def __init__(self, found: Trail, redraw: Redraw | None) -> None:
        self.found, self.redraw = found, redraw
        self.chosen = False
        self.by_seed: list[Entry] = []
        self.apart: list[list[int]] = []
        self.pledges: dict[str, _Pledged] = {}
        self.pledge = ""  # the commit that stands
        self.draft: dict[int, list[int]] | None = None
        self.locked: set[int] = set()
        self.round, self.stage = 0, 0
        self.planned: list[list[list[int]]] = []
        self.fixed: dict[int, int] = {}
        self.rounds: dict[int, tuple[int, Tables]] = {}  # published: stage and tables
        # Rounds, and who sat together when tiles were drawn; a round taken back undraws none.
        self.seated: set[tuple[int, frozenset[int]]] = set()
        self.online: set[tuple[int, int]] = set()  # round and table: bound for their deals
        self.slips: list[tuple[int, int, int]] = []  # of the round that is due: table, seat, who
        self.slips_of = 0
        self.hidden = False  # something is that was done with a draft
        self.touched = False  # a pledge or a draft stands: a wish now comes late

    def _created(self, entry: Entry) -> None:
        if entry["n"] != 1:
            doubt(Refusal.TRAIL_SHAPE, entry["n"])
        self.chosen = entry["chosen"]
        if self.chosen:
            self._remark(Phrase.SEED_CHOSEN, entry)

    def _seed(self, entry: Entry) -> None:
        """The seed somebody chose, told when nothing is left that could be foretold from it."""
        for drawn in self.by_seed:
            self._draw_again(drawn, entry["seed"])
        self.by_seed = []

    def _pledged(self, entry: Entry) -> None:
        if _is_brought(entry) or self.chosen:
            doubt(Refusal.TRAIL_CHANCE, entry["n"])
        of = f"{self.found.tournament}/draw-"
        if not entry["ctx"].startswith(of) or entry["commit"] in self.pledges:
            doubt(Refusal.TRAIL_CHANCE, entry["n"])
        before = self.pledges.get(self.pledge)
        if before and not before.draws:
            self._remark(Phrase.PLEDGE_LEFT, entry, commit=self.pledge[:12])
        self.pledge = entry["commit"]
        self.pledges[self.pledge] = _Pledged(entry["ctx"], entry["entrants"])
        self.found.publics.setdefault(self.pledge, "")
        self.found.pledges += 1
        self.touched = True

    def _carried_out(self, entry: Entry) -> None:
        """Somebody has the seed now: what is drawn with it from here on could be foretold."""
        if _is_brought(entry):
            doubt(Refusal.TRAIL_CHANCE, entry["n"])
        self.pledges[entry["commit"]].known = True
        self._remark(Phrase.CARRIED_OUT, entry, commit=entry["commit"][:12])

    def _revealed(self, entry: Entry) -> None:
        """The seed is what was committed to; now every draw made with it can be made again."""
        pledge, seed = self.pledges[entry["commit"]], bytes.fromhex(entry["seed"])
        bag = [str(n) for n in sorted(pledge.entrants)]
        if len(seed) != SEED_BYTES or commitment(seed, pledge.ctx, bag) != entry["commit"]:
            facts = {"commit": entry["commit"][:12]}
            refuse(Violation(Refusal.COMMIT_WRONG, facts=facts))
        pledge.known = pledge.shown = True
        for drawn in pledge.draws:
            derived = key(seed, drawn["public"], pledge.ctx)
            self._draw_again(drawn, f"{VERSION}:{derived.hex()}")

    def _await_seeds(self, entry: Entry) -> None:
        """What everybody plays is shown with the seed it came from."""
        for pledge in self.pledges.values():
            if pledge.draws and not pledge.published:
                pledge.published = entry["n"]

    def end(self) -> None:
        """Nothing stands published whose seed is not shown; what nobody drew again is counted."""
        for pledge in self.pledges.values():
            if pledge.published and not pledge.shown:
                doubt(Refusal.TRAIL_UNSHOWN, pledge.published)
            self.found.unchecked += 0 if pledge.shown else len(pledge.draws)
        self.found.unchecked += len(self.by_seed)

    def _slip(self, entry: Entry) -> None:
        if entry["round"] != self.slips_of:
            self.slips, self.slips_of = [], entry["round"]
        self.slips.append(_place(entry))

    def _slip_back(self, entry: Entry) -> None:
        self.slips.remove(_place(entry))
        self._remark(Phrase.SLIP_BACK, entry, entrant=entry["entrant"], round=entry["round"])

    def _check_slips(self, entry: Entry) -> None:
        """A round called drawn by slips is what the slips say, one for everybody."""
        tables: dict[int, list[int]] = {}
        for table, _, entrant in sorted(self.slips):
            tables.setdefault(table, []).append(entrant)
        places = {(table, seat) for table, seat, _ in self.slips}
        people = {entrant for *_, entrant in self.slips}
        alone = len(places) == len(people) == len(self.slips)
        said = [[table, seats] for table, seats in sorted(tables.items())]
        if entry["round"] != self.slips_of or not alone or said != entry["tables"]:
            doubt(Refusal.TRAIL_SLIPS, entry["n"], round=entry["round"])
        self._remark(Phrase.BY_SLIPS, entry, round=entry["round"], slips=len(self.slips))

    def _check_input(self, entry: Entry) -> None:
        """Entrants, wishes, locks and rounds played are those the trail itself tells."""
        told = entry["input"]
        if told is None:
            if entry["label"]:
                doubt(Refusal.TRAIL_INPUT, entry["n"])
            return
        if entry["input_hash"] not in (_hash(written(told)), _former_hash(told)):
            doubt(Refusal.TRAIL_INPUT, entry["n"])
        seated = sorted(n for _, seats in entry["tables"] for n in seats)
        if seated != sorted(told["entrants"]):
            doubt(Refusal.TRAIL_FIELD, entry["n"])
        if not self._wishes_are(told):
            doubt(Refusal.TRAIL_WISH, entry["n"])
        if not self._played_is(told, entry["stage"]):
            doubt(Refusal.TRAIL_PLAYED, entry["n"])

    def _wishes_are(self, told: Mapping[str, Any]) -> bool:
        """Fixed and locked tables, and who was to be kept apart; clubs and teams come after."""
        here = {n: table for n, table in self.fixed.items() if n in told["entrants"]}
        locked = [[t, self.draft[t]] for t in sorted(self.locked)] if self.draft else []
        apart = told["apart"][: told["wished"]]
        return (dict(told["fixed"]), sorted(told["locked"]), apart) == (here, locked, self.apart)

    def _played_is(self, told: Mapping[str, Any], stage: int) -> bool:
        """A plan knows the rounds of its stage and what was planned; a lot only short tables."""
        rounds = [(of, [seats for _, seats in tables]) for of, tables in self.rounds.values()]
        if told["kind"] == "lot":
            short = (t for _, tables in rounds for t in tables if len(t) < told["tables"]["full"])
            visits = Counter(n for seats in short for n in seats)
            return bool(told["short_before"] == [[n, visits[n]] for n in sorted(visits)])
        played = [tables for of, tables in rounds if of == stage]
        kept = self.planned if self.draft is None and self.stage == stage else []
        return bool((told["played"], told["draft"]) == (played, kept))

    def _check_chance(self, entry: Entry) -> None:
        """Where the chance of a draw came from; by the tournament's seed it is drawn again."""
        how, label = entry["how"], entry["label"]
        if _is_brought(entry):
            self._check_brought(entry)
        if label and how not in _BY_CHANCE:
            doubt(Refusal.TRAIL_CHANCE, entry["n"])
        if how == "by_hand":
            self._by_hand(Phrase.BY_HAND, entry, draw=entry["draw"], round=entry["round"])
        elif how == "slips":
            self._check_slips(entry)
        elif not label:
            self._check_plan(entry)
        elif label != draw_label(entry["draw"]):
            doubt(Refusal.DRAW_NUMBER, entry["n"], number=entry["draw"])
        elif not entry["public"]:
            self._check_seed(entry)
        else:
            self._check_pledge(entry)

    def _check_brought(self, entry: Entry) -> None:
        """What came back from a file has no pledge behind it: those are made by the server."""
        if entry["public"]:
            doubt(Refusal.TRAIL_CHANCE, entry["n"])
        self._remark(Phrase.FROM_FILE, entry, draw=entry["draw"], round=entry["round"])

    def _check_seed(self, entry: Entry) -> None:
        """By the seed somebody chose, or in a file, where nobody chose one, by none at all."""
        if self.chosen:
            self.by_seed.append(entry)
        elif _is_brought(entry):
            self._draw_again(entry, "")
        else:
            doubt(Refusal.TRAIL_CHANCE, entry["n"])

    def _check_plan(self, entry: Entry) -> None:
        """The next round of a plan comes as it was planned; others follow from the standings."""
        if entry["how"] in _BY_STANDINGS:
            self._check_standings(entry)
            return
        if entry["how"] != "planned":
            doubt(Refusal.TRAIL_CHANCE, entry["n"])
        planned = _numbered(self.planned[0], self.fixed) if self.planned else []
        if (entry["tables"], entry["plan"]) != (planned, self.planned[1:]):
            doubt(Refusal.TRAIL_PLAN, entry["n"])

    def _check_standings(self, entry: Entry) -> None:
        """There are none before the first round; later ones stand in no record of draws."""
        if not self.rounds:
            doubt(Refusal.TRAIL_STANDINGS, entry["n"], round=entry["round"])
        self._remark(Phrase.BY_STANDINGS, entry, round=entry["round"])
        self.found.unchecked += 1

    def _check_pledge(self, entry: Entry) -> None:
        pledge = self.pledges[self.pledge]
        if pledge.known or sorted(entry["input"]["entrants"]) != sorted(pledge.entrants):
            doubt(Refusal.TRAIL_CHANCE, entry["n"])
        if pledge.public not in ("", entry["public"]):
            doubt(Refusal.TRAIL_CHANCE, entry["n"])
        if not pledge.public and not entry["public"].startswith("dice:"):
            self._remark(Phrase.HOUSE_ALONE, entry, draw=entry["draw"])
        pledge.public = entry["public"]
        pledge.draws.append(entry)
        self.found.publics[self.pledge] = entry["public"]

    def _draw_again(self, entry: Entry, seed: str) -> None:
        if self.redraw is None:
            self.found.unchecked += 1
            return
        tables, later = self.redraw(entry["input"], seed, entry["label"])
        drawn = [list(seats) for seats in tables]
        numbered = _numbered(drawn, dict(entry["input"]["fixed"]))
        if numbered != entry["tables"] or _plain(later) != entry["plan"]:
            doubt(Refusal.TRAIL_TABLES, entry["n"], draw=entry["draw"], round=entry["round"])
        self.found.redrawn += 1

    def _by_hand(self, code: Phrase, entry: Entry, **facts: Fact) -> None:
        self._remark(code, entry, reason=entry.get("reason", ""), **facts)
        if not entry["reasoned"]:
            self._remark(Phrase.NO_REASON, entry)

    def _remark(self, code: Phrase, entry: Entry, **facts: Any) -> None:
        told = {"by": entry["by"], "at": entry["at"], **facts}
        self.found.remarks.append(TrailRemark(code, entry["n"], told))


def _is_brought(entry: Entry) -> bool:
    """Whether it was done elsewhere and taken back from a file."""
    return entry.get("file", False) is not False


def _place(entry: Entry) -> tuple[int, int, int]:
    return entry["table"], entry["seat"], entry["entrant"]


def _numbered(tables: list[list[int]], fixed: Mapping[int, int]) -> Tables:
    """Tables count from 1; one with an entrant who cannot move gets that entrant's number."""
    wanted: dict[int, int] = {}
    for i, seats in enumerate(tables):
        for n in seats:
            table = fixed.get(n)
            if table is not None and table <= len(tables) and table not in wanted.values():
                wanted.setdefault(i, table)
    free = iter(n for n in range(1, len(tables) + 1) if n not in wanted.values())
    return sorted([wanted.get(i) or next(free), seats] for i, seats in enumerate(tables))


def _plain(rounds: Any) -> list[list[list[int]]]:
    return [[list(seats) for seats in tables] for tables in rounds]


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _former_hash(told: Mapping[str, Any]) -> str:
    """As logs have it that were written before the whole input was told."""
    facts = [told["entrants"], told["rounds"], told["games"], told["tables"]["preferred"]]
    facts += [told["played"], told["draft"], sorted(told["apart"]), told["fixed"], told["locked"]]
    return _hash(written(facts).replace(",", ", "))
