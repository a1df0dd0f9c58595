// The page's own words. They are written in English where they stand; other languages are looked up by them.

import { effect, signal } from '@preact/signals';
import { manner } from '../ui/settings';

const dictionary = signal<Record<string, string> | null>(null);

effect(() => {
  const { language } = manner.value;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  if (language === 'en') dictionary.value = null;
  else void import('./de').then(({ de }) => manner.value.language === 'de' && (dictionary.value = de));
});

/** A text in the language that was chosen; {names} in it are filled in. */
export function t(text: string, values: Record<string, string | number> = {}): string {
  return fill(dictionary.value?.[text] ?? text, values);
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
