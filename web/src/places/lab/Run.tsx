// An experiment: its curve while it learns, its figures and boards when it is done.

import { useEffect, useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import type { CurvePoint, Job, Outcome } from '../../lib/types';
import { t } from '../../lib/words';
import { Heat, LineChart, type Series } from '../../ui/charts';
import { JobLine } from '../../ui/JobLine';
import { MiniBoard } from '../../ui/MiniBoard';
import { Panel, Problem } from '../../ui/parts';

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

export function Run({ run }: { run: Job }) {
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
    <Panel title={t(run.title)}>
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
