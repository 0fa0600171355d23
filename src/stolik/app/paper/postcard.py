"""The picture of a tournament for links that are shared: 1200 × 630, as such previews are."""

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import Paper, Postcard
from stolik.app.paper.source import PaperSource, shortened
from stolik.app.tournaments.telling.wording import title_text
from stolik.tournament.cut import title_holders
from stolik.tournament.standings import standings

_PODIUM = 3
_LONGEST = 44


def postcard(source: PaperSource) -> Paper:
    """Who won, once it is over; before that what is played, by how many."""
    state = source.state
    playing = sum(one.plays for one in state.entrants.values())
    heading = Phrase.CARD_WINNERS if state.finished else Phrase.CARD_PLAYED
    made = Postcard(
        event=source.event,
        under=source.occasion.removeprefix(source.event).removeprefix(" · "),
        heading=source.say(heading, count=playing),
        winners=_winners(source) if state.finished else (),
        foot=state.format.title,
    )
    return Paper("postcard", source.event, source.lang, (made,))


def _winners(source: PaperSource) -> tuple[tuple[str, str, str], ...]:
    """The first three, each with the title of that place where the format has one."""
    rows, labels = standings(source.state), source.names()
    titles = {
        row.entrant: title_text(title.id, row.place, source.lang)
        for title, row in title_holders(source.state, rows)
    }
    return tuple(
        (
            str(row.place),
            shortened(labels[row.entrant], _LONGEST),
            titles.get(row.entrant, ""),
        )
        for row in rows
        if row.place <= _PODIUM
    )[:_PODIUM]
