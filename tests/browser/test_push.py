"""A phone is told its table: switched on by its player, shown by the service worker."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from stolik.adapters import store_sqlite
from stolik.adapters.web.services import Settings
from stolik.app.access.records import PHONE
from stolik.app.reading.base64url import written
from tests.adapters.web.day import Day
from tests.adapters.web.node import Running, serving_node
from tests.browser.people import People
from tests.browser.playing import phone_of

ENDPOINT = "https://fcm.googleapis.com/fcm/send/x"
KEY = written(  # the point from which the curve is counted
    bytes.fromhex(
        "04"
        "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
        "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
    )
)

# No push service is there for a Chromium of tests; all else is the browser's own.
MADE = {"endpoint": ENDPOINT, "keys": {"p256dh": KEY, "auth": written(bytes(16))}}
SUBSCRIBES = f"""
PushManager.prototype.subscribe = async () => ({{ toJSON: () => ({json.dumps(MADE)}) }});
PushManager.prototype.getSubscription = async () => null;
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    settings = Settings(push_key=KEY)
    with serving_node(lambda: store_sqlite.open_store(tmp_path), settings) as running:
        yield running


def test_a_phone_asks_for_it_and_shows_what_it_is_told(people: People):
    day = Day(people.server, "zimowy", 4)
    day.round()
    page = phone_of(people, day, 1).page
    context = page.context
    context.grant_permissions(["notifications"], origin=people.server.url)
    context.add_init_script(SUBSCRIBES)
    page.reload()
    page.get_by_role("button", name="Powiadom mnie, gdy poznam swój stolik").click()
    expect(page.get_by_text("Ten telefon dostanie powiadomienie o stoliku.")).to_be_visible()
    (kept,) = people.server.run(people.server.store.all(PHONE)).values()
    assert json.loads(kept)["endpoint"] == ENDPOINT
    path = f"/tournament/{day.here.rpartition('/')[2]}"
    told = {
        "title": "Runda I: stolik 7, miejsce B",
        "body": "Za 5 minut.",
        "tag": "x",
        "path": path,
    }
    cdp = context.new_cdp_session(page)
    registered: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: registered.extend(one["registrationId"] for one in news["registrations"]),
    )
    cdp.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    wanted = {"origin": people.server.url, "registrationId": registered[-1]}
    cdp.send("ServiceWorker.deliverPushMessage", {**wanted, "data": json.dumps(told)})
    shown = page.evaluate(_SHOWN)
    assert shown == [[told["title"], told["body"], path]]
    (worker,) = context.service_workers
    assert worker.evaluate(_TAPPED) == [f"{people.server.url}/tournament/elsewhere"]
    page.get_by_role("button", name="Nie powiadamiaj mnie").click()
    expect(page.get_by_role("button", name="Powiadom mnie")).to_be_visible()
    assert people.server.run(people.server.store.all(PHONE)) == {}


# What was delivered is on its way: it is looked for until it is there.
_SHOWN = """async () => {
  const here = await navigator.serviceWorker.ready;
  let shown = [];
  for (let tries = 0; tries < 100 && !shown.length; tries += 1) {
    shown = await here.getNotifications();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return shown.map(({ title, body, data }) => [title, body, data.path]);
}"""

# A tap can only be made by a hand; where it would lead is seen all the same.
_TAPPED = """async () => {
  const opened = [];
  self.clients.openWindow = async (href) => void opened.push(href);
  for (const path of ["/tournament/elsewhere", "https://example.org/"]) {
    const notification = { close() {}, data: { path } };
    const tap = new ExtendableEvent("notificationclick");
    Object.defineProperty(tap, "notification", { value: notification });
    const done = new Promise((resolve) => {
      tap.waitUntil = (work) => resolve(work);
    });
    self.dispatchEvent(tap);
    await done;
  }
  return opened;
}"""
