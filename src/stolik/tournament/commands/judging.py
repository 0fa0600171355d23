"""What a judge asks: penalties, reports, the knowledge test."""

from dataclasses import dataclass

from stolik.tournament.state import Decision, EntrantNumber, GameNumber, OpenGame, RoundNumber

DISQUALIFICATION = "at_once"  # the step of a penalty that is given at once


@dataclass(frozen=True, slots=True)
class Disqualify:
    """Out of the tournament at once, or last in a game where the format says so."""

    entrant: EntrantNumber
    reason: str
    game: GameNumber | None = None
    leaving: OpenGame | None = None  # what becomes of the game at his table
    left_in: GameNumber | None = None  # the one he leaves in; None: the first without a result
    round: RoundNumber | None = None  # of `game`; None: the present one


@dataclass(frozen=True, slots=True)
class Penalise:
    """The next step of the ladder or the one that is named, with points named by the judge."""

    entrant: EntrantNumber
    reason: str
    big_points: int | None = None
    small_points: int | None = None
    game: GameNumber | None = None  # in which it is given; None: the first without a result
    step: str = ""  # "": the one that is due
    leaving: OpenGame | None = None  # what becomes of the game at his table, if he is put out
    left_in: GameNumber | None = None  # the one he leaves in; None: the first without a result
    over: int | None = None  # how many offences the judge was shown; None: he was shown none
    after_game: bool = False  # no game is on where it is given: nobody is put out of one


@dataclass(frozen=True, slots=True)
class Warn:
    """A violation somebody has noted: the step that is due, but nobody is excluded by a guess."""

    entrant: EntrantNumber
    reason: str
    game: GameNumber | None = None
    leaving: OpenGame | None = None  # what becomes of the game at his table, if it puts him out
    over: int | None = None  # as of a penalty
    after_game: bool = False  # as of a penalty


@dataclass(frozen=True, slots=True)
class CancelPenalty:
    """Take a line of the ledger back (numbered from 1); it stays readable."""

    penalty: int
    reason: str


@dataclass(frozen=True, slots=True)
class FileReport:
    """A player tells the judge how somebody behaves with whom he has sat at a table."""

    by: EntrantNumber
    against: EntrantNumber
    words: str
    noted: bool = False  # for him, by whoever brings a file


@dataclass(frozen=True, slots=True)
class DecideReport:
    """A team reported another: rejected, a warning, or disqualification at once."""

    by: EntrantNumber
    against: EntrantNumber
    decision: Decision
    reason: str
    game: GameNumber | None = None
    is_step: bool | None = None  # whether a warning is one of the ladder; None: as the format says
    report: int | None = None  # the number it was filed under, from 1
    leaving: OpenGame | None = None
    left_in: GameNumber | None = None  # the one he leaves in; None: the first without a result
    words: str = ""  # what was reported, where it was filed nowhere before
    round: RoundNumber | None = None  # of `game`; None: the last one both have played in
    over: int | None = None  # as of a penalty, where a warning is a step
    after_game: bool = False  # as of a penalty, where a warning is a step


@dataclass(frozen=True, slots=True)
class AwardTest:
    """Points from the knowledge test."""

    entrant: EntrantNumber
    points: int
    reason: str
