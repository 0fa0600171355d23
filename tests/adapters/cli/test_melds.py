"""`stolik melds`: the geometry, exact at its borders."""

import json

import pytest

from tests.adapters.cli.asking import ask, ask_lines, code_of


def placed(*tiles: tuple[str, object, object], **fields: object) -> dict:
    return {
        "profile": "mp2023",
        "tile_width": 30,
        "tile_height": 42,
        "tiles": [{"tile": tile, "x": x, "y": y} for tile, x, y in tiles],
        **fields,
    }


def test_neighbours_touch_or_lie_at_most_one_width_apart():
    answer = ask("melds", placed(("r5", 0, 0), ("r6", 60, 0), ("r7", 90, 21)))
    assert answer == {
        "melds": [{"tiles": ["r5", "r6", "r7"], "kind": "run", "value": 18}],
        "loose": [],
    }


@pytest.mark.parametrize("third", [(120.000000001, 0), (90, 21.000000001), (90, -21.5)])
def test_a_billionth_beyond_the_border_is_too_far(third: tuple[float, float]):
    answer = ask("melds", placed(("r5", 0, 0), ("r6", 60, 0), ("r7", *third)))
    assert answer["melds"] == []
    assert sorted(answer["loose"]) == [["r5", "r6"], ["r7"]]


def test_decimals_are_exact_where_binary_numbers_are_not():
    # 0.1 + 0.2 is 0.3 here: the gap is exactly one width.
    line = json.dumps(placed(("r5", "A", 0), ("r6", "B", 0), ("r7", "C", 0), tile_width="W"))
    for name, number in {"A": "0", "B": "0.6", "C": "1.2e0", "W": "0.3"}.items():
        line = line.replace(f'"{name}"', number)
    (answer,) = ask_lines("melds", line.encode()).answers
    assert [meld["tiles"] for meld in answer["melds"]] == [["r5", "r6", "r7"]]


def test_a_joker_stands_where_it_counts():
    answer = ask("melds", placed(("r6", 0, 0), ("j", 30, 0), ("r8", 60, 0)))
    assert answer["melds"] == [{"tiles": ["r6", "j", "r8"], "kind": "run", "value": 21}]
    answer = ask("melds", placed(("r5", 0, 0), ("j", 30, 0), ("j", 60, 0)))
    assert answer["melds"] == [{"tiles": ["r5", "j", "j"], "kind": "run", "value": 18}]


def test_clusters_are_read_from_the_top_and_then_from_the_left():
    answer = ask(
        "melds",
        placed(
            ("k7", 500, 0), ("b7", 530, 0), ("o7", 560, 0),
            ("r1", 0, 100), ("r2", 30, 100), ("r3", 60, 100),
            ("k1", 0, 0), ("k2", 30, 0), ("k3", 60, 0),
            ("b13", 300, 0),
        ),
    )  # fmt: skip
    assert [meld["tiles"][0] for meld in answer["melds"]] == ["k1", "k7", "r1"]
    assert answer["loose"] == [["b13"]]


def test_nothing_on_the_table_is_no_meld():
    assert ask("melds", placed()) == {"melds": [], "loose": []}


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (placed(("r5", "0", 0)), "request.wrong_type"),
        (placed(("r5", True, 0)), "request.wrong_type"),
        (placed(("r5", None, 0)), "request.wrong_type"),
        (placed(("r5", 1_000_001, 0)), "request.number"),
        (placed(("r5", 10**30, 0)), "request.number"),
        (placed(("r5", 1e-10, 0)), "request.number"),
        (placed(("x5", 0, 0)), "tile.unknown"),
        (placed(tile_width=0), "layout.tile_size"),
        (placed(tile_height=-42), "layout.tile_size"),
        (placed(colour="red"), "request.unknown_field"),
        ({"profile": "mp2023", "tile_width": 30, "tiles": []}, "request.missing_field"),
    ],
)
def test_refused(request_: dict, code: str):
    assert code_of("melds", request_) == code
