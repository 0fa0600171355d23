"""Letters handed to the organiser's own mail server, by SMTP."""

import ssl
from dataclasses import dataclass
from email.header import Header
from email.message import Message
from email.utils import formatdate, make_msgid

import aiosmtplib

from stolik.app.people.letters import Letter, LetterFate

_PATIENCE_S = 30.0
_FOR_EVER = 500  # codes from here on say that another try is useless


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """How to reach it, and as whom."""

    host: str
    port: int
    security: str  # starttls, tls, none
    sender: str
    user: str = ""
    password: str = ""
    reply_to: str = ""

    def __repr__(self) -> str:
        """Without its password."""
        return f"SmtpServer({self.host}:{self.port})"


@dataclass(frozen=True, slots=True)
class Postman:
    """Takes letters there, each by a connection of its own."""

    server: SmtpServer
    trusting: ssl.SSLContext  # who is believed; made once

    async def send(self, letter: Letter) -> LetterFate:
        """What became of it."""
        try:
            async with self._connected() as there:
                await there.send_message(self._message(letter))
        except aiosmtplib.SMTPRecipientsRefused as refused:
            hopeless = all(one.code >= _FOR_EVER for one in refused.recipients)
            return LetterFate.REFUSED if hopeless else LetterFate.LATER
        except aiosmtplib.SMTPResponseException as answer:
            # A wrong password may be put right; what was said of this letter stays so.
            hopeless = answer.code >= _FOR_EVER and not _is_of_login(answer)
            return LetterFate.REFUSED if hopeless else LetterFate.LATER
        except (aiosmtplib.SMTPException, OSError, ValueError):
            return LetterFate.LATER
        return LetterFate.SENT

    async def look(self) -> str:
        """Why no letter could be sent just now; empty: it could."""
        try:
            async with self._connected() as there:
                await there.noop()
        except (aiosmtplib.SMTPException, OSError, ValueError) as fault:
            return str(fault)[:200] or type(fault).__name__
        return ""

    def _connected(self) -> aiosmtplib.SMTP:
        server = self.server
        return aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            username=server.user or None,
            password=server.password or None,
            use_tls=server.security == "tls",
            start_tls=server.security == "starttls",
            tls_context=self.trusting,
            timeout=_PATIENCE_S,
        )

    def _message(self, letter: Letter) -> Message:
        sender = self.server.sender
        # An `EmailMessage` decodes what looks like an encoded word, line breaks too, so a name
        # would bring headers of its own. Here words are encoded once, addresses stay as they are.
        message: Message[str, str | Header] = Message()
        message.set_payload(letter.text, "utf-8")
        message["From"], message["To"] = sender, letter.to
        message["Subject"] = Header(" ".join(letter.subject.split()), "utf-8")
        message["Date"] = formatdate(localtime=False)
        message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].rstrip(">"))
        message["Auto-Submitted"] = "auto-generated"
        if self.server.reply_to:
            message["Reply-To"] = self.server.reply_to
        return message


def _is_of_login(answer: aiosmtplib.SMTPResponseException) -> bool:
    return isinstance(answer, aiosmtplib.SMTPAuthenticationError)
