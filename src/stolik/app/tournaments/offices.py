"""All tournaments of a node, opened when somebody asks for them."""

import asyncio
from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace

from stolik.app.fairness.drawing import NextDraw, next_draw
from stolik.app.games.registry import counting_of
from stolik.app.library import former_formats, is_written_out, tournament_format
from stolik.app.ports import Put, Stream
from stolik.app.streams.chain import Rot
from stolik.app.streams.node_parts import NodeParts
from stolik.app.tournaments.card import KIND, TournamentCard, read_card, write_card
from stolik.app.tournaments.codes import Refusal
from stolik.app.tournaments.office import Office
from stolik.refusal import Refused, Violation
from stolik.tournament.state import RoundStatus, TournamentState


class Offices:
    """The tournaments this node serves."""

    def __init__(self, parts: NodeParts, draw: NextDraw = next_draw) -> None:
        """`draw`: where a draw is thought out."""
        self.on_open: Callable[[Office], None] = lambda _: None
        # Others may follow a tournament than before.
        self.on_card: Callable[[], None] = lambda: None
        self.on_deleted: Callable[[str], None] = lambda _: None  # on whatever node
        # Words beside these streams were erased: whoever knows them must forget them.
        self.on_erased: Callable[[AbstractSet[Stream]], Awaitable[None]] = _nobody
        self.erasures = 0  # how often somebody was forgotten: older copies must forget them too
        self._parts = parts
        self._draw = draw
        self._offices: dict[str, Office] = {}
        self._opening: dict[str, asyncio.Future[Office]] = {}

    async def cards(self) -> list[TournamentCard]:
        """Every tournament there is."""
        known = (read_card(body) for body in (await self._parts.store.all(KIND)).values())
        return [card for card in known if not card.deleted]

    async def card(self, tournament: str) -> TournamentCard | None:
        """What is known of a tournament, if there is one."""
        if tournament in self._offices:
            return self._offices[tournament].card
        record = await self._parts.store.get(KIND, tournament)
        return read_card(record) if record else None

    def is_public(self, tournament: str) -> bool:
        """Whether anybody may follow a tournament that is open on this node."""
        return tournament in self._offices and self._offices[tournament].card.public

    def is_deleted(self, tournament: str) -> bool:
        """Whether a tournament that is open on this node was deleted for ever."""
        return tournament in self._offices and self._offices[tournament].card.deleted

    def opened(self) -> tuple[Office, ...]:
        """The tournaments that are open on this node."""
        return tuple(self._offices.values())

    def out_of(self, tournament: str) -> frozenset[int]:
        """Who plays no longer in a tournament that is open on this node."""
        return self._offices[tournament].out if tournament in self._offices else frozenset()

    def head_judge_of(self, tournament: str) -> str:
        """The account or pass named in a tournament that is open on this node."""
        return self._offices[tournament].card.head_judge if tournament in self._offices else ""

    async def create(self, card: TournamentCard, *puts: Put) -> Office:
        """A new tournament, without any event yet; what belongs to it is kept with it."""
        office = self._office(card)
        await self._parts.store.put([write_card(card), *puts])
        self._offices[card.id] = office
        self.on_open(office)
        return office

    async def office(self, tournament: str) -> Office:
        """A tournament, opened if it is not; refused if there is none."""
        if tournament in self._offices:
            return self._offices[tournament]
        opening = self._opening.get(tournament)
        if opening is None:
            opening = self._opening[tournament] = asyncio.ensure_future(self._open(tournament))
            opening.add_done_callback(lambda _: self._opening.pop(tournament, None))
        return await asyncio.shield(opening)

    def published(self) -> frozenset[tuple[str, int]]:
        """The rounds announced so far in the tournaments that are open here."""
        return frozenset(
            (office.card.id, int(each.number))
            for office in self._offices.values()
            for each in office.state.rounds
            if each.status is RoundStatus.PUBLISHED
        )

    def happened(self) -> int:
        """How many events the tournaments that are open here have; grows with each result."""
        return sum(office.seq for office in self._offices.values())

    async def woken(self, stream: Stream, seq: int) -> None:
        """Another node has written."""
        for office in list(self._offices.values()):
            if not stream or (office.card.stream == stream and office.seq < seq):
                with suppress(Rot):  # whoever asks for it is told; the others go on
                    await office.catch_up()
                if not stream:  # a whisper may have been lost
                    await office.read_records()

    async def heard(self, stream: Stream) -> None:
        """Another node has changed what lies beside a stream."""
        for office in list(self._offices.values()):
            if office.card.stream == stream:
                await office.read_records()

    async def _open(self, tournament: str) -> Office:
        card = await self.card(tournament)
        if card is None:
            raise Refused([Violation(Refusal.TOURNAMENT_UNKNOWN)])
        office = self._office(card)
        await office.catch_up()
        self._offices[tournament] = office
        self.on_open(office)
        return office

    def _office(self, card: TournamentCard) -> Office:
        shape = tournament_format(card.format)
        counting = counting_of(shape, card.profile or shape.profile)
        if counting.profile and is_written_out(card.profile):
            # Rules of its own have no name that others know them by: one asks for the tournament's.
            counting = replace(counting, profile=card.id)
        state = TournamentState(shape, former_formats(card.format))
        office = Office(card, state, counting=counting, parts=self._parts, draw=self._draw)
        office.on_card = lambda: self._carded(office)
        return office

    def _carded(self, office: Office) -> None:
        if office.card.deleted:
            self.on_deleted(office.card.id)
        self.on_card()


async def _nobody(_: AbstractSet[Stream]) -> None:
    """Nobody else knows the words of a tournament."""
