// Who stands better, as a bar beside the board.

import { chances, score } from '../lib/tree';
import { t } from '../lib/words';

export function EvalBar({ cp, orientation }: { cp: number | null; orientation: 'white' | 'black' }) {
  const white = cp === null ? 50 : 50 + 50 * chances(cp);
  const text = cp === null ? '' : score(cp).replace(/^[+−]/, '');
  const ahead = cp !== null && cp < 0 ? 'black' : 'white';
  return (
    <svg
      class={`evalbar ${cp === null ? 'unknown' : ''}`}
      viewBox="0 0 10 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={cp === null ? t('Not judged yet') : t('Evaluation {score}', { score: score(cp) })}
      data-ahead={ahead}
      data-at={ahead === orientation ? 'bottom' : 'top'}
      data-score={text}
    >
      <rect class="blackpart" width="10" height="100" />
      <rect class="whitepart" width="10" y={orientation === 'white' ? 100 - white : 0} height={white} />
    </svg>
  );
}

/** The number that belongs to the bar. */
export function EvalNumber({ cp }: { cp: number | null }) {
  return cp === null ? null : <span class={`evalnumber ${cp < 0 ? 'black' : 'white'}`}>{score(cp)}</span>;
}
