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
      if (same(known[field], this.#base[field])) continue;
      if (!this.#isTouched(field)) this.now[field] = structuredClone(known[field]);
      if (same(this.now[field], known[field])) this.#base[field] = structuredClone(known[field]);
      else this.theirs[field] = structuredClone(known[field]);
    }
  }

  /** It was refused, and what others wrote is shown: who saves again has read it. */
  refused(known: T): void {
    this.follow(known);
    this.#base = structuredClone(known);
  }

  /** It was kept, and this is what stands. */
  kept(known: T): void {
    for (const field of Object.keys(this.#base) as (keyof T)[]) {
      if (!same(this.now[field], known[field])) this.now[field] = structuredClone(known[field]);
    }
    this.#base = structuredClone(known);
    this.theirs = {};
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
