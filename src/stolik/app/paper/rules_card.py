"""The rules of the profile in use on one page: every number and policy from its own data."""

from collections.abc import Iterator
from fractions import Fraction

from stolik.app.paper.codes import Conduct, Phrase
from stolik.app.paper.content import Block, Heading, Items, Page, Paper
from stolik.app.paper.source import PaperSource, shown
from stolik.app.paper.wishes import Wish
from stolik.app.texts import text
from stolik.app.tournaments.telling.wording import criterion_text
from stolik.rummikub.rules import RulesProfile, SeatOrder
from stolik.wojtek.board import Board

_SEATED_BY = {SeatOrder.SLIPS: "slips"}  # where people draw their table, not only their seat
Item = tuple[str, str]  # a rule, and where it is written


def rules_card(source: PaperSource, wish: Wish) -> Paper:
    """What everybody at a table should know."""
    del wish
    blocks: list[Block] = []
    title = source.state.format.title
    if source.rules:
        title = source.rules.title
        blocks += [
            Heading(source.say(Phrase.CARD_TABLE)),
            Items(tuple(_at_the_table(source, source.rules))),
            Heading(source.say(Phrase.CARD_MOVE)),
            Items(tuple(_moves(source, source.rules))),
            Heading(source.say(Phrase.CARD_END)),
            Items(tuple(_end(source, source.rules))),
            Heading(source.say(Phrase.CARD_CONDUCT)),
            Items(tuple(_conduct(source, source.rules))),
        ]
    elif source.board:
        title = source.board.title
        blocks.append(Items(tuple(_board(source, source.board))))
    blocks += [Heading(source.say(Phrase.CARD_EVENT)), Items(tuple(_stages(source)))]
    page = Page(source.say(Phrase.TITLE_RULES), f"{source.occasion} · {title}", tuple(blocks))
    return source.pages(Phrase.TITLE_RULES, page)


def _at_the_table(source: PaperSource, rules: RulesProfile) -> Iterator[Item]:
    size = rules.tiles.stack_size
    last = size + len(rules.tile_set) % size
    yield source.say(Phrase.RULE_STACKS, size=size, last=last), rules.article("stacks")
    yield source.say(Phrase.RULE_MIDDLE), rules.article("middle")
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
    yield deal, rules.article("deal")
    doublets = rules.deal.doublets_for_redeal
    yield source.say(Phrase.RULE_DOUBLETS, doublets=doublets), rules.article("doublets")
    choice = rules.article("next_stack_choice")
    yield text(f"paper.stack.{rules.deal.next_stack}", source.lang), choice


def _moves(source: PaperSource, rules: RulesProfile) -> Iterator[Item]:
    seconds = rules.clock.turn_time_s
    yield source.say(Phrase.RULE_TIME, seconds=seconds), rules.article("move_time")
    yield source.say(Phrase.RULE_DRAW), rules.article("draw_then_click")
    tiles = rules.time_out.penalty_tiles
    yield source.say(Phrase.RULE_TIME_OUT, tiles=tiles), rules.article("time_out.unfinished")
    yield source.say(Phrase.RULE_MOVE_STANDS), rules.article("time_out.move_stands")
    yield source.say(Phrase.RULE_OPENING, points=rules.opening.minimum), rules.article("opening")
    yield source.say(Phrase.RULE_OPENING_ALONE), rules.article("opening_touch")
    yield source.say(Phrase.RULE_OPENING_JOKER), rules.article("opening_joker")
    yield source.say(Phrase.RULE_RACK_TILE), rules.article("rack_tile")
    moves_on = rules.melds.taken_joker_moves_on
    joker = Phrase.RULE_JOKER_MOVES_ON if moves_on else Phrase.RULE_JOKER_BACK
    yield source.say(joker), rules.article("joker")
    spares = rules.opening.announcement_spares
    yield text(f"paper.announcement.{spares}", source.lang), rules.article("announcement")


def _end(source: PaperSource, rules: RulesProfile) -> Iterator[Item]:
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
    unfinished = text(f"paper.unfinished.{points.unfinished}", source.lang)
    yield unfinished, rules.article("unfinished")
    big = source.say(
        Phrase.RULE_BIG,
        four=_listed(points.big_points_of_four),
        three=_listed(points.big_points_of_three),
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


def _conduct(source: PaperSource, rules: RulesProfile) -> Iterator[Item]:
    """What no program can see to: each sentence that this profile's document has."""
    for sentence in Conduct:
        if article := rules.article(sentence.removeprefix("paper.")):
            yield text(sentence, source.lang), article


def _both(rules: RulesProfile, one: str, other: str) -> str:
    """Where a sentence made of two is written; once, if both are in one line."""
    cited = dict.fromkeys((rules.article(one), rules.article(other)))
    return ", ".join(article for article in cited if article)


def _board(source: PaperSource, board: Board) -> Iterator[Item]:
    cards, seating = board.cards, board.seating
    seats = source.say(Phrase.BOARD_SEATS, least=seating.seats_min, most=seating.seats_max)
    yield seats, board.article("bears")
    yield source.say(Phrase.BOARD_HAND, cards=cards.hand), board.article("turn")
    exchange = source.say(
        Phrase.BOARD_EXCHANGE, least=cards.exchange_least, most=cards.exchange_most
    )
    yield exchange, board.article("exchange")
    yield source.say(Phrase.BOARD_GOAL, goal=board.goal.name), board.article("goal")
    size = board.ending.set_size
    yield source.say(Phrase.BOARD_SET, size=size), board.article("complete_set")


def _stages(source: PaperSource) -> Iterator[Item]:
    shape = source.state.format
    for stage in shape.stages:
        facts = {"stage": stage.title, "rounds": stage.rounds, "games": stage.games}
        yield source.say(Phrase.CARD_STAGE, **facts), ""
    if shape.place_points:
        points = _listed(shape.place_points)
        yield source.say(Phrase.CARD_PLACE_POINTS, points=points), ""
    chain = shape.stages[0].criteria
    criteria = ", ".join(criterion_text(shape, name, source.lang) for name in chain)
    yield source.say(Phrase.CARD_CRITERIA, criteria=criteria), ""


def _points(value: int) -> str:
    return shown(Fraction(value))


def _listed(values: tuple[int, ...]) -> str:
    return ", ".join(str(value) for value in values)
