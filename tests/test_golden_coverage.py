"""No rule without its cases, no case without its rule, no line that the core does not cite."""

import re

import pytest

from stolik.app.library import RULES, rules_profile
from tests.golden.coverage import ROWS, Row, decisions
from tests.golden.position import profile_of
from tests.golden.reader import Case, all_cases

DECISIONS = decisions()


def cases_of(rule: str) -> list[Case]:
    return [case for case in all_cases() if rule in case.rules]


def setting(case: Case) -> tuple[str, ...]:
    """What a case is played under: its profile and the switches turned in it."""
    return case.one("profile"), *case.circumstances.get("with", [])


@pytest.mark.parametrize("rule", ROWS)
def test_a_rule_is_accepted_once_and_refused_or_different_once(rule: str):
    cases = cases_of(rule)
    assert any(not case.is_refused for case in cases), "nothing is accepted"
    different = len({setting(case) for case in cases}) > 1
    assert different or any(case.is_refused for case in cases), "nothing is refused or different"


@pytest.mark.parametrize(("rule", "row"), ROWS.items(), ids=list(ROWS))
def test_a_rule_has_its_cases_in_the_files_of_the_table(rule: str, row: Row):
    assert set(row.files) <= {case.file for case in cases_of(rule)}


def test_the_table_knows_every_decision_and_every_rule_a_case_names():
    missing = {name for name, files in DECISIONS.items() if files} - set(ROWS)
    assert not missing, "a decision with golden cases has its row in tests/golden/coverage.py"
    unlike = {rule for case in all_cases() for rule in case.rules} ^ set(ROWS)
    assert not unlike, "`rule:` of a case and the rows of tests/golden/coverage.py name the same"


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_a_case_names_lines_that_its_profile_cites(case: Case):
    cited = {*profile_of(case).articles.values(), *DECISIONS}
    assert set(case.lines) <= cited


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_the_articles_a_case_expects_are_its_lines(case: Case):
    facts = [fact for step in case.steps for fact in step.expected]
    articles = {
        article for fact in facts for article in re.findall(r"\((\w+ L\d+|decision \d+)\)", fact)
    }
    assert articles <= set(case.lines)


@pytest.mark.parametrize(("rule", "row"), ROWS.items(), ids=list(ROWS))
def test_the_profiles_cite_the_lines_of_the_table(rule: str, row: Row):
    for key, lines in row.lines.items():
        own = {line.split()[0]: line for line in lines}
        for name in RULES:
            if name in own:
                assert rules_profile(name).article(key) == own[name], (rule, key, name)


@pytest.mark.parametrize(("rule", "row"), ROWS.items(), ids=list(ROWS))
def test_every_line_of_the_table_has_a_case(rule: str, row: Row):
    named = {line for case in cases_of(rule) for line in case.lines}
    assert not {line for lines in row.lines.values() for line in lines} - named
