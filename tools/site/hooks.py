"""What MkDocs does not know of our pages: those above docs/, two languages, the booklet."""

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent.parent
_ABOVE = ("ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "SECURITY")
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)")
BOOKLET = "pl/ksiazka.html"

_chapters: dict[str, str] = {}  # the manual's pages as drawn, by their address
_environments: list[Any] = []


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Headings are called as GitHub calls them: the same link leads there on both."""
    config.mdx_configs["toc"] = {**config.mdx_configs.get("toc", {}), "slugify": anchor}
    return config


def anchor(heading: str, separator: str) -> str:
    """Every space is a dash, signs go."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", separator)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages that stand above docs/ are pages too."""
    for name in _ABOVE:
        text = (ROOT / f"{name}.md").read_text("utf-8")
        files.append(File.generated(config, f"about/{name}.md", content=_from_above(text)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """A link to a file that is no page of ours becomes its words."""
    del config
    here = Path(page.file.src_uri).parent

    def linked(found: re.Match[str]) -> str:
        words, target, anchor = found[1], found[2], found[3] or ""
        if (above := Path(target).stem) in _ABOVE and target.startswith("../"):
            up = "../" * len(here.parts)
            return f"[{words}]({up}about/{above}.md{anchor})"
        named = _resolved(here / target)
        return found[0] if files.get_file_from_path(named) else words

    return _LINK.sub(linked, markdown)


def on_env(env: Any, config: MkDocsConfig, files: Files) -> Any:
    """The templates, kept for the booklet."""
    del config, files
    _environments.append(env)
    return env


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Remember the manual's pages."""
    del config, files
    if page.file.src_uri.startswith("pl/"):
        _chapters[page.file.src_uri] = html
    return html


def on_post_build(config: MkDocsConfig) -> None:
    """The whole manual on one page, to be printed."""
    manual = next(iter(config.nav or []))["Podręcznik"]
    chapters = [_chapters[name] for name in manual]
    drawn = _environments[-1].get_template("booklet.html").render(chapters=chapters, config=config)
    (Path(config.site_dir) / BOOKLET).write_text(drawn, "utf-8")


def _from_above(text: str) -> str:
    """A page that has moved one folder down: its links to docs/ lead up."""
    return re.sub(r"\]\(docs/", "](../", text)


def _resolved(path: Path) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
