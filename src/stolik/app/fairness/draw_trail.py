"""The trail of a tournament's draws: everything that had a say in who sits where, for all to see.

Each entry tells when, by which role and what; entrants by number, never names or clubs. Entries
are chained by hashes. A draft is the organiser's own affair: what was done with it is counted at
once and told when the next round is published; until then its hash stands there.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from stolik.app.fairness.draw_input import DrawInput, named_input
from stolik.fair.shuffle import digest
from stolik.fair.trail import TRAIL, hidden, leaf, link
from stolik.fair.trail_shapes import DRAFTED
from stolik.tournament import events as e
from stolik.tournament.amending import changed_of, is_public
from stolik.tournament.evolution import evolve
from stolik.tournament.state import DrawnSlip, Seats, TournamentState


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of the log with what stands beside it."""

    event: e.Event
    at: int = 0
    by: str = ""
    salt: bytes = b""
    file: bool = False  # it was done elsewhere, and taken back from a file


def trail(happened: Iterable[Happened], state: TournamentState, tournament: str) -> dict[str, Any]:
    """The document that `stolik verify` and the browser check; `state` is that of the beginning."""
    entries: list[dict[str, Any]] = []
    for one in happened:
        for told in _all_told(one.event, state):
            entries.append(_entry(len(entries) + 1, one, told))
        state = evolve(state, one.event)
    seen = max((i for i, one in enumerate(entries) if one["what"] == "published"), default=-1)
    head = link(b"", tournament)
    shown, published = [], set[int]()
    for i, entry in enumerate(entries):
        head = link(head, leaf(entry))
        shown.append(hidden(entry) if i > seen and _is_drafted(entry, published) else entry)
        if entry["what"] in ("published", "unpublished"):
            (published.add if entry["what"] == "published" else published.discard)(entry["round"])
    return {
        "v": TRAIL,
        "tournament": tournament,
        "entries": shown,
        "length": len(shown),
        "head": head.hex(),
    }


def _is_drafted(entry: Mapping[str, Any], published: AbstractSet[int]) -> bool:
    """Whether it concerns a draft: a chair taken in a round being played is told at once."""
    if entry["what"] == "placed":
        return entry["round"] not in published
    return entry["what"] in DRAFTED


def _entry(number: int, one: Happened, told: Mapping[str, Any]) -> dict[str, Any]:
    role, _, _ = one.by.partition(" ")
    salt = digest(f"{TRAIL} salt", one.salt).hex() if one.salt else ""
    reason = _reason(one.event) if told["what"] in _EXPLAINED else ""
    explained = {"reasoned": bool(reason.strip())} if told["what"] in _EXPLAINED else {}
    if told["what"] == "seated" and (reason := getattr(one.event, "reason", "")):
        explained = {"reasoned": True}  # only where it was drawn again: old trails stay as they are
    # The reason itself stands beside the chain: whoever it is about can have it erased.
    beside = {"reason": reason} if explained else {}
    brought = {"file": True} if one.file else {}
    head = {"n": number, "at": one.at, "by": role, **told, **brought}
    return {**head, **explained, "salt": salt, **beside}


_EXPLAINED = (
    *("drawn", "swapped", "placed", "locked", "unpublished", "substituted"),
    *("amended", "cut_back", "passed_back", "rounds_set", "ended_early", "reopened"),
)
_DAY_TOLD = 31  # the decision since which the record tells how the day went on


def _reason(event: e.Event) -> str:
    if isinstance(event, e.TournamentFinished):
        return event.early
    return str(getattr(event, "reason", ""))


def _all_told(event: e.Event, state: TournamentState) -> Iterable[dict[str, Any]]:
    found = (_told_of_the_day(event, state), _told(event, state))
    return (told for told in found if told is not None)


def _told_of_the_day(event: e.Event, state: TournamentState) -> dict[str, Any] | None:
    """How the day went on, otherwise than planned."""
    match event:
        case e.RoundsSet(stage, rounds):
            # What cuts a plan short has to be known: without it what follows is no such plan.
            cut = len(evolve(state, event).plan) < len(state.plan)
            told = {"what": "rounds_set", "stage": stage, "rounds": rounds}
            return told if cut or state.decided(_DAY_TOLD) else None
        case e.TournamentFinished(early=early) if early and state.decided(_DAY_TOLD):
            return {"what": "ended_early"}
        case e.TournamentReopened() if state.decided(_DAY_TOLD):
            return {"what": "reopened"}
        case _:
            return None


def _told(event: e.Event, state: TournamentState) -> dict[str, Any] | None:  # noqa: C901 - a table
    match event:
        case e.TournamentCreated(seed=seed):
            return {"what": "created", "chosen": bool(seed)}
        case e.EntrantEntered(number, status, fixed_table=table):
            return {"what": "entered", "entrant": number, "status": status.value, "table": table}
        case e.StatusChanged(number, status):
            return {"what": "status", "entrant": number, "status": status.value}
        case e.EntrantRemoved(number):
            return {"what": "status", "entrant": number, "status": "removed"}
        case e.EntrantSubstituted(number):
            return {"what": "substituted", "entrant": number}
        case e.EntrantAmended(number, reason=reason) if reason:
            # Before reasons were asked for it was not told: old trails stay as they are.
            fields = changed_of(state, event)
            told = {"what": "amended", "entrant": number, "fields": list(fields)}
            return told if is_public(state, fields) else None
        case e.KeptApart(entrants):
            return {"what": "apart", "entrants": list(entrants)}
        case e.TableFixed(number, table):
            return {"what": "fixed", "entrant": number, "table": table}
        case e.ChancePledged(commit, ctx, entrants):
            return {"what": "pledged", "commit": commit, "ctx": ctx, "entrants": list(entrants)}
        case e.ChanceCarriedOut(commit):
            return {"what": "carried_out", "commit": commit}
        case e.ChanceRevealed(commit, seed):
            return {"what": "revealed", "commit": commit, "seed": seed}
        case e.SlipEntered(slip):
            return {"what": "slip", **_slip(slip)}
        case e.SlipTakenBack(slip):
            return {"what": "slip_back", **_slip(slip)}
        case e.RoundDrawn():
            return _drawn(event, state)
        case e.SeatsSwapped(one, other):
            return {"what": "swapped", "one": one, "other": other}
        case e.SeatTaken(number, entrant, table):
            return {"what": "placed", "round": number, "entrant": entrant, "table": table}
        case e.TableLocked(table, locked):
            return {"what": "locked", "table": table, "locked": locked}
        case e.RoundPublished(number):
            tables = [[t.number, list(t.seats)] for t in state.rounds[number - 1].tables]
            return {"what": "published", "round": number, "tables": tables}
        case e.SeatsDrawn(number, table, tiles, seats):
            drawn = [[n, list(row)] for n, row in tiles]
            return {
                "what": "seated",
                "round": number,
                "table": table,
                "tiles": drawn,
                "seats": list(seats),
            }
        case e.RoundUnpublished(number):
            return {"what": "unpublished", "round": number}
        case e.DealsPledged(number, table, _, commits):
            bound = [list(one) for one in commits]
            return {"what": "deals", "round": number, "table": table, "commits": bound}
        case e.TournamentFinished() if state.seed:
            # Told earlier, everybody could foretell the draws to come.
            return {"what": "seed", "seed": state.seed}
        case e.StageCut(stage, advanced):
            return {"what": "cut", "stage": stage, "entrants": list(advanced)}
        case e.CutTakenBack(stage):
            return {"what": "cut_back", "stage": stage}
        case e.PlacePassedDown(stage, resigned, successor):
            return {"what": "passed", "stage": stage, "resigned": resigned, "successor": successor}
        case e.ResignationTakenBack(stage, entrant, leaves):
            return {"what": "passed_back", "stage": stage, "entrant": entrant, "leaves": leaves}
        case _:
            return None


def _slip(slip: DrawnSlip) -> dict[str, Any]:
    return {
        "round": slip.round,
        "entrant": slip.entrant,
        "table": slip.table,
        "seat": slip.seat,
    }


def _drawn(event: e.RoundDrawn, state: TournamentState) -> dict[str, Any]:
    tables = sorted(zip(event.numbers, event.tables, strict=True))
    return {
        "what": "drawn",
        "draw": event.draw,
        "round": event.round,
        "stage": event.stage,
        "how": event.how,
        "label": event.label,
        "algorithm": event.algorithm,
        "public": event.public,
        "input": _input(event, state) if event.label else None,
        "input_hash": event.input_hash,
        "tables": [[number, list(seats)] for number, seats in tables],
        "plan": [_lists(tables) for tables in event.plan],
    }


def _input(event: e.RoundDrawn, state: TournamentState) -> DrawInput | None:
    """What the draw was made from, found again: of the table sizes there are, the one it names."""
    found = named_input(state, event.stage, event.input_hash)
    return found[1] if found else None


def _lists(tables: tuple[Seats, ...]) -> list[list[int]]:
    return [list(seats) for seats in tables]
