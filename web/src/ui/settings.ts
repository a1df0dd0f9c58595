// How the tutor speaks and how far it looks: one setting for words, lists of lines and questions, kept in the browser.

import { effect, signal } from '@preact/signals';
import { rating as known } from '../lib/rating';

export interface Manner {
  level: 'beginner' | 'club' | 'master';
  language: string;
  /** The engine's name; null for the server's usual one. */
  engine: string | null;
  effort: Effort;
  /** The reader's rating, as requests write it: what players like him do is told too. Empty for nobody; null as the server was started. */
  rating: string | null;
}

export type Effort = 'quick' | 'usual' | 'deep';

/** Efforts to choose from. */
export const EFFORTS: [Effort, string][] = [
  ['quick', 'Quick'],
  ['usual', 'Normal'],
  ['deep', 'Deep'],
];

const FIRST: Manner = { level: 'club', language: 'en', engine: null, effort: 'usual', rating: null };

export const manner = signal<Manner>(read());

function read(): Manner {
  try {
    const { level, language, engine, effort, rating } = { ...FIRST, ...(JSON.parse(localStorage.getItem('manner') ?? '{}') as Partial<Manner>) };
    return { level, language, engine, effort: EFFORTS.some(([id]) => id === effort) ? effort : FIRST.effort, rating: rating === '' || known(rating ?? '') ? rating : null };
  } catch {
    return FIRST;
  }
}

effect(() => {
  const text = JSON.stringify(manner.value);
  try {
    localStorage.setItem('manner', text);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
});

/** Whether lines are watched live, and how many; as long as the page is open. */
export const watching = signal({ on: false, count: 3 });
