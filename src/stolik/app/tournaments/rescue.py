"""A tournament carried out of the server as one file, and taken back when the file has gone on.

The file is what `stolik tournament --log` keeps, so the command line can run an event on when the
browser or the server fails. What comes back must begin with everything the server knows: then only
what is new is done, by the same commands, and whatever lies beside the log stays as it is.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, get_args

from stolik.app.fairness.drawing import NextDraw
from stolik.app.games.counting import Counting
from stolik.app.ports import Entry
from stolik.app.reading.codec import Reader, plain, write_event
from stolik.app.reading.strict_json import parse
from stolik.app.streams.free_fields import free_places
from stolik.app.tournaments.amended_names import demand_amendable
from stolik.app.tournaments.card import TournamentCard
from stolik.app.tournaments.claims import demand_claimable, signed_here
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.desk import Desk, in_book
from stolik.app.tournaments.logbook import Logbook, as_file
from stolik.app.tournaments.typed_again import demand_typed
from stolik.free_text import ERASED
from stolik.free_text import Kept as InGroup
from stolik.refusal import Refused, Violation, refuse
from stolik.tournament import commands as c
from stolik.tournament import events as e
from stolik.tournament.check import Impossible, checked, command_behind
from stolik.tournament.commands import Command
from stolik.tournament.cut import going_on
from stolik.tournament.engine import evolve
from stolik.tournament.standings import standings
from stolik.tournament.state import EntrantNumber, TournamentState

_READER = Reader(get_args(e.Event))
_PENALTIES = (c.Penalise, c.Disqualify, c.DecideReport)
_DISTURBING = (c.Unpublish, c.DrawSeats, c.TakeSeat)

Step = tuple[e.Event, ...]
Steps = Sequence[Step]


@dataclass(frozen=True, slots=True)
class KeptStream:
    """The stream of a tournament as the server knows it: its entries, with their words."""

    card: TournamentCard
    entries: tuple[Entry, ...]

    def events(self) -> list[e.Event]:
        """What happened, in order."""
        bodies = [json.loads(entry.body)["event"] for entry in self.entries]
        return [_READER.event(body, seq) for seq, body in enumerate(bodies, start=1)]


@dataclass(frozen=True, slots=True)
class Beside:
    """What the file holds outside its chain: names, and secrets that were drawn with already."""

    people: Mapping[int, str]
    secrets: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What is new in a file that came back."""

    events: int
    entered: tuple[int, ...]
    rounds: tuple[int, ...]  # that were published
    results: int  # entered or corrected
    substituted: tuple[int, ...]  # whose ways in end
    finished: bool
    takes_rounds_back: bool
    applied: bool = False


def carried_out(kept: KeptStream, blank: TournamentState, beside: Beside, profile: str) -> bytes:
    """The whole tournament as a file that the command line goes on with."""
    card, entries = kept.card, kept.entries
    server = {"tournament": card.id, "seq": len(entries), "head": entries[-1].link.hex()}
    head = {"format": card.format, "profile": profile, "name": card.name, "server": server}
    lines: list[dict[str, Any]] = [
        *({"person": number, "name": name} for number, name in sorted(beside.people.items())),
        *({"pledged": commit, "secret": seed} for commit, seed in beside.secrets.items()),
        {"details": plain(replace(card.details, logo=""))},
    ]
    return as_file(head, steps_of(kept, blank), lines)


def as_heat(
    kept: KeptStream, blank: TournamentState, named: Mapping[int, str], profile: str, best: int
) -> bytes:
    """The tournament as a heat: without any word about people, with names of the best alone."""
    card = kept.card
    head = {"format": card.format, "profile": profile, "name": card.name, "heat": best}
    words: dict[str, str] = {}
    entries = tuple(
        replace(x, body=_wordless(x.body, n, words)) for n, x in enumerate(kept.entries)
    )
    steps = list(steps_of(KeptStream(card, entries), blank))
    state = reduce(evolve, (event for step in steps for event in step), blank)
    if not state.finished:
        refuse(Violation(Refusal.HEAT_NOT_FINISHED, facts={"name": card.name}))
    first = {int(row.entrant) for row in going_on(state, standings(state))[:best]}
    people = [{"person": n, "name": name} for n, name in sorted(named.items()) if n in first]
    return as_file(head, steps, people)


def _wordless(body: bytes, seq: int, words: dict[str, str]) -> bytes:
    """An entry whose free words are erased; those of groups stay told apart."""
    raw = json.loads(body)
    kind: Any = type(_READER.event(raw["event"], seq))
    for path, how in free_places(kind):
        holder: Any = raw["event"]
        for key in path[:-1]:
            holder = holder[key]
        if said := holder.get(path[-1]):
            group = words.setdefault(said, f"{ERASED}{len(words) + 1}")
            holder[path[-1]] = group if how is InGroup.IN_GROUP else ERASED
    return json.dumps(raw, ensure_ascii=False).encode()


def steps_of(kept: KeptStream, blank: TournamentState) -> Iterator[tuple[e.Event, ...]]:
    """The events of each command; refused where today's rules would not tell them so."""
    events, state, at = kept.events(), blank, 0
    # What one command told was written in one moment by one person.
    moments = [(raw["at"], raw["by"]) for raw in (json.loads(x.body) for x in kept.entries)]
    while at < len(events):
        end = at + 1
        while end < len(events) and moments[end] == moments[at]:
            end += 1
        length, state = _first_step(state, events[at:end], kept.card)
        yield tuple(events[at : at + length])
        at += length


def _first_step(
    state: TournamentState, events: Sequence[e.Event], card: TournamentCard
) -> tuple[int, TournamentState]:
    # Two before one: a round is published with the secret of its draw, if there was one.
    for length in (2, 1, *range(3, len(events) + 1)):
        if length <= len(events):
            try:
                return length, checked(state, events[:length])
            except (Impossible, Refused):
                continue
    refuse(Violation(Refusal.FILE_OLDER_RULES, facts={"name": card.name}))


@dataclass(frozen=True, slots=True)
class Brought:
    """What a file that came back has beyond what is known here, and what has to be asked of it."""

    people: Mapping[EntrantNumber, str]
    steps: tuple[Step, ...]
    told: TakenBack
    penalties: tuple[Command, ...]  # not everybody may give each of them
    disturbing: tuple[Command, ...]  # for tables that are played at


def demand_latest(kept: KeptStream, seq: int) -> None:
    """Refuse what was read of the tournament if somebody was faster and it has gone on since."""
    if seq != len(kept.entries):
        refuse(Violation(Refusal.FILE_BEHIND, facts={"count": seq - len(kept.entries)}))


def read_on(
    content: bytes, kept: KeptStream, profile: str
) -> tuple[Mapping[EntrantNumber, str], Steps]:
    """The names of such a file, and its steps beyond what is known; refused if it is another's."""
    book = read_back(content, kept.card, profile)
    return book.desk.people, what_is_new(book, kept)


def brought(people: Mapping[EntrantNumber, str], steps: tuple[Step, ...]) -> Brought:
    """The same with what follows from it; of a large file not for the event loop."""
    asked = tuple(commands_in(steps))
    penalties = tuple(one for one in asked if isinstance(one, _PENALTIES))
    disturbing = {_place(one): one for one in asked if isinstance(one, _DISTURBING)}
    told = told_of(steps, applied=False)
    return Brought(people, steps, told, penalties, tuple(disturbing.values()))


def _place(command: c.Unpublish | c.DrawSeats | c.TakeSeat) -> tuple[type, int, int]:
    """What of a command says whom it disturbs."""
    match command:
        case c.DrawSeats(round=number, table=table):
            return c.DrawSeats, int(number), int(table)
        case c.TakeSeat(table=table):
            return c.TakeSeat, 0, int(table)
        case c.Unpublish():
            return c.Unpublish, 0, 0


def read_back(content: bytes, card: TournamentCard, profile: str) -> Logbook:
    """A file of this very tournament; refused if it is damaged or another's."""
    book = Logbook.read(content, lambda *named: named == (card.format, profile))
    if book.server.get("tournament") != card.id:
        refuse(Violation(Refusal.FILE_OTHER, facts={"name": book.name or "–"}))
    return book


def what_is_new(book: Logbook, kept: KeptStream) -> list[tuple[e.Event, ...]]:
    """The steps of a file beyond what the server knows; refused if it does not go on from there."""
    known, links = [_bare(event) for event in kept.events()], kept.entries
    steps = [tuple(_READER.event(raw, n) for raw in step) for n, step in enumerate(book.steps)]
    seq, head = book.server.get("seq"), book.server.get("head")
    if type(seq) is not int or not 1 <= seq <= len(links) or links[seq - 1].link.hex() != head:
        refuse(Violation(Refusal.FILE_OTHER, facts={"name": book.name}))
    _demand_sendable(book, seq)
    steps = list(signed_here(steps, seq))
    told = [_bare(event) for step in steps for event in step]
    if told[: len(known)] != known[: len(told)]:
        refuse(Violation(Refusal.FILE_DIVERGED))
    if len(told) < len(known):
        refuse(Violation(Refusal.FILE_BEHIND, facts={"count": len(known) - len(told)}))
    return list(_beyond(steps, len(known)))


def _demand_sendable(book: Logbook, own: int) -> None:
    """Refuse a text that would be refused if it were sent; the first `own` events are ours."""
    at = 0
    for number, step in enumerate(book.steps, start=1):
        if at >= own:
            try:
                parse(json.dumps(step, ensure_ascii=False).encode("utf-8", "surrogatepass"))
            except Refused:
                refuse(Violation(Refusal.FILE_TEXT, facts={"entry": number}))
        at += len(step)


def _beyond(steps: Iterable[tuple[e.Event, ...]], known: int) -> Iterator[tuple[e.Event, ...]]:
    at = 0
    for step in steps:
        if at >= known:
            yield step
        elif at + len(step) > known:  # the server was never in the middle of a command
            refuse(Violation(Refusal.FILE_DIVERGED))
        at += len(step)


def commands_in(steps: Iterable[tuple[e.Event, ...]]) -> Iterator[Command]:
    """What the steps of a file were asked by."""
    for step in steps:
        if (command := command_behind(step)) is not None:
            yield command


def done_again(
    desk: Desk,
    steps: Iterable[tuple[e.Event, ...]],
    names: Mapping[EntrantNumber, str],
    counting: Counting,
    draw: NextDraw,
) -> None:
    """Do at the desk what the file tells, word for word; refused where nobody could type it."""
    for step in steps:
        demand_claimable(step, desk.state, draw)
        command = command_behind(step)
        number = _named_by(step[0])
        name = names.get(number, "") if number else ""
        if command is not None:
            demand_typed(command, name, counting)
        if isinstance(command, c.Amend):
            demand_amendable(desk, command, name)
        if command is None or desk.do(command, name=name, of=number if name else None) != step:
            refuse(Violation(Refusal.FILE_DIVERGED))


def told_of(steps: Sequence[tuple[e.Event, ...]], *, applied: bool) -> TakenBack:
    """What these steps come to, in numbers."""
    events = [event for step in steps for event in step]
    results = (e.ResultRecorded, e.ResultCorrected)
    return TakenBack(
        events=len(events),
        entered=tuple(int(x.entrant) for x in events if isinstance(x, e.EntrantEntered)),
        rounds=tuple(int(x.round) for x in events if isinstance(x, e.RoundPublished)),
        results=sum(isinstance(x, results) for x in events),
        substituted=tuple(int(x.entrant) for x in events if isinstance(x, e.EntrantSubstituted)),
        finished=any(isinstance(x, e.TournamentFinished) for x in events),
        takes_rounds_back=any(isinstance(x, e.RoundUnpublished) for x in events),
        applied=applied,
    )


def _named_by(event: e.Event) -> EntrantNumber | None:
    """Whose name an event brings; who is known already keeps the name that is known."""
    match event:
        case (
            e.EntrantEntered(entrant=number)
            | e.EntrantSubstituted(entrant=number)
            | e.EntrantAmended(entrant=number, renamed=True)
        ):
            return number
        case e.GuardianNamed(guardian=guardian):
            return in_book(guardian)
        case _:
            return None


def _bare(event: e.Event) -> dict[str, Any]:
    """An event without its free words: they may have been erased here since it was carried out."""
    raw = write_event(event)
    kind: Any = type(event)
    for path, _ in free_places(kind):
        holder: Any = raw
        for key in path[:-1]:
            holder = holder.get(key) or {}
        holder.pop(path[-1], None)
    return raw
