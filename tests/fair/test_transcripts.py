"""T18: anybody can verify a deal or draw. True transcripts are accepted, false ones refused."""

import importlib
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import stolik
from stolik.app.texts import say
from stolik.fair import verify
from stolik.fair.codes import Refusal
from stolik.refusal import Refused
from stolik.rummikub.events import RedealAsked, Rewound
from tests.fair.games import Shown, bot_game, disturbed_table, draw
from tests.fair.tampering import DRAW_WAYS, GAME_WAYS, tampered

Verify = Callable[..., object]


def transcripts(games: int, tables: int, draws: int) -> list[Shown]:
    disturbed = [game for i in (*range(tables), BY_TILE) for game in disturbed_table(i).games]
    return [*map(bot_game, range(games)), *disturbed, *map(draw, range(draws))]


BY_TILE = 11  # a table of four whose tiles seat them otherwise than they are counted
QUICK = (9, 8, 6)
FULL = (130, 40, 30)
MUTANT = (3, 5, 3)
ENTROPY = {Refusal.DICE, Refusal.NONCE, Refusal.NONCE_OTHER, Refusal.NO_ENTROPY}
# Heard by who saw a closing: `test_closing`.
SEEN = {Refusal.CLOSED_OTHERWISE, Refusal.NOT_CLOSED}
# Heard in `test_trails`.
TRAILS = {code for code in Refusal if code.startswith("fair.trail_")}
# Heard in `test_wojtek_transcripts`.
CARD_REASONS = {
    *(Refusal.PLAYERS, Refusal.BEARS, Refusal.CARD_NOT_NEXT, Refusal.CARD_NOT_HELD),
    *(Refusal.SLOT, Refusal.MIX_EARLY, Refusal.MIX_ORDER),
}


def refusal(shown: Shown, by: Verify = verify) -> str | None:
    """The code of the reason, None if the transcript is believed."""
    try:
        by(shown.transcript, shown.commit, shown.public)
    except Refused as refused:
        (violation,) = refused.violations
        for lang in ("pl", "en"):
            assert "?" not in say(violation, lang), violation
        return violation.code
    return None


def all_tampered(honest: list[Shown]) -> Iterator[tuple[str, Shown]]:
    for number, shown in enumerate(honest):
        is_draw = shown.transcript["log"][0][0] == "draw"
        ways = DRAW_WAYS if is_draw else GAME_WAYS
        yield from tampered(shown, ways, str(number))


def check(honest: list[Shown]) -> Counter[str]:
    """Everything true accepted, everything false refused; how often each way was tried."""
    assert [refusal(shown) for shown in honest] == [None] * len(honest)
    tried: Counter[str] = Counter()
    reasons = set()
    for name, false in all_tampered(honest):
        reasons.add(reason := refusal(false))
        assert reason, name
        tried[name] += 1
    assert set(tried) == {*GAME_WAYS, *DRAW_WAYS}, "a way of tampering was never tried"
    assert reasons == set(Refusal) - ENTROPY - SEEN - TRAILS - CARD_REASONS, (
        "a reason was never heard"
    )
    return tried


def test_true_transcripts_are_accepted_and_false_ones_refused():
    tried = check(transcripts(*QUICK))
    assert tried.total() >= 1_000


@pytest.mark.full
def test_two_hundred_transcripts_and_thousands_of_false_ones():
    honest = transcripts(*FULL)
    assert len(honest) >= 200
    assert check(honest).total() >= 1_000


def test_rewinds_redeals_and_rulings_are_among_them():
    tables = [disturbed_table(i) for i in range(QUICK[1])]
    kinds = Counter(type(event) for table in tables for event in table.state.log)
    assert kinds[Rewound] >= 5
    assert kinds[RedealAsked] >= 5
    games = [game.transcript for table in tables for game in table.games]
    assert sum("/redeal-" in game["ctx"] for game in games) >= 3
    assert sum(entry[0] == "take" for game in games for entry in game["log"]) >= 5
    assert sum(entry[0] == "stack" for game in games for entry in game["log"]) >= 20


# Mutants: a verifier with one check taken out must be found out.

MUTANTS = {
    "believes any version": ('if raw["v"] != VERSION:', "if False:"),
    "overlooks strange fields": ("if name not in (*FIELDS, CLOSED):", "if False:"),
    "believes the commit in the file": ("if transcript.commit != seen:", "if False:"),
    "does not compute the commit": (
        "if commitment(transcript.seed, transcript.ctx, transcript.bag) != seen:",
        "if False:",
    ),
    "believes the public string in the file": ("if transcript.public != public:", "if False:"),
    "believes any bag": ("if transcript.bag != played_with.bag:", "if False:"),
    "does not count players": (
        "if not players_fit or len(deals) != each * len(dealt_to):",
        "if len(deals) != each * len(dealt_to):",
    ),
    "does not ask who got a stack": (
        "if min(dealt_to) < 0 or receivers not in possible:",
        "if False:",
    ),
    "does not look at tiles drawn for seats": (
        "if entry.seat != seat or entry.got != tiles or entry.out:",
        "if False:",
    ),
    "lets a seat give": (
        "if entry.seat != seat or entry.got != tiles or entry.out:",
        "if entry.seat != seat or entry.got != tiles:",
    ),
    "lets a lower tile start": ("    if circle.first_starts:\n", "    if False:\n"),
    "does not look at dealt tiles": ("if entry.got != stacks[number] or entry.out:", "if False:"),
    "sorts dealt tiles": (
        "if entry.got != stacks[number] or entry.out:",
        "if sorted(entry.got) != sorted(stacks[number]) or entry.out:",
    ),
    "lets a deal give": (
        "if entry.got != stacks[number] or entry.out:",
        "if entry.got != stacks[number]:",
    ),
    "does not know who plays": (
        "            _refuse(Refusal.SEAT, entry, seat=entry.seat)",
        "            continue",
    ),
    "lets stacks come early": ("        if self.middle:\n", "        if False:\n"),
    "lets a stack come twice": ("self.bank.pop(named)", "self.bank[named]"),
    "counts dealt stacks to the bank": ("if len(deals) < n < last", "if n < last"),
    "overlooks a second stack": (
        "len(entry.out) == 1 and not entry.got",
        "entry.out",
    ),
    "does not look at racks": ("if missing := laid - rack:", "if missing := False:"),
    "does not look at drawn tiles": (
        "if entry.got != self.middle[:count]:",
        "if len(entry.got) > len(self.middle):",
    ),
    "draws from a used-up middle": (
        "if entry.got != self.middle[:count]:",
        "if entry.got[: len(self.middle)] != self.middle[:count]:",
    ),
    "does not look at the table": ("if missing or entry.out:", "if entry.out:"),
    "lets a taker give": ("if missing or entry.out:", "if missing:"),
    "overlooks strange operations": (
        "                _refuse(Refusal.OPERATION, entry, operation=entry.op)",
        "                pass",
    ),
    "believes any entrants": ("if not _is_entrant_list(transcript.bag):", "if False:"),
    "does not number draws": ("if entry.seat != expected or expected < 1:", "if False:"),
    "numbers draws from nought": (
        "if entry.seat != expected or expected < 1:",
        "if entry.seat != expected:",
    ),
    "asks for no reason": (
        "if not _reason_is_right(entry, is_repeat=entry.number > 1):",
        "if False:",
    ),
    "does not count entries": (
        'if found != (len(transcript.log), head(transcript.commit, raw["log"])):',
        "if False:",
    ),
    "counts entries only": (
        'if found != (len(transcript.log), head(transcript.commit, raw["log"])):',
        "if found[0] != len(transcript.log):",
    ),
    "does not draw again": (
        "if entry.got != drawn(transcript.bag, derived, entry.seat):",
        "if False:",
    ),
}


@pytest.fixture(scope="module")
def false_ones() -> list[Shown]:
    return [false for _, false in all_tampered(transcripts(*MUTANT))]


@pytest.mark.parametrize("name", MUTANTS)
def test_a_careless_verifier_is_found_out(name: str, false_ones: list[Shown], tmp_path: Path):
    careless = mutant(*MUTANTS[name], tmp_path)
    assert refusal(bot_game(0), careless) is None
    assert any(believes(careless, false) for false in false_ones)


def believes(verifier: Verify, false: Shown) -> bool:
    try:
        verifier(false.transcript, false.commit, false.public)
    except Refused:
        return False
    except (AttributeError, KeyError, IndexError, TypeError, ValueError):
        return False  # no refusal, but no OK either
    return True


def mutant(old: str, new: str, folder: Path) -> Verify:
    """Our verifier with one piece of its source changed, as a package of its own."""
    name = f"mutant_{abs(hash((old, new)))}"
    package = folder / name
    shutil.copytree(Path(stolik.__path__[0]) / "fair", package)
    changed = 0
    for file in package.glob("*.py"):
        source = file.read_text("utf-8").replace("stolik.fair", name)
        changed += source.count(old)
        file.write_text(source.replace(old, new), "utf-8")
    assert changed == 1, f"{old!r} stands {changed} times in the source"
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(name).verify
    finally:
        sys.path.remove(str(folder))
