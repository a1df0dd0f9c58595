import { describe, expect, it } from 'vitest';
import { allOwn, change, graft, layer, promotable, promote, remove, removable } from './own';
import { addMove, fromPgn, go, mainLine, node, toPgn, type Tree } from './tree';

const GAME = '1. e4 $1 { the tutor speaks } e5 2. Nf3 Nc6 *';

function play(tree: Tree, at: number, ...moves: string[]): { tree: Tree; id: number } {
  let out = { tree, id: at };
  for (const move of moves) {
    const added = addMove(out.tree, out.id, move);
    if (!added) throw new Error(move);
    out = added;
  }
  return out;
}

describe('what a reader adds', () => {
  const game = fromPgn(GAME).tree;
  const e4 = go(game, 0, 'next');
  const own = play(game, e4, 'c5', 'Nf3');
  const noted = change(change(own.tree, own.id, { note: 'open', ownNags: [5] }), e4, { note: 'mine', ownShapes: [{ from: 'e4', to: null, brush: 'green' }] });

  it('is a layer of its own, written and put back onto new comments', () => {
    expect(layer(game)).toBeNull();
    const text = toPgn(layer(noted) ?? game);
    expect(text).not.toContain('tutor');
    const again = graft(fromPgn('1. e4 { other words } e5 (1... c5) 2. Nf3 *').tree, fromPgn(text).tree);
    const first = node(again, go(again, 0, 'next'));
    expect(first).toMatchObject({ comment: 'other words', note: 'mine', own: false, ownShapes: [{ from: 'e4', to: null, brush: 'green' }] });
    const sicilian = node(again, first.children[1] ?? -1);
    expect(sicilian).toMatchObject({ san: 'c5', own: false });
    expect(node(again, sicilian.children[0] ?? -1)).toMatchObject({ san: 'Nf3', own: true, note: 'open', ownNags: [5] });
    expect(toPgn(noted)).toContain('the tutor speaks mine');
  });

  it('is taken away without touching the game', () => {
    const c5 = node(noted, e4).children[1] ?? -1;
    expect(removable(noted, c5)).toBe(true);
    expect(removable(noted, e4)).toBe(false);
    const less = remove(noted, c5);
    expect(node(less, e4).children).toHaveLength(1);
    expect(mainLine(less).map((n) => n.san)).toEqual(['', 'e4', 'e5', 'Nf3', 'Nc6']);
    expect(remove(less, 0)).toBe(less);
  });

  it('moves up among its own kind, never above the game', () => {
    const more = play(own.tree, e4, 'd5');
    expect(promotable(more.tree, own.tree.nodes[e4]?.children[1] ?? -1)).toBe(false);
    const up = promote(more.tree, more.id);
    expect(node(up, e4).children.map((id) => node(up, id).san)).toEqual(['e5', 'd5', 'c5']);
    expect(promote(up, more.id)).toBe(up);
    const free = allOwn(more.tree);
    const once = promote(promote(free, more.id), more.id);
    expect(node(once, e4).children.map((id) => node(once, id).san)).toEqual(['d5', 'e5', 'c5']);
  });
});
