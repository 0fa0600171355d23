// What every screen shares: the language, the theme, the address.
import { keepLanguage, keptLanguage, render, type Lang, type TextKey } from "./i18n";
import { keep, kept } from "./kept";

export type Theme = "light" | "dark";

class App {
  /** The language of the screens. */
  lang = $state<Lang>(keptLanguage());
  /** The theme; follows the system until somebody chooses. */
  theme = $state<Theme>(keptTheme());
  /** The path of the page, without the fragment. */
  path = $state(location.pathname);

  speak(lang: Lang): void {
    this.lang = lang;
    keepLanguage(lang);
    document.documentElement.lang = lang;
  }

  paint(theme: Theme): void {
    this.theme = theme;
    keep("stolik.theme", theme);
    document.documentElement.dataset.theme = theme;
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }
}

function keptTheme(): Theme {
  const chosen = kept("stolik.theme");
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export const app = new App();

/** A text of the catalogue in the language of the screen. */
export function t(key: TextKey, facts: Record<string, string | number> = {}): string {
  return render(app.lang, key, facts);
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
