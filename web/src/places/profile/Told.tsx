// A profile in words: figures, the habit, tables, everything that was counted.

import { useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import { percent, positionOf } from '../../lib/profile';
import { follow } from '../../lib/route';
import type { ToldProfile } from '../../lib/types';
import { t } from '../../lib/words';
import { Panel, Problem } from '../../ui/parts';
import { manner } from '../../ui/settings';
import { Counted } from './Counted';
import { Boards, Places } from './Examples';
import { ResultTables } from './Results';

export function Told({ id, told, forget }: { id: number; told: ToldProfile; forget: () => void }) {
  const { language } = manner.value;
  const accuracy = (value: number | null) => (value === null ? '–' : `${Math.round(value)} %`);
  return (
    <article class="told-profile" lang={language}>
      <header class="row">
        <h2>{told.title}</h2>
        <a class="button small" href={`/api/profiles/${id}/report.html?language=${language}`} target="_blank" rel="noopener">
          {t('As one page')}
        </a>
        <button class="small quiet" onClick={forget}>
          {t('Forget this profile')}
        </button>
      </header>
      <dl class="figures">
        {[
          [t('points'), percent(told.points)],
          [t('promised by ratings'), percent(told.promised)],
          [t('your accuracy'), accuracy(told.accuracy)],
          [t('your opponents’'), accuracy(told.their_accuracy)],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {told.notes.length > 0 && <p class="hint">{told.notes.join(' ')}</p>}
      <OneThing id={id} told={told} />
      {told.others.length > 0 && (
        <Panel title={t('What else stands out')}>
          {told.others.map((one) => (
            <div key={one.text} class="finding">
              <p>{one.text}</p>
              <Places examples={one.examples} places={one.places} />
            </div>
          ))}
        </Panel>
      )}
      <ResultTables tables={told.tables} />
      <Counted counted={told.counted} />
      <Rest told={told} />
    </article>
  );
}

function OneThing({ id, told: { habit, nothing, practise, drills } }: { id: number; told: ToldProfile }) {
  const [added, setAdded] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const add = () =>
    ask<{ added: number }>(`/api/profiles/${id}/drills`, { method: 'POST' })
      .then((got) => setAdded(got.added))
      .catch((error) => setProblem(say(error)));
  return (
    <section class="panel onething" aria-labelledby="onething">
      <h2 id="onething">{t('One thing to work on')}</h2>
      {habit ? (
        <>
          <p class="task">{habit.advice}</p>
          <p>{habit.sentence.text}</p>
          <p class="hint">{habit.changed}</p>
          <Boards examples={habit.sentence.examples} places={habit.sentence.places} />
          {drills > 0 && (
            <p class="row">
              {added === null ? (
                <button class="primary" onClick={add}>
                  {t('Practise it')}
                </button>
              ) : (
                <a class="button primary" href="/practise?kind=habit" onClick={follow}>
                  {t('Go and practise')}
                </a>
              )}
              <span class="hint">{practise}</span>
            </p>
          )}
          <Problem text={problem} />
        </>
      ) : (
        <p>{nothing}</p>
      )}
    </section>
  );
}

function Rest({ told: { converted, endings, time, again } }: { told: ToldProfile }) {
  const [about, ...sentences] = time;
  return (
    <>
      <Panel title={t('Endings, won games, time')}>
        <p>{converted}.</p>
        {endings.map((ending) => (
          <div key={ending.name} class="finding">
            <p>
              <b>{ending.name}</b> ({ending.games}): {ending.text}.
            </p>
            <Places examples={ending.examples} places={ending.examples.length} />
          </div>
        ))}
        {about && (
          <p>
            <b>{about}</b>: {sentences.join('; ')}.
          </p>
        )}
      </Panel>
      {again.length > 0 && (
        <Panel title={t('The same mistake again')}>
          {again.map((one) => (
            <div key={one.text} class="finding">
              <p>{one.text}</p>
              <Places examples={one.examples} places={one.places} link={positionOf} />
            </div>
          ))}
        </Panel>
      )}
    </>
  );
}
