"""How rights come and go in a random sequence, and the tournament changes under them."""

from typing import Any

from tests.reliability.rights_company import ENTRANTS, PASSWORD, Company
from tests.reliability.rights_model import Account, Entry, Login

_OTHER_PASSWORD = "another password of the hall"


class Changing(Company):
    """Everything somebody can gain or lose."""

    # --- gaining rights ----------------------------------------------------------------------

    async def _gain(self) -> None:
        n = self._node()
        good = [e for e in self.model.entries if not e.over]
        match self.chance.randrange(6):
            case 0 | 1:
                role = self.chance.choice(("player", "referee", "spectator", "bot", "door"))
                await self.issue(role, self._an_organiser(), n)
            case 2 | 3 if good:
                await self.enter(self.chance.choice(good), n)
            case 4:
                await self._invite(n)
            case _:
                outside = [a for a in self.model.accounts if a is not self.chief]
                if outside:
                    await self._log_in(self.chance.choice(outside), n)

    async def issue(self, role: str, who: Login | None, n: int) -> None:
        chance = self.chance
        wanted: dict[str, Any] = {"role": role}
        if role == "referee":
            wanted["tables"] = chance.choice((None, ["1"], ["2"], ["1", "2"]))
        elif role not in ("spectator", "door"):
            wanted["entrant"] = chance.randint(1, ENTRANTS)
        told = await self._ask(who, n, "POST", self.here + "/passes", {"passes": [wanted]})
        allowed = self.model.allows(who, "organiser_here", self.model.whole())
        if self._judge(f"pass {wanted} by {who} at node {n}", told, allowed):
            self.model.entries.append(_entry(told.value[0], who))

    async def enter(self, entry: Entry, n: int) -> None:
        """By link; by code where there is one, half of the times."""
        if entry.code and self.chance.random() < 0.5:
            way = "pin" if entry.role == "referee" else "code"
            told = await self._ask(None, n, "POST", f"/api/login/{way}", {"code": entry.code})
        else:
            told = await self._ask(None, n, "POST", "/api/login/link", {"token": entry.link})
        if self._judge(f"{entry.role} comes in at node {n}", told, True):
            self.model.logins.append(Login(told.token, entry=entry))

    async def _invite(self, n: int) -> None:
        who = self._an_organiser()
        told = await self._ask(who, n, "POST", self.here + "/organisers/invitations")
        allowed = self.model.allows(who, "organiser_here", self.model.whole())
        if not self._judge(f"invitation by {who} at node {n}", told, allowed):
            return
        name = f"Organizator {self.seed} {len(self.model.accounts)}"
        account = Account(name, PASSWORD, organises=True)
        filled = {"token": told.value["link"].partition("#")[2]}
        filled |= {"name": name, "password": PASSWORD}
        joined = await self._ask(None, 1 - n, "POST", "/api/login/link", filled)
        if self._judge(f"{name} joins at node {1 - n}", joined, True):
            self.model.accounts.append(account)
            self.model.logins.append(Login(joined.token, account=account))

    # --- losing them -------------------------------------------------------------------------

    async def _lose(self) -> None:
        ways = [self._log_out, self._revoke, self._renew, self._dismiss, self._everywhere]
        await self.chance.choice([*ways, self._log_out, self._revoke, self._password])(self._node())

    async def _log_out(self, n: int) -> None:
        who = self._somebody()
        told = await self._ask(who, n, "POST", "/api/logout")
        if self._judge(f"log-out by {who} at node {n}", told, True) and who:
            who.over = True

    async def _revoke(self, n: int) -> None:
        entry, who = self.chance.choice(self.model.entries), self._an_organiser()
        told = await self._ask(who, n, "DELETE", f"{self.here}/passes/{entry.id}")
        allowed = self.model.allows(who, "organiser_here", self.model.whole())
        if self._judge(f"revoking {entry.role} by {who} at node {n}", told, allowed):
            entry.over = True

    async def _renew(self, n: int) -> None:
        entry, who = self.chance.choice(self.model.entries), self._an_organiser()
        told = await self._ask(who, n, "POST", f"{self.here}/passes/{entry.id}/renew")
        allowed = self.model.allows(who, "organiser_here", self.model.whole())
        if self._judge(f"renewing {entry.role} by {who} at node {n}", told, allowed):
            entry.over = True
            self.model.entries.append(_entry(told.value, who))

    async def _dismiss(self, n: int) -> None:
        others = [a for a in self.model.accounts if a.organises and a is not self.chief]
        if not others:
            return
        account, who = self.chance.choice(others), self._an_organiser()
        chief = await self._chiefs()
        listed = (await self._ask(chief, n, "GET", self.here + "/organisers")).value
        id_ = next(each["id"] for each in listed if each["name"] == account.name)
        told = await self._ask(who, n, "DELETE", f"{self.here}/organisers/{id_}")
        allowed = self.model.allows(who, "organiser_here", self.model.whole())
        if self._judge(f"dismissing {account.name} by {who} at node {n}", told, allowed):
            self.model.dismiss(account)

    async def _everywhere(self, n: int) -> None:
        who = self._an_organiser()
        told = await self._ask(who, n, "POST", "/api/logout/everywhere")
        allowed = self.model.allows(who, "organiser", self.model.whole())
        done = self._judge(f"log-out everywhere by {who} at node {n}", told, allowed)
        if done and who and who.account:
            self.model.end_account(who.account)

    async def _password(self, n: int) -> None:
        who = self._an_organiser()
        if who is None or who.account is None or who.account is self.chief:
            return
        account = who.account
        new = _OTHER_PASSWORD if account.password == PASSWORD else PASSWORD
        filled = {"old": account.password, "new": new}
        told = await self._ask(who, n, "POST", "/api/password", filled)
        allowed = self.model.allows(who, "organiser", self.model.whole())
        if self._judge(f"new password by {who} at node {n}", told, allowed):
            account.password = new
            self.model.end_account(account)
            self.model.logins.append(Login(told.token, account=account))

    # --- the tournament ----------------------------------------------------------------------

    async def _change_the_tournament(self) -> None:
        chief, n = await self._chiefs(), self._node()
        ways = [self._public, self._draw_again, self._leaves, self._watched]
        await self.chance.choice(ways)(chief, n)
        await self._settle()

    async def _public(self, chief: Login, n: int) -> None:
        told = await self._ask(chief, n, "PUT", self.here, {"public": not self.model.public})
        if self._judge(f"public: {not self.model.public} at node {n}", told, True):
            self.model.public = not self.model.public

    async def _draw_again(self, chief: Login, n: int) -> None:
        """The round is taken back; later it is drawn anew and published."""
        if self.model.seats:
            told = await self._ask(
                chief, n, "POST", self.here, {"do": "unpublish", "reason": "pomyłka"}
            )
            if self._judge(f"unpublished at node {n}", told, True):
                self.model.seats = {}
            return
        if self.chance.random() < 0.5:
            await self._ask(chief, n, "POST", self.here, {"do": "draw", "reason": "pomyłka"})
        told = await self._ask(chief, n, "POST", self.here, {"do": "publish"})
        if self._judge(f"published at node {n}", told, True):
            self._published(told.value)

    async def _leaves(self, chief: Login, n: int) -> None:
        """Somebody withdraws, and only reads from now on, or is substituted."""
        entrant = self.chance.randint(1, ENTRANTS)
        leaves = {"do": "withdraw", "game": "without"}
        wish = self.chance.choice((leaves, {"do": "substitute", "name": "Zawodnik 99"}))
        asked = {**wish, "entrant": entrant, "reason": "chory"}
        told = await self._ask(chief, n, "POST", self.here, asked)
        done = self._judge(f"{wish['do']} {entrant} at node {n}", told, True)
        if done and told.done and wish["do"] == "withdraw":
            self.model.out.add(entrant)
        if done and wish["do"] == "substitute":
            # Somebody else has the number now: who had it before has no business here.
            for entry in self.model.entries:
                entry.over = entry.over or entry.entrant == entrant

    async def _watched(self, chief: Login, n: int) -> None:
        if not self.model.online:
            await self.set_online()
            return
        to = "nobody" if self.model.watching else "racks_after"
        path = f"{self.here}/rounds/1/online/2/watching"
        told = await self._ask(chief, n, "PUT", path, {"watching": to})
        if self._judge(f"watching: {to} at node {n}", told, True) and told.done:
            self.model.watching = not self.model.watching

    async def set_online(self) -> None:
        """Table 2 is played online, if the round is published."""
        if not self.model.seats:
            return
        chief = await self._chiefs()
        told = await self._ask(chief, 0, "POST", self.here + "/rounds/1/online", {"tables": [2]})
        if told.done:
            set_ = next(each for each in told.value if each["table"] == 2)
            self.model.online[2] = (set_["id"], self.model.seats[2])
            await self._settle()


def _entry(told: dict[str, Any], who: Login | None) -> Entry:
    tables = told.get("tables")
    return Entry(
        id=told["id"],
        role=told["role"],
        tables=None if tables is None else tuple(tables),
        table=told.get("table") or "",
        seat=told.get("seat"),
        entrant=told.get("entrant"),
        link=told["link"].partition("#")[2],
        code=told.get("code", ""),
        by=who.account if who else None,
    )
