// Where letters wait on the device until the server has them: IndexedDB, else localStorage, else
// the memory of the open page. All three work on plain http.
import { openDatabase, storage } from "./kept";

export interface Letter {
  /** The command's id, made before it was first sent: the server carries it out once. */
  id: string;
  /** Whose letter it is: somebody else on the same phone does not send it. */
  owner: string;
  path: string;
  body: Record<string, unknown>;
  /** When it was written, by the clock on the wall; letters are sent in this order. */
  made: number;
  /** The server's reason for refusing it; it stays until its owner has read it. */
  refused: string;
}

export interface Shelf {
  all(): Promise<Letter[]>;
  keep(letter: Letter): Promise<void>;
  drop(id: string): Promise<void>;
}

const NAME = "stolik";
const LETTERS = "letters";

export async function openShelf(): Promise<Shelf> {
  try {
    const database = await openDatabase(NAME, (made) => made.createObjectStore(LETTERS, { keyPath: "id" }));
    return new DatabaseShelf(database);
  } catch {
    // Some browsers refuse databases in a private window.
  }
  const found = storage(`${NAME}.probe`);
  return found ? new StorageShelf(found) : new MemoryShelf();
}

export class MemoryShelf implements Shelf {
  #letters = new Map<string, Letter>();

  async all(): Promise<Letter[]> {
    return [...this.#letters.values()];
  }

  async keep(letter: Letter): Promise<void> {
    this.#letters.set(letter.id, letter);
  }

  async drop(id: string): Promise<void> {
    this.#letters.delete(id);
  }
}

export class StorageShelf implements Shelf {
  constructor(readonly storage: Storage) {}

  async all(): Promise<Letter[]> {
    const keys = Array.from({ length: this.storage.length }, (_, i) => this.storage.key(i) ?? "");
    const ours = keys.filter((key) => key.startsWith(`${NAME}.${LETTERS}.`));
    return ours.map((key) => JSON.parse(this.storage.getItem(key) ?? "null") as Letter);
  }

  async keep(letter: Letter): Promise<void> {
    this.storage.setItem(`${NAME}.${LETTERS}.${letter.id}`, JSON.stringify(letter));
  }

  async drop(id: string): Promise<void> {
    this.storage.removeItem(`${NAME}.${LETTERS}.${id}`);
  }
}

class DatabaseShelf implements Shelf {
  constructor(readonly database: IDBDatabase) {}

  all(): Promise<Letter[]> {
    return this.#ask("readonly", (letters) => letters.getAll() as IDBRequest<Letter[]>);
  }

  async keep(letter: Letter): Promise<void> {
    await this.#ask("readwrite", (letters) => letters.put(letter));
  }

  async drop(id: string): Promise<void> {
    await this.#ask("readwrite", (letters) => letters.delete(id));
  }

  /** Done when the transaction is: a request that succeeded may still be undone. */
  #ask<T>(mode: IDBTransactionMode, work: (letters: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(LETTERS, mode);
      const request = work(transaction.objectStore(LETTERS));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  }
}
