"""Papers to cut or to stand up: table labels, slips to draw, badges."""

from urllib.parse import urlencode

from stolik.app.paper.codes import Phrase, Refusal
from stolik.app.paper.content import Badge, Label, Paper, Slip
from stolik.app.paper.source import PaperSource
from stolik.app.paper.wishes import PlayerPass, Wish
from stolik.refusal import Violation, refuse
from stolik.tournament.format import DrawKind
from stolik.tournament.placement import table_policy
from stolik.tournament.slips import slip_name
from stolik.tournament.state import Entrant
from stolik.tournament.tables import table_sizes


def labels(source: PaperSource, wish: Wish) -> Paper:
    """A label to stand on each table."""
    count = len(source.round(wish.round).tables) if wish.round else _most_tables(source)
    word = source.say(Phrase.TABLE)
    made = tuple(Label(word, str(n), source.occasion) for n in range(1, count + 1))
    return Paper("labels", source.say(Phrase.TITLE_LABELS), source.lang, made)


def slips(source: PaperSource, wish: Wish) -> Paper:
    """Slips 1A … nD to cut; at each table the one that starts says so, unless a tile decides."""
    del wish
    word, starts = source.say(Phrase.TABLE), source.say(Phrase.YOU_START)
    made = tuple(
        Slip(
            slip_name(table, seat),
            f"{word} {table}",
            starts if seat == 1 and source.starter_known else "",
            _entry_of(source, slip_name(table, seat)),
        )
        for table, size in enumerate(_sizes(source), start=1)
        for seat in range(1, size + 1)
    )
    return Paper("slips", source.say(Phrase.TITLE_SLIPS), source.lang, made)


def _entry_of(source: PaperSource, slip: str) -> str:
    """Where a phone enters who drew the slip; empty without a server."""
    return f"{source.page}?{urlencode({'slip': slip})}" if source.page else ""


def numbers(source: PaperSource, wish: Wish) -> Paper:
    """A number for each entrant, where all rounds are planned by draw number."""
    del wish
    if not any(stage.draw is DrawKind.PLANNED for stage in source.state.format.stages):
        refuse(Violation(Refusal.NO_NUMBERS))
    word = source.say(Phrase.DRAW_NUMBER)
    made = tuple(Slip(str(n), word, "") for n in source.playing())
    return Paper("slips", source.say(Phrase.TITLE_NUMBERS), source.lang, made)


def badges(source: PaperSource, wish: Wish) -> Paper:
    """A badge for everybody, with the way in where a pass was made."""
    names = source.names()
    made = tuple(
        _badge(source, names[n], source.state.entrants[n], wish.passes.get(n, PlayerPass()))
        for n in source.playing()
    )
    return Paper("badges", source.say(Phrase.TITLE_BADGES), source.lang, made)


def _badge(source: PaperSource, name: str, entrant: Entrant, way_in: PlayerPass) -> Badge:
    under = " · ".join(part for part in (entrant.club, entrant.team) if part)
    code = source.say(Phrase.CODE, code=way_in.code) if way_in.code else ""
    return Badge(
        name,
        str(entrant.number),
        under,
        source.occasion,
        code,
        way_in.link,
    )


def _sizes(source: PaperSource) -> tuple[int, ...]:
    return table_sizes(len(source.playing()), table_policy(source.state.format))


def _most_tables(source: PaperSource) -> int:
    """As many as the field needs, or as the largest round had."""
    rounds = (len(r.tables) for r in source.state.rounds)
    return max((len(_sizes(source)), *rounds))
