"""To begin a tournament, describe it, plan its day, end it."""

from typing import Annotated, Literal

from msgspec import Meta

from stolik.app import bounds as b
from stolik.app.reading.typed import Request
from stolik.app.tournaments.requests.do import Do
from stolik.tournament.timeplan import DayItem, DayPart


class PrizeSaid(Request, frozen=True):
    place: b.PrizePlace = 0  # 0: for everybody
    what: b.Name = ""
    value: b.Word = ""


class DetailsSaid(Request, frozen=True):
    """When, where, who holds and judges it, who gives what; left out: as it was."""

    date: b.Word | None = None
    place: b.Name | None = None
    organiser: b.Name | None = None
    head_judge: b.Name | None = None
    partners: Annotated[list[b.Name], b.Listed] | None = None
    prizes: Annotated[list[PrizeSaid], b.Listed] | None = None


class Create(Do, frozen=True):
    format: b.Path
    profile: b.Path | None = None
    seed: b.Seed | b.SeedNumber = ""
    name: b.Name = ""
    confirmations: b.Small = 0
    draw: Literal["lot", "planned"] | None = None
    team_size: b.SeatNumber | None = None
    table_size: b.SeatNumber | None = None  # to aim at
    details: DetailsSaid | None = None


class Describe(Do, frozen=True):
    """Say anew when and where it is held, by whom, and what can be won."""

    details: DetailsSaid


class Reopen(Do, frozen=True):
    """Take back that the tournament is over."""

    reason: b.Reason


class Finish(Do, frozen=True):
    """The end; with a reason it may come before everything is played."""

    early: b.Reason = ""


class SetRounds(Do, frozen=True):
    """Another number of rounds of the stage being played."""

    rounds: b.Round
    reason: b.Reason


class LongBreak(Request, frozen=True):
    after_round: b.Round
    minutes: b.Minutes


class DayItemAsked(Request, frozen=True):
    """Something in the timetable beside the rounds; `after_round` 0: before the first."""

    after_round: Annotated[int, Meta(ge=0, le=b.MOST_ROUNDS)]
    minutes: Annotated[int, Meta(ge=0, le=b.MOST_MINUTES)]
    kind: DayPart = DayPart.BREAK
    title: Annotated[str, Meta(max_length=100)] = ""

    @property
    def item(self) -> DayItem:
        """As the timetable knows it."""
        return DayItem(self.after_round, self.minutes, self.kind, self.title.strip())


DayAsked = Annotated[tuple[DayItemAsked, ...], Meta(max_length=40)]


class Plan(Do, frozen=True):
    start: b.Word = "10:00"
    minutes: b.Minutes = 0  # 0: as the format has it
    breaks: b.Minutes = 10
    long_breaks: Annotated[tuple[LongBreak, ...], b.OfRounds] = ()
    game_minutes: b.Minutes | None = None
    items: DayAsked = ()
