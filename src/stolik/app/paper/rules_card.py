"""The rules of the profile in use on one page: every number and policy from its own data."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import Block, Heading, Items, Page, Paper, Paragraph
from stolik.app.paper.rules_told import Item, listed, rules_told
from stolik.app.paper.source import PaperSource
from stolik.app.paper.wishes import Wish
from stolik.app.tournaments.telling.wording import criterion_text
from stolik.tournament.cut import size_by_range
from stolik.tournament.format import Field
from stolik.wojtek.board import Board


@dataclass(frozen=True, slots=True)
class RulesPart:
    """Rules that belong together; those of a board have no title."""

    title: str
    items: tuple[Item, ...]


def rules_card(source: PaperSource, wish: Wish) -> Paper:
    """What everybody at a table should know."""
    del wish
    blocks: list[Block] = []
    parts = tuple(rules_parts(source))
    for part in parts:
        blocks += [Heading(part.title)] if part.title else []
        blocks.append(Items(part.items))
    rules = source.rules or source.board
    title = rules.title if rules else source.state.format.title
    blocks += cites_told(source, (item for part in parts for item in part.items))
    under = f"{source.occasion} · {title}"
    page = Page(source.say(Phrase.TITLE_RULES), under, tuple(blocks), dense=True)
    return source.pages(Phrase.TITLE_RULES, page)


def cites_told(source: PaperSource, items: Iterable[Item]) -> Iterator[Block]:
    """Which of the documents cited are other ones than the rules in use."""
    if source.rules is None:
        return
    own = str(source.rules.id)
    cited = (cite.split()[0] for _, cites in items for cite in cites.split(", ") if " L" in cite)
    others = ", ".join(name for name in dict.fromkeys(cited) if name != own)
    if others:
        yield Paragraph(source.say(Phrase.CARD_CITES, own=own, others=others))


def rules_parts(source: PaperSource) -> Iterator[RulesPart]:
    """The rules in use, part by part: for the paper on the table and the screen of the hall."""
    if source.rules:
        for heading, items in rules_told(source, source.rules):
            yield RulesPart(source.say(heading), tuple(items))
    elif source.board:
        yield RulesPart("", tuple(_board(source, source.board)))
    yield RulesPart(source.say(Phrase.CARD_EVENT), tuple(_stages(source)))


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
        told = source.say(Phrase.CARD_STAGE if stage.rounds > 1 else Phrase.CARD_STAGE_ONE, **facts)
        size = size_by_range(source.state, stage) if stage.field is Field.CUT else None
        yield f"{told} {source.say(Phrase.CARD_CUT, size=size)}" if size else told, ""
    if shape.place_points:
        points = listed(shape.place_points)
        yield source.say(Phrase.CARD_PLACE_POINTS, points=points), ""
    chain = shape.stages[0].criteria
    criteria = ", ".join(criterion_text(shape, name, source.lang) for name in chain)
    yield source.say(Phrase.CARD_CRITERIA, criteria=criteria), ""
