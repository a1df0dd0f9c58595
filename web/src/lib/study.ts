// What is on the analysis board: a game or a free board, a place in it, and a line of the tutor's that is being shown.
// Plain data and functions from one state to the next.

import { playLine, type Played } from './chess';
import type { Proof } from './evidence';
import { allOwn, graft, layer, remove } from './own';
import { addMove, go, mainLine, newTree, node, path, type Step, type Tree } from './tree';

/** A line shown on the board instead of the game. */
export interface Shown {
  /** The sentence it proves. */
  text: string;
  from: string;
  /** The move of the tree after which it begins; null if it is not there. */
  base: number | null;
  steps: Played[];
  /** How many steps are on the board. */
  at: number;
  /** Where it stops by itself. */
  stop: number;
  playing: boolean;
  /** Squares the sentence speaks of, seen when the line has come to `stop`. */
  squares: string[];
}

export interface Study {
  tree: Tree;
  at: number;
  /** The game's number in the library; null for a free board. */
  game: number | null;
  annotated: boolean;
  line: Shown | null;
  /** Trees before the last changes, newest last. */
  past: { tree: Tree; at: number }[];
}

const MOST_UNDONE = 100;

export function freeBoard(tree: Tree, at = 0): Study {
  return { tree: allOwn(tree), at, game: null, annotated: false, line: null, past: [] };
}

export function ofGame(tree: Tree, game: number, annotated: boolean, at = 0): Study {
  return { tree, at, game, annotated, line: null, past: [] };
}

export function goTo(study: Study, at: number): Study {
  return { ...study, at, line: null };
}

/** A key or button: along the shown line if there is one, else through the game. */
export function step(study: Study, way: Step): Study {
  const { line } = study;
  if (line && (way === 'next' || way === 'previous')) return walk(study, line.at + (way === 'next' ? 1 : -1));
  return goTo(study, go(study.tree, study.at, way));
}

/** The shown line at another of its moves. */
export function walk(study: Study, at: number): Study {
  if (!study.line) return study;
  const bounded = Math.max(0, Math.min(study.line.steps.length, at));
  return { ...study, line: { ...study.line, at: bounded, playing: false } };
}

/** One step of a line that plays by itself. */
export function tick(study: Study): Study {
  const { line } = study;
  if (!line?.playing) return study;
  const at = Math.min(line.at + 1, line.stop);
  return { ...study, line: { ...line, at, playing: at < line.stop } };
}

/** Shows the proof of a sentence about a position. */
export function show(study: Study, fen: string, text: string, { line, ply, squares }: Proof): Study {
  const steps = playLine(fen, line);
  const stop = Math.min(ply, steps.length);
  return { ...study, line: { text, from: fen, base: baseOf(study, fen), steps, at: 0, stop, playing: stop > 0, squares } };
}

export function endLine(study: Study): Study {
  return study.line ? { ...study, line: null } : study;
}

/** The move after which a position stands: where we are, the move before, or any other on the way. */
function baseOf({ tree, at }: Study, fen: string): number | null {
  return path(tree, at).findLast((n) => n.fen === fen)?.id ?? null;
}

/** The position that is seen. */
export function seen(study: Study): { fen: string; lastMove: string | null } {
  const { line } = study;
  if (!line) {
    const here = node(study.tree, study.at);
    return { fen: here.fen, lastMove: here.uci || null };
  }
  const last = line.steps[line.at - 1];
  return last ? { fen: last.fen, lastMove: last.uci === '0000' ? null : last.uci } : { fen: line.from, lastMove: null };
}

/** Whether moves can be played on what is seen: a line with a pass, or of another game, only shows. */
export function playable({ line }: Study): boolean {
  return !line || (line.base !== null && line.steps.slice(0, line.at).every(({ uci }) => uci !== '0000'));
}

/** Makes the shown line, as far as it is seen, moves of the reader's. */
export function keepLine(study: Study): Study {
  const { line } = study;
  if (!line || line.base === null || !playable(study)) return study;
  let { tree } = study;
  let at = line.base;
  for (const { uci } of line.steps.slice(0, line.at)) {
    const added = addMove(tree, at, uci);
    if (!added) break;
    ({ tree, id: at } = added);
  }
  return { ...changed(study, tree), at, line: null };
}

/** Plays a move on the board that is seen. */
export function playMove(study: Study, uci: string): Study {
  if (!playable(study)) return study;
  const ready = keepLine(study);
  const added = addMove(ready.tree, ready.at, uci);
  if (!added) return study;
  return { ...changed(ready, added.tree), at: added.id, line: null };
}

/** A move of the reader's own, and the position it was played in. */
export interface Tried {
  fen: string;
  uci: string;
  san: string;
}

/** The reader's own move that is on the board; null for the game's moves. */
export function tried({ tree, at }: Study): Tried | null {
  const { own, parent, uci, san } = node(tree, at);
  return own && parent !== null ? { fen: node(tree, parent).fen, uci, san } : null;
}

/** Another tree; the one before can be had back. */
export function changed(study: Study, tree: Tree): Study {
  if (tree === study.tree) return study;
  return { ...study, tree, past: [...study.past.slice(1 - MOST_UNDONE), { tree: study.tree, at: study.at }] };
}

export function undo(study: Study): Study {
  const last = study.past.at(-1);
  return last ? { ...study, ...last, line: null, past: study.past.slice(0, -1) } : study;
}

/** Takes the reader's move away, and stands before it. */
export function drop(study: Study, id: number): Study {
  const { parent } = node(study.tree, id);
  const less = changed(study, remove(study.tree, id));
  const lost = path(study.tree, study.at).some((n) => n.id === id);
  return lost && parent !== null ? goTo(less, parent) : less;
}

/** The same game with other comments: the place, the line and the reader's own work stay. */
export function renewed(study: Study, tree: Tree, annotated: boolean): Study {
  const own = layer(study.tree);
  const next = own ? graft(tree, own) : tree;
  const at = follow(next, path(study.tree, study.at).slice(1).map((n) => n.uci));
  const { line } = study;
  return { ...study, tree: next, annotated, at, line: line && { ...line, base: baseOf({ ...study, tree: next, at }, line.from) }, past: [] };
}

/** Follows moves from the start as far as they are there. */
function follow(tree: Tree, moves: string[]): number {
  let at = 0;
  for (const uci of moves) {
    const next = node(tree, at).children.find((id) => node(tree, id).uci === uci);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** A place as text: moves along the main line, then the moves that leave it, such as 12~e7e5~g1f3. */
export function placeName(tree: Tree, id: number): string {
  const main = new Set(mainLine(tree).map((n) => n.id));
  const way = path(tree, id).slice(1);
  const along = way.findIndex((n) => !main.has(n.id));
  const left = along < 0 ? [] : way.slice(along);
  return [String(way.length - left.length), ...left.map((n) => n.uci)].join('~');
}

/** The place of a name, as far as it is there. */
export function findPlace(tree: Tree, name: string): number {
  const [count = '0', ...moves] = name.split('~');
  const main = mainLine(tree);
  const from = main[Math.max(0, Math.min(main.length - 1, Number(count) || 0))];
  return from ? follow(tree, [...path(tree, from.id).slice(1).map((n) => n.uci), ...moves]) : 0;
}

/** The last place with a position, men and side to move; null if it is not there. */
export function findFen(tree: Tree, fen: string): number | null {
  const short = (text: string) => text.split(' ').slice(0, 4).join(' ');
  const reached = (id: number): number[] => [id, ...node(tree, id).children.flatMap(reached)];
  return reached(0).findLast((id) => short(node(tree, id).fen) === short(fen)) ?? null;
}

/** Where the game turned: the greatest loss of winning chances, as its glyphs or evaluations tell; null without them. */
export function turningPoint(tree: Tree, chance: (cp: number) => number): number | null {
  let worst: { id: number; loss: number } | null = null;
  const moves = mainLine(tree);
  for (const [i, now] of moves.entries()) {
    const before = moves[i - 1];
    if (!before || now.eval === null || before.eval === null) continue;
    const loss = Math.abs(chance(now.eval) - chance(before.eval));
    if (!worst || loss > worst.loss) worst = { id: now.id, loss };
  }
  return worst && worst.loss > 0.1 ? worst.id : null;
}

export function emptyStudy(): Study {
  return freeBoard(newTree());
}
