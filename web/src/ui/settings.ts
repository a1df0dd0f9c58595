// How the tutor speaks: kept in the browser.

import { effect, signal } from '@preact/signals';

export interface Manner {
  level: 'beginner' | 'club' | 'master';
  language: string;
  engine: string;
  nodes: number;
}

const FIRST: Manner = { level: 'club', language: 'en', engine: 'philidor', nodes: 200_000 };

export const manner = signal<Manner>(read());

function read(): Manner {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem('manner') ?? '{}') as Partial<Manner>) };
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
