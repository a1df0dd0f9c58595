import { describe, expect, it } from 'vitest';
import { changes, themes } from './features';
import { merge } from './jobs';
import { segments } from './underline';
import type { Features, Job } from './types';

describe('underlining', () => {
  const at = (from: number, to: number) => ({ from, to, fatal: true });
  it('cuts the text without losing a character', () => {
    const text = 'rule "a" when x => win';
    const cut = segments(text, [at(14, 15), at(5, 8)]);
    expect(cut.map((s) => s.text).join('')).toBe(text);
    expect(cut.filter((s) => s.problem).map((s) => s.text)).toEqual(['"a"', 'x']);
  });
  it('widens empty places, keeps overlaps apart and stays inside', () => {
    expect(segments('abc', [at(1, 1)]).map((s) => s.text)).toEqual(['a', 'b', 'c']);
    expect(segments('abc', [at(0, 2), at(1, 3)]).map((s) => s.text)).toEqual(['ab', 'c']);
    expect(segments('abc', [at(3, 9)]).map((s) => s.text)).toEqual(['ab', 'c']);
  });
});

describe('jobs', () => {
  const job = (part: Partial<Job>): Job => ({
    id: 1, kind: 'mine', title: 't', state: 'running', done: 0, total: 1, note: '', error: null, input: {}, curve: [], ...part,
  });
  it('keeps the curve of a job that is told without it', () => {
    const point = { run: 'a', step: 1, errors: 2, loss: null };
    const first = merge(new Map(), job({ curve: [point] }));
    const last = merge(first, job({ state: 'done' }));
    expect(last.get(1)).toMatchObject({ state: 'done', curve: [point] });
    expect(first.get(1)?.state).toBe('running');
  });
});

describe('features', () => {
  const features = (values: [string, 'white' | 'black', number][]): Features => ({
    fen: '', total: 0, phase: 0,
    terms: values.map(([id, side, value]) => ({ id, group: id.split('.')[0] ?? '', side, value, count: 1, unit: '', gloss: id })),
  });
  it('are summed by theme and compared', () => {
    const before = features([['pawns.doubled', 'white', -20], ['pawns.passed', 'black', -30], ['king.shelter', 'white', 10]]);
    const after = features([['pawns.doubled', 'white', -20], ['king.shelter', 'white', 60]]);
    expect(themes(before, after)).toEqual([{ name: 'pawns', before: -50, after: -20 }, { name: 'king', before: 10, after: 60 }]);
    expect(changes(before, after, 5).map((c) => c.id)).toEqual(['king.shelter', 'pawns.passed']);
    expect(themes(before, null)[0]?.after).toBeNull();
  });
});
