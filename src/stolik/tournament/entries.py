"""Who takes part: entry, waiting list, check-in, leaving, coming back, substitution."""

from itertools import islice

from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament import teams
from stolik.tournament.codes import Refusal
from stolik.tournament.format import Field
from stolik.tournament.progress import open_games
from stolik.tournament.settling import pass_down
from stolik.tournament.state import (
    Entrant,
    EntrantNumber,
    EntryStatus,
    GameNumber,
    OpenGame,
    TournamentState,
)
from stolik.tournament.story import Story, no


def enter(story: Story, command: c.Enter) -> None:
    """A new number, also in the middle of the event; beyond the format's limit it waits."""
    state = story.state
    if not _plays_on(state):
        no(Refusal.ENTRANT_TOO_LATE)
    if state.format.teams_max and not command.team:
        no(Refusal.TEAM_MISSING)
    number = EntrantNumber(state.numbers_given + 1)
    full = _is_full(state) or teams.is_full(state, command.team)
    status = EntryStatus.WAITING if full else EntryStatus.ENTERED
    _table_number(command.fixed_table)
    story.tell(
        e.EntrantEntered(
            number, status, command.club, command.team, command.age_class, command.fixed_table
        )
    )


def check_in(story: Story, command: c.CheckIn) -> None:
    """The entrant is here, or that was a slip."""
    if not command.here:
        _check_out(story, command.entrant)
        return
    entrant = story.entrant(command.entrant)
    match entrant.status:
        case EntryStatus.ENTERED:
            story.tell(e.StatusChanged(command.entrant, EntryStatus.PRESENT, ""))
        case EntryStatus.NO_SHOW:  # given up, and came after all
            story.tell(e.StatusChanged(command.entrant, _back_as(story.state, entrant), ""))
        case other:
            no(Refusal.ENTRANT_NOT_WAITED_FOR, entrant=command.entrant, status=other.value)


def _check_out(story: Story, number: EntrantNumber) -> None:
    """Nobody who has a seat was only ticked by mistake: he leaves with a reason."""
    entrant = story.entrant(number)
    if entrant.status is not EntryStatus.PRESENT:
        no(Refusal.ENTRANT_NOT_HERE, entrant=number, status=entrant.status.value)
    if any(drawn.table_of(number) for drawn in story.state.rounds):
        no(Refusal.ENTRANT_SEATED_ALREADY, entrant=number)
    story.tell(e.StatusChanged(number, EntryStatus.ENTERED, ""))


def keep_apart(story: Story, command: c.KeepApart) -> None:
    """A family or school that should not meet."""
    if len(set(command.entrants)) < 2:
        no(Refusal.APART_TOO_FEW)
    for number in command.entrants:
        story.entrant(number)
    story.tell(e.KeptApart(tuple(sorted(set(command.entrants)))))


def fix_table(story: Story, command: c.FixTable) -> None:
    """A table of one's own, for whom moving is hard."""
    story.entrant(command.entrant)
    _table_number(command.table)
    story.tell(e.TableFixed(command.entrant, command.table))


def leave(
    story: Story,
    number: EntrantNumber,
    status: EntryStatus,
    reason: str,
    answer: OpenGame | None = None,
    left_in: GameNumber | None = None,
) -> None:
    """Out of the draws to come; what was played stays, the first in the queue moves up.

    Games before the one he left in count with him, also where their sheet is still at the table.
    """
    story.reason(reason)
    if story.entrant(number).status is not EntryStatus.WAITING:
        story.playing(number)
    game = _game_left(story.state, number, left_in)
    if game and answer is None and _is_asked(story.state, status):
        no(Refusal.OPEN_GAME, entrant=number, game=game)
    told = (game, answer) if game and answer else (None, None)
    story.tell(e.StatusChanged(number, status, reason, *told))
    if game and answer is OpenGame.VOID:
        _void(story, number, game, reason)
    pass_down(story, number, reason)
    move_up(story, reason)


def _game_left(
    state: TournamentState, number: EntrantNumber, named: GameNumber | None
) -> GameNumber | None:
    """The game somebody leaves in: the one that is named, or the first without a result."""
    games = open_games(state, number)
    if named is None:
        return games[0] if games else None
    if not games:
        no(Refusal.NO_GAME_OPEN, entrant=number, game=named)
    if named not in games:
        no(Refusal.GAME_NOT_OPEN, game=named, games=tuple(str(n) for n in games))
    return named


def _is_asked(state: TournamentState, status: EntryStatus) -> bool:
    """Whether what becomes of the game must be said (decision 28); who never came left none."""
    return status is not EntryStatus.NO_SHOW and state.decided(28)


def move_up(story: Story, reason: str) -> None:
    """Whoever waits first has the place that came free, while there is a round to play in."""
    if not story.state.stage and _plays_on(story.state):
        for moved in _moving_up(story.state):
            story.tell(e.StatusChanged(moved, EntryStatus.ENTERED, reason))


def _void(story: Story, number: EntrantNumber, game: GameNumber, reason: str) -> None:
    """The game at a leaver's table is not played to its end and counts for nobody."""
    last = story.state.rounds[-1]
    table = last.table_of(number)
    assert table is not None
    story.tell(e.ResultRecorded(last.number, table.number, game, (), "referee", reason))


def come_back(story: Story, command: c.Return) -> None:
    """Plays again from the next draw on, or waits if somebody else has the place by now."""
    story.reason(command.reason)
    entrant = story.entrant(command.entrant)
    if entrant.status not in (EntryStatus.WITHDRAWN, EntryStatus.NO_SHOW):
        no(Refusal.ENTRANT_PLAYING, entrant=command.entrant, status=entrant.status.value)
    status = _back_as(story.state, entrant)
    story.tell(e.StatusChanged(command.entrant, status, command.reason))


def _back_as(state: TournamentState, entrant: Entrant) -> EntryStatus:
    """Somebody comes back: here, or waiting if somebody else has the place by now."""
    full = _is_full(state) or teams.is_full(state, entrant.team)
    return EntryStatus.WAITING if full else EntryStatus.PRESENT


def substitute(story: Story, command: c.Substitute) -> None:
    """Somebody else under the same number; who he is, the book of names knows."""
    story.reason(command.reason)
    story.playing(command.entrant)
    story.tell(e.EntrantSubstituted(command.entrant, command.reason))


_LAST_TABLE = 5000


def _moving_up(state: TournamentState) -> tuple[EntrantNumber, ...]:
    """Who takes a place that came free: the first in the queue, or the whole first team."""
    if _is_full(state):
        return ()
    if state.format.teams_max:
        full = len(teams.teams_playing(state)) >= state.format.teams_max
        return () if full else teams.first_waiting_team(state)
    queue = (n for n, one in sorted(state.entrants.items()) if one.status is EntryStatus.WAITING)
    return tuple(islice(queue, 1))


def _is_full(state: TournamentState) -> bool:
    limit = state.format.entrants_max
    # Counting everybody at each entry would make ten thousand entries slow.
    if len(state.entrants) < limit:
        return False
    playing = (one for one in state.entrants.values() if one.plays)
    return sum(1 for _ in islice(playing, limit)) >= limit


def _plays_on(state: TournamentState) -> bool:
    """Whether a round for everybody is still to be drawn."""
    drawn = len([r for r in state.rounds if r.stage == state.stage and r is not state.draft])
    stages = state.format.stages[state.stage :]
    return any(
        stage.field is Field.ALL and (i > 0 or drawn < stage.rounds)
        for i, stage in enumerate(stages)
        if i > 0 or state.stage not in state.qualified
    )


def _table_number(table: int | None) -> None:
    if table is not None and not 1 <= table <= _LAST_TABLE:
        no(Refusal.TABLE_NUMBER, most=_LAST_TABLE)
