// Who may look ahead: our own evaluations, and the engines that the server was started with.

import { signal } from '@preact/signals';
import { ask } from './api';

export interface Engine {
  name: string;
  outside: boolean;
  /** The one that is asked if none is chosen. */
  usual: boolean;
}

const TITLES: Record<string, string> = {
  philidor: 'Philidor',
  'hand-made': 'Philidor, hand-made',
  untuned: 'Philidor, untuned',
  'gnu-like': 'GNU-like',
  material: 'Material only',
};

export const engines = signal<Engine[]>([{ name: 'philidor', outside: false, usual: true }]);

export async function readEngines(): Promise<void> {
  try {
    engines.value = await ask<Engine[]>('/api/engines');
  } catch {
    // Our own search is always there.
  }
}

/** The engine that is asked: the chosen one, or the server's usual one. */
export function asked(all: Engine[], chosen: string | null): string {
  return chosen ?? all.find(({ usual }) => usual)?.name ?? 'philidor';
}

/** Names for a list to choose from; one that was chosen stays in it, even if the server no longer has it. */
export function choices(all: Engine[], chosen: string): [string, string][] {
  const listed = all.map(({ name }): [string, string] => [name, TITLES[name] ?? name]);
  return all.some(({ name }) => name === chosen) ? listed : [...listed, [chosen, `${chosen} (not here)`]];
}
