"""Papers to cut or to stand up: table labels, slips to draw, badges."""

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import Badge, Label, Paper, PlayerPass, Slip, Wish
from stolik.app.paper.source import LETTERS, Source, shortened
from stolik.tournament.placement import table_policy
from stolik.tournament.state import Entrant
from stolik.tournament.tables import table_sizes


def labels(source: Source, wish: Wish) -> Paper:
    """A label to stand on each table."""
    count = len(source.round(wish.round).tables) if wish.round else _most_tables(source)
    word = source.say(Phrase.TABLE)
    made = tuple(Label(word, str(n), source.event) for n in range(1, count + 1))
    return Paper("labels", source.say(Phrase.TITLE_LABELS), source.lang, made)


def slips(source: Source, wish: Wish) -> Paper:
    """Slips 1A … nD to cut; at each table the one that starts says so."""
    del wish
    word, starts = source.say(Phrase.TABLE), source.say(Phrase.YOU_START)
    made = tuple(
        Slip(f"{table}{letter}", f"{word} {table}", starts if letter == LETTERS[0] else "")
        for table, size in enumerate(_sizes(source), start=1)
        for letter in LETTERS[:size]
    )
    return Paper("slips", source.say(Phrase.TITLE_SLIPS), source.lang, made)


def numbers(source: Source, wish: Wish) -> Paper:
    """A number for each entrant, where all rounds are planned by draw number."""
    del wish
    word = source.say(Phrase.DRAW_NUMBER)
    made = tuple(Slip(str(n), word, "") for n in range(1, len(source.playing()) + 1))
    return Paper("slips", source.say(Phrase.TITLE_NUMBERS), source.lang, made)


def badges(source: Source, wish: Wish) -> Paper:
    """A badge for everybody, with the way in where a pass was made."""
    names = source.names()
    made = tuple(
        _badge(source, names[n], source.state.entrants[n], wish.passes.get(n, PlayerPass()))
        for n in source.playing()
    )
    return Paper("badges", source.say(Phrase.TITLE_BADGES), source.lang, made)


def _badge(source: Source, name: str, entrant: Entrant, way_in: PlayerPass) -> Badge:
    under = " · ".join(part for part in (entrant.club, entrant.team) if part)
    code = source.say(Phrase.CODE, code=way_in.code) if way_in.code else ""
    return Badge(
        name, str(entrant.number), shortened(under), source.event, code, way_in.link or way_in.code
    )


def _sizes(source: Source) -> tuple[int, ...]:
    return table_sizes(len(source.playing()), table_policy(source.state.format))


def _most_tables(source: Source) -> int:
    """As many as the field needs, or as the largest round had."""
    rounds = (len(r.tables) for r in source.state.rounds)
    return max((len(_sizes(source)), *rounds))
