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
  side: 'white' | 'black';
  gloss: string;
  before: number;
  after: number;
}

/** The features whose value changes most, largest first. */
export function changes(before: Features, after: Features, most: number): Change[] {
  const key = (t: FeatureTerm) => `${t.id} ${t.side}`;
  const all = new Map<string, Change>();
  for (const t of before.terms) all.set(key(t), { id: t.id, side: t.side, gloss: t.gloss, before: t.value, after: 0 });
  for (const t of after.terms) {
    const known = all.get(key(t));
    if (known) known.after = t.value;
    else all.set(key(t), { id: t.id, side: t.side, gloss: t.gloss, before: 0, after: t.value });
  }
  return [...all.values()]
    .filter((c) => c.before !== c.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, most);
}
