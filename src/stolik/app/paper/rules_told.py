"""The rules of a profile in words, every number and policy from its own data: card and sheet."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Protocol

from stolik.app.paper.codes import Conduct, Phrase
from stolik.app.plurals import with_minus
from stolik.app.reading.exact import write_exact
from stolik.app.texts import text
from stolik.rummikub.rules import DealPattern, RulesProfile, SeatOrder

# Where people draw their table, not only their seat; where a letter gives the choice of it.
_SEATED_BY = {SeatOrder.SLIPS: "slips", SeatOrder.LETTERS: "letters"}
Item = tuple[str, str]  # a rule, and where it is written


class Teller(Protocol):
    """Who says it: in which language, and what is known of the table."""

    @property
    def lang(self) -> str: ...

    @property
    def starter_known(self) -> bool:
        """Whether the first seat starts."""
        ...

    def say(self, phrase: Phrase, **facts: object) -> str:
        """A phrase in this language."""
        ...

    def cited(self, article: str) -> str:
        """Where a rule is written, or in words that the documents do not say."""
        ...


def rules_told(source: Teller, rules: RulesProfile) -> Iterator[tuple[Phrase, Iterator[Item]]]:
    """Heading by heading."""
    yield Phrase.CARD_TABLE, _at_the_table(source, rules)
    yield Phrase.CARD_MOVE, _moves(source, rules)
    yield Phrase.CARD_END, _end(source, rules)
    yield Phrase.CARD_CONDUCT, _conduct(source, rules)


def _at_the_table(source: Teller, rules: RulesProfile) -> Iterator[Item]:
    size = rules.tiles.stack_size
    last = size + len(rules.tile_set) % size
    yield source.say(Phrase.RULE_STACKS, size=size, last=last), rules.article("stacks")
    yield from _the_middle(source, rules)
    order = rules.seating.order
    yield text(f"paper.order.{order}", source.lang), rules.article(_SEATED_BY.get(order, "seats"))
    known = source.starter_known
    start = (
        text(f"paper.starter.{order}", source.lang) if known else source.say(Phrase.TILES_DECIDE)
    )
    yield start, rules.article("starter")
    moves = (
        Phrase.RULE_STARTER_MOVES if rules.seating.starter_rotates else Phrase.RULE_STARTER_STAYS
    )
    yield source.say(moves), rules.article("starter_moves")
    deal = text(f"paper.deal.{rules.deal.pattern}", source.lang, stacks=rules.deal.stacks_each)
    by_judge = rules.deal.pattern is DealPattern.JUDGE
    yield deal, rules.article("deal" if by_judge else "deal_neighbours")
    if by_judge:
        yield source.say(Phrase.RULE_DEAL_ORDER), source.cited(rules.article("deal_order"))
    doublets = rules.deal.doublets_for_redeal
    yield source.say(Phrase.RULE_DOUBLETS, doublets=doublets), rules.article("doublets")
    choice = rules.article("next_stack_choice")
    yield text(f"paper.stack.{rules.deal.next_stack}", source.lang), choice


def _the_middle(source: Teller, rules: RulesProfile) -> Iterator[Item]:
    """Two rules; one item, if both are in one line."""
    middle, first = source.say(Phrase.RULE_MIDDLE), source.say(Phrase.RULE_FIRST_STACK)
    if rules.article("middle") == rules.article("first_stack"):
        yield f"{middle} {first}", rules.article("middle")
        return
    yield middle, rules.article("middle")
    yield first, rules.article("first_stack")


def _moves(source: Teller, rules: RulesProfile) -> Iterator[Item]:
    yield from _time(source, rules)
    yield source.say(Phrase.RULE_OPENING, points=rules.opening.minimum), rules.article("opening")
    yield source.say(Phrase.RULE_OPENING_ALONE), rules.article("opening_touch")
    yield source.say(Phrase.RULE_OPENING_JOKER), rules.article("opening_joker")
    yield source.say(Phrase.RULE_RACK_TILE), source.cited(rules.article("every_move"))
    moves_on = rules.melds.taken_joker_moves_on
    joker = Phrase.RULE_JOKER_MOVES_ON if moves_on else Phrase.RULE_JOKER_BACK
    yield source.say(joker), source.cited(rules.article("joker"))
    spares = rules.opening.announcement_spares
    yield text(f"paper.announcement.{spares}", source.lang), rules.article("announcement")


def _time(source: Teller, rules: RulesProfile) -> Iterator[Item]:
    seconds = rules.clock.turn_time_s
    if not seconds:
        yield source.say(Phrase.RULE_NO_TIME), ""
        return
    yield source.say(Phrase.RULE_TIME, seconds=seconds), rules.article("move_time")
    yield source.say(Phrase.RULE_DRAW), rules.article("draw_then_click")
    tiles = rules.time_out.penalty_tiles
    yield source.say(Phrase.RULE_TIME_OUT, tiles=tiles), rules.article("time_out.unfinished")
    yield source.say(Phrase.RULE_MOVE_STANDS), source.cited(rules.article("time_out.move_stands"))


def _end(source: Teller, rules: RulesProfile) -> Iterator[Item]:
    penalties, points = rules.penalties, rules.points
    yield source.say(Phrase.RULE_WENT_OUT), rules.article("small_points")
    joker = penalties.joker_on_rack
    yield source.say(Phrase.RULE_JOKER, points=joker), rules.article("joker_on_rack")
    unopened = source.say(
        Phrase.RULE_UNOPENED,
        unopened=_points(penalties.unopened),
        could=_points(penalties.could_have_opened),
        minimum=rules.opening.minimum,
    )
    yield unopened, _both(rules, "verdict.could_not_open", "verdict.could_open_earlier")
    yield text(f"paper.pool.{rules.ending.pool_empty}", source.lang), rules.article("pool_empty")
    over = rules.article("time_over")
    if over and not over.startswith("decision") and not rules.clock.game_time_min:
        yield text(f"paper.round_over.{rules.ending.time_over}", source.lang), over
    unfinished = text(f"paper.unfinished.{points.unfinished}", source.lang)
    yield unfinished, rules.article("unfinished")
    big = source.say(
        Phrase.RULE_BIG,
        four=listed(points.big_points_of_four),
        three=listed(points.big_points_of_three),
    )
    yield big, _both(rules, "big_points", "big_points_of_three")
    shared = text(f"paper.shared.{points.shared_places}", source.lang)
    yield shared, rules.article("shared_places") or rules.article("tie_for_first")
    if rules.clock.game_time_min:
        minutes, heats = rules.clock.game_time_min, rules.clock.game_time_in_heats_only
        limit = Phrase.RULE_GAME_TIME_HEATS if heats else Phrase.RULE_GAME_TIME
        then = text(f"paper.time_over.{rules.ending.time_over}", source.lang)
        yield (
            f"{source.say(limit, minutes=minutes)} {then}",
            source.cited(rules.article("time_over")),
        )


def _conduct(source: Teller, rules: RulesProfile) -> Iterator[Item]:
    """What no program can see to: each sentence that this profile's document has."""
    for sentence in Conduct:
        if article := rules.article(sentence.removeprefix("paper.")):
            yield text(sentence, source.lang), article


def _both(rules: RulesProfile, one: str, other: str) -> str:
    """Where a sentence made of two is written; once, if both are in one line."""
    cited = dict.fromkeys((rules.article(one), rules.article(other)))
    return ", ".join(article for article in cited if article)


def _points(value: int) -> str:
    return with_minus(write_exact(Fraction(value)))


def listed(values: tuple[int, ...]) -> str:
    """Numbers as a sentence has them."""
    return ", ".join(str(value) for value in values)
