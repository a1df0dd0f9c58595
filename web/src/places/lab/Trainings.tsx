// Training runs of `philidor learn train`: curves while they learn, matches, reports.

import { useEffect, useState } from 'preact/hooks';
import { ask, comeback, say } from '../../lib/api';
import { curves, matchScore, share, type Training } from '../../lib/training';
import { LineChart } from '../../ui/charts';
import { Panel, percent, thousands } from '../../ui/parts';
import { t } from '../../lib/words';

const EVERY = 3000;

/** The runs, asked for again and again while they are shown. */
export function useTrainings(): { runs: Training[]; problem: string | null } {
  const [runs, setRuns] = useState<Training[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = new AbortController();
    const look = async () => {
      try {
        setRuns(await ask<Training[]>('/api/lab/trainings', { signal: stop.signal }));
        setProblem(null);
      } catch (error) {
        if (!stop.signal.aborted) setProblem(say(error));
      }
      if (!stop.signal.aborted) timer = setTimeout(look, EVERY);
    };
    void look();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [comeback.value]);
  return { runs, problem };
}

export function TrainingList({ runs, chosen, choose }: { runs: Training[]; chosen: string | null; choose: (name: string) => void }) {
  return (
    <Panel title={t('Learning from games')}>
      {runs.length === 0 && (
        <p class="hint">
          {t('Runs of')} <code>philidor learn train --out DIR</code> {t('are shown here while they learn: start the server with')} <code>--runs DIR</code>{t(', or keep them in')}{' '}
          <code>runs</code> {t('in the data directory.')}
        </p>
      )}
      <ul class="plain">
        {runs.map((run) => (
          <li key={run.name} class="job">
            <button class="joblink" aria-current={run.name === chosen} onClick={() => choose(run.name)}>
              {run.name}
              <small>
                {t('recipe')} {run.recipe}{t(', seed')} {run.seed}
              </small>
            </button>
            <div class="jobline">
              <progress max={1} value={share(run)} aria-label={`Progress of ${run.name}`} />
              <span class="hint">
                {thousands(run.points.at(-1)?.games ?? 0)} {t('of')} {thousands(run.games)} {t('games')}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function TrainingRun({ run, runs }: { run: Training; runs: Training[] }) {
  const [compared, setCompared] = useState(false);
  const shown = compared ? runs : [run];
  const last = run.points.at(-1);
  const score = last ? matchScore(last) : null;
  const charts = [
    { title: 'Points in matches against the GNU-like evaluation, %', lines: curves(shown, matchScore) },
    { title: 'Log loss on held-out games', lines: curves(shown, (p) => p.held_out_log_loss) },
    { title: 'Squared temporal difference', lines: curves(shown, (p) => p.td_error) },
    { title: 'Squared error of slopes', lines: curves(shown, (p) => p.slope_error) },
  ];
  return (
    <Panel
      title={`${run.name}: ${run.recipe}`}
      actions={
        runs.length > 1 && (
          <label class="inline">
            <input type="checkbox" checked={compared} onChange={(e) => setCompared(e.currentTarget.checked)} /> {t('beside the others')}
          </label>
        )
      }
    >
      {!last && <p class="hint">{t('Nothing measured yet: the first point of the curve comes when the first games are learned.')}</p>}
      {last && (
        <dl class="figures">
          <div>
            <dt>{t('games')}</dt>
            <dd>{thousands(last.games)}</dd>
          </div>
          <div>
            <dt>{t('winner named')}</dt>
            <dd>{percent(last.sign_accuracy, 1)}</dd>
          </div>
          <div>
            <dt>{t('last match')}</dt>
            <dd>{score === null ? '–' : `${score.toFixed(1)} %`}</dd>
          </div>
        </dl>
      )}
      {charts.map(({ title, lines }) => lines.length > 0 && <LineChart key={title} series={lines} title={title} xName={t('games')} />)}
      {run.game && (
        <details>
          <summary>{t('A game it won')}</summary>
          <pre class="pgn">{run.game}</pre>
        </details>
      )}
      {last && (
        <p>
          <a class="button" href={`/api/lab/trainings/${encodeURIComponent(run.name)}/report.html`} target="_blank" rel="noopener">
            {t('The whole report')}
          </a>
        </p>
      )}
    </Panel>
  );
}
