import { describe, expect, it } from 'vitest';
import { addMove, chances, fromPgn, glyphs, go, judgement, mainLine, newTree, node, path, score, toPgn } from './tree';

const GAME = `[Event "Test"]
[White "<script>alert(1)</script>"]
[Black "Morphy"]
[Result "1-0"]

{ An old opening. } 1. e4 $1 { [%eval 0.3] king's pawn } e5 (1... c5 { Sicilian } 2. Nf3 (2. c3)) 2. Nf3 $6 { [%csl Ge5][%cal Gf3e5] } Nc6 1-0
`;

describe('a game tree', () => {
  it('reads moves, comments, glyphs, shapes, evaluations and nested variations', () => {
    const { tree, problem } = fromPgn(GAME);
    expect(problem).toBeNull();
    expect(mainLine(tree).map((n) => n.san)).toEqual(['', 'e4', 'e5', 'Nf3', 'Nc6']);
    const [start, e4, , nf3] = mainLine(tree);
    expect(start?.comment).toBe('An old opening.');
    expect(e4).toMatchObject({ nags: [1], eval: 30, comment: "king's pawn" });
    expect(nf3?.shapes).toEqual([
      { from: 'e5', to: null, brush: 'green' },
      { from: 'f3', to: 'e5', brush: 'green' },
    ]);
    const sicilian = node(tree, e4?.children[1] ?? -1);
    expect(sicilian).toMatchObject({ san: 'c5', comment: 'Sicilian' });
    expect(sicilian.children.map((id) => node(tree, id).san)).toEqual(['Nf3', 'c3']);
    expect(tree.headers.White).toContain('<script>');
  });

  it('is written as PGN and read back the same, own moves included', () => {
    const { tree } = fromPgn(GAME);
    const own = addMove(tree, 2, 'Bc4');
    const longer = own?.tree ?? tree;
    const again = fromPgn(toPgn(longer));
    expect(again.problem).toBeNull();
    const told = (t: typeof tree) => t.nodes.map((n) => ({ san: n.san, fen: n.fen, comment: n.comment, nags: n.nags, shapes: n.shapes, eval: n.eval, before: n.before })).sort((a, b) => (a.fen + a.san < b.fen + b.san ? -1 : 1));
    expect(told(again.tree)).toEqual(told(longer));
    expect(again.tree.headers.White).toBe(tree.headers.White);
    const fen = '6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1';
    const mate = addMove(newTree(fen), 0, 'Re8#');
    expect(mainLine(fromPgn(toPgn(mate?.tree ?? newTree())).tree).map((n) => n.san)).toEqual(['', 'Re8#']);
  });

  it('shows a game up to a move that is not legal, and says so', () => {
    const { tree, problem } = fromPgn('1. e4 e5 2. Qh6 *');
    expect(mainLine(tree).at(-1)?.san).toBe('e5');
    expect(problem).toContain('Move 2: Qh6');
    expect(fromPgn('').problem).toBe('There is no game in this text.');
    expect(fromPgn('[FEN "nonsense"]\n\n1. e4 *').problem).toContain('not legal');
  });

  it('adds moves once, and refuses illegal ones', () => {
    const first = addMove(newTree(), 0, 'e4');
    expect(first?.id).toBe(1);
    const again = addMove(first?.tree ?? newTree(), 0, 'e2e4');
    expect(again).toMatchObject({ id: 1 });
    expect(again?.tree.nodes).toHaveLength(2);
    expect(addMove(newTree(), 0, 'e5')).toBeNull();
    expect(path(again?.tree ?? newTree(), 1).map((n) => n.san)).toEqual(['', 'e4']);
  });

  it('is walked with keys', () => {
    const { tree } = fromPgn(GAME);
    const end = go(tree, 0, 'last');
    expect(node(tree, end).san).toBe('Nc6');
    expect(go(tree, end, 'next')).toBe(end);
    expect(go(tree, end, 'first')).toBe(0);
    const e5 = node(tree, go(tree, go(tree, 0, 'next'), 'next'));
    expect(node(tree, go(tree, e5.id, 'down')).san).toBe('c5');
    expect(go(tree, go(tree, e5.id, 'down'), 'up')).toBe(e5.id);
  });
});

describe('marks and scores', () => {
  it('are written as people do', () => {
    expect(glyphs([4, 18])).toBe('??+−');
    expect(judgement([18, 4])).toBe('blunder');
    expect(judgement([18])).toBeNull();
    expect([score(125), score(-30), score(0), score(9997), score(-9998), score(10_000)]).toEqual(['+1.25', '−0.30', '0.00', '#3', '−#2', '#']);
  });

  it('chances grow with the score and stay between -1 and 1', () => {
    expect(chances(0)).toBe(0);
    expect(chances(100)).toBeGreaterThan(0.15);
    expect(chances(10_000)).toBeLessThanOrEqual(1);
    expect(chances(-300)).toBeCloseTo(-chances(300));
  });
});
