"""T18 for draws: the tables played are those drawn; every change by hand is named."""

import importlib
import json
import re
import shutil
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import stolik
from stolik.app.fairness.draw_input import made_from
from stolik.app.fairness.trail_checking import checked_trail, trail_told
from stolik.app.texts import LANGUAGES
from stolik.app.tournaments.pledging import due_draw, pledge, publishing
from stolik.fair.codes import Phrase
from stolik.fair.trail import verify_trail
from stolik.fair.trail_shapes import BY_HAND, Trail
from stolik.refusal import Refused
from stolik.tournament import commands as c
from stolik.tournament.state import EntrantNumber
from tests.fair.trails import (
    CARRIED,
    LEFT_OPEN,
    ONLINE,
    REWRITTEN,
    SHORTENED,
    WAYS,
    Event,
    Record,
    chained,
    record,
    tampered,
)
from tests.reliability.report import figure


@cache
def drawn_once(told: str, seed: str, label: str) -> tuple[Any, Any]:
    again = made_from(json.loads(told), seed, label)
    return again.tables, again.plan


def redraw(told: Any, seed: str, label: str) -> tuple[Any, Any]:
    """As `stolik verify` draws again; most lies about a tournament repeat the same draws."""
    return drawn_once(json.dumps(told), seed, label)


def thorough(raw: Any, seen: str) -> Trail:
    return verify_trail(raw, seen, redraw=redraw)


def refusal(found: Record, check: Any = thorough) -> str | None:
    try:
        check(found.trail, found.seen)
    except Refused as refused:
        return str(refused.violations[0].code)
    return None


def check(numbers: range, tier: str, lied: int = 200) -> tuple[Counter[str], set[str]]:
    """Everything true accepted, everything false refused; what was tried and what was remarked."""
    remarks, tried = set[str](), Counter[str]()
    for number in numbers:
        honest = record(number)
        assert refusal(honest) is None, number
        remarks |= {remark.code for remark in thorough(honest.trail, honest.seen).remarks}
        for name, false in tampered(honest, str(number)) if number < lied else ():
            assert refusal(false), (name, number)
            tried[name] += 1
    said = f"{len(numbers)}, {tried.total()}"
    figure("T18", "trails of draws accepted, false ones refused", said, tier=tier)
    return tried, remarks


def test_true_trails_are_accepted_and_false_ones_refused():
    tried, _ = check(range(SHORTENED, 6), "quick")
    assert len(tried) > 30


@pytest.mark.full
def test_two_hundred_trails_and_thousands_of_false_ones():
    tried, remarks = check(range(SHORTENED, 200), "full", lied=40)
    assert tried.keys() == {*WAYS, *LEFT_OPEN, *REWRITTEN}, "a way was never tried"
    assert tried.total() >= 1_000
    never = {Phrase.NO_REASON, Phrase.BY_STANDINGS, Phrase.FIELD}
    never |= {
        Phrase.CUT_BACK,
        Phrase.PASSED_BACK,
        Phrase.PLAN_ANEW,
    }  # one stage; no other size of tables
    assert remarks >= set(Phrase) - never


def test_what_should_be_known_is_said_in_both_languages():
    for number in range(8):
        found = checked_trail(record(number).trail)
        for lang in LANGUAGES:
            said = list(trail_told(found, lang))
            assert said[0].startswith(("OK so far", "OK w tym")) == bool(found.unchecked)
            assert not any("{" in sentence or "?" in sentence for sentence in said)
            told = any(remark.facts.get("reason") for remark in found.remarks)
            assert len(said) == 1 + len(found.remarks) + told


@pytest.mark.parametrize(
    ("lang", "beside"), [("pl", "dowód ich nie obejmuje"), ("en", "no part of the proof")]
)
def test_reasons_are_told_as_words_beside_the_proof(lang: str, beside: str):
    found = checked_trail(record(0).trail)
    assert any(remark.facts.get("reason") for remark in found.remarks)
    assert beside in list(trail_told(found, lang))[-1]
    silent = [remark for remark in found.remarks if not remark.facts.get("reason")]
    assert beside not in " ".join(trail_told(replace(found, remarks=silent), lang))


def test_without_a_planner_the_tables_are_compared_but_not_drawn_again():
    assert verify_trail(record(0).trail).redrawn == 0
    assert checked_trail(record(0).trail).redrawn > 0


def test_a_record_told_for_another_tournament_is_refused():
    told = record(0).trail
    assert refusal(Record(chained({**told, "tournament": "another"}))) == "fair.trail_chance"


def test_a_draft_whose_seed_is_not_shown_yet_is_no_doubt():
    event = Event(0)
    event.draw()
    assert refusal(Record(event.told())) is None
    event.desk.do(publishing(event.desk, event.house.held))
    told = event.told()
    assert checked_trail(told).unchecked == 0
    published = next(i for i, one in enumerate(told["entries"], 1) if one["what"] == "published")
    told["entries"] = told["entries"][:published]
    assert refusal(Record(chained(told))) == "fair.trail_unshown"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_was_not_drawn_again_here_is_not_called_checked(lang: str):
    chosen = checked_trail(record(6).trail)  # its seed is told when the tournament is over
    assert chosen.unchecked == chosen.draws > 0
    said = next(trail_told(chosen, lang))
    assert said.startswith(("OK so far", "OK w tym"))  # OK: nothing was found false
    assert {"en": "not checked: ", "pl": "niesprawdzonych: "}[lang] + str(chosen.draws) in said
    assert verify_trail(record(0).trail).unchecked > 0


def test_tables_by_the_standings_are_not_checked_here():
    event = Event(0)
    event.round()
    seats = [table.seats for table in event.desk.state.rounds[-1].tables]
    event.desk.do(c.Draw(tuple(seats), how="rank"))
    event.desk.do(publishing(event.desk, event.house.held))
    found = checked_trail(event.told())
    assert found.unchecked == 1
    assert "nie sprawdzono" in " ".join(trail_told(found, "pl"))


@pytest.mark.parametrize("raw", [None, 5, [], {}, {"v": "draws-1"}, {"v": "draws-1", "entries": 5}])
def test_what_is_no_trail_is_refused(raw: Any):
    assert refusal(Record(raw)) == "fair.trail_shape"


def test_both_checkers_call_the_same_changes_made_by_hand():
    browser = Path("frontend/src/lib/fair_trail_shapes.ts").read_text("utf-8")
    listed = browser.partition("BY_HAND = [")[2].partition("]")[0]
    assert set(re.findall(r'"(.+?)"', listed)) == {code.value for code in BY_HAND}


MUTANTS = {
    "draws with a secret somebody has": (
        'self.pledges[entry["commit"]].known = True',
        "pass",
        "a_secret_known_before_it_was_drawn_with",
    ),
    "believes any length": (
        'if (raw["length"], raw["head"]) != (len(entries), head.hex()):',
        "if False:",
        "the_last_entry_dropped",
    ),
    "forgets what was seen": (
        "if seen and seen not in known_here:",
        "if False:",
        "the_end_of_the_day_forgotten",
    ),
    "does not number draws": (
        'if entry["draw"] != self.found.draws:',
        "if False:",
        "a_redraw_left_out",
    ),
    "does not hash the input": (
        'if entry["input_hash"] not in (_hash(written(told)), _former_hash(told)):',
        "if False:",
        "a_wish_without_its_hash",
    ),
    "does not ask about wishes": (
        "if not self._wishes_are(told):",
        "if False:",
        "a_wish_that_changed_nothing",
    ),
    "does not ask what was played": (
        'if not self._played_is(told, entry["stage"]):',
        "if False:",
        "rounds_that_were_not_played",
    ),
    "does not compute the commit": (
        'if len(seed) != SEED_BYTES or commitment(seed, pledge.ctx, bag) != entry["commit"]:',
        "if False:",
        "a_pledge_of_another_name",
    ),
    "believes drawn tables": (
        'if numbered != entry["tables"] or _plain(later) != entry["plan"]:',
        "if False:",
        "other_dice",
    ),
    "believes any plan": (
        'if numbered != entry["tables"] or _plain(later) != entry["plan"]:',
        'if numbered != entry["tables"]:',
        "a_plan_changed_behind_the_scenes",
    ),
    "believes planned rounds": (
        'if (entry["tables"], entry["plan"]) != (planned, self.planned[1:]):',
        "if False:",
        "a_planned_round_changed",
    ),
    "believes published tables": (
        'if entry["tables"] != [[t, seats] for t, seats in sorted(self.draft.items())]:',
        "if False:",
        "tables_swapped_after_the_draw",
    ),
    "lets a seed be denied": (
        "if self.chosen:\n            self.by_seed",
        "if True:\n            self.by_seed",
        "a_chosen_seed_denied",
    ),
    "believes any deal": (
        "if ctx in self.found.deals or not ctx.startswith(of) or _is_no_commit(commit):",
        "if False:",
        "a_deal_announced_twice",
    ),
    "believes a seed nobody is shown": (
        "if pledge.published and not pledge.shown:",
        "if False:",
        "a_seed_that_is_never_shown",
    ),
    "takes pledges beside a chosen seed": (
        "if _is_brought(entry) or self.chosen:",
        "if _is_brought(entry):",
        "a_seed_chosen_beside_pledges",
    ),
    "takes a pledge twice": (
        'if not entry["ctx"].startswith(of) or entry["commit"] in self.pledges:',
        "if False:",
        "a_pledge_made_twice",
    ),
    "believes standings before the first round": (
        "if not self.rounds:\n            doubt(Refusal.TRAIL_STANDINGS",
        "if False:\n            doubt(Refusal.TRAIL_STANDINGS",
        "a_first_round_by_the_standings",
    ),
    "believes any way to draw": (
        "if label and how not in _BY_CHANCE:",
        "if False:",
        "a_draw_made_in_no_known_way",
    ),
    "takes yes for a number": (
        "return name in _YES_OR_NO",
        "return True",
        "a_table_called_true",
    ),
    "lets entries stay hidden": (
        "if self.hidden:",
        "if False:",
        "an_entry_hidden_for_ever",
    ),
    "lets anything be hidden": (
        'if entry["what"] not in DRAFTED:',
        "if False:",
        "an_entry_of_no_draft_hidden",
    ),
    "believes a pledge of a file": (
        "if _is_brought(entry) or self.chosen:",
        "if self.chosen:",
        "a_pledge_out_of_a_file",
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_the_mutant_that_compares_less_is_found_out(name: str, tmp_path: Path):
    old, new, lie = MUTANTS[name]
    careless = mutant(old, new, tmp_path)
    assert refusal(record(0), careless) is None
    false = [
        one for n in (CARRIED, ONLINE, *range(16)) for _, one in tampered(record(n), str(n), lie)
    ]
    assert all(refusal(one) for one in false[:6])
    assert any(believes(one, careless) for one in false)


def believes(lie: Record, check: Any) -> bool:
    try:
        check(lie.trail, lie.seen)
    except Refused:
        return False
    except (AssertionError, AttributeError, KeyError, IndexError, TypeError, ValueError):
        return False  # no refusal, but no OK either
    return True


def mutant(old: str, new: str, folder: Path) -> Any:
    name = f"trail_mutant_{abs(hash((old, new)))}"
    package = folder / name
    shutil.copytree(Path(stolik.__path__[0]) / "fair", package)
    sources = {file: file.read_text("utf-8") for file in package.glob("trail*.py")}
    assert sum(source.count(old) for source in sources.values()) == 1, old
    for file, source in sources.items():
        file.write_text(source.replace(old, new).replace("stolik.fair", name), "utf-8")
    sys.path.insert(0, str(folder))
    try:
        changed = importlib.import_module(f"{name}.trail")
    finally:
        sys.path.remove(str(folder))
    return lambda raw, seen: changed.verify_trail(raw, seen, redraw=redraw)


def test_who_was_entered_by_mistake_and_removed_leaves_a_trail_that_holds():
    event = Event(2)  # by lot, from pledges
    event.round()
    event.house.fresh = event.chance.randbytes(32)
    pledge(event.desk, event.house)
    event.desk.do(c.Enter())
    late = EntrantNumber(event.desk.state.numbers_given)
    event.desk.do(c.Remove(late, "pomyłka"))
    head = event.round()
    told = event.told()
    found = thorough(told, head)
    assert [one["status"] for one in told["entries"] if one.get("entrant") == late] == [
        "entered",
        "removed",
    ]
    assert Phrase.FIELD in {remark.code for remark in found.remarks}, "it came after a pledge"
    assert "zgłoszenie usunięte" in " ".join(trail_told(found, "pl"))


@pytest.mark.parametrize("reason", ["płytki się rozsypały", ""])
def test_seats_drawn_again_are_named_though_the_round_was_taken_back(reason: str):
    """Taking a round back cleared who had drawn, here and at the desk."""
    event = Event(0)
    event.draw()
    event.desk.do(publishing(event.desk, event.house.held))
    for again in (None, reason):
        r = event.desk.state.rounds[-1]
        table = r.tables[0]
        tiles = tuple((n, (i + 1,)) for i, n in enumerate(table.seats))
        event.desk.do(c.DrawSeats(r.number, table.number, tiles, again))
        event.desk.do(c.Unpublish("pomyłka"))
        event.desk.do(publishing(event.desk, event.house.held))
    codes = [remark.code for remark in checked_trail(event.told()).remarks]
    assert codes.count(Phrase.SEATED_AGAIN) == 1
    assert (Phrase.NO_REASON in codes) == (not reason)


def test_deals_that_were_dropped_are_named_and_known_again():
    """Whoever takes a round back once its online tables are bound to their deals leaves a trace."""
    told = record(ONLINE).trail
    found = checked_trail(told)
    codes = [remark.code for remark in found.remarks]
    assert (codes.count(Phrase.DEALS_LEFT), codes.count(Phrase.DEALS_AGAIN)) == (1, 1)
    first = next(one for one in told["entries"] if one["what"] == "deals")["commits"][0][1]
    assert checked_trail(told, first).length == told["length"]  # who saw it finds it there
    with pytest.raises(Refused):
        checked_trail(told, "0" * 64)


def test_deals_bound_after_their_round_was_taken_back_are_named():
    """The hall had set the table; the tournament was asked a moment later."""
    event = Event(0)
    event.draw()
    event.desk.do(publishing(event.desk, event.house.held))
    event.desk.do(c.Unpublish("pomyłka"))
    event.set_online("s1")
    assert Phrase.DEALS_LEFT in {remark.code for remark in checked_trail(event.told()).remarks}


def test_a_day_that_ends_otherwise_than_planned_is_told():
    """Fewer rounds, an early end and one that was opened again: each with its reason."""
    told = record(SHORTENED).trail
    found = checked_trail(told)
    reasons = {remark.code: remark.facts.get("reason") for remark in found.remarks}
    assert reasons[Phrase.ROUNDS_SET] == "brak czasu"
    assert reasons[Phrase.ENDED_EARLY] == "burza"
    assert reasons[Phrase.REOPENED] == "grają dalej"
    for lang in LANGUAGES:
        said = " ".join(trail_told(found, lang))
        assert all(word in said for word in ("brak czasu", "burza", "grają dalej"))
        assert "{" not in said


def test_a_plan_drawn_anew_says_who_left_and_who_came():
    event = Event(1)  # planned
    event.round()
    event.desk.do(c.Withdraw(EntrantNumber(1), "choroba"))
    event.desk.do(c.Enter())
    late = event.desk.state.numbers_given
    event.round()
    remarks = [one for one in checked_trail(event.told()).remarks if one.code == Phrase.PLAN_FIELD]
    assert [one.facts["field"] for one in remarks] == [f"−1, +{late}"]


def test_a_plan_drawn_anew_for_the_same_people_is_named_too():
    event = Event(1)
    event.round()
    event.house.fresh, event.house.own = event.chance.randbytes(32), event.chance.randbytes(16)
    event.desk.do(due_draw(event.desk, event.house, table_size=3).command)
    event.desk.do(publishing(event.desk, event.house.held))
    assert Phrase.PLAN_ANEW in {one.code for one in checked_trail(event.told()).remarks}


def test_records_of_older_tournaments_stay_as_they_were():
    """Who kept a head of one finds it there: of these changes nothing was told then."""
    event = Event(0)  # by lot: no plan that would be cut short
    event.round()
    event.desk.do(c.SetRounds(event.desk.state.current_stage.rounds - 1, "brak czasu"))
    event.draw()
    event.desk.do(publishing(event.desk, event.house.held))
    event.score()
    event.desk.do(c.Finish("burza"))
    event.desk.do(c.Reopen("grają dalej"))
    new = {"rounds_set", "ended_early", "reopened"}
    assert new < {one["what"] for one in event.told()["entries"]}
    first = event.happened[0]
    event.happened[0] = replace(first, event=replace(first.event, decisions=30))
    told = event.told()
    assert new & {one["what"] for one in told["entries"]} == set()
    assert thorough(told, "").changes >= 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_changes_none_are_announced(lang: str):
    found = checked_trail(record(CARRIED).trail)
    some, none = (next(trail_told(each, lang)) for each in (found, replace(found, remarks=[])))
    below = {"pl": "poniżej", "en": "below"}[lang]
    assert (below in some, below in none) == (True, False)
