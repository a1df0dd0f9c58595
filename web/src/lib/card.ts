// The report of a commented game, as the server keeps it.

import { ask } from './api';
import { glyphs, mainLine, marks, type Tree } from './tree';

export interface Side {
  accuracy: number | null;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  phases: Record<string, number | null>;
}

export interface Moment {
  /** Half-moves, counted from 1. */
  ply: number;
  text: string;
}

export interface Card {
  white: Side | null;
  black: Side | null;
  key_moments: number[];
  opening: { eco: string; name: string } | null;
  summary?: string;
  turning_points?: Moment[];
  lessons?: (Moment & { side: 'white' | 'black' })[];
}

export const readCard = (game: number): Promise<Card> => ask<Card>(`/api/games/${game}/annotation.json`);

/** The moments with their moves and words; comments of older programs have only their places. */
export function turns(card: Card, tree: Tree): Moment[] {
  const moves = mainLine(tree);
  const told = card.turning_points?.length ? card.turning_points : card.key_moments.map((ply) => ({ ply, text: '' }));
  return told.flatMap(({ ply, text }) => {
    const move = moves[ply];
    if (!move) return [];
    const name = `${Math.ceil(move.ply / 2)}${move.ply % 2 === 1 ? '.' : '…'}${move.san}${glyphs(marks(move))}`;
    return [{ ply, text: text.includes(move.san) || text === '' ? text || name : `${name}: ${text}` }];
  });
}
