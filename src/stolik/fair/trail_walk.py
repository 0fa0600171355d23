"""The walk through a trail: the draft is seated again step by step, as each entry says."""

from hashlib import sha256

from stolik.fair.codes import Phrase, Refusal
from stolik.fair.trail_chance import ChanceCheck
from stolik.fair.trail_shapes import DRAFTED, Entry, doubt

_STEPS = (
    *("created", "seed", "entered", "status", "substituted", "amended"),
    *("apart", "fixed", "cut", "passed"),
    *("pledged", "carried_out", "revealed", "slip", "slip_back"),
    *("drawn", "swapped", "placed", "locked"),
    *("published", "seated", "unpublished", "deals", "cut_back", "passed_back"),
    *("rounds_set", "ended_early", "reopened"),
)

_WORDS = ("name", "club", "team", "class")


class TrailWalk(ChanceCheck):
    """Entry by entry; lives within one check."""

    def follow(self, entry: Entry) -> None:
        if "hidden" in entry:
            if entry["what"] not in DRAFTED:
                doubt(Refusal.TRAIL_SHAPE, entry["n"])
            self.hidden = True
            self.found.draws += entry["what"] == "drawn"
            return
        step = getattr(self, f"_{entry['what']}", None)
        if step is None or entry["what"] not in _STEPS:
            doubt(Refusal.TRAIL_SHAPE, entry["n"])
        try:
            step(entry)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            doubt(Refusal.TRAIL_SHAPE, entry["n"])

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

    def _amended(self, entry: Entry) -> None:
        """Words of an entrant written otherwise, although somebody has a seat already."""
        fields = entry["fields"]
        in_order = [one for one in _WORDS if one in fields]
        if not fields or fields != in_order or fields == ["club"]:
            doubt(Refusal.TRAIL_SHAPE, entry["n"])
        self._by_hand(Phrase.AMENDED, entry, entrant=entry["entrant"], fields=", ".join(fields))

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

    def _cut_back(self, entry: Entry) -> None:
        """Who advances is announced anew; what was drawn for them is dropped, for all to see."""
        self.draft, self.planned, self.touched = None, [], True
        self._by_hand(Phrase.CUT_BACK, entry)

    def _rounds_set(self, entry: Entry) -> None:
        """What was planned beyond the last round is forgotten."""
        drawn = sum(stage == entry["stage"] for stage, _ in self.rounds.values())
        left = entry["rounds"] - drawn - (self.draft is not None)
        self.planned = self.planned[: max(left, 0)]
        self._by_hand(Phrase.ROUNDS_SET, entry, rounds=entry["rounds"])

    def _ended_early(self, entry: Entry) -> None:
        self._by_hand(Phrase.ENDED_EARLY, entry)

    def _reopened(self, entry: Entry) -> None:
        self._by_hand(Phrase.REOPENED, entry)

    def _passed(self, entry: Entry) -> None:
        self._remark(Phrase.FIELD, entry, entrant=entry["resigned"], status="resigned")

    def _passed_back(self, entry: Entry) -> None:
        """A place given up is held again; what was drawn meanwhile is dropped, for all to see."""
        self.draft, self.planned, self.touched = None, [], True
        self._by_hand(Phrase.PASSED_BACK, entry, entrant=entry["entrant"])

    def _drawn(self, entry: Entry) -> None:
        self.found.draws += 1
        if entry["draw"] != self.found.draws:
            doubt(Refusal.DRAW_NUMBER, entry["n"], number=self.found.draws)
        if self.draft is not None:
            self._by_hand(Phrase.REDRAWN, entry, draw=entry["draw"], round=entry["round"])
        self._check_input(entry)
        self._check_chance(entry)
        self._name_replaced(entry)
        self.draft = {number: list(seats) for number, seats in entry["tables"]}
        self.locked, self.round, self.stage = set(), entry["round"], entry["stage"]
        self.planned, self.touched = entry["plan"], True

    def _name_replaced(self, entry: Entry) -> None:
        """A plan stood and another was drawn: for whom it was, and for whom this one is."""
        if not (entry["input"] and entry["input"].get("draft")):
            return
        before = {n for seats in next(iter(self.planned), ()) for n in seats}
        now = set(entry["input"]["entrants"])
        field = [f"\u2212{n}" for n in sorted(before - now)]
        field += [f"+{n}" for n in sorted(now - before)]
        if field:
            self._remark(Phrase.PLAN_FIELD, entry, round=entry["round"], field=", ".join(field))
        else:
            self._remark(Phrase.PLAN_ANEW, entry, round=entry["round"])

    def _swapped(self, entry: Entry) -> None:
        one, other = entry["one"], entry["other"]
        places = {n: t for t, seats in (self.draft or {}).items() for n in seats}
        if one == other or not {one, other} <= places.keys():
            doubt(Refusal.TRAIL_SWAP, entry["n"])
        if {places[one], places[other]} & self.locked:
            doubt(Refusal.TRAIL_SWAP, entry["n"])
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
            doubt(Refusal.TRAIL_SWAP, entry["n"])
        if at in self.locked and self.draft is not None:
            doubt(Refusal.TRAIL_SWAP, entry["n"])
        tables[at].append(who)
        if self.draft is None:
            changed = [[t, seats] for t, seats in sorted(tables.items())]
            self.rounds[number] = (self.rounds[number][0], changed)
            self.found.published[number] = changed
        self._by_hand(Phrase.PLACED, entry, entrant=who, table=at, round=number)

    def _locked(self, entry: Entry) -> None:
        if self.draft is None or entry["table"] not in self.draft:
            doubt(Refusal.TRAIL_SWAP, entry["n"])
        code = Phrase.LOCKED if entry["locked"] else Phrase.UNLOCKED
        (self.locked.add if entry["locked"] else self.locked.discard)(entry["table"])
        self._by_hand(code, entry, table=entry["table"], round=self.round)

    def _published(self, entry: Entry) -> None:
        """What everybody plays is the draft as it was drawn and changed, seat by seat."""
        if self.hidden:
            doubt(Refusal.TRAIL_SHAPE, entry["n"])
        if self.draft is None or entry["round"] != self.round:
            doubt(Refusal.TRAIL_PUBLISHED, entry["n"], round=entry["round"])
        if entry["tables"] != [[t, seats] for t, seats in sorted(self.draft.items())]:
            doubt(Refusal.TRAIL_PUBLISHED, entry["n"], round=entry["round"])
        self.rounds[self.round] = (self.stage, entry["tables"])
        self.found.published[self.round] = entry["tables"]
        self.draft, self.touched = None, False
        self._await_seeds(entry)

    def _seated(self, entry: Entry) -> None:
        """Seats of a table by the tiles drawn at it: the highest first, nobody new, nobody gone."""
        _, tables = self.rounds[entry["round"]]
        (place,) = (one for one in tables if one[0] == entry["table"])
        tiles = {n: row for n, row in entry["tiles"] if row}
        ordered = sorted(tiles, key=lambda n: tiles[n], reverse=True)
        rows = [tuple(row) for row in tiles.values()]
        known = sorted(place[1]) == sorted(entry["seats"])
        if not known or entry["seats"][: len(ordered)] != ordered or len(set(rows)) < len(rows):
            doubt(Refusal.TRAIL_SEATED, entry["n"], table=entry["table"], round=entry["round"])
        where = entry["round"], frozenset(entry["seats"])
        if where in self.seated:
            # Before reasons were asked for, tiles could be drawn again without one.
            told = {"reasoned": False, **entry}
            self._by_hand(Phrase.SEATED_AGAIN, told, table=entry["table"], round=entry["round"])
        self.seated.add(where)
        changed = [[t, entry["seats"] if t == entry["table"] else seats] for t, seats in tables]
        self.rounds[entry["round"]] = (self.rounds[entry["round"]][0], changed)
        self.found.published[entry["round"]] = changed

    def _unpublished(self, entry: Entry) -> None:
        self.stage, tables = self.rounds.pop(entry["round"])
        del self.found.published[entry["round"]]
        self.draft, self.round = {t: list(seats) for t, seats in tables}, entry["round"]
        self.touched = True
        self._by_hand(Phrase.UNPUBLISHED, entry, round=entry["round"])
        bound = sorted(table for number, table in self.online if number == entry["round"])
        if bound:
            self._deals_left(entry, bound)

    def _deals(self, entry: Entry) -> None:
        """A table was set online: no deal has two names, and each is of this very table."""
        where = entry["round"], entry["table"]
        of = f"{self.found.tournament}/{where[0]}/{where[1]}/"
        for ctx, commit in entry["commits"]:
            if ctx in self.found.deals or not ctx.startswith(of) or _is_no_commit(commit):
                doubt(Refusal.TRAIL_DEALS, entry["n"], table=where[1], round=where[0])
            self.found.deals[ctx] = commit
        if where in self.online:
            self._remark(Phrase.DEALS_AGAIN, entry, table=where[1], round=where[0])
        self.online.add(where)
        if where[0] not in self.rounds:
            self._deals_left(entry, [where[1]])

    def _deals_left(self, entry: Entry, tables: list[int]) -> None:
        """A round was taken back though the deals of its online tables were settled."""
        said = ", ".join(str(table) for table in tables)
        self._remark(Phrase.DEALS_LEFT, entry, round=entry["round"], tables=said)


def _is_no_commit(commit: str) -> bool:
    return len(bytes.fromhex(commit)) != sha256().digest_size
