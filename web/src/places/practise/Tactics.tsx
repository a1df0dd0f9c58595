// Tactics by motif, from a file of puzzles.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import { textOf } from '../../lib/importing';
import { rows } from '../../lib/puzzles';
import { tells, themeName } from '../../lib/themes';
import type { Counted, Overview, PuzzlesKept } from '../../lib/types';
import { t } from '../../lib/words';
import { Panel, Problem, thousands } from '../../ui/parts';
import { Figures } from './Figures';

interface Props {
  overview: Overview;
  start: (theme: string) => void;
  refresh: () => void;
}

export function Tactics({ overview: { puzzles, level }, start, refresh }: Props) {
  const [themes, setThemes] = useState<Counted[]>([]);
  const [theme, setTheme] = useState('');
  useEffect(() => {
    if (puzzles.drills > 0) ask<Counted[]>('/api/practise/themes').then(setThemes).catch(() => undefined);
  }, [puzzles.drills]);
  return (
    <Panel title={t('Tactics by motif')}>
      <p>{t('Puzzles from a file, as difficult as you are strong. What went wrong comes back; now and then nothing is to be found, as in a game.')}</p>
      {puzzles.drills > 0 && (
        <>
          <Figures progress={puzzles} more={[[t('your level'), String(level)]]} />
          <label class="choice">
            {t('Motif')}
            <select value={theme} onChange={(e) => setTheme(e.currentTarget.value)}>
              <option value="">{t('all mixed')}</option>
              {themes
                .filter(({ name }) => tells(name))
                .map(({ name, games }) => (
                  <option key={name} value={name}>
                    {themeName(name)} ({thousands(games)})
                  </option>
                ))}
            </select>
          </label>
          <button class="primary" onClick={() => start(theme)}>
            {t('Start')}
          </button>
        </>
      )}
      <AddFile done={refresh} first={puzzles.drills === 0} />
    </Panel>
  );
}

/** A file of puzzles comes in piece by piece. */
function AddFile({ done, first }: { done: () => void; first: boolean }) {
  const file = useRef<HTMLInputElement>(null);
  const [kept, setKept] = useState<PuzzlesKept | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (chosen: File) => {
    setBusy(true);
    setProblem(null);
    const all: PuzzlesKept = { count: 0, fresh: 0, problems: [] };
    try {
      for await (const csv of rows(textOf(chosen, () => undefined))) {
        const got = await ask<PuzzlesKept>('/api/practise/puzzles', { method: 'POST', body: { csv } });
        all.count += got.count;
        all.fresh += got.fresh;
        all.problems.push(...got.problems);
        setKept({ ...all });
      }
    } catch (error) {
      setProblem(say(error));
    } finally {
      setBusy(false);
      done();
    }
  };
  return (
    <>
      <p class="row">
        <button class={first ? 'primary' : 'quiet small'} disabled={busy} onClick={() => file.current?.click()}>
          {first ? t('Choose a file of puzzles') : t('Add more puzzles')}
        </button>
        <input
          ref={file}
          class="sr-only"
          type="file"
          accept=".csv,.txt,.gz"
          tabIndex={-1}
          aria-label={t('File of puzzles')}
          onChange={(e) => {
            const [chosen] = e.currentTarget.files ?? [];
            if (chosen) void take(chosen);
            e.currentTarget.value = '';
          }}
        />
      </p>
      {first && <p class="hint">{t('CSV as Lichess publishes its puzzles: position, moves, rating, themes.')}</p>}
      {kept && (
        <p class="hint" role="status">
          {t('Puzzles added: {n}', { n: thousands(kept.fresh) })}
          {kept.count > kept.fresh && ` (${t('there already: {n}', { n: thousands(kept.count - kept.fresh) })})`}
          {kept.problems[0] && ` · ${kept.problems[0]}`}
        </p>
      )}
      <Problem text={problem} />
    </>
  );
}
