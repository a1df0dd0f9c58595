// The page's own words. They are written in English where they stand; the files of ../words translate them.

import { effect, signal } from '@preact/signals';
import { manner } from '../ui/settings';

const FILES = import.meta.glob<Record<string, string>>('../words/*.ts', { import: 'default' });

const dictionary = signal<Record<string, string> | null>(null);

effect(() => {
  const { language } = manner.value;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  const read = FILES[`../words/${language}.ts`];
  if (!read) dictionary.value = null;
  else void read().then((words) => manner.value.language === language && (dictionary.value = words));
});

/** A text in the language that was chosen; {names} in it are filled in. */
export function t(text: string, values: Record<string, string | number> = {}): string {
  return fill(dictionary.value?.[text] ?? text, values);
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
