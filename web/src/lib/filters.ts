// Which games are wanted: what a reader fills in, and what the server is asked.

export interface Wanted {
  text: string;
  player: string;
  side: '' | 'white' | 'black';
  result: string;
  eco: string;
  from: string;
  to: string;
  ratingFrom: string;
  ratingTo: string;
  ending: string;
  theme: string;
  annotated: string;
  order: string;
  /** A position that the games went through. */
  fen: string;
}

export const ALL: Wanted = { text: '', player: '', side: '', result: '', eco: '', from: '', to: '', ratingFrom: '', ratingTo: '', ending: '', theme: '', annotated: '', order: 'added', fen: '' };

const NAMES: Record<string, string> = { ratingFrom: 'rating_from', ratingTo: 'rating_to' };

/** The question to the server; what is empty or half typed is left out. */
export function query(wanted: Wanted): URLSearchParams {
  const out = new URLSearchParams();
  for (const [name, given] of Object.entries(wanted)) {
    const value = given.trim();
    if (value === '') continue;
    if (name.startsWith('rating') && !/^\d{1,4}$/.test(value)) continue;
    if ((name === 'from' || name === 'to') && !/^\d{4}([.-]\d{2}([.-]\d{2})?)?$/.test(value)) continue;
    out.set(NAMES[name] ?? name, value);
  }
  // A side, and who won, are those of a player.
  if (wanted.player.trim() === '') {
    out.delete('side');
    if (wanted.result === 'won' || wanted.result === 'lost') out.delete('result');
  }
  return out;
}

/** The same as data: numbers are numbers. */
export function asData(wanted: Wanted): Record<string, string | number | boolean> {
  const value = (name: string, text: string) => (name.startsWith('rating') ? Number(text) : name === 'annotated' ? text === 'true' : text);
  return Object.fromEntries([...query(wanted)].map(([name, text]) => [name, value(name, text)]));
}

/** How many wishes stand behind the first row, so that none is forgotten while it is folded away. */
export function behind(wanted: Wanted): number {
  const hidden = ['player', 'side', 'eco', 'from', 'to', 'ratingFrom', 'ratingTo', 'ending', 'theme', 'fen'] as const;
  return hidden.filter((name) => wanted[name] !== '').length;
}
