"""Rules profiles from files: ours load, a wrong one is refused naming field and range."""

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest

from stolik.app import library
from stolik.app.library import RULES, profile_from, rules_profile, tournament_format
from stolik.refusal import Range, Refused, Violation
from stolik.rummikub.rules import RulesProfile

OWN = {"based_on": "mp2023", "id": "own", "title": "Own rules", "document": "own.txt"}
HINTS = get_type_hints(RulesProfile, include_extras=True)
SECTIONS = {name: kind for name, kind in HINTS.items() if is_dataclass(kind)}
FIELDS = {
    f"{section}.{name}": hint
    for section, kind in SECTIONS.items()
    for name, hint in get_type_hints(kind, include_extras=True).items()
}
# Fields that came later: their default is the rule as it was before them.
WITH_DEFAULT = {
    f"{section}.{field.name}"
    for section, kind in SECTIONS.items()
    for field in fields(kind)
    if field.default is not MISSING
}
# Fields bound to others, which a value of their own alone would contradict.
BOUND = {
    "melds.run_min": 2,
    "melds.run_max": 12,
    "melds.group_min": 2,
    "melds.group_max": 3,
    "seating.seats_min": 3,
    "seating.seats_max": 3,
    "deal.stacks_each": 1,
    "tiles.colours": ["k", "b", "o", "r", "g"],
    "tiles.highest": 12,
    "tiles.copies": 3,
}


def own(field: str, value: Any) -> dict[str, Any]:
    """The contents of a file that sets one field."""
    section, _, name = field.partition(".")
    return {**OWN, section: {name: value} if name else value}


def refusal(raw: dict[str, Any]) -> tuple[Violation, ...]:
    """Why a file is refused."""
    with pytest.raises(Refused) as refused:
        profile_from(raw)
    return refused.value.violations


def _said(violation: Violation) -> tuple[str, str]:
    return violation.code, violation.facts["field"]


def test_what_lies_in_data_is_ours_and_nothing_else():
    data = Path(library.__file__).parent.parent / "data"
    lists = {"rules": library.RULES, "formats": library.FORMATS, "boards": library.BOARDS}
    for folder, names in lists.items():
        assert sorted(names) == sorted(path.stem for path in (data / folder).glob("*.toml"))


def test_the_lists_follow_the_documents():
    """The first profile is the one a page proposes."""
    assert [rules_profile(name).document[:3] for name in RULES] == ["000", "001", "002", "003"]
    games = [tournament_format(name).game for name in library.FORMATS]
    assert games == sorted(games)


@pytest.mark.parametrize("profile", RULES)
def test_each_profile_of_ours_loads(profile: str):
    assert rules_profile(profile).id == profile


@pytest.mark.parametrize("profile", RULES)
def test_each_profile_plays_with_106_tiles(profile: str):
    assert len(rules_profile(profile).tile_set) == 106


@pytest.mark.parametrize("profile", RULES)
def test_the_articles_of_a_profile_name_a_line_or_a_decision(profile: str):
    for rule, article in rules_profile(profile).articles.items():
        if article == "" and rule.startswith("conduct."):
            continue  # the document does not say it, though the one this is based on does
        for part in article.split(", "):  # a rule that is borrowed: our decision, and whose line
            source, _, line = part.partition(" ")
            assert source in (*RULES, "decision"), article
            assert line.removeprefix("L").isdigit(), article


def test_four_profiles_are_four_different_games():
    assert len({rules_profile(profile).hash for profile in RULES}) == 4


def _numbers() -> Iterator[tuple[str, Range]]:
    for field, hint in FIELDS.items():
        if get_origin(hint) is Annotated and get_args(hint)[0] is int:
            yield field, get_args(hint)[1]


def _lists() -> Iterator[tuple[str, Any, Range]]:
    for field, hint in FIELDS.items():
        if get_origin(hint) is Annotated and get_args(hint)[0] is not int:
            kind, bounds = get_args(hint)
            yield field, get_args(kind)[0], bounds


def _enums() -> Iterator[tuple[str, type[StrEnum]]]:
    for field, hint in FIELDS.items():
        if isinstance(hint, type) and issubclass(hint, StrEnum):
            yield field, hint


BOOLEANS = [field for field, hint in FIELDS.items() if hint is bool]


@pytest.mark.parametrize(("field", "bounds"), list(_numbers()))
def test_a_number_below_its_range_is_refused(field: str, bounds: Range):
    (said,) = refusal(own(field, bounds.low - 1))
    assert _said(said) == ("field.range", field)
    assert said.facts["range"] == f"{bounds.low}–{bounds.high}"


@pytest.mark.parametrize(("field", "bounds"), list(_numbers()))
def test_a_number_above_its_range_is_refused(field: str, bounds: Range):
    (said,) = refusal(own(field, bounds.high + 1))
    assert _said(said) == ("field.range", field)
    assert said.facts["range"] == f"{bounds.low}–{bounds.high}"


@pytest.mark.parametrize(("field", "bounds"), list(_numbers()))
def test_what_is_no_whole_number_is_refused(field: str, bounds: Range):
    for value in (1.5, "3", True, [3], {"is": 3}, float("nan"), float("inf")):
        (said,) = refusal(own(field, value))
        assert _said(said) == ("field.type", field)
        assert said.facts["expected"] == f"{bounds.low}–{bounds.high}"


@pytest.mark.parametrize(("field", "item", "bounds"), list(_lists()))
def test_a_list_of_the_wrong_length_is_refused(field: str, item: type, bounds: Range):
    for length in (bounds.low - 1, bounds.high + 1):
        (said,) = refusal(own(field, [item()] * length))
        assert _said(said) == ("field.range", field)
        assert said.facts["range"] == f"{bounds.low}–{bounds.high}"


@pytest.mark.parametrize(("field", "item", "bounds"), list(_lists()))
def test_a_list_with_a_stranger_in_it_is_refused(field: str, item: type, bounds: Range):
    for stranger in (True, 1.0, [], {}):
        (said,) = refusal(own(field, [*[item()] * (bounds.low - 1), stranger]))
        assert _said(said) == ("field.type", field)


@pytest.mark.parametrize("field", [field for field, _, _ in _lists()])
def test_what_is_no_list_is_refused(field: str):
    for value in (1, "kbor", True, {}):
        (said,) = refusal(own(field, value))
        assert _said(said) == ("field.type", field)


@pytest.mark.parametrize(("field", "policy"), list(_enums()))
def test_an_unknown_policy_is_refused_naming_the_known_ones(field: str, policy: type[StrEnum]):
    for value in ("no such policy", "", 1, True, [], {}):
        (said,) = refusal(own(field, value))
        assert _said(said) == ("field.choice", field)
        assert said.facts["choices"] == tuple(member.value for member in policy)


@pytest.mark.parametrize("field", BOOLEANS)
def test_what_is_neither_true_nor_false_is_refused(field: str):
    for value in (0, 1, "true", [], {}):
        (said,) = refusal(own(field, value))
        assert _said(said) == ("field.type", field)
        assert said.facts["expected"] == "true / false"


@pytest.mark.parametrize("field", ["id", "title", "document"])
def test_what_is_no_text_is_refused(field: str):
    for value in (0, True, [], {}):
        (said,) = refusal({**OWN, field: value})
        assert _said(said) == ("field.type", field)


@pytest.mark.parametrize("section", SECTIONS)
def test_what_is_no_section_is_refused(section: str):
    for value in (1, "text", True, []):
        (said,) = refusal({**OWN, section: value})
        assert _said(said) == ("field.type", section)


@pytest.mark.parametrize("value", [1, "text", {"opening": 5}, {"verdict": {"announced": []}}])
def test_what_is_no_article_is_refused(value: Any):
    (said,) = refusal({**OWN, "articles": value})
    code, field = _said(said)
    assert code == "field.type"
    assert field.startswith("articles")


@pytest.mark.parametrize("section", SECTIONS)
def test_an_unknown_field_is_refused(section: str):
    (said,) = refusal(own(f"{section}.turbo", 1))
    assert _said(said) == ("field.unknown", f"{section}.turbo")


def test_an_unknown_section_is_refused():
    (said,) = refusal({**OWN, "weather": {}})
    assert _said(said) == ("field.unknown", "weather")


@pytest.mark.parametrize("field", [field for field in FIELDS if field not in WITH_DEFAULT])
def test_a_field_left_out_is_refused_unless_based_on_a_profile(field: str):
    raw = _as_raw(rules_profile("mp2023"))
    section, _, name = field.partition(".")
    del raw[section][name]
    (said,) = refusal(raw)
    assert _said(said) == ("field.missing", field)


@pytest.mark.parametrize("section", [*SECTIONS, "id", "title", "document"])
def test_a_section_left_out_is_refused_unless_based_on_a_profile(section: str):
    raw = _as_raw(rules_profile("mp2023"))
    del raw[section]
    (said,) = refusal(raw)
    assert _said(said) == ("field.missing", section)


def test_every_unknown_and_missing_field_of_a_section_is_named_at_once():
    raw = _as_raw(rules_profile("mp2023"))
    raw["clock"] = {"turbo": 1}
    said = [_said(violation) for violation in refusal(raw)]
    assert ("field.unknown", "clock.turbo") in said
    assert {field for code, field in said if code == "field.missing"} == {
        field for field in FIELDS if field.startswith("clock.")
    }


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tiles.colours", ["k", "k", "o", "r"]),
        ("tiles.colours", ["k", "b", "o", "j"]),
        ("tiles.colours", ["k", "b", "o", "red"]),
        ("tiles.colours", ["k", "b", "o", "1"]),
        ("melds.run_max", 3),
        ("melds.group_max", 5),
        ("melds.group_max", 2),
        ("seating.seats_max", 2),
        ("deal.stacks_each", 4),
    ],
)
def test_numbers_that_contradict_each_other_are_refused(field: str, value: Any):
    raw = own(field, value)
    if field == "seating.seats_max":
        raw["seating"]["seats_min"] = 3
    (said,) = refusal(raw)
    assert _said(said) == ("profile.contradiction", field)
    assert said.facts["range"]


@pytest.mark.parametrize("base", RULES)
def test_a_profile_based_on_ours_has_all_it_does_not_say_itself(base: str):
    profile = profile_from({**OWN, "based_on": base, "clock": {"turn_time_s": 90}})
    ours = rules_profile(base)
    assert profile.clock.turn_time_s == 90
    assert [getattr(profile, name) for name in SECTIONS if name != "clock"] == [
        getattr(ours, name) for name in SECTIONS if name != "clock"
    ]


@pytest.mark.parametrize("base", ["own", "", 5, ["mp2023"], {"is": "mp2023"}])
def test_a_profile_can_only_be_based_on_one_of_ours(base: Any):
    (said,) = refusal({**OWN, "based_on": base})
    assert _said(said) == ("profile.base", "based_on")
    assert said.facts["known"] == RULES


def _as_raw(profile: RulesProfile) -> dict[str, Any]:
    """A profile as its file would have it, nothing left to a base."""
    raw: dict[str, Any] = {name: getattr(profile, name) for name in ("id", "title", "document")}
    for name in SECTIONS:
        section = getattr(profile, name)
        raw[name] = {f.name: _plain(getattr(section, f.name)) for f in fields(section)}
    return raw


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("profile", RULES)
def test_a_file_that_says_everything_itself_is_the_same_game(profile: str):
    assert profile_from(_as_raw(rules_profile(profile))).hash == rules_profile(profile).hash


@pytest.mark.parametrize("field", FIELDS)
def test_the_hash_changes_with_every_field_that_is_played(field: str):
    section, _, name = field.partition(".")
    now = getattr(getattr(profile_from(OWN), section), name)
    raw = own(field, BOUND.get(field) or _another(FIELDS[field], now))
    assert profile_from(raw).hash != profile_from(OWN).hash


@pytest.mark.parametrize(
    "words",
    [{"title": "Other words"}, {"document": "other.txt"}, {"articles": {"opening": "own L1"}}],
)
def test_the_hash_does_not_change_with_words(words: dict[str, Any]):
    assert profile_from({**OWN, **words}).hash == profile_from(OWN).hash


def test_the_hash_does_not_change_with_the_order_of_the_file():
    raw = _as_raw(rules_profile("mp2023"))
    backwards = {
        name: dict(reversed(part.items())) if isinstance(part, dict) else part
        for name, part in reversed(raw.items())
    }
    assert profile_from(backwards).hash == profile_from(raw).hash


def _another(hint: Any, now: Any) -> Any:
    """A value of the same kind, in its range and different."""
    if hint is bool:
        return not now
    if get_origin(hint) is Annotated:
        kind, bounds = get_args(hint)
        if kind is int:
            return bounds.low if now != bounds.low else bounds.low + 1
        return [*now[:-1], now[-1] + 1]
    return next(member.value for member in hint if member != now)


def test_a_file_of_ones_own_is_read(tmp_path: Path):
    file = tmp_path / "own.toml"
    file.write_text('based_on = "zimowy"\nid = "own"\ntitle = "Własne"\n[opening]\nminimum = 40\n')
    assert rules_profile(str(file)).opening.minimum == 40


@pytest.mark.parametrize("name", ["", "mp2024", "MP2023", "mp2023.toml.bak", "mp2023\n"])
def test_an_unknown_profile_is_refused_naming_the_known_ones(name: str):
    with pytest.raises(Refused) as refused:
        rules_profile(name)
    (said,) = refused.value.violations
    assert (said.code, said.facts["known"]) == ("profile.unknown", RULES)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "file.not_found"),
        (b"\xff\xfe", "file.not_found"),
        (b"id = ", "file.not_toml"),
        (b"x = " + b"[" * 5000, "file.not_toml"),
    ],
    ids=["missing", "no text", "no TOML", "nested without end"],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, content, code: str):
    file = tmp_path / "own.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(Refused) as refused:
        rules_profile(str(file))
    assert [violation.code for violation in refused.value.violations] == [code]


def test_a_folder_is_no_profile(tmp_path: Path):
    folder = tmp_path / "own.toml"
    folder.mkdir()
    with pytest.raises(Refused):
        rules_profile(str(folder))


@pytest.mark.parametrize(
    "text", ["a." * 29_000 + "a=1", "[" + "a ." * 9_000 + "a]", "a=" + "1" * 5_000]
)
def test_a_file_that_takes_long_to_read_is_refused_at_once(text: str):
    """Keys of many parts are read in the square of their number; long numbers not at all."""
    with pytest.raises(Refused) as refused:
        library._parse(text)
    assert refused.value.violations[0].code == "file.not_toml"


@pytest.mark.parametrize(
    ("text", "line"), [('id = "x"\ntitle = [1,\n', 3), ('id = "x"\ntitle = = 1\nz = 1\n', 2)]
)
def test_the_line_where_a_file_cannot_be_read_is_told(text: str, line: int):
    with pytest.raises(Refused) as refused:
        library._parse(text)
    assert refused.value.violations[0].facts == {"line": line}
