"""The hash by which logs name their rules: a field added later must not change an old one."""

from dataclasses import dataclass, field, fields, make_dataclass

import pytest

from stolik.app.library import (
    BOARDS,
    FORMATS,
    RULES,
    board,
    former_formats,
    rules_as_played,
    rules_profile,
    tournament_format,
)
from stolik.identity import identity
from stolik.tournament import format as formats
from stolik.tournament.format import TournamentFormat

# As they stand in logs that people have: never to be changed, only added to.
KNOWN = {
    "mp2023": "19c95eabbb43d179f8b74355b03ebfa440d7495a2d16da9956758116c7df0e18",
    "eliminacje": "32ca420a6956de8b2732000f9bf4aec3bc58170b3d1d21a341385988ac17018d",
    "zimowy": "e77e6ccc6f1714857a73457edfbf7c1e252d1cc1b1a3815b74958450b403a478",
    "szkoly2015": "546d9103d24517f802870f1f922757515087e98ccff35cd3fad765b450220d47",
}
# The editions of today: tables and tournaments that are being played name them.
KNOWN_TODAY = {
    "mp2023": "5065c00fe0bf84e85f24d73abe285a5bb8ea4bcee4b4fe99f3551340c59e9613",
    "eliminacje": "b1e53768b3010437bb7b88546a78e47af943d71fcbd862baaabb9df019c30bde",
    "zimowy": "c9dd18851b7ca709f31cc368b0e7083d6cc695ba96cff53e580b79677f596565",
    "szkoly2015": "7d1e378c4924d624c91f8ba3c9e41bf0e88776225bbc5f343840f847f8196a60",
}
KNOWN_FORMATS = {
    "eliminacje": "b8db2eb91335a60af81f5a44aabbbe80cc144d685d806ca2c5585ceaa668c1b5",
    "zimowy": "0533441038eaf5316de19f01a01ac54bf8783b57842df9171c12463b19d48ef4",
    "wojtek": "547c29d158357fd25d02f3a7db003218b35621e31df3c6a87b907b8f204e462a",
    "grandprix": "8e09cb263d177946bd0b9b1935d23a7a3bce14bc6c09698ba2ca97c2aa2e3a42",
    "szkoly2015": "1ab5887eedbcbfe80a3adb4954cbc68520217c34c4a595f26bd72624ac615fda",
}
# Editions that are no longer current: a log that names one goes on with it.
KNOWN_FORMER = {
    "eliminacje": ["a64433444d9821a7bb1d90bd77d3f6d61054ef1eba33c50fe51cd950674d32d8"],
    "zimowy": ["7be66b24a8477e8e10a3fd228eb4798735e9d2aa6780de70412577652a20cf2f"],
    "wojtek": [
        "345c9c08f02ee0e91a107d7d7cd38ee21e6d194d7d566b607d2a156c9c6f67ab",
        "804d08354a781c0616d75dce65c9e05b5922c7ff467f2f5b6c520f516bb398e6",
    ],
    "szkoly2015": [
        "1b3c4f96a677bce2d7211224c2d64aa70a5632907f85a6b379c2902d703e2e73",
        "5eb226b1bf514435ee846a90a2a29cb26f435beafe182b0e1bcff8a35fd6a951",
        "d6ab2d3151544ad8f4240e70d47e0a99d96f3de1354901ddcc54e2621a4f6477",
    ],
}
KNOWN_BOARDS = {"trasa": "1f144389cbe142adb770d4ba0c572a3db5b5b121188d7e2c5ddee11bdb47e1f4"}


@pytest.mark.parametrize("name", KNOWN)
def test_a_profile_is_found_as_it_was_when_old_logs_were_written(name):
    assert rules_as_played(name, KNOWN[name]).hash == KNOWN[name]
    assert rules_as_played(name, "nobody's") is rules_profile(name)


@pytest.mark.parametrize(
    ("load", "ours", "known", "todo"),
    [
        (
            rules_profile,
            RULES,
            KNOWN_TODAY,
            "a field added has a default that means today's rule, and our files leave it at that",
        ),
        (
            tournament_format,
            FORMATS,
            KNOWN_FORMATS,
            "the file as it was goes to data/formats/former/ID.n.toml, its hash to KNOWN_FORMER",
        ),
        (board, BOARDS, KNOWN_BOARDS, "a field added has a default that means today's rule"),
    ],
    ids=["rules", "formats", "boards"],
)
def test_what_logs_name_is_still_called_so(load, ours, known, todo):
    now = {name: load(name).hash for name in ours}
    new = {name: now[name] for name in now if name not in known}
    assert new == {}, "new, no log names it yet: put its hash among those KNOWN in this file"
    assert now == known, todo


def test_former_editions_of_a_format_are_kept():
    assert {name: [one.hash for one in former_formats(name)] for name in KNOWN_FORMER} == (
        KNOWN_FORMER
    )


@dataclass(frozen=True)
class _Inner:
    number: int


@dataclass(frozen=True)
class _Outer:
    words: str
    inner: tuple[_Inner, ...]


def _hash(value: object) -> str:
    return identity(value, without=frozenset({"words"}))


def test_a_field_added_at_its_default_changes_no_hash_however_deep_it_stands():
    added = make_dataclass(
        "_Inner", [("number", int), ("later", bool, field(default=False))], frozen=True
    )
    old = _Outer("a", (_Inner(3),))
    assert _hash(_Outer("a", (added(3),))) == _hash(old)  # type: ignore[arg-type]
    assert _hash(_Outer("a", (added(3, later=True),))) != _hash(old)  # type: ignore[arg-type]


def test_words_are_no_part_of_it_and_values_are():
    assert _hash(_Outer("a", (_Inner(3),))) == _hash(_Outer("b", (_Inner(3),)))
    assert _hash(_Outer("a", (_Inner(3),))) != _hash(_Outer("a", (_Inner(4),)))


def test_what_was_written_from_the_first_log_on_still_exists():
    names = {
        f"{kind.__name__}.{f.name}"
        for kind in (TournamentFormat, formats.Stage, formats.LadderStep)
        for f in fields(kind)
    }
    assert names >= formats._WRITTEN
