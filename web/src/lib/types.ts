// What the server answers; the OpenAPI document (/api/openapi.json) is the reference.

import type { Claim, Score } from './claims';

export type Wdl = 'win' | 'draw' | 'loss';

export interface Worth {
  wdl: Wdl;
  dtm_plies?: number;
  dtc_plies?: number;
  dtz_plies?: number;
  source: string;
}

export interface MoveWorth extends Worth {
  san: string;
  uci: string;
  converts: boolean;
}

export interface Probe extends Worth {
  fen: string;
  material: string;
  headline: string;
  moves: MoveWorth[];
  line: string[];
}

export interface Endgame {
  material: string;
  men: number;
  solved: boolean;
  at_once: boolean;
  theory: boolean;
}

export interface Count {
  classes: number;
  full: number;
}

export interface SideStats {
  legal: Count;
  wins: Count;
  draws: Count;
  losses: Count;
  wins_by_dtm_plies: Record<string, Count>;
  losses_by_dtm_plies: Record<string, Count>;
  wins_by_dtc_plies: Record<string, Count>;
  losses_by_dtc_plies: Record<string, Count>;
}

export interface Stats {
  material: string;
  white_to_move: SideStats;
  black_to_move: SideStats;
  zugzwangs: { white_cannot_win: Count; white_cannot_draw: Count; full_point: Count };
  longest_wins: { winner: string; dtm_plies: number; count: number; fens: string[]; line: string }[];
}

export interface Found {
  material: string;
  count: number;
  positions: { fen: string; wdl: Wdl; dtm_plies: number | null; dtc_plies: number | null }[];
}

export interface TheoryAnswer {
  fen: string;
  headline: string;
  result: string;
  line: string[];
  line_san: string;
  last_fen: string;
  rule: string | null;
  text: string;
  squares: string[];
  zone: string[];
  also: { rule: string; text: string; zone: string[]; squares: string[] }[];
  keeping: string[];
  spoiling: { move: string; result: string; rule: string | null; text: string; line: string[]; squares: string[] }[];
}

export interface TheoryEntry {
  name: string;
  rules: number;
  measure: string;
  scratch: boolean;
}

export interface TextProblem {
  fatal: boolean;
  message: string;
  label: string;
  help: string | null;
  line: number;
  column: number;
  from: number;
  to: number;
}

export interface Pair {
  white: number;
  black: number;
}

export interface RuleRecord {
  name: string;
  says: string;
  applies: { strong: number; weak: number };
  errors: number;
  alone: number;
  plies_found: [number, number] | null;
  counter_examples: string[];
  causes: { clause: string; wrong: number; fens: string[] }[];
  suggested_unless: string | null;
}

export interface CheckResult {
  problems: TextProblem[];
  report: {
    endgame: string;
    measure: string;
    rules: RuleRecord[];
    positions: Pair;
    decided: Pair;
    wrong: Pair;
    clashes: Pair;
    sound: boolean;
    search?: { decided_by_ply: Pair[]; max_plies: number; never: Pair; wrong: Pair };
  } | null;
}

export interface FeatureTerm {
  id: string;
  group: string;
  side: 'white' | 'black';
  count: number;
  unit: string;
  value: number;
  gloss: string;
}

export interface Features {
  fen: string;
  total: number;
  phase: number;
  terms: FeatureTerm[];
}

export interface Line {
  score: number;
  mate: number | null;
  moves: string[];
  san: string;
  last_fen: string;
}

export interface Lines {
  fen: string;
  nodes: number;
  lines: Line[];
}

/** What a live search has found so far: data of an event, which the document does not describe. */
export interface LiveLines extends Lines {
  analyst: string;
  depth: number;
}

export interface CurvePoint {
  run: string;
  step: number;
  errors: number | null;
  loss: number | null;
}

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

export interface Job {
  id: number;
  kind: string;
  title: string;
  state: JobState;
  done: number;
  total: number;
  note: string;
  error: string | null;
  input: Record<string, unknown>;
  curve: CurvePoint[];
}

export interface Recipe {
  name: string;
  title: string;
  question: string;
  runs: string[];
}

export interface Outcome {
  label: string;
  seed: number;
  figures: Record<string, number>;
  boards: { fen: string; words: string }[];
  heat: { title: string; counts: number[] }[];
  notes: string[];
}

export type { Counted, ExploredMove, ExploredPosition, Facets, GameEntry, GameList, Imported, KeptPosition, OpeningName, Overview, PuzzlesKept } from './served';
export type { Counts, EndingRow, Example, ProfileEntry, ResultTable, Share } from './served';
export type { Progress as PractiseProgress, Told as ToldProfile } from './served';

export interface Task {
  id: number;
  kind: 'mistake' | 'habit' | 'endgame' | 'puzzle' | 'quiet';
  fen: string;
  game: number | null;
  streak: number;
  tries: number;
  lapses: number;
  due_in: number;
  rating: number | null;
  title: string;
  goal: string;
  played_san: string | null;
  judgement: 'inaccuracy' | 'mistake' | 'blunder' | null;
  lesson: string | null;
  /** What the lesson says, by language. */
  texts: Record<string, { title: string; idea: string }>;
}

export interface Reply {
  san: string;
  kept: boolean;
  before: Worth;
  after: Worth;
  better: string | null;
  reply: string | null;
  reply_san: string | null;
  fen: string;
  over: string | null;
}

export type { Score } from './claims';

export interface ExplainedLine {
  score: Score;
  uci: string[];
  san: string;
}

/** A claim with its words and squares. */
export type SaidClaim = Claim & { text: string; squares: string[] };

export interface Sentence {
  text: string;
  /** Places in the list of claims. */
  claims: number[];
  /** The line it shows, from the position asked about. */
  line?: string[];
}

export interface Section {
  kind: string;
  heading: string;
  sentences: Sentence[];
}

/** Words with what they rest on: an explanation or an answer. */
export interface Told {
  lines: ExplainedLine[];
  text: Section[];
  claims: SaidClaim[];
}

export interface Explanation extends Told {
  fen: string;
  move: string | null;
  analyst: string;
  remark?: string;
  played: ExplainedLine | null;
}
