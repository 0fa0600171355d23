"""A device's part in a fair deal: its own chance, the commits it saw, and the check at the end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from stolik.client.messages import Deal
from stolik.fair.entropy import nonce_commitment
from stolik.fair.verifier import Verified, verify

Chance = Callable[[], str]  # 32 bytes nobody can guess, in hex


class Doubtful(Exception):  # noqa: N818 - a finding, not an error
    """What this device saw of a deal does not fit together."""


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """What this device saw of a deal before and when it was made."""

    ctx: str
    game: int
    commit: str
    public: str
    nonce: str | None  # the own one, if it was asked for


@dataclass
class Fairness:
    """Nonces, commits and deals of one table as one device knows them."""

    chance: Chance
    deals: dict[str, SeenDeal] = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)
    _nonce: str = field(init=False)
    _commits: dict[str, str] = field(default_factory=dict)
    _closings: dict[str, str] = field(default_factory=dict)
    _shown: dict[str, str] = field(default_factory=dict)  # the own nonce by context

    def __post_init__(self) -> None:
        self._nonce = self.chance()

    @property
    def nonce_hash(self) -> str:
        """The commitment to the own nonce for the next deal."""
        return nonce_commitment(self._nonce)

    def asked(self, deal: Deal, seat: int) -> dict[str, Any] | None:
        """The answer to the house's commitment: first the hash, then the nonce behind it."""
        if self._commits.setdefault(deal.ctx, deal.commit) != deal.commit:
            self.doubts.append(f"{deal.ctx}: the house changed its commitment")
        own = deal.hashes.get(str(seat))
        if not deal.reveal:
            if self._nonce in self._shown.values():
                self._nonce = self.chance()  # shown once, it is nobody's secret any more
            return {"t": "nonce_hash", "hash": self.nonce_hash} if own is None else None
        if own != self.nonce_hash:
            return None  # it came too late, or another device of this seat answered
        self._shown[deal.ctx] = self._nonce
        return {"t": "nonce", "nonce": self._nonce}

    def dealt(self, game: int, fair: dict[str, Any], seat: int | None) -> None:
        """Tiles were dealt: keep what is public of it, and take another nonce for the next deal."""
        ctx, public = str(fair["ctx"]), str(fair["public"])
        if ctx in self.deals:
            return
        commit = self._commits.setdefault(ctx, str(fair["commit"]))
        nonce = self._shown.get(ctx)
        if nonce and f"seat{seat}:{nonce}" not in public.split(" "):
            self.doubts.append(f"{ctx}: the own nonce was left out")
        self.deals[ctx] = SeenDeal(ctx, game, commit, public, nonce)
        self._nonce = self.chance()

    def ended(self, fair: dict[str, Any]) -> None:
        """A game ended: its log is so long and no shorter. After a rewind it ends once more."""
        self._closings[str(fair["ctx"])] = str(fair["closed"])

    def of_game(self, game: int) -> SeenDeal | None:
        """The deal a game was played from: the last one, if tiles were dealt again."""
        return next((deal for deal in reversed(self.deals.values()) if deal.game == game), None)

    def checked(self, deal: SeenDeal, transcript: object, played: Mapping[str, Any]) -> Verified:
        """A transcript against what this device saw itself; raises `Refused` or `Doubtful`.

        `played`: what the verifier is told of the pieces, `ClientGame.pieces`.
        """
        if self.doubts:
            raise Doubtful("; ".join(self.doubts))
        closed = self._closings.get(deal.ctx, "")
        return verify(transcript, deal.commit, deal.public, closed=closed, **played)
