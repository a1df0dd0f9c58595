// Who plays: names, ratings, clocks and points around the board.

import { path, type Tree } from './tree';

export interface Player {
  name: string;
  rating: string;
  /** Seconds left, if the game tells them. */
  clock: number | null;
  /** 1, ½ or 0 once the game is over. */
  point: string;
}

export type Side = 'white' | 'black';

/** A player as seen at a place of the game; null if nobody is named. */
export function player(tree: Tree, at: number, side: Side): Player | null {
  const { headers } = tree;
  const known = (text: string | undefined) => (text && text !== '?' && text !== '-' ? text : '');
  const name = known(side === 'white' ? headers.White : headers.Black);
  if (!known(headers.White) && !known(headers.Black)) return null;
  const rating = known(side === 'white' ? headers.WhiteElo : headers.BlackElo);
  const points: Record<string, [string, string]> = { '1-0': ['1', '0'], '0-1': ['0', '1'], '1/2-1/2': ['½', '½'] };
  const point = points[headers.Result ?? '']?.[side === 'white' ? 0 : 1] ?? '';
  return { name: name || '?', rating, clock: clockOf(tree, at, side), point };
}

function clockOf(tree: Tree, at: number, side: Side): number | null {
  const own = path(tree, at).filter((n) => n.parent !== null && (n.ply % 2 === 1) === (side === 'white'));
  return own.findLast((n) => n.clock !== null)?.clock ?? null;
}

/** 1:02:03, 4:05, 0:09. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

const WORTH: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 };

/** Points of material that White is ahead. */
export function materialAhead(fen: string): number {
  let sum = 0;
  for (const man of fen.split(' ')[0] ?? '') sum += (WORTH[man.toLowerCase()] ?? 0) * (man === man.toLowerCase() ? -1 : 1);
  return sum;
}
