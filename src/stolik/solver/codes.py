"""The reasons for which the solver refuses a request."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes of the violations the solver raises; their sentences live in the text catalogues."""

    UNKNOWN_TILE = "solver.unknown_tile"
    TOO_MANY_COPIES = "solver.too_many_copies"
    NOT_A_MELD = "solver.not_a_meld"
    UNKNOWN_OBJECTIVE = "solver.unknown_objective"
    UNSUPPORTED_TILE_SET = "solver.unsupported_tile_set"
    NOT_AN_ANSWER = "solver.not_an_answer"
