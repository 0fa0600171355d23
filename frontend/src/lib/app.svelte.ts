// What every screen shares: the language, the theme, the address.
import { keepLanguage, keptLanguage, learn, render, type Lang, type TextKey } from "./i18n";
import { keep, kept } from "./kept";

export type Theme = "light" | "dark" | "contrast";
const THEMES: Theme[] = ["light", "dark", "contrast"];

class App {
  /** The language of the screens. */
  lang = $state<Lang>(keptLanguage());
  /** The habits of writing days and hours that go with it. */
  locale = $derived(this.lang === "en" ? "en-GB" : this.lang);
  /** The theme; follows the system until somebody chooses. */
  theme = $state<Theme>(keptTheme());
  /** The path of the page, without the fragment. */
  path = $state(location.pathname);
  /** What stands behind it; the same again is asked for again. */
  asked = $state.raw({ search: location.search });

  async speak(lang: Lang): Promise<void> {
    if (!(await learn(lang))) return;
    this.lang = lang;
    keepLanguage(lang);
    document.documentElement.lang = lang;
  }

  paint(theme: Theme): void {
    this.theme = theme;
    keep("stolik.theme", theme);
    document.documentElement.dataset.theme = theme;
  }

  /** The next theme: bright, dark, and the one with the strongest contrast. */
  repaint(): void {
    this.paint(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]!);
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = location.pathname;
    this.asked = { search: location.search };
    scrollTo(0, 0);
  }
}

function keptTheme(): Theme {
  const chosen = THEMES.find((theme) => theme === kept("stolik.theme"));
  if (chosen) return chosen;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export const app = new App();

/** A text of the catalogue in the language of the screen. */
export function t(key: TextKey, facts: Record<string, string | number> = {}): string {
  return render(app.lang, key, facts);
}

/** The address of something the server words, in the language of the screen: a browser asks for its own. */
export function spoken(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${app.lang}`;
}

/** Links inside the app go without a reload. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !plain || link.origin !== location.origin || link.target || link.hash) return;
  if (link.pathname.startsWith("/api") || link.pathname.startsWith("/docs")) return;
  event.preventDefault();
  app.go(link.pathname + link.search);
}

addEventListener("popstate", () => (app.path = location.pathname));
