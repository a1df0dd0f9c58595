// A game against the engine: who moves, how it ends, how it is written down.

import { legal, turn } from './chess';
import { rating, type Scale } from './rating';
import { path, toPgn, type Tree } from './tree';

export interface Match {
  you: 'white' | 'black';
  elo: number;
  /** Whose rating that is. */
  scale: Scale;
  /** Chooses among moves that a player of this rating might play. */
  seed: number;
  resigned: boolean;
}

export interface Ending {
  why: 'mate' | 'stalemate' | 'material' | 'repetition' | 'fifty' | 'resigned';
  result: '1-0' | '0-1' | '1/2-1/2';
}

const won = (side: 'white' | 'black') => (side === 'white' ? '1-0' : '0-1');
const other = (side: 'white' | 'black') => (side === 'white' ? 'black' : 'white');

/** How the game ended at a place; null while it goes on. */
export function ending(tree: Tree, at: number, match: Match): Ending | null {
  if (match.resigned) return { why: 'resigned', result: won(other(match.you)) };
  const way = path(tree, at);
  const fen = way.at(-1)?.fen ?? '';
  const pos = legal(fen);
  if (!pos) return null;
  if (pos.isCheckmate()) return { why: 'mate', result: won(other(turn(fen))) };
  const drawn = (why: Ending['why']): Ending => ({ why, result: '1/2-1/2' });
  if (pos.isStalemate()) return drawn('stalemate');
  if (pos.isInsufficientMaterial()) return drawn('material');
  if (Number(fen.split(' ')[4]) >= 100) return drawn('fifty');
  const short = (text: string) => text.split(' ').slice(0, 4).join(' ');
  if (way.filter((n) => short(n.fen) === short(fen)).length >= 3) return drawn('repetition');
  return null;
}

/** Whether the engine has to answer here. */
export function enginesTurn(tree: Tree, at: number, match: Match): boolean {
  const here = path(tree, at).at(-1);
  return here !== undefined && here.children.length === 0 && turn(here.fen) !== match.you && ending(tree, at, match) === null;
}

/** What an opponent is asked: the game so far, for people answer what was just played. */
export function question(tree: Tree, at: number, { elo, scale, seed }: Match): { fen: string; moves: string[]; elo: number; scale: Scale; seed: number } {
  const [start, ...played] = path(tree, at);
  return { fen: start?.fen ?? '', moves: played.map((move) => move.uci), elo, scale, seed: seed + at };
}

export const WEAKEST = 800;
export const STRONGEST = 2600;
/** The highest rating at which an opponent plays as people do. */
export const HUMAN = 2200;

/** The opponent who is offered first: somebody like the reader, if he says how strong he is. */
export function likeMe(text: string): Pick<Match, 'elo' | 'scale'> {
  const mine = rating(text);
  if (!mine) return { elo: 1200, scale: 'lichess' };
  return { elo: Math.max(WEAKEST, Math.min(STRONGEST, Math.round(mine.number / 100) * 100)), scale: mine.scale };
}

/** Your last move on the way to a place; null if there is none. */
export function yourLast(tree: Tree, at: number, match: Match): number | null {
  return path(tree, at).findLast((n) => n.parent !== null && (n.ply % 2 === 1) === (match.you === 'white'))?.id ?? null;
}

/** The game as PGN. */
export function written(tree: Tree, match: Match, end: Ending | null, date: string, names: { you: string; engine: string }): string {
  const engine = `${names.engine} ${match.elo}`;
  const [White, Black] = match.you === 'white' ? [names.you, engine] : [engine, names.you];
  return toPgn({ ...tree, headers: { Event: '?', Date: date, White, Black, Result: end?.result ?? '*' } });
}
