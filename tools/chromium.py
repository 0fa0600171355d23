"""The machine's own Chromium, as Playwright is to start it."""

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
# An address bar nobody sees is two web apps of the browser's own; they cost more than most pages of
# ours: a second of processor time for every person who opens a browser.
_UNSEEN = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
# What Playwright turns off; of two lists a browser believes the last, so ours says it again.
_PLAYWRIGHTS = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
)
# Without a sandbox: it runs as root in a container; without calls to anybody.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-features=" + ",".join(_PLAYWRIGHTS + _UNSEEN),
]


def chromium() -> str | None:
    """Where it is, if the machine has one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
