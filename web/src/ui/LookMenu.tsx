// Colours, board and sounds, behind one button.

import { t } from '../lib/words';
import { BOARDS, look, THEMES, type Theme } from './look';

export function LookMenu() {
  const now = look.value;
  const set = (part: Partial<typeof now>) => (look.value = { ...now, ...part });
  return (
    <details class="lookmenu">
      <summary aria-label={t('Look and sound')} title={t('Look and sound')}>
        <span aria-hidden="true">◐</span>
      </summary>
      <div class="panel stack">
        <label class="choice">
          {t('Colours')}
          <select value={now.theme} onChange={(e) => set({ theme: e.currentTarget.value as Theme })}>
            {THEMES.map(([id, name]) => (
              <option key={id} value={id}>
                {t(name)}
              </option>
            ))}
          </select>
        </label>
        <label class="choice">
          {t('Board')}
          <select value={now.board} onChange={(e) => set({ board: e.currentTarget.value })}>
            {BOARDS.map(([id, name]) => (
              <option key={id} value={id}>
                {t(name)}
              </option>
            ))}
          </select>
        </label>
        <label class="inline">
          <input type="checkbox" checked={now.sound} onChange={(e) => set({ sound: e.currentTarget.checked })} /> {t('Sounds')}
        </label>
      </div>
    </details>
  );
}
