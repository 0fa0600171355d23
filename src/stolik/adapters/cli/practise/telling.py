"""What happened at the table, told to the person at it."""

from stolik.adapters.cli.practise.phrases import Phrase
from stolik.app.texts import text
from stolik.rummikub import events as e
from stolik.rummikub.state import TableState
from stolik.seats import Seat

_OWN = {
    Phrase.BOT_DREW: Phrase.YOU_DREW,
    Phrase.BOT_PENALTY: Phrase.YOU_PENALTY,
    Phrase.BOT_NOTHING: Phrase.YOU_NOTHING,
    Phrase.BOT_LAID: Phrase.YOU_LAID,
    Phrase.BOT_PASSED: Phrase.YOU_PASSED,
    Phrase.BOT_ANNOUNCED: Phrase.YOU_ANNOUNCED,
}


def told(event: e.Event, before: TableState, me: Seat, lang: str) -> str | None:
    """A sentence about an event, None for what need not be said; others' tiles stay hidden."""
    match event:
        case e.RedealAsked(seat):
            return text(Phrase.REDEALT, lang, seat=seat + 1)
        case e.GameStarted():
            return text(Phrase.STARTS, lang, seat=before.starter + 1)
        case e.StackPlaced(stack=stack):
            return text(Phrase.STACK_PLACED, lang, stack=stack)
        case e.LastMovesBegan(ending):
            return text(Phrase.LAST_MOVES, lang, ending=text(f"ending.{ending}", lang))
        case e.TimeRanOut(ruling=ruling):
            return text(Phrase.TIME_RAN_OUT, lang, ruling=text(f"time_out.{ruling}", lang))
        case _:
            return _of_seat(event, before, me, lang)


def _of_seat(event: e.Event, before: TableState, me: Seat, lang: str) -> str | None:
    match event:
        case e.TileDrawn(seat, tile, reason):
            penalty = reason is e.DrawReason.PENALTY
            phrase = Phrase.BOT_PENALTY if penalty else Phrase.BOT_DREW
            return _said(phrase, seat, me, lang, **({"tile": tile} if seat == me else {}))
        case e.NothingDrawn(seat):
            return _said(Phrase.BOT_NOTHING, seat, me, lang)
        case e.TilesLaid(seat, laid):
            return _said(Phrase.BOT_LAID, seat, me, lang, tiles=" ".join(laid))
        case e.OpeningAnnounced(seat):
            return _said(Phrase.BOT_ANNOUNCED, seat, me, lang)
        case e.TurnEnded(seat, e.TurnEnd.CLICK) if not before.drew and not before.laid:
            return _said(Phrase.BOT_PASSED, seat, me, lang)
        case _:
            return None


def _said(phrase: Phrase, seat: Seat, me: Seat, lang: str, **facts: str) -> str:
    spoken = _OWN[phrase] if seat == me else phrase
    return text(spoken, lang, seat=seat + 1, **facts)
