import { describe, expect, it } from 'vitest';
import { ending, enginesTurn, likeMe, question, written, yourLast, type Match } from './playing';
import { fromPgn, go, newTree, node } from './tree';

const match: Match = { you: 'white', elo: 1200, scale: 'lichess', seed: 1, resigned: false };
const at = (pgn: string) => {
  const { tree } = fromPgn(pgn);
  return { tree, at: go(tree, 0, 'last') };
};
const end = (pgn: string, m = match) => {
  const { tree, at: last } = at(pgn);
  return ending(tree, last, m);
};

describe('a game against the engine', () => {
  it('ends as games end', () => {
    expect(end('1. f3 e5 2. g4 Qh4#')).toEqual({ why: 'mate', result: '0-1' });
    expect(end('1. e4 e5')).toBeNull();
    expect(end('1. e4', { ...match, resigned: true })).toEqual({ why: 'resigned', result: '0-1' });
    expect(end('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8')).toEqual({ why: 'repetition', result: '1/2-1/2' });
    expect(end('[FEN "7k/8/6Q1/8/8/8/8/K7 w - - 0 1"]\n\n1. Kb1')).toEqual({ why: 'stalemate', result: '1/2-1/2' });
    expect(end('[FEN "7k/8/8/8/8/8/8/KN6 w - - 0 1"]\n\n*')).toEqual({ why: 'material', result: '1/2-1/2' });
    expect(end('[FEN "7k/8/8/8/8/8/8/KR6 w - - 99 80"]\n\n80. Rb2')).toEqual({ why: 'fifty', result: '1/2-1/2' });
  });

  it('knows whose turn it is and what may be taken back', () => {
    const { tree, at: e4 } = at('1. e4');
    expect(enginesTurn(tree, e4, match)).toBe(true);
    expect(enginesTurn(tree, 0, match)).toBe(false);
    expect(enginesTurn(newTree(), 0, { ...match, you: 'black' })).toBe(true);
    const more = at('1. e4 e5');
    expect(node(more.tree, yourLast(more.tree, more.at, match) ?? 0).san).toBe('e4');
    expect(yourLast(newTree(), 0, match)).toBeNull();
  });

  it('asks its opponent with the game so far, another number for each move', () => {
    const { tree, at: last } = at('[FEN "6k1/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kf7');
    expect(question(tree, last, match)).toEqual({ fen: '6k1/8/8/8/8/8/4P3/4K3 w - - 0 1', moves: ['e2e4', 'g8f7'], elo: 1200, scale: 'lichess', seed: 1 + last });
    expect(question(tree, 0, match).moves).toEqual([]);
  });

  it('begins against somebody like the reader', () => {
    expect(likeMe('')).toEqual({ elo: 1200, scale: 'lichess' });
    expect(likeMe('1640@chess.com')).toEqual({ elo: 1600, scale: 'chess.com' });
    expect(likeMe('500').elo).toBe(800);
  });

  it('is written down with its players and result', () => {
    const { tree, at: last } = at('1. f3 e5 2. g4 Qh4#');
    const pgn = written(tree, match, ending(tree, last, match), '2026.01.02', { you: 'You', engine: 'Philidor' });
    expect(pgn).toContain('[White "You"]');
    expect(pgn).toContain('[Black "Philidor 1200"]');
    expect(pgn.trim().endsWith('0-1')).toBe(true);
  });
});
