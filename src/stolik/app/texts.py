"""Every sentence the product says, from the catalogues `data/texts/*.toml`.

A text may be imperfect but it never fails: a fact nobody gave is shown as a question mark, a key
nobody wrote as itself. The tests see to it that neither happens.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any

from stolik.app.library import FORMATS
from stolik.app.plurals import put_in, with_minus
from stolik.app.reading.codes import Limit
from stolik.bots.reasons import ReasonCode
from stolik.refusal import Violation
from stolik.rummikub.events import TimeOutRuling
from stolik.rummikub.rules import (
    AnnouncementSpares,
    DealPattern,
    FlatPenalty,
    PoolEmpty,
    SeatOrder,
    SharedPlaces,
    StackChoice,
    TimeOverPolicy,
    UnfinishedScore,
)
from stolik.rummikub.scoring import Ending
from stolik.rummikub.time_out_tree import TimeOutQuestion
from stolik.rummikub.verdict import VerdictRule
from stolik.tournament.codes import Remark
from stolik.tournament.format import ByeWorth, Criterion, Offences
from stolik.tournament.outlook import Outlook
from stolik.tournament.progress import Step
from stolik.tournament.rounds_named import roman, rounds_in
from stolik.tournament.state import LEFT, EntryStatus
from stolik.tournament.timeplan import DayPart
from stolik.wojtek.events import Ending as WojtekEnding
from stolik.wojtek.events import LadderStep
from stolik.wojtek.ranking import PlaceReason

LANGUAGES = ("pl", "en")

# Columns of tables in files; criteria of the standings have names of their own.
HEADINGS = (
    *("number", "name", "club", "team", "age_class", "fixed_table"),
    *("status", "round", "stage", "table", "seat", "entrant"),
    *("game", "place", "confirmed_by", "reason", "games", "may_resign"),
    *("members", "ranking_points", "overall", "byes", "remark", "tied_on_line"),
    *("tied_for_seats", "guardian", "penalty", "step", "excludes", "cancelled"),
    *("before", "may_come_back", "gives_back"),
)

# Of the stages of our own formats, former ones too; other titles are said as they were written.
STAGE_TITLES = (
    *("Runda I", "Runda II", "Runda III", "Runda I i II", "Rundy I–IV"),
    *("Runda zasadnicza", "Półfinał", "Finał"),
)

# Words of the code that are said to people, with the table their texts stand in.
SPOKEN: Mapping[str, Iterable[str]] = {
    "verdict.rule": VerdictRule,
    "time_out": TimeOutRuling,
    "day": DayPart,
    "switched": ("on", "off"),
    "guide.ask": TimeOutQuestion,
    "guide.hint": TimeOutQuestion,
    "guide.do": TimeOutRuling,
    "ending": Ending,
    "step": Step,
    "where": ("games",),
    "stage_title": STAGE_TITLES,
    "stage_rounds": ("one", "many"),
    "outlook": Outlook,
    "criterion": (*Criterion, "points", "lot_number"),
    "reason": (
        *("first", "level", "stage", "decided", "decided_before", "lot", "lot_number"),
        *("extra_game", "direct"),
        *("without_games", "not_played", "resigned", "resigned_next", "withdrew"),
        *("excluded", "penalties", "tie_broken"),
    ),
    "above": ("person", "team"),
    "judged": (
        *("given", "why", "cancelled", "out_of_game", "out_of_tournament"),
        *("answered", "reported", "rejected", "disqualification"),
    ),
    "alone": ByeWorth,
    "heading": HEADINGS,
    "title": (
        *("champion", "second", "third", "prize", "school_champion", "vice_champion"),
        "qualification",
    ),
    "ladder": (
        *("warning", "yellow_card", "red_card", "violation", "disqualification"),
        *("deduction", "exclusion", "at_once"),
    ),
    "ladder_of.wojtek": ("warning",),
    "effect": (
        *(
            "noted",
            "named",
            "points",
            "big_points",
            "small_points",
            "game",
            "no_game",
            "tournament",
            *("game_recorded", "which_game"),
        ),
        "game_meant",
        *("may_judge", "may_head_judge"),
    ),
    "bot.reason": ReasonCode,
    "entry": (*EntryStatus, "removed", "resigned"),  # the last two in the trail of draws
    "seating.price": Remark,
    "wojtek.ending": WojtekEnding,
    "wojtek.step": LadderStep,
    "rank.reason": PlaceReason,
    "rank.won": ("sets", "arrival", "distance", "start_order", "level"),
    "paper.order": SeatOrder,
    "paper.starter": SeatOrder,
    "paper.deal": DealPattern,
    "paper.stack": StackChoice,
    "paper.announcement": AnnouncementSpares,
    "paper.pool": PoolEmpty,
    "paper.time_over": TimeOverPolicy,
    "paper.round_over": TimeOverPolicy,
    "paper.flat": FlatPenalty,
    "paper.unfinished": UnfinishedScore,
    "paper.shared": SharedPlaces,
    "paper.offences": Offences,
    "paper.may_exclude": ("judge", "judge_warned", "head_judge", "head_judge_warned"),
    "mark": LEFT,
    "about": FORMATS,
    "limit": Limit,
}

# What people are told must fit a screen, whatever was sent to us.
_LONGEST_FACT = 200
_MOST_ITEMS = 20
_NOTHING = "–"  # a list without items: never a sentence that ends in the air


def say(violation: Violation, lang: str) -> str:
    """The sentence for a violation: what is wrong and what to do about it."""
    tiles = _listed(violation.tiles, " ") if violation.tiles else ""
    melds = _listed((" ".join(meld) for meld in violation.melds), " | ") if violation.melds else ""
    return text(violation.code, lang, **{**violation.facts, "tiles": tiles, "melds": melds})


def text(key: str, lang: str, /, **facts: object) -> str:
    """The text of a key with its facts put in."""
    texts = catalogue(lang)
    shown = {name: _shown(name, fact, texts) for name, fact in facts.items()}
    if lang == "pl" and "round" in facts:
        shown["round"] = roman(facts["round"])
    if "stage" in facts:
        shown["stage"] = _short(stage_title(str(facts["stage"]), lang))
    if "costs" in facts:
        shown["costs"] = _costs(facts["costs"], lang)
    if "title" in shown and "place" in facts:
        shown["title"] = shown["title"].replace("{place}", roman(facts["place"]))
    return put_in(texts.get(key, key), lang, facts, shown)


def stage_title(title: str, lang: str) -> str:
    """A stage's title in a language; one that somebody made is said as it was written."""
    if known := catalogue(lang).get(f"stage_title.{title}"):
        return known
    named = rounds_in(title)
    if named is None:
        return title
    first, last = map(roman, named) if lang == "pl" else named
    one = "stage_rounds.one" if first == last else "stage_rounds.many"
    return text(one, lang, first=first, last=last)


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """All texts of a language by their dotted keys."""
    raw = (files("stolik.data") / "texts" / f"{lang}.toml").read_text("utf-8")
    return dict(_flat(tomllib.loads(raw)))


def _shown(name: str, fact: object, texts: Mapping[str, str]) -> str:
    """A fact in words; names of types are words of a language too."""
    if name in ("expected", "got"):
        return " / ".join(texts.get(f"type.{kind}", kind) for kind in _short(fact).split(" | "))
    if name == "status":
        return texts.get(f"entry.{fact}", _short(fact))
    if name == "title":
        return texts.get(f"title.{fact}", _short(fact))
    if name in ("rung", "rungs"):
        rungs = fact if isinstance(fact, tuple) else (fact,)
        return _listed((_rung(str(rung), texts) for rung in rungs), ", ")
    if name == "stands":  # of the fields of a form: words of people, or the key of a choice
        kept = fact if isinstance(fact, tuple) else (fact,)
        return _listed((texts.get(str(one), one) for one in kept), ", ")
    if name == "limit":
        word, _, number = _short(fact).partition(" ")
        return texts.get(f"limit.{word}", word).replace("{number}", with_minus(number))
    if isinstance(fact, tuple):
        is_games = name == "games" and all(str(one).count("/") == 2 for one in fact)
        return _games_listed(fact, texts) if is_games else _listed(fact, ", ")
    # Tiles and melds are cut by their number, not by their letters.
    return str(fact) if name in ("tiles", "melds") else with_minus(_short(fact))


def _games_listed(games: Iterable[object], texts: Mapping[str, str]) -> str:
    """Games written round/table/game, table by table, in words."""
    tables: dict[str, list[str]] = {}
    for table, _, game in (str(one).rpartition("/") for one in games):
        tables.setdefault(table, []).append(game)
    return "; ".join(
        texts["where.games"].format(round=roman(int(number)), table=table, games=", ".join(played))
        for (number, _, table), played in ((at.partition("/"), g) for at, g in tables.items())
    )


def _rung(named: str, texts: Mapping[str, str]) -> str:
    """A step of a game's ladder, `game.step`: each document has its own word for a warning."""
    step = named.rpartition(".")[2]
    return texts.get(f"ladder_of.{named}") or texts.get(f"ladder.{step}", step)


def _costs(told: object, lang: str) -> str:
    """What a step of a ladder does, told word by word: `tournament`, `game 2`, `big_points -3`."""
    words = [str(word).partition(" ") for word in (told if isinstance(told, tuple) else (told,))]
    said = [text(f"effect.{word}", lang, points=n, game=n) for word, _, n in words]
    return ", ".join(said) or text("effect.noted", lang)


def _listed(items: Iterable[object], between: str) -> str:
    shown = [_short(item) for item in islice(items, _MOST_ITEMS + 1)]
    more = ["…"] if len(shown) > _MOST_ITEMS else []
    return between.join(shown[:_MOST_ITEMS] + more) or _NOTHING


def _short(fact: object) -> str:
    words = str(fact)
    cut = words if len(words) <= _LONGEST_FACT else words[:_LONGEST_FACT] + "…"
    # Half of a surrogate pair is legal JSON but cannot be written anywhere.
    return cut.encode("utf-8", "replace").decode()


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value
