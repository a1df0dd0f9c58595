// Lab: experiments on learning endgames, with live curves and reports.

import { useEffect, useState } from 'preact/hooks';
import { ask, comeback, say } from '../lib/api';
import { job, jobs, take } from '../lib/jobs';
import { nowAt, parameter } from '../lib/route';
import type { Job, Recipe } from '../lib/types';
import { JobLine } from '../ui/JobLine';
import { Panel, Problem } from '../ui/parts';
import { Run } from './lab/Run';
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
                  {t(run.title)}
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
              {t(r.title)}
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
