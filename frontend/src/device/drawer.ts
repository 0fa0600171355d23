// Where a device keeps its games: values by key in the browser's database.
type Change = [string, Uint8Array | undefined];

const NAME = "stolik";
const STORE = "device";

export interface Drawer {
  kept(): Promise<[string, Uint8Array][]>;
  /** All changes or none; kept once it comes back. */
  keep(changes: Change[]): Promise<void>;
}

export async function openDrawer(): Promise<Drawer> {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
  const database = await done(asked);

  return {
    async kept() {
      const store = database.transaction(STORE).objectStore(STORE);
      const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      return keys.map((key, i) => [String(key), values[i] as Uint8Array]);
    },
    keep(changes) {
      const writing = database.transaction(STORE, "readwrite");
      const store = writing.objectStore(STORE);
      for (const [key, value] of changes) {
        if (value) store.put(value, key);
        else store.delete(key);
      }
      return new Promise((resolve, reject) => {
        writing.oncomplete = () => resolve();
        writing.onabort = writing.onerror = () => reject(writing.error);
      });
    },
  };
}

function done<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}
