"""A tournament as somebody may read it: clubs, teams, classes and reasons are no public matter.

The rule is the same for every question, page and refusal, because it is applied to the state
they all read: what somebody may not know is not in it. Groups stay groups, so every place and
every sum is the same for everybody.
"""

from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from stolik.free_text import ERASED
from stolik.tournament.state import Entrant, EntrantNumber, Penalty, Result, Round, TournamentState


@dataclass(frozen=True, slots=True)
class Eyes:
    """What somebody may read. `reasons`: about whom; None: about everybody."""

    names: bool = False  # of all entrants; otherwise of those who consented
    reasons: frozenset[int] | None = frozenset()
    # Whether they are the head judge's: no other sight, so no other eyes.
    decides: bool = field(default=False, compare=False)

    def read_reason(self, about: Iterable[int]) -> bool:
        """Whether a reason that concerns these entrants is for them."""
        return self.reasons is None or not self.reasons.isdisjoint(about)


STRANGER = Eyes()
ALL = Eyes(names=True, reasons=None, decides=True)


def as_seen(
    state: TournamentState,
    eyes: Eyes,
    *,
    consenting: Collection[EntrantNumber],
    forgotten: Collection[EntrantNumber] = (),
) -> TournamentState:
    """The state with what these eyes may know; a forgotten entrant has no club for anybody."""
    if eyes == ALL and not forgotten:
        return state
    agreed, gone = frozenset(consenting), frozenset(forgotten)  # of thousands: no lists to look in
    shown = (state.entrants.keys() if eyes.names else agreed) - gone
    seen = _without_reasons(state, eyes)
    teams = {} if eyes.names else _teams(state, agreed)
    return replace(
        seen,
        entrants={n: _entrant(one, n in shown, teams) for n, one in state.entrants.items()},
        guardians={teams.get(team, team): n for team, n in state.guardians.items()},
    )


def _teams(state: TournamentState, consenting: AbstractSet[EntrantNumber]) -> dict[str, str]:
    """What strangers read instead of a team: its name is shown if every member agreed."""
    members: dict[str, list[EntrantNumber]] = {}
    for n, one in sorted(state.entrants.items()):
        if one.team:
            members.setdefault(one.team, []).append(n)
    return {
        team: f"{ERASED}{number}"
        for number, (team, numbers) in enumerate(members.items(), start=1)
        if not all(n in consenting for n in numbers)
    }


def _entrant(one: Entrant, shown: bool, teams: dict[str, str]) -> Entrant:
    team = teams.get(one.team, one.team)
    if team == one.team and (shown or not (one.club or one.age_class)):
        return one
    return replace(one, team=team) if shown else replace(one, club="", age_class="", team=team)


def _without_reasons(state: TournamentState, eyes: Eyes) -> TournamentState:
    if eyes.reasons is None:
        return state
    return replace(
        state,
        penalties=tuple(_penalty(p, eyes) for p in state.penalties),
        reports=tuple(
            r if eyes.read_reason((r.by, r.against)) else replace(r, reason="")
            for r in state.reports
        ),
        rounds=tuple(_round(r, eyes) for r in state.rounds),
    )


def _penalty(penalty: Penalty, eyes: Eyes) -> Penalty:
    if eyes.read_reason((penalty.entrant,)):
        return penalty
    return replace(penalty, reason="", cancelled=ERASED if penalty.cancelled else "")


def _round(found: Round, eyes: Eyes) -> Round:
    if not any(result.reason for result in found.results.values()):
        return found
    return replace(found, results={key: _result(r, eyes) for key, r in found.results.items()})


def _result(result: Result, eyes: Eyes) -> Result:
    about = (line.entrant for line in result.lines)
    return result if eyes.read_reason(about) else replace(result, reason="")
