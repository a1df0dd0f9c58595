import { describe, expect, it } from 'vitest';
import { stages } from './deepen';
import { asked, choices } from './engines';
import { curves, matchScore, share, type Training, type TrainingPoint } from './training';

const point = (games: number, wins: number, losses: number): TrainingPoint => ({
  games, td_error: 0.1, final_error: 0.2, slope_error: null, held_out_log_loss: 0.6, sign_accuracy: 0.7, wins, draws: 2, losses,
});
const run: Training = { name: 'td-1', recipe: 'td', seed: 1, games: 400, points: [point(100, 0, 0), point(200, 3, 5)], game: null };

describe('training runs', () => {
  it('are drawn over games, without points that were not measured', () => {
    expect(matchScore({ ...point(1, 0, 0), draws: 0 })).toBeNull();
    expect(matchScore(point(200, 3, 5))).toBe(40);
    expect(share(run)).toBe(0.5);
    expect(share({ ...run, points: [] })).toBe(0);
    expect(curves([run], (p) => p.slope_error)).toEqual([]);
    expect(curves([run], matchScore)).toEqual([{ name: 'td-1', points: [{ x: 100, y: 50 }, { x: 200, y: 40 }] }]);
  });
});

describe('engines', () => {
  it('are offered as the server has them, with the chosen one', () => {
    const all = [{ name: 'philidor', outside: false, usual: false }, { name: 'sf', outside: true, usual: true }];
    expect(choices(all, 'sf')).toEqual([['philidor', 'Philidor'], ['sf', 'sf']]);
    expect(choices(all, 'gone').at(-1)).toEqual(['gone', 'gone (not here)']);
    expect([asked(all, null), asked(all, 'philidor'), asked([], null)]).toEqual(['sf', 'philidor', 'philidor']);
    expect([stages('quick'), stages('usual')]).toEqual([[{ effort: 'quick' }], [{ effort: 'quick' }, { effort: 'usual' }]]);
  });
});
