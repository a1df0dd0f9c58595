// Setting up a position: men dragged or put on squares, who is to move, castling, en passant.

import { START, emptyFen, turn } from '../lib/chess';
import { epSquares, mayCastle, RIGHTS, withEp, withPiece, withPlacement, withRight, withTurn, type Right } from '../lib/setup';
import { t } from '../lib/words';
import { dragFromPalette } from './Board';

const PIECES = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'];
const NAMES: Record<string, string> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
const role = (p: string) => NAMES[p.toLowerCase()] ?? '';
const color = (p: string) => (p === p.toUpperCase() ? 'white' : 'black');
const CASTLINGS: Record<Right, string> = { K: 'White O-O', Q: 'White O-O-O', k: 'Black O-O', q: 'Black O-O-O' };

/** What a click on the board does: move men, take them away, or put one there. */
export type Hand = 'move' | 'erase' | (string & {});

/** The man in a hand; null takes men away, undefined leaves squares alone. */
export function inHand(hand: Hand): string | null | undefined {
  return hand === 'move' ? undefined : hand === 'erase' ? null : hand;
}

export interface Editing {
  fen: string;
  hand: Hand;
  set: (fen: string) => void;
}

/** What the board does while a position is set up. */
export function editorProps({ fen, hand, set }: Editing) {
  const man = inHand(hand);
  const place = { onPlacement: (board: string) => set(withPlacement(fen, board)) };
  return man === undefined ? place : { ...place, onSquare: (square: string) => set(withPiece(fen, square, man)) };
}

interface Props {
  fen: string;
  hand: Hand;
  choose: (hand: Hand) => void;
  setFen: (fen: string) => void;
  done: () => void;
  leave?: () => void;
}

export function SetUp({ fen, hand, choose, setFen, done, leave }: Props) {
  const passing = epSquares(fen);
  return (
    <div class="setup" role="group" aria-label={t('Set up a position')}>
      <p class="hint">{t('Drag men onto the board, or choose one and then its squares. What is dragged off the board is gone.')}</p>
      <div class="palette">
        {PIECES.map((p) => (
          <button
            key={p}
            class="man"
            aria-pressed={hand === p}
            aria-label={t(`${color(p)} ${role(p)}`)}
            title={t(`${color(p)} ${role(p)}`)}
            onClick={() => choose(p)}
            onMouseDown={(e) => dragFromPalette(p, e)}
            onTouchStart={(e) => dragFromPalette(p, e)}
          >
            <span class="cg-wrap is2d" aria-hidden="true">
              <piece class={`${role(p)} ${color(p)}`} />
            </span>
          </button>
        ))}
        <button class="tool" aria-pressed={hand === 'move'} onClick={() => choose('move')}>
          {t('Move men')}
        </button>
        <button class="tool" aria-pressed={hand === 'erase'} onClick={() => choose('erase')}>
          {t('Erase')}
        </button>
      </div>
      <div class="row">
        <label>
          <input type="radio" name="turn" checked={turn(fen) === 'white'} onChange={() => setFen(withTurn(fen, 'white'))} /> {t('White to move')}
        </label>
        <label>
          <input type="radio" name="turn" checked={turn(fen) === 'black'} onChange={() => setFen(withTurn(fen, 'black'))} /> {t('Black to move')}
        </label>
      </div>
      <fieldset class="row">
        <legend>{t('May still castle')}</legend>
        {RIGHTS.map((right) => (
          <label key={right}>
            <input
              type="checkbox"
              disabled={!mayCastle(fen, right)}
              checked={(fen.split(' ')[2] ?? '').includes(right)}
              onChange={(e) => setFen(withRight(fen, right, e.currentTarget.checked))}
            />{' '}
            {t(CASTLINGS[right])}
          </label>
        ))}
      </fieldset>
      {passing.length > 0 && (
        <label class="inline">
          {t('En passant on')}
          <select value={fen.split(' ')[3] ?? '-'} onChange={(e) => setFen(withEp(fen, e.currentTarget.value))}>
            <option value="-">–</option>
            {passing.map((square) => (
              <option key={square} value={square}>
                {square}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="row">
        <button onClick={() => setFen(emptyFen)}>{t('Empty board')}</button>
        <button onClick={() => setFen(START)}>{t('Start')}</button>
        <button class="primary" onClick={done}>
          {t('Done')}
        </button>
        {leave && <button onClick={leave}>{t('Cancel')}</button>}
      </div>
    </div>
  );
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      piece: { class?: string };
    }
  }
}
