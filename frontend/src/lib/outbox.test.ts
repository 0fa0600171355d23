import { expect, test } from "vitest";
import { Offline, Refused } from "./api";
import { Outbox } from "./outbox.svelte";
import { MemoryShelf, StorageShelf, type Letter, type Shelf } from "./shelf";

/** A server that keeps what it was sent and can be cut off, before or after it has kept it. */
class Server {
  kept: Letter[] = [];
  line: "up" | "down" | "answers lost" = "up";

  send = async (letter: Letter): Promise<void> => {
    if (this.line === "down") throw new Offline();
    if (letter.body.game === 13) throw new Refused("result.no", "nie", 409);
    if (letter.body.game === 66) throw new Refused("http.failed", "błąd", 500);
    if (letter.body.game === 50) throw new Refused("http.not_saved", "później", 503);
    if (!this.kept.some((one) => one.id === letter.id)) this.kept.push(letter);
    if (this.line === "answers lost") throw new Offline();
  };

  get games(): unknown[] {
    return this.kept.map((letter) => letter.body.game);
  }
}

function outbox(server: Server, shelf: Shelf = new MemoryShelf(), owner = "t/1"): Outbox {
  return new Outbox(owner, Promise.resolve(shelf), server.send);
}

test("what is written without a line is kept, shown, and sent later in order", async () => {
  const server = new Server();
  server.line = "down";
  const box = outbox(server);
  for (const game of [1, 2, 3]) await box.put("/x", { game });
  await box.flush();
  expect(box.waiting.map((letter) => letter.body.game)).toEqual([1, 2, 3]);
  expect(server.games).toEqual([]);
  server.line = "up";
  await box.flush();
  expect(server.games).toEqual([1, 2, 3]);
  expect(box.letters).toEqual([]);
  box.close();
});

test("a letter whose answer was lost is sent again under the same id", async () => {
  const server = new Server();
  server.line = "answers lost";
  const box = outbox(server);
  await box.put("/x", { game: 1 });
  await box.flush();
  const before = box.waiting[0]?.id;
  server.line = "up";
  await box.flush();
  expect(server.kept.map((letter) => letter.id)).toEqual([before]);
  box.close();
});

test("letters outlive the page that wrote them", async () => {
  const server = new Server();
  const shelf = new StorageShelf(localStorage);
  server.line = "down";
  const first = outbox(server, shelf);
  await first.put("/x", { game: 1 });
  await first.flush();
  first.close();
  server.line = "up";
  const second = outbox(server, shelf);
  await second.flush();
  expect(server.games).toEqual([1]);
  expect(await shelf.all()).toEqual([]);
  second.close();
});

test("nobody sends what somebody else wrote on the same phone", async () => {
  const server = new Server();
  const shelf = new MemoryShelf();
  server.line = "down";
  const one = outbox(server, shelf);
  await one.put("/x", { game: 1 });
  await one.flush();
  server.line = "up";
  const other = outbox(server, shelf, "t/2");
  await other.flush();
  expect(server.games).toEqual([]);
  one.close();
  other.close();
});

test("a refused letter does not block the next, and stays until it is read", async () => {
  const server = new Server();
  const box = outbox(server);
  await box.put("/x", { game: 13 });
  await box.put("/x", { game: 2 });
  await box.flush();
  expect(server.games).toEqual([2]);
  expect(box.refused.map((letter) => letter.refused)).toEqual(["nie"]);
  await box.drop(box.refused[0]?.id ?? "");
  expect(box.letters).toEqual([]);
  box.close();
});

test("who hands a letter over is told of a refusal at once", async () => {
  const server = new Server();
  const box = outbox(server);
  await expect(box.hand("/x", { game: 13 })).rejects.toThrow("nie");
  expect(box.letters).toEqual([]);
  server.line = "down";
  await box.hand("/x", { game: 2 });
  expect(box.waiting.map((letter) => letter.body.game)).toEqual([2]);
  box.close();
});

test("a server that cannot write is no refusal", async () => {
  const box = outbox(new Server());
  await box.put("/x", { game: 50 });
  await box.flush();
  expect([box.waiting.length, box.refused.length]).toEqual([1, 0]);
  box.close();
});

test("what makes the server fail twice is given up, and what was written after it goes on", async () => {
  const server = new Server();
  const box = outbox(server);
  await box.put("/x", { game: 66 });
  await box.put("/x", { game: 2 });
  await box.flush();
  expect(box.refused.map((letter) => letter.refused)).toEqual(["błąd"]);
  expect(server.games).toEqual([2]);
  box.close();
});
