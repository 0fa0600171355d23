"""Who may do what, a second time: read from the table in docs/access.md, not from the code.

The model knows who has come in by what, what has ended since, and who sits where. It never asks
the server.
"""

from dataclasses import dataclass, field
from pathlib import Path

_DOCS = Path(__file__).parents[2] / "docs" / "access.md"


def _table() -> dict[str, set[str]]:
    """Each rule with the people it lets in."""
    rows = [line.split("|")[1:-1] for line in _DOCS.read_text("utf-8").splitlines() if "|" in line]
    head = next(row for row in rows if row[0].strip() == "rule")
    people = [cell.strip() for cell in head[1:]]
    found = {}
    for row in rows:
        name = row[0].strip()
        if len(row) == len(head) and name.startswith("`"):
            ticks = zip(people, row[1:], strict=True)
            found[name.strip("`")] = {who for who, cell in ticks if "✓" in cell}
    return found


ALLOWED = _table()
# The tables of a private tournament are for its own people, a closed one for those who sit there.
PRIVATE_TABLES = "To know a table's id is no right" in _DOCS.read_text("utf-8")


@dataclass(eq=False)
class Account:
    """An organiser's; of this tournament or not."""

    name: str
    password: str
    organises: bool = False
    id: str = ""


@dataclass(eq=False)
class Entry:
    """A pass: a way in without an account."""

    id: str
    role: str
    tables: tuple[str, ...] | None
    table: str
    seat: int | None
    entrant: int | None
    link: str
    code: str
    over: bool = False
    by: Account | None = None  # who issued it


@dataclass(eq=False)
class Login:
    """Somebody who has come in; a token that is over is shown again and again."""

    token: str
    entry: Entry | None = None
    account: Account | None = None
    over: bool = False

    @property
    def is_over(self) -> bool:
        return self.over or bool(self.entry and self.entry.over)

    def __str__(self) -> str:
        if self.account:
            told = f"organiser {self.account.name}"
        else:
            e = self.entry
            told = f"{e.role} {e.entrant or e.table or e.tables or ''}" if e else "?"
        return f"{told}{' (over)' if self.is_over else ''}"


@dataclass(frozen=True)
class Spot:
    """What something is about."""

    table: str = ""
    seated: tuple[int, ...] = ()
    public: bool = False
    closed: bool = False  # nobody looks on who has no business there


@dataclass
class Model:
    """One tournament as everybody knows it."""

    public: bool = False
    seats: dict[int, tuple[int, ...]] = field(default_factory=dict)  # of the published round
    online: dict[int, tuple[str, tuple[int, ...]]] = field(default_factory=dict)  # id, who sits
    watching: bool = True  # whether the online tables let anybody look on
    out: set[int] = field(default_factory=set)  # who has withdrawn: he reads and does not act
    logins: list[Login] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    accounts: list[Account] = field(default_factory=list)

    def whole(self) -> Spot:
        """The tournament."""
        return Spot(public=self.public)

    def at(self, table: int) -> Spot:
        """A table of the round being played."""
        return Spot(str(table), self.seats.get(table, ()), self.public)

    def of_entrant(self, entrant: int) -> Spot:
        """Where somebody sits now."""
        return next((self.at(t) for t, who in self.seats.items() if entrant in who), self.whole())

    def at_online(self, table: int) -> Spot:
        """An online table, by who was seated at it when it was set."""
        public = self.watching and (self.public or not PRIVATE_TABLES)
        closed = PRIVATE_TABLES and not self.watching
        return Spot(str(table), self.online[table][1], public, closed)

    def allows(self, login: Login | None, rule: str, spot: Spot) -> bool:
        """Whether somebody may do here what the rule is for."""
        acts = rule != "watcher_here"
        if rule == "watcher_here" and spot.closed:
            rule = "table_here"
        if rule == "watcher_here" and spot.public:
            return True
        return self._subject(login, rule, spot, acts=acts) in ALLOWED[rule]

    def _subject(self, login: Login | None, rule: str, spot: Spot, *, acts: bool) -> str:
        if login is None or login.is_over:
            return "anonymous"
        if login.account:
            return "organiser here" if login.account.organises else "organiser elsewhere"
        entry = login.entry
        assert entry
        if entry.role in ("spectator", "door"):
            return entry.role
        if entry.role == "referee":
            here = entry.tables is None or spot.table in entry.tables
            return "referee here" if here else "referee elsewhere"
        sits = entry.entrant in spot.seated
        if spot.table and (not sits or (acts and entry.entrant in self.out)):
            return "player elsewhere"
        # A seat's message is about one's own seat, a program's too.
        return "bot" if entry.role == "bot" and rule != "seat_here" else "player here"

    # --- what ends ---------------------------------------------------------------------------

    def dismiss(self, account: Account) -> None:
        """An organiser goes, and with him what he made; but for players' only code in use."""
        account.organises = False
        self.end_account(account)
        made = [entry for entry in self.entries if entry.by is account and not entry.over]
        for entry in [entry for entry in made if not self._stays(entry, account)]:
            entry.over = True

    def _stays(self, entry: Entry, maker: Account) -> bool:
        if entry.role != "player" or not self._in_use(entry):
            return False
        mine = [e for e in self.entries if e.role == "player" and e.entrant == entry.entrant]
        others = [e for e in mine if e is not entry and not e.over]
        return not any(other.by is not maker or self._in_use(other) for other in others)

    def _in_use(self, entry: Entry) -> bool:
        return any(login.entry is entry and not login.is_over for login in self.logins)

    def end_account(self, account: Account, but: Login | None = None) -> None:
        """Every login of an organiser is over."""
        for login in self.logins:
            if login.account is account and login is not but:
                login.over = True
