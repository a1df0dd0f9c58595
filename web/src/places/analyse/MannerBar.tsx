// Level, engine and effort; the language is chosen for the whole page.

import { useEffect } from 'preact/hooks';
import { comeback } from '../../lib/api';
import { choices, engines, readEngines } from '../../lib/engines';
import { manner, type Manner } from '../../ui/settings';
import { t } from '../../lib/words';

export function MannerBar() {
  const now = manner.value;
  const set = (part: Partial<Manner>) => (manner.value = { ...now, ...part });
  useEffect(() => void readEngines(), [comeback.value]);
  return (
    <div class="row manner" role="group" aria-label={t('How the tutor speaks')}>
      <Choice label={t('Level')} value={now.level} values={[['beginner', 'Beginner'], ['club', 'Club player'], ['master', 'Master']]} set={(level) => set({ level: level as Manner['level'] })} />
      <Choice
        label={t('Engine')}
        value={now.engine}
        values={choices(engines.value, now.engine)}
        set={(engine) => set({ engine })}
      />
      <Choice label={t('Effort')} value={String(now.nodes)} values={[['50000', 'Quick'], ['200000', 'Normal'], ['1000000', 'Deep']]} set={(nodes) => set({ nodes: Number(nodes) })} />
    </div>
  );
}

function Choice({ label, value, values, set }: { label: string; value: string; values: [string, string][]; set: (value: string) => void }) {
  return (
    <label class="choice">
      {label}
      <select value={value} onChange={(e) => set(e.currentTarget.value)}>
        {values.map(([id, name]) => (
          <option key={id} value={id}>
            {t(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
