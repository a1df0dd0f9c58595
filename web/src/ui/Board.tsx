// The board: chessground inside, chess rules from chessops, words for those who do not see it.

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Key, MouchEvent, Role } from '@lichess-org/chessground/types';
import type { DrawShape } from '@lichess-org/chessground/draw';
import { useEffect, useRef, useState } from 'preact/hooks';
import { describe, dests, inCheck, promotes, turn } from '../lib/chess';
import { Promotion } from './Promotion';

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
  /** Called with the men as a FEN has them, when they are moved freely. */
  onPlacement?: (board: string) => void;
  /** The reader's own arrows and rings, drawn with the right button. */
  drawn?: Drawn[];
  onDraw?: (shapes: Drawn[]) => void;
}

interface Drawn {
  from: string;
  to: string | null;
  brush: string;
}

const BRUSHES = {
  green: { key: 'g', color: '#2f7d4f', opacity: 0.9, lineWidth: 10 },
  red: { key: 'r', color: '#b3372f', opacity: 0.9, lineWidth: 10 },
  blue: { key: 'b', color: '#2d5fa3', opacity: 0.9, lineWidth: 10 },
  yellow: { key: 'y', color: '#c98a1b', opacity: 0.9, lineWidth: 10 },
  pale: { key: 'p', color: '#2f7d4f', opacity: 0.45, lineWidth: 8 },
};

/** The board that takes men from a palette. */
let open: Api | null = null;

export function dragFromPalette(man: string, event: MouseEvent | TouchEvent): void {
  const role = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' }[man.toLowerCase()] as Role | undefined;
  if (role) open?.dragNewPiece({ role, color: man === man.toUpperCase() ? 'white' : 'black' }, event as MouchEvent, true);
}

export function Board(props: Props) {
  const { fen, label, orientation = 'white', lastMove, arrows = [], squares, drawn = [], onMove, onSquare, onPlacement, onDraw } = props;
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
      drawable: {
        enabled: false,
        brushes: BRUSHES,
        eraseOnMovablePieceClick: false,
        onChange: (shapes) => latest.current.onDraw?.(shapes.map((s) => ({ from: s.orig, to: s.dest ?? null, brush: s.brush ?? 'green' }))),
      },
      premovable: { enabled: false },
      events: {
        select: (key) => latest.current.onSquare?.(key),
        change: () => latest.current.onPlacement?.(made.getFen()),
      },
    });
    board.current = open = made;
    const resize = new ResizeObserver(() => made.redrawAll());
    resize.observe(host);
    return () => {
      resize.disconnect();
      made.destroy();
      board.current = null;
      if (open === made) open = null;
    };
  }, []);

  // A deeper answer with other arrows must not close the dialog under the reader's hand; another position does.
  useEffect(() => setPromotion(null), [fen]);

  useEffect(() => {
    const side = turn(fen);
    const free = onPlacement !== undefined && onSquare === undefined;
    const after = (from: string, to: string) => {
      const { fen, onMove, onPlacement } = latest.current;
      if (onPlacement) return;
      if (promotes(fen, from, to)) setPromotion(from + to);
      else onMove?.(from + to);
    };
    board.current?.set({
      fen,
      orientation,
      turnColor: side,
      check: inCheck(fen) ? side : false,
      lastMove: lastMove ? ([lastMove.slice(0, 2), lastMove.slice(2, 4)] as Key[]) : [],
      viewOnly: !onMove && !onSquare && !onPlacement,
      selectable: { enabled: true },
      draggable: { deleteOnDropOff: onPlacement !== undefined },
      movable: {
        free,
        color: free ? 'both' : onMove ? side : undefined,
        dests: (onMove ? dests(fen) : new Map()) as Map<Key, Key[]>,
        events: { after },
      },
      highlight: { custom: new Map([...(squares ?? [])]) as Map<Key, string> },
      drawable: { enabled: onDraw !== undefined, autoShapes: arrows.map(shape), shapes: drawn.map(shape) },
    });
  }, [fen, orientation, lastMove, arrows, squares, drawn, onMove === undefined, onSquare === undefined, onPlacement === undefined]);

  const refuse = () => {
    setPromotion(null);
    board.current?.set({ fen, lastMove: lastMove ? ([lastMove.slice(0, 2), lastMove.slice(2, 4)] as Key[]) : [], turnColor: turn(fen), movable: { color: turn(fen), dests: dests(fen) as Map<Key, Key[]> } });
  };
  return (
    <div class="board" role="group" aria-label={label}>
      <div class="cg-wrap" ref={element} aria-hidden="true" />
      <p class="sr-only" aria-live="polite">
        {describe(fen)}
      </p>
      {promotion && (
        <Promotion
          choose={(piece) => {
            setPromotion(null);
            onMove?.(promotion + piece);
          }}
          refuse={refuse}
        />
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
