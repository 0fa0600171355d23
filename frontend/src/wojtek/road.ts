// The road through all the fields: stretches by land, and long ones by sea or rail.
import type { Spot } from "./camera";

/** What is further apart than this was no walk. */
const FAR = 150;

export interface Road {
  /** One path through everything that is near. */
  walked: string;
  /** A path for each long way, and its middle. */
  voyages: { path: string; middle: Spot }[];
}

/** Catmull and Rom's curve as Bézier pieces, cut where the way is long. */
export function road(spots: readonly Spot[]): Road {
  const found: Road = { walked: "", voyages: [] };
  let drawing = false;
  for (let i = 0; i + 1 < spots.length; i += 1) {
    const [here, there] = [spots[i]!, spots[i + 1]!];
    if (Math.hypot(there.x - here.x, there.y - here.y) > FAR) {
      found.voyages.push(voyage(here, there));
      drawing = false;
      continue;
    }
    const near = (one: Spot | undefined, from: Spot) => (one && Math.hypot(one.x - from.x, one.y - from.y) <= FAR ? one : from);
    const [before, after] = [near(spots[i - 1], here), near(spots[i + 2], there)];
    const pull = [here.x + (there.x - before.x) / 6, here.y + (there.y - before.y) / 6, there.x - (after.x - here.x) / 6, there.y - (after.y - here.y) / 6];
    found.walked += `${drawing ? "" : `M${here.x} ${here.y}`}C${[...pull, there.x, there.y].map((value) => value.toFixed(1)).join(" ")}`;
    drawing = true;
  }
  return found;
}

/** A bow to one side, as lines of ships are drawn. */
function voyage(here: Spot, there: Spot): Road["voyages"][number] {
  const [dx, dy] = [there.x - here.x, there.y - here.y];
  const bow = { x: (here.x + there.x) / 2 + dy * 0.16, y: (here.y + there.y) / 2 - dx * 0.16 };
  const middle = { x: (here.x + there.x) / 4 + bow.x / 2, y: (here.y + there.y) / 4 + bow.y / 2 };
  return { path: `M${here.x} ${here.y}Q${bow.x.toFixed(1)} ${bow.y.toFixed(1)} ${there.x} ${there.y}`, middle };
}
