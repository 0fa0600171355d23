"""Teams on paper: their ranking with members and guardian, and a diploma for the best."""

from collections.abc import Iterator

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import Block, Column, Diploma, Grid, Heading
from stolik.app.paper.held import partners, signatures, worth
from stolik.app.paper.source import PaperSource
from stolik.app.paper.wishes import Design
from stolik.app.tournaments.telling.answers import TeamStanding
from stolik.app.tournaments.telling.ranking import teams
from stolik.tournament.state import EntrantNumber

_WIDE = {Phrase.TEAM: 3, Phrase.MEMBERS: 6, Phrase.REASON: 4}


def team_blocks(source: PaperSource) -> Iterator[Block]:
    """The ranking of teams under its heading; nothing where nobody plays for a team."""
    if rows := team_rows(source):
        yield Heading(source.say(Phrase.TEAMS))
        heads = (Phrase.PLACE, Phrase.TEAM, Phrase.MEMBERS, *source.points_heads, Phrase.REASON)
        columns = tuple(Column(source.say(head), _WIDE.get(head, 0)) for head in heads)
        yield Grid(columns, tuple(_line(source, row) for row in rows))


def team_diplomas(source: PaperSource, last: int, design: Design) -> Iterator[Diploma]:
    """One for each team down to this place, with the names of who played for it."""
    rows = team_rows(source)
    for row in rows:
        if row.place <= last:
            yield Diploma(
                heading=source.say(Phrase.DIPLOMA_TEAM),
                name=row.team,
                lines=(
                    source.say(Phrase.FOR_TEAM_PLACE, place=row.place, of=len(rows)),
                    _members(source, row),
                    *(worth(source, prize) for prize in source.details.prizes_for(row.place)),
                ),
                event=source.event,
                signatures=signatures(source),
                when=" · ".join(x for x in (source.details.place, source.details.day) if x),
                partners=partners(source),
                design=design,
            )


def team_rows(source: PaperSource) -> tuple[TeamStanding, ...]:
    """The ranked teams; none in an event without them."""
    return teams(source.state, source.lang).rows if source.state.format.team_size else ()


def _line(source: PaperSource, row: TeamStanding) -> tuple[str, ...]:
    led = source.state.guardians.get(row.team)
    guardian = (source.say(Phrase.LED_BY, name=source.desk.guardian_label(led)),) if led else ()
    members = "\n".join((_members(source, row), *guardian))
    figures = source.figures(row.big_points, row.small_points)
    return (str(row.place), row.team, members, *figures, row.reason)


def _members(source: PaperSource, row: TeamStanding) -> str:
    names = source.names()
    return ", ".join(names[EntrantNumber(n)] for n in row.members)
