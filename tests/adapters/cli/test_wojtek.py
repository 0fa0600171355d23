"""`stolik play` and `stolik replay` with Miś Wojtek, and `stolik board`."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from stolik.app.games.rummikub.record import head_of
from stolik.tournament.state import Collected, EntrantNumber, GameNumber, TableNumber
from tests.adapters.cli.asking import ask, ask_lines, code_of, run
from tests.tournament.hall import Hall

PLAY = {"game": "wojtek", "board": "trasa", "seats": 3, "bots": "greedy", "seed": "spring"}


@pytest.fixture(scope="module")
def game() -> Any:
    return ask("play", PLAY)


def test_a_game_has_log_result_and_head(game: Any):
    assert set(game) == {"log", "result", "head"}
    assert game["log"]["game"] == "wojtek"
    assert game["log"]["board"]["id"] == "trasa"
    assert [game["log"]["events"][i]["event"] for i in (0, -1)] == ["TableOpened", "GameEnded"]
    assert sorted(seat["place"] for seat in game["result"]["seats"]) == [1, 2, 3]
    assert sorted(seat["points"] for seat in game["result"]["seats"]) == [2, 3, 5]


def test_the_same_request_gives_the_same_game(game: Any):
    assert ask("play", PLAY) == game
    assert ask("play", {**PLAY, "bots": ["greedy"] * 3}) == game
    assert ask("play", {**PLAY, "seed": "autumn"})["head"] != game["head"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("bot", ["random", "greedy", "planner"])
def test_every_bot_plays_at_every_table(seats: int, bot: str):
    assert ask("play", {**PLAY, "seats": seats, "bots": bot})["result"]["ending"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"bots": "magnus"}, "bot.unknown"),
        ({"bots": "patient"}, "bot.unknown"),
        ({"bots": ["random", "random"]}, "play.bots_count"),
        ({"seats": 1}, "wojtek.seats"),
        ({"seats": 6}, "wojtek.seats"),
        ({"seats": -5}, "wojtek.seats"),
        ({"board": "mapa"}, "board.unknown"),
        ({"profile": "mp2023"}, "request.unknown_field"),
    ],
)
def test_refused(fields: dict[str, Any], code: str):
    assert code_of("play", {**PLAY, **fields}) == code


def test_an_unknown_game_is_refused_naming_both():
    error = ask("play", {"game": "chess"}, "--lang", "en")["error"]
    assert error["code"] == "request.wrong_choice"
    assert "rummikub, wojtek" in error["message"]


def replayed(value: Any, *options: str) -> Any:
    (answer,) = ask_lines("replay", json.dumps(value).encode(), "-", *options).answers
    return answer


def test_a_replay_ends_as_the_game_did(game: Any):
    answer = replayed(game)
    assert (answer["result"], answer["head"]) == (game["result"], game["head"])
    assert answer["state"]["phase"] == "over"
    assert answer["state"]["verified"] is False


def test_a_log_that_stops_in_mid_game_shows_the_table_as_it_was(game: Any):
    cut = copy.deepcopy(game)
    events = cut["log"]["events"]
    last = [i for i, event in enumerate(events) if event["event"] == "TurnEnded"][5]
    del events[last + 1 :]
    cut["result"], cut["head"] = None, head_of(cut["log"])
    assert replayed(cut)["state"]["phase"] == "playing"


def test_a_game_on_ones_own_board_is_replayed_with_its_file(tmp_path: Path):
    own = tmp_path / "own.toml"
    own.write_text('based_on = "trasa"\nid = "own"\n[start]\nlayout = "serial"\n')
    game = ask("play", {**PLAY, "board": str(own)})
    assert replayed(game, "--board", str(own))["head"] == game["head"]
    assert replayed(game)["error"]["code"] == "board.unknown"
    assert replayed(game, "--board", "trasa")["error"]["code"] == "board.differs"


def first(game: Any, name: str) -> Any:
    return next(event for event in game["log"]["events"] if event["event"] == name)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda g: first(g, "CardsDrawn").update(cards=["r"] * 5), "log.impossible"),
        (lambda g: first(g, "CardsDrawn").update(cards=["z"]), "log.shape"),
        (lambda g: first(g, "BearMoved").update(to=49), "log.impossible"),
        (lambda g: first(g, "BearMoved").update(seat=9), "log.impossible"),
        (lambda g: first(g, "BearCardTaken").update(card="goulash"), "log.shape"),
        (lambda g: first(g, "SlotFilled").update(slot="z"), "log.shape"),
        (lambda g: first(g, "TableOpened").update(bears=[]), "log.impossible"),
        (lambda g: first(g, "TableOpened").update(offences=[1]), "log.impossible"),
        (lambda g: first(g, "DecksLaid").update(travel=[]), "log.impossible"),
        (lambda g: first(g, "TurnEnded").update(next_seat=None), "log.impossible"),
        (lambda g: first(g, "GameEnded").update(results=[]), "log.impossible"),
        (lambda g: g["log"]["events"].insert(3, {"event": "Cheated"}), "log.event_unknown"),
        (lambda g: g["log"]["board"].update(hash="0" * 64), "board.differs"),
        (lambda g: g["log"].update(board="trasa"), "log.shape"),
        (lambda g: g["log"].update(events={}), "log.shape"),
        (lambda g: g["result"]["seats"][0].update(points=9), "log.result"),
        (lambda g: g.update(head="0" * 64), "log.head"),
    ],
)  # fmt: skip
def test_a_changed_record_is_refused(game: Any, change: Callable[[Any], Any], code: str):
    other = copy.deepcopy(game)
    change(other)
    if code not in ("log.head", "log.event_unknown") and isinstance(other["log"]["events"], list):
        other["head"] = head_of(other["log"])
    assert replayed(other)["error"]["code"] == code


def test_a_record_is_no_game_of_rummikub(game: Any, tmp_path: Path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game))
    output, status = run("analyse", str(file), "--lang", "en")
    assert status == 1
    assert "rummikub" in output


def test_a_sound_board_is_called_sound():
    output, status = run("board", "check", "trasa", "--lang", "en")
    assert status == 0
    assert output.startswith("Board trasa is sound: fields 49, cities 5")
    assert "board not verified" in output


def test_a_signed_board_names_who_signed(tmp_path: Path):
    file = tmp_path / "own.toml"
    file.write_text('based_on = "trasa"\nid = "own"\nverified_by = "Zawodnik 17"\n')
    output, _ = run("board", "--lang", "en", "check", str(file))
    assert "board verified: Zawodnik 17" in output


def test_all_that_is_wrong_with_a_board_is_said(tmp_path: Path):
    file = tmp_path / "own.toml"
    file.write_text(
        'based_on = "trasa"\nid = "own"\n[cards]\nportraits = ["goulash"]\ntravel_copies = 1\n'
        '[goal]\ncolours = ["z"]\n'
    )
    output, status = run("board", "check", str(file))
    assert status == 1
    said = {line.split(":")[0] for line in output.splitlines()}
    assert said == {"board.kinds", "board.deck", "board.colour_unknown"}


def test_a_picture_is_drawn():
    output, status = run("board", "picture", "trasa")
    assert status == 0
    assert ElementTree.fromstring(output).tag.endswith("svg")
    assert run("board", "picture", "nowhere.toml")[1] == 1


def at_a_table(*seats: dict[str, Any]) -> Any:
    """The answer to a result at the only table of a tournament of four."""
    requests = [
        {"do": "create", "format": "wojtek", "seed": "17"},
        *({"do": "enter", "name": f"Zawodnik {n}"} for n in range(1, 5)),
        {"do": "draw"},
        {"do": "publish"},
        {"do": "result", "round": 1, "table": 1, "game": 1, "seats": list(seats)},
    ]
    lines = "\n".join(json.dumps(request) for request in requests).encode()
    return ask_lines("tournament", lines).answers[-1]


def finish(entrant: int, **cards: int) -> dict[str, Any]:
    return {"entrant": entrant, "cards": cards, "distance": 10 + entrant}


def test_a_table_is_entered_by_cards_and_ranked_by_the_rules():
    answer = at_a_table(
        finish(1, honey=3, bath=2),
        {"entrant": 2, "cards": {"honey": 3, "bath": 2}, "arrival": 1},
        {**finish(3, honey=5), "excluded": True},
        {**finish(4, honey=3), "portraits": 1, "cities": 1},
    )
    (recorded,) = answer["events"]
    got = {line["entrant"]: (line["place"], line["big_points"]) for line in recorded["lines"]}
    assert got == {4: (1, 5), 2: (2, 3), 1: (3, 2), 3: (4, 1)}


def test_places_are_taken_as_before_but_not_both():
    places = [{"entrant": n, "place": n} for n in range(1, 5)]
    assert "events" in at_a_table(*places)
    mixed = at_a_table(finish(1, honey=3), *places[1:])
    assert mixed["error"]["code"] == "result.places"
    wrong = at_a_table(*(finish(n, honey=-1) for n in range(1, 5)))
    assert wrong["error"]["code"] == "rank.negative"


def test_cards_that_cannot_be_are_refused_with_the_name_of_who_holds_them():
    joined = {"entrant": 3, "cards": {"1": 32}, "distance": 9}
    told = at_a_table(finish(1, honey=3), finish(2, bath=2), joined, finish(4, tree=1))["error"]
    assert "Miejsce C (Zawodnik 3): 32? Może „3 2”?" in told["message"]


def test_two_bears_on_one_field_are_called_by_their_names():
    near = [{"entrant": n, "cards": {"honey": n}, "distance": 9} for n in (1, 2)]
    told = at_a_table(*near, finish(3, bath=1), finish(4, tree=1))["error"]
    assert "mają: D (Zawodnik 1), B (Zawodnik 2)." in told["message"]


def test_what_was_collected_is_kept_for_whoever_corrects_it():
    hall = Hall().create("wojtek", 4)
    hall.do("draw")
    hall.do("publish")
    game = {"round": 1, "table": 1, "game": 1}
    cards = [{**finish(n, honey=n), "portraits": int(n == 1)} for n in range(1, 5)]
    hall.do("result", **game, seats=cards)
    (recorded,) = hall.state.rounds[0].results.values()
    assert recorded.collected[0] == Collected(EntrantNumber(1), (1,), 1, 0, None, 11)
    places = [{"entrant": n, "place": n} for n in range(1, 5)]
    hall.do("correct", **game, seats=places, reason="pomyłka")
    assert hall.state.rounds[0].results[TableNumber(1), GameNumber(1)].collected == ()
