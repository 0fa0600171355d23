"""The rules row by row: where each is written, under which key a profile cites it, which files
hold its cases. A regulation that is not named is silent on the row; then mp2023 speaks for it."""

import re
from dataclasses import dataclass, field
from pathlib import Path

_PAGE = Path(__file__).parents[2] / "docs" / "rules" / "decisions.md"


@dataclass(frozen=True)
class Row:
    """One rule; `lines` maps an article key of the profiles to where the documents say it."""

    files: tuple[str, ...]
    lines: dict[str, tuple[str, ...]] = field(default_factory=dict)


ROWS: dict[str, Row] = {
    "stacks": Row(
        ("deal",), {"stacks": ("mp2023 L3", "eliminacje L68", "zimowy L25", "szkoly2015 L67")}
    ),
    "deal": Row(
        ("deal",),
        {
            "deal": ("mp2023 L10", "eliminacje L20", "zimowy L30", "szkoly2015 L69"),
            "deal_by_judge": ("eliminacje L70",),
        },
    ),
    "next draw stack": Row(
        ("draw-and-click",), {"next_stack": ("mp2023 L72", "eliminacje L21", "zimowy L37")}
    ),
    "doublets": Row(
        ("deal",),
        {
            "doublets": ("mp2023 L58", "eliminacje L19", "zimowy L26", "szkoly2015 L71"),
            "doublets_deadline": ("mp2023 L60",),
        },
    ),
    "seats": Row(
        ("seating",), {"seats": ("mp2023 L6", "eliminacje L46", "zimowy L3", "szkoly2015 L67")}
    ),
    "starter": Row(
        ("seating",), {"starter": ("mp2023 L9", "eliminacje L17", "zimowy L40", "szkoly2015 L67")}
    ),
    "move time": Row(
        ("draw-and-click",),
        {"move_time": ("mp2023 L27", "eliminacje L27", "zimowy L50", "szkoly2015 L93")},
    ),
    "time-out a": Row(
        ("timeouts",),
        {
            "time_out.own_tile_back": ("mp2023 L29", "eliminacje L23", "zimowy L52"),
            "time_out.no_move": ("mp2023 L31", "eliminacje L23", "zimowy L54"),
            "time_out.table_tile_in_hand": ("mp2023 L32", "eliminacje L23", "zimowy L55"),
        },
    ),
    "time-out b": Row(
        ("timeouts",),
        {
            "time_out.unfinished": (
                "mp2023 L35",
                "eliminacje L27",
                "zimowy L59",
                "szkoly2015 L93",
            ),
            "time_out.unrestorable": (
                "mp2023 L36",
                "eliminacje L27",
                "zimowy L60",
                "szkoly2015 L93",
            ),
        },
    ),
    "time-out c": Row(
        ("timeouts",), {"time_out.move_stands": ("mp2023 L40", "eliminacje L102", "zimowy L64")}
    ),
    "touching": Row(("timeouts",), {"time_out.touched": ("mp2023 L64", "zimowy L92")}),
    "draw then click": Row(("draw-and-click",), {"draw_then_click": ("mp2023 L46", "zimowy L73")}),
    "one set": Row(("layout",), {"melds_on_felt": ("mp2023 L43", "zimowy L69")}),
    "end of move": Row(
        ("draw-and-click", "timeouts"),
        {"end_of_move": ("mp2023 L50", "eliminacje L26", "zimowy L78", "szkoly2015 L95")},
    ),
    "tile count": Row(("views",), {"tile_count": ("mp2023 L76", "zimowy L158")}),
    "opening": Row(
        ("opening",),
        {
            "opening": ("mp2023 L54", "eliminacje L24", "zimowy L83", "szkoly2015 L79"),
            "opening_touch": ("mp2023 L56", "eliminacje L82", "zimowy L85", "szkoly2015 L83"),
        },
    ),
    "joker in the opening": Row(
        ("opening",),
        {"opening_joker": ("mp2023 L55", "eliminacje L24", "zimowy L84", "szkoly2015 L89")},
    ),
    "joker manipulation": Row(
        ("jokers",),
        {
            "joker": ("eliminacje L92", "szkoly2015 L89"),
            "rack_tile": ("mp2023 L124", "eliminacje L88", "zimowy L150", "szkoly2015 L85"),
        },
    ),
    "joker left on rack": Row(
        ("points",),
        {"joker_on_rack": ("mp2023 L84", "eliminacje L28", "zimowy L109", "szkoly2015 L99")},
    ),
    "unopened": Row(
        ("verdict", "points"),
        {
            "verdict.could_not_open": (
                "mp2023 L89",
                "eliminacje L29",
                "zimowy L115",
                "szkoly2015 L99",
            ),
            "verdict.could_open_earlier": (
                "mp2023 L93",
                "eliminacje L31",
                "zimowy L118",
                "szkoly2015 L99",
            ),
            "verdict_jokers": ("mp2023 L104", "zimowy L124"),
        },
    ),
    "announcement": Row(
        ("verdict",),
        {
            "announcement": ("mp2023 L95", "eliminacje L112", "zimowy L119", "szkoly2015 L99"),
            "announcement_before_game": ("mp2023 L99",),
        },
    ),
    "pool empty": Row(
        ("endings",),
        {"pool_empty": ("mp2023 L106", "eliminacje L33", "zimowy L126", "szkoly2015 L100")},
    ),
    "its scoring": Row(
        ("points",),
        {"unfinished": ("mp2023 L108", "eliminacje L33", "zimowy L129", "szkoly2015 L100")},
    ),
    "game time limit": Row(
        ("endings", "points"), {"time_over": ("zimowy L126", "szkoly2015 L101")}
    ),
    "tie for first": Row(("points",), {"tie_for_first": ("mp2023 L110", "zimowy L137")}),
    "big points": Row(
        ("points",),
        {
            "big_points": ("mp2023 L113", "eliminacje L34", "zimowy L139", "szkoly2015 L105"),
            "big_points_of_three": ("szkoly2015 L107",),
        },
    ),
    "small points": Row(
        ("points", "endings"),
        {"small_points": ("mp2023 L117", "eliminacje L106", "zimowy L144", "szkoly2015 L99")},
    ),
    "end of a game": Row(
        ("endings",), {"game_end": ("mp2023 L121", "eliminacje L122", "zimowy L145")}
    ),
    "violations": Row(
        ("referee",),
        {
            "exclusion": ("mp2023 L128", "eliminacje L36", "zimowy L162", "szkoly2015 L145"),
            "gross": ("mp2023 L135",),
            "deduction": ("szkoly2015 L150",),
        },
    ),
    "dispute": Row(("referee",), {"dispute": ("mp2023 L131", "zimowy L153")}),
    "verdict": Row(("verdict", "opening")),
    "decision 1": Row(("melds",)),
    "decision 2": Row(("melds", "deal", "seating")),
    "decision 3": Row(("timeouts",)),
    "decision 4": Row(("timeouts",)),
    "decision 5": Row(("timeouts", "draw-and-click")),
    "decision 6": Row(("points",)),
    "decision 7": Row(("points",)),
    "decision 8": Row(("points",)),
    "decision 9": Row(("points",)),
    "decision 10": Row(("points",), {"shared_places": ("szkoly2015 L109",)}),
    "decision 11": Row(("verdict",)),
    "decision 12": Row(("verdict",)),
    "decision 13": Row(("endings",)),
    "decision 14": Row(("verdict",)),
    "decision 15": Row(("deal",)),
    "decision 16": Row(("points",)),
    "decision 17": Row(("referee", "points", "endings")),
    "decision 18": Row(("timeouts",)),
    "decision 19": Row(("points",)),
    "decision 20": Row(("deal", "seating")),
    "decision 21": Row(("layout",)),
    "decision 22": Row(("jokers",)),
    "decision 23": Row(("verdict",)),
    "decision 27": Row(("seating",)),
    "decision 32": Row(("timeouts",)),
}


def decisions() -> dict[str, tuple[str, ...]]:
    """Every decision of the page, with the files here that hold its cases.

    A file that is named with its folder is another test's: decisions on tournaments.
    """
    _, *parts = re.split(r"^## Decision (\d+)\n", _PAGE.read_text("utf-8"), flags=re.M)
    named = dict(zip(parts[::2], parts[1::2], strict=True))
    return {f"decision {number}": _case_files(text) for number, text in named.items()}


def _case_files(text: str) -> tuple[str, ...]:
    _, _, cases = text.partition("- Cases:")
    own = [part for part in cases.split(";") if " of tests/" not in part]
    return tuple(re.findall(r"(?<![/\w])([a-z-]+)\.txt", "".join(own)))
