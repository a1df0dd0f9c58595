// The tutor comments on a whole game: a job that goes on when the page is closed.

import { useEffect, useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import { jobs, over, take } from '../../lib/jobs';
import type { Job } from '../../lib/types';
import { Panel, Problem } from '../../ui/parts';
import { manner } from '../../ui/settings';
import { JobLine } from '../../ui/JobLine';
import { t } from '../../lib/words';

interface Props {
  game: number;
  annotated: boolean;
  reload: () => void;
}

export function Annotate({ game, annotated, reload }: Props) {
  const [side, setSide] = useState('both');
  const [problem, setProblem] = useState<string | null>(null);
  const [seen, setSeen] = useState<string | null>(null);
  const job = jobs.value.find((j) => j.kind === 'annotate' && j.input.game === game);
  useEffect(() => {
    // Shown once: when the job of this game has just ended.
    if (seen !== null && seen !== 'done' && job?.state === 'done') reload();
    setSeen(job?.state ?? 'none');
  }, [job?.state]);
  const start = async () => {
    setProblem(null);
    try {
      take(await ask<Job>(`/api/games/${game}/annotate`, { method: 'POST', body: { ...manner.value, side } }));
    } catch (error) {
      setProblem(say(error));
    }
  };
  const running = job && !over(job);
  return (
    <Panel title={t('The whole game')}>
      {running ? (
        <JobLine job={job} />
      ) : (
        <div class="row">
          <button class="primary" onClick={start}>
            {annotated ? t('Comment again') : t('Comment on the game')}
          </button>
          <label class="stack">
            {t('Drills from the mistakes of')}{' '}
            <select value={side} onChange={(e) => setSide(e.currentTarget.value)}>
              <option value="both">{t('both sides')}</option>
              <option value="white">{t('White')}</option>
              <option value="black">{t('Black')}</option>
            </select>
          </label>
        </div>
      )}
      <Problem text={problem ?? (job?.state === 'failed' ? job.error : null)} />
      {annotated && (
        <p class="row">
          {t('Save as')}
          {(['pgn', 'md', 'html'] as const).map((form) => (
            <a key={form} class="button" href={`/api/games/${game}/annotation.${form}`} download>
              {{ pgn: 'PGN', md: 'Markdown', html: 'HTML' }[form]}
            </a>
          ))}
        </p>
      )}
    </Panel>
  );
}
