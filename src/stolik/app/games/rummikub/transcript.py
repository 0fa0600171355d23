"""The transcript of a finished game, from the log of its table: what `stolik verify` reads."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from stolik.app.codes import Refusal
from stolik.app.fairness.dealing import OpenedDeal
from stolik.fair.game import GameSet
from stolik.refusal import Violation, refuse
from stolik.rummikub import events as e
from stolik.rummikub.dealing import clockwise, receivers, stacks
from stolik.rummikub.evolution import surviving_line
from stolik.rummikub.rules import RulesProfile
from stolik.rummikub.tiles import Tableau, Tiles, all_of, without
from stolik.seats import Seat

LogEntry = list[Any]  # [op, seat, out, got]


@dataclass(frozen=True, slots=True)
class DealtGame:
    """One deal and what was played from it; a deal that was asked back is one of its own."""

    seats: tuple[Seat, ...]  # in play, clockwise from the starter
    dealt: e.TilesDealt
    events: tuple[e.Event, ...]  # after the deal, without what the referee rewound
    dealt_since: bool = False
    circle: tuple[Seat, ...] = ()  # where tiles were drawn for the seats: those, highest first
    drawn: tuple[Tiles, ...] = ()  # … with this deal, seat by seat

    @property
    def is_over(self) -> bool:
        """Whether the seed may be shown: the game has ended, or other tiles were dealt since."""
        # A redeal that is only asked for could still be rewound.
        return self.dealt_since or any(isinstance(event, e.GameEnded) for event in self.events)


def dealt_games(log: Iterable[e.Event]) -> tuple[DealtGame, ...]:
    """Every deal of a table's whole log, redeals included, in order."""
    games: list[DealtGame] = []
    count, out = 0, set[Seat]()
    drawn: tuple[Tiles, ...] = ()
    circle: tuple[Seat, ...] = ()
    deal: DealtGame | None = None
    played: list[e.Event] = []
    for _, event in surviving_line(tuple(log)):
        match event:
            case e.TableOpened(seats=count, drawn=drawn, circle=circle):
                pass
            case e.TilesDealt(starter=starter):
                if deal:
                    games.append(replace(deal, events=tuple(played), dealt_since=True))
                around = clockwise(circle or tuple(map(Seat, range(count))), starter)
                seats = tuple(s for s in around if s not in out)
                deal, played = DealtGame(seats, event, (), circle=circle, drawn=drawn), []
                drawn = ()  # they stay where they sit
            case _:
                played.append(event)
        if isinstance(event, e.SeatDisqualified):
            out.add(event.seat)
    return (*games, replace(deal, events=tuple(played))) if deal else ()


def transcript(game: DealtGame, opened: OpenedDeal, rules: RulesProfile) -> dict[str, Any]:
    """What all may see once the game is over; refused before, for it holds the seed."""
    if not game.is_over:
        refuse(Violation(Refusal.FAIR_GAME_ALIVE))
    if game.dealt.order != opened.order:
        raise RuntimeError(f"{opened.deal.ctx} was not dealt from this seed")
    return opened.revealed(transcript_log(game, rules))


def transcript_log(game: DealtGame, rules: RulesProfile) -> list[LogEntry]:
    """Everything that came from the order of the tiles: [op, seat, out, got] line by line."""
    return [*_seated(game), *_deals(game, rules), *_moves(game.events)]


def game_set(rules: RulesProfile) -> GameSet:
    """What a verifier has to know of a profile."""
    size, each, seating = rules.tiles.stack_size, rules.deal.stacks_each, rules.seating
    joker = seating.joker_in_seat_draw
    return GameSet(rules.tile_set, size, each, seating.seats_min, seating.seats_max, joker)


def _seated(game: DealtGame) -> Iterator[LogEntry]:
    """Where tiles were drawn for the seats: those if it was now, else who sits after whom."""
    if game.drawn:
        yield from (["seat", int(seat), [], list(game.drawn[seat])] for seat in game.circle)
    elif game.circle:
        around = clockwise(game.seats, min(game.seats))
        yield from (["seat", int(seat), [], []] for seat in around)


def _deals(game: DealtGame, rules: RulesProfile) -> Iterator[LogEntry]:
    built = stacks(game.dealt.order, rules)
    for stack, seat in zip(built, receivers(game.seats, rules), strict=False):
        yield ["deal", int(seat), [], list(stack.tiles)]


def _moves(events: Iterable[e.Event]) -> Iterator[LogEntry]:
    tableau: Tableau = ()
    for event in events:
        match event:
            case e.StackPlaced(seat, stack):
                yield ["stack", int(seat), [stack], []]
            case e.TileDrawn(seat, tile):
                yield ["play", int(seat), [], [tile]]
            case e.TilesLaid(seat, laid, tableau):
                yield ["play", int(seat), list(laid), []]
            case e.LooseTilesTaken(seat, loose, stays):
                # The ruling may leave melds lying that hold tiles laid in this very move.
                yield from _ruling(seat, without(all_of(stays), all_of(tableau)), loose)
                tableau = stays


def _ruling(seat: Seat, laid: Tiles, loose: Tiles) -> Iterator[LogEntry]:
    if laid:
        yield ["play", int(seat), list(laid), []]
    if loose:
        yield ["take", int(seat), [], list(loose)]
