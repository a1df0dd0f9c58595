// The languages that the tutor speaks; each names itself.

import { signal } from '@preact/signals';
import { ask } from './api';

export interface Language {
  code: string;
  name: string;
}

export const languages = signal<Language[]>([{ code: 'en', name: 'English' }]);

export async function readLanguages(): Promise<void> {
  try {
    languages.value = await ask<Language[]>('/api/languages');
  } catch {
    // English is always there.
  }
}

/** Languages to choose from; the one that was chosen is in the list before the server has answered. */
export function offered(all: Language[], chosen: string): Language[] {
  return all.some(({ code }) => code === chosen) ? all : [...all, { code: chosen, name: chosen }];
}
