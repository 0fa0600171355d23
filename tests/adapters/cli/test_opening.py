"""`stolik opening`."""

import pytest

from tests.adapters.cli.asking import ask, code_of


@pytest.mark.parametrize(
    ("rack", "value", "opens"),
    [
        ("k10 b10 j", 30, True),
        ("r8 k8 b8 j", 32, True),
        ("r6 r7 r8 j", 30, True),
        ("r12 r13 j", 36, True),
        ("r12 r13 r1", 0, False),
        ("r8 j j", 27, False),
        ("r13 j j", 39, True),
        ("r8 r10 j j", 38, True),
        ("r1 r2 r3 r4 r5 r6 r7", 28, False),
        ("", 0, False),
    ],
)
def test_values_that_are_easy_to_get_wrong(rack: str, value: int, opens: bool):
    answer = ask("opening", {"rack": rack.split()})
    assert (answer["value"], answer["opens"]) == (value, opens)


def test_the_melds_are_the_proof():
    answer = ask("opening", {"rack": ["r7", "r8", "k2", "r9", "b2", "o2"], "profile": "zimowy"})
    assert answer["value"] == 30
    assert sorted(sorted(meld) for meld in answer["melds"]) == [
        ["b2", "k2", "o2"],
        ["r7", "r8", "r9"],
    ]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"rack": ["r5", "r5", "r5"]}, "tile.too_many"),
        ({"rack": ["j", "j", "j"]}, "tile.too_many"),
        ({"rack": ["r14"]}, "tile.unknown"),
        ({"rack": ["R5"]}, "tile.unknown"),
        ({"rack": [5]}, "request.wrong_type"),
        ({"rack": "r5"}, "request.wrong_type"),
        ({"rack": None}, "request.wrong_type"),
        ({"rack": [], "profile": "mp2024"}, "profile.unknown"),
        ({"rack": [], "profile": "nowhere.toml"}, "file.not_found"),
        ({"rack": [], "profile": "\x00.toml"}, "request.not_json"),
        ({"rack": [], "profile": 5}, "request.wrong_type"),
        ({}, "request.missing_field"),
    ],
)
def test_refused(request_: dict, code: str):
    assert code_of("opening", request_) == code


def test_a_file_of_ones_own_is_a_profile(tmp_path):
    own = tmp_path / "club.toml"
    own.write_text('based_on = "mp2023"\nid = "club"\n[opening]\nminimum = 50\n')
    answer = ask("opening", {"rack": ["r12", "r13", "j"], "profile": str(own)})
    assert (answer["value"], answer["opens"]) == (36, False)
    own.write_text('based_on = "mp2023"\n[opening]\nminimum = 999\n')
    assert code_of("opening", {"rack": [], "profile": str(own)}) == "field.range"
