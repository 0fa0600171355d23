"""What people agree to: to be named in public, to the regulations, to photographs.

Who gave it, when, and to which text.

As little as possible is kept: whether the player or a guardian agreed, never who the guardian is.
The text lives in the catalogues under `consent.text_<version>_…`; a changed text gets the next
version, and the old ones stay so that everybody can read what was agreed to.
"""

from dataclasses import dataclass
from enum import StrEnum

from stolik.app.tournaments.codes import Refusal
from stolik.refusal import Violation, refuse

VERSION = "1"


class To(StrEnum):
    """What somebody agrees to."""

    NAME = "name"  # to be named on public pages
    REGULATIONS = "regulations"
    PHOTO = "photo"


class Phrase(StrEnum):
    """What somebody agrees to; screens fetch these with the version."""

    VERSION = "consent.version"
    TEXT_1_SELF = "consent.text_1_self"
    TEXT_1_GUARDIAN = "consent.text_1_guardian"
    REGULATIONS_1_SELF = "consent.regulations_1_self"
    REGULATIONS_1_GUARDIAN = "consent.regulations_1_guardian"
    PHOTO_1_SELF = "consent.photo_1_self"
    PHOTO_1_GUARDIAN = "consent.photo_1_guardian"


class ConsentBy(StrEnum):
    """Who agreed, and on what."""

    SELF = "self"  # on the form, by a player of age
    GUARDIAN = "guardian"  # on the form, by a guardian of one under age
    PAPER = "paper"  # on a sheet of paper that the organiser has
    PAPER_GUARDIAN = "paper_guardian"  # on such a sheet, by a guardian of one under age


@dataclass(frozen=True, slots=True)
class Consent:
    """That somebody agreed."""

    by: ConsentBy
    text: str  # its version
    at: int  # seconds of the wall clock


def agreed(by: ConsentBy, text: str, at: int) -> Consent:
    """A consent to the text as it is now; refused if somebody has read another one."""
    if text != VERSION:
        refuse(Violation(Refusal.CONSENT_TEXT))
    return Consent(by, text, at)
