import { describe as group, expect, it } from 'vitest';
import { describe, dests, men, numbered, play, playLine, position, promotes, START } from './chess';

group('chess in the page', () => {
  it('says why a position is none', () => {
    expect(position('nonsense')).toBe('This is not a FEN.');
    expect(position('8/8/8/8/8/8/8/4K3 w - - 0 1')).toContain('king');
    expect(position('4k3/4R3/8/8/8/8/8/4K3 w - - 0 1')).toContain('not to move is in check');
    expect(typeof position(START)).toBe('object');
  });

  it('plays notation and e2e4, castling both ways', () => {
    expect(play(START, 'Nf3')).toMatchObject({ uci: 'g1f3', san: 'Nf3' });
    expect(play(START, 'e2e5')).toBeNull();
    const castling = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    for (const text of ['O-O', '0-0', 'e1g1', 'e1h1']) expect(play(castling, text)).toMatchObject({ uci: 'e1g1', san: 'O-O' });
    expect(play(castling, 'O-O-O')).toMatchObject({ uci: 'e1c1' });
    expect(dests(castling).get('e1')).toContain('g1');
  });

  it('knows promotions, lines and numbers', () => {
    const fen = '8/4P3/8/8/8/8/k7/4K3 w - - 0 1';
    expect(promotes(fen, 'e7', 'e8')).toBe(true);
    expect(promotes(START, 'e2', 'e4')).toBe(false);
    const line = playLine(START, ['e2e4', 'e7e5', 'g1f3', 'nonsense', 'b8c6']);
    expect(line.map((m) => m.san)).toEqual(['e4', 'e5', 'Nf3']);
    expect(numbered(line[0]?.fen ?? '', ['e5', 'Nf3'])).toBe('1… e5 2. Nf3');
  });

  it('tells a position in words', () => {
    const fen = 'k7/8/8/8/8/8/8/4K3 b - - 0 1';
    expect(describe(fen)).toBe('White: king e1. Black: king a8. Black to move.');
    expect(men(fen)).toBe(2);
  });

  it('reads moves in German letters and figurines', () => {
    expect(play(START, 'Sf3')?.san).toBe('Nf3');
    expect(play(START, '♘f3')?.san).toBe('Nf3');
    expect(play('8/4P3/8/8/8/8/k7/4K3 w - - 0 1', 'e8=D')?.san).toBe('e8=Q');
  });
});
