// Stops the clock of a table from the referee's list: what has been said there goes on standing when he comes.
import { newId, Offline, Refused } from "../lib/api";
import { app } from "../lib/app.svelte";
import { Wire } from "../lib/wire";
import { Line } from "../table/line";
import type { Glance } from "./trouble";

const ANSWER_WITHIN_MS = 10_000;

interface Said {
  t: string;
  id?: string | null;
  faults?: { code: string; message: string }[];
}
interface Way {
  open(): void;
  close(): void;
}

export async function stopClock(event: string, at: Pick<Glance, "table" | "online">, reason: string): Promise<void> {
  await new Promise<void>((done, failed) => {
    const hear = (said: Said) => {
      if (said.t === "ack") done();
      else if (said.t === "no") failed(new Refused(said.faults?.[0]?.code ?? "", said.faults?.[0]?.message ?? "", 409));
      else return;
      leave();
    };
    const way = at.online ? online(at.online, reason, hear) : inHall(event, at.table, reason, hear);
    const timer = setTimeout(() => (failed(new Offline()), leave()), ANSWER_WITHIN_MS);
    const leave = () => (clearTimeout(timer), way.close());
    way.open();
  });
}

function online(table: string, reason: string, hear: (said: Said) => void): Way {
  let asked = false;
  const line = new Line(table, () => app.lang, {
    connected: () => undefined,
    message: (said) => {
      // A command says after which event it was meant: it waits until that is known.
      if (said.t === "snapshot" && !asked) {
        asked = true;
        line.ask({ t: "pause", reason });
      }
      hear(said as Said);
    },
  });
  return line;
}

function inHall(event: string, table: number, reason: string, hear: (said: Said) => void): Way {
  const path = `/api/tournaments/${event}/tables/${table}/clock`;
  const id = newId();
  let asked = false;
  const wire = new Wire(
    () => `${path}/socket?lang=${app.lang}`,
    () => ({ path: `${path}/lines?lang=${app.lang}` }),
    {
      message: (said) => {
        if ((said as Said).t === "clock" && !asked) {
          asked = true;
          wire.say({ t: "pause", reason, id, ago_ms: 0 });
        }
        hear(said as Said);
      },
      lost: () => (asked = false), // under the same id it is done once
    },
  );
  return wire;
}
