"""A new tournament on a server: refused before there is a trace of it, made once however often."""

from dataclasses import replace
from hashlib import sha256

from stolik.app.access.records import organiser_of
from stolik.app.access.roles import Login
from stolik.app.games.registry import counting_of
from stolik.app.library import BOARDS, FORMATS, RULES, is_written_out, tournament_format
from stolik.app.naming import tidy
from stolik.app.ports import Chance, CommandId
from stolik.app.streams.codes import Refusal as Streams
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.offices import Offices
from stolik.app.tournaments.trying import Asking
from stolik.refusal import Violation, refuse
from stolik.tournament.commands import Create
from stolik.tournament.engine import decide
from stolik.tournament.state import TournamentState


async def begin(
    offices: Offices, login: Login, card: TournamentCard, command: Create, asking: Asking
) -> Office:
    """Open the office of a new tournament; whoever creates it organises it."""
    # A name of ours or nothing: a path would read files of this machine.
    if not (card.format in FORMATS or is_written_out(card.format)) or not _may_play(card):
        refuse(Violation(Refusal.FORMAT_OR_PROFILE, facts={"known": (*FORMATS, *RULES)}))
    # Refused before there is a card: a tournament that cannot begin would stand in the list.
    shape = tournament_format(card.format)
    counting_of(shape, card.profile or shape.profile)
    decide(TournamentState(shape), command)
    office = await _office(offices, login, replace(card, name=tidy(card.name)))
    await office.do(lambda book: {"events": len(book.desk.do(command))}, asking)
    return office


def _may_play(card: TournamentCard) -> bool:
    """By rules or on a board of ours, or by what is written out; each for its own game."""
    if not card.profile:
        return True
    own = tournament_format(card.format).profile
    return card.profile in (BOARDS if own in BOARDS else RULES) or is_written_out(card.profile)


async def _office(offices: Offices, login: Login, card: TournamentCard) -> Office:
    if await offices.card(card.id) is None:
        return await offices.create(card, organiser_of(login.account, card.id))
    if card.id not in login.tournaments:
        refuse(Violation(Streams.COMMAND_ID_USED))
    return await offices.office(card.id)  # the same wish again, over a bad line


def new_id(command: CommandId | None, chance: Chance) -> str:
    """A tournament's number; it follows from the command's, so a wish sent twice is one."""
    if command is None:
        return chance(8).hex()
    return sha256(f"tournament/{command}".encode()).hexdigest()[:16]
