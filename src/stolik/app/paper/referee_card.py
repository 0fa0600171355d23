"""The referee's card: the ladder of penalties, time-outs, and the verdict on an unopened rack."""

from collections.abc import Iterator

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import Block, Column, Grid, Heading, Items, Page, Paper
from stolik.app.paper.source import PaperSource, shown
from stolik.app.paper.wishes import Wish
from stolik.app.texts import text
from stolik.app.tournaments.telling.ladder import step_text
from stolik.rummikub.events import TimeOutRuling
from stolik.rummikub.rules import AnnouncementSpares, NeverHadTurn, RulesProfile
from stolik.rummikub.verdict import VerdictRule
from stolik.tournament.format import Exclusion, LadderStep
from stolik.tournament.ladder import excludes_by_choice, repeats

_DEDUCTED = (
    (Phrase.DEDUCTED_BIG, Phrase.EFFECT_BIG),
    (Phrase.DEDUCTED_SMALL, Phrase.EFFECT_SMALL),
    (Phrase.DEDUCTED_GAME, Phrase.EFFECT_GAME),
    (Phrase.DEDUCTED_OTHERS, Phrase.EFFECT_OTHERS),
    (Phrase.DEDUCTED_AGAIN, Phrase.EFFECT_AGAIN),
)


def referee_card(source: PaperSource, wish: Wish) -> Paper:
    """What a referee decides, and by which rule."""
    del wish
    blocks: list[Block] = []
    if source.state.format.ladder:
        blocks += [Heading(source.say(Phrase.LADDER)), _ladder(source)]
    blocks.append(Items(tuple(_conduct(source))))
    if source.rules:
        rules = source.rules
        if rules.penalties.points_may_be_deducted:
            blocks += [Heading(source.say(Phrase.DEDUCTION)), _deductions(source, rules)]
        blocks += [
            Heading(source.say(Phrase.CARD_TIME_OUT)),
            Items(tuple(_time_outs(source, rules))),
            Heading(source.say(Phrase.CARD_VERDICT, minimum=rules.opening.minimum)),
            _verdicts(source, rules),
        ]
    page = Page(source.say(Phrase.TITLE_REFEREE), source.occasion, tuple(blocks))
    return source.pages(Phrase.TITLE_REFEREE, page)


def _ladder(source: PaperSource) -> Grid:
    steps = source.state.format.ladder
    heads = (Phrase.OFFENCE, Phrase.STEP, Phrase.PRICE)
    columns = tuple(Column(source.say(head), int(head is Phrase.PRICE)) for head in heads)
    rows = tuple(
        (
            _nth(n, steps),
            step_text(source.state.format.game, step.id, source.lang),
            _price(source, step),
        )
        for n, step in enumerate(steps)
    )
    return Grid(columns, rows)


def _nth(n: int, steps: tuple[LadderStep, ...]) -> str:
    """Which offence a step is for; one that is given again and again leaves the rest a choice."""
    if repeats(steps[n]):
        return f"{n + 1}, {n + 2}, …"
    return "…" if any(repeats(step) for step in steps[:n]) else str(n + 1)


def _deductions(source: PaperSource, rules: RulesProfile) -> Grid:
    """What points taken by a judge do, and what they leave alone."""
    heads = (Phrase.DEDUCTED, Phrase.EFFECT, Phrase.ARTICLE)
    columns = tuple(Column(source.say(head), int(head is Phrase.EFFECT)) for head in heads)
    cited = {Phrase.DEDUCTED_AGAIN: rules.article("deduction")}
    rows = tuple((source.say(p), source.say(e), cited.get(p, "")) for p, e in _DEDUCTED)
    return Grid(columns, rows)


def _price(source: PaperSource, step: LadderStep) -> str:
    parts = []
    if step.big_points:
        only = source.state.format.by_places
        price = Phrase.PRICE_POINTS if only else Phrase.PRICE_BIG
        parts.append(source.say(price, points=shown(step.big_points)))
    if step.small_points:
        parts.append(source.say(Phrase.PRICE_SMALL, points=shown(step.small_points)))
    match step.excludes:
        case Exclusion.GAME:
            parts.append(source.say(Phrase.PRICE_GAME))
        case Exclusion.TOURNAMENT:
            chosen = excludes_by_choice(source.state, step)
            out = Phrase.PRICE_MAY_TOURNAMENT if chosen else Phrase.PRICE_TOURNAMENT
            parts.append(source.say(out))
        case Exclusion.NOTHING:
            pass
    return ", ".join(parts) or "–"


def _conduct(source: PaperSource) -> Iterator[tuple[str, str]]:
    rules, shape = source.rules, source.state.format
    if shape.ladder:
        yield text(f"paper.offences.{shape.offences}", source.lang), ""
    if any(excludes_by_choice(source.state, step) for step in shape.ladder):
        warned = "_warned" if shape.warnings_before_exclusion else ""
        said = text(f"paper.may_exclude.{shape.excluded_by}{warned}", source.lang)
        yield said, rules.article("excluded_by") if rules else ""
    if rules is None:
        return
    if count := rules.penalties.violations_to_disqualify:
        yield source.say(Phrase.CARD_VIOLATIONS, count=count), rules.article("exclusion")
    penalties = rules.penalties
    if not (penalties.violations_to_disqualify or penalties.warnings_before_exclusion):
        yield source.say(Phrase.CARD_ANY), rules.article("exclusion")
    elif penalties.gross_at_once:
        yield source.say(Phrase.CARD_GROSS), rules.article("gross")
    yield source.say(Phrase.CARD_DISPUTE), rules.article("dispute")


def _time_outs(source: PaperSource, rules: RulesProfile) -> Iterator[tuple[str, str]]:
    for ruling in TimeOutRuling:
        yield (
            text(f"time_out.{ruling}", source.lang),
            source.cited(rules.article(f"time_out.{ruling}")),
        )


def _verdicts(source: PaperSource, rules: RulesProfile) -> Grid:
    penalties = rules.penalties
    rows = tuple(
        (
            shown(points),
            text(f"verdict.rule.{rule}", source.lang),
            source.cited(rules.article(f"verdict.{rule}")),
        )
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
    if rules.opening.time_out_tile_spares:
        yield VerdictRule.TIME_OUT_TILE
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
