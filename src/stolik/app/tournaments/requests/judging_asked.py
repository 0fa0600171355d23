"""What a judge asks: penalties, the ladder, reports."""

from typing import Literal

from stolik.app import bounds as b
from stolik.app.tournaments.requests.do import Do
from stolik.app.tournaments.requests.people_asked import Leaving


class Disqualify(Do, frozen=True):
    entrant: b.Entrant
    reason: b.Reason
    game: b.Game | None = None
    leaving: Leaving | None = None
    left_in: b.Game | None = None


class Penalty(Do, frozen=True):
    entrant: b.Entrant
    reason: b.Reason
    big_points: b.Points | None = None
    small_points: b.Points | None = None
    game: b.Game | None = None
    step: b.Word = ""  # "": the one that is due
    leaving: Leaving | None = None  # if it puts him out
    left_in: b.Game | None = None
    over: b.Small | None = None  # the offences that were seen; others by now: refused


class Ladder(Do, frozen=True):
    entrant: b.Entrant
    by: b.Entrant | None = None  # who has reported him: in which games both were is told
    game: b.Game | None = None
    after_game: bool = False  # no game is on at the table that asks


class CancelPenalty(Do, frozen=True):
    penalty: b.Number
    reason: b.Reason


class Report(Do, frozen=True):
    by: b.Entrant
    entrant: b.Entrant
    decision: Literal["rejected", "warning", "disqualification"]
    reason: b.Reason
    round: b.Round | None = None  # of the game it is about; left out: the last both have played in
    game: b.Game | None = None
    is_step: bool | None = None  # of the ladder; left out: as the format says
    report: b.Number | None = None  # as it was filed
    words: b.Reason = ""  # what was reported, if it was filed nowhere before
    leaving: Leaving | None = None  # if it puts him out
    left_in: b.Game | None = None
    over: b.Small | None = None  # as of a penalty, where a warning is a step


class FileReport(Do, frozen=True):
    by: b.Entrant
    entrant: b.Entrant
    words: b.Reason
