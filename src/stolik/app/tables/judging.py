"""From a judge's messages to the commands every game knows."""

from stolik.app.tables import asks as t
from stolik.app.tables.play import Seen
from stolik.judging import AddTime, Pause, Resume, Rewind
from stolik.seats import Seat


def seen_by(ask: t.Ask) -> Seen | None:
    """What the referee was shown of whom he penalises; None where he does not say it."""
    if isinstance(ask, t.Warn | t.Disqualify) and ask.over is not None:
        return Seen(Seat(ask.seat), ask.over)
    return None


def asked_of_any_judge(ask: t.RefereeAsk) -> AddTime | Pause | Resume | Rewind | None:
    """The command a message stands for; None if only the game itself knows it."""
    match ask:
        case t.Pause(reason=reason):
            return Pause(reason)
        case t.GoOn():
            return Resume()
        case t.AddTime(seconds=seconds, reason=reason):
            return AddTime(seconds, reason)
        case t.Rewind(to=to, reason=reason):
            return Rewind(to, reason)
        case _:
            return None
