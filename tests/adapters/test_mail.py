"""Letters by a real mail server on this machine: to who enters, to who was let in, to winners."""

import asyncio
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from aiosmtpd.smtp import SMTP, AuthResult
from click.testing import CliRunner

from stolik.adapters import store_sqlite
from stolik.adapters.cli.group import command_line
from stolik.adapters.cli.server.outgoing import planned_smtp
from stolik.adapters.https.authority import authority_in, server_pem
from stolik.adapters.outgoing.postman import Postman, SmtpServer
from stolik.app.people.letters import (
    MOST_FOR_STRANGERS,
    Letter,
    LetterFate,
    Mailbox,
    SendLetter,
    read_address,
)
from stolik.app.people.winner_letters import WinnerLetter, noted_as_sent
from stolik.refusal import Refused
from stolik.wiring.cli import parts
from tests.adapters.web.day import Day
from tests.adapters.web.node import Running, serving_node

SYSTEM = ssl.create_default_context()
SENDER, MUM = "turniej@klub.example", "mama@dom.example"


class Post:
    """A mail server: what came, and what it answers to the next ones."""

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.came: list[tuple[list[str], str, str]] = []  # to whom, subject, text
        self.headers: list[list[str]] = []  # the first word of each line, before any is decoded

    async def handle_DATA(self, _server, _session, envelope) -> str:  # noqa: N802
        if self.answers and (answer := self.answers.pop(0)):
            return answer
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert (message["from"], message["auto-submitted"]) == (SENDER, "auto-generated")
        (to,) = envelope.rcpt_tos
        head = envelope.content.partition(b"\r\n\r\n")[0].decode("ascii")
        assert f"To: {to}" in re.sub(r"\s+", " ", head)  # nobody reads whom else it went to
        self.headers.append([line.partition(":")[0] for line in re.findall(r"(?m)^\S.*", head)])
        text = message.get_content().replace("\r\n", "\n")
        self.came.append((envelope.rcpt_tos, str(message["subject"]), text))
        return "250 OK"


@contextmanager
def post_office(
    line: ssl.SSLContext | None = None, **more: object
) -> Iterator[tuple[Post, SmtpServer]]:
    """A mail server in a thread of its own; `line`: it speaks by TLS from the first byte."""
    post, loop = Post(), asyncio.new_event_loop()
    opening = loop.create_server(lambda: SMTP(post, loop=loop, **more), "127.0.0.1", 0, ssl=line)
    server = loop.run_until_complete(opening)
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        port = server.sockets[0].getsockname()[1]
        yield post, SmtpServer("localhost", port, "none", SENDER)
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)


async def yes() -> bool:
    return True


def sent_to(postman: Postman, to: str = MUM) -> LetterFate:
    letter = Letter(to, "Zgłoszenie\nBcc: x@y.example", "Zażółć gęślą jaźń", yes)
    return asyncio.run(postman.send(letter))


def delivered(server: Running) -> None:
    server.run(server.node.app.state.services.mailbox.delivered())


@contextmanager
def writing(tmp_path: Path, send: SendLetter | None) -> Iterator[Day]:
    with serving_node(lambda: store_sqlite.open_store(tmp_path), send=send) as server:
        day = Day(server, "zimowy", 4, confirmations=0)
        card = {"name": "Puchar", "public": True, "start": "10:00", "registration": True}
        day.organiser.put(day.here, {**card, "round_minutes": 50, "break_minutes": 5, "day": []})
        said = {"date": "2026-12-06", "place": "Sztum, hala", "organiser": "Klub Kostka"}
        day.ask(do="describe", details=said)
        yield day


def asks(day: Day, name: str = "Ola Nowak", mail: str = MUM, refused: str = "") -> None:
    form = {"name": name, "mail": mail}
    day.server.client().post(f"{day.here}/registrations", form, refused)


def test_who_enters_by_the_form_hears_that_it_came_and_that_it_was_accepted(tmp_path: Path):
    with post_office() as (post, server), writing(tmp_path, Postman(server, SYSTEM).send) as day:
        assert day.server.client().get(f"{day.here}/mail") == {"on": True}
        asks(day)
        asks(day, "Jan Nowak")  # a second child under the same address
        delivered(day.server)
        ((to, title, text),) = post.came
        assert (to, title) == ([MUM], "Otrzymaliśmy zgłoszenie: Puchar")
        assert "Nowak" not in text  # what a stranger has typed goes to nobody
        waiting = day.organiser.get(f"{day.here}/registrations")
        assert {one["mail"] for one in waiting} == {MUM}
        for form in waiting:
            day.organiser.post(f"{day.here}/registrations/{form['id']}/accept")
            day.organiser.post(
                f"{day.here}/registrations/{form['id']}/accept",
                refused="office.registration_unknown",
            )
        delivered(day.server)
        day.let_in(5)
        own = day.players[5].get(f"{day.here}/me/data")["person"]["mail"]
        public = day.server.client().get(f"{day.here}/public")
    assert len(post.came) == 3
    to, title, text = post.came[1]
    assert (to, title) == ([MUM], "Zgłoszenie przyjęte: Puchar")
    for word in ("numer 5", "06.12.2026", "o 10:00", "Sztum, hala", "Klub Kostka"):
        assert word in text
    assert "127.0.0.1" not in text
    assert own == {"to": MUM, "lang": "pl"}
    assert MUM not in str(public)


def test_an_address_goes_with_the_person_and_with_the_number(tmp_path: Path):
    with post_office() as (_, server), writing(tmp_path, Postman(server, SYSTEM).send) as day:
        for name in ("Ola Nowak", "Jan Nowak"):
            asks(day, name)
            (form,) = day.organiser.get(f"{day.here}/registrations")
            day.organiser.post(f"{day.here}/registrations/{form['id']}/accept")
        delivered(day.server)
        day.organiser.put(f"{day.here}/people/5", {"consent": True})  # it stays with consents
        assert day.organiser.get(f"{day.here}/people/5")["person"]["mail"]["to"] == MUM
        day.ask(do="substitute", entrant=6, name="Ewa Kos", reason="choroba")
        assert day.organiser.get(f"{day.here}/people/6")["person"]["mail"] is None
        day.organiser.delete(f"{day.here}/people/5")
        kept = day.server.run(day.server.store.all("person")).values()
        assert MUM not in str(list(kept))


def test_where_no_letters_are_sent_no_address_is_kept(tmp_path: Path):
    with writing(tmp_path, None) as day:
        assert day.server.client().get(f"{day.here}/mail") == {"on": False}
        asks(day, refused="mail.off")
        asks(day, mail=" ")
        assert day.organiser.get(f"{day.here}/mail/winners")["letters"] == []
        meant = {"entrants": [1], "version": ""}
        day.organiser.post(f"{day.here}/mail/winners", meant, refused="mail.off")


def test_winners_are_written_to_as_it_was_shown_and_once(tmp_path: Path):
    with post_office() as (post, server), writing(tmp_path, Postman(server, SYSTEM).send) as day:
        there = f"{day.here}/mail/winners"
        assert day.organiser.get(there)["letters"] == []  # nobody before the end
        first, *others = finished(day)
        assert {one["mail"] for one in (first, *others)} == {""}
        sends(day, first, refused="mail.nobody")
        gives(day, first, "mama", refused="mail.address")
        gives(day, first)
        shown = day.organiser.get(there)["letters"][0]
        for _ in range(2):
            sends(day, first)
            delivered(day.server)
        assert post.came == [([MUM], shown["subject"], shown["text"])]
        assert f"Zawodnik {first['entrant']} zajmuje miejsce 1" in shown["text"]
        assert day.organiser.get(there)["letters"][0]["sent"] is True
        acts = day.organiser.get(f"{day.here}/history/access")
        assert [one["what"] for one in acts].count("winners_written") == 1


def finished(day: Day) -> list[dict]:
    """The letters to those who have won."""
    (seats,) = day.round()
    day.ask(**day.sheet(1, 1, 1, seats))
    day.ask(do="finish", early="brak prądu")
    return day.organiser.get(f"{day.here}/mail/winners")["letters"]


def gives(day: Day, winner: dict, mail: str = MUM, refused: str = "") -> None:
    given = {"entrant": winner["entrant"], "mail": mail}
    day.organiser.put(f"{day.here}/form/winners", given, refused)


def sends(day: Day, winner: dict, refused: str = "") -> None:
    there = f"{day.here}/mail/winners"
    meant = {"entrants": [winner["entrant"]], "version": day.organiser.get(there)["version"]}
    day.organiser.post(there, meant, refused)


def test_a_winner_whose_address_was_refused_can_be_written_to_anew(tmp_path: Path):
    with post_office() as (post, server), writing(tmp_path, Postman(server, SYSTEM).send) as day:
        first, *_ = finished(day)
        there = f"{day.here}/mail/winners"
        post.answers = ["550 nobody"]
        for sent in (False, True):  # the second time by another address
            gives(day, first, MUM if sent else "nikt@dom.example")
            sends(day, first)
            delivered(day.server)
            assert day.organiser.get(there)["letters"][0]["sent"] is sent
        assert [to for to, *_ in post.came] == [[MUM]]


def test_letters_that_say_something_else_by_now_are_not_sent(tmp_path: Path):
    with post_office() as (post, server), writing(tmp_path, Postman(server, SYSTEM).send) as day:
        first, *_ = finished(day)
        gives(day, first)
        there = f"{day.here}/mail/winners"
        meant = {"entrants": [first["entrant"]], "version": day.organiser.get(there)["version"]}
        day.organiser.put(day.here, {"name": "Memoriał"})
        day.organiser.post(there, meant, "office.changed_meanwhile")
        delivered(day.server)
        assert post.came == []


def test_a_letter_that_waits_goes_to_whom_it_was_written_for(tmp_path: Path):
    """Who takes over a number takes over no letter; a slip of the pen put right stops none."""
    tried = []

    async def late(letter: Letter) -> LetterFate:
        tried.append(letter)
        return LetterFate.LATER

    with writing(tmp_path, late) as day:
        for name, other in (("Ola Nowak", "Ewa Kos"), ("Jan Kot", "Jan Kott")):
            asks(day, name, f"{name[0]}@dom.example")
            (form,) = day.organiser.get(f"{day.here}/registrations")
            day.organiser.post(f"{day.here}/registrations/{form['id']}/accept")
            while not tried or "przyjęte" not in tried[-1].subject:
                sleep(0.01)
            letter = tried.pop()
            assert day.server.run(letter.still())
            number = day.ask(do="people")["people"][-1]["entrant"]
            day.ask(do="amend", entrant=number, name=other)
            assert day.server.run(letter.still()) is (other == "Jan Kott")
            tried.clear()


def test_of_two_nodes_one_writes_to_a_winner(tmp_path: Path):
    with writing(tmp_path, None) as day:
        letters = [WinnerLetter(1, "Ola", 1, MUM, "", "", False)]
        access = day.server.node.access

        async def both() -> list[list[WinnerLetter]]:
            asked = (noted_as_sent(access, "t", letters, "") for _ in range(2))
            return await asyncio.gather(*asked)

        assert sorted(map(len, day.server.run(both()))) == [0, 1]


def test_an_address_is_kept_in_clear_by_no_list_of_what_was_posted():
    async def taken(_: Letter) -> LetterFate:
        return LetterFate.SENT

    async def work() -> Mailbox:
        mailbox = Mailbox(taken, Quiet())
        mailbox.post_for_stranger(Letter(MUM, "", "", yes), f"received/t/{MUM}")
        await mailbox.delivered()
        return mailbox

    assert MUM not in str(vars(asyncio.run(work())))


def test_a_server_that_cannot_just_now_is_asked_again(tmp_path: Path):
    with post_office() as (post, server), writing(tmp_path, Postman(server, SYSTEM).send) as day:
        post.answers = ["451 later"]
        asks(day)
        delivered(day.server)
        assert len(post.came) == 1
        post.answers = ["550 never", ""]
        asks(day, mail="nikt@dom.example")
        delivered(day.server)
        assert len(post.came) == 1
        assert MUM not in day.server.log.getvalue()


def test_who_is_turned_away_meanwhile_is_not_written_to():
    came = []

    async def late(letter: Letter) -> LetterFate:
        came.append(letter.to)
        return LetterFate.LATER

    async def work() -> None:
        there = [True]

        async def still() -> bool:
            return there.pop() if there else False

        mailbox = Mailbox(late, Quiet(), (0.01, 0.01))
        mailbox.post(Letter(MUM, "", "", still), "a")
        await mailbox.delivered()

    asyncio.run(work())
    assert came == [MUM]


class Quiet:
    def warning(self, event: str, **facts: object) -> None: ...


def test_strangers_cause_so_many_letters_an_hour_and_no_more():
    came = []

    async def taken(letter: Letter) -> LetterFate:
        came.append(letter.to)
        return LetterFate.SENT

    async def work() -> None:
        mailbox = Mailbox(taken, Quiet())
        for n in range(MOST_FOR_STRANGERS + 20):
            mailbox.post_for_stranger(Letter(f"a{n}@dom.example", "", "", yes), str(n))
        await mailbox.delivered()

    asyncio.run(work())
    assert len(came) == MOST_FOR_STRANGERS


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_password_goes_by_an_encrypted_line_to_who_is_trusted(tmp_path: Path, security: str):
    now = datetime.now(UTC)
    authority = authority_in(tmp_path, "stolik.local", now)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(server_pem(tmp_path, authority, ["localhost"], now))
    trusting = ssl.create_default_context()
    trusting.load_verify_locations(cadata=authority.handed_out)

    def let_in(_server, _session, _envelope, _mechanism, told) -> AuthResult:
        right = (told.login, told.password) == (b"klub", b"tajne")
        return AuthResult(success=right, handled=False)

    tls = {"tls_context": context, "require_starttls": True}
    how = tls if security == "starttls" else {"line": context, "auth_require_tls": False}
    with post_office(authenticator=let_in, auth_required=True, **how) as (post, there):
        server = SmtpServer("localhost", there.port, security, SENDER, "klub", "tajne")
        assert sent_to(Postman(server, trusting)) is LetterFate.SENT
        assert asyncio.run(Postman(server, trusting).look()) == ""
        assert post.came[0][1:] == ("Zgłoszenie Bcc: x@y.example", "Zażółć gęślą jaźń")
        assert sent_to(Postman(server, SYSTEM)) is LetterFate.LATER  # nobody vouches for it
        wrong = SmtpServer("localhost", there.port, security, SENDER, "klub", "inne")
        assert sent_to(Postman(wrong, trusting)) is LetterFate.LATER
        assert "535" in asyncio.run(Postman(wrong, trusting).look())
        assert len(post.came) == 1
        assert "tajne" not in repr(server)


HEADERS = [
    *("MIME-Version", "Content-Type", "Content-Transfer-Encoding"),
    *("From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted"),
]
HIDDEN = "=?utf-8?q?A=0D=0ABcc:_x@y.example=0D=0AReply-To:_z@y.example=0D=0A=0D=0A<h1>B</h1>?="


@pytest.mark.parametrize(
    "subject",
    [
        *("Puchar", "Puchar Żółwi " * 20, f"Puchar {HIDDEN}", HIDDEN, f"Ż {HIDDEN} {HIDDEN}"),
        *("=?utf-8?b?QQ0KQmNjOiB4QHkuZXhhbXBsZQ==?=", "=?utf-8?q?", "=?x?= " * 40),
    ],
)
def test_what_looks_like_an_encoded_word_is_a_word_and_no_header(subject: str):
    with post_office() as (post, server):
        letter = Letter(MUM, subject, "Zażółć gęślą jaźń", yes)
        assert asyncio.run(Postman(server, SYSTEM).send(letter)) is LetterFate.SENT
    assert post.came == [([MUM], " ".join(subject.split()), "Zażółć gęślą jaźń")]
    assert post.headers == [HEADERS]


def test_a_long_address_is_written_as_it_was_given():
    address = f"{'a' * 64}@{'b' * 60}.{'c' * 60}.pl"
    with post_office() as (post, server):
        assert sent_to(Postman(server, SYSTEM), address) is LetterFate.SENT
    assert (post.came[0][0], post.headers) == ([address], [HEADERS])


GOOD = 'host = "localhost"\nsecurity = "none"\nsender = "turniej@klub.example"\n'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("host =", "serve.smtp_file"),
        (GOOD + 'pasword_file = "x"\n', "serve.smtp_field"),
        (GOOD.replace("localhost", " "), "serve.smtp_field"),
        (GOOD + "port = 0\n", "serve.smtp_field"),
        (GOOD.replace("none", "ssl"), "serve.smtp_field"),
        (GOOD.replace('"none"', '["tls"]'), "serve.smtp_field"),
        (GOOD.replace("@klub", " klub"), "serve.smtp_field"),
        (GOOD + 'reply_to = "x\\ny@z.pl"\n', "serve.smtp_field"),
        (GOOD + 'user = "klub"\n', "serve.smtp_plain"),
        (GOOD.replace("none", "tls") + 'user = "klub"\n', "serve.smtp_field"),
        (
            GOOD.replace("none", "tls") + 'user = "klub"\npassword_file = "no"\n',
            "serve.smtp_password",
        ),
    ],
)
def test_a_file_that_makes_no_sense_keeps_the_server_from_starting(tmp_path, text, code):
    file = tmp_path / "smtp.toml"
    file.write_text(text)
    with pytest.raises(Refused) as refused:
        planned_smtp(file)
    assert [one.code for one in refused.value.violations] == [code]


def test_the_password_stands_in_a_file_of_its_own(tmp_path: Path):
    (tmp_path / "password").write_text("tajne\n")
    file = tmp_path / "smtp.toml"
    file.write_text(GOOD.replace("none", "tls") + 'user = "klub"\npassword_file = "password"\n')
    smtp = planned_smtp(file)
    assert smtp
    assert (smtp.port, smtp.password) == (465, "tajne")
    assert "tajne" not in repr(smtp)


def test_the_doctor_asks_the_mail_server(tmp_path: Path):
    file = tmp_path / "smtp.toml"

    def said() -> str:
        options = ["doctor", "--data", str(tmp_path / "data"), "--smtp", str(file), "--lang", "en"]
        return CliRunner().invoke(command_line(parts()), options).output

    with post_office() as (post, server):
        file.write_text(f"{GOOD}port = {server.port}\n")
        assert "Mail: localhost lets us in" in said()
        assert post.came == []
    assert "Mail: no letter can be sent." in said()
    file.write_text("")
    assert "the field host is unknown, missing or wrong" in said()


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "",
            "ola",
            "ola@",
            "ola@dom",
            "a b@dom.pl",
            "a@b.pl,c@d.pl",
            "a@b.pl\nBcc: c@d.pl",
            "ż@ż.pl",
        ),
        "=?utf-8?q?a=0D=0ABcc=3Ac=40d.pl?=@dom.pl",
    ],
)
def test_what_is_no_address_is_refused(typed: str):
    with pytest.raises(Refused):
        read_address(typed)
    assert read_address(" ola.nowak+turniej@dom.example ") == "ola.nowak+turniej@dom.example"
