/// <reference types="vite/client" />
import { describe, expect, it } from 'vitest';
import { LETTERS } from './letters';
import { fill } from './words';

const DICTIONARIES = import.meta.glob<Record<string, string>>('../words/*.ts', { import: 'default', eager: true });
const SOURCES = import.meta.glob<string>(['../**/*.tsx', '../**/*.ts', '!../**/*.test.ts', '!../words/*'], { query: '?raw', import: 'default', eager: true });

/** Every text that the page hands to t(), from its source. */
function texts(): string[] {
  return Object.values(SOURCES).flatMap((source) =>
    [...source.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)+)'/g)].map((m) => (m[1] ?? '').replaceAll("\\'", "'")),
  );
}

describe("the page's words", () => {
  it.each(Object.entries(DICTIONARIES))('are all there in %s, with the same names to fill in', (_, words) => {
    const all = texts();
    expect(all.length).toBeGreaterThan(150);
    expect(all.filter((text) => !(text in words))).toEqual([]);
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [english, translated] of Object.entries(words)) expect(names(translated)).toEqual(names(english));
  });

  it('are filled in by name', () => {
    expect(Object.keys(DICTIONARIES)).toContain('../words/de.ts');
    expect(Object.keys(LETTERS).map((language) => `../words/${language}.ts`).sort()).toEqual(Object.keys(DICTIONARIES).sort());
    expect(fill('Warum {move}?', { move: 'Lc4' })).toBe('Warum Lc4?');
  });
});
