// What the reader adds to a game: moves, notes, glyphs and arrows in a layer of their own, so that the tutor's comments may come
// and go underneath. Pure functions over trees.

import { addMove, node, type Shape, type Tree, type TreeNode } from './tree';

/** A change of one move; what is left out stays. */
export interface Change {
  note?: string;
  ownNags?: number[];
  ownShapes?: Shape[];
}

export function change(tree: Tree, id: number, made: Change): Tree {
  return { ...tree, nodes: tree.nodes.map((n) => (n.id === id ? { ...n, ...made } : n)) };
}

/** A tree with every move the reader's own: a board without a game. */
export function allOwn(tree: Tree): Tree {
  const mine = (n: TreeNode): TreeNode => ({
    ...n,
    own: n.parent !== null,
    note: [n.comment, n.note].filter(Boolean).join(' '),
    comment: '',
    ownNags: [...n.nags, ...n.ownNags],
    nags: [],
    ownShapes: [...n.shapes, ...n.ownShapes],
    shapes: [],
  });
  return { ...tree, nodes: tree.nodes.map(mine) };
}

/** Takes a move and all after it away. Its place stays empty, so that other places keep their numbers. */
export function remove(tree: Tree, id: number): Tree {
  const { parent } = node(tree, id);
  if (parent === null) return tree;
  return { ...tree, nodes: tree.nodes.map((n) => (n.id === parent ? { ...n, children: n.children.filter((c) => c !== id) } : n)) };
}

/** Whether a move may be taken away: it and all after it are the reader's. */
export function removable(tree: Tree, id: number): boolean {
  const at = node(tree, id);
  return at.own && at.children.every((child) => removable(tree, child));
}

/** Moves a variation one place up. The moves of the game stay the main line. */
export function promote(tree: Tree, id: number): Tree {
  if (!promotable(tree, id)) return tree;
  const { parent } = node(tree, id);
  return {
    ...tree,
    nodes: tree.nodes.map((n) => {
      if (n.id !== parent) return n;
      const place = n.children.indexOf(id);
      const children = [...n.children];
      [children[place - 1], children[place]] = [id, children[place - 1] ?? id];
      return { ...n, children };
    }),
  };
}

export function promotable(tree: Tree, id: number): boolean {
  const { parent, own } = node(tree, id);
  if (parent === null || !own) return false;
  const { children } = node(tree, parent);
  const place = children.indexOf(id);
  const above = children[place - 1];
  return above !== undefined && (place > 1 || node(tree, above).own);
}

/** Only what the reader added, with the moves that lead there; null if there is nothing. */
export function layer(tree: Tree): Tree | null {
  const wanted = (id: number): boolean => {
    const n = node(tree, id);
    return n.own || touched(n) || n.children.some(wanted);
  };
  if (!wanted(0)) return null;
  const strip = (n: TreeNode): TreeNode => ({
    ...n,
    comment: '',
    before: '',
    nags: [],
    shapes: [],
    eval: null,
    clock: null,
    children: n.children.filter(wanted),
  });
  return { headers: {}, nodes: tree.nodes.map(strip) };
}

function touched(n: TreeNode): boolean {
  return n.note !== '' || n.ownNags.length > 0 || n.ownShapes.length > 0;
}

/** Puts a layer, as it was written, onto a game. Moves that the game does not have become the reader's. */
export function graft(tree: Tree, own: Tree): Tree {
  let out = tree;
  const place = new Map([[0, 0]]);
  const waiting = [0];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const from = node(own, id);
    const to = place.get(id) ?? 0;
    const said: Change = {};
    const note = [from.comment, from.note].filter(Boolean).join(' ');
    if (note) said.note = note;
    if (from.nags.length + from.ownNags.length > 0) said.ownNags = [...from.nags, ...from.ownNags];
    if (from.shapes.length + from.ownShapes.length > 0) said.ownShapes = [...from.shapes, ...from.ownShapes];
    if (Object.keys(said).length > 0) out = change(out, to, said);
    for (const child of from.children) {
      const added = addMove(out, to, node(own, child).uci);
      if (!added) continue;
      out = added.tree;
      place.set(child, added.id);
      waiting.push(child);
    }
  }
  return out;
}
