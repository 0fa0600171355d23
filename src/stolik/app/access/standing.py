"""The login of one connection as it is now: a right is checked when it is used.

Reading the store for every draft would be dear, so the login is looked up again only when somebody
has lost a right since, or when its own time is over.
"""

from stolik.app.access.access import Access
from stolik.app.access.logins import login_now, login_of
from stolik.app.access.roles import ANONYMOUS, Login


class LoginNow:
    """Who somebody is; `edition` is that of before the login was looked up."""

    def __init__(self, access: Access, login: Login, edition: int) -> None:
        self.id = login.id  # also after the login is over
        self.login = login
        self._access = access
        self._edition = edition

    @property
    def is_over(self) -> bool:
        """Whether the login has ended; it never comes back."""
        return self.id != "" and self.login is ANONYMOUS

    @property
    def is_fresh(self) -> bool:
        """Whether what is known of the login holds, as far as this node has heard."""
        if self.login is ANONYMOUS:
            return True
        access = self._access
        holds = self._edition == access.edition and not access.has_ended(self.id)
        return holds and self.login.expires > access.now()

    async def now(self) -> Login:
        """The login as this node knows it at this moment."""
        access = self._access
        while not self.is_fresh:
            edition = access.edition
            found = ANONYMOUS if access.has_ended(self.id) else await login_now(access, self.id)
            if not self.is_over and found != self.login:
                self.login = found
            self._edition = edition
        return self.login

    async def surely(self) -> Login:
        """The same, with what another node did a moment ago and this one has not heard of."""
        if self.id:
            await self._access.look()
        return await self.now()


async def standing_of(access: Access, token: str | None) -> LoginNow:
    """The standing of whoever shows this token."""
    edition = access.edition
    return LoginNow(access, await login_of(access, token), edition)


def nobody(access: Access) -> LoginNow:
    """The standing of a stranger."""
    return LoginNow(access, ANONYMOUS, access.edition)
