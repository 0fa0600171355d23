"""The pages on the rules say what the profiles and the cases say."""

import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest

from stolik.app.library import RULES, rules_profile
from stolik.rummikub.codes import Refusal
from tests.golden.coverage import ROWS, Row, decisions
from tests.golden.reader import FOLDER, all_cases
from tests.wojtek.golden.reader import FOLDER as WOJTEK_FOLDER

ROOT = Path(__file__).parent.parent
CASES = (FOLDER, WOJTEK_FOLDER, ROOT / "tests/tournament/golden")
PAGES = ROOT / "docs" / "rules"
MP2023 = rules_profile("mp2023")
SECTIONS = [f.name for f in fields(MP2023) if is_dataclass(getattr(MP2023, f.name))]
FIELDS = [f"{s}.{f.name}" for s in SECTIONS for f in fields(getattr(MP2023, s))]


def page(name: str) -> str:
    return (PAGES / name).read_text("utf-8")


def section_of(text: str, heading: str) -> str:
    """From a heading to the next one of any level."""
    return re.split(r"^#+ ", text.split(heading, 1)[1], maxsplit=1, flags=re.M)[0]


def value(profile: str, name: str) -> str:
    section, field = name.split(".")
    found: Any = getattr(getattr(rules_profile(profile), section), field)
    if isinstance(found, tuple):
        return "[" + ", ".join(f'"{x}"' if isinstance(x, str) else str(x) for x in found) + "]"
    return str(found).lower() if isinstance(found, bool) else str(found)


def values(name: str) -> str:
    """What a field may be, as the page writes it."""
    section, field = name.split(".")
    hint = get_type_hints(type(getattr(MP2023, section)), include_extras=True)[field]
    if hint is bool:
        return "true / false"
    if get_origin(hint) is not Annotated:
        return " / ".join(member.value for member in hint)
    kind, bounds = get_args(hint)
    span = str(bounds.low) if bounds.low == bounds.high else f"{bounds.low}–{bounds.high}"
    if kind is int:
        return span
    return f"{span} letters" if get_args(kind)[0] is str else f"{span} numbers"


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_is_described_with_its_values_and_defaults(name: str):
    rows = [line for line in page("profiles.md").splitlines() if line.startswith(f"| `{name}`")]
    assert len(rows) == 1, f"docs/rules/profiles.md has one row for {name}"
    (row,) = rows
    _, _, allowed, default, elsewhere, meaning, _ = (cell.strip() for cell in row.split("|"))
    assert allowed == values(name)
    assert default == value("mp2023", name)
    others = [f"{p} {value(p, name)}" for p in RULES if value(p, name) != default]
    assert elsewhere == (", ".join(others) or "–")
    assert meaning


def test_no_field_is_described_that_is_not_there():
    assert set(re.findall(r"^\| `(\w+\.\w+)`", page("profiles.md"), re.M)) == set(FIELDS)


@pytest.mark.parametrize(("name", "files"), decisions().items(), ids=list(decisions()))
def test_a_decision_tells_question_documents_answer_switch_and_cases(
    name: str, files: tuple[str, ...]
):
    text = section_of(page("decisions.md"), f"## {name.capitalize()}\n")
    for part in ("**", "- Documents:", "- Decided:", "- Switch:", "- Cases:"):
        assert part in text, part
    assert files or "tests/" in text.split("- Cases:")[1], "a decision names its cases"
    without = set(files) - {case.file for case in all_cases() if name in case.rules}
    assert not without, f"no case of this file of tests/golden has `rule: {name}`"


def test_the_switches_of_the_decisions_are_fields():
    named = set(re.findall(r"`(\w+\.\w+)[ `]", page("decisions.md")))
    assert named <= {*FIELDS, *(f"{section}.*" for section in SECTIONS)}


@pytest.mark.parametrize("name", [rule for rule in ROWS if not rule.startswith("decision")])
def test_a_rule_names_its_cases(name: str):
    assert f"rule `{name}`" in page("rummikub.md")


def test_the_fields_named_beside_the_rules_exist():
    assert set(re.findall(r"`(\w+\.[a-z_]+)`", page("rummikub.md"))) <= {*FIELDS, *_codes()}


@pytest.mark.parametrize(
    ("name", "row"), [(n, r) for n, r in ROWS.items() if r.lines and "decision" not in n]
)
def test_a_rule_names_its_lines(name: str, row: Row):
    (line,) = [x for x in page("rummikub.md").splitlines() if f"rule `{name}`" in x and "|" in x]
    cells = dict(zip(RULES, line.split("|")[1:5], strict=True))
    for article in {a for articles in row.lines.values() for a in articles}:
        document, number = article.split(" L")
        assert int(number) in _lines(cells[document]), article


@pytest.mark.parametrize("field", FIELDS)
def test_every_switch_is_turned_in_a_case(field: str):
    turned = [w for case in all_cases() for w in case.circumstances.get("with", [])]
    todo = f"a case of tests/golden/ has `with: {field} = …`"
    assert any(switch.startswith(f"{field} =") for switch in turned), todo


@pytest.mark.parametrize(
    "path", [*PAGES.glob("*.md"), ROOT / "docs/decisions/0001-rules-left-open.md"], ids=str
)
def test_links_and_case_files_exist(path: Path):
    text = path.read_text("utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (path.parent / link).exists(), link
    for name in re.findall(r"(?<![/\w-])([a-z-]+\.txt)\b", text):  # with its folder: another test
        assert any((folder / name).exists() for folder in CASES), name


def _lines(cell: str) -> set[int]:
    """`L29–33` is 29 to 33."""
    found: set[int] = set()
    for first, last in re.findall(r"L(\d+)(?:–L?(\d+))?", cell):
        found |= set(range(int(first), int(last or first) + 1))
    return found


def _codes() -> set[str]:
    return {code.value for code in Refusal}
