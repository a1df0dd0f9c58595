// A player's strip above or below the board.

import { clockText, materialAhead, player, type Side } from '../../lib/players';
import { turn } from '../../lib/chess';
import type { Tree } from '../../lib/tree';

export function PlayerStrip({ tree, at, side, fen }: { tree: Tree; at: number; side: Side; fen: string }) {
  const who = player(tree, at, side);
  if (!who) return null;
  const ahead = materialAhead(fen) * (side === 'white' ? 1 : -1);
  return (
    <div class={`player ${side}`}>
      <span class={`disc ${side} ${turn(fen) === side ? 'tomove' : ''}`} aria-hidden="true" />
      <b>{who.name}</b>
      {who.rating && <small>{who.rating}</small>}
      {ahead > 0 && <small class="ahead">+{ahead}</small>}
      <span class="rest" />
      {who.clock !== null && <span class="clock">{clockText(who.clock)}</span>}
      {who.point && <span class="point">{who.point}</span>}
    </div>
  );
}
