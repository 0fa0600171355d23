"""Consent and information sheet for minors: what a guardian signs, and what is done with data."""

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import Blanks, Boxes, Heading, Items, Page, Paper, Paragraph, Wish
from stolik.app.paper.source import Source

_PERSON = (Phrase.CONSENT_CHILD, Phrase.CONSENT_BORN, Phrase.CONSENT_SCHOOL, Phrase.CONSENT_CLASS)
_GUARDIAN = (Phrase.CONSENT_GUARDIAN, Phrase.CONSENT_CONTACT)
_AGREED = (
    *(Phrase.CONSENT_TAKES_PART, Phrase.CONSENT_DATA, Phrase.CONSENT_NAME, Phrase.CONSENT_IMAGE),
)
_TOLD = (
    *(Phrase.DATA_WHO, Phrase.DATA_WHAT, Phrase.DATA_WHY, Phrase.DATA_PUBLIC),
    *(Phrase.DATA_HOW_LONG, Phrase.DATA_RIGHTS, Phrase.DATA_FREE),
)


def consent(source: Source, wish: Wish) -> Paper:
    """One sheet for each minor; copied as often as needed."""
    del wish
    page = Page(
        source.say(Phrase.TITLE_CONSENT),
        source.event,
        (
            Blanks(tuple(source.say(p) for p in _PERSON), across=2),
            Blanks(tuple(source.say(p) for p in _GUARDIAN), across=2),
            Heading(source.say(Phrase.CONSENT_I_AGREE)),
            Boxes(
                tuple(source.say(p) for p in _AGREED),
                source.say(Phrase.YES),
                source.say(Phrase.NO),
            ),
            Paragraph(source.say(Phrase.CONSENT_NEEDED)),
            Blanks((source.say(Phrase.CONSENT_DATE), source.say(Phrase.CONSENT_SIGNED)), across=2),
            Heading(source.say(Phrase.DATA)),
            Blanks((source.say(Phrase.DATA_CONTROLLER),)),
            Items(tuple((source.say(p), "") for p in _TOLD)),
        ),
    )
    return source.pages(Phrase.TITLE_CONSENT, page)
