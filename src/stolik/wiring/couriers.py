"""What leaves the server if it was ordered: webhooks, push messages, letters."""

import asyncio
import ssl
from dataclasses import asdict
from time import time
from typing import TYPE_CHECKING

from stolik.adapters.cli.server.parts import ServePlan, Smtp
from stolik.app.ports import EventStore
from stolik.wiring.serving import Log, Node

if TYPE_CHECKING:
    from stolik.adapters.outgoing.postman import Postman
    from stolik.adapters.outgoing.push_keys import PushKeys


async def tell_programs(plan: ServePlan, port: int, node: Node, log: Log) -> None:
    """Programs elsewhere hear what happens in public tournaments."""
    from stolik.adapters.outgoing.guarded_post import Outward
    from stolik.adapters.outgoing.webhook_courier import Courier
    from stolik.app.tournaments.notices import Notices

    assert plan.webhooks
    courier = Courier(plan.webhooks.secret, time, Outward(await _trusting(), plan.webhooks.private))
    notices = Notices(
        node.access.store,
        node.live.offices,
        courier.send,
        log,
        address=lambda: next(iter(plan.links(port)), ""),
    )
    await notices.keep_on(plan.webhooks.urls)


async def push_keys_of(plan: ServePlan, store: EventStore) -> "PushKeys | None":
    if plan.push is None:
        return None
    from stolik.adapters.outgoing.push_keys import keys_of

    return await keys_of(store)


async def push_to_phones(
    plan: ServePlan, port: int, node: Node, log: Log, keys: "PushKeys"
) -> None:
    """Phones that asked for it hear their table."""
    from stolik.adapters.outgoing.guarded_post import Outward
    from stolik.adapters.outgoing.push_courier import PushCourier
    from stolik.app.hall.phones.pushing import Pushing

    assert plan.push
    said = plan.push.contact

    def contact() -> str:
        here = plan.public_url or next(iter(plan.links(port)), "")
        return said or here.replace("http://", "https://", 1)

    courier = PushCourier(keys, contact, time, Outward(await _trusting()))
    live = node.live
    await Pushing(node.access, live.offices, live.halls, courier.send, log).keep_on()


async def _trusting() -> ssl.SSLContext:
    """Whom the system believes: read beside the loop, and not for each message anew."""
    return await asyncio.to_thread(ssl.create_default_context)


async def postman_of(smtp: Smtp) -> "Postman":
    from stolik.adapters.outgoing.postman import Postman, SmtpServer

    return Postman(SmtpServer(**asdict(smtp)), await _trusting())
