"""From a client's messages to commands of the core."""

from typing import Any

from stolik.adapters.web import table_messages as t
from stolik.adapters.web.wojtek_commands import wojtek_command_of
from stolik.app.live.codes import Refusal
from stolik.app.live.drafts import FeltDraft, tableau_of
from stolik.app.live.felt import Felt, read_places
from stolik.app.live.play import Table
from stolik.app.live.table import LiveTable
from stolik.refusal import Violation, refuse
from stolik.rummikub import commands as c
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.state import Seat
from stolik.rummikub.tiles import Tableau, Tile
from stolik.wojtek.state import Seat as WojtekSeat


def command_of(ask: t.Ask, seat: Seat, table: Table) -> Any:
    """The command a message stands for at this table; `seat` is who asks."""
    if not isinstance(table, LiveTable):
        return wojtek_command_of(ask, WojtekSeat(seat))
    if isinstance(ask, t.RefereeAsk):
        found: c.Command | None = _of_referee(ask)
    else:
        found = _of_seat(ask, seat, table.rules)
    if found is None:
        refuse(Violation(Refusal.OTHER_GAME))
    return found


def felt_in(message: t.Lay) -> Felt | None:
    """Where the laid tiles lie; None if they were named meld by meld."""
    return None if message.felt is None else read_places(message.felt)


def draft_in(message: t.Draft) -> FeltDraft:
    """The draft a message shows; what is no tile is found out by conservation."""
    lifted = None if message.lifted is None else Tile(message.lifted)
    return FeltDraft(read_places(message.felt), lifted, message.lifted_from_table)


def _of_seat(ask: t.Ask, seat: Seat, rules: RulesProfile) -> c.Command | None:
    match ask:
        case t.Draw(stack=stack):
            return c.DrawTile(seat, stack)
        case t.Lay():
            return c.LayTiles(seat, _tableau(ask, rules))
        case t.Announce():
            return c.AnnounceOpening(seat)
        case t.Click():
            return c.EndTurn(seat)
        case t.Restart():
            return c.RestartTurn(seat)
        case t.Ready(announces_opening=announces):
            return c.DeclareReady(seat, announces)
        case t.Redeal():
            return c.AskRedeal(seat)
        case t.Confirm():
            return c.ConfirmResult(seat)
        case t.Challenge(event=event):
            return c.Challenge(seat, event)
        case _:
            return None


def _of_referee(ask: t.RefereeAsk) -> c.Command | None:  # noqa: C901 - a table, no tangle
    match ask:
        case t.Pause(reason=reason):
            return c.Pause(reason)
        case t.GoOn():
            return c.Resume()
        case t.AddTime(seconds=seconds, reason=reason):
            return c.AddTime(seconds, reason)
        case t.VoidTurn(reason=reason):
            return c.VoidTurn(reason)
        case t.Rewind(to=to, reason=reason):
            return c.Rewind(to, reason)
        case t.Ruling(reason=reason, challenge=challenge):
            return c.GiveRuling(reason, challenge)
        case t.Warn(seat=seat, reason=reason):
            return c.Warn(Seat(seat), reason)
        case t.Disqualify(seat=seat, reason=reason, gross=gross):
            return c.Disqualify(Seat(seat), reason, gross)
        case t.Inspect(seat=seat, reason=reason):
            return c.InspectRack(Seat(seat), reason)
        case t.CallTime():
            return c.CallTime()
        case _:
            return None


def _tableau(ask: t.Lay, rules: RulesProfile) -> Tableau:
    felt = felt_in(ask)
    if felt is not None:
        return tableau_of(felt, rules)
    return tuple(tuple(Tile(tile) for tile in meld) for meld in ask.melds or [])
