"""From a judge's messages to the commands every game knows."""

from stolik.app.tables import asks as t
from stolik.judging import AddTime, Pause, Resume, Rewind


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
