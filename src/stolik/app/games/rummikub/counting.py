"""How a tournament counts games of Rummikub: by the tiles left, unless its results are places."""

from collections import Counter
from functools import partial

from stolik.app.codes import Refusal
from stolik.app.games.counting import Counting, MoveTimes, by_places
from stolik.app.games.rummikub.possible import demand_possible
from stolik.app.games.rummikub.score_sheet import sheet_lines
from stolik.app.library import rules_profile
from stolik.fair.seats import heights
from stolik.refusal import Violation, refuse
from stolik.rummikub.rules import PoolEmpty, RulesProfile, TimeOverPolicy
from stolik.rummikub.scoring import big_points_of
from stolik.tournament.format import TournamentFormat


def counting(profile: str, shape: TournamentFormat) -> Counting:
    """By the rules of this name."""
    if shape.place_points:
        return by_places(shape)
    rules = rules_profile(profile)
    return Counting(
        lines=lambda sheet: sheet_lines(sheet.ending, sheet.seats, rules, sure=sheet.sure),
        demand_possible=partial(demand_possible, rules=rules),
        rules=rules,
        profile=rules.id,
        online=profile,
        worth=partial(big_points_of, rules=rules),
        keeps_offences=True,
        any_judge_deducts=rules.penalties.points_may_be_deducted,
        best_game=max(rules.points.big_points_of_four),
        game_minutes=lambda stage: rules.clock.game_minutes(heat=stage.is_heat),
        move_times=_times(rules),
        starter_rotates=rules.seating.starter_rotates,
        seat_tile=partial(_seat_tile, rules) if rules.seats_by_tile else None,
        seat_box=Counter(heights(rules.tile_set, rules.seating.joker_in_seat_draw)),
    )


def _seat_tile(rules: RulesProfile, written: str) -> int:
    """What a tile drawn for a seat counts: its number; the joker as the rules say (decision 2)."""
    text = written.strip().lower()
    if text in ("j", "joker"):
        return rules.seating.joker_in_seat_draw
    number = int(text) if text.isascii() and text.isdecimal() else 0
    if not 1 <= number <= rules.tiles.highest:
        refuse(Violation(Refusal.SEAT_TILE, facts={"most": rules.tiles.highest}))
    return number


def _times(rules: RulesProfile) -> MoveTimes:
    return MoveTimes(
        move_s=rules.clock.turn_time_s,
        judge_presses=rules.clock.pressed_by_judge,
        one_move_each=rules.ending.time_over is TimeOverPolicy.ONE_MOVE_EACH,
        restarts=rules.clock.restart_if_clicked_before_drawing,
        until_all_pass=rules.ending.pool_empty is PoolEmpty.UNTIL_ALL_PASS,
        announce_before_game=rules.opening.announcement_before_game,
    )
