"""Who leads a team, by name: the same name is the same adult, as teachers enter several teams."""

from stolik.app.tournaments.desk import Desk
from stolik.tournament import commands as c
from stolik.tournament.engine import decide, replay
from stolik.tournament.state import GuardianNumber, TournamentState


class Guardians:
    """The adults known so far, and those a list brings along."""

    def __init__(self, desk: Desk) -> None:
        known = (GuardianNumber(n) for n in range(1, desk.state.guardians_known + 1))
        self._numbers = {desk.guardian_label(n): n for n in known}

    def naming(self, state: TournamentState, team: str, name: str) -> c.NameGuardian | None:
        """The command that lets this adult lead a team; none if he does already."""
        number = self._numbers.get(name)
        if number is not None and state.guardians.get(team) == number:
            return None
        return c.NameGuardian(team, number)

    def named(self, state: TournamentState, team: str, name: str) -> TournamentState:
        """The state after it; refused as the rules refuse it, before anything is written."""
        command = self.naming(state, team, name)
        if command is None:
            return state
        after = replay(decide(state, command), state)
        self._numbers.setdefault(name, after.guardians[team])
        return after


def lead(desk: Desk, team: str, name: str) -> None:
    """Write down who leads a team, unless it is known."""
    command = Guardians(desk).naming(desk.state, team, name)
    if command is not None:
        desk.do(command, name=name)
