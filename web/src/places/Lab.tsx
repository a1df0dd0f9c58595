// Lab: experiments on learning endgames, with live curves and reports.

import { useEffect, useState } from 'preact/hooks';
import { ask, comeback, say } from '../lib/api';
import { cancel, job, jobs, over, take } from '../lib/jobs';
import { nowAt, parameter } from '../lib/route';
import type { CurvePoint, Job, Outcome, Recipe } from '../lib/types';
import { MiniBoard } from '../ui/Board';
import { Heat, LineChart, type Series } from '../ui/charts';
import { Panel, Problem } from '../ui/parts';
import { TrainingList, TrainingRun, useTrainings } from './lab/Trainings';
import { t } from '../lib/words';

export default function Lab() {
  const [recipes, setRecipes] = useState<Recipe[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState<number | null>(() => Number(parameter('run')) || null);
  const [trained, setTrained] = useState<string | null>(() => parameter('training'));
  const { runs: trainings, problem: unread } = useTrainings();
  useEffect(() => {
    ask<Recipe[]>('/api/lab/recipes').then(setRecipes).catch((error) => setProblem(say(error)));
  }, [comeback.value]);
  const choose = (id: number | null) => {
    setChosen(id);
    setTrained(null);
    nowAt(id === null ? '/lab' : `/lab?run=${id}`);
  };
  const chooseTraining = (name: string) => {
    setChosen(null);
    setTrained(name);
    nowAt(`/lab?training=${encodeURIComponent(name)}`);
  };
  const training = trainings.find((t) => t.name === trained);
  const runs = jobs.value.filter((j) => j.kind === 'mine');
  const now = job(chosen);
  return (
    <div class="place two lab">
      <h1 class="sr-only">{t('Lab')}</h1>
      <div>
        <Problem text={problem} />
        <Start recipes={recipes} started={(made) => choose(made.id)} />
        <Panel title={t('Experiments')}>
          {runs.length === 0 && <p class="hint">{t('None yet. Start one above: a quick run takes seconds.')}</p>}
          <ul class="plain">
            {runs.map((run) => (
              <li key={run.id} class="job">
                <button class="joblink" aria-current={run.id === chosen} onClick={() => choose(run.id)}>
                  {run.title}
                </button>
                <JobLine job={run} />
              </li>
            ))}
          </ul>
        </Panel>
        <Problem text={unread} />
        <TrainingList runs={trainings} chosen={trained} choose={chooseTraining} />
      </div>
      <div class="side">
        {training ? <TrainingRun key={training.name} run={training} runs={trainings} /> : now ? <Run key={now.id} run={now} /> : <Welcome />}
      </div>
    </div>
  );
}

function Welcome() {
  return (
    <Panel title={t('What the lab is for')}>
      <p>
        {t('In 1998 Haworth and Velliste asked what a neural net can learn of king and pawn against king from its exact table, and left a list of open questions. Each is a recipe here: start one and watch it learn. Nets, decision trees and rules are judged on every position of the endgame.')}
      </p>
      <p>
        {t('In 1995 Thrun\'s NeuroChess learned an evaluation from the results of games, helped by a second net that had learned how positions change. Such runs are started on the command line and watched here: curves, matches and reports.')}
      </p>
      <p class="hint">
        {t('The same experiments, with files for pandas and DuckDB, come from')} <code>philidor mine run table5</code>{t('; training from')} <code>philidor learn train</code>.
      </p>
    </Panel>
  );
}

function Start({ recipes, started }: { recipes: Recipe[]; started: (job: Job) => void }) {
  const [name, setName] = useState('figure3');
  const [endgame, setEndgame] = useState('');
  const [quick, setQuick] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const recipe = recipes.find((r) => r.name === name);
  const submit = async (event: Event) => {
    event.preventDefault();
    setProblem(null);
    try {
      const made = await ask<Job>('/api/lab/runs', { method: 'POST', body: { recipe: name, endgame, quick } });
      take(made);
      started(made);
    } catch (error) {
      setProblem(say(error));
    }
  };
  return (
    <Panel title={t('Start an experiment')}>
      <form onSubmit={submit} class="stack">
        <label for="recipe">{t('Recipe')}</label>
        <select id="recipe" value={name} onChange={(e) => setName(e.currentTarget.value)}>
          {recipes.map((r) => (
            <option key={r.name} value={r.name}>
              {r.title}
            </option>
          ))}
        </select>
        {recipe && <p class="hint">{recipe.question}</p>}
        <div class="row">
          <label class="inline">
            {t('Endgame')}{' '}
            <select value={endgame} onChange={(e) => setEndgame(e.currentTarget.value)}>
              <option value="">{t('as in the recipe (KPK)')}</option>
              {['KRK', 'KQKP', 'KRKP', 'KPKP', 'KQKR'].map((m) => (
                <option key={m}>{m}</option>
              ))}
            </select>
          </label>
          <label class="inline">
            <input type="checkbox" checked={quick} onChange={(e) => setQuick(e.currentTarget.checked)} /> {t('quick (few positions and epochs)')}
          </label>
          <button class="primary" type="submit" disabled={!recipe}>
            {t('Start')}
          </button>
        </div>
        <Problem text={problem} />
      </form>
    </Panel>
  );
}

export function JobLine({ job: run }: { job: Job }) {
  const [problem, setProblem] = useState<string | null>(null);
  const stop = () => cancel(run.id).catch((error) => setProblem(say(error)));
  return (
    <div class="jobline">
      {over(run) ? (
        <span class={`state ${run.state}`}>{t(run.state)}</span>
      ) : (
        <progress max={run.total || 1} {...(run.total > 0 ? { value: run.done } : {})} aria-label={`Progress of ${run.title}`} />
      )}
      <span class="hint">{run.error ?? (over(run) ? '' : run.note)}</span>
      <button class="small" onClick={stop}>
        {over(run) ? t('Forget') : t('Cancel')}
      </button>
      <Problem text={problem} />
    </div>
  );
}

/** Points of a curve as one line per run, thinned for drawing. */
export function series(points: CurvePoint[], value: (p: CurvePoint) => number | null): Series[] {
  const byRun = new Map<string, { x: number; y: number }[]>();
  for (const point of points) {
    const y = value(point);
    if (y === null) continue;
    const list = byRun.get(point.run) ?? [];
    list.push({ x: point.step, y });
    byRun.set(point.run, list);
  }
  return [...byRun].map(([name, all]) => {
    const every = Math.ceil(all.length / 300);
    return { name, points: all.filter((_, i) => i % every === 0 || i === all.length - 1) };
  });
}

function Run({ run }: { run: Job }) {
  const [found, setFound] = useState<{ outcomes: Outcome[]; curve: CurvePoint[] } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (run.state !== 'done') return;
    ask<{ outcomes: Outcome[]; curve: CurvePoint[] }>(`/api/lab/runs/${run.id}`)
      .then(setFound)
      .catch((error) => setProblem(say(error)));
  }, [run.state]);
  const curve = run.curve.length > 0 ? run.curve : (found?.curve ?? []);
  const errors = series(curve, (p) => p.errors);
  const losses = series(curve, (p) => p.loss);
  const boards = (found?.outcomes ?? []).flatMap((o) => o.boards.map((b) => ({ ...b, label: o.label })));
  const heats = (found?.outcomes ?? []).flatMap((o) => o.heat);
  return (
    <Panel title={run.title}>
      <JobLine job={run} />
      <Problem text={problem} />
      {errors.length > 0 && <LineChart series={errors} title={t('Positions wrong')} xName={t('epochs')} />}
      {errors.length === 0 && losses.length > 0 && <LineChart series={losses} title={t('Loss')} xName={t('epochs')} />}
      {found && (
        <>
          <Figures outcomes={found.outcomes} />
          {boards.length > 0 && (
            <>
              <h3>{t('Positions it gets wrong')}</h3>
              <ul class="boards">
                {boards.slice(0, 12).map((b, i) => (
                  <li key={i}>
                    <a href={`/endgames?fen=${encodeURIComponent(b.fen)}`}>
                      <MiniBoard fen={b.fen} label={b.words} />
                      <span>{b.words}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
          {heats.length > 0 && (
            <div class="heats">
              {heats.slice(0, 6).map((h, i) => (
                <Heat key={i} title={h.title} counts={h.counts} />
              ))}
            </div>
          )}
          <p>
            <a class="button" href={`/api/lab/runs/${run.id}/report.html`} target="_blank" rel="noopener">
              {t('The whole report')}
            </a>
          </p>
        </>
      )}
    </Panel>
  );
}

function Figures({ outcomes }: { outcomes: Outcome[] }) {
  const wanted = ['training %', 'testing %', 'errors', 'weights', 'bits', 'epochs'];
  const names = wanted.filter((name) => outcomes.some((o) => name in o.figures));
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Run')}</th>
            {names.map((n) => (
              <th key={n} scope="col" class="num">
                {n}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outcomes.map((o, i) => (
            <tr key={i}>
              <td>{o.label}</td>
              {names.map((n) => (
                <td key={n} class="num">
                  {figure(o.figures[n])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function figure(value: number | undefined): string {
  if (value === undefined) return '';
  return Number.isInteger(value) ? value.toLocaleString('en-GB') : value.toFixed(2);
}
