"""T25: names, clubs and reasons that want to be programs stay words, in a real browser."""

import pytest
from playwright.sync_api import Page

from stolik.app.people.own_data import set_consent
from stolik.app.tournaments.consent import VERSION, Consent, ConsentBy, To
from tests.adapters.web.day import Day
from tests.browser.conftest import chrome, people, server  # noqa: F401 - a browser is needed here
from tests.browser.people import HALL, People
from tests.reliability.payloads import payloads
from tests.reliability.report import figure
from tools.screens import desk_rooms

_WATCH = """
window.violations = [];
addEventListener('securitypolicyviolation', e => violations.push(e.violatedDirective));
"""
# A mutant of every screen: what stands there as words becomes part of the page.
_BELIEVES_WORDS = """
new MutationObserver(() => {
  for (const e of document.querySelectorAll('h1, h2, p, span, td, th, strong, li'))
    if (!e.children.length && e.textContent.includes('<')) e.innerHTML = e.textContent;
}).observe(document, {subtree: true, childList: true, characterData: true});
"""


def hostile_day(everybody: People, words: list[str]) -> Day:
    """A tournament in which everything people can type is a payload, and all of it is shown."""
    day = Day(everybody.server, "zimowy", 0, confirmations=0)
    for n, word in enumerate(words, start=1):
        day.ask(do="enter", name=word, club=words[-n], team="", age_class="")
    office = everybody.server.run(
        everybody.server.node.live.offices.office(day.here.rpartition("/")[2])
    )
    agreed = Consent(ConsentBy.PAPER, VERSION, 0)
    everybody.server.run(set_consent(office, range(1, len(words) + 1), [To.NAME], agreed))
    seats = day.round()[0]
    day.ask(**day.sheet(1, 1, 1, seats))
    for n, word in enumerate(words[:5], start=1):
        day.ask(do="penalty", entrant=n, reason=word)
    day.organiser.post(day.here + "/rounds/1/clock", {"minutes": 50})
    day.organiser.post(day.here + "/rounds/1/pause", {"reason": words[1]})
    return day


def walked(everybody: People, day: Day, rooms: tuple[str, ...], more: str = "") -> tuple[int, int]:
    """Screens on which something was executed, and complaints of the content policy."""
    tournament = day.here.rpartition("/")[2]
    page = everybody.somebody(HALL)
    page.context.add_init_script(_WATCH + more)
    executed = violations = 0
    page.on("dialog", lambda dialog: dialog.dismiss())

    def look() -> None:
        nonlocal executed, violations
        page.wait_for_timeout(300)
        executed += page.evaluate("() => Number(window.pwned ?? 0)")
        violations += page.evaluate("() => violations.length")

    page.goto(f"/tournament/{tournament}")
    page.wait_for_selector("section.standings tbody tr")
    for row in page.locator("button.who").all()[:3]:
        row.click()
    look()
    page.goto(f"/tournament/{tournament}/hall")
    page.wait_for_selector(".alerts .warn")
    for scene in ("1", "2", "3"):
        page.keyboard.press(scene)
        look()
    as_organiser(page, day)
    for room in rooms:
        page.goto(f"/tournament/{tournament}/organise/{room}")
        page.wait_for_selector("main h2")
        look()
    return executed, violations


def as_organiser(page: Page, day: Day) -> None:
    for name, value in day.organiser.http.cookies.items():
        page.context.add_cookies([{"name": name, "value": value, "url": day.organiser.url}])


def test_no_payload_is_executed_on_any_screen(people: People):  # noqa: F811
    words = payloads(26)
    executed, violations = walked(people, hostile_day(people, words), ("entries", "ranking"))
    told = f"{len(words)}, {executed}, {violations}"
    figure("T25", "payloads, executed, violations", told, tier="quick")
    assert (executed, violations) == (0, 0)


@pytest.mark.full
def test_no_payload_of_many_is_executed_anywhere(people: People):  # noqa: F811
    words = payloads(180)
    assert len(set(words)) == 180
    executed, violations = walked(people, hostile_day(people, words), desk_rooms())
    told = f"{len(words)}, {executed}, {violations}"
    figure("T25", "payloads, executed, violations", told, tier="full")
    assert (executed, violations) == (0, 0)


@pytest.mark.full
def test_the_mutant_that_takes_words_for_markup_is_caught(people: People):  # noqa: F811
    day = hostile_day(people, payloads(26))
    executed, violations = walked(people, day, (), _BELIEVES_WORDS)
    people.complaints.clear()
    assert executed + violations > 0
