// A whole endgame counted.

import { useEffect, useState } from 'preact/hooks';
import { aborted, ask, say } from '../../lib/api';
import type { Count, Endgame, SideStats, Stats } from '../../lib/types';
import { Histogram, type Bar } from '../../ui/charts';
import { Busy, Panel, Problem, percent, thousands } from '../../ui/parts';
import { t } from '../../lib/words';

interface Props {
  endgames: Endgame[];
  material: string | null;
  show: (fen: string) => void;
}

export function EndgameSelect({ endgames, value, onChange }: { endgames: Endgame[]; value: string; onChange: (name: string) => void }) {
  return (
    <label class="inline">
      {t('Endgame')}{' '}
      <select value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        {[3, 4, 5].map((n) => (
          <optgroup key={n} label={`${n} men`}>
            {endgames
              .filter((e) => e.men === n && (e.solved || e.at_once))
              .map((e) => (
                <option key={e.material} value={e.material}>
                  {e.material}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

export function canonical(endgames: Endgame[], material: string | null): string | null {
  if (!material) return null;
  const second = material.lastIndexOf('K');
  const turned = material.slice(second) + material.slice(0, second);
  return endgames.find((e) => e.material === material || e.material === turned)?.material ?? null;
}

export function Statistics({ endgames, material, show }: Props) {
  const [name, setName] = useState('');
  const [stats, setStats] = useState<Stats | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [metric, setMetric] = useState<'dtm' | 'dtc'>('dtm');
  useEffect(() => {
    setName((old) => old || canonical(endgames, material) || (endgames.length > 0 ? 'KPK' : ''));
  }, [endgames, material]);
  useEffect(() => {
    if (!name) return;
    const stop = new AbortController();
    setStats(null);
    setProblem(null);
    ask<Stats>(`/api/tables/${name}/stats`, { signal: stop.signal })
      .then(setStats)
      .catch((error) => aborted(error) || setProblem(say(error)));
    return () => stop.abort();
  }, [name]);
  return (
    <Panel title={t('Statistics')} actions={<EndgameSelect endgames={endgames} value={name} onChange={setName} />}>
      <Problem text={problem} />
      {!stats && !problem && <Busy what={t('Counting every position of {name}', { name })} />}
      {stats && (
        <>
          <table>
            <caption>{t('Positions up to symmetry; results for the side to move')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('To move')}</th>
                {['Legal', 'Wins', 'Draws', 'Losses'].map((h) => (
                  <th key={h} scope="col" class="num">
                    {h}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <Counts name="White" side={stats.white_to_move} />
              <Counts name="Black" side={stats.black_to_move} />
            </tbody>
          </table>
          <p>
            {t('Mutual zugzwangs:')}{' '}
            <b>{thousands(stats.zugzwangs.white_cannot_win.classes + stats.zugzwangs.white_cannot_draw.classes + stats.zugzwangs.full_point.classes)}</b>
            {' '}({thousands(stats.zugzwangs.full_point.classes)} {t('in which whoever moves loses)')}
          </p>
          <label class="inline">
            {t('Depth to')}{' '}
            <select value={metric} onChange={(e) => setMetric(e.currentTarget.value as 'dtm' | 'dtc')}>
              <option value="dtm">{t('mate')}</option>
              <option value="dtc">{t('the next capture, promotion or mate')}</option>
            </select>
          </label>
          <Depths title={t('Won with White to move')} by={stats.white_to_move[`wins_by_${metric}_plies`]} kind="win" />
          <Depths title={t('Lost with Black to move')} by={stats.black_to_move[`losses_by_${metric}_plies`]} kind="loss" />
          {stats.longest_wins.map((l) => (
            <section key={l.winner}>
              <h3>
                {t(l.winner.toLowerCase() === 'white' ? 'Longest win of White: mate in {n}' : 'Longest win of Black: mate in {n}', { n: Math.ceil(l.dtm_plies / 2) })}
              </h3>
              <p class="row">
                {l.fens.map((fen, i) => (
                  <button key={fen} class="small" onClick={() => show(fen)}>
                    {t('Position')} {i + 1}
                  </button>
                ))}
                <span class="hint">{thousands(l.count)} {t('positions; turn on “Perfect defence answers” and try')}</span>
              </p>
            </section>
          ))}
        </>
      )}
    </Panel>
  );
}

function Counts({ name, side }: { name: string; side: SideStats }) {
  const cell = (count: Count) => (
    <td class="num">
      {thousands(count.classes)}
      <small>{percent(count.classes, side.legal.classes)}</small>
    </td>
  );
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="num">{thousands(side.legal.classes)}</td>
      {cell(side.wins)}
      {cell(side.draws)}
      {cell(side.losses)}
    </tr>
  );
}

function Depths({ title, by, kind }: { title: string; by: Record<string, Count>; kind: string }) {
  const bars: Bar[] = Object.entries(by).map(([plies, count]) => {
    const moves = Math.ceil(Number(plies) / 2);
    return { x: moves, y: count.classes, label: `${moves} moves: ${thousands(count.classes)} positions` };
  });
  const summed = new Map<number, Bar>();
  for (const bar of bars) {
    const known = summed.get(bar.x);
    const y = (known?.y ?? 0) + bar.y;
    summed.set(bar.x, { x: bar.x, y, label: `${bar.x} moves: ${thousands(y)} positions` });
  }
  if (bars.length === 0) return null;
  return <Histogram title={title} bars={[...summed.values()]} axis={t('moves')} kind={kind} />;
}
