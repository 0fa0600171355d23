// The loop of slides: by itself, or by hand.
import type { Scene, Slide } from "./scenes";

const SECONDS: Record<Scene, number> = {
  welcome: 8,
  rules: 15,
  call: 8,
  names: 12,
  tables: 12,
  standings: 10,
  teams: 8,
  clock: 12,
  final: 45,
  titles: 30,
};

export class Show {
  slides = $state.raw<Slide[]>([]);
  at = $state(0);
  paused = $state(false);
  /** Whether somebody elsewhere has picked the very page. */
  #held = false;
  #shownFor = 0;
  #chapter = "";

  get slide(): Slide | undefined {
    return this.slides[this.at];
  }

  /** Another programme or chapter begins at its beginning; the same one goes on where it was. `page`, from 1, stays. */
  play(slides: Slide[], page = 0, chapter = ""): void {
    const same = sceneList(slides) === sceneList(this.slides) && chapter === this.#chapter;
    this.#chapter = chapter;
    this.slides = slides;
    this.#held = page > 0;
    if (page > 0) this.#show(Math.min(page, slides.length) - 1);
    else if (same) this.at = Math.min(this.at, Math.max(0, slides.length - 1));
    else this.#show(0);
  }

  /** A second has passed. */
  tick(): void {
    if (this.paused || this.#held || this.slides.length < 2) return;
    this.#shownFor += 1;
    if (this.#shownFor >= SECONDS[this.slide?.scene ?? "welcome"]) this.step(1);
  }

  step(by: 1 | -1): void {
    const n = this.slides.length;
    if (n) this.#show((this.at + by + n) % n);
  }

  /** To the first slide of the n-th scene of the programme, counted from 1. */
  jump(n: number): void {
    const starts = this.slides.flatMap((slide, i) => (slide.page === 0 ? [i] : []));
    const found = starts[n - 1];
    if (found !== undefined) this.#show(found);
  }

  #show(at: number): void {
    this.at = at;
    this.#shownFor = 0;
  }
}

function sceneList(slides: Slide[]): string {
  return slides.filter((slide) => slide.page === 0).map((slide) => slide.scene).join();
}
