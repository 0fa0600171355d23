"""The −100/−200 verdict on a player who had not opened when another went out, with its proof."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from stolik.refusal import refuse
from stolik.rummikub.codes import Refusal
from stolik.rummikub.openings import BestOpening, Opening, best_opening, opens
from stolik.rummikub.rules import AnnouncementSpares, NeverHadTurn, RulesProfile
from stolik.rummikub.tiles import Tableau, Tile, Tiles, without


class VerdictRule(StrEnum):
    """Which line of the decision was reached."""

    COULD_NOT_OPEN = "could_not_open"
    COULD_OPEN_EARLIER = "could_open_earlier"
    ANNOUNCED = "announced"
    NOT_ANNOUNCED = "not_announced"
    TIME_OUT_TILE = "time_out_tile"
    NEVER_HAD_TURN = "never_had_turn"
    ANNOUNCED_BEFORE_GAME = "announced_before_game"
    NOT_ANNOUNCED_BEFORE_GAME = "not_announced_before_game"
    LAST_DRAWN_UNKNOWN = "last_drawn_unknown"


@dataclass(frozen=True, slots=True)
class Unopened:
    """What is known of the player; `last_drawn` None: nothing was drawn in his last turn."""

    rack: Tiles
    last_drawn: Tiles = ()
    had_turn: bool = True
    announced: bool = False
    announced_before_game: bool = False
    for_time_out: Tiles = ()  # of the last drawn: received when his time was over


@dataclass(frozen=True, slots=True)
class Verdict:
    """The points, the line that gives them, and the melds that prove it."""

    small_points: int
    rule: VerdictRule
    article: str
    melds: Tableau = field(default=())


@dataclass(frozen=True, slots=True)
class OpenVerdict:
    """The answer for each tile the last drawn one may have been."""

    small_points: int | None
    rule: VerdictRule
    article: str
    melds: Tableau
    cases: tuple[tuple[Tile, Verdict], ...]


def verdict(player: Unopened, rules: RulesProfile, best: BestOpening = best_opening) -> Verdict:
    """−100 if he could not have opened, −200 if he could and did not, by the profile's lines."""
    if player.had_turn and without(player.last_drawn, player.rack):
        refuse(rules.violation(Refusal.VERDICT_LAST_DRAWN, tiles=player.last_drawn))
    whole = best(player.rack, rules)
    if not opens(whole, rules):
        return _verdict(VerdictRule.COULD_NOT_OPEN, whole, rules)
    if not player.had_turn:
        return _verdict(_never_had_turn(player, rules), whole, rules)
    if player.announced and rules.opening.announcement_spares is AnnouncementSpares.ALWAYS:
        return _verdict(VerdictRule.ANNOUNCED, whole, rules)
    earlier = best(without(player.rack, player.last_drawn), rules) if player.last_drawn else whole
    if opens(earlier, rules):
        return _verdict(VerdictRule.COULD_OPEN_EARLIER, earlier, rules)
    if player.announced and rules.opening.announcement_spares is AnnouncementSpares.LAST_TILE:
        return _verdict(VerdictRule.ANNOUNCED, whole, rules)
    if _only_by_time_out(player, rules, best):
        return _verdict(VerdictRule.TIME_OUT_TILE, whole, rules)
    return _verdict(VerdictRule.NOT_ANNOUNCED, whole, rules)


def _only_by_time_out(player: Unopened, rules: RulesProfile, best: BestOpening) -> bool:
    """Whether he can open only with what he received too late to announce it (decision 23)."""
    if not player.for_time_out or not rules.opening.time_out_tile_spares:
        return False
    announceable = without(player.rack, player.for_time_out)
    return not opens(best(announceable, rules), rules)


def verdict_for_unknown(
    player: Unopened, rules: RulesProfile, best: BestOpening = best_opening
) -> OpenVerdict:
    """At a physical table nobody may know the last drawn tile: both answers, and which tiles."""
    cases = tuple(
        (tile, verdict(_drew_last(player, tile), rules, best)) for tile in _distinct(player.rack)
    )
    found = [answer for _, answer in cases] or [verdict(player, rules, best)]
    if len({answer.small_points for answer in found}) > 1:
        proof = best(player.rack, rules)
        article = rules.article("verdict.last_drawn_unknown")
        return OpenVerdict(None, VerdictRule.LAST_DRAWN_UNKNOWN, article, proof.melds, cases)
    # Equal points by several lines: the one about the announcement holds whatever he drew.
    said = max(found, key=lambda answer: answer.rule == VerdictRule.NOT_ANNOUNCED)
    return OpenVerdict(said.small_points, said.rule, said.article, said.melds, cases)


def _never_had_turn(player: Unopened, rules: RulesProfile) -> VerdictRule:
    match rules.penalties.never_had_turn:
        case NeverHadTurn.SPARED:
            return VerdictRule.NEVER_HAD_TURN
        case NeverHadTurn.BY_DEALT_RACK:
            may_announce = rules.opening.announcement_before_game
            if player.announced_before_game and may_announce:
                return VerdictRule.ANNOUNCED_BEFORE_GAME
            return VerdictRule.NOT_ANNOUNCED_BEFORE_GAME


_COULD_HAVE_OPENED = frozenset(
    {
        VerdictRule.COULD_OPEN_EARLIER,
        VerdictRule.NOT_ANNOUNCED,
        VerdictRule.NOT_ANNOUNCED_BEFORE_GAME,
    }
)


def _verdict(rule: VerdictRule, proof: Opening, rules: RulesProfile) -> Verdict:
    penalties = rules.penalties
    points = penalties.could_have_opened if rule in _COULD_HAVE_OPENED else penalties.unopened
    return Verdict(points, rule, rules.article(f"verdict.{rule}"), proof.melds)


def _drew_last(player: Unopened, tile: Tile) -> Unopened:
    return Unopened(
        player.rack,
        (tile,),
        had_turn=player.had_turn,
        announced=player.announced,
        announced_before_game=player.announced_before_game,
        for_time_out=(tile,) if player.for_time_out else (),
    )


def _distinct(tiles: Iterable[Tile]) -> Tiles:
    return tuple(dict.fromkeys(tiles))
