import { describe, expect, it } from 'vitest';
import { START } from './chess';
import type { Statement } from './claims';
import { grounds, proof } from './evidence';
import type { Explanation, SaidClaim } from './types';

const standing: Statement = { says: 'standing', margin: 'clear', score: { cp: 125 } };

const claim = (part: Partial<SaidClaim>): SaidClaim => ({
  about: 'plan', side: 'white', fen: '', text: '', men: [], squares: [], line: [], ply: 0, worth: 0, statement: standing, ...part,
});

const told: Explanation = {
  fen: '', move: null, analyst: 'philidor', played: null,
  lines: [
    { score: { cp: 30 }, uci: ['e2e4', 'e7e5'], san: '1.e4 e5' },
    { score: { cp: 20 }, uci: ['d2d4'], san: '1.d4' },
  ],
  claims: [
    claim({ worth: 10, squares: ['a1'], line: ['e2e4'], ply: 1 }),
    claim({ worth: -90, squares: ['d4', 'd5'], line: ['e2e4'], ply: 1 }),
    claim({ worth: 5, squares: ['h8'], line: ['d2d4'], ply: 1 }),
  ],
  text: [
    { kind: 'plans', heading: 'Plans', sentences: [{ text: 'A.', claims: [0, 1, 2] }, { text: 'B.', claims: [] }] },
    {
      kind: 'candidates',
      heading: 'Moves',
      sentences: [
        { text: '1.e4 is the only move.', claims: [1], line: ['e2e4'] },
        { text: '1.e4 e5', claims: [], line: ['e2e4', 'e7e5'] },
        { text: '1.d4', claims: [2], line: ['d2d4'] },
      ],
    },
  ],
};

describe('evidence of a sentence', () => {
  it('is the line of its weightiest claim, with the squares of all claims that hold there', () => {
    expect(proof(told, told.text[0]!.sentences[0]!)).toEqual({ line: ['e2e4'], ply: 1, squares: ['a1', 'd4', 'd5'] });
  });
  it('is nothing for words without claims', () => {
    expect(proof(told, told.text[0]!.sentences[1]!)).toBeNull();
  });
  it('is its own line for each candidate, whatever stands before it in the list', () => {
    const shown = told.text[1]!.sentences.map((sentence) => proof(told, sentence)?.line);
    expect(shown).toEqual([['e2e4'], ['e2e4', 'e7e5'], ['d2d4']]);
  });
  it('is told in words, scores for White and moves as people write them', () => {
    expect(grounds(claim({}))).toEqual(['Looking ahead gives +1.25.']);
    expect(grounds(claim({ side: 'black' }))).toEqual(['Looking ahead gives −1.25.']);
    const numbers = { id: 'doubled_pawns', owner: 'white' as const, before: 0, after: 1, cp_before: 0, cp_after: -11 };
    expect(grounds(claim({ statement: { says: 'feature', numbers, change: 'lost', squares: ['c3'], passing: false } }))).toEqual(['Counted: 0 → 1, worth 0.00 → −0.11 pawns.']);
    const better: Statement = { says: 'better', mv: 'g1f3', other: 'f2f3', score: { cp: 30 }, other_score: { cp: -40 } };
    expect(grounds(claim({ fen: START, statement: better }))).toEqual(['Nf3 leads to +0.30, f3 to −0.40.']);
    const rating = { number: 1500, scale: 'chess_com' as const };
    const tempted: Statement = { says: 'people', rating, people: { tempted: { mv: 'f2f3', percent: 31, score: { cp: -40 }, best: { cp: 30 } } } };
    expect(grounds(claim({ fen: START, statement: tempted }))).toEqual(['Players rated 1500 (Chess.com), as foretold from the position alone: f3 31 %.', 'It leads to −0.40, the best move to +0.30.']);
    const answer: Statement = { says: 'people', rating, people: { answer: { mv: 'e7e5', percent: 40, trap: [{ cp: 300 }, { cp: 20 }] } } };
    expect(grounds(claim({ fen: START, line: ['e2e4', 'e7e5'], statement: answer }))[0]).toContain('e5 40 %');
    expect(grounds(claim({ fen: START, line: ['e2e4', 'e7e5'], statement: answer }))[1]).toBe('It leads to +3.00, the best answer to +0.20.');
    const wrong: Statement = { says: 'people', rating: { number: 1500, scale: 'lichess' }, people: { go_wrong: { ways: [{ mv: 'f2f3', percent: 60, score: { cp: -300 } }, { mv: 'e2e4', percent: 20, score: { cp: 30 } }], best: { cp: 30 }, wrong: 60, expected: 30, promised: 55 } } };
    expect(grounds(claim({ fen: START, statement: wrong }))).toEqual(['Players rated 1500, as foretold from the position alone: f3 60 % (−3.00), e4 20 % (+0.30).', 'The best move leads to +0.30.']);
    const zugzwang: Statement = { says: 'zugzwang', value: 1, otherwise: 0 };
    expect(grounds(claim({ statement: zugzwang }))).toEqual(['The table of this ending says: win; if the other side had to move: draw.']);
  });
});
