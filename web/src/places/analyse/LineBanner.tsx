// A line of the tutor's on the board: what it proves, its moves, and the ways out of it.

import { turn } from '../../lib/chess';
import { endLine, keepLine, playable, walk, type Shown } from '../../lib/study';
import { t } from '../../lib/words';
import { change, study } from './store';

export function LineBanner({ line }: { line: Shown }) {
  const last = line.steps.length;
  return (
    <section class="linebanner" aria-label={t('A line of the tutor')}>
      <p class="what">{line.text}</p>
      <ol class="steps">
        {line.steps.map((step, i) => (
          <li key={i}>
            {number(line, i)}
            <button class="move" aria-current={line.at === i + 1 ? 'true' : undefined} onClick={() => change((s) => walk(s, i + 1))}>
              {step.uci === '0000' ? t('(pass)') : step.san}
            </button>
          </li>
        ))}
      </ol>
      <div class="row">
        <button onClick={() => change((s) => walk(s, line.at - 1))} disabled={line.at === 0} aria-label={t('Back in the line')} aria-keyshortcuts="ArrowLeft">
          ◀
        </button>
        <button onClick={() => change((s) => walk(s, line.at + 1))} disabled={line.at === last} aria-label={t('On in the line')} aria-keyshortcuts="ArrowRight">
          ▶
        </button>
        {line.at > 0 && playable(study.value) && <button onClick={() => change(keepLine)}>{t('Continue from here')}</button>}
        <button class="leave" onClick={() => change(endLine)} aria-keyshortcuts="Escape">
          {t('Back to the game')} <kbd>Esc</kbd>
        </button>
      </div>
    </section>
  );
}

/** The move's number where it is written. */
function number(line: Shown, i: number): string {
  const before = i === 0 ? line.from : (line.steps[i - 1]?.fen ?? line.from);
  const white = turn(before) === 'white';
  const at = before.split(' ')[5] ?? '1';
  return white ? `${at}.` : i === 0 ? `${at}…` : '';
}
