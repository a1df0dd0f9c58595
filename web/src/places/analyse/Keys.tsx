// What the keyboard does here.

import { t } from '../../lib/words';

const KEYS: [string, string][] = [
  ['← →', 'previous and next move; in a line of the tutor its moves'],
  ['↑ ↓', 'between variations'],
  ['Home End', 'first position and last move'],
  ['F', 'turn the board'],
  ['Esc', 'leave the line of the tutor'],
  ['Ctrl Z', 'undo'],
];

export function Keys() {
  return (
    <details class="behind">
      <summary>{t('Keys')}</summary>
      <dl class="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
