// What the server answers about a tournament; docs/cli.md says what each request means.
export interface Who {
  role: "anonymous" | "spectator" | "player" | "referee" | "organiser" | "bot";
  tournament: string;
  tournaments: string[];
  tables: string[] | null;
  entrant: number | null;
  label: string;
}

export interface Entrant {
  entrant: number;
  name: string;
  status: "waiting" | "entered" | "present" | "withdrawn" | "no_show" | "disqualified";
}

export interface Person extends Entrant {
  club: string;
  team: string;
  age_class: string;
  fixed_table: number | null;
}

export interface Stage {
  title: string;
  rounds: number;
  games: number;
  minutes: number;
  field: "all" | "cut" | "table_winners";
  seating: "draw" | "scheme" | "rank" | "groups";
  carry_over: boolean;
}

export interface RoundSummary {
  round: number;
  stage: number;
  title: string;
  games: number;
  missing: number;
  unconfirmed: number;
  /** Of the pledge it was drawn with; "" without one. */
  commit: string;
  draws: number;
  changes: number;
}

export interface Said {
  code: string;
  message: string;
}

export interface Due {
  next: "draw" | "publish" | "play" | "cut" | "finish" | "nothing";
  message: string;
  stage: number;
  missing: Said[];
  remarks: Said[];
}

export interface Overview {
  format: { id: string; title: string; game: "rummikub" | "wojtek" };
  profile: string;
  confirmations: number;
  stage: number;
  stages: Stage[];
  finished: boolean;
  entrants: Entrant[];
  rounds: (RoundSummary & { tables: number })[];
  next: Due;
  /** Whether the next draw takes dice from the hall, and what the server is bound to. */
  chance: { dice: boolean; chosen: boolean; commit: string; public: string };
}

export interface Line {
  entrant: number;
  place: number;
  big_points: string;
  small_points: string;
}

export interface Game {
  game: number;
  result: "missing" | "entered" | "confirmed";
  confirmed_by?: string[];
  reason?: string;
  lines?: Line[];
}

export interface Seated {
  entrant: number;
  name: string;
}

export interface RoundTable {
  table: number;
  seats: Seated[];
  games: Game[];
}

export interface Round extends RoundSummary {
  tables: RoundTable[];
}

export interface Standing {
  place: number;
  entrant: number;
  name: string;
  big_points: string;
  small_points: string;
  games: number;
  reason: string;
  tied_on_line?: boolean;
  overall?: number;
  ranking_points?: number;
}

export type Outlook = "safe" | "live" | "out";

export interface Title {
  title: string;
  text: string;
  place: number;
  entrant: number;
  name: string;
}

/** The whole tournament in one piece; docs/hall.md. */
export interface PublicPage {
  id: string;
  name: string;
  seq: number;
  /** Another one also when only names or words have changed. */
  edition: number;
  head: string;
  round_minutes: number;
  overview: Overview;
  round: Round | null;
  standings: Standing[];
  outlook: { cut: number | null; entrants: { entrant: number; outlook: Outlook; text: string }[] };
  titles: Title[];
}

/** A player's own place in the round being played. */
export interface Mine {
  entrant: number;
  label: string;
  round: number;
  table: number;
  seat: number;
  starter: number;
  seats: { entrant: number; label: string }[];
  online: string | null;
  games: Game[];
}

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
  /** Tables that wait for a referee, the longest first. */
  referee: { table: number; ago_ms: number }[];
}
