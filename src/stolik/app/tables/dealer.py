"""Dealing in the open: the house commits, the seats add their chance, then all is dealt.

A seat's device sends the hash of a nonce; when all have, each sends its nonce. The house's seed was
committed to before, so nobody can choose the deal: docs/fair.md.
"""

from dataclasses import dataclass, field

from stolik.app.fairness.dealing import FairDeal, OpenedDeal
from stolik.app.ports import Append, Chance, Put, Stream
from stolik.app.streams.chain import chained, genesis
from stolik.app.streams.command_ids import our_own
from stolik.fair.entropy import checked_nonce, public_entropy
from stolik.refusal import Refused
from stolik.seats import Seat

KIND = "deal"


@dataclass
class Gathering:
    """One deal in the making: hashes come first, then nonces, and the deal is made once."""

    deal: FairDeal
    willing: set[Seat]  # seats whose device takes part
    hashes: dict[Seat, str] = field(default_factory=dict)
    nonces: dict[Seat, str] = field(default_factory=dict)
    revealing: bool = False

    @property
    def has_all_hashes(self) -> bool:
        """Whether every seat that takes part has committed to its nonce."""
        return self.willing <= self.hashes.keys()

    @property
    def has_all_nonces(self) -> bool:
        """Whether every nonce committed to has been shown."""
        return self.hashes.keys() <= self.nonces.keys()

    def give_hash(self, seat: Seat, hash_: str) -> None:
        """A seat commits to its nonce; the first word counts, and only before the reveal."""
        if not self.revealing:
            self.hashes.setdefault(seat, hash_)

    def reveal(self, seat: Seat, nonce: str) -> None:
        """A seat shows the nonce it committed to; another one is as good as none."""
        if self.revealing and seat in self.hashes:
            try:
                self.nonces[seat] = checked_nonce(nonce, self.hashes[seat])
            except Refused:
                self.hashes[seat] = ""

    def opened(self, chance: Chance) -> OpenedDeal:
        """The deal with all the chance that came together."""
        nonces = {int(seat): self.nonces.get(seat) for seat in self.hashes}
        if any(nonces.values()):
            return self.deal.opened(public_entropy(nonces=nonces))
        # Nobody's device takes part: the record says that the house alone brought the chance.
        return self.deal.opened(f"house:{chance(16).hex()}")


def write_seed(table: str, deal: FairDeal) -> Put:
    """The secret of a deal as a record; it must be kept before its commit is shown."""
    return Put(KIND, seed_key(table, deal.ctx), deal.seed)


def seed_made(table: str, deal: FairDeal, chance: Chance) -> Append:
    """The secret of a deal that nobody committed to before; kept once, whoever else tries."""
    stream = Stream(f"{KIND}/{seed_key(table, deal.ctx)}")
    committed = f'{{"event":"Committed","commit":"{deal.commit}"}}'.encode()
    entries = chained([committed], after=0, previous=genesis(stream), chance=chance)
    return Append(stream, 0, tuple(entries), our_own(chance), (write_seed(table, deal),))


def seed_key(table: str, ctx: str) -> str:
    """Where a deal's secret is kept."""
    return f"{table}:{ctx}"


def fresh_deal(ctx: str, bag: tuple[str, ...], chance: Chance) -> FairDeal:
    """A deal nobody knows anything of yet."""
    return FairDeal(chance(32), ctx, bag)
