import { describe, expect, it } from 'vitest';
import { nextLesson, progressOf, stateOf, textOf } from './lessons';
import type { LessonEntry } from './served';

const lesson = (part: Partial<LessonEntry>): LessonEntry => ({
  id: 'rook-mate', endgame: 'KRK', goal: 'win', fen: null, positions: 3, tried: 0, solved: 0, known: 0,
  texts: { en: { title: 'Mate', idea: 'A box.' }, de: { title: 'Matt', idea: 'Eine Kiste.' } }, ...part,
});

describe('a lesson', () => {
  it('is new, begun, solved or known', () => {
    expect(stateOf(lesson({}))).toBe('new');
    expect(stateOf(lesson({ tried: 2, solved: 1 }))).toBe('begun');
    expect(stateOf(lesson({ tried: 3, solved: 3, known: 2 }))).toBe('solved');
    expect(stateOf(lesson({ tried: 3, solved: 3, known: 3 }))).toBe('known');
    expect(stateOf(lesson({ positions: 0 }))).toBe('new');
  });
  it('tells how far the reader is', () => {
    expect(progressOf(lesson({}))).toBe('3 positions, not tried yet');
    expect(progressOf(lesson({ positions: 1 }))).toBe('One position, not tried yet');
    expect(progressOf(lesson({ tried: 2, solved: 1 }))).toBe('1 of 3 solved');
  });
  it('speaks the reader’s language, or English', () => {
    expect(textOf(lesson({}), 'de').title).toBe('Matt');
    expect(textOf(lesson({}), 'xx').title).toBe('Mate');
  });
  it('is followed by the first that is not solved', () => {
    const done = { tried: 3, solved: 3 };
    expect(nextLesson([lesson({ ...done }), lesson({ id: 'two', tried: 1 }), lesson({ id: 'three' })])).toBe('two');
    expect(nextLesson([lesson(done)])).toBeNull();
  });
});
