/// <reference types="vite/client" />
import { describe, expect, it } from 'vitest';
import claims from './claims.ts?raw';
import { tells, themeName, themeWords } from './themes';
import { namesOf } from './words';

const RULES = import.meta.glob<string>('../../../knowledge/tutor/*.rules', { query: '?raw', import: 'default', eager: true });

describe('themes', () => {
  it('are called as people say them', () => {
    expect(themeName('hangingPiece')).toBe('hanging piece');
    expect(themeName('mateIn2')).toBe('mate in two');
    expect(themeName('fork')).toBe('fork');
  });
  it('that say only how long a puzzle is are not offered', () => {
    expect(['fork', 'short', 'master', 'pin'].filter(tells)).toEqual(['fork', 'pin']);
  });
});

const NAMES = import.meta.glob<string>('../../../knowledge/names/*.toml', { query: '?raw', import: 'default', eager: true });

describe('names by which games are found', () => {
  const motifs = [...(/export type Theme = ([^;]+);/.exec(claims)?.[1] ?? '').matchAll(/"(\w+)"/g)].map(([, name]) => name ?? '').filter(tells);
  const concepts = Object.values(RULES).flatMap((rules) => [...rules.matchAll(/=> concept "([^"]+)"/g)].map(([, name]) => name ?? '')).filter((name) => name !== 'cancel');
  it.each(Object.entries(NAMES))('have their words in %s', (_, text) => {
    const words = namesOf(text);
    expect(motifs.length).toBeGreaterThan(40);
    expect(concepts.length).toBeGreaterThan(20);
    expect([...motifs, ...concepts].map(themeWords).filter((name) => !(name in words))).toEqual([]);
  });
});
