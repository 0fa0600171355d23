// Which screen an address shows. Each screen is a part of its own: a phone loads what it needs.
import type { Component } from "svelte";
import { app } from "./app.svelte";
import { learn } from "./i18n";

export interface Screen {
  load: () => Promise<{ default: Component<any> }>;
  props: Record<string, string>;
  /** The same key is the same screen: it is not made anew. */
  key: string;
}

type Loader = Screen["load"];

/** A screen of organisers comes with what only they read. */
const desk = (load: Loader): Loader => async () => {
  const [known, screen] = await Promise.all([learn(app.lang, "desk"), load()]);
  if (!known) throw new Error("its texts did not come");
  return screen;
};

const ROUTES: [RegExp, Loader][] = [
  [/^\/$/, () => import("../start/Start.svelte")],
  [/^\/phone-test$/, () => import("../start/PhoneTest.svelte")],
  [/^\/rules\/(?<game>[a-z]+)$/, () => import("../table/AnyRules.svelte")],
  [/^\/friends$/, () => import("../friends/Friends.svelte")],
  [/^\/https$/, () => import("../start/Https.svelte")],
  [/^\/enter$/, () => import("../start/Enter.svelte")],
  [/^\/table\/(?<table>[0-9a-f]+)$/, () => import("../table/AnyTable.svelte")],
  [/^\/table\/(?<table>[0-9a-f]+)\/replay$/, () => import("../replay/Replay.svelte")],
  [
    /^\/tournament\/(?<tournament>[0-9a-f]+)\/register$/,
    () => import("../tournament/Register.svelte"),
  ],
  [/^\/boards$/, desk(() => import("../organise/Boards.svelte"))],
  [/^\/organise$/, desk(() => import("../organise/Organise.svelte"))],
  [
    /^\/tournament\/(?<tournament>[0-9a-f]+)\/organise(?:\/(?<section>[a-z]+))?$/,
    desk(() => import("../organise/Desk.svelte")),
  ],
  [/^\/judge(?:\/(?<section>[a-z]+))?$/, () => import("../referee/Judge.svelte")],
  [
    /^\/tournament\/(?<tournament>[0-9a-f]+)\/referee$/,
    () => import("../referee/Referee.svelte"),
  ],
  [/^\/tournament\/(?<tournament>[0-9a-f]+)$/, () => import("../tournament/Tournament.svelte")],
  [/^\/tournament\/(?<tournament>[0-9a-f]+)\/hall$/, () => import("../screen/Hall.svelte")],
  [
    /^\/tournament\/(?<tournament>[0-9a-f]+)\/tables\/(?<table>\d+)\/clock$/,
    () => import("../clock/TableClock.svelte"),
  ],
];

const MISSING: Loader = () => import("../start/Missing.svelte");

export function screenAt(path: string): Screen {
  for (const [pattern, load] of ROUTES) {
    const found = pattern.exec(path);
    if (found) {
      const { section, ...props } = found.groups ?? {};
      const key = `${pattern.source} ${Object.values(props).join(" ")}`;
      return { load, props: section ? { ...props, section } : props, key };
    }
  }
  return { load: MISSING, props: {}, key: "" };
}
