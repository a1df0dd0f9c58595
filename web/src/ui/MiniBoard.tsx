// A small board that only shows.

import { Chessground } from '@lichess-org/chessground';
import type { Key } from '@lichess-org/chessground/types';
import { useEffect, useRef } from 'preact/hooks';
import { describe } from '../lib/chess';

export function MiniBoard({ fen, label, lastMove, below = 'white' }: { fen: string; label: string; lastMove?: string; below?: 'white' | 'black' }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const made = Chessground(element.current, {
      fen,
      viewOnly: true,
      coordinates: false,
      orientation: below,
      lastMove: lastMove ? ([lastMove.slice(0, 2), lastMove.slice(2, 4)] as Key[]) : [],
    });
    return () => made.destroy();
  }, [fen]);
  return (
    <span class="mini" role="img" aria-label={`${label}. ${describe(fen)}`}>
      <span class="cg-wrap" ref={element} />
    </span>
  );
}
