"""An early end is no secret: the public page, the open data and the protocol say so."""

import json
from typing import Any

from tests.adapters.web.day import Day
from tests.adapters.web.node import OpenStore, serving_node


def test_an_early_end_is_told_to_everybody_without_its_reason(open_store: OpenStore):
    with serving_node(open_store) as server:
        day = Day(server, "zimowy", 8, confirmations=0)
        day.organiser.put(day.here, {"public": True})
        for number, seats in enumerate(day.round(), start=1):
            for game in range(1, 4):
                day.ask(**day.sheet(1, number, game, seats))
        anybody = server.client()

        def public() -> Any:
            return anybody.get(f"{day.here}/public?seq={day.organiser.get(day.here)['seq']}")

        assert not public()["overview"]["ended_early"]
        day.settle()
        day.ask(do="finish", early="Zawodnik 1 prowadzi")
        page = public()
        assert page["overview"]["ended_early"]
        assert "prowadzi" not in json.dumps(page, ensure_ascii=False)
        day.ask(do="reopen", reason="slip")
        assert not public()["overview"]["ended_early"]
