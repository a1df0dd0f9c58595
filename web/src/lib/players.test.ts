import { describe, expect, it } from 'vitest';
import { START } from './chess';
import { clockText, materialAhead, player } from './players';
import { fromPgn, mainLine, newTree } from './tree';

const { tree } = fromPgn('[White "Tal"]\n[WhiteElo "2705"]\n[Black "?"]\n[Result "1/2-1/2"]\n\n1. e4 { [%clk 1:29:58] } e5 { [%clk 0:04:05] } 2. Nf3 { [%clk 1:20:00] } *');

describe('players', () => {
  it('have names, ratings, points and the clock of their last move', () => {
    const [, e4, e5, nf3] = mainLine(tree).map((n) => n.id);
    expect(player(tree, 0, 'white')).toEqual({ name: 'Tal', rating: '2705', clock: null, point: '½' });
    expect(player(tree, e4 ?? 0, 'black')).toEqual({ name: '?', rating: '', clock: null, point: '½' });
    expect([player(tree, e5 ?? 0, 'white')?.clock, player(tree, e5 ?? 0, 'black')?.clock]).toEqual([5398, 245]);
    expect(player(tree, nf3 ?? 0, 'white')?.clock).toBe(4800);
    expect(player(newTree(), 0, 'white')).toBeNull();
  });

  it('see time and material as people write them', () => {
    expect([clockText(5398), clockText(245), clockText(9.7)]).toEqual(['1:29:58', '4:05', '0:09']);
    expect([materialAhead(START), materialAhead('4k3/8/8/8/8/8/8/R3K3 w - - 0 1'), materialAhead('q3k3/8/8/8/8/8/P7/4K3 w - - 0 1')]).toEqual([0, 5, -8]);
  });
});
