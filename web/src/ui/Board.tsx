// The board: chessground inside, chess rules from chessops, words for those who do not see it.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Key } from '@lichess-org/chessground/types';
import type { DrawShape } from '@lichess-org/chessground/draw';
import { useEffect, useRef, useState } from 'preact/hooks';
import { describe, dests, inCheck, promotes, turn } from '../lib/chess';
import { t } from '../lib/words';

export interface Arrow {
  from: string;
  to: string | null;
  brush?: string;
  label?: string;
}

interface Props {
  fen: string;
  label: string;
  orientation?: 'white' | 'black';
  lastMove?: string | null;
  arrows?: Arrow[];
  /** Squares with a class each: zone, key, target. */
  squares?: ReadonlyMap<string, string>;
  /** Called with e2e4 (e7e8q); without it the board only shows. */
  onMove?: (uci: string) => void;
  /** Called with a square that was chosen, while setting up. */
  onSquare?: (square: string) => void;
}

const BRUSHES = {
  green: { key: 'g', color: '#2f7d4f', opacity: 0.9, lineWidth: 10 },
  red: { key: 'r', color: '#b3372f', opacity: 0.9, lineWidth: 10 },
  blue: { key: 'b', color: '#2d5fa3', opacity: 0.9, lineWidth: 10 },
  yellow: { key: 'y', color: '#c98a1b', opacity: 0.9, lineWidth: 10 },
  pale: { key: 'p', color: '#2f7d4f', opacity: 0.45, lineWidth: 8 },
};

export function Board(props: Props) {
  const { fen, label, orientation = 'white', lastMove, arrows = [], squares, onMove, onSquare } = props;
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<Api | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [promotion, setPromotion] = useState<string | null>(null);

  useEffect(() => {
    const host = element.current;
    if (!host) return;
    const made = Chessground(host, {
      fen,
      orientation,
      animation: { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 180 },
      drawable: { enabled: false, brushes: BRUSHES },
      premovable: { enabled: false },
    });
    board.current = made;
    const resize = new ResizeObserver(() => made.redrawAll());
    resize.observe(host);
    return () => {
      resize.disconnect();
      made.destroy();
      board.current = null;
    };
  }, []);

  useEffect(() => {
    const side = turn(fen);
    const after = (from: string, to: string) => {
      const { fen, onMove } = latest.current;
      if (promotes(fen, from, to)) setPromotion(from + to);
      else onMove?.(from + to);
    };
    board.current?.set({
      fen,
      orientation,
      turnColor: side,
      check: inCheck(fen) ? side : false,
      lastMove: lastMove ? ([lastMove.slice(0, 2), lastMove.slice(2, 4)] as Key[]) : [],
      viewOnly: !onMove && !onSquare,
      selectable: { enabled: true },
      movable: {
        free: false,
        color: onMove ? side : undefined,
        dests: (onMove ? dests(fen) : new Map()) as Map<Key, Key[]>,
        events: { after },
      },
      events: { select: (key) => latest.current.onSquare?.(key) },
      highlight: { custom: new Map([...(squares ?? [])]) as Map<Key, string> },
      drawable: { autoShapes: arrows.map(shape) },
    });
  }, [fen, orientation, lastMove, arrows, squares, onMove === undefined, onSquare === undefined]);

  return (
    <div class="board" role="group" aria-label={label}>
      <div class="cg-wrap" ref={element} aria-hidden="true" />
      <p class="sr-only" aria-live="polite">
        {describe(fen)}
      </p>
      {promotion && (
        <div class="promotion" role="dialog" aria-label={t('Promote to')}>
          {(['q', 'r', 'b', 'n'] as const).map((piece, i) => (
            <button
              key={piece}
              autoFocus={i === 0}
              onClick={() => {
                setPromotion(null);
                onMove?.(promotion + piece);
              }}
            >
              {t({ q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' }[piece])}
            </button>
          ))}
          <button
            class="quiet"
            onClick={() => {
              setPromotion(null);
              board.current?.set({ fen });
            }}
          >
            {t('Cancel')}
          </button>
        </div>
      )}
    </div>
  );
}

function shape({ from, to, brush, label }: Arrow): DrawShape {
  const made: DrawShape = { orig: from as Key, brush: brush ?? 'green' };
  if (to) made.dest = to as Key;
  if (label) made.label = { text: label };
  return made;
}

/** A small board that only shows. */
export function MiniBoard({ fen, label, lastMove }: { fen: string; label: string; lastMove?: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const made = Chessground(element.current, {
      fen,
      viewOnly: true,
      coordinates: false,
      orientation: 'white',
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
