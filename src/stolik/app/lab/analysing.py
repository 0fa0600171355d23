"""The analysis of a game for people and for programs: sentences, and plain JSON values."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from stolik.app.lab.phrases import Phrase
from stolik.app.texts import text
from stolik.lab.analysis import Analysis, PlayerSummary, Turn
from stolik.rummikub.events import TurnEnd
from stolik.rummikub.notation import write_tableau, write_tiles


def values_of(analysis: Analysis) -> dict[str, Any]:
    """The analysis as JSON values; seats count from 1, as on the score sheet."""
    return {
        "turns": [_seat_from_1(asdict(turn)) for turn in analysis.turns],
        "players": [_seat_from_1(asdict(player)) for player in analysis.players],
    }


def sentences_of(analysis: Analysis, lang: str) -> Iterator[str]:
    """The analysis in words, a line for each thing worth saying."""
    for game in dict.fromkeys(turn.game for turn in analysis.turns):
        yield text(Phrase.GAME, lang, game=game)
        for turn in analysis.turns:
            if turn.game == game:
                yield from _turn(turn, lang)
        yield text(Phrase.PLAYERS, lang)
        for player in analysis.players:
            if player.game == game:
                yield from _player(player, lang)


def _seat_from_1(values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "seat": values["seat"] + 1}


def _turn(turn: Turn, lang: str) -> Iterator[str]:
    possible = turn.possible
    yield text(
        Phrase.LAID if turn.laid else Phrase.NOTHING,
        lang,
        number=turn.number,
        seat=turn.seat + 1,
        tiles=write_tiles(turn.laid),
        count=len(turn.laid),
        points=turn.points,
        possible=possible.tiles,
        most_points=possible.most_points,
    )
    if turn.ended == TurnEnd.TIME:
        yield "   " + text(Phrase.TIME_OUT, lang)
    melds = write_tableau(possible.tableau)
    if turn.missed_win:
        yield "   " + text(Phrase.MISSED_WIN, lang, melds=melds)
    elif turn.missed_opening:
        yield "   " + text(Phrase.MISSED_OPENING, lang, value=possible.opening_value, melds=melds)
    elif turn.held:
        yield "   " + text(Phrase.HELD, lang, tiles=write_tiles(turn.held))


def _player(player: PlayerSummary, lang: str) -> Iterator[str]:
    seat = player.seat + 1
    facts = {"turns": player.turns, "laid": player.laid, "drawn": player.drawn}
    yield text(Phrase.PLAYER, lang, seat=seat, **facts)
    if player.place is not None:
        points = player.small_points
        yield "   " + text(Phrase.RESULT, lang, place=player.place, points=points)
    could = player.could_open_in_turn or "–"
    if player.opened_in_turn is None:
        yield "   " + text(Phrase.NEVER_OPENED, lang, could=could)
    else:
        yield "   " + text(Phrase.OPENED, lang, turn=player.opened_in_turn, could=could)
    missed = {
        "wins": player.missed_wins,
        "openings": player.missed_openings,
        "held": player.held,
        "time_outs": player.time_outs,
    }
    some = any(missed.values())
    yield "   " + text(Phrase.MISSED if some else Phrase.NOTHING_MISSED, lang, **missed)
