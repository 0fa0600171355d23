"""The referee's card: the ladder of penalties, time-outs, and the verdict on an unopened rack."""

from collections.abc import Iterator

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import Block, Column, Grid, Heading, Items, Page, Paper, Wish
from stolik.app.paper.source import Source, shown
from stolik.app.texts import text
from stolik.rummikub.events import TimeOutRuling
from stolik.rummikub.rules import AnnouncementSpares, NeverHadTurn, RulesProfile
from stolik.rummikub.verdict import VerdictRule
from stolik.tournament.format import Exclusion, LadderStep


def referee_card(source: Source, wish: Wish) -> Paper:
    """What a referee decides, and by which rule."""
    del wish
    blocks: list[Block] = [Heading(source.say(Phrase.LADDER)), _ladder(source)]
    offences = text(f"paper.offences.{source.state.format.offences}", source.lang)
    blocks.append(Items(((offences, ""), *_conduct(source))))
    if source.rules:
        rules = source.rules
        blocks += [
            Heading(source.say(Phrase.CARD_TIME_OUT)),
            Items(tuple(_time_outs(source, rules))),
            Heading(source.say(Phrase.CARD_VERDICT, minimum=rules.opening.minimum)),
            _verdicts(source, rules),
        ]
    page = Page(source.say(Phrase.TITLE_REFEREE), source.event, tuple(blocks))
    return source.pages(Phrase.TITLE_REFEREE, page)


def _ladder(source: Source) -> Grid:
    steps = source.state.format.ladder
    heads = (Phrase.OFFENCE, Phrase.STEP, Phrase.PRICE)
    columns = tuple(Column(source.say(head), int(head is Phrase.PRICE)) for head in heads)
    rows = tuple(
        (str(n), text(f"ladder.{step.id}", source.lang), _price(source, step))
        for n, step in enumerate(steps, start=1)
    )
    return Grid(columns, rows)


def _price(source: Source, step: LadderStep) -> str:
    parts = []
    if step.big_points:
        parts.append(source.say(Phrase.PRICE_BIG, points=shown(step.big_points)))
    if step.small_points:
        parts.append(source.say(Phrase.PRICE_SMALL, points=shown(step.small_points)))
    match step.excludes:
        case Exclusion.GAME:
            parts.append(source.say(Phrase.PRICE_GAME))
        case Exclusion.TOURNAMENT:
            parts.append(source.say(Phrase.PRICE_TOURNAMENT))
        case Exclusion.NOTHING:
            pass
    return ", ".join(parts) or "–"


def _conduct(source: Source) -> Iterator[tuple[str, str]]:
    rules = source.rules
    if rules is None:
        return
    if count := rules.penalties.violations_to_disqualify:
        yield source.say(Phrase.CARD_VIOLATIONS, count=count), rules.article("exclusion")
    if rules.penalties.gross_at_once:
        yield source.say(Phrase.CARD_GROSS), rules.article("gross")
    yield source.say(Phrase.CARD_DISPUTE), rules.article("dispute")


def _time_outs(source: Source, rules: RulesProfile) -> Iterator[tuple[str, str]]:
    for ruling in TimeOutRuling:
        yield text(f"time_out.{ruling}", source.lang), rules.article(f"time_out.{ruling}")


def _verdicts(source: Source, rules: RulesProfile) -> Grid:
    penalties = rules.penalties
    rows = tuple(
        (shown(points), text(f"verdict.rule.{rule}", source.lang), rules.article(f"verdict.{rule}"))
        for points, group in (
            (penalties.unopened, _spared(rules)),
            (penalties.could_have_opened, _not_spared(rules)),
        )
        for rule in group
    )
    columns = (
        Column(source.say(Phrase.POINTS), align="right"),
        Column(source.say(Phrase.REASON), 1),
        Column(source.say(Phrase.ARTICLE)),
    )
    return Grid(columns, rows)


def _spared(rules: RulesProfile) -> Iterator[VerdictRule]:
    """The verdicts of the lower price that this profile knows."""
    yield VerdictRule.COULD_NOT_OPEN
    if rules.opening.announcement_spares is not AnnouncementSpares.NEVER:
        yield VerdictRule.ANNOUNCED
    if rules.penalties.never_had_turn is NeverHadTurn.SPARED:
        yield VerdictRule.NEVER_HAD_TURN
    elif rules.opening.announcement_before_game:
        yield VerdictRule.ANNOUNCED_BEFORE_GAME


def _not_spared(rules: RulesProfile) -> Iterator[VerdictRule]:
    """Those of the higher one."""
    yield VerdictRule.COULD_OPEN_EARLIER
    yield VerdictRule.NOT_ANNOUNCED
    if rules.penalties.never_had_turn is NeverHadTurn.BY_DEALT_RACK:
        yield VerdictRule.NOT_ANNOUNCED_BEFORE_GAME
