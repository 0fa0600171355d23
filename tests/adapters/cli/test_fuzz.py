"""Random malformed requests: every one gets an answer or a coded refusal, never a traceback."""

import io
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from stolik import solver
from stolik.adapters.cli.game import melds, opening, play, rank, replay, score, solve
from stolik.adapters.cli.jsonl import AnswerLine, answer_lines
from stolik.adapters.cli.parts import Parts
from stolik.adapters.cli.tournament import seats
from stolik.app.games.rummikub.record import head_of
from stolik.app.games.rummikub.verdict import judged
from stolik.app.library import rules_profile
from stolik.bots.registry import bot_named
from stolik.rummikub.commands import DrawTile, EndTurn, SeatCommand
from stolik.rummikub.openings import Opening, best_opening
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tiles
from stolik.rummikub.view import TableView
from stolik.wiring.cli import parts


class Drawing:
    """The quickest of players: what is asked here is how requests are read."""

    def command(self, view: TableView) -> SeatCommand:
        if view.drew or not view.may_draw:
            return EndTurn(view.turn)
        return DrawTile(view.turn, None if view.middle.tiles else view.bank[0].number)


@cache
def opening_of(rack: Tiles, profile: str) -> Opening:
    return best_opening(rack, rules_profile(profile))


def make_bot(name: str, _rules: RulesProfile, _chance: Random) -> Drawing:
    bot_named(name)
    return Drawing()


PARTS = Parts(
    best_opening=lambda rack, rules: opening_of(rack, rules.id),
    solve=solver.solve,
    make_bot=make_bot,
    clock=lambda: 0,
    server=parts().server,
    draw=parts().draw,
    sheets=parts().sheets,
)
SEAT = {"rack": ["k7"], "opened": True, "flat": None}
RECORD = play.answer(
    {"game": "rummikub", "profile": "mp2023", "seats": 2, "bots": "random", "seed": 1}, parts()
)

BEARS = play.answer({"game": "wojtek", "seats": 3, "bots": "random", "seed": 1}, parts())

COMMANDS: dict[str, tuple[AnswerLine, Any, set[str]]] = {
    "opening": (
        lambda value: opening.answer(value, PARTS.best_opening),
        {"rack": ["r12", "r13", "j", "k5"], "profile": "mp2023"},
        {"value", "opens", "melds"},
    ),
    "solve": (
        lambda value: solve.answer(value, PARTS.solve),
        {"tableau": [["r1", "r2", "r3"]], "rack": ["r4", "k9", "j"], "maximise": "points"},
        {"tiles", "points", "laid", "tableau"},
    ),
    "verdict": (
        lambda value: judged(value, PARTS.best_opening),
        {
            "profile": "mp2023",
            "rack": ["k10", "b10", "j", "r1"],
            "last_drawn": "unknown",
            "announced": False,
            "had_turn": True,
            "announced_before_game": False,
        },
        {"small_points", "rule", "article", "melds"},
    ),
    "melds": (
        melds.answer,
        {
            "profile": "mp2023",
            "tile_width": 30,
            "tile_height": 42.5,
            "tiles": [{"tile": "r5", "x": 0, "y": 0}, {"tile": "r6", "x": 30.25, "y": 1}],
        },
        {"melds", "loose"},
    ),
    "score": (
        score.answer,
        {
            "profile": "szkoly2015",
            "ending": "went_out",
            "seats": [
                {"rack": []},
                SEAT,
                {"rack_sum": 23},
                {"opened": False, "flat": -100},
            ],
        },
        {"seats", "zero_sum"},
    ),
    "seats": (
        seats.answer,
        {"format": "grandprix", "entrants": 40, "rounds": 2, "seed": "x", "table_size": 4},
        {"rounds", "repeats", "short_tables"},
    ),
    "play": (
        lambda value: play.answer(value, PARTS),
        # One bot short: what is left as it was is refused too, instead of played.
        {"game": "rummikub", "profile": "mp2023", "seats": 3, "bots": ["random"] * 2, "seed": 1},
        {"log", "result", "head"},
    ),
    "replay": (
        lambda value: replay.answer(value, PARTS),
        {
            "log": {**RECORD["log"], "events": RECORD["log"]["events"][:14]},
            "result": None,
            "head": "",
        },
        {"state", "result", "head"},
    ),
    "rank": (
        rank.answer,
        {
            "board": "trasa",
            "seats": [
                {"cards": {"honey": 5, "bath": 2}, "portraits": 1, "cities": 1, "distance": 12},
                {"cards": {"tree": 5}, "portraits": ["honey"], "cities": ["Teheran"], "arrival": 1},
                {"cards": {}, "distance": 50, "start": 3, "excluded": True},
            ],
        },
        {"seats"},
    ),
    "play wojtek": (
        lambda value: play.answer(value, PARTS),
        {"game": "wojtek", "board": "trasa", "seats": 3, "bots": ["random"] * 2, "seed": 1},
        {"log", "result", "head"},
    ),
    "replay wojtek": (
        lambda value: replay.answer(value, PARTS),
        {
            "log": {**BEARS["log"], "events": BEARS["log"]["events"][:32]},
            "result": None,
            "head": "",
        },
        {"state", "result", "head"},
    ),
}

JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 3, 13, 99, 2**63, -(10**30), 0.5, -0.0, 1e300, "", "r5", "j", "x",
    "unknown", "\x00", "zażółć", "\U0001f600", "../../etc/passwd", "a.toml", "random", "mp2023",
    "x" * 5000, [], {}, [[]], [None], ["r5"] * 3, ["j"] * 3, {"rack": []}, [["r5", "r6", "r7"]],
    [{}] * 50, {"": 0}, {"event": "TileDrawn"}, {"id": "mp2023", "hash": ""},
)  # fmt: skip

FRAGMENTS = (
    b"NaN", b"Infinity", b"1e999", b"-", b"{", b"}", b"[", b"]", b'"', b"\\", b"\\ud800", b"\xff",
    b"\xc3", b"\x00", b",", b":", b"1" * 60, b"[" * 2000, b'{"a":' * 2000, b"null", b" ", b"'",
    b"//", b"0x1", b"01", b"1.", b".5", b"tru",
)  # fmt: skip


def malformed(valid: Any, chance: Random) -> bytes:
    """A request with something wrong in its values, its text, or both."""
    value = json.loads(json.dumps(valid))
    for _ in range(chance.choice((0, 1, 1, 1, 2, 5))):
        value = _with_wrong_value(value, chance)
    _rehashed(value, chance)
    text = json.dumps(value, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        text = _with_wrong_text(text, chance)
    return text.replace(b"\n", b" ")


def _with_wrong_value(value: Any, chance: Random) -> Any:
    """Walk down by chance and spoil what is there."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        return _spoiled_object(value, chance)
    if isinstance(value, list) and value and chance.random() < 0.8:
        return _spoiled_list(value, chance)
    return chance.choice(JUNK)


def _spoiled_object(value: dict[str, Any], chance: Random) -> dict[str, Any]:
    key = chance.choice(list(value))
    kind = chance.randrange(10)
    if kind == 0:
        return {k: v for k, v in value.items() if k != key}
    if kind == 1:
        return {**value, chance.choice(("x", "", "rack", "seed", "event", "\x7f")): 1}
    if kind == 2:
        return {(f"{k} " if k == key else k): v for k, v in value.items()}
    return {**value, key: _with_wrong_value(value[key], chance)}


def _spoiled_list(value: list[Any], chance: Random) -> list[Any]:
    i = chance.randrange(len(value))
    kind = chance.randrange(6)
    if kind == 0:
        return value[:i] + value[i + 1 :]
    if kind == 1:
        return [*value[:i], value[i], *value[i:]]
    if kind == 2:
        return [*value[:i], chance.choice(JUNK), *value[i:]]
    return [*value[:i], _with_wrong_value(value[i], chance), *value[i + 1 :]]


def _rehashed(value: Any, chance: Random) -> None:
    """A forger of records knows how to hash, too."""
    log = value.get("log") if isinstance(value, dict) else None
    right_shape = isinstance(log, dict) and {"game", "events"} <= log.keys()
    if right_shape and isinstance(log["events"], list) and chance.random() < 0.9:
        value["head"] = head_of(log)


def _with_wrong_text(text: bytes, chance: Random) -> bytes:
    i, j = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
    kind = chance.randrange(5)
    if kind == 0:
        return text[:i]
    if kind == 1:
        return text[:i] + text[j:]
    if kind == 2:
        return text[:i] + bytes([chance.randrange(256)]) + text[i + 1 :]
    if kind == 3:
        return text + text[i:]
    return text[:i] + chance.choice(FRAGMENTS) + text[i:]


def lines(valid: Any, count: int, seed: str) -> Iterator[bytes]:
    chance = Random(seed)
    for _ in range(count):
        yield malformed(valid, chance)


def check(command: str, count: int, seed: str) -> None:
    answer, valid, keys = COMMANDS[command]
    sent = [line for line in lines(valid, count, seed) if line.strip()]
    sink = io.BytesIO()
    failed = answer_lines(io.BytesIO(b"\n".join(sent)), sink, answer, lang="pl")
    replies = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert len(replies) == len(sent)
    refused = [reply["error"] for reply in replies if "error" in reply]
    assert failed
    assert len(refused) > len(sent) / 2
    assert all({"code", "message", "line"} <= error.keys() for error in refused)
    assert all(0 < len(error["message"]) < 3000 for error in refused)
    assert all(keys <= reply.keys() for reply in replies if "error" not in reply)


@pytest.mark.parametrize("command", COMMANDS)
def test_five_hundred_malformed_requests(command: str):
    check(command, 500, seed=command)


@pytest.mark.full
@pytest.mark.parametrize("command", COMMANDS)
def test_a_hundred_thousand_malformed_requests(command: str):
    for part in range(50):
        check(command, 2_000, seed=f"{command} {part}")


def test_the_fuzzer_reaches_beyond_the_surface():
    """Half of its work would be lost if everything failed at the first bracket."""
    answer, valid, _ = COMMANDS["replay"]
    sink = io.BytesIO()
    answer_lines(io.BytesIO(b"\n".join(lines(valid, 500, "deep"))), sink, answer, lang="en")
    codes = {json.loads(line).get("error", {}).get("code") for line in sink.getvalue().splitlines()}
    assert {None, "log.impossible", "log.shape", "log.event_unknown", "request.not_json"} <= codes
