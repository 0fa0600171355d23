"""What a judge has decided: penalties, reports, the knowledge test."""

from dataclasses import dataclass

from stolik.free_text import FreeText
from stolik.tournament.state import Bonus, Penalty, Report


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    penalty: Penalty


@dataclass(frozen=True, slots=True)
class PenaltyCancelled:
    """A penalty no longer counts; it stays in the ledger."""

    penalty: int
    reason: FreeText


@dataclass(frozen=True, slots=True)
class ReportFiled:
    """A report waits for its decision under the next number."""

    report: Report


@dataclass(frozen=True, slots=True)
class ReportDecided:
    """`number`: of the report that was filed; None: it was told and decided at once."""

    report: Report
    number: int | None = None


@dataclass(frozen=True, slots=True)
class TestAwarded:
    bonus: Bonus
