// What the server answers about a tournament; docs/cli.md says what each request means.
import type { EntrantOutlook } from "../lib/http_types";

export interface Who {
  role: "anonymous" | "spectator" | "player" | "referee" | "organiser" | "bot" | "door";
  tournament: string;
  tournaments: string[];
  tables: string[] | null;
  table: string | null;
  entrant: number | null;
  label: string;
}

// The answers themselves are generated from the server's own classes.
export type {
  Due,
  Entrant,
  Game,
  Line,
  MyTable as Mine,
  Overview,
  Person,
  PublicPage,
  Round,
  RoundSummary,
  RoundTable,
  Said,
  Seated,
  StageTold,
  Standing,
  TeamStanding,
  Title,
} from "../lib/http_types";

export type Outlook = EntrantOutlook["outlook"];

/** What an organiser can have shown on the hall's screen. */
export type PickedScene = "welcome" | "rules" | "call" | "names" | "tables" | "clock" | "standings" | "titles";

export interface Hall {
  seq: number;
  now: number;
  round: number | null;
  running: boolean;
  left_ms: number | null;
  time_called: boolean;
  /** The round all clocks of which stand; 0: none. */
  paused: number;
  pause_reason: string;
  break_ms: number | null;
  call: { round: number; tables: number[] } | null;
  /** The table the organiser has picked for the screen; null: none. */
  shown: number | null;
  /** What the organiser wants to be seen until a round begins; page 0: all its pages in turn. */
  scene: { scene: PickedScene; page: number; at: number } | null;
  /** Tables that wait for a referee, the longest first. */
  referee: { table: number; ago_ms: number }[];
  /** Games with two different results, until a referee has decided. */
  differing: { round: number; table: number; game: number }[];
}

/** A timetable in words; remarks say what does not fit. */
export interface Planned {
  slots: { title: string; from: string; to: string; kind: string; games_do_not_fit: boolean }[];
  remarks: { message: string }[];
}
