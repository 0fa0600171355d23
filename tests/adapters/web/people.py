"""The ten subjects of the role matrix, each with a login of their own."""

from collections.abc import Mapping

from stolik.app.access import logins, passes, records
from stolik.app.access.access import Access
from stolik.app.access.passes import Wanted
from stolik.app.access.roles import PersonRole

HERE, ELSEWHERE = "here", "elsewhere"
TABLE, OTHER_TABLE = "1", "2"

SUBJECTS = (
    "anonymous",
    "spectator",
    "player here",
    "player elsewhere",
    "referee here",
    "referee elsewhere",
    "organiser here",
    "organiser elsewhere",
    "bot",
    "door",
)

# Elsewhere is another table of the same tournament where a role knows tables: the nearest miss.
_PASSES: Mapping[str, Wanted] = {
    "spectator": Wanted(PersonRole.SPECTATOR),
    "player here": Wanted(PersonRole.PLAYER, table=TABLE, seat=0),
    "player elsewhere": Wanted(PersonRole.PLAYER, table=OTHER_TABLE, seat=0),
    "referee here": Wanted(PersonRole.REFEREE, tables=(TABLE,)),
    "referee elsewhere": Wanted(PersonRole.REFEREE, tables=(OTHER_TABLE,)),
    "door": Wanted(PersonRole.DOOR),
    "bot": Wanted(PersonRole.BOT, table=TABLE, seat=1),
}
_ORGANISERS = ("organiser here", "organiser elsewhere")


async def fresh_token(access: Access, subject: str, here: str = HERE) -> str | None:
    """A new login of a subject, so that one that ends here is not missed elsewhere."""
    if subject in _PASSES:
        (issued,) = await passes.issue(access, here, [_PASSES[subject]])
        secret, _ = await passes.enter(access, issued.entry)
        return secret.token
    if subject in _ORGANISERS:
        number = access.chance(16).hex()
        account = records.Account(number, number, "", "epoch", access.now())
        secret, put = logins.login_of_account(access, account)
        where = here if subject == "organiser here" else ELSEWHERE
        member = records.organiser_of(number, where)
        await access.store.put([records.keep(account), member, put])
        return secret.token
    return None
