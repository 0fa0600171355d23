"""Draws the pictures of the app's sign that home screens need, from frontend/public/icon.svg.

python -m tools.icons
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.chromium import FLAGS, chromium

PUBLIC = Path(__file__).parent.parent / "frontend" / "public"
# A phone cuts its own shape out of a maskable picture: only the middle four fifths are sure.
PICTURES = (("icon-192.png", 192, 1.0), ("icon-512.png", 512, 1.0), ("icon-maskable.png", 512, 0.8))


def main() -> None:
    """Write them beside the drawing."""
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, size, share in PICTURES:
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = "#0f5c4a" if share < 1 else "transparent"
            page.set_content(
                f"<style>body{{margin:0;display:grid;place-items:center;height:100vh;"
                f"background:{ground}}}svg{{width:{size * share}px}}</style>{drawing}"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
