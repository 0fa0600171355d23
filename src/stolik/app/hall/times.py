"""How long a move takes in the hall: by the rules of the game, longer for who needs it."""

import json
from collections.abc import Mapping

from stolik.app.hall.codes import Refusal
from stolik.app.ports import EventStore, Put
from stolik.app.tournaments.office import Office
from stolik.app.tournaments.online import published_round
from stolik.refusal import Violation, refuse
from stolik.table_clock.state import Ms, OnFlag, Times

KIND = "time_percent"
PERCENT_LEAST, PERCENT_MOST = 100, 1000


def times_of(
    office: Office, number: int, seats: tuple[int, ...], percents: Mapping[int, int]
) -> Times:
    """The setting of a table's clock; refused where the rules know no time for a move."""
    counting, found = office.counting, published_round(office.state, number)
    times = counting.move_times
    if times is None:
        refuse(Violation(Refusal.NO_CLOCK))
    return Times(
        move=Ms(1000 * times.move_s),
        percents=tuple(percents.get(entrant, 100) for entrant in seats),
        games=found.games,
        # Where a judge presses the clock he also says what a flag means.
        on_flag=OnFlag.WAITS if times.judge_presses else OnFlag.GOES_ON,
        one_move_each=times.one_move_each,
        restarts=times.restarts,
        starter_rotates=counting.starter_rotates,
        game=Ms(60_000 * counting.game_minutes(office.state.format.stages[found.stage])),
        until_all_pass=times.until_all_pass,
        announce_before_game=times.announce_before_game,
    )


async def percents_of(store: EventStore, tournament: str) -> dict[int, int]:
    """What the organiser has set, by entrant."""
    records = await store.all(KIND, f"{tournament}/")
    return {int(key.rpartition("/")[2]): int(json.loads(body)) for key, body in records.items()}


def write_percent(office: Office, entrant: int, percent: int) -> Put:
    """The record of an entrant's time; refused if there is no such entrant or no such time."""
    if entrant not in office.state.entrants:
        refuse(Violation(Refusal.NO_ENTRANT, facts={"entrant": entrant}))
    if not PERCENT_LEAST <= percent <= PERCENT_MOST:
        facts = {"least": PERCENT_LEAST, "most": PERCENT_MOST}
        refuse(Violation(Refusal.PERCENT, facts=facts))
    return Put(KIND, f"{office.card.id}/{entrant}", json.dumps(percent).encode())
