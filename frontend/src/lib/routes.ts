// Which screen an address shows. Each screen is a part of its own: a phone loads what it needs.
import type { Component } from "svelte";

export interface Screen {
  load: () => Promise<{ default: Component<any> }>;
  props: Record<string, string>;
}

type Loader = Screen["load"];

const ROUTES: [RegExp, Loader][] = [
  [/^\/$/, () => import("../start/Start.svelte")],
  [/^\/enter$/, () => import("../start/Enter.svelte")],
  [/^\/table\/(?<table>[0-9a-f]+)$/, () => import("../table/Table.svelte")],
  [/^\/table\/(?<table>[0-9a-f]+)\/replay$/, () => import("../replay/Replay.svelte")],
  [/^\/tournament\/(?<tournament>[0-9a-f]+)$/, () => import("../tournament/Tournament.svelte")],
  [
    /^\/tournament\/(?<tournament>[0-9a-f]+)\/tables\/(?<table>\d+)\/clock$/,
    () => import("../clock/TableClock.svelte"),
  ],
];

const MISSING: Loader = () => import("../start/Missing.svelte");

export function screenAt(path: string): Screen {
  for (const [pattern, load] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { load, props: { ...found.groups } };
  }
  return { load: MISSING, props: {} };
}
