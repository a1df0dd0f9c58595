// Practise: drills that come back when they are about to be forgotten.

import { useCallback, useEffect, useState } from 'preact/hooks';
import { ask, comeback, say } from '../lib/api';
import { follow, parameter } from '../lib/route';
import type { Overview, PractiseProgress } from '../lib/types';
import { t } from '../lib/words';
import { Busy, Panel, Problem } from '../ui/parts';
import { Figures } from './practise/Figures';
import { Session } from './practise/Session';
import { Tactics } from './practise/Tactics';
import { Lessons } from './practise/Lessons';
import { Mistakes } from './practise/Mistakes';
import type { Choice } from './practise/drill';

export default function Practise() {
  const [overview, setOverview] = useState<Overview | null>(null);
  const [choice, setChoice] = useState<Choice | null>(() => (parameter('kind') === 'habit' ? { kind: 'habit' } : null));
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = useCallback(() => {
    ask<Overview>('/api/practise').then(setOverview).catch((error) => setProblem(say(error)));
  }, []);
  useEffect(refresh, [comeback.value]);
  if (!overview) return problem ? <Problem text={problem} /> : <Busy what={t('Looking up your drills')} />;
  if (choice) {
    return (
      <Session
        {...choice}
        leave={() => {
          setChoice(null);
          refresh();
        }}
      />
    );
  }
  return (
    <div class="place cards">
      <h1>{t('Practise')}</h1>
      {overview.days > 1 && (
        <p class="chip streak">
          <span aria-hidden="true">✦</span> {t('{n} days in a row', { n: overview.days })}
        </p>
      )}
      <Problem text={problem} />
      <div class="cardrow">
        <Card title={t('Learn from your mistakes')} progress={overview.mistakes} start={() => setChoice({ kind: 'mistake' })}>
          <p>{t('Positions from your own games in which a better move was there. Open a game in Analyse and let the tutor comment on it: its mistakes come here.')}</p>
          {overview.mistakes.drills === 0 && (
            <a class="button primary" href="/analyse?tab=games" onClick={follow}>
              {t('Bring a game')}
            </a>
          )}
        </Card>
        <Card title={t('Your habit')} progress={overview.habit} start={() => setChoice({ kind: 'habit' })}>
          <p>{t('The one thing that costs you most, from all your games together: positions of your own in which it went wrong, quiet ones among them.')}</p>
          {overview.habit.drills === 0 && (
            <a class="button primary" href="/profile" onClick={follow}>
              {t('Find it in your games')}
            </a>
          )}
        </Card>
        <Tactics overview={overview} start={(theme) => setChoice({ kind: 'puzzle', theme })} refresh={refresh} />
        <Card title={t('Endgames against perfect play')} progress={overview.endgames} start={() => setChoice({ kind: 'endgame' })}>
          <p>{t('Mates, pawn endings and defences to play out against the exact tables.')}</p>
          {overview.endgames.drills === 0 && <p class="hint">{t('Choose a lesson below: it brings its positions.')}</p>}
        </Card>
      </div>
      <Mistakes start={(first) => setChoice({ kind: 'mistake', first })} />
      <Lessons start={(lesson) => setChoice({ kind: 'endgame', lesson })} />
    </div>
  );
}

function Card({ title, progress, start, children }: { title: string; progress: PractiseProgress; start: () => void; children: preact.ComponentChildren }) {
  return (
    <Panel title={title}>
      {children}
      {progress.drills > 0 && (
        <>
          <Figures progress={progress} />
          <button class="primary" onClick={start}>
            {progress.due > 0 ? t('Start') : t('Practise ahead')}
          </button>
        </>
      )}
    </Panel>
  );
}
