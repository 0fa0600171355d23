"""`stolik serve`: the server for a hall or for this machine alone."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from stolik.adapters.cli.parts import Parts, lang_option, pass_parts
from stolik.adapters.cli.server.addresses import (
    LOOPBACK,
    lan_addresses,
    links_begin,
    machine_names,
)
from stolik.adapters.cli.server.arrivals import Doors, planned, warnings
from stolik.adapters.cli.server.browser import first_page, open_browser
from stolik.adapters.cli.server.codes import Refusal
from stolik.adapters.cli.server.data_option import default_directory, storage, storage_options
from stolik.adapters.cli.server.log_file import log_file
from stolik.adapters.cli.server.outgoing import TellOptions, planned_push, planned_smtp
from stolik.adapters.cli.server.parts import Https, ServePlan, Started, Storage
from stolik.adapters.cli.server.phrases import Phrase
from stolik.adapters.cli.server.webhooks import HookOptions, planned_hooks
from stolik.app.texts import say, text
from stolik.refusal import Fact, Refused, Violation, refuse

_NO_DOORS = Doors()
_NO_HOOKS = HookOptions()
_TELL_NOBODY = TellOptions()
USUAL_PORT, USUAL_HTTPS_PORT = 8000, 8443


@click.command()
@click.option("--port", default=USUAL_PORT, show_default=True, type=click.IntRange(0, 65535))
@storage_options
@click.option("--lan", is_flag=True, help="Let phones and laptops of the local network in.")
@click.option("--address", metavar="A", help="Only this address of the machine; implies --lan.")
@click.option(
    "--copies",
    metavar="DIR",
    multiple=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Put the copies of each minute and round here too, for example on a stick.",
)
@click.option(
    "--mirror",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write everything here too before it is acknowledged: a stick or another disk.",
)
@click.option("--https", is_flag=True, help="Let them in by https too, beside plain http.")
@click.option(
    "--https-port",
    metavar="N",
    default=USUAL_HTTPS_PORT,
    show_default=True,
    type=click.IntRange(0, 65535),
)
@click.option(
    "--cert",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Your own certificate with its chain, PEM; implies --https.",
)
@click.option(
    "--key",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Its key, unless it stands in the same file.",
)
@click.option("--public-url", metavar="URL", help="How browsers reach it through your own proxy.")
@click.option(
    "--connections",
    metavar="N",
    default=2000,
    show_default=True,
    type=click.IntRange(10, 1_000_000),
    help="Sockets and lines that one address may open; a school or a hall is one address.",
)
@click.option(
    "--trusted-proxy",
    metavar="ADDRESS[/NET]",
    multiple=True,
    help="Believe this proxy where a request comes from; may be given several times.",
)
@click.option(
    "--metrics-token",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Open /metrics for a program that sends the word in this file.",
)
@click.option(
    "--webhook",
    metavar="URL",
    multiple=True,
    help="Tell this address what happens in public tournaments; may be given several times.",
)
@click.option(
    "--webhook-secret",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Sign what is told with the word in this file.",
)
@click.option(
    "--webhook-private", is_flag=True, help="Tell addresses of this machine and local networks too."
)
@click.option("--push", is_flag=True, help="Tell phones that ask for it their table; needs https.")
@click.option(
    "--push-contact",
    metavar="MAIL",
    help="Whom push services may write to, if something is wrong; implies --push.",
)
@click.option(
    "--smtp",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write to entrants by the mail server this TOML file describes.",
)
@click.option("--open", "opens", is_flag=True, help="Open the first page in the browser here.")
@click.option("--verbose", is_flag=True, help="Show the log here instead of keeping it in a file.")
@lang_option
@pass_parts
def serve(
    parts: Parts,
    lang: str,
    *,
    port: int,
    data: Path | None,
    database: str | None,
    lan: bool,
    address: str | None,
    copies: tuple[Path, ...],
    mirror: Path | None,
    https: bool,
    https_port: int,
    cert: Path | None,
    key: Path | None,
    public_url: str | None,
    connections: int,
    trusted_proxy: tuple[str, ...],
    metrics_token: Path | None,
    webhook: tuple[str, ...],
    webhook_secret: Path | None,
    webhook_private: bool,
    push: bool,
    push_contact: str | None,
    smtp: Path | None,
    opens: bool,
    verbose: bool,
) -> None:
    """Run the server; without --lan only this machine reaches it.

    The first start prints a link that makes you the organiser; it works once.

    \b
    stolik serve
    stolik serve --lan --lang en
    stolik serve --lan --mirror /media/stick/stolik
    stolik serve --lan --https
    """
    run(
        parts,
        storage(data, database),
        port,
        lang,
        lan=lan,
        address=address,
        copies=copies,
        mirror=mirror,
        connections=connections,
        https=Https(https_port, cert, key) if https or cert else None,
        doors=Doors(public_url, trusted_proxy, metrics_token),
        hooks=HookOptions(webhook, webhook_secret, webhook_private),
        tell=TellOptions(push, push_contact, smtp),
        opens=opens,
        verbose=verbose,
    )


def run(
    parts: Parts,
    where: Storage,
    port: int,
    lang: str,
    *,
    lan: bool = False,
    address: str | None = None,
    copies: tuple[Path, ...] = (),
    mirror: Path | None = None,
    connections: int = 2000,
    https: Https | None = None,
    doors: Doors = _NO_DOORS,
    hooks: HookOptions = _NO_HOOKS,
    tell: TellOptions = _TELL_NOBODY,
    demo: bool = False,
    opens: bool = False,
    verbose: bool = False,
) -> None:
    """The server until it is stopped; what keeps it from starting is said in words."""
    try:
        plan = planned(doors, _plan(where, port, lan=lan, address=address))
        plan = replace(plan, links=partial(links_begin, plan))
        plan = replace(plan, copies=copies, mirror=mirror, connections=connections, demo=demo)
        plan = replace(plan, https=https, webhooks=planned_hooks(hooks))
        plan = replace(plan, push=planned_push(tell), smtp=planned_smtp(tell.smtp))
        plan = replace(plan, lan_command=lan_command(plan))
        file = log_file(where.data, verbose=verbose, at_terminal=sys.stderr.isatty())
        plan = replace(plan, log=file)

        def told(started: Started) -> None:
            _announce(started, plan, doors.public_url, lang)
            if opens:
                open_browser(first_page(started, plan))

        parts.server.serve(plan, told)
    except Refused as refused:
        for violation in refused.violations:
            click.echo(say(violation, lang), err=True)
        click.get_current_context().exit(1)
    click.echo(text(Phrase.DEMO_STOPPED if demo else Phrase.STOPPED, lang))


def _plan(where: Storage, port: int, *, lan: bool, address: str | None) -> ServePlan:
    if address and address not in (*lan_addresses(), *LOOPBACK):
        facts: dict[str, Fact] = {"address": address, "addresses": lan_addresses()}
        refuse(Violation(Refusal.ADDRESS, facts=facts))
    # An address of this machine alone opens no door, whatever else was said.
    lan = address not in LOOPBACK if address else lan
    listen = (*LOOPBACK, *([address] if address and lan else []))
    return ServePlan(
        storage=where,
        port=port,
        listen=listen if address or not lan else ("0.0.0.0",),
        names=machine_names() if lan else frozenset(),
        lan=lan,
    )


def lan_command(plan: ServePlan) -> str:
    """The command this server was started by, with the door open for phones.

    Without the port and the data it was given one would come to another server, and an empty one.
    """
    words = ["stolik", "demo" if plan.demo else "serve", "--lan"]
    words += ["--port", str(plan.port)] if plan.port != USUAL_PORT else []
    if plan.storage.database:
        words += ["--database", "URL"]  # as it was given: there may be a password in it
    elif not plan.demo and plan.storage.data != default_directory():
        words += ["--data", str(plan.storage.data)]
    words += ["--mirror", str(plan.mirror)] if plan.mirror else []
    for directory in plan.copies:
        words += ["--copies", str(directory)]
    if plan.https:
        words += _https_words(plan.https)
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _https_words(https: Https) -> list[str]:
    words = ["--cert", str(https.certificate)] if https.certificate else ["--https"]
    words += ["--key", str(https.key)] if https.key else []
    usual = https.port == USUAL_HTTPS_PORT
    return words + ([] if usual else ["--https-port", str(https.port)])


def _announce(started: Started, plan: ServePlan, public_url: str | None, lang: str) -> None:
    """Say where the server is, as a QR code too where phones can come in."""
    here = public_url.rstrip("/") if public_url else f"http://127.0.0.1:{started.port}"
    for line in lines_told(started, plan, here, lang):
        click.echo(line)
    sys.stdout.flush()


def lines_told(started: Started, plan: ServePlan, here: str, lang: str) -> Iterator[str]:
    """What whoever starts a server reads: where it is, what it does, how it is stopped."""
    yield text(Phrase.HERE, lang, url=here + "/")
    if plan.lan:
        yield from _for_phones([f"{one}/" for one in links_begin(plan, started.port)], lang)
    yield from _of_https(started, lang)
    if started.set_up and not plan.demo:
        yield ""
        yield text(Phrase.SET_UP, lang)
        yield f"  {here}/enter#{started.set_up}"
    yield from _of_the_mirror(started, plan, lang)
    yield from _of_the_copies(started, lang)
    if plan.webhooks:
        yield ""
        yield text(Phrase.WEBHOOKS, lang, urls=plan.webhooks.urls)
    if plan.push:
        yield ""
        yield text(Phrase.PUSH if plan.https or plan.secure else Phrase.PUSH_PLAIN, lang)
    if plan.smtp:
        yield ""
        yield text(Phrase.SMTP, lang, host=plan.smtp.host, sender=plan.smtp.sender)
    if started.open_to_others:
        yield ""
        yield text(Phrase.OPEN_TO_OTHERS, lang, paths=started.open_to_others)
    yield from warnings(plan, here, lang)
    if started.files:
        yield ""
        yield text(Phrase.FEW_FILES, lang, files=started.files, wanted=plan.connections * 2)
    yield ""
    if plan.log:
        yield text(Phrase.LOG, lang, path=plan.log)
    yield text(Phrase.DEMO_STOP if plan.demo else Phrase.STOP, lang)


def _of_https(started: Started, lang: str) -> Iterator[str]:
    """By https, and what has to be done first where nobody but us vouches for it."""
    if not started.https:
        return
    yield ""
    yield text(Phrase.HTTPS, lang, url=f"{started.https.addresses[0]}/")
    if started.https.fingerprint:
        yield text(Phrase.HTTPS_FIRST, lang, url=started.https.page)
        yield text(Phrase.HTTPS_FINGERPRINT, lang, fingerprint=started.https.fingerprint)
    yield text(Phrase.HTTPS_PLAIN, lang)


def _of_the_mirror(started: Started, plan: ServePlan, lang: str) -> Iterator[str]:
    if not started.mirror:
        return
    yield ""
    if started.mirror.why:
        yield text(Phrase.MIRROR_FAILED, lang, why=say(started.mirror.why, lang))
    else:
        yield text(Phrase.MIRROR, lang, path=plan.mirror)
    yield from _of_one_disk(str(plan.mirror), started, lang)


def _of_the_copies(started: Started, lang: str) -> Iterator[str]:
    for found in started.copies:
        yield ""
        if found.why:
            yield text(Phrase.COPIES_FAILED, lang, why=say(found.why, lang))
        else:
            yield text(Phrase.COPIES_TOO, lang, path=found.place)
            yield from _of_one_disk(found.place, started, lang)


def _of_one_disk(place: str, started: Started, lang: str) -> Iterator[str]:
    if place in started.one_disk:
        yield text(Phrase.ONE_DISK, lang, path=place)


def _for_phones(urls: list[str], lang: str) -> Iterator[str]:
    if not urls:
        yield text(Phrase.NO_NETWORK, lang)
        return
    yield text(Phrase.PHONES, lang, url=urls[0])
    yield qr_of(urls[0])
    if len(urls) > 1:
        yield text(Phrase.OTHER_ADDRESSES, lang)
        yield from (f"  {url}" for url in urls[1:])


def qr_of(url: str) -> str:
    """A QR code in letters, for the camera of a phone."""
    from io import StringIO

    import segno

    drawn = StringIO()
    segno.make(url, error="m").terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")
