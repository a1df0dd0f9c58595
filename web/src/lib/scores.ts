// Scores are the mover's where they are made and White's where they are shown.

import { turn } from './chess';
import type { Score } from './types';

const MATE = 10_000;
const WON = 9_000;

/** Centipawns for White; mates as ±10000 less the moves, wins that a table knows below them. */
export function forWhite(score: Score, fen: string): number {
  const own = 'mate' in score ? Math.sign(score.mate || -1) * (MATE - Math.abs(score.mate)) : 'table' in score ? Math.sign(score.table) * WON : score.cp;
  return turn(fen) === 'white' ? own : -own;
}
