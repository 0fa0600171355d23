"""The rules sheet of a table: the profile in force, with melds one can look at."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stolik.app.library import rules_profile
from stolik.app.paper.codes import Phrase
from stolik.app.paper.rules_told import rules_told
from stolik.app.texts import text
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import JOKER


@dataclass(frozen=True, slots=True)
class SheetRule:
    """A rule in words, where it is written, and melds that show it."""

    text: str
    article: str
    melds: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, slots=True)
class SheetPart:
    """Rules under one heading."""

    title: str
    rules: Sequence[SheetRule]


@dataclass(frozen=True, slots=True)
class RulesSheet:
    """What everybody at a table can look up."""

    title: str
    parts: Sequence[SheetPart]


def rules_sheet(profile: str, lang: str, move_s: int | None = None) -> RulesSheet:
    """The sheet of a profile; a table may have another time for a move than it says, or none."""
    rules = rules_profile(profile)
    if move_s is not None:
        rules = replace(rules, clock=replace(rules.clock, turn_time_s=move_s))
    said = _Said(lang, not rules.seats_by_tile)
    melds = SheetPart(said.say(Phrase.CARD_MELDS), tuple(_melds(said, rules)))
    rest = (
        SheetPart(said.say(heading), tuple(SheetRule(*item) for item in items))
        for heading, items in rules_told(said, rules)
    )
    return RulesSheet(rules.title, (melds, *rest))


@dataclass(frozen=True, slots=True)
class _Said:
    lang: str
    starter_known: bool

    def say(self, phrase: Phrase, **facts: object) -> str:
        return text(phrase, self.lang, **facts)

    def cited(self, article: str) -> str:
        return article


def _melds(said: _Said, rules: RulesProfile) -> Iterator[SheetRule]:
    tiles, melds, where = rules.tiles, rules.melds, rules.article("meld")
    facts = {"tiles": len(rules.tile_set), "highest": tiles.highest, "jokers": tiles.jokers}
    yield SheetRule(said.say(Phrase.RULE_TILES, **facts), "")
    yield SheetRule(said.say(Phrase.RULE_GOAL), "")
    middle = max(1, tiles.highest // 2 - 1)
    numbers = range(middle, min(tiles.highest, middle + melds.run_min - 1) + 1)
    run = tuple(f"{tiles.colours[-1]}{n}" for n in numbers)
    yield SheetRule(said.say(Phrase.RULE_RUN, least=melds.run_min), where, (run,))
    group = tuple(f"{colour}{middle}" for colour in tiles.colours[: melds.group_min])
    facts = {"least": melds.group_min, "most": melds.group_max}
    yield SheetRule(said.say(Phrase.RULE_GROUP, **facts), where, (group,))
    joined = (run[0], str(JOKER), *run[2:]) if tiles.jokers else ()
    if joined:
        yield SheetRule(said.say(Phrase.RULE_JOKER_STANDS), where, (joined,))
