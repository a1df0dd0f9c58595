import { describe, expect, it } from 'vitest';
import { START } from './chess';
import { epSquares, mayCastle, withEp, withPiece, withPlacement, withRight, withTurn } from './setup';

const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1';

describe('setting up', () => {
  it('puts men on squares and takes them away', () => {
    const fen = withTurn(withPiece(withPiece(EMPTY, 'e1', 'K'), 'a8', 'k'), 'black');
    expect(fen).toBe('k7/8/8/8/8/8/8/4K3 b - - 0 1');
    expect(withPiece(fen, 'e1', null)).toBe('k7/8/8/8/8/8/8/8 b - - 0 1');
  });

  it('keeps the rights to castle while king and rook stay at home', () => {
    expect(withPiece(START, 'e2', null)).toContain(' w KQkq ');
    expect(withPiece(START, 'h1', null)).toContain(' w Qkq ');
    expect(withPlacement(START, '4k3/8/8/8/8/8/8/R3K2R')).toBe('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1');
    expect(mayCastle(EMPTY, 'K')).toBe(false);
    expect(withRight('4k3/8/8/8/8/8/8/R3K2R w - - 0 1', 'Q', true)).toBe('4k3/8/8/8/8/8/8/R3K2R w Q - 0 1');
    expect(withRight(START, 'k', false)).toContain(' w KQq ');
  });

  it('offers to take in passing only where it can be', () => {
    const fen = '4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1';
    expect(epSquares(fen)).toEqual(['d6']);
    expect(withEp(fen, 'd6')).toContain(' w - d6 ');
    expect(withTurn(withEp(fen, 'd6'), 'black')).toContain(' b - - ');
    expect(epSquares(START)).toEqual([]);
    expect(withEp(START, 'e3')).toBe(START);
  });
});
