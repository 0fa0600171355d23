"""What is signed: a sheet for each minor by the guardian, and a list for everybody of age."""

from stolik.app.paper.codes import Phrase
from stolik.app.paper.content import (
    Blanks,
    Block,
    Boxes,
    Column,
    Grid,
    Heading,
    Items,
    Page,
    Paper,
    Paragraph,
)
from stolik.app.paper.source import PaperSource
from stolik.app.paper.wishes import Wish

_PERSON = (Phrase.CONSENT_CHILD, Phrase.CONSENT_BORN, Phrase.CONSENT_SCHOOL, Phrase.CONSENT_CLASS)
_GUARDIAN = (Phrase.CONSENT_GUARDIAN, Phrase.CONSENT_CONTACT)
_AGREED = (
    *(Phrase.CONSENT_TAKES_PART, Phrase.CONSENT_DATA, Phrase.CONSENT_NAME, Phrase.CONSENT_IMAGE),
)
_TOLD = (
    *(Phrase.DATA_WHO, Phrase.DATA_WHAT, Phrase.DATA_WHY, Phrase.DATA_PUBLIC),
    *(Phrase.DATA_RECIPIENTS, Phrase.DATA_HOW_LONG, Phrase.DATA_RIGHTS, Phrase.DATA_FREE),
)


def consent(source: PaperSource, wish: Wish) -> Paper:
    """One sheet for each minor; copied as often as needed."""
    del wish
    page = Page(
        source.say(Phrase.TITLE_CONSENT),
        source.occasion,
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
            *_controller(source),
            Items(tuple((source.say(p), "") for p in _TOLD)),
        ),
    )
    return source.pages(Phrase.TITLE_CONSENT, page)


def _controller(source: PaperSource) -> tuple[Block, ...]:
    """Who answers for the data: named where the tournament says who holds it."""
    organiser = source.details.organiser
    if not organiser:
        return (Blanks((source.say(Phrase.DATA_CONTROLLER),)),)
    named = Paragraph(source.say(Phrase.DATA_CONTROLLER_IS, organiser=organiser))
    return named, Blanks((source.say(Phrase.DATA_CONTROLLER_CONTACT),))


def acceptance(source: PaperSource, wish: Wish) -> Paper:
    """A list of everybody who plays, to be signed at the check-in by those of age."""
    del wish
    names = source.names()
    heads = (Phrase.NUMBER, Phrase.NAME, Phrase.ACCEPT_REGULATIONS, Phrase.ACCEPT_PHOTO)
    more = (Phrase.ACCEPT_NAME, Phrase.ACCEPT_SIGNATURE)
    wide = (Phrase.NAME, Phrase.ACCEPT_SIGNATURE)
    columns = tuple(Column(source.say(head), 2 * int(head in wide)) for head in (*heads, *more))
    yes_no = f"{source.say(Phrase.YES)} / {source.say(Phrase.NO)}"
    rows = tuple((str(n), names[n], *(3 * (yes_no,)), "") for n in source.playing())
    page = Page(
        source.say(Phrase.TITLE_ACCEPTANCE),
        source.occasion,
        (Paragraph(source.say(Phrase.ACCEPT_TEXT)), Grid(columns, rows)),
    )
    return source.pages(Phrase.TITLE_ACCEPTANCE, page)
