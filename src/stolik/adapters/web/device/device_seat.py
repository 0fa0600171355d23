"""Who plays on a device: one person at the first seat of its tables, let in as a server lets in."""

from stolik.app.access import passes
from stolik.app.access.access import Access
from stolik.app.access.logins import login_of
from stolik.app.access.roles import PRACTICE, PersonRole
from stolik.app.access.standing import LoginNow, nobody, standing_of
from stolik.app.ports import Put
from stolik.app.tables.codes import Refusal
from stolik.app.tables.practice_keeper import PracticeKeeper
from stolik.app.tables.practising import PracticeWish, practice_table
from stolik.app.tables.room import Room
from stolik.app.tables.rooms import Rooms
from stolik.app.tables.table_rights import viewer_of
from stolik.refusal import Violation, refuse
from stolik.seats import Role, Viewer

# So begins the number of every table of a device, and of no other: a browser knows by it whom to
# ask (frontend/src/device/tables.ts). Chance makes such a number once in 2 to the power of 48.
MARK = "d0d0d0d0d0d0"
_COOKIE = ("device", "login")  # the record that holds what a browser would hold as its cookie
_HERE = "device"  # the address of everybody


class DeviceSeat:
    """Practice tables of this device and the login their person has."""

    def __init__(self, rooms: Rooms, access: Access, practice: PracticeKeeper) -> None:
        self._rooms = rooms
        self._access = access
        self._practice = practice

    async def practise(self, game: str, wish: PracticeWish) -> str:
        """A table against bots; its first seat is this device's from now on."""
        table = MARK + self._rooms.house.chance(6).hex()
        setup = practice_table(self._rooms.game(game), table, wish)
        login = await login_of(self._access, await self._token())
        await self._practice.create(setup, _HERE, login)
        wanted = passes.Wanted(role=PersonRole.PLAYER, table=table, seat=0)
        issued = (await passes.issue(self._access, PRACTICE, [wanted]))[0]
        secret, _ = await passes.enter(self._access, issued.entry)
        await self._rooms.house.store.put([Put(*_COOKIE, secret.token.encode())])
        return table

    async def who(self, token: str | None, table: str) -> LoginNow:
        """Whose standing a hello has: this device's, or a stranger's who only watches."""
        del table  # there is one login, and it is that of the last table
        if token is None:
            return nobody(self._access)
        return await standing_of(self._access, token or await self._token())

    async def room(self, table: str) -> tuple[Room, Viewer]:
        """A table one may look back at, and by which eyes."""
        room = (await self._rooms.host(table)).room
        viewer = viewer_of(await login_of(self._access, await self._token()), room.table.setup)
        if viewer.role is Role.PUBLIC:
            refuse(Violation(Refusal.NOT_YOURS))
        return room, viewer

    async def _token(self) -> str:
        return (await self._rooms.house.store.get(*_COOKIE) or b"").decode()
