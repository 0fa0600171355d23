"""What everything that keeps a stream on this node stands on."""

from dataclasses import dataclass, field

from stolik.app.ports import Bus, Chance, EventStore
from stolik.app.streams.service_clock import ServiceClock
from stolik.app.thinking.pools import Pools


@dataclass(frozen=True, kw_only=True)
class NodeParts:
    """Storage, the way to other nodes, time, chance, and where long thoughts are thought."""

    store: EventStore
    bus: Bus
    clock: ServiceClock
    chance: Chance
    pools: Pools = field(default_factory=Pools)
