"""Every reason this core can refuse for. Each has a sentence in both text catalogues."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    NOT_SET = "table_clock.not_set"
    SET_ALREADY = "table_clock.set_already"
    SEATS = "table_clock.seats"
    TIMES = "table_clock.times"
    SEAT_UNKNOWN = "table_clock.seat_unknown"
    GAME_RUNNING = "table_clock.game_running"
    NOT_RUNNING = "table_clock.not_running"
    PAUSED = "table_clock.paused"
    PAUSED_ALREADY = "table_clock.paused_already"
    NOT_PAUSED = "table_clock.not_paused"
    MOVE_OVER = "table_clock.move_over"
    MOVE_NOT_BEGUN = "table_clock.move_not_begun"
    OTHER_SEAT = "table_clock.other_seat"
    WAITS_FOR_REFEREE = "table_clock.waits_for_referee"
    RESTART_NOT_DUE = "table_clock.restart_not_due"
    ANNOUNCED_ALREADY = "table_clock.announced_already"
    TIME_CALLED_ALREADY = "table_clock.time_called_already"
    SECONDS = "table_clock.seconds"
    REASON = "table_clock.reason"
    GAME_NOT_OVER = "table_clock.game_not_over"
    NOT_ALL_SEEN = "table_clock.not_all_seen"
    SEEN_ALREADY = "table_clock.seen_already"
    NO_MORE_GAMES = "table_clock.no_more_games"
