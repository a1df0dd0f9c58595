// How the tutor speaks and how far it looks: one setting for words, lists of lines and questions, kept in the browser.

import { effect, signal } from '@preact/signals';

export interface Manner {
  level: 'beginner' | 'club' | 'master';
  language: string;
  /** The engine's name; null for the server's usual one. */
  engine: string | null;
  effort: Effort;
}

export type Effort = 'quick' | 'usual' | 'deep';

/** Efforts to choose from. */
export const EFFORTS: [Effort, string][] = [
  ['quick', 'Quick'],
  ['usual', 'Normal'],
  ['deep', 'Deep'],
];

const FIRST: Manner = { level: 'club', language: 'en', engine: null, effort: 'usual' };

export const manner = signal<Manner>(read());

function read(): Manner {
  try {
    const { level, language, engine, effort } = { ...FIRST, ...(JSON.parse(localStorage.getItem('manner') ?? '{}') as Partial<Manner>) };
    return { level, language, engine, effort: EFFORTS.some(([id]) => id === effort) ? effort : FIRST.effort };
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
