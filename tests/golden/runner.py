"""Runs a case from its first step to its last expectation."""

from tests.golden.actions import perform
from tests.golden.comparing import told_of
from tests.golden.facts import check
from tests.golden.position import begin, profile_of
from tests.golden.reader import Case


def run(case: Case) -> None:
    """Fail with the sentence that does not hold."""
    state = begin(case, profile_of(case))
    for step in case.steps:
        outcome = perform(case, state, step.action)
        for fact in step.expected or ["accepted"]:
            with told_of(case, step):
                check(outcome, fact)
        state = outcome.state
