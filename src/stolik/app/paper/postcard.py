"""The picture of a tournament for links that are shared: 1200 × 630, as such previews are."""

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import Paper, Postcard
from stolik.app.paper.source import PaperSource, shortened
from stolik.app.tournaments.telling.ranking import podium
from stolik.tournament.state import EntrantNumber

_PODIUM = 3
_LONGEST = 44
_LONGEST_UNDER = 80


def postcard(source: PaperSource) -> Paper:
    """Who won, once it is over; before that what is played, by how many."""
    state = source.state
    playing = sum(one.plays for one in state.entrants.values())
    heading = Phrase.CARD_WINNERS if state.finished else Phrase.CARD_PLAYED
    made = Postcard(
        event=source.event,
        under=shortened(
            source.occasion.removeprefix(source.event).removeprefix(" · "), _LONGEST_UNDER
        ),
        heading=source.say(heading, count=playing),
        winners=_winners(source) if state.finished else (),
        foot=state.format.title,
    )
    return Paper("postcard", source.event, source.lang, (made,))


def _winners(source: PaperSource) -> tuple[tuple[str, str, str], ...]:
    """The first three, each with the title of that place where the format has one."""
    names = source.names()
    first = [one for one in podium(source.desk, source.lang) if one.place <= _PODIUM]
    return tuple(
        (str(one.place), shortened(names[EntrantNumber(one.entrant)], _LONGEST), one.text)
        for one in first[:_PODIUM]
    )
