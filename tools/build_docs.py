"""Builds the documentation into the package: `/docs/pl/index.html` of every server.

python tools/build_docs.py
"""

import gzip
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SITE = ROOT / "src" / "stolik" / "adapters" / "web" / "site"
_APP_CSS = ROOT / "frontend" / "src" / "app.css"
_FONTS = (
    ROOT
    / "frontend"
    / "node_modules"
    / "@fontsource-variable"
    / "atkinson-hyperlegible-next"
    / "files"
)
_TEXTS = {".html", ".css", ".js", ".json", ".svg"}
_UNREAD = {"sitemap.xml", "sitemap.xml.gz", "main.js", "worker.js", "404.html"}
_TOKENS = re.compile(r"^(:root|\[data-theme=\"dark\"\]) \{.*?^\}", re.M | re.S)


def main() -> None:
    """The pages, their colours and their letters."""
    from mkdocs.commands.build import build as build_site
    from mkdocs.config import load_config

    config = load_config(str(ROOT / "tools" / "site" / "mkdocs.yml"))
    config.extra["version"] = version()
    build_site(config)
    blocks = _TOKENS.finditer(_APP_CSS.read_text("utf-8"))
    (SITE / "tokens.css").write_text("\n".join(block[0] for block in blocks), "utf-8")
    (SITE / "fonts").mkdir(exist_ok=True)
    for letters in ("latin", "latin-ext"):
        name = f"atkinson-hyperlegible-next-{letters}-wght-normal.woff2"
        shutil.copy(_FONTS / name, SITE / "fonts" / f"atkinson-{letters}.woff2")
    _pack()


def _pack() -> None:
    """Texts lie there as they are sent; what nobody reads goes."""
    for file in [one for one in SITE.rglob("*") if one.is_file()]:
        if file.name in _UNREAD:
            file.unlink()
        elif file.suffix in _TEXTS:
            packed = gzip.compress(file.read_bytes(), 9, mtime=0)
            file.with_name(file.name + ".gz").write_bytes(packed)
            file.unlink()


def are_there() -> bool:
    """Whether the pages were built."""
    return (SITE / "pl" / "index.html.gz").exists()


def version() -> str:
    """The version the pages speak of."""
    source = (ROOT / "src" / "stolik" / "__init__.py").read_text("utf-8")
    found = re.search(r'__version__ = "([^"]+)"', source)
    return found[1] if found else sys.exit("src/stolik/__init__.py names no version")


if __name__ == "__main__":
    main()
