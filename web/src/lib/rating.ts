// How strong the reader is: a number and whose it is, as requests write it (1500, 1500@chess.com, 1500@fide).

import { signal } from '@preact/signals';

export type Scale = 'lichess' | 'chess.com' | 'fide';

export interface Rating {
  number: number;
  scale: Scale;
}

export const SCALES: [Scale, string][] = [
  ['lichess', 'Lichess'],
  ['chess.com', 'Chess.com'],
  ['fide', 'FIDE'],
];
export const LEAST = 400;
export const MOST = 2800;

/** The rating of readers who choose none: as the server was started. */
export const usual = signal<string | null>(null);

/** A rating as requests write it; null if it is none. */
export function rating(text: string): Rating | null {
  const [, digits = '', , scale = 'lichess'] = /^\s*(\d+)\s*(@(.+))?$/.exec(text) ?? [];
  const number = Number(digits);
  const known = SCALES.find(([id]) => id === scale)?.[0];
  return digits !== '' && known && number >= LEAST && number <= MOST ? { number, scale: known } : null;
}

export function written({ number, scale }: Rating): string {
  return scale === 'lichess' ? String(number) : `${number}@${scale}`;
}

/** For people. */
export function ratingName({ number, scale }: { number: number; scale: Scale | 'chess_com' }): string {
  if (scale === 'lichess') return String(number);
  return `${number} (${scale === 'fide' ? 'FIDE' : 'Chess.com'})`;
}
