// Setting up a position: pieces to put on squares, and who is to move.

import { START, emptyFen, turn, withTurn } from '../lib/chess';
import { t } from '../lib/words';

const PIECES = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'];
const NAMES: Record<string, string> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

interface Props {
  fen: string;
  chosen: string | null;
  choose: (piece: string | null) => void;
  setFen: (fen: string) => void;
  done: () => void;
}

export function SetUp({ fen, chosen, choose, setFen, done }: Props) {
  const name = (p: string) => `${p === p.toUpperCase() ? 'white' : 'black'} ${NAMES[p.toLowerCase()] ?? ''}`;
  const role = (p: string) => NAMES[p.toLowerCase()] ?? '';
  const color = (p: string) => (p === p.toUpperCase() ? 'white' : 'black');
  return (
    <div class="setup" role="group" aria-label={t('Set up a position')}>
      <p class="hint">{t('Choose a piece, then the squares it stands on.')}</p>
      <div class="palette">
        {PIECES.map((p) => (
          <button key={p} class="man" aria-pressed={chosen === p} aria-label={name(p)} title={name(p)} onClick={() => choose(p)}>
            <span class="cg-wrap is2d" aria-hidden="true">
              <piece class={`${role(p)} ${color(p)}`} />
            </span>
          </button>
        ))}
        <button aria-pressed={chosen === null} onClick={() => choose(null)}>
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
        <button onClick={() => setFen(emptyFen)}>{t('Empty board')}</button>
        <button onClick={() => setFen(START)}>{t('Start')}</button>
        <button class="primary" onClick={done}>
          {t('Done')}
        </button>
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
