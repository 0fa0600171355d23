"""How a tournament was held, on paper: when and where, by whom, who judged, who gave what."""

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import Blanks, Block, Column, Grid, Heading, Items
from stolik.app.paper.source import PaperSource
from stolik.app.tournaments.details import Prize
from stolik.tournament.cut import still_here
from stolik.tournament.standings import standings


def held_lines(source: PaperSource) -> tuple[str, ...]:
    """When, where, by whom, judged by whom, with whose help: as far as it was said."""
    details = source.details
    told = (
        (Phrase.FORM_DATE, source.day),
        (Phrase.FACT_PLACE, details.place),
        (Phrase.ORGANISER, details.organiser),
        (Phrase.HEAD_JUDGE, details.head_judge),
        (Phrase.PARTNERS, ", ".join(details.partners)),
    )
    return tuple(f"{source.say(phrase)}: {words}" for phrase, words in told if words)


def held(source: PaperSource) -> tuple[Block, ...]:
    """The same with lines for what nobody has said."""
    details = source.details
    asked = (
        (Phrase.FORM_TOWN, details.place),
        (Phrase.FORM_DATE, source.day),
        (Phrase.FORM_BY, details.organiser),
    )
    blank = tuple(source.say(phrase) for phrase, words in asked if not words)
    lines = Items(tuple((line, "") for line in held_lines(source)))
    return (*((lines,) if lines.items else ()), *((Blanks(blank, len(blank)),) if blank else ()))


def signatures(source: PaperSource) -> tuple[str, ...]:
    """Who signs; by name where it is known."""
    signed = (
        (Phrase.HEAD_JUDGE, source.details.head_judge),
        (Phrase.ORGANISER, source.details.organiser),
    )
    return tuple(
        f"{source.say(phrase)}: {name}" if name else source.say(phrase) for phrase, name in signed
    )


def partners(source: PaperSource) -> str:
    named = ", ".join(source.details.partners)
    return f"{source.say(Phrase.PARTNERS)}: {named}" if named else ""


def worth(source: PaperSource, prize: Prize) -> str:
    """A prize and what it is worth."""
    what = f"{prize.what} ({prize.value})" if prize.value else prize.what
    return source.say(Phrase.PRIZE, what=what)


def prizes(source: PaperSource) -> tuple[Block, ...]:
    """Who won what; the prizes for everybody come last."""
    if not source.details.prizes:
        return ()
    names, rows = source.names(), still_here(source.state, standings(source.state))
    won = tuple(
        (str(prize.place), names[row.entrant], prize.what, prize.value)
        for row in rows
        for prize in source.details.prizes_for(row.place)
    )
    everybody = source.say(Phrase.EVERYBODY)
    all_of_them = tuple(
        ("", everybody, prize.what, prize.value) for prize in source.details.prizes_for(0)
    )
    heads = (Phrase.PLACE, Phrase.NAME, Phrase.WON, Phrase.WORTH)
    wide = {Phrase.NAME: 2, Phrase.WON: 3}
    columns = tuple(Column(source.say(head), wide.get(head, 0)) for head in heads)
    return Heading(source.say(Phrase.PRIZES)), Grid(columns, (*won, *all_of_them))
