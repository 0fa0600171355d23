"""The rules of the profile in use on one page: every number and policy from its own data."""

from collections.abc import Iterator
from fractions import Fraction

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import Block, Heading, Items, Page, Paper, Wish
from stolik.app.paper.source import Source, shown
from stolik.app.texts import text
from stolik.rummikub.rules import RulesProfile
from stolik.wojtek.board import Board

Item = tuple[str, str]  # a rule, and where it is written


def rules_card(source: Source, wish: Wish) -> Paper:
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
        ]
    elif source.board:
        title = source.board.title
        blocks.append(Items(tuple(_board(source, source.board))))
    blocks += [Heading(source.say(Phrase.CARD_EVENT)), Items(tuple(_stages(source)))]
    page = Page(source.say(Phrase.TITLE_RULES), f"{source.event} · {title}", tuple(blocks))
    return source.pages(Phrase.TITLE_RULES, page)


def _at_the_table(source: Source, rules: RulesProfile) -> Iterator[Item]:
    size = rules.tiles.stack_size
    last = size + len(rules.tile_set) % size
    yield source.say(Phrase.RULE_STACKS, size=size, last=last), rules.article("stacks")
    yield text(f"paper.order.{rules.seating.order}", source.lang), rules.article("seats")
    rotates = rules.seating.starter_rotates
    start = Phrase.RULE_STARTER_MOVES if rotates else Phrase.RULE_STARTER_STAYS
    yield source.say(start), rules.article("starter")
    deal = text(f"paper.deal.{rules.deal.pattern}", source.lang, stacks=rules.deal.stacks_each)
    yield deal, rules.article("deal")
    doublets = rules.deal.doublets_for_redeal
    yield source.say(Phrase.RULE_DOUBLETS, doublets=doublets), rules.article("doublets")
    yield text(f"paper.stack.{rules.deal.next_stack}", source.lang), rules.article("next_stack")


def _moves(source: Source, rules: RulesProfile) -> Iterator[Item]:
    seconds = rules.clock.turn_time_s
    yield source.say(Phrase.RULE_TIME, seconds=seconds), rules.article("move_time")
    tiles = rules.time_out.penalty_tiles
    yield source.say(Phrase.RULE_TIME_OUT, tiles=tiles), rules.article("time_out.unfinished")
    yield source.say(Phrase.RULE_OPENING, points=rules.opening.minimum), rules.article("opening")
    yield source.say(Phrase.RULE_OPENING_JOKER), rules.article("opening_joker")
    yield source.say(Phrase.RULE_RACK_TILE), rules.article("manipulation")
    spares = rules.opening.announcement_spares
    yield text(f"paper.announcement.{spares}", source.lang), rules.article("announcement")


def _end(source: Source, rules: RulesProfile) -> Iterator[Item]:
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
    yield unopened, rules.article("unopened")
    yield text(f"paper.pool.{rules.ending.pool_empty}", source.lang), rules.article("pool_empty")
    unfinished = text(f"paper.unfinished.{points.unfinished}", source.lang)
    yield unfinished, rules.article("unfinished")
    big = source.say(
        Phrase.RULE_BIG,
        four=_listed(points.big_points_of_four),
        three=_listed(points.big_points_of_three),
    )
    yield big, rules.article("big_points")
    shared = text(f"paper.shared.{points.shared_places}", source.lang)
    yield shared, rules.article("tie_for_first")
    if rules.clock.game_time_min:
        minutes = rules.clock.game_time_min
        yield source.say(Phrase.RULE_GAME_TIME, minutes=minutes), rules.article("time_over")


def _board(source: Source, board: Board) -> Iterator[Item]:
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


def _stages(source: Source) -> Iterator[Item]:
    shape = source.state.format
    for stage in shape.stages:
        facts = {"stage": stage.title, "rounds": stage.rounds, "games": stage.games}
        yield source.say(Phrase.CARD_STAGE, **facts), ""
    if shape.place_points:
        points = _listed(shape.place_points)
        yield source.say(Phrase.CARD_PLACE_POINTS, points=points), ""
    chain = shape.stages[0].criteria
    criteria = ", ".join(text(f"criterion.{name}", source.lang) for name in chain)
    yield source.say(Phrase.CARD_CRITERIA, criteria=criteria), ""


def _points(value: int) -> str:
    return shown(Fraction(value))


def _listed(values: tuple[int, ...]) -> str:
    return ", ".join(str(value) for value in values)
