"""Every draw of a tournament as all may see it, and the transcripts by which it is checked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from stolik.app.fairness.dealing import FairDraw
from stolik.app.fairness.draw_trail import Happened, trail
from stolik.tournament import events as e
from stolik.tournament.state import TournamentState


@dataclass
class _Pledged:
    """One pledge and what became of it."""

    made: e.ChancePledged
    drawn: list[e.RoundDrawn] = field(default_factory=list)
    seed: str = ""

    def told(self) -> dict[str, Any]:
        return {
            "commit": self.made.commit,
            "ctx": self.made.ctx,
            "entrants": list(self.made.entrants),
            "public": self.drawn[0].public if self.drawn else "",
            "draws": [event.draw for event in self.drawn],
            "transcript": self._transcript() if self.seed and self.drawn else None,
        }

    def _transcript(self) -> dict[str, Any]:
        first, *again = self.drawn
        secret = FairDraw(bytes.fromhex(self.seed), self.made.ctx, self.made.entrants)
        return secret.revealed(first.public, first.draw, [event.reason for event in again])


def proof_told(
    happened: Sequence[Happened], begun: TournamentState, tournament: str
) -> dict[str, Any]:
    """All that `draws_told` tells, with the trail by which the tables themselves are checked."""
    told = draws_told([one.event for one in happened])
    return {**told, "proof": trail(happened, begun, tournament)}


def draws_told(events: Iterable[e.Event]) -> dict[str, Any]:
    """The draws of announced rounds, repeated ones with their reasons; all pledges."""
    draws: list[e.RoundDrawn] = []
    announced: set[int] = set()  # a draft is the organiser's own affair
    pledges: list[_Pledged] = []
    for event in events:
        match event:
            case e.ChancePledged():
                pledges.append(_Pledged(event))
            case e.ChanceRevealed(commit, seed):
                next(p for p in reversed(pledges) if p.made.commit == commit).seed = seed
            case e.RoundDrawn():
                draws.append(event)
                if event.public:
                    pledges[-1].drawn.append(event)
            case e.RoundPublished(number):
                announced.add(number)
            case _:
                pass
    return {
        "draws": [_draw(event) for event in draws if event.round in announced],
        "pledges": [pledge.told() for pledge in pledges],
    }


def _draw(event: e.RoundDrawn) -> dict[str, Any]:
    tables = [
        {"table": number, "seats": list(seats)}
        for number, seats in zip(event.numbers, event.tables, strict=True)
    ]
    return {
        "number": event.draw,
        "round": event.round,
        "how": event.how,
        "reason": event.reason,
        "tables": tables,
    }
