"""The trail of a tournament's draws checked: are the tables played the ones that were drawn?

This walks through all that was done (pledges, draws, swaps, locks, publications), seats the
draft again step by step and compares it with what was published. It knows no planner: whoever has
one passes `redraw`, which makes a draw again from its recorded input and its key.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NoReturn

from stolik.fair.closing import written
from stolik.fair.codes import Phrase, Refusal
from stolik.fair.commit import SEED_BYTES, VERSION, commitment, draw_label, key
from stolik.fair.shuffle import digest
from stolik.refusal import Fact, Violation, refuse

TRAIL = "draws-1"
_MOST = 100_000  # entries: a limit on work, no real trail comes near
_BESIDE = ("salt", "reason", "hidden")

Entry = Mapping[str, Any]
Tables = list[list[Any]]  # [number, seats]
# (input, seed as text, label) → the tables in the order they were drawn, and the rounds after them
Redraw = Callable[[Mapping[str, Any], str, str], tuple[Sequence[Sequence[int]], Any]]


@dataclass(frozen=True, slots=True)
class TrailRemark:
    """Something everybody should know of the draws, although it breaks no proof."""

    code: Phrase
    entry: int
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Trail:
    """What a trail turned out to be."""

    tournament: str
    length: int
    head: str
    draws: int = 0
    pledges: int = 0
    redrawn: int = 0  # draws that were made again here and came out the same
    heads: list[str] = field(default_factory=list)
    published: dict[int, Tables] = field(default_factory=dict)
    publics: dict[str, str] = field(default_factory=dict)  # by commit
    remarks: list[TrailRemark] = field(default_factory=list)

    @property
    def changes(self) -> int:
        """How often somebody changed by hand what chance had given."""
        return sum(remark.code in BY_HAND for remark in self.remarks)


BY_HAND = (
    *(Phrase.SWAPPED, Phrase.REDRAWN, Phrase.BY_HAND, Phrase.UNPUBLISHED, Phrase.LOCKED),
    *(Phrase.UNLOCKED, Phrase.SUBSTITUTED, Phrase.LATE, Phrase.WISH),
)


def leaf(entry: Entry) -> bytes:
    """The hash of an entry; its salt keeps a hidden one from being guessed."""
    if "hidden" in entry:
        return bytes.fromhex(entry["hidden"])
    bound = {name: value for name, value in entry.items() if name not in _BESIDE}
    return digest(f"{TRAIL} entry", entry["salt"], written(bound))


def link(head: bytes, following: bytes | str) -> bytes:
    """The chain with one entry more; it begins with the tournament's id."""
    return digest(f"{TRAIL} link", head, following)


def hidden(entry: Entry) -> dict[str, Any]:
    """What is told of an entry while its round is a draft."""
    shown = {name: entry[name] for name in ("n", "at", "by", "what")}
    return {**shown, "hidden": leaf(entry).hex()}


def verify_trail(
    raw: object, commit: str = "", public: str = "", *, redraw: Redraw | None = None
) -> Trail:
    """Check a trail against what one saw oneself: a commit with its dice, or a head of the trail.

    Raises `Refused` with the first reason for doubt.
    """
    found = _chained(raw)
    assert isinstance(raw, dict)
    walk = _Walk(found, redraw)
    for entry in raw["entries"]:
        walk.follow(entry)
    _check_seen(found, commit.strip().lower(), public)
    return found


def _check_seen(found: Trail, seen: str, public: str) -> None:
    if seen and seen not in found.publics and seen not in found.heads:
        refuse(Violation(Refusal.TRAIL_NOT_SEEN, facts={"seen": seen[:12]}))
    known = found.publics.get(seen, public if public in found.publics.values() else "")
    if public and known != public:
        refuse(Violation(Refusal.PUBLIC_DIFFERS, facts={"found": known, "seen": public}))


def _chained(raw: object) -> Trail:
    """Every entry hangs on all before it; length and head are those the trail is closed with."""
    if not isinstance(raw, dict) or set(raw) != {"v", "tournament", "entries", "length", "head"}:
        _no(Refusal.TRAIL_SHAPE, 0)
    entries, tournament = raw["entries"], raw["tournament"]
    sound = raw["v"] == TRAIL and isinstance(tournament, str) and isinstance(entries, list)
    if not sound or len(entries) > _MOST:
        _no(Refusal.TRAIL_SHAPE, 0)
    head, heads = link(b"", tournament), []
    for number, entry in enumerate(entries, start=1):
        head = _linked(head, entry, number)
        heads.append(head.hex())
    if (raw["length"], raw["head"]) != (len(entries), head.hex()):
        facts: dict[str, Fact] = {"found": len(entries), "entries": str(raw["length"])}
        refuse(Violation(Refusal.TRAIL_CLOSED, facts=facts))
    return Trail(tournament, len(entries), head.hex(), heads=heads)


def _linked(head: bytes, entry: Any, number: int) -> bytes:
    try:
        named = entry["n"] == number and isinstance(entry["what"], str)
        following = leaf(entry)
    except (KeyError, TypeError, ValueError, UnicodeEncodeError):
        named, following = False, b""
    if not named or len(following) != sha256().digest_size:
        _no(Refusal.TRAIL_SHAPE, number)
    return link(head, following)


@dataclass
class _Pledged:
    ctx: str
    entrants: list[int]
    public: str = ""
    draws: list[Entry] = field(default_factory=list)
    shown: bool = False


class _Walk:
    """The draft and everything around it, entry by entry; lives within one check."""

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
        self.slips: list[tuple[int, int, int]] = []  # of the round that is due: table, seat, who
        self.slips_of = 0
        self.touched = False  # a pledge or a draft stands: a wish now comes late

    def follow(self, entry: Entry) -> None:
        if "hidden" in entry:
            self.found.draws += entry["what"] == "drawn"
            return
        step = getattr(self, f"_{entry['what']}", None)
        if step is None or entry["what"] not in _STEPS:
            _no(Refusal.TRAIL_SHAPE, entry["n"])
        try:
            step(entry)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            _no(Refusal.TRAIL_SHAPE, entry["n"])

    def _created(self, entry: Entry) -> None:
        self.chosen = entry["chosen"]
        if self.chosen:
            self._remark(Phrase.SEED_CHOSEN, entry)

    def _seed(self, entry: Entry) -> None:
        """The seed somebody chose, told when nothing is left that could be foretold from it."""
        for drawn in self.by_seed:
            self._draw_again(drawn, entry["seed"])
        self.by_seed = []

    def _entered(self, entry: Entry) -> None:
        if entry["table"] is not None:
            self.fixed[entry["entrant"]] = entry["table"]
        if self.touched or self.rounds:
            self._remark(Phrase.LATE, entry, entrant=entry["entrant"])

    def _status(self, entry: Entry) -> None:
        if self.touched:
            self._remark(Phrase.FIELD, entry, entrant=entry["entrant"], status=entry["status"])

    def _substituted(self, entry: Entry) -> None:
        self._by_hand(Phrase.SUBSTITUTED, entry, entrant=entry["entrant"])

    def _apart(self, entry: Entry) -> None:
        self.apart.append(sorted(entry["entrants"]))
        if self.touched:
            who = ", ".join(str(n) for n in entry["entrants"])
            self._remark(Phrase.WISH, entry, entrants=who)

    def _fixed(self, entry: Entry) -> None:
        self.fixed.pop(entry["entrant"], None)
        if entry["table"] is not None:
            self.fixed[entry["entrant"]] = entry["table"]
        if self.touched:
            self._remark(Phrase.WISH, entry, entrants=str(entry["entrant"]))

    def _cut(self, _entry: Entry) -> None:
        self.planned = []

    def _passed(self, entry: Entry) -> None:
        self._remark(Phrase.FIELD, entry, entrant=entry["resigned"], status="resigned")

    def _pledged(self, entry: Entry) -> None:
        if _is_brought(entry):
            _no(Refusal.TRAIL_CHANCE, entry["n"])
        before = self.pledges.get(self.pledge)
        if before and not before.draws:
            self._remark(Phrase.PLEDGE_LEFT, entry, commit=self.pledge[:12])
        self.pledge = entry["commit"]
        self.pledges[self.pledge] = _Pledged(entry["ctx"], entry["entrants"])
        self.found.publics.setdefault(self.pledge, "")
        self.found.pledges += 1
        self.touched = True

    def _revealed(self, entry: Entry) -> None:
        """The seed is what was committed to; now every draw made with it can be made again."""
        pledge, seed = self.pledges[entry["commit"]], bytes.fromhex(entry["seed"])
        bag = [str(n) for n in sorted(pledge.entrants)]
        if len(seed) != SEED_BYTES or commitment(seed, pledge.ctx, bag) != entry["commit"]:
            facts = {"commit": entry["commit"][:12]}
            refuse(Violation(Refusal.COMMIT_WRONG, facts=facts))
        pledge.shown = True
        for drawn in pledge.draws:
            derived = key(seed, drawn["public"], pledge.ctx)
            self._draw_again(drawn, f"{VERSION}:{derived.hex()}")

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
            _no(Refusal.TRAIL_SLIPS, entry["n"], round=entry["round"])
        self._remark(Phrase.BY_SLIPS, entry, round=entry["round"], slips=len(self.slips))

    def _drawn(self, entry: Entry) -> None:
        self.found.draws += 1
        if entry["draw"] != self.found.draws:
            _no(Refusal.DRAW_NUMBER, entry["n"], number=self.found.draws)
        if self.draft is not None:
            self._by_hand(Phrase.REDRAWN, entry, draw=entry["draw"], round=entry["round"])
        self._check_input(entry)
        self._check_chance(entry)
        self.draft = {number: list(seats) for number, seats in entry["tables"]}
        self.locked, self.round, self.stage = set(), entry["round"], entry["stage"]
        self.planned, self.touched = entry["plan"], True

    def _check_input(self, entry: Entry) -> None:
        """Entrants, wishes, locks and rounds played are those the trail itself tells."""
        told = entry["input"]
        if told is None:
            if entry["label"]:
                _no(Refusal.TRAIL_INPUT, entry["n"])
            return
        if entry["input_hash"] not in (_hash(written(told)), _former_hash(told)):
            _no(Refusal.TRAIL_INPUT, entry["n"])
        seated = sorted(n for _, seats in entry["tables"] for n in seats)
        if seated != sorted(told["entrants"]):
            _no(Refusal.TRAIL_FIELD, entry["n"])
        if not self._wishes_are(told):
            _no(Refusal.TRAIL_WISH, entry["n"])
        if not self._played_is(told, entry["stage"]):
            _no(Refusal.TRAIL_PLAYED, entry["n"])

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
        if how == "by_hand":
            self._by_hand(Phrase.BY_HAND, entry, draw=entry["draw"], round=entry["round"])
        elif how == "slips":
            self._check_slips(entry)
        elif not label:
            self._check_plan(entry)
        elif label != draw_label(entry["draw"]):
            _no(Refusal.DRAW_NUMBER, entry["n"], number=entry["draw"])
        elif not entry["public"]:
            self._check_seed(entry)
        else:
            self._check_pledge(entry)

    def _check_brought(self, entry: Entry) -> None:
        """What came back from a file has no pledge behind it: those are made by the server."""
        if entry["public"]:
            _no(Refusal.TRAIL_CHANCE, entry["n"])
        self._remark(Phrase.FROM_FILE, entry, draw=entry["draw"], round=entry["round"])

    def _check_seed(self, entry: Entry) -> None:
        """By the seed somebody chose, or in a file, where nobody chose one, by none at all."""
        if self.chosen:
            self.by_seed.append(entry)
        elif _is_brought(entry):
            self._draw_again(entry, "")
        else:
            _no(Refusal.TRAIL_CHANCE, entry["n"])

    def _check_plan(self, entry: Entry) -> None:
        """The next round of a plan comes as it was planned; a scheme follows from the standings."""
        if entry["how"] != "planned":
            self._remark(Phrase.BY_STANDINGS, entry, round=entry["round"])
            return
        planned = _numbered(self.planned[0], self.fixed) if self.planned else []
        if (entry["tables"], entry["plan"]) != (planned, self.planned[1:]):
            _no(Refusal.TRAIL_PLAN, entry["n"])

    def _check_pledge(self, entry: Entry) -> None:
        pledge = self.pledges[self.pledge]
        if pledge.shown or sorted(entry["input"]["entrants"]) != sorted(pledge.entrants):
            _no(Refusal.TRAIL_CHANCE, entry["n"])
        if pledge.public not in ("", entry["public"]):
            _no(Refusal.TRAIL_CHANCE, entry["n"])
        if not pledge.public and not entry["public"].startswith("dice:"):
            self._remark(Phrase.HOUSE_ALONE, entry, draw=entry["draw"])
        pledge.public = entry["public"]
        pledge.draws.append(entry)
        self.found.publics[self.pledge] = entry["public"]

    def _swapped(self, entry: Entry) -> None:
        one, other = entry["one"], entry["other"]
        places = {n: t for t, seats in (self.draft or {}).items() for n in seats}
        if one == other or not {one, other} <= places.keys():
            _no(Refusal.TRAIL_SWAP, entry["n"])
        if {places[one], places[other]} & self.locked:
            _no(Refusal.TRAIL_SWAP, entry["n"])
        exchanged = {one: other, other: one}
        assert self.draft is not None
        for seats in self.draft.values():
            seats[:] = [exchanged.get(n, n) for n in seats]
        self._by_hand(Phrase.SWAPPED, entry, one=one, other=other, round=self.round)

    def _placed(self, entry: Entry) -> None:
        """Somebody late takes a free chair, of the draft or of the last round; nobody moves."""
        number, who, at = entry["round"], entry["entrant"], entry["table"]
        if self.draft is not None and number == self.round:
            tables = self.draft
        elif self.draft is None and number == max(self.rounds, default=0):
            tables = {t: list(seats) for t, seats in self.rounds[number][1]}
        else:
            tables = {}
        if at not in tables or any(who in seats for seats in tables.values()):
            _no(Refusal.TRAIL_SWAP, entry["n"])
        if at in self.locked and self.draft is not None:
            _no(Refusal.TRAIL_SWAP, entry["n"])
        tables[at].append(who)
        if self.draft is None:
            changed = [[t, seats] for t, seats in sorted(tables.items())]
            self.rounds[number] = (self.rounds[number][0], changed)
            self.found.published[number] = changed
        self._by_hand(Phrase.PLACED, entry, entrant=who, table=at, round=number)

    def _locked(self, entry: Entry) -> None:
        if self.draft is None or entry["table"] not in self.draft:
            _no(Refusal.TRAIL_SWAP, entry["n"])
        code = Phrase.LOCKED if entry["locked"] else Phrase.UNLOCKED
        (self.locked.add if entry["locked"] else self.locked.discard)(entry["table"])
        self._by_hand(code, entry, table=entry["table"], round=self.round)

    def _published(self, entry: Entry) -> None:
        """What everybody plays is the draft as it was drawn and changed, seat by seat."""
        if self.draft is None or entry["round"] != self.round:
            _no(Refusal.TRAIL_PUBLISHED, entry["n"], round=entry["round"])
        if entry["tables"] != [[t, seats] for t, seats in sorted(self.draft.items())]:
            _no(Refusal.TRAIL_PUBLISHED, entry["n"], round=entry["round"])
        self.rounds[self.round] = (self.stage, entry["tables"])
        self.found.published[self.round] = entry["tables"]
        self.draft, self.touched = None, False

    def _seated(self, entry: Entry) -> None:
        """Seats of a table by the tiles drawn at it: the highest first, nobody new, nobody gone."""
        _, tables = self.rounds[entry["round"]]
        (place,) = (one for one in tables if one[0] == entry["table"])
        tiles = {n: row for n, row in entry["tiles"] if row}
        ordered = sorted(tiles, key=lambda n: tiles[n], reverse=True)
        rows = [tuple(row) for row in tiles.values()]
        known = sorted(place[1]) == sorted(entry["seats"])
        if not known or entry["seats"][: len(ordered)] != ordered or len(set(rows)) < len(rows):
            _no(Refusal.TRAIL_SEATED, entry["n"], table=entry["table"], round=entry["round"])
        changed = [[t, entry["seats"] if t == entry["table"] else seats] for t, seats in tables]
        self.rounds[entry["round"]] = (self.rounds[entry["round"]][0], changed)
        self.found.published[entry["round"]] = changed

    def _unpublished(self, entry: Entry) -> None:
        self.stage, tables = self.rounds.pop(entry["round"])
        del self.found.published[entry["round"]]
        self.draft, self.round = {t: list(seats) for t, seats in tables}, entry["round"]
        self.touched = True
        self._by_hand(Phrase.UNPUBLISHED, entry, round=entry["round"])

    def _draw_again(self, entry: Entry, seed: str) -> None:
        if self.redraw is None:
            return
        tables, later = self.redraw(entry["input"], seed, entry["label"])
        drawn = [list(seats) for seats in tables]
        numbered = _numbered(drawn, dict(entry["input"]["fixed"]))
        if numbered != entry["tables"] or _plain(later) != entry["plan"]:
            _no(Refusal.TRAIL_TABLES, entry["n"], draw=entry["draw"], round=entry["round"])
        self.found.redrawn += 1

    def _by_hand(self, code: Phrase, entry: Entry, **facts: Fact) -> None:
        self._remark(code, entry, reason=entry.get("reason", ""), **facts)
        if not entry["reasoned"]:
            self._remark(Phrase.NO_REASON, entry)

    def _remark(self, code: Phrase, entry: Entry, **facts: Any) -> None:
        told = {"by": entry["by"], "at": entry["at"], **facts}
        self.found.remarks.append(TrailRemark(code, entry["n"], told))


_STEPS = (
    *("created", "seed", "entered", "status", "substituted", "apart", "fixed", "cut", "passed"),
    *("pledged", "revealed", "slip", "slip_back", "drawn", "swapped", "placed", "locked"),
    *("published", "seated", "unpublished"),
)


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


def _no(code: Refusal, entry: int, **facts: Fact) -> NoReturn:
    refuse(Violation(code, facts={"entry": entry, **facts}))
