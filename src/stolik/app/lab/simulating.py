"""The summary of simulated games in words."""

from collections.abc import Iterator

from stolik.app.lab.phrases import Phrase
from stolik.app.texts import text
from stolik.lab.games import SimulationPlan
from stolik.lab.summary import BotSummary, SeatSummary, Summary, TableSummary


def summary_lines(plan: SimulationPlan, summary: Summary, lang: str) -> Iterator[str]:
    """A few lines for each size of table and one for each bot."""
    facts = {"games": summary.games, "profile": plan.rules.id, "seed": plan.seed}
    yield text(Phrase.SIMULATED, lang, **facts)
    for table in summary.tables:
        yield text(Phrase.TABLES_OF, lang, size=table.table_size, games=table.games)
        yield from (f"   {line}" for line in _table(table, lang))
    for bot in summary.bots:
        yield _bot(bot, lang)


def _table(table: TableSummary, lang: str) -> Iterator[str]:
    spreads = {
        Phrase.LENGTH: table.turns,
        Phrase.OPENING_TURN: table.opened_in_turn,
        Phrase.SMALL_POINTS: table.small_points,
    }
    for phrase, spread in spreads.items():
        names = ("mean", "least", "p10", "median", "p90", "most")
        yield text(phrase, lang, **{name: _number(getattr(spread, name)) for name in names})
    yield text(Phrase.UNOPENED, lang, percent=_percent(table.never_opened.mean))
    yield text(Phrase.TIME_OUTS, lang, mean=_number(table.time_outs_per_game.mean))
    for ending, count in table.endings.items():
        yield text(Phrase.ENDING, lang, ending=text(f"ending.{ending}", lang), count=count)
    yield from (_seat(seat, lang) for seat in table.seats)
    starter, fair = table.seats[0].wins, 1 / table.table_size
    yield text(
        Phrase.STARTER,
        lang,
        edge=_signed_percent(starter.mean - fair),
        low=_signed_percent(starter.low - fair),
        high=_signed_percent(starter.high - fair),
    )


def _seat(seat: SeatSummary, lang: str) -> str:
    return text(
        Phrase.SEAT,
        lang,
        seat=seat.seat,
        wins=_percent(seat.wins.mean),
        low=_percent(seat.wins.low),
        high=_percent(seat.wins.high),
        points=_number(seat.small_points.mean),
    )


def _bot(bot: BotSummary, lang: str) -> str:
    return text(
        Phrase.BOT,
        lang,
        bot=bot.bot,
        wins=_percent(bot.wins.mean),
        low=_percent(bot.wins.low),
        high=_percent(bot.wins.high),
        points=_number(bot.small_points.mean),
        points_low=_number(bot.small_points.low),
        points_high=_number(bot.small_points.high),
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _signed_percent(share: float) -> str:
    return f"{100 * share:+.1f}"
