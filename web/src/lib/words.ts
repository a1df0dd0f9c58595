// The page's own words. They are written in English where they stand; the files of ../words translate them.

import { effect, signal } from '@preact/signals';
import { manner } from '../ui/settings';

const FILES = import.meta.glob<Record<string, string>>('../words/*.ts', { import: 'default' });
/** What motifs, concepts and endings are called: the same files that the server reads. */
const NAMES = import.meta.glob<string>('../../../knowledge/names/*.toml', { query: '?raw', import: 'default' });

const dictionary = signal<Record<string, string> | null>(null);

effect(() => {
  const { language } = manner.value;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  const read = FILES[`../words/${language}.ts`];
  const names = NAMES[`../../../knowledge/names/${language}.toml`];
  if (!read) dictionary.value = null;
  else void Promise.all([read(), names?.() ?? '']).then(([words, text]) => manner.value.language === language && (dictionary.value = { ...namesOf(text), ...words }));
});

/** Names out of their file: lines such as `"fork" = "Gabel"`. */
export function namesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/^("(?:[^"\\]|\\.)*") = ("(?:[^"\\]|\\.)*")$/gm)];
  return Object.fromEntries(pairs.map(([, name, word]) => [JSON.parse(name ?? '""'), JSON.parse(word ?? '""')]));
}

/** Texts that the chosen language lacks; the browser's tests read them. */
const missing = new Set<string>();
Object.assign(globalThis, { wordsWithoutTranslation: missing });

/** A text in the language that was chosen; {names} in it are filled in. */
export function t(text: string, values: Record<string, string | number> = {}): string {
  const words = dictionary.value;
  if (words && !(text in words) && /\p{L}{2}/u.test(text)) missing.add(text);
  return fill(words?.[text] ?? text, values);
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
