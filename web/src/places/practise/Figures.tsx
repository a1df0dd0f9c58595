// How far somebody is with one kind of drill.

import type { PractiseProgress } from '../../lib/types';
import { t } from '../../lib/words';
import { thousands } from '../../ui/parts';

export function Figures({ progress, more = [] }: { progress: PractiseProgress; more?: [string, string][] }) {
  const all: [string, string][] = [
    [t('due'), thousands(progress.due)],
    [t('known'), `${thousands(progress.known)}/${thousands(progress.drills)}`],
    [t('right'), progress.answers > 0 ? `${Math.round((100 * progress.right) / progress.answers)} %` : '–'],
    ...more,
  ];
  return (
    <dl class="figures">
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
