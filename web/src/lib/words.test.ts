/// <reference types="vite/client" />
import { describe, expect, it } from 'vitest';
import { de } from './de';
import { fill } from './words';

const SOURCES = import.meta.glob<string>(['../**/*.tsx', '../**/*.ts', '!../**/*.test.ts'], { query: '?raw', import: 'default', eager: true });

/** Every text that the page hands to t(), from its source. */
function texts(): string[] {
  return Object.values(SOURCES).flatMap((source) =>
    [...source.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)+)'/g)].map((m) => (m[1] ?? '').replaceAll("\\'", "'")),
  );
}

describe("the page's words", () => {
  it('are all there in German, with the same names to fill in', () => {
    const all = texts();
    expect(all.length).toBeGreaterThan(150);
    expect(all.filter((text) => !(text in de))).toEqual([]);
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [english, german] of Object.entries(de)) expect(names(german)).toEqual(names(english));
    expect(fill('Warum {move}?', { move: 'Lc4' })).toBe('Warum Lc4?');
  });
});
