// Everything that was asked of both sides, with its intervals: the player's above, his opponents' below.

import { bar, percent, scale } from '../../lib/profile';
import type { Counts, Share } from '../../lib/types';
import { t } from '../../lib/words';
import { Panel } from '../../ui/parts';
import { Places } from './Examples';

export function Counted({ counted }: { counted: Counts[] }) {
  if (counted.length === 0) return null;
  return (
    <Panel title={t('Both sides counted')}>
      <p class="hint">
        {t('A bar is what is likely: nineteen of twenty such bars hold the truth. The stroke is what was counted.')} <span class="key mine">{t('you')}</span> <span class="key">{t('your opponents')}</span>
      </p>
      <ul class="counted">
        {counted.map((one) => (
          <One key={one.about} one={one} />
        ))}
      </ul>
    </Panel>
  );
}

function One({ one }: { one: Counts }) {
  const most = scale(one);
  return (
    <li class={one.stands_out ? 'out' : ''}>
      <details>
        <summary>
          <span class="about">
            {one.about}
            {one.stands_out && <span class="chip">{t('stands out')}</span>}
          </span>
          <span class="bars">
            <Bar share={one.mine} most={most} mine />
            <Bar share={one.theirs} most={most} />
          </span>
          <span class="shares">
            <b>{percent(one.mine.count / Math.max(1, one.mine.of))}</b> <span>{percent(one.theirs.count / Math.max(1, one.theirs.of))}</span>
          </span>
        </summary>
        <p class="hint">
          {t('You {mine} of {of}; your opponents {theirs} of {theirOf}.', { mine: one.mine.count, of: one.mine.of, theirs: one.theirs.count, theirOf: one.theirs.of })}
        </p>
        <Places examples={one.examples} places={one.examples.length} />
      </details>
    </li>
  );
}

function Bar({ share, most, mine = false }: { share: Share; most: number; mine?: boolean }) {
  const { at, from, to } = bar(share, most);
  return (
    <span class={`intervalbar${mine ? ' mine' : ''}`} aria-hidden="true">
      <i style={{ left: `${from}%`, width: `${to - from}%` }} />
      <b style={{ left: `${at}%` }} />
    </span>
  );
}
