"""Teams on paper: their ranking with members and guardian, and a diploma for the best."""

from collections.abc import Iterator

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import Block, Column, Diploma, Grid, Heading, Paragraph
from stolik.app.paper.held import partners, signatures, worth
from stolik.app.paper.source import PaperSource
from stolik.app.paper.wishes import Design
from stolik.app.tournaments.telling.answers import TeamStanding, TeamsTold
from stolik.app.tournaments.telling.ranking import teams
from stolik.tournament.state import EntrantNumber

_WIDE = {Phrase.TEAM: 3, Phrase.MEMBERS: 6, Phrase.REASON: 4}


def team_blocks(source: PaperSource) -> Iterator[Block]:
    """The ranking of teams under its heading; nothing where nobody plays for a team."""
    told = _told(source)
    if told.rows:
        yield Heading(source.say(Phrase.TEAMS))
        if told.counted:
            yield Paragraph(told.counted)
        heads = (Phrase.PLACE, Phrase.TEAM, Phrase.MEMBERS, *source.points_heads, Phrase.REASON)
        columns = tuple(Column(source.say(head), _WIDE.get(head, 0)) for head in heads)
        yield Grid(columns, tuple(_line(source, row) for row in told.rows))


def team_diplomas(source: PaperSource, last: int, design: Design) -> Iterator[Diploma]:
    """One for each team down to this place, with the names of who played for it."""
    rows = _told(source).rows
    for row in rows:
        if row.place <= last:
            yield Diploma(
                heading=source.say(Phrase.DIPLOMA_TEAM),
                name=row.team,
                lines=(
                    source.say(Phrase.FOR_TEAM_PLACE, place=row.place, of=len(rows)),
                    _members(source, row),
                    *_led(source, row),
                    *(worth(source, prize) for prize in source.details.prizes_for(row.place)),
                ),
                event=source.event,
                signatures=signatures(source),
                when=" · ".join(x for x in (source.details.place, source.day) if x),
                partners=partners(source),
                under=_schools(source, row),
                design=design,
            )


def _told(source: PaperSource) -> TeamsTold:
    """The ranked teams; none in an event without them."""
    return teams(source.state, source.lang) if source.state.format.team_size else TeamsTold((), "")


def _line(source: PaperSource, row: TeamStanding) -> tuple[str, ...]:
    members = "\n".join((_members(source, row), *_led(source, row)))
    figures = source.figures(row.big_points, row.small_points)
    return (str(row.place), row.team, members, *figures, row.reason)


def _led(source: PaperSource, row: TeamStanding) -> tuple[str, ...]:
    """The adult who leads the team, where one is named."""
    led = source.state.guardians.get(row.team)
    return (source.say(Phrase.LED_BY, name=source.desk.guardian_label(led)),) if led else ()


def _schools(source: PaperSource, row: TeamStanding) -> str:
    """The school of its members, each once where they come from several."""
    named = dict.fromkeys(source.club(EntrantNumber(n)) for n in row.members)
    return ", ".join(filter(None, named))


def _members(source: PaperSource, row: TeamStanding) -> str:
    names = source.names()
    return ", ".join(names[EntrantNumber(n)] for n in row.members)
