"""A fair deal and a fair draw as a server holds them: commit first, entropy next, order last.

    deal = FairDeal(secrets.token_bytes(32), game_context("zimowy-2026", 1, 7, 1), rules.tile_set)
    deal.commit                        # published with the pairings
    opened = deal.opened(public_entropy(dice="3 1 6"))
    OpenTable(seats=4, starter=0, order=opened.order)

The 32 bytes come from the caller; they are never shown by `repr` and leave only in a transcript.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from stolik.app.codes import Refusal
from stolik.fair.closing import closing
from stolik.fair.commit import SEED_BYTES, VERSION, commitment, drawn, key, order
from stolik.refusal import Violation, refuse


def game_context(tournament: str, round_number: int, table: int, game: int) -> str:
    """The `ctx` of a game: tournament/round/table/game."""
    if not tournament or "/" in tournament:
        refuse(Violation(Refusal.FAIR_CONTEXT, facts={"name": tournament}))
    return f"{tournament}/{round_number}/{table}/{game}"


@dataclass(frozen=True, slots=True)
class FairDeal:
    """A game's secret before its public entropy is known; the commit may be shown to all."""

    seed: bytes = field(repr=False)
    ctx: str
    bag: tuple[str, ...]

    def __post_init__(self) -> None:
        _whole(self.seed)

    @property
    def commit(self) -> str:
        """In hex, to be published with the pairings."""
        return commitment(self.seed, self.ctx, self.bag)

    def opened(self, public: str) -> "OpenedDeal":
        """With the public entropy the order is settled; the seed stays secret."""
        return OpenedDeal(self, public)

    def redeal(self, seed: bytes, number: int) -> "FairDeal":
        """A redeal is a new game with a seed and a commit of its own."""
        return replace(self, seed=seed, ctx=f"{self.ctx}/redeal-{number}")


@dataclass(frozen=True, slots=True)
class OpenedDeal:
    """A deal whose order is settled."""

    deal: FairDeal
    public: str

    @property
    def order(self) -> tuple[str, ...]:
        """All pieces as they are read into stacks 1, 2, …; for `OpenTable` and `Deal`."""
        return tuple(order(self.deal.bag, self.key))

    @property
    def key(self) -> bytes:
        """What all chance of this game comes from; as secret as the seed."""
        return key(self.deal.seed, self.public, self.deal.ctx)

    def revealed(self, log: Sequence[Sequence[Any]]) -> dict[str, Any]:
        """The transcript; this hands out the seed."""
        return _transcript(self.deal, self.public, log)


@dataclass(frozen=True, slots=True)
class FairDraw:
    """A draw of seats, tables, starters or lots among entrants, before the dice are thrown."""

    seed: bytes = field(repr=False)
    ctx: str
    entrants: tuple[int, ...]

    def __post_init__(self) -> None:
        _whole(self.seed)

    @property
    def bag(self) -> tuple[str, ...]:
        """The entrant numbers as text, ascending."""
        return tuple(str(number) for number in sorted(set(self.entrants)))

    @property
    def commit(self) -> str:
        """In hex, published before the dice."""
        return commitment(self.seed, self.ctx, self.bag)

    def drawn(self, public: str, number: int) -> tuple[int, ...]:
        """The entrants in the order of draw `number`."""
        return tuple(int(slip) for slip in drawn(self.bag, self._key(public), number))

    def tournament_seed(self, public: str) -> str:
        """A seed for `create`: every draw of that tournament then comes from this key."""
        return f"{VERSION}:{self._key(public).hex()}"

    def revealed(self, public: str, first: int, reasons: Sequence[str] = ()) -> dict[str, Any]:
        """The transcript of draw number `first` and of its repeats, each with its reason."""
        numbered = enumerate(("", *reasons), start=first)
        log = [
            [
                "draw",
                number,
                [reason] if reason else [],
                [str(n) for n in self.drawn(public, number)],
            ]
            for number, reason in numbered
        ]
        return _transcript(self, public, log)

    def _key(self, public: str) -> bytes:
        return key(self.seed, public, self.ctx)


def _whole(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")


def _transcript(
    secret: FairDeal | FairDraw, public: str, log: Sequence[Sequence[Any]]
) -> dict[str, Any]:
    entries = [list(entry) for entry in log]
    return {
        "v": VERSION,
        "ctx": secret.ctx,
        "bag": list(secret.bag),
        "commit": secret.commit,
        "public": public,
        "seed": secret.seed.hex(),
        "log": entries,
        "closed": closing(secret.commit, entries),
    }
