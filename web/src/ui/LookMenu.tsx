// Colours, board, men and sounds, behind one button.

import { t } from '../lib/words';
import { BOARDS, look, THEMES, type Theme } from './look';
import { SETS } from './pieces';

export function LookMenu() {
  const now = look.value;
  const set = (part: Partial<typeof now>) => (look.value = { ...now, ...part });
  return (
    <details class="lookmenu">
      <summary aria-label={t('Look and sound')} title={t('Look and sound')}>
        <span aria-hidden="true">◐</span>
      </summary>
      <div class="panel stack">
        <Choice label={t('Colours')} value={now.theme} values={THEMES} set={(theme) => set({ theme: theme as Theme })} />
        <Choice label={t('Board')} value={now.board} values={BOARDS} set={(board) => set({ board })} />
        <Choice label={t('Men')} value={now.pieces} values={SETS} set={(pieces) => set({ pieces })} />
        <label class="inline">
          <input type="checkbox" checked={now.contrast} onChange={(e) => set({ contrast: e.currentTarget.checked })} /> {t('High contrast')}
        </label>
        <label class="inline">
          <input type="checkbox" checked={now.sound} onChange={(e) => set({ sound: e.currentTarget.checked })} /> {t('Sounds')}
        </label>
      </div>
    </details>
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
