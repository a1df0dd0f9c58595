// The moves of a game with comments, glyphs and variations.

import { useEffect, useRef } from 'preact/hooks';
import { glyphs, judgement, node, type Tree, type TreeNode } from '../../lib/tree';
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
    const current = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !current) return;
    // Only the list scrolls, not the page.
    const top = current.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 2;
  }, [at]);
  const first = node(tree, 0);
  const { White, Black, Result } = tree.headers;
  return (
    <section class="panel movelist" aria-label={t('Moves')}>
      <header>
        <h2>{White || Black ? `${White ?? '?'} – ${Black ?? '?'}` : 'Moves'}</h2>
        {Result && Result !== '*' && <span class="chip">{Result}</span>}
      </header>
      <div class="moves" ref={list}>
        {first.comment && <p class="comment">{first.comment}</p>}
        {first.children.length === 0 && <p class="hint">{t('Play a move on the board, or open a game.')}</p>}
        <Line {...props} from={0} depth={0} />
      </div>
    </section>
  );
}

/** A line from a node on; variations stand after the move they replace. */
function Line({ tree, at, choose, from, depth }: Props & { from: number; depth: number }) {
  const out = [];
  let fresh = true;
  for (let parent = node(tree, from); parent.children[0] !== undefined; ) {
    const [main, ...others] = parent.children.map((id) => node(tree, id));
    if (!main) break;
    out.push(<Move key={main.id} move={main} at={at} choose={choose} fresh={fresh} />);
    fresh = main.comment !== '' || others.length > 0;
    if (main.comment) out.push(<Comment key={`c${main.id}`} text={main.comment} depth={depth} choose={() => choose(main.id)} />);
    for (const other of others) {
      out.push(
        <div key={`v${other.id}`} class={`variation depth${Math.min(depth, 3)}`}>
          {other.before && <Comment text={other.before} depth={depth + 1} />}
          <Move move={other} at={at} choose={choose} fresh={true} />
          {other.comment && <Comment text={other.comment} depth={depth + 1} choose={() => choose(other.id)} />}
          <Line tree={tree} at={at} choose={choose} from={other.id} depth={depth + 1} />
        </div>,
      );
    }
    parent = main;
  }
  return <>{out}</>;
}

/** What is said of a move; a click shows the move with its arrows and squares. The move itself is the button for the keyboard. */
function Comment({ text, depth, choose }: { text: string; depth: number; choose?: () => void }) {
  const click = choose ? { onClick: choose } : {};
  return depth === 0 ? (
    <p class="comment" {...click}>
      {text}
    </p>
  ) : (
    <span class="comment" {...click}>
      {text}{' '}
    </span>
  );
}

function Move({ move, at, choose, fresh }: { move: TreeNode; at: number; choose: (id: number) => void; fresh: boolean }) {
  const white = move.ply % 2 === 1;
  const number = Math.ceil(move.ply / 2);
  const mark = judgement(move.nags);
  return (
    <span class="moveitem">
      {(white || fresh) && <span class="number">{`${number}${white ? '.' : '…'}`}</span>}
      <button class={`move ${mark ?? ''}`} aria-current={move.id === at ? 'true' : undefined} onClick={() => choose(move.id)}>
        {move.san}
        {glyphs(move.nags)}
      </button>
    </span>
  );
}
