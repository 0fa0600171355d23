"""What players type, in either language."""

import pytest

from stolik.adapters.cli.practise.orders import (
    AddTo,
    Draw,
    Join,
    NewMeld,
    Order,
    Sort,
    Split,
    Take,
    Verb,
    read_order,
)
from stolik.refusal import Refused


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        (("r7 b7 k7 new", "R7 B7 K7 nowy", "r7 b7 k7"), NewMeld(("r7", "b7", "k7"))),
        (("o5 > 3", "o5>3", "o5 → 3", "o5 -> 3"), AddTo(("o5",), 3)),
        (("o5 o6 > 12",), AddTo(("o5", "o6"), 12)),
        (("take r7 < 2", "weź r7 < 2", "wez r7<2"), Take(("r7",), 2)),
        (("split 2 after 6", "rozdziel 2 po 6"), Split(2, "6")),
        (("split 2 after r6", "podziel 2 za r6"), Split(2, "r6")),
        (("join 2 3", "połącz 2 i 3", "join 2 and 3"), Join(2, 3)),
        (("draw", "dobierz"), Draw(None)),
        (("draw 4", "dobierz 4"), Draw(4)),
        (("sort 777", "sortuj 777"), Sort(by_number=True)),
        (("sort 789", "sortuj 789"), Sort(by_number=False)),
        (("commit", "ok", "zatwierdź", "pas"), Verb.COMMIT),
        (("announce", "zapowiedź", "zapowiedz"), Verb.ANNOUNCE),
        (("undo", "cofnij"), Verb.UNDO),
        (("reset",), Verb.RESET),
        (("time", "czas"), Verb.TIME),
        (("help", "pomoc", "?"), Verb.HELP),
        (("quit", "wyjdź", "q"), Verb.QUIT),
        (("redeal", "rozdaj"), Verb.REDEAL),
    ],
)
def test_both_languages_are_understood(lines: tuple[str, ...], order: Order):
    assert [read_order(line) for line in lines] == [order] * len(lines)


@pytest.mark.parametrize(
    "line",
    ["", "hello", "new", "> 3", "r7 >", "r7 > x", "take < 2", "split 2", "join 2", "draw x",
     "sort 123", "r7 b7 ?", "take r7 < -1", "split x after 6", "join 1 x", "draw 9999", "ok ok"],
)  # fmt: skip
def test_anything_else_is_refused(line: str):
    with pytest.raises(Refused) as refused:
        read_order(line)
    assert [v.code for v in refused.value.violations] == ["command.unknown"]
