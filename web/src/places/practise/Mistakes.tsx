// The reader's own mistakes as a list, the newest first; any can be tried.

import { useEffect, useState } from 'preact/hooks';
import { ask, comeback, say } from '../../lib/api';
import { turn } from '../../lib/chess';
import { goal, how } from '../../lib/practise';
import { follow } from '../../lib/route';
import type { Task } from '../../lib/types';
import { t } from '../../lib/words';
import { MiniBoard } from '../../ui/MiniBoard';
import { Panel, Problem, thousands } from '../../ui/parts';

const PAGE = 12;

interface Found {
  count: number;
  mistakes: Task[];
}

const trial = ({ tries }: Task) => (tries === 0 ? t('Try it') : t('Try again'));

export function Mistakes({ start }: { start: (drill: number) => void }) {
  const [{ count, mistakes }, setFound] = useState<Found>({ count: 0, mistakes: [] });
  const [page, setPage] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    ask<Found>(`/api/practise/mistakes?skip=${page * PAGE}&limit=${PAGE}`).then(setFound).catch((error) => setProblem(say(error)));
  }, [page, comeback.value]);
  if (count === 0) return <Problem text={problem} />;
  return (
    <Panel title={t('Your mistakes ({n})', { n: thousands(count) })}>
      <Problem text={problem} />
      <ul class="plain lessons">
        {mistakes.map((task) => (
          <li key={task.id} class="lesson">
            <MiniBoard fen={task.fen} label={task.title} below={turn(task.fen)} />
            <div>
              <h3>{task.title}</h3>
              <p>{goal(task)}</p>
              <p class="row">
                <button class="small" onClick={() => start(task.id)} aria-label={`${trial(task)}: ${task.title}`}>
                  {trial(task)}
                </button>
                {task.game !== null && (
                  <a class="button small" href={`/analyse?game=${task.game}&fen=${encodeURIComponent(task.fen)}`} onClick={follow}>
                    {t('Open the game')}
                  </a>
                )}
                <small class="hint">{how(task)}</small>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {count > PAGE && (
        <nav class="row pages" aria-label={t('Pages')}>
          <button onClick={() => setPage(page - 1)} disabled={page === 0}>
            {t('Previous page')}
          </button>
          <span>{t('{from}–{to} of {all}', { from: thousands(page * PAGE + 1), to: thousands(Math.min(count, (page + 1) * PAGE)), all: thousands(count) })}</span>
          <button onClick={() => setPage(page + 1)} disabled={(page + 1) * PAGE >= count}>
            {t('Next page')}
          </button>
        </nav>
      )}
    </Panel>
  );
}
