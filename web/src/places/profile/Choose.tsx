// Whose games are looked at, and how far that is.

import { useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import { over, take } from '../../lib/jobs';
import { LAST } from '../../lib/profile';
import { follow } from '../../lib/route';
import type { Job } from '../../lib/types';
import { t } from '../../lib/words';
import { JobLine } from '../../ui/JobLine';
import { Panel, Problem, thousands } from '../../ui/parts';
import { useFacets } from '../analyse/Filters';

/** Names that are offered as buttons. */
const OFFERED = 6;

export function Choose({ work, first, begun }: { work: Job | undefined; first: boolean; begun: () => void }) {
  const { players } = useFacets(work?.state);
  const [player, setPlayer] = useState('');
  const [last, setLast] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const start = (name: string) => {
    setProblem(null);
    ask<Job>('/api/profiles', { method: 'POST', body: { player: name, last } })
      .then((job) => {
        take(job);
        begun();
      })
      .catch((error) => setProblem(say(error)));
  };
  if (players.length === 0) return <NoGames />;
  const busy = work !== undefined && !over(work);
  return (
    <Panel title={first ? t('Whose games?') : t('Another player, or anew')}>
      {first && <p>{t('Every game of a player is looked at once, about a second for each, in the background. Games that were looked at before are not looked at again.')}</p>}
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (player.trim()) start(player);
        }}
      >
        <label class="choice">
          {t('Player')}
          <input list="profile-players" value={player} placeholder={players[0]?.name ?? ''} autocomplete="off" onInput={(e) => setPlayer(e.currentTarget.value)} />
          <datalist id="profile-players">
            {players.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <label class="choice">
          {t('Which games')}
          <select value={last} onChange={(e) => setLast(Number(e.currentTarget.value))}>
            {LAST.map((n) => (
              <option key={n} value={n}>
                {n === 0 ? t('all') : t('the last {n}', { n: thousands(n) })}
              </option>
            ))}
          </select>
        </label>
        <button class="primary" type="submit" disabled={busy || player.trim() === ''}>
          {t('Look at these games')}
        </button>
      </form>
      <p class="row" role="group" aria-label={t('Players with most games')}>
        {players.slice(0, OFFERED).map(({ name, games }) => (
          <button key={name} class="small" disabled={busy} onClick={() => start(name)}>
            {name} <small>{thousands(games)}</small>
          </button>
        ))}
      </p>
      <Problem text={problem} />
      {work && work.state !== 'done' && (first || over(work)) && (
        <>
          <h3>{work.title}</h3>
          <JobLine job={work} />
        </>
      )}
    </Panel>
  );
}

function NoGames() {
  return (
    <Panel title={t('Your games are not here yet')}>
      <p>{t('Bring a file of your games, as Lichess, Chess.com or any other program exports it: a year of them is best.')}</p>
      <p>
        <a class="button primary" href="/analyse?tab=games" onClick={follow}>
          {t('Bring your games')}
        </a>
      </p>
    </Panel>
  );
}
