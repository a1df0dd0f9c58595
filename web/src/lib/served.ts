// Generated from the server's OpenAPI document by its test `served`; do not edit.

export interface Added {
  added: number;
}

export interface AmendRequest {
  /** The rule to change, as it is named in the text. */
  rule: string;
  text: string;
  /** An exception to add; none takes the rule out. */
  unless: string | null;
}

export interface AnalysisAnswer {
  /** The engine's name. */
  analyst: string;
  /** Positions searched at most. */
  nodes: number;
  /** Why another engine answered than the one that was asked. */
  remark: string | null;
  /** Larger endgame tables that answered: those that not every installation has. */
  tables?: string[];
}

export type AnnotateFound = Manner & {
  /** As `GET /api/games` is asked; those that have comments are passed over. */
  games?: GamesQuery;
  /** Whose mistakes become drills: `white`, `black` or `both` (default). */
  side: string | null;
};

export type AnnotateRequest = Manner & {
  /** Whose mistakes become drills: `white`, `black` or `both` (default). */
  side: string | null;
};

export type AnswerRequest = Manner & {
  /** Not the first try at this drill today: it is judged, but no longer counted. */
  again?: boolean;
  /** Give up. */
  give_up?: boolean;
  /** All moves from the drill's position, both sides'. */
  moves: string[];
};

export interface AnswerResult {
  /** Days until it comes back, if it was counted. */
  days: number | null;
  /** Why: `best`, `good` (as good as the best), `worse`, `reached` (the goal), `spoilt` (the result), `given-up`, or nothing yet. */
  outcome: string | null;
  /** What is wrong with a worse move, in words, without the answer; of an endgame the rule that was broken. */
  reasons: string[];
  /** What the other side makes of a wrong move, as interfaces write moves. */
  refutation: string[];
  /** The same in notation. */
  refutation_san: string;
  /** The other side's answer in a puzzle that goes on, as interfaces write moves. */
  reply: string | null;
  solution: Solution | null;
  /** Which own move spoilt the result, from 1. */
  spoilt: number | null;
  /** The squares that the broken rule speaks of. */
  squares: string[];
  /** `passed`, `failed` or `open` (go on). */
  state: string;
}

export interface Applies {
  strong: number;
  weak: number;
}

export interface AskAnswer {
  /** Who looked ahead; none if there is no answer. */
  analyst: string | null;
  /** The checked claims that the answer rests on. */
  claims: (Record<string, unknown>)[];
  /** The position the claims are about. */
  fen: string;
  /** The language. */
  language: string;
  /** The reader's level. */
  level: string;
  /** The lines that a part of kind `candidates` tells. */
  lines: ExplainedLine[];
  /** The move that was asked about. */
  move: string | null;
  /** Positions searched at most. */
  nodes: number | null;
  /** Why there is no answer. */
  problem: string | null;
  /** What was asked. */
  question: string;
  /** Why another engine answered than the one that was asked. */
  remark: string | null;
  /** Squares to point at. */
  squares: string[];
  /** What can be asked, the question nearest to this one first. */
  suggestions: string[];
  /** Larger endgame tables that answered: those that not every installation has. */
  tables?: string[];
  /** In words, each sentence with the claims it tells. */
  text: SectionAnswer[];
  /** What was understood; none if nothing was. */
  topic: string | null;
}

export type AskRequest = Manner & {
  fen: string;
  /** The game of the library that this is a position of: if it has comments, their score holds. */
  game: number | null;
  last: LastMove | null;
  /** The question asked before this one: "why not?" and "and if Nd5?" are about its move. */
  previous: string | null;
  /** In any language of `GET /api/languages`, such as "why not Kd2?". */
  question: string;
};

export type BTreeMap = Record<string, {
  /** Positions that differ by more than a symmetry of the board. */
  classes: number;
  /** All positions on the full board. */
  full: number;
}>;

export interface BranchAnswer {
  /** Play from there, as interfaces write moves. */
  line: string[];
  /** In standard notation. */
  move: string;
  /** `White wins`, `Black wins` or `draw`. */
  result: string;
  /** The rule that decides. */
  rule: string | null;
  /** The squares that matter. */
  squares: string[];
  /** Why, in words. */
  text: string;
}

export interface CauseAnswer {
  /** What they have in common, in the rule language. */
  clause: string;
  /** Some of the positions. */
  fens: string[];
  /** Wrong applications it removes. */
  wrong: number;
}

export interface CheckAnswer {
  clashes: Pair;
  decided: Pair;
  endgame: string;
  file: string;
  measure: string;
  overlaps: Pair;
  positions: Pair;
  rules: RuleRecord[];
  search: SearchRecord | null;
  sound: boolean;
  spoken: Pair;
  wrong: Pair;
}

export interface CheckRequest {
  /** Also what becomes of it after search (takes longer). */
  search?: boolean;
  text: string;
}

export interface CheckResult {
  problems: TextProblem[];
  report: CheckAnswer | null;
}

export interface Counted {
  /** In how many games. */
  games: number;
  /** What. */
  name: string;
}

export interface Counts {
  /** What it is about. */
  about: string;
  /** The dearest places. */
  examples: Example[];
  /** The player's cases. */
  mine: Share;
  /** It is no chance. */
  stands_out: boolean;
  /** His opponents'. */
  theirs: Share;
}

export interface CurvePoint {
  /** Positions wrong. */
  errors: number | null;
  /** Mean loss. */
  loss: number | null;
  /** Which run. */
  run: string;
  /** Steps done. */
  step: number;
}

export interface Drill {
  /** Seconds until it is due; negative if it is. */
  due_in: number;
  fen: string;
  game: number | null;
  id: number;
  /** `mistake`, `habit`, `endgame`, `puzzle` or `quiet`. */
  kind: string;
  lapses: number;
  /** How difficult it is (puzzles only). */
  rating: number | null;
  /** Right answers in a row. */
  streak: number;
  tries: number;
}

export interface Endgame {
  /** Its table is solved when it is first needed. */
  at_once: boolean;
  material: string;
  men: number;
  /** Its table is solved. */
  solved: boolean;
  /** There is a theory of it. */
  theory: boolean;
}

export interface EndingRow {
  /** Where the player changed the result. */
  examples: Example[];
  /** Games that reached it. */
  games: number;
  /** Its name. */
  name: string;
  /** Mistakes, and results changed against the tables, in words. */
  text: string;
}

export interface EngineEntry {
  /** What requests call it. */
  name: string;
  /** Another program, not one of our own evaluations. */
  outside: boolean;
  /** The one that is asked if none is named. */
  usual: boolean;
}

export interface Example {
  /** The best move there. */
  best: string;
  /** The position before it. */
  fen: string;
  /** The game's place in the file, or its number in the library. */
  game: number;
  /** The move, with its number. */
  label: string;
  /** Half-moves before the move. */
  ply: number;
}

export type ExplainRequest = Manner & {
  fen: string;
  /** The game of the library that this is a position of: if it has comments, their score holds. */
  game: number | null;
  /** A move to explain; without it the position. */
  move: string | null;
};

export interface ExplainedLine {
  /** In notation, with move numbers. */
  san: string;
  /** For the side to move. */
  score: Record<string, unknown>;
  /** As interfaces write moves. */
  uci: string[];
}

export type ExplanationAnswer = AnalysisAnswer & {
  /** Everything that was found out, each with its words, line and squares. */
  claims: (Record<string, unknown>)[];
  /** Claims that an independent checker did not confirm; they are not told. */
  dropped: number;
  /** The position. */
  fen: string;
  /** The language. */
  language: string;
  /** The reader's level. */
  level: string;
  /** The best lines, best first. */
  lines: ExplainedLine[];
  /** The move that was asked about. */
  move: string | null;
  played: ExplainedLine | null;
  /** What a reader is told. */
  text: SectionAnswer[];
  /** `white` or `black`. */
  turn: string;
};

export type ExploredMove = Results & {
  opening: OpeningName | null;
  san: string;
  uci: string;
};

export type ExploredPosition = Results & {
  /** Games that went through it, the newest first. */
  examples: GameEntry[];
  fen: string;
  /** The most played first; moves that only the table names come last. */
  moves: ExploredMove[];
  opening: OpeningName | null;
};

export interface Facets {
  /** Kinds of endings. */
  endings: Counted[];
  /** The names that occur most, as they are written. */
  players: Counted[];
  /** Motifs and concepts of the tutor's comments. */
  themes: Counted[];
}

export interface FeatureTerm {
  /** What a person would count, in `unit`. */
  count: number;
  /** Endgame part. */
  eg: number;
  /** One line on what it means. */
  gloss: string;
  /** Its theme. */
  group: string;
  /** The feature's stable name. */
  id: string;
  /** Middlegame part. */
  mg: number;
  /** `white` or `black`. */
  side: string;
  /** What is counted. */
  unit: string;
  /** The part of `total`. */
  value: number;
}

export interface Features {
  /** Endgame value, before tapering. */
  eg: number;
  /** The position. */
  fen: string;
  /** Middlegame value, before tapering. */
  mg: number;
  /** From 0 (bare kings) to 24. */
  phase: number;
  /** 64ths of the endgame value that count. */
  scale: number;
  /** Every feature that was counted. */
  terms: FeatureTerm[];
  /** The evaluation: the sum of all terms' values. */
  total: number;
}

export interface Found {
  /** How many there are, listed or not. */
  count: number;
  /** The endgame. */
  material: string;
  /** The first of them. */
  positions: FoundPosition[];
}

export interface FoundPosition {
  /** Plies to the next capture, promotion or mate; none for draws. */
  dtc_plies: number | null;
  /** Plies to mate; none for draws. */
  dtm_plies: number | null;
  /** Plies to the next capture, pawn move or mate under the fifty-move rule, which spoils what is above 100; none for draws. */
  dtz_plies: number | null;
  /** The position. */
  fen: string;
  /** `win`, `draw` or `loss`. */
  wdl: string;
}

export interface GameEntry {
  /** The tutor has commented on it. */
  annotated: boolean;
  black: string;
  date: string;
  /** The code of the opening, if it is known. */
  eco: string;
  event: string;
  id: number;
  opening: string;
  plies: number;
  result: string;
  white: string;
}

export interface GameList {
  /** All games there are. */
  count: number;
  /** Those that fit. */
  found: number;
  games: GameEntry[];
}

export type GameText = GameEntry & {
  /** The same with the tutor's comments, if it has any. */
  annotated_pgn: string | null;
  /** What the reader added: moves, notes, arrows. */
  own_pgn: string | null;
  pgn: string;
};

export interface GamesQuery {
  /** Only games with comments of the tutor, or only those without */
  annotated: boolean | null;
  /** Part of Black's name */
  black?: string;
  /** How the opening's code begins, such as `B9` */
  eco?: string;
  /** A kind of ending that the game came to, such as `rook`; `GET /api/library/facets` lists them */
  ending?: string;
  /** A position that the game went through */
  fen?: string;
  /** The first day or year, such as `2019` or `2019.06.01` */
  from?: string;
  /** How many to tell (default 50, at most 200) */
  limit: number | null;
  /** `added` (default: newest first), `date`, `white`, `black`, `opening`, `moves` or `rating` */
  order: string | null;
  /** Words of one player's name, on either side */
  player?: string;
  /** Rating of the stronger player, at least */
  rating_from: number | null;
  /** Rating of the stronger player, at most */
  rating_to: number | null;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`; with a player also `won` or `lost` */
  result?: string;
  /** The side that this player had: `white` or `black` */
  side?: string;
  /** How many to pass over */
  skip?: number;
  /** Words that must all be in players, event, date, result, code or name of the opening */
  text?: string;
  /** A motif or concept that the tutor found in the game */
  theme?: string;
  /** The last day or year */
  to?: string;
  /** Part of White's name */
  white?: string;
}

export interface Habit {
  /** What to do about it. */
  advice: string;
  /** Whether it has changed. */
  changed: string;
  /** What it is, with its proof. */
  sentence: Sentence;
}

export interface Health {
  /** The largest body, in bytes. */
  largest_body: number;
  /** A token is wanted, and this client has not shown it. */
  locked: boolean;
  /** The rating of readers who name none, as a request would write it. */
  rating: string | null;
  /** Searches running. */
  running: number;
  version: string;
  /** Searches waiting. */
  waiting: number;
}

export type HintRequest = Manner & {
  /** All moves from the drill's position, both sides'. */
  moves: string[];
  /** How many hints this position had before: 0 gives the idea, 1 a square, 2 the move. */
  number?: number;
};

export interface HintResult {
  /** `idea`, `square` or `move`. */
  kind: string;
  /** The squares it speaks of. */
  squares: string[];
  /** In words. */
  text: string;
}

export interface Import {
  /** One or more games. */
  pgn: string;
}

export interface Imported {
  /** Games of the text that are in the library now. */
  count: number;
  /** Those that were not there before. */
  fresh: number;
  /** The first of them. */
  games: GameEntry[];
  problems: PgnProblem[];
}

export interface Job {
  /** Points of its learning curve so far, by run (mining only). */
  curve: CurvePoint[];
  /** Steps done. */
  done: number;
  /** Why it failed. */
  error: string | null;
  id: number;
  /** What it was asked. */
  input: Record<string, unknown>;
  /** `annotate`, `collection`, `profile`, `mine` or `build`. */
  kind: string;
  /** What it is doing now. */
  note: string;
  state: JobState;
  /** For people. */
  title: string;
  /** Of how many; 0 if not known. */
  total: number;
}

export type JobState = "waiting" | "running" | "done" | "failed" | "cancelled";

export interface KeepRequest {
  fen: string;
  /** What to remember about it. */
  note?: string;
}

export interface KeptPosition {
  fen: string;
  id: number;
  note: string;
}

export interface LanguageEntry {
  /** What requests call it. */
  code: string;
  /** What its speakers call it. */
  name: string;
}

export interface LastMove {
  /** The position before it. */
  fen: string;
  move: string;
}

export interface LessonEntry {
  /** The ending, such as `KPK`. */
  endgame: string;
  /** A position that shows it. */
  fen: string | null;
  /** `win` or `draw`. */
  goal: string;
  /** What requests call it. */
  id: string;
  /** Of those, right three times in a row or more. */
  known: number;
  /** Positions to try. */
  positions: number;
  /** Of those, right the last time. */
  solved: number;
  /** What it says, by language. */
  texts: Record<string, TaskText>;
  /** Of those, tried. */
  tried: number;
}

export interface LineAnswer {
  /** The position at the end of the line. */
  last_fen: string;
  /** Moves to mate, if it is proved; negative if the side to move is mated. */
  mate: number | null;
  /** As interfaces write moves. */
  moves: string[];
  /** The same in notation. */
  san: string;
  /** Centipawns for the side to move. */
  score: number;
}

export type LinesAnswer = AnalysisAnswer & {
  /** The position. */
  fen: string;
  /** Best first. */
  lines: LineAnswer[];
};

export interface LinesRequest {
  /** `quick` (a first answer), `usual` (default: until it is settled) or `deep`. */
  effort: string | null;
  /** A name of `GET /api/engines`; the usual one if none is given. */
  engine: string | null;
  fen: string;
  /** The game of the library that this is a position of: if it has comments, their score holds. */
  game: number | null;
  /** How many best lines (default 3, at most 5). */
  lines: number | null;
  /** Only these moves. */
  moves?: string[];
  /** As for an explanation, whose lines these are (default 500,000). */
  nodes: number | null;
}

export interface LiveRequest {
  /** A name of `GET /api/engines`; the usual one if none is given. */
  engine: string | null;
  fen: string;
  /** How many best lines (default 3, at most 5). */
  lines: number | null;
  /** Positions to look at, at most. */
  nodes: number | null;
}

export interface Login {
  token: string;
}

export interface Longest {
  /** Positions that take so long. */
  count: number;
  /** Plies to mate. */
  dtm_plies: number;
  /** Some of them. */
  fens: string[];
  /** Best play from the first. */
  line: string;
  /** `White` or `Black`. */
  winner: string;
}

export interface Manner {
  /** `quick` (a first answer), `usual` (default: until it is settled) or `deep`. */
  effort: string | null;
  /** A name of `GET /api/engines`; the usual one if none is given. */
  engine: string | null;
  /** A code of `GET /api/languages` (default `en`). */
  language: string | null;
  /** `beginner`, `club` (default) or `master`. */
  level: string | null;
  /** Positions to search; without it as long as `effort` says. */
  nodes: number | null;
  /** The reader's rating (`1500`, `1500@chess.com`, `1500@fide`): what players like him do is told too. Empty to leave that out; without it as the server was started. */
  rating: string | null;
}

export interface Mistakes {
  /** All there are. */
  count: number;
  /** The newest first, without what was better. */
  mistakes: Task[];
}

export type MoveWorth = Worth & {
  /** It captures, promotes or mates. */
  converts: boolean;
  /** In standard notation. */
  san: string;
  /** As interfaces write it. */
  uci: string;
};

export interface Number {
  /** Positions that differ by more than a symmetry of the board. */
  classes: number;
  /** All positions on the full board. */
  full: number;
}

export interface OpeningName {
  eco: string;
  name: string;
}

export interface OpponentMove {
  /** Such as e2e4; none if the game is over. */
  move: string | null;
}

export interface OpponentRequest {
  /** The rating at which to play: 800 to 2800; up to 2200 as people of that rating do, above as an engine held back. */
  elo: number;
  /** Where the game began. */
  fen: string;
  /** The moves played from there, both sides': people answer what was just played. */
  moves?: string[];
  /** Whose rating that is: `lichess` (default), `chess.com` or `fide`. */
  scale: string | null;
  /** Chooses among moves that a player of this rating might play; the same number gives the same move. */
  seed?: number;
}

export interface Overview {
  /** Days in a row on which you practised, up to today or yesterday. */
  days: number;
  endgames: Progress;
  /** Of a profile's habit. */
  habit: Progress;
  /** How strong you are at puzzles, on their own scale. */
  level: number;
  mistakes: Progress;
  puzzles: Progress;
}

export interface OwnMoves {
  /** The game with the reader's moves, notes and arrows; empty to forget them. */
  pgn: string;
}

export interface Pair {
  black: number;
  white: number;
}

export interface PgnProblem {
  /** From 1. */
  line: number;
  /** What is wrong. */
  text: string;
}

export interface PlayRequest {
  fen: string;
  /** The other side plays what people find hardest instead of the longest resistance. */
  hard?: boolean;
  move: string;
}

export type Probe = Worth & {
  /** The position. */
  fen: string;
  /** The verdict in a sentence. */
  headline: string;
  /** Best play, as interfaces write moves. */
  line: string[];
  /** Such as `KPK`. */
  material: string;
  /** Every legal move, best first. */
  moves: MoveWorth[];
};

export interface Problem {
  /** What was wrong, where, and what would be right. */
  error: string;
}

export interface ProfileEntry {
  /** Games looked at. */
  games: number;
  id: number;
  /** Seconds since 1970. */
  made: number;
  player: string;
}

export interface ProfileRequest {
  /** Only the last games */
  last: number | null;
  /** A name as games write it; `Anna Bell` is also `Bell, Anna` */
  player: string;
  /** Compare what was before this date with what is since (2021.06.01) */
  since: string | null;
}

export interface Progress {
  /** Answers given. */
  answers: number;
  /** Drills there are. */
  drills: number;
  /** Of those, due now. */
  due: number;
  /** Of those, never tried. */
  fresh: number;
  /** Drills that were right three times in a row or more. */
  known: number;
  /** Of those, right. */
  right: number;
}

export interface PuzzleFile {
  /** CSV; the first line may name the columns. */
  csv: string;
}

export interface PuzzlesKept {
  /** Puzzles of the text. */
  count: number;
  /** Those that were not there before. */
  fresh: number;
  /** What could not be read, with its line. */
  problems: string[];
}

export interface Reason {
  /** Its name. */
  rule: string;
  /** Single squares it speaks of. */
  squares: string[];
  /** Its reason. */
  text: string;
  /** The squares of sets it speaks of. */
  zone: string[];
}

export interface RecipeEntry {
  name: string;
  question: string;
  /** Its runs. */
  runs: string[];
  title: string;
}

export interface Reply {
  /** For the mover after the move, depths from the position before it. */
  after: Worth;
  /** For the mover before the move. */
  before: Worth;
  /** A move that keeps the result as well as can be, if this one did not. */
  better: string | null;
  /** The position after both. */
  fen: string;
  /** It keeps the result the mover had. */
  kept: boolean;
  /** `checkmate`, `stalemate` or `draw` (too little material) if the game is over. */
  over: string | null;
  /** The defender's answer, as interfaces write it. */
  reply: string | null;
  /** The same in notation. */
  reply_san: string | null;
  /** The move in notation. */
  san: string;
}

export interface ResultRow {
  /** Mean accuracy. */
  accuracy: number | null;
  /** Their numbers. */
  games: number[];
  /** What they have in common. */
  name: string;
  /** The share of points made, from 0 to 1. */
  points: number;
  /** The share that ratings promise. */
  promised: number | null;
  /** Half the width of its 95 % interval. */
  within: number;
}

export interface ResultTable {
  /** The groups. */
  rows: ResultRow[];
  /** By what. */
  title: string;
}

export interface Results {
  /** Black won. */
  black: number;
  draws: number;
  games: number;
  /** The mean rating of the players, where it is known. */
  rating: number | null;
  /** White won. */
  white: number;
}

export interface RuleRecord {
  /** Positions no other rule applies to. */
  alone: number;
  /** Positions it applies to. */
  applies: Applies;
  /** It claims a number of plies. */
  bounded: boolean;
  /** The same by what they have in common. */
  causes: CauseAnswer[];
  /** Positions where it errs. */
  counter_examples: string[];
  /** Of those, wrong ones. */
  errors: number;
  /** Results as claimed, but not within the claimed number of plies. */
  misjudged_plies: number;
  /** Its name; leaves of a tree are numbered. */
  name: string;
  /** Fewest and most plies found where the result is as claimed. */
  plies_found: unknown[] | null;
  /** What it claims, as it is written. */
  says: string;
  /** An exception that would remove all its errors. */
  suggested_unless: string | null;
}

export interface RuleText {
  text: string;
}

export interface RuleTextAnswer {
  text: string;
}

export interface RunRequest {
  /** Another endgame, such as `KQKP`. */
  endgame: string | null;
  /** A few positions and epochs, to try it out (default true). */
  quick: boolean | null;
  recipe: string;
  /** How often each run is repeated. */
  seeds: number | null;
}

export interface SearchRecord {
  /** Positions decided by exactly 0, 1, 2 … plies. */
  decided_by_ply: Pair[];
  /** The depth that decides everything that can be decided. */
  max_plies: number;
  /** Never decided: draws by repetition. */
  never: Pair;
  /** Wrong after search. */
  wrong: Pair;
}

export interface SectionAnswer {
  /** Its heading. */
  heading: string;
  /** `standing`, `threat`, `plans`, `candidates`, `beware`, `move`, `alternative` or `answer`. */
  kind: string;
  /** Its sentences. */
  sentences: SentenceAnswer[];
}

export interface Sentence {
  /** The dearest places, moves in the letters of the language. */
  examples: Example[];
  /** How many places there are. */
  places: number;
  /** In words. */
  text: string;
}

export interface SentenceAnswer {
  /** The claims it tells, as places in `claims`. */
  claims: number[];
  /** The line it shows, from the position asked about. */
  line: string[] | null;
  /** The words. */
  text: string;
}

export interface Share {
  /** How many. */
  count: number;
  /** The upper end. */
  high: number;
  /** The lower end, from 0 to 1. */
  low: number;
  /** Of how many. */
  of: number;
}

export interface SideStats {
  draws: Number;
  legal: Number;
  losses: Number;
  losses_by_dtc_plies: BTreeMap;
  losses_by_dtm_plies: BTreeMap;
  losses_by_dtz_plies: BTreeMap;
  wins: Number;
  wins_by_dtc_plies: BTreeMap;
  wins_by_dtm_plies: BTreeMap;
  /** Plies to the next capture, pawn move or mate under the fifty-move rule. */
  wins_by_dtz_plies: BTreeMap;
}

export interface Solution {
  /** What the tutor said of the game's move. */
  comment: string;
  /** As interfaces write moves. */
  line: string[];
  /** The same in notation. */
  san: string;
}

export interface Stats {
  black_to_move: SideStats;
  longest_wins: Longest[];
  material: string;
  white_to_move: SideStats;
  zugzwangs: Zugzwangs;
}

export type Task = Drill & Theme & {
  /** What the lesson says, by language (endgames only). */
  texts: Record<string, TaskText>;
};

export interface TaskText {
  idea: string;
  title: string;
}

export interface TextProblem {
  /** From 1, in characters. */
  column: number;
  /** It makes the theory unusable. */
  fatal: boolean;
  /** First place, in UTF-16 units from the beginning of the text, as editors count. */
  from: number;
  /** What would be right. */
  help: string | null;
  /** What to say at that place. */
  label: string;
  /** From 1. */
  line: number;
  /** What is wrong. */
  message: string;
  /** One past the last. */
  to: number;
}

export interface Theme {
  /** `win`, `draw`, `better` (find a better move than the game's), `best` (a puzzle, or a position of a habit), or `quiet` (any good move). */
  goal: string;
  /** How bad it was (mistakes only). */
  judgement: string | null;
  /** The lesson of the endgame course (endgames only). */
  lesson: string | null;
  /** The game's move, which was not the best (mistakes only). */
  played_san: string | null;
  title: string;
}

export interface TheoryAnswer {
  /** Other rules that apply. */
  also: Reason[];
  asked: BranchAnswer | null;
  /** What is known of the distance. */
  bounds: string;
  /** The position. */
  fen: string;
  /** Who wins and how that is known, in a sentence. */
  headline: string;
  /** Moves that keep the result. */
  keeping: string[];
  /** The position in which the line ends. */
  last_fen: string;
  /** Best play to where a rule decides, as interfaces write moves. */
  line: string[];
  /** The same in notation. */
  line_san: string;
  /** Plies of search that were needed; none for a draw by repetition. */
  plies: number | null;
  /** `White wins`, `Black wins` or `draw`. */
  result: string;
  /** The rule that decides there. */
  rule: string | null;
  /** Moves that do not, and why. */
  spoiling: BranchAnswer[];
  /** All squares it speaks of. */
  squares: string[];
  /** Its reason, in words. */
  text: string;
  /** Of those, the squares of sets. */
  zone: string[];
}

export interface TheoryEntry {
  file: string;
  /** What its numbers count. */
  measure: string;
  name: string;
  rules: number;
  /** Somebody works on a copy of it. */
  scratch: boolean;
}

export interface TheoryRequest {
  fen: string;
  /** A code of `GET /api/languages` (default `en`). */
  language: string | null;
  /** A move to explain. */
  move: string | null;
  /** Rules to use instead of the theory that comes with the program. */
  text: string | null;
}

export interface TheoryText {
  name: string;
  /** The copy that somebody works on. */
  scratch: string | null;
  /** As it comes with the program. */
  text: string;
}

export interface Told {
  /** Mean accuracy of the player's moves. */
  accuracy: number | null;
  /** The same mistake again. */
  again: Sentence[];
  /** Won positions that were won. */
  converted: string;
  /** All questions that were asked of both sides. */
  counted: Counts[];
  /** Positions to practise, and in words how many of them are quiet. */
  drills: number;
  /** Endings. */
  endings: EndingRow[];
  /** Games looked at. */
  games: number;
  habit: Habit | null;
  /** What was not used, and what is not known. */
  notes: string[];
  /** In its place, if nothing stands out. */
  nothing: string | null;
  /** What else stands out. */
  others: Sentence[];
  /** The player. */
  player: string;
  /** The share of points made, from 0 to 1. */
  points: number;
  /** The same in words. */
  practise: string;
  /** The share that ratings promise. */
  promised: number | null;
  /** Results by colour, strength, opening, phase. */
  tables: ResultTable[];
  /** And of his opponents'. */
  their_accuracy: number | null;
  /** How time was spent; empty without clocks. */
  time: string[];
  /** Who it is about, in words. */
  title: string;
}

export interface TrainingEntry {
  /** A game of its last match, as PGN. */
  game: string | null;
  /** Games it is going to learn from. */
  games: number;
  /** Its directory's name. */
  name: string;
  /** Its curve so far: games, errors, held-out loss, and matches. */
  points: (Record<string, unknown>)[];
  recipe: string;
  seed: number;
}

export interface Word {
  meaning: string;
  name: string;
  params: string[];
  result: string;
}

export interface Worth {
  /** Plies to the next capture, promotion or mate (own tables; none for draws). */
  dtc_plies: number | null;
  /** Plies to mate (own tables; none for draws). */
  dtm_plies: number | null;
  /** Plies to the next capture, pawn move or mate under the fifty-move rule, which spoils what is above 100; negative for the side that loses, none for draws. Exact by own tables, rounded at times by Syzygy files. */
  dtz_plies: number | null;
  /** The result under the fifty-move rule with the position's clock: `Win`, `CursedWin`, `Draw`, `BlessedLoss` or `Loss`. */
  fifty_move: string | null;
  /** `philidor` or `syzygy`. */
  source: string;
  /** `win`, `draw` or `loss` for the side to move. */
  wdl: string;
}

export interface Zugzwangs {
  /** Whoever is to move loses. */
  full_point: Number;
  /** White draws only if Black is to move. */
  white_cannot_draw: Number;
  /** White wins only if Black is to move. */
  white_cannot_win: Number;
}
