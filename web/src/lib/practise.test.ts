import { describe, expect, it } from 'vitest';
import { goal, streak, verdict } from './practise';
import type { Task } from './types';

const task: Task = { id: 1, kind: 'mistake', fen: '8/8/8/8/8/8/8/8 b - - 0 1', game: 1, streak: 0, tries: 0, lapses: 0, rating: null, due_in: 0, title: '', goal: 'better', played_san: 'Qe7', judgement: 'blunder', lesson: null, texts: {} };

describe('a drill', () => {
  it('says what is to be done', () => {
    expect(goal(task)).toBe('Qe7 was a blunder. Find a better move for Black.');
    expect(goal({ ...task, kind: 'endgame', goal: 'win' })).toBe('Win with Black.');
  });

  it('says what became of an answer, and when it comes back', () => {
    expect(verdict({ state: 'passed', outcome: 'best', spoilt: null, days: 1 })).toBe('That is the move. It comes back in a day.');
    const passed = { state: 'passed', outcome: 'good', spoilt: null, days: null } as const;
    expect(verdict(passed, 'habit', 'quiet')).toBe('That is good too. A quiet position: there was nothing to win.');
    expect(verdict(passed, 'habit', 'best')).toBe('That is good too.');
    expect(verdict({ state: 'failed', outcome: 'spoilt', spoilt: 3, days: null })).toBe('Move 3 spoilt the result.');
  });

  it('counts first tries only', () => {
    expect(streak(2, { state: 'passed' }, false)).toBe(3);
    expect(streak(2, { state: 'failed' }, false)).toBe(0);
    expect(streak(0, { state: 'passed' }, true)).toBe(0);
    expect(streak(2, { state: 'open' }, false)).toBe(2);
  });
});
