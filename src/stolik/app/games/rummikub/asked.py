"""From a client's messages to commands of Rummikub, drafts and the order of a rack.

Every name of a tile that comes in passes `sound_tiles`, before anything else looks at it.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, islice

from stolik.app.games.rummikub import asks as a
from stolik.app.games.rummikub.drafts import tableau_drafted, tableau_of
from stolik.app.games.rummikub.entered import checked_rack
from stolik.app.games.rummikub.felt import Felt, arranged
from stolik.app.tables import asks as t
from stolik.app.tables.judging import asked_of_any_judge, seen_by
from stolik.app.tables.play import Asked
from stolik.refusal import refuse
from stolik.rummikub import commands as c
from stolik.rummikub import events as e
from stolik.rummikub.codes import Refusal
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tableau, Tiles
from stolik.seats import Seat


def asked(ask: t.Ask, seat: Seat, rules: RulesProfile) -> Asked | None:
    """What a message stands for, and where laid tiles lie; None if it is of another game."""
    if isinstance(ask, a.Lay):
        return _laid(ask, seat, rules)
    command = _of_referee(ask) if isinstance(ask, t.RefereeAsk) else _of_seat(ask, seat)
    return None if command is None else Asked(command, seen=seen_by(ask))


def checked_draft(draft: a.Draft, rules: RulesProfile, lying: Felt = ()) -> a.Draft:
    """The draft a message shows; whether it loses tiles is found out by conservation.

    Melds without places find theirs on the felt as it lies: whoever looks by places sees them too.
    """
    in_hand = () if draft.lifted is None else (draft.lifted,)
    if draft.melds is None:
        sound_tiles(chain((tile for tile, _, _ in draft.felt), in_hand), rules)
        return draft
    sound_tiles(chain(chain.from_iterable(draft.melds), in_hand), rules)
    melds = [meld for meld in draft.melds if meld]
    places = arranged(lying, tableau_drafted(melds), rules)
    return replace(draft, melds=melds, felt=tuple([a.Place(*place) for place in places]))


def sound_tiles(names: Iterable[str], rules: RulesProfile) -> Tiles:
    """Tiles of the set, no more of each than it holds; else refused, at the cost of one set.

    Among more names than the set has tiles there is one too many: nobody need look any further.
    """
    return checked_rack(islice(names, len(rules.tile_set) + 1), rules)


def _laid(ask: a.Lay, seat: Seat, rules: RulesProfile) -> Asked:
    """The whole table as it shall lie; where it was shown, the places are kept beside the event."""
    if ask.felt is None:
        return Asked(c.LayTiles(seat, _tableau(ask.melds or [], rules)))
    sound_tiles((tile for tile, _, _ in ask.felt), rules)
    command = c.LayTiles(seat, tableau_of(ask.felt, rules))
    return Asked(command, {e.TilesLaid: {"felt": ask.felt}})


def _tableau(melds: list[list[str]], rules: RulesProfile) -> Tableau:
    """The melds by their tiles; of more than the set can make one is too short."""
    sound_tiles(chain.from_iterable(melds), rules)
    tableau = tableau_drafted(melds)
    least = min(rules.melds.run_min, rules.melds.group_min)
    if len(melds) > len(rules.tile_set) // least:
        shortest = min(tableau, key=len)
        refuse(rules.violation(Refusal.MELD_TOO_SHORT, "meld", melds=(shortest,)))
    return tableau


def _of_seat(ask: t.Ask, seat: Seat) -> c.Command | None:
    match ask:
        case a.Draw(stack=stack):
            return c.DrawTile(seat, stack)
        case a.Announce():
            return c.AnnounceOpening(seat)
        case a.Click():
            return c.EndTurn(seat)
        case a.Restart():
            return c.RestartTurn(seat)
        case a.Ready(announces_opening=announces):
            return c.DeclareReady(seat, announces)
        case a.Redeal():
            return c.AskRedeal(seat)
        case t.Confirm():
            return c.ConfirmResult(seat)
        case a.Challenge(event=event):
            return c.Challenge(seat, event)
        case _:
            return None


def _of_referee(ask: t.RefereeAsk) -> c.Command | None:
    match ask:
        case a.VoidTurn(reason=reason, challenge=challenge):
            return c.VoidTurn(reason, challenge)
        case t.Ruling(reason=reason, challenge=challenge):
            return c.GiveRuling(reason, challenge)
        case t.Warn(seat=seat, reason=reason):
            return c.Warn(Seat(seat), reason)
        case t.Disqualify(seat=seat, reason=reason, gross=gross, over=over):
            return c.Disqualify(Seat(seat), reason, gross, warnings=over or 0)
        case t.Inspect(seat=seat, reason=reason):
            return c.InspectRack(Seat(seat), reason)
        case t.CallTime():
            return c.CallTime()
        case _:
            return asked_of_any_judge(ask)
