// Comments on all games that were found, not only those of the page: a job that goes on when the page is closed.

import { useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import { asData, type Wanted } from '../../lib/filters';
import { jobs, over, take } from '../../lib/jobs';
import type { Job } from '../../lib/types';
import { t } from '../../lib/words';
import { JobLine } from '../../ui/JobLine';
import { Problem, thousands } from '../../ui/parts';
import { manner } from '../../ui/settings';

const running = () => jobs.value.find((job) => job.kind === 'collection' && !over(job));

/** Games that the running job has done: the list is read again with each. */
export function commentedOn(): number {
  return running()?.done ?? 0;
}

/** `silent`: whether games may have no comments yet. */
export function CommentAll({ wanted, found, silent }: { wanted: Wanted; found: number; silent: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  const job = running();
  const start = async () => {
    setProblem(null);
    try {
      take(await ask<Job>('/api/library/annotate', { method: 'POST', body: { ...manner.value, games: asData(wanted) } }));
    } catch (error) {
      setProblem(say(error));
    }
  };
  if (job) return <JobLine job={job} />;
  if (found < 2 || !silent) return <Problem text={problem} />;
  return (
    <>
      <p class="row">
        <button onClick={start}>{t('Comment on all games found: {n}', { n: thousands(found) })}</button>
        <small class="hint">{t('In the background; those that have comments are passed over.')}</small>
      </p>
      <Problem text={problem} />
    </>
  );
}
