import { describe, expect, it } from 'vitest';
import { bar, boardsOf, chosen, latest, percent, placeOf, positionOf, scale } from './profile';
import type { Job } from './types';

const share = (count: number, of: number, low: number, high: number) => ({ count, of, low, high });
const job = (id: number, kind: string, state: Job['state']): Job => ({ id, kind, state, title: '', done: 0, total: 0, note: '', error: null, input: {}, curve: [] });

describe('a profile', () => {
  it('leads to the move that was played, and to the position before it', () => {
    expect(placeOf({ game: 3, ply: 12 })).toBe('/analyse?game=3&at=13');
    expect(positionOf({ game: 3, fen: '8/8 w' })).toBe('/analyse?game=3&fen=8%2F8%20w');
  });

  it('shows a position once as a board, and every other place as a link', () => {
    const example = (game: number, fen: string) => ({ game, ply: 5, label: '3…Nf6', fen, best: 'g6' });
    const all = [example(1, 'a'), example(2, 'a'), example(3, 'b'), example(4, 'c')];
    const { boards, others } = boardsOf(all, 2);
    expect(boards.map(({ game }) => game)).toEqual([1, 3]);
    expect(others.map(({ game }) => game)).toEqual([2, 4]);
  });

  it('draws intervals on one scale for both sides', () => {
    const [mine, theirs] = [share(30, 100, 0.2, 0.4), share(10, 100, 0.05, 0.2)];
    const most = scale({ mine, theirs });
    expect(most).toBeCloseTo(0.432);
    expect(bar(mine, 0.5)).toEqual({ at: 60, from: 40, to: 80 });
    expect(bar(share(0, 0, 0, 1), 0.5)).toEqual({ at: 0, from: 0, to: 100 });
    expect(percent(0.034)).toBe('3.4 %');
    expect(percent(0.5)).toBe('50 %');
    expect(percent(null)).toBe('–');
  });

  it('shows the job that goes on before one that is over', () => {
    expect(latest([job(9, 'annotate', 'running'), job(8, 'profile', 'done'), job(7, 'profile', 'running')])?.id).toBe(7);
    expect(latest([job(8, 'profile', 'failed'), job(7, 'profile', 'done')])?.id).toBe(8);
    expect(latest([job(9, 'mine', 'running')])).toBeUndefined();
  });

  it('is the one asked for, else the newest', () => {
    const entry = (id: number) => ({ id, player: 'x', games: 1, made: 0 });
    expect(chosen([entry(5), entry(2)], 2)?.id).toBe(2);
    expect(chosen([entry(5), entry(2)], 9)?.id).toBe(5);
    expect(chosen([], 1)).toBeUndefined();
  });
});
