"""The machine's own Chromium, as Playwright is to start it."""

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Without a sandbox: it runs as root in a container; without calls to anybody.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def chromium() -> str | None:
    """Where it is, if the machine has one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
