"""Runs a case from its first step to its last expectation."""

from tests.golden.comparing import told_of
from tests.golden.reader import Case
from tests.wojtek.golden.actions import perform
from tests.wojtek.golden.facts import check
from tests.wojtek.golden.position import begin, board_of


def run(case: Case) -> None:
    """Fail with the sentence that does not hold."""
    state = begin(case, board_of(case))
    for step in case.steps:
        outcome = perform(case, state, step.action)
        for fact in step.expected or ["accepted"]:
            with told_of(case, step):
                check(outcome, fact)
        state = outcome.state
