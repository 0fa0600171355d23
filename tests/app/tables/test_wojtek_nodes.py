"""A table of Miś Wojtek on several nodes: whichever decides, the chance is that of the one deal."""

import asyncio
from random import Random

from stolik.app.games.wojtek.transcript import card_set
from stolik.app.library import board
from stolik.app.tables.setup import SeatSetup, TableSetup
from stolik.app.tables.transcript_of import transcript_of
from stolik.bots.wojtek.random_bot import RandomBot
from stolik.fair import verify
from stolik.seats import Seat
from stolik.wojtek.commands import ConfirmResult, ExchangeCards
from stolik.wojtek.events import TravelMixed
from stolik.wojtek.state import Phase
from tests.app.tables.hall import settle
from tests.app.tables.test_nodes import nodes, wait
from tests.app.tables.test_wojtek import thought

TRASA = board("trasa")


def test_commands_on_any_node_lead_to_one_game_that_can_be_checked():
    async def play() -> None:
        halls, _ = await nodes(3)
        seats = (SeatSetup(), SeatSetup())
        setup = TableSetup(id="t", profile="trasa", seats=seats, game="wojtek")
        await halls[0].rooms.create(setup)
        for seat in (0, 1):
            await halls[seat].sit(await halls[seat].rooms.freshened("t", 0), seat)
        await wait(halls, 4)
        hosts = [await hall.rooms.host("t") for hall in halls]
        bot, chance = RandomBot(TRASA, Random(3)), Random(4)
        for step in range(400):
            state = hosts[0].room.table.state
            if state.phase is Phase.OVER:
                break
            number = chance.randrange(3)
            command = thought(hosts[number], bot)
            if step < 16 and state.waiting is None:  # the deck is used up soon
                command = ExchangeCards(state.turn, state.seats[state.turn].hand)
            assert await halls[number].do(hosts[number], command) is None
            await settle()
        states = [host.room.table.state for host in hosts]
        assert states[0].phase is Phase.OVER
        assert states[0] == states[1] == states[2]
        assert any(isinstance(told.event, TravelMixed) for told in hosts[0].room.table.told)
        told, fair = await transcript_of(hosts[2].room, 1), hosts[2].room.table.fair
        assert verify(told, fair["commit"], fair["public"], cards=card_set(TRASA)).size == 2
        assert [hall.faults for hall in halls] == [[], [], []]

    asyncio.run(play())


def test_a_node_that_has_not_read_the_secret_reads_it_before_it_decides():
    async def play() -> None:
        halls, _ = await nodes(2)
        seats = (SeatSetup(), SeatSetup())
        setup = TableSetup(id="t", profile="trasa", seats=seats, game="wojtek")
        await halls[0].rooms.create(setup)
        for seat in (0, 1):
            await halls[0].sit(await halls[0].rooms.freshened("t", 0), seat)
        await wait(halls, 4)
        late = await halls[1].rooms.host("t")
        late.play._keys.clear()  # what it learned of the deal is gone
        assert late.play.lacks_secret
        assert await halls[1].do(late, thought(late, RandomBot(TRASA, Random(1)))) is None
        assert not late.play.lacks_secret

    asyncio.run(play())


def test_the_chance_of_a_game_is_never_used_in_the_next_one():
    """The other node knows the secret of game 1 when game 2 is dealt elsewhere."""

    async def play() -> None:
        halls, _ = await nodes(2)
        seats = (SeatSetup(), SeatSetup())
        setup = TableSetup(id="t", profile="trasa", seats=seats, game="wojtek", games=2)
        await halls[0].rooms.create(setup)
        for seat in (0, 1):
            await halls[0].sit(await halls[0].rooms.freshened("t", 0), seat)
        await wait(halls, 4)
        hosts = [await hall.rooms.host("t") for hall in halls]
        bot = RandomBot(TRASA, Random(3))
        for game in (1, 2):
            for step in range(400):
                state = hosts[1].room.table.state
                if state.phase is Phase.OVER:
                    break
                command = thought(hosts[1], bot)
                if step < 16 and state.waiting is None:
                    command = ExchangeCards(state.turn, state.seats[state.turn].hand)
                hosts[1].play._keys.pop(f"{setup.ctx}/2", None)  # not read yet
                assert await halls[1].do(hosts[1], command) is None
            assert state.game == game
            for seat in (0, 1) if game == 1 else ():
                assert await halls[0].do(hosts[0], ConfirmResult(Seat(seat))) is None
            await wait(halls, 4)
        for game in (1, 2):
            told, fair = await transcript_of(hosts[1].room, game), hosts[0].play.deal_of(game, None)
            assert any(op == "mix" for op, *_ in told["log"])
            assert verify(told, fair["commit"], fair["public"], cards=card_set(TRASA)).size == 2
        assert [hall.faults for hall in halls] == [[], []]

    asyncio.run(play())
