// The moves of a game in two columns, with comments, glyphs and variations; the current move is always in view.

import { useEffect, useRef } from 'preact/hooks';
import { glyphs, judgement, marks, node, type Tree, type TreeNode } from '../../lib/tree';
import { t } from '../../lib/words';

interface Props {
  tree: Tree;
  at: number;
  choose: (id: number) => void;
}

export function MoveList(props: Props) {
  const { tree, at } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const current = box.querySelector<HTMLElement>('[aria-current]');
    if (!current) {
      box.scrollTop = 0;
      return;
    }
    // Only the list scrolls, not the page.
    const { top, bottom } = current.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) box.scrollTop += top - frame.top - box.clientHeight / 2;
  }, [at, tree]);
  const first = node(tree, 0);
  return (
    <section class="panel movelist" aria-label={t('Moves')}>
      <div class="moves" ref={list} tabIndex={0} role="group" aria-label={t('Moves of the game')}>
        {said(first) && <p class="comment">{said(first)}</p>}
        {first.children.length === 0 && <p class="hint">{t('Play a move on the board, or open a game.')}</p>}
        <MainLine {...props} />
      </div>
    </section>
  );
}

const said = (move: TreeNode) => [move.comment, move.note].filter(Boolean).join(' ');

/** The moves of the game: a row for each pair, broken where something is said. */
function MainLine({ tree, at, choose }: Props) {
  const out = [];
  let parent = node(tree, 0);
  while (parent.children[0] !== undefined) {
    const main = node(tree, parent.children[0]);
    const white = main.ply % 2 === 1;
    const others = parent.children.slice(1);
    const number = <span key={`n${main.id}`} class="number">{Math.ceil(main.ply / 2)}</span>;
    const begun = parent.id !== 0 && said(parent) === '' && node(tree, parent.parent ?? 0).children.length < 2;
    if (white) out.push(number);
    else if (!begun) out.push(number, <span key={`g${main.id}`} class="gap">…</span>);
    out.push(<Move key={main.id} move={main} at={at} choose={choose} />);
    const talk = said(main) !== '' || others.length > 0;
    if (white && talk && main.children.length > 0) out.push(<span key={`g${main.id}`} class="gap">…</span>);
    if (said(main)) {
      out.push(
        <p key={`c${main.id}`} class="comment" onClick={() => choose(main.id)}>
          {said(main)}
        </p>,
      );
    }
    for (const id of others) out.push(<Variation key={`v${id}`} tree={tree} at={at} choose={choose} from={id} depth={0} />);
    parent = main;
  }
  return <div class="pairs">{out}</div>;
}

/** A variation as running text. */
function Variation({ tree, at, choose, from, depth }: Props & { from: number; depth: number }) {
  const first = node(tree, from);
  const out = [];
  let fresh = true;
  for (let move: TreeNode | undefined = first; move; ) {
    const here: TreeNode = move;
    out.push(<Move key={here.id} move={here} at={at} choose={choose} numbered={fresh || here.ply % 2 === 1} />);
    const [main, ...others] = here.children;
    fresh = said(here) !== '' || others.length > 0;
    if (said(here)) {
      out.push(
        <span key={`c${here.id}`} class="comment" onClick={() => choose(here.id)}>
          {said(here)}{' '}
        </span>,
      );
    }
    if (depth < 12) for (const id of others) out.push(<Variation key={`v${id}`} tree={tree} at={at} choose={choose} from={id} depth={depth + 1} />);
    move = main === undefined ? undefined : node(tree, main);
  }
  return (
    <div class={`variation ${first.own ? 'own' : ''}`}>
      {first.before && <span class="comment">{first.before} </span>}
      {out}
    </div>
  );
}

function Move({ move, at, choose, numbered = false }: { move: TreeNode; at: number; choose: (id: number) => void; numbered?: boolean }) {
  const mark = judgement(marks(move)) ?? '';
  const label = `${Math.ceil(move.ply / 2)}${move.ply % 2 === 1 ? '.' : '…'}`;
  return (
    <span class="moveitem">
      {numbered && <span class="number">{label}</span>}
      <button class={`move ${mark}`} aria-current={move.id === at ? 'true' : undefined} onClick={() => choose(move.id)}>
        {move.san}
        {glyphs(marks(move))}
      </button>
    </span>
  );
}
