// A job in one line: how far it is, and the way to end it.

import { useState } from 'preact/hooks';
import { say } from '../lib/api';
import { cancel, over } from '../lib/jobs';
import type { Job } from '../lib/types';
import { t } from '../lib/words';
import { Problem } from './parts';

/** What the tutor is doing is told in the reader's words; the laboratory's notes are names and numbers. */
function noteOf({ note, kind, done, total }: Job): string {
  if (note === '') return '';
  if (kind === 'profile' || kind === 'collection') return `${t('looking at every game')} (${done}/${total})`;
  return kind === 'annotate' ? t('looking at every position') : note;
}

export function JobLine({ job: run }: { job: Job }) {
  const [problem, setProblem] = useState<string | null>(null);
  const stop = () => cancel(run.id).catch((error) => setProblem(say(error)));
  return (
    <div class="jobline">
      {over(run) ? (
        <span class={`state ${run.state}`}>{t(run.state)}</span>
      ) : (
        <progress max={run.total || 1} {...(run.total > 0 ? { value: run.done } : {})} aria-label={t('Progress of {title}', { title: run.title })} />
      )}
      <span class="hint">{run.error ?? (over(run) ? '' : noteOf(run))}</span>
      <button class="small" onClick={stop}>
        {over(run) ? t('Forget') : t('Cancel')}
      </button>
      <Problem text={problem} />
    </div>
  );
}
