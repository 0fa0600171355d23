// A form that two people may have open: only what was changed in it is sent, with what it was changed from.

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export class Form<T extends object> {
  /** As the fields are now. */
  now: T;
  /** What another has put where something else is typed here, by field: it is shown beside. */
  theirs = $state<Partial<T>>({});
  /** What each field was changed from. */
  #base: T;

  constructor(known: T) {
    this.#base = structuredClone(known);
    this.now = $state(structuredClone(known));
  }

  /** What stands by now: an untouched field becomes it, a touched one is kept. */
  follow(known: T): void {
    for (const field of Object.keys(this.#base) as (keyof T)[]) {
      const isNews = !same(known[field], this.#base[field]);
      if (isNews && !this.#isTouched(field)) this.now[field] = structuredClone(known[field]);
      if (same(this.now[field], known[field])) this.#base[field] = structuredClone(known[field]);
      else if (isNews) this.theirs[field] = structuredClone(known[field]);
      // Taken back, or typed here too; what was refused is shown on.
      if (!same(this.theirs[field], known[field]) || !this.#isTouched(field)) delete this.theirs[field];
    }
  }

  /** It was refused, and what others wrote is shown: who saves again has read it. */
  refused(known: T): void {
    this.follow(known);
    this.#base = structuredClone(known);
  }

  /** What was sent is kept, and this stands by now; what was typed meanwhile is not saved yet. */
  kept(known: T, sent: Partial<T>): void {
    for (const field of Object.keys(sent) as (keyof T)[]) {
      if (same(this.now[field], sent[field]) && !same(sent[field], known[field])) this.now[field] = structuredClone(known[field]);
      this.#base[field] = structuredClone(known[field]);
    }
    this.follow(known);
  }

  /** What was changed here; nothing else is sent. */
  get said(): Partial<T> {
    return this.#ofTouched(this.now);
  }

  get was(): Partial<T> {
    return this.#ofTouched(this.#base);
  }

  get isTouched(): boolean {
    return Object.keys(this.said).length > 0;
  }

  #isTouched(field: keyof T): boolean {
    return !same(this.now[field], this.#base[field]);
  }

  #ofTouched(fields: T): Partial<T> {
    const touched = (Object.keys(this.#base) as (keyof T)[]).filter((field) => this.#isTouched(field));
    return $state.snapshot(Object.fromEntries(touched.map((field) => [field, fields[field]]))) as Partial<T>;
  }
}
