// Feature values by theme, before and after.

import type { Features, FeatureTerm } from './types';

export interface Theme {
  name: string;
  /** Centipawns for White now and in the envisioned position. */
  before: number;
  after: number | null;
}

export function themes(before: Features, after: Features | null): Theme[] {
  const sum = (features: Features) => {
    const out = new Map<string, number>();
    for (const term of features.terms) out.set(term.group, (out.get(term.group) ?? 0) + term.value);
    return out;
  };
  const [now, then] = [sum(before), after ? sum(after) : null];
  const names = new Set([...now.keys(), ...(then?.keys() ?? [])]);
  return [...names].map((name) => ({ name, before: now.get(name) ?? 0, after: then ? (then.get(name) ?? 0) : null }));
}

export interface Change {
  id: string;
  gloss: string;
  /** Centipawns for White, both sides' counts together: what is exchanged speaks for nobody. */
  before: number;
  after: number;
}

/** The features whose balance changes most, largest first. */
export function changes(before: Features, after: Features, most: number): Change[] {
  const all = new Map<string, Change>();
  const add = (terms: FeatureTerm[], when: 'before' | 'after') => {
    for (const t of terms) {
      const known = all.get(t.id) ?? { id: t.id, gloss: t.gloss, before: 0, after: 0 };
      known[when] += t.value;
      all.set(t.id, known);
    }
  };
  add(before.terms, 'before');
  add(after.terms, 'after');
  return [...all.values()]
    .filter((c) => c.before !== c.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, most);
}
