import { describe, expect, it } from 'vitest';
import { grounds, proof } from './evidence';
import type { Claim, Explanation } from './types';

const claim = (part: Partial<Claim>): Claim => ({
  kind: 'feature', about: 'plan', side: 'white', text: '', pieces: [], squares: [], line: [], ply: 0, worth: 0, evidence: [], ...part,
});

const told: Explanation = {
  fen: '', move: null, analyst: 'philidor', played: null,
  lines: [{ score: { cp: 30 }, uci: ['e2e4', 'e7e5'], san: '1.e4 e5' }],
  claims: [
    claim({ worth: 10, squares: ['a1'], line: ['e2e4'], ply: 1 }),
    claim({ worth: -90, squares: ['d4', 'd5'], line: ['e2e4'], ply: 1 }),
    claim({ worth: 5, squares: ['h8'], line: ['d2d4'], ply: 1 }),
  ],
  text: [
    { kind: 'plans', heading: 'Plans', sentences: ['A.', 'B.'], claims: [[0, 1, 2], []] },
    { kind: 'candidates', heading: 'Moves', sentences: ['1.e4 e5'], claims: [[]] },
  ],
};

describe('evidence of a sentence', () => {
  it('is the line of its weightiest claim, with the squares of all claims that hold there', () => {
    expect(proof(told, told.text[0]!, 0)).toEqual({ line: ['e2e4'], ply: 1, squares: ['a1', 'd4', 'd5'] });
  });
  it('is the line itself for candidates, and nothing for words without claims', () => {
    expect(proof(told, told.text[1]!, 0)).toEqual({ line: ['e2e4', 'e7e5'], ply: 2, squares: [] });
    expect(proof(told, told.text[0]!, 1)).toBeNull();
  });
  it('is told in words', () => {
    const evidence = [
      { what: 'score', cp: 125, line: 'b3d5' },
      { what: 'feature', id: 'doubled_pawns', owner: 'white', before: 0, after: 1, cp_before: 0, cp_after: -11 },
      { what: 'rule', rule: 'a passive knight', reason: 'few squares' },
      { what: 'else', n: 3 },
    ];
    expect(grounds(claim({ evidence }))).toEqual([
      'search: +1.25 after b3d5',
      'doubled pawns of white: 0 → 1 (0.00 → -0.11)',
      'rule “a passive knight”: few squares',
      'else: n 3',
    ]);
  });
});
