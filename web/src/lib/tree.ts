// A game with variations, as the page keeps it. Pure functions over plain data; the server's PGN is the source.

import { ChildNode, makeComment, makeFen, makePgn, makeSanAndPlay, parseComment, parsePgn, parseSan, parseSquare, PgnNode, startingPosition } from './chessops';
import type { PgnNodeData } from './chessops';
import { play, START } from './chess';
import { t } from './words';

export interface Shape {
  from: string;
  to: string | null;
  brush: string;
}

export interface TreeNode {
  id: number;
  parent: number | null;
  children: number[];
  /** Empty at the root. */
  san: string;
  uci: string;
  fen: string;
  ply: number;
  comment: string;
  before: string;
  nags: number[];
  shapes: Shape[];
  /** Centipawns for White; mates as ±10000 less the moves. */
  eval: number | null;
  /** Seconds on the mover's clock. */
  clock: number | null;
  /** Added by the reader: the move itself, or only a note, glyphs and arrows of his. */
  own: boolean;
  note: string;
  ownNags: number[];
  ownShapes: Shape[];
}

export interface Tree {
  nodes: TreeNode[];
  headers: Record<string, string>;
}

const MATE = 10_000;

export function newTree(fen: string = START): Tree {
  return { nodes: [root(fen)], headers: {} };
}

function root(fen: string): TreeNode {
  const [, turn, , , , number] = fen.split(' ');
  const ply = (Math.max(Number(number) || 1, 1) - 1) * 2 + (turn === 'b' ? 1 : 0);
  return { id: 0, parent: null, children: [], san: '', uci: '', fen, ply, comment: '', before: '', nags: [], shapes: [], eval: null, clock: null, own: false, note: '', ownNags: [], ownShapes: [] };
}

export function node(tree: Tree, id: number): TreeNode {
  const found = tree.nodes[id];
  if (!found) throw new Error(`no move ${id}`);
  return found;
}

/** Adds a move after a node, or finds it there. Null if it is not legal. */
export function addMove(tree: Tree, parent: number, text: string): { tree: Tree; id: number } | null {
  const at = node(tree, parent);
  const played = play(at.fen, text);
  if (!played) return null;
  const known = at.children.find((child) => node(tree, child).uci === played.uci);
  if (known !== undefined) return { tree, id: known };
  const id = tree.nodes.length;
  const made: TreeNode = {
    ...root(played.fen),
    id,
    parent,
    san: played.san,
    uci: played.uci,
    fen: played.fen,
    ply: at.ply + 1,
    own: true,
  };
  const nodes = tree.nodes.map((n) => (n.id === parent ? { ...n, children: [...n.children, id] } : n));
  return { tree: { ...tree, nodes: [...nodes, made] }, id };
}

/** The moves of the game itself, root first. */
export function mainLine(tree: Tree): TreeNode[] {
  const out: TreeNode[] = [];
  for (let at: TreeNode | undefined = tree.nodes[0]; at; at = at.children[0] === undefined ? undefined : tree.nodes[at.children[0]]) {
    out.push(at);
  }
  return out;
}

/** From the root to a node. */
export function path(tree: Tree, id: number): TreeNode[] {
  const out: TreeNode[] = [];
  for (let at: number | null = id; at !== null; at = node(tree, at).parent) out.unshift(node(tree, at));
  return out;
}

export type Step = 'next' | 'previous' | 'first' | 'last' | 'up' | 'down';

/** Where a key leads: along the line, to its ends, or to a sibling variation. */
export function go(tree: Tree, id: number, step: Step): number {
  const at = node(tree, id);
  switch (step) {
    case 'next':
      return at.children[0] ?? id;
    case 'previous':
      return at.parent ?? id;
    case 'first':
      return 0;
    case 'last': {
      let last = id;
      for (let next = at.children[0]; next !== undefined; next = node(tree, last).children[0]) last = next;
      return last;
    }
    case 'up':
    case 'down': {
      if (at.parent === null) return id;
      const siblings = node(tree, at.parent).children;
      const place = siblings.indexOf(id) + (step === 'down' ? 1 : -1);
      return siblings[place] ?? id;
    }
  }
}

export interface Parsed {
  tree: Tree;
  /** What could not be read, if anything. */
  problem: string | null;
}

/** The first game of a PGN text. */
export function fromPgn(text: string): Parsed {
  const game = parsePgn(text)[0];
  if (!game) return { tree: newTree(), problem: t('There is no game in this text.') };
  const start = startingPosition(game.headers);
  if (start.isErr) return { tree: newTree(), problem: t('The starting position of this game is not legal.') };
  const tree = newTree(makeFen(start.value.toSetup()));
  for (const [name, value] of game.headers) tree.headers[name] = value;
  const opening = notes(game.comments ?? []);
  Object.assign(node(tree, 0), { comment: opening.text, shapes: opening.shapes });
  let problem: string | null = null;
  const waiting = game.moves.children.map((child) => ({ child, parent: 0, pos: start.value.clone() }));
  while (waiting.length > 0) {
    const { child, parent, pos } = waiting.shift() ?? never();
    const data: PgnNodeData = child.data;
    const move = parseSan(pos, data.san);
    if (!move) {
      problem ??= t('Move {n}: {move} is not legal; the game is shown up to there.', { n: Math.floor(node(tree, parent).ply / 2) + 1, move: data.san });
      continue;
    }
    const before = makeFen(pos.toSetup());
    const san = makeSanAndPlay(pos, move);
    const id = tree.nodes.length;
    const said = notes(data.comments ?? []);
    tree.nodes.push({
      ...root(makeFen(pos.toSetup())),
      id,
      parent,
      san,
      uci: play(before, san)?.uci ?? '',
      ply: node(tree, parent).ply + 1,
      comment: said.text,
      before: notes(data.startingComments ?? []).text,
      nags: data.nags ?? [],
      shapes: said.shapes,
      eval: said.eval,
      clock: said.clock,
    });
    node(tree, parent).children.push(id);
    // Main moves before variations, so that a first child is always the main one.
    for (const next of child.children) waiting.push({ child: next, parent: id, pos: pos.clone() });
  }
  return { tree, problem };
}

function never(): never {
  throw new Error('unreachable');
}

function notes(comments: string[]): { text: string; shapes: Shape[]; eval: number | null; clock: number | null } {
  const out = { text: '', shapes: [] as Shape[], eval: null as number | null, clock: null as number | null };
  const words: string[] = [];
  for (const comment of comments) {
    const parsed = parseComment(comment);
    if (parsed.text.trim()) words.push(parsed.text.trim());
    for (const shape of parsed.shapes) {
      const [from, to] = [squareName(shape.from), squareName(shape.to)];
      out.shapes.push({ from, to: from === to ? null : to, brush: shape.color });
    }
    if (parsed.clock !== undefined) out.clock = parsed.clock;
    const found = parsed.evaluation;
    if (found) out.eval = 'pawns' in found ? Math.round(found.pawns * 100) : Math.sign(found.mate || 1) * (MATE - Math.abs(found.mate));
  }
  out.text = words.join(' ');
  return out;
}

/** The tree as PGN, with comments, glyphs, shapes, evaluations and variations. */
export function toPgn(tree: Tree): string {
  const moves = new PgnNode<PgnNodeData>();
  const start = node(tree, 0);
  const waiting = start.children.map((id) => ({ id, under: moves as PgnNode<PgnNodeData> }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const at = node(tree, next.id);
    const said = commentOf(at);
    const made = new ChildNode<PgnNodeData>({
      san: at.san,
      ...(at.before ? { startingComments: [at.before] } : {}),
      ...(marks(at).length > 0 ? { nags: marks(at) } : {}),
      ...(said ? { comments: [said] } : {}),
    });
    next.under.children.push(made);
    for (const id of at.children) waiting.push({ id, under: made });
  }
  const headers = new Map(Object.entries({ Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?', Result: '*', ...tree.headers }));
  if (start.fen !== START) {
    headers.set('SetUp', '1');
    headers.set('FEN', start.fen);
  }
  const opening = commentOf(start);
  return makePgn({ headers, moves, ...(opening ? { comments: [opening] } : {}) });
}

function commentOf(at: TreeNode): string {
  const shapes = [...at.shapes, ...at.ownShapes].flatMap(({ from, to, brush }) => {
    const [a, b] = [parseSquare(from), parseSquare(to ?? from)];
    const color = (['green', 'red', 'yellow', 'blue'] as const).find((c) => c === brush);
    return a === undefined || b === undefined || !color ? [] : [{ from: a, to: b, color }];
  });
  const { eval: cp } = at;
  const mate = cp !== null && Math.abs(cp) > MATE - 1000;
  const evaluation = cp === null ? {} : { evaluation: mate ? { mate: Math.sign(cp) * (MATE - Math.abs(cp)) } : { pawns: cp / 100 } };
  const clock = at.clock === null ? {} : { clock: at.clock };
  return makeComment({ text: [at.comment, at.note].filter(Boolean).join(' '), shapes, ...evaluation, ...clock });
}

/** The glyphs of a move, the reader's among them. */
export function marks(at: TreeNode): number[] {
  return [...new Set([...at.nags, ...at.ownNags])];
}

function squareName(square: number): string {
  return `${'abcdefgh'[square & 7] ?? '?'}${(square >> 3) + 1}`;
}

const GLYPHS: Record<number, string> = {
  1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 9: '✗', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓',
  18: '+−', 19: '−+', 22: '⨀', 32: '⟳', 36: '→', 40: '↑', 132: '⇆', 138: '⊕', 140: '∆', 146: 'N',
};

export function glyphs(nags: number[]): string {
  return nags.map((nag) => GLYPHS[nag] ?? '').join('');
}

/** How a move is marked: by the first glyph that judges it. */
export function judgement(nags: number[]): 'brilliant' | 'good' | 'interesting' | 'inaccuracy' | 'mistake' | 'blunder' | null {
  const names = { 3: 'brilliant', 1: 'good', 5: 'interesting', 6: 'inaccuracy', 2: 'mistake', 4: 'blunder' } as const;
  for (const nag of nags) {
    const name = (names as Record<number, (typeof names)[keyof typeof names]>)[nag];
    if (name) return name;
  }
  return null;
}

/** A score as people write it: +1.25, −0.30, #4. */
export function score(cp: number): string {
  if (Math.abs(cp) > MATE - 1000) return `${cp < 0 ? '−' : ''}#${MATE - Math.abs(cp) || ''}`;
  const pawns = (Math.abs(cp) / 100).toFixed(2);
  return cp > 0 ? `+${pawns}` : cp < 0 ? `−${pawns}` : '0.00';
}

/** White's winning chances from -1 to 1 (the scale lichess uses). */
export function chances(cp: number): number {
  return 2 / (1 + Math.exp(-0.00368208 * Math.max(-MATE, Math.min(MATE, cp)))) - 1;
}
