"""No rule without its cases, no case without its rule, no line that the core does not cite."""

import re

from stolik.app.library import RULES, rules_profile
from tests.golden.coverage import ROWS, decisions
from tests.golden.position import profile_of
from tests.golden.reader import Case, all_cases

DECISIONS = decisions()
CASES = {rule: [case for case in all_cases() if rule in case.rules] for rule in ROWS}


def setting(case: Case) -> tuple[str, ...]:
    """What a case is played under: its profile and the switches turned in it."""
    return case.one("profile"), *case.circumstances.get("with", [])


def test_a_rule_is_accepted_once_and_refused_or_different_once():
    for rule, cases in CASES.items():
        assert any(not case.is_refused for case in cases), (rule, "nothing is accepted")
        different = len({setting(case) for case in cases}) > 1
        refused = any(case.is_refused for case in cases)
        assert different or refused, (rule, "nothing is refused or different")


def test_a_rule_has_its_cases_in_the_files_of_the_table():
    lacking = {
        rule: set(row.files) - {case.file for case in CASES[rule]} for rule, row in ROWS.items()
    }
    assert {rule: files for rule, files in lacking.items() if files} == {}


def test_the_table_knows_every_decision_and_every_rule_a_case_names():
    missing = {name for name, files in DECISIONS.items() if files} - set(ROWS)
    assert not missing, "a decision with golden cases has its row in tests/golden/coverage.py"
    unlike = {rule for case in all_cases() for rule in case.rules} ^ set(ROWS)
    assert not unlike, "`rule:` of a case and the rows of tests/golden/coverage.py name the same"


def test_a_case_names_lines_that_its_profile_cites():
    uncited = {
        case.id: set(case.lines) - {*profile_of(case).articles.values(), *DECISIONS}
        for case in all_cases()
    }
    assert {case: lines for case, lines in uncited.items() if lines} == {}


def test_the_articles_a_case_expects_are_its_lines():
    for case in all_cases():
        expected = " ".join(fact for step in case.steps for fact in step.expected)
        articles = set(re.findall(r"\((\w+ L\d+|decision \d+)\)", expected))
        assert articles <= set(case.lines), case.id


def test_the_profiles_cite_the_lines_of_the_table():
    for rule, row in ROWS.items():
        for key, lines in row.lines.items():
            own = {line.split()[0]: line for line in lines}
            for name in own.keys() & set(RULES):
                assert rules_profile(name).article(key) == own[name], (rule, key, name)


def test_every_line_of_the_table_has_a_case():
    for rule, row in ROWS.items():
        named = {line for case in CASES[rule] for line in case.lines}
        assert not {line for lines in row.lines.values() for line in lines} - named, rule
