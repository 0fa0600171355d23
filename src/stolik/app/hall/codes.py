"""Reasons the hall can refuse for, beside those of the tournament and of a clock."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    MINUTES = "hall.minutes"
    SECONDS = "hall.seconds"
    ROUND_CLOCK_RUNS = "hall.round_clock_runs"
    NO_ROUND_CLOCK = "hall.no_round_clock"
    TIME_CALLED_ALREADY = "hall.time_called_already"
    PAUSED_ALREADY = "hall.paused_already"
    NOT_PAUSED = "hall.not_paused"
    NO_BREAK = "hall.no_break"
    NOTHING_MISSING = "hall.nothing_missing"
    REASON = "hall.reason"
    NO_CLOCK = "hall.no_clock"
    CLOCK_FULL = "hall.clock_full"
    ENOUGH_SAID = "hall.enough_said"
    PLAYS_ONLINE = "hall.plays_online"
    NOT_ONLINE = "hall.not_online"
    ONLINE_ALREADY = "hall.online_already"
    RESULTS_THERE = "hall.results_there"
    GAME_RUNS = "hall.game_runs"
    NO_TABLE = "hall.no_table"
    REFEREE_CALLED = "hall.referee_called"
    REFEREE_NOT_CALLED = "hall.referee_not_called"
    SHEETS_DIFFER = "hall.sheets_differ"
    SHEET_DECIDED = "hall.sheet_decided"
    NO_ENTRANT = "hall.no_entrant"
    PERCENT = "hall.percent"
    SEAT = "hall.seat"
