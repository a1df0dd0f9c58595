// Where something happened: moves to click, and boards.

import { turn } from '../../lib/chess';
import { boardsOf, placeOf } from '../../lib/profile';
import { follow } from '../../lib/route';
import type { Example } from '../../lib/types';
import { t } from '../../lib/words';
import { MiniBoard } from '../../ui/MiniBoard';

/** Boards shown at once. */
const BOARDS = 4;

/** The moves, each a link to its game. */
export function Places({ examples, places, link = placeOf }: { examples: Example[]; places: number; link?: (example: Example) => string }) {
  if (examples.length === 0) return null;
  return (
    <p class="places">
      {examples.map((example) => (
        <a key={`${example.game} ${example.ply}`} href={link(example)} onClick={follow} title={t('best: {move}', { move: example.best })}>
          {t('game {n}', { n: example.game })} <b>{example.label}</b>
        </a>
      ))}
      {places > examples.length && <span class="hint">{t('and {n} more', { n: places - examples.length })}</span>}
    </p>
  );
}

/** The dearest of them as boards, before the mistake. */
export function Boards({ examples, places }: { examples: Example[]; places: number }) {
  const { boards, others } = boardsOf(examples, BOARDS);
  return (
    <>
      <ul class="boards">
        {boards.map((example) => (
          <li key={`${example.game} ${example.ply}`}>
            <a href={placeOf(example)} onClick={follow}>
              <MiniBoard fen={example.fen} label={example.label} below={turn(example.fen)} />
              <span>
                {example.label} · {t('best: {move}', { move: example.best })}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <Places examples={others} places={places - boards.length} />
    </>
  );
}
