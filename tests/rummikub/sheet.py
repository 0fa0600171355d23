"""A second score sheet, straight from the four regulations: what each profile's text says.

Profiles are asked for by name here, so that a wrong field in a data file shows as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from stolik.rummikub import events as e
from stolik.rummikub.state import TableState
from tests.rummikub import brute

# Big points by place (mp2023 L113, eliminacje L34, zimowy L139; szkoly2015 L105 and L107).
BIG_POINTS = {
    ("szkoly2015", 4): (100, 60, 30, 15),
    ("szkoly2015", 3): (100, 60, 15),
    ("szkoly2015", 2): (100, 60),
}


@dataclass(slots=True)
class Player:
    """What happened to a seat in this game, gathered from the log."""

    rack: tuple[str, ...]
    opened: bool
    disqualified: bool
    had_turn: bool = False
    drawn: tuple[str, ...] = ()
    announced: bool = False
    announced_before_game: bool = False
    flat: int | None = None  # the judge's verdict, where it is given

    @property
    def cost(self) -> int:
        """Face values, a joker 50."""
        return sum(50 if tile == "j" else int(tile[1:]) for tile in self.rack)


Row = tuple[int, Fraction, Fraction]


def players_of(before: TableState) -> list[Player]:
    """The players when the game ended: racks from the state, their deeds from the log."""
    log = before.log
    players = [Player(s.rack, s.opened, s.disqualified) for s in before.seats if s.playing]
    numbers = [seat for seat, s in enumerate(before.seats) if s.playing]
    by_seat = dict(zip(numbers, players, strict=True))
    dealt = max(i for i, event in enumerate(log) if isinstance(event, e.TilesDealt))
    for event in log[dealt + 1 :]:
        _remember(by_seat, event)
    return players


def _remember(by_seat: dict[int, Player], event: e.Event) -> None:
    match event:
        case e.ReadinessDeclared(seat, announces):
            by_seat[seat].announced_before_game = announces
        case e.OpeningAnnounced(seat):
            by_seat[seat].announced = True
        case e.TileDrawn(seat, tile):
            by_seat[seat].drawn += (tile,)
        case e.LooseTilesTaken(seat, tiles):
            by_seat[seat].drawn = tiles
        case e.TurnEnded(seat, _, following):
            by_seat[seat].had_turn = True
            # A new turn: the announcement is used up (decision 14), nothing is drawn yet.
            by_seat[following].announced = False
            by_seat[following].drawn = ()


def rows(profile: str, ending: str, players: Sequence[Player]) -> list[Row]:
    """(place, small points, big points) of every player."""
    winners = _winners(ending, players)
    losers = [i for i in range(len(players)) if i not in winners]
    small = [Fraction(0)] * len(players)
    for i in losers:
        small[i] = Fraction(_loss(profile, ending, players, i))
    plus = -sum(small[i] for i in losers)
    if profile == "szkoly2015":
        plus -= players[winners[0]].cost  # L100: (sum of the others) − own
    for i in winners:
        small[i] = Fraction(plus)
    order = [(i not in winners, players[i].disqualified, -small[i]) for i in range(len(players))]
    places = [1 + sum(other < mine for other in order) for mine in order]
    return [
        (place, points, _big(profile, place, places))
        for place, points in zip(places, small, strict=True)
    ]


def _winners(ending: str, players: Sequence[Player]) -> list[int]:
    still_in = [i for i, player in enumerate(players) if not player.disqualified]
    if ending == "went_out":
        return [i for i in still_in if not players[i].rack]
    fewest = min(players[i].cost for i in still_in)
    return [i for i in still_in if players[i].cost == fewest]


def _loss(profile: str, ending: str, players: Sequence[Player], i: int) -> int:
    player = players[i]
    if ending == "went_out":
        return -player.cost if player.opened else player.flat or flat(profile, player)
    if profile == "szkoly2015" or player.disqualified:
        return -player.cost
    winner = players[_winners(ending, players)[0]]
    return -(player.cost - winner.cost)


def flat(profile: str, player: Player) -> int:
    """The −100/−200 verdict, line by line."""
    if not brute.can_open(player.rack):
        return -100
    if not player.had_turn:
        spared = profile != "mp2023" or player.announced_before_game
        return -100 if spared else -200
    earlier = list(player.rack)
    for tile in player.drawn:
        earlier.remove(tile)
    if brute.can_open(earlier):
        return -200
    return -100 if player.announced else -200


def _big(profile: str, place: int, places: Sequence[int]) -> Fraction:
    by_place = BIG_POINTS.get((profile, len(places)), (1, 0, 0, 0))
    if profile != "szkoly2015":
        return Fraction(by_place[place - 1])
    shared = by_place[place - 1 : place - 1 + places.count(place)]
    return Fraction(sum(shared), len(shared))
