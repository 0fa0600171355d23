// What a browser remembers for us: the one place that touches its storage. Where that is switched
// off or full it remembers nothing and we go on.
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether it is kept; full, or switched off: the choice lasts as long as the page. */
export function keep(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // There was nothing.
  }
}

/** Everything whose key begins so, by the rest of its key. */
export function keptUnder(prefix: string): Record<string, string> {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return Object.fromEntries(keys.map((key) => [key.slice(prefix.length), localStorage.getItem(key) ?? ""]));
  } catch {
    return {};
  }
}

/** Another tab of this device keeps something under such a key, or forgets it (null); returns how to stop listening. */
export function heardUnder(prefix: string, tell: (rest: string, value: string | null) => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(prefix)) tell(key.slice(prefix.length), newValue);
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

/** Something kept in parts; `otherwise` where there is nothing, or nothing that can be read. */
export function keptAs<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(kept(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keepAs(key: string, value: unknown): void {
  keep(key, JSON.stringify(value));
}

/** In this tab only, and until it is closed: other tabs and the next visitor do not find it. */
export function keptInTab(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Nothing is kept of an empty word. */
export function keepInTab(key: string, value: string): void {
  try {
    if (value) sessionStorage.setItem(key, value);
    else sessionStorage.removeItem(key);
  } catch {
    // It lasts as long as the page.
  }
}

/** Whoever sits down here next finds nothing of who has gone. */
export function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // There was nothing.
  }
}

/** The storage itself, for what must know whether it was kept; null where there is none. */
export function storage(probe: string): Storage | null {
  try {
    localStorage.setItem(probe, "1");
    const works = localStorage.getItem(probe) === "1";
    localStorage.removeItem(probe);
    return works ? localStorage : null;
  } catch {
    return null;
  }
}

/** A database; refused by some browsers in a private window. */
export function openDatabase(name: string, make: (database: IDBDatabase) => void = () => {}): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => make(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Whether this browser has databases; the one that was tried is taken away again. */
export async function hasDatabase(name: string): Promise<boolean> {
  try {
    (await openDatabase(name)).close();
    indexedDB.deleteDatabase(name);
    return true;
  } catch {
    return false;
  }
}
