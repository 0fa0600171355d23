"""`--open`: the browser of this machine goes to the first page."""

import webbrowser
from threading import Thread

from stolik.adapters.cli.server.parts import ServePlan, Started


def first_page(started: Started, plan: ServePlan) -> str:
    """Where it begins: who comes first becomes the organiser."""
    here = f"http://127.0.0.1:{started.port}/"
    return f"{here}enter#{started.set_up}" if started.set_up and not plan.demo else here


def open_browser(address: str) -> None:
    """In a thread, for some browsers are waited for; without one the address is in the terminal."""
    Thread(target=webbrowser.open, args=(address,), daemon=True).start()
