"""From a client's messages to commands of Miś Wojtek."""

from stolik.app.games.wojtek import asks as w
from stolik.app.tables import asks as t
from stolik.app.tables.judging import asked_of_any_judge, seen_by
from stolik.app.tables.play import Asked
from stolik.seats import Seat
from stolik.wojtek import commands as c
from stolik.wojtek.cards import BearCard, Colour, TravelCard, TravelCards


def asked(ask: t.Ask, seat: Seat) -> Asked | None:
    """The command a message stands for; None if it is of another game."""
    found = _of_referee(ask) if isinstance(ask, t.RefereeAsk) else _of_seat(ask, seat)
    return None if found is None else Asked(found, seen=seen_by(ask))


def _of_seat(ask: t.Ask, seat: Seat) -> c.Command | None:
    match ask:
        case w.Start(colour=colour):
            return c.ChooseStart(seat, Colour(colour))
        case w.Exchange(cards=cards):
            return c.ExchangeCards(seat, _cards(cards))
        case w.Move(colour=colour):
            return c.MoveByCard(seat, Colour(colour))
        case w.Rainbow(to=to):
            return c.MoveByRainbow(seat, to, _colour(ask.colour))
        case w.Three():
            own = None if ask.own is None else BearCard(ask.own)
            slot, named = _colour(ask.slot), _colour(ask.colour)
            return c.PlayThreeCards(seat, _cards(ask.cards), slot, own, named)
        case w.Colour(colour=colour):
            return c.ChooseColour(seat, Colour(colour))
        case w.Report(about=about, reason=reason):
            return c.ReportMisconduct(seat, Seat(about), reason)
        case t.Confirm():
            return c.ConfirmResult(seat)
        case _:
            return None


def _of_referee(ask: t.RefereeAsk) -> c.Command | None:
    match ask:
        case t.Ruling(reason=reason, challenge=None):
            return c.GiveRuling(reason)
        case t.Warn(seat=seat, reason=reason, over=over):
            return c.Penalise(Seat(seat), reason, over)
        case t.Disqualify(seat=seat, reason=reason):
            return c.Exclude(Seat(seat), reason)
        case w.PassTurn(seat=seat, reason=reason):
            return c.PassTurn(Seat(seat), reason)
        case t.Inspect(seat=seat, reason=reason):
            return c.InspectHand(Seat(seat), reason)
        case t.CallTime():
            return c.CallTime()
        case w.Seen():
            return c.Confirm()
        case w.AnswerReport(report=report, decision=decision, reason=reason):
            return c.DecideReport(report, decision, reason, ask.is_step, ask.over)
        case w.Overrule(places=places, reason=reason):
            return c.Overrule(tuple(places), reason)
        case _:
            return asked_of_any_judge(ask)


def _cards(cards: list[str]) -> TravelCards:
    return tuple(TravelCard(card) for card in cards)


def _colour(name: str | None) -> Colour | None:
    return None if name is None else Colour(name)
