"""Results of games: entered, confirmed, corrected, or never played."""

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.codes import Refusal
from stolik.tournament.progress import before_others, party, put_out
from stolik.tournament.state import (
    CorrectionCause,
    GameNumber,
    Line,
    Round,
    RoundNumber,
    RoundStatus,
    Seats,
    Table,
    TableNumber,
)
from stolik.tournament.story import Story, no


def record(story: Story, command: c.RecordResult) -> None:
    """A game's lines, once."""
    r, table = _game(story, command.round, command.table, command.game)
    if (table.number, command.game) in r.results:
        no(Refusal.ALREADY_RECORDED, round=r.number, table=table.number, game=command.game)
    _right_entrants(story, table, command.lines, command.absent)
    _still_there(story, r, table, command)
    _excluded_last(story, command)
    if command.by:
        _somebody(table, command.by)
    where = (r.number, table.number, command.game)
    who = (command.lines, command.by)
    absent, online = command.absent, command.online
    story.tell(
        e.ResultRecorded(
            *where,
            *who,
            reason="",
            absent=absent,
            online=online,
            collected=command.collected,
            excluded=command.excluded,
        )
    )


def correct(story: Story, command: c.CorrectResult) -> None:
    """Other lines for an earlier game; everything is counted anew, also what was announced."""
    if command.cause is CorrectionCause.BY_HAND:
        story.reason(command.reason)
    r, table = _recorded(story, command.round, command.table, command.game)
    _seen(r, command)
    _right_entrants(story, table, command.lines, command.absent)
    _still_there(story, r, table, command)
    _excluded_last(story, command)
    where = (r.number, table.number, command.game)
    told = (command.lines, command.reason, command.absent)
    how = (command.online, command.collected, command.cause)
    story.tell(e.ResultCorrected(*where, *told, *how, excluded=command.excluded))
    if story.state.finished:
        story.tell(e.TournamentReopened(command.reason))


def unplayed(story: Story, command: c.Unplayed) -> None:
    """A game that will never be played: 0/0, and not counted as played."""
    story.reason(command.reason)
    r, table = _game(story, command.round, command.table, command.game)
    if (table.number, command.game) in r.results:
        no(Refusal.ALREADY_RECORDED, round=r.number, table=table.number, game=command.game)
    story.tell(
        e.ResultRecorded(r.number, table.number, command.game, (), "referee", command.reason)
    )


def confirm(story: Story, command: c.Confirm) -> None:
    """A second pair of eyes: somebody of the table, or the referee."""
    r, table = _recorded(story, command.round, command.table, command.game)
    _somebody(table, command.by)
    if command.by in r.results[table.number, command.game].confirmed_by:
        no(Refusal.CONFIRMED_ALREADY, by=command.by)
    story.tell(e.ResultConfirmed(r.number, table.number, command.game, command.by))


def _game(
    story: Story, number: RoundNumber, table_number: TableNumber, game: GameNumber
) -> tuple[Round, Table]:
    rounds = story.state.rounds
    if not 1 <= number <= len(rounds) or rounds[number - 1].status is not RoundStatus.PUBLISHED:
        published = sum(r.status is RoundStatus.PUBLISHED for r in rounds)
        no(Refusal.ROUND_UNKNOWN, round=number, rounds=published)
    r = rounds[number - 1]
    if not 1 <= table_number <= len(r.tables):
        no(Refusal.TABLE_UNKNOWN, table=table_number, tables=len(r.tables))
    table = r.tables[table_number - 1]
    if not 1 <= game <= r.games:
        no(Refusal.GAME_UNKNOWN, game=game, games=r.games)
    return r, table


def _recorded(
    story: Story, number: RoundNumber, table_number: TableNumber, game: GameNumber
) -> tuple[Round, Table]:
    r, table = _game(story, number, table_number, game)
    if (table.number, game) not in r.results:
        no(Refusal.NOT_RECORDED, round=number, table=table_number, game=game)
    return r, table


def _seen(r: Round, command: c.CorrectResult) -> None:
    """Nobody takes back unseen what somebody else has corrected meanwhile."""
    counts = r.results[command.table, command.game].version
    if command.over is not None and command.over != counts:
        where = {"round": r.number, "table": command.table, "game": command.game}
        no(Refusal.CHANGED_MEANWHILE, **where)


def _right_entrants(story: Story, table: Table, lines: tuple[Line, ...], absent: Seats) -> None:
    """All who still play at the table and were there, perhaps some who left since, nobody else."""
    played = [line.entrant for line in lines]
    if set(absent) >= set(table.seats):
        no(Refusal.NOBODY_PLAYED)
    named = [*played, *absent]
    must = [n for n in table.seats if story.state.entrants[n].plays]
    strange = [n for n in named if n not in table.seats]
    bye = not lines and len(absent) == len(table.seats) - 1
    missing = [n for n in must if n not in named and not bye]
    if strange or missing or len(set(named)) < len(named) or (len(played) < 2 and not bye):
        sitting = tuple(str(n) for n in table.seats)
        no(Refusal.WRONG_ENTRANTS, table=table.number, entrants=sitting)


def _still_there(
    story: Story, r: Round, table: Table, command: c.RecordResult | c.CorrectResult
) -> None:
    """Nobody plays who left before the game (decision 29); the game he left in is asked about."""
    state = story.state
    if command.online or not state.decided(29):
        return
    here = party(state, r, table, command.game)
    played = (line.entrant for line in command.lines)
    gone = tuple(str(n) for n in played if n not in here and not state.entrants[n].plays)
    if gone:
        no(Refusal.HAS_LEFT, entrants=gone, game=command.game)


def _excluded_last(story: Story, command: c.RecordResult | c.CorrectResult) -> None:
    out = put_out(story.state, command.round, command.game) | set(command.excluded)
    if wrong := before_others(command.lines, out):
        no(Refusal.EXCLUDED_NOT_LAST, entrants=tuple(str(n) for n in wrong))


def _somebody(table: Table, by: str) -> None:
    if by != "referee" and by not in (str(n) for n in table.seats):
        no(Refusal.CONFIRM_STRANGER, by=by)
