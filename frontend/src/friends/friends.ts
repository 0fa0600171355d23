// Tables among friends: a seat is found, entered and shown. Results stay on this device.
import { get, post } from "../lib/api";
import { app } from "../lib/app.svelte";
import { beginGame } from "../lib/left_game";
import { keepAs, keepInTab, keptAs, keptInTab } from "../lib/kept";

export interface Wanted {
  game: string;
  people: number;
  bots: string[];
  open: boolean;
  watched: boolean;
  profile?: string;
  turn_time_s?: number;
}

interface Seated {
  table: string;
  /** None where one watches. */
  seat: number | null;
  link: string;
}

interface Made extends Seated {
  code: string;
  invite: string;
}

export interface OpenTable {
  table: string;
  game: string;
  profile: string;
  turn_time_s: number | null;
  seats: number;
  free: number;
}

export interface Company {
  first: boolean;
  dealt: boolean;
  /** Who finds no seat may watch. */
  watched: boolean;
  /** `again`: has gone on to the table of the next game. */
  seats: { bot: string; free: boolean; here: boolean; again: boolean }[];
}

export interface Invite {
  code: string;
  invite: string;
}

/** A result as this device remembers it. */
export interface Result {
  table: string;
  when: string;
  won: boolean;
  points: string;
}

const INVITE = "stolik.friends.invite.";
const RESULTS = "stolik.friends.results";
const MOST_RESULTS = 30;

export async function make(wanted: Wanted): Promise<void> {
  const made = await post<Made>("/api/friends", wanted);
  keepInTab(INVITE + made.table, JSON.stringify({ code: made.code, invite: made.invite }));
  await sit(made);
}

export async function join(way: { code?: string; token?: string; table?: string }): Promise<void> {
  await sit(await post<Seated>("/api/friends/join", way));
}

export async function again(table: string): Promise<void> {
  await sit(await post<Seated>(`/api/friends/${table}/again`));
}

async function sit({ table, seat, link }: Seated): Promise<void> {
  if (link) await post("/api/login/link", { token: link.split("#")[1] });
  if (seat !== null) beginGame(table);
  app.go(`/table/${table}`);
}

/** What the others need to come; only the tab in which the table was made knows it. */
export function inviteOf(table: string): Invite | null {
  const kept = keptInTab(INVITE + table);
  return kept ? (JSON.parse(kept) as Invite) : null;
}

export function companyOf(table: string): Promise<Company> {
  return get<Company>(`/api/friends/${table}`);
}

export function results(): Result[] {
  return keptAs<Result[]>(RESULTS, []);
}

/** Once for each table, however often its end is shown. */
export function remember(result: Result): void {
  const before = results();
  if (before.some((one) => one.table === result.table)) return;
  keepAs(RESULTS, [result, ...before].slice(0, MOST_RESULTS));
}

/** Whether who is here has just given up a game. */
export const LEFT = "stolik.friends.left";
