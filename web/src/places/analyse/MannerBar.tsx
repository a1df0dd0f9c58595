// Level, rating, engine and effort; the language is chosen for the whole page. A list of lines asks in the same manner as the words.

import { useEffect, useState } from 'preact/hooks';
import { comeback } from '../../lib/api';
import { asked, choices, engines, readEngines } from '../../lib/engines';
import { LEAST, MOST, rating, SCALES, usual, written, type Scale } from '../../lib/rating';
import { EFFORTS, manner, type Effort, type Manner } from '../../ui/settings';
import { t } from '../../lib/words';

const set = (part: Partial<Manner>) => (manner.value = { ...manner.value, ...part });

export function MannerBar() {
  const now = manner.value;
  return (
    <details class="behind">
      <summary>{t('How the tutor speaks')}</summary>
      <div class="row manner" role="group" aria-label={t('How the tutor speaks')}>
      <Choice label={t('Level')} value={now.level} values={[['beginner', 'Beginner'], ['club', 'Club player'], ['master', 'Master']]} set={(level) => set({ level: level as Manner['level'] })} />
      <PlayersLikeMe />
      <WhoAndHowFar />
      </div>
    </details>
  );
}

/** What players of the reader's rating find, miss and answer is told too, if he says how strong he is. */
function PlayersLikeMe() {
  const now = rating(manner.value.rating ?? usual.value ?? '');
  const [wrong, setWrong] = useState(false);
  const scale = now?.scale ?? 'lichess';
  const choose = (text: string) => {
    const chosen = rating(text.trim() && `${text}@${scale}`);
    setWrong(text.trim() !== '' && !chosen);
    if (chosen || text.trim() === '') set({ rating: chosen ? written(chosen) : '' });
  };
  return (
    <>
      <label class="choice">
        {t('Players like me: rating')}
        <input type="number" min={LEAST} max={MOST} step={50} value={now?.number ?? ''} placeholder={t('off')} aria-invalid={wrong} onChange={(e) => choose(e.currentTarget.value)} />
      </label>
      {now && <Choice label={t('Whose rating')} value={scale} values={SCALES} set={(whose) => set({ rating: written({ ...now, scale: whose as Scale }) })} />}
      {wrong && (
        <span class="hint" role="alert">
          {t('A rating is a number from {least} to {most}.', { least: LEAST, most: MOST })}
        </span>
      )}
    </>
  );
}

/** Which engine is asked, and how far it looks. */
export function WhoAndHowFar() {
  const now = manner.value;
  const engine = asked(engines.value, now.engine);
  useEffect(() => void readEngines(), [comeback.value]);
  return (
    <>
      <Choice label={t('Engine')} value={engine} values={choices(engines.value, engine)} set={(name) => set({ engine: name })} />
      <Choice label={t('Effort')} value={now.effort} values={EFFORTS} set={(effort) => set({ effort: effort as Effort })} />
    </>
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
