// Profile: what all games of a player say together, every sentence with its games and moves.

import { useCallback, useEffect, useState } from 'preact/hooks';
import { ask, comeback, say } from '../lib/api';
import { jobs, over } from '../lib/jobs';
import { chosen, latest, readProfile } from '../lib/profile';
import { nowAt, parameter } from '../lib/route';
import type { ProfileEntry, ToldProfile } from '../lib/types';
import { t } from '../lib/words';
import { JobLine } from '../ui/JobLine';
import { Busy, Panel, Problem } from '../ui/parts';
import { manner } from '../ui/settings';
import { Choose } from './profile/Choose';
import { Told } from './profile/Told';

export default function Profile() {
  const [profiles, setProfiles] = useState<ProfileEntry[] | null>(null);
  const [wanted, setWanted] = useState(() => Number(parameter('id')) || null);
  const [told, setTold] = useState<ToldProfile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { language } = manner.value;
  const work = latest(jobs.value);
  const refresh = useCallback(() => {
    ask<ProfileEntry[]>('/api/profiles').then(setProfiles).catch((error) => setProblem(say(error)));
  }, []);
  useEffect(refresh, [comeback.value, work?.id, work?.state]);
  const shown = chosen(profiles ?? [], wanted);
  useEffect(() => {
    if (!shown) return setTold(null);
    let here = true;
    readProfile(shown.id, language)
      .then((found) => {
        if (!here) return;
        setTold(found);
        nowAt(`/profile?id=${shown.id}`);
      })
      .catch((error) => here && setProblem(say(error)));
    return () => {
      here = false;
    };
  }, [shown?.id, shown?.made, language, comeback.value]);
  if (!profiles) return problem ? <Problem text={problem} /> : <Busy what={t('Looking up profiles')} />;
  const forget = (id: number) =>
    ask(`/api/profiles/${id}`, { method: 'DELETE' })
      .then(() => {
        nowAt('/profile');
        setWanted(null);
        refresh();
      })
      .catch((error) => setProblem(say(error)));
  const choose = <Choose work={work} first={profiles.length === 0} begun={() => setWanted(null)} />;
  return (
    <div class="place profile">
      <h1>{t('All your games together')}</h1>
      <Problem text={problem} />
      {profiles.length === 0 && choose}
      {profiles.length > 0 && work && !over(work) && (
        <Panel title={work.title}>
          <JobLine job={work} />
        </Panel>
      )}
      {profiles.length > 1 && (
        <p class="row" role="group" aria-label={t('Profiles')}>
          {profiles.map(({ id, player }) => (
            <button key={id} class="small" aria-pressed={id === shown?.id} onClick={() => setWanted(id)}>
              {player}
            </button>
          ))}
        </p>
      )}
      {shown && told && <Told id={shown.id} told={told} forget={() => forget(shown.id)} />}
      {profiles.length > 0 && choose}
      {profiles.length === 0 && work?.state !== 'running' && <What />}
    </div>
  );
}

/** What somebody without a profile will get. */
function What() {
  return (
    <div class="cardrow">
      <Panel title={t('One thing to work on')}>
        <p>{t('Of everything that you do worse than your opponents in the same games, the one habit that costs most points, with the moves that show it and a drill from your own positions.')}</p>
      </Panel>
      <Panel title={t('Nothing called a weakness by chance')}>
        <p>{t('Your opponents are the measure: what is merely hard is hard for them too. All questions together are held to one false alarm in twenty.')}</p>
      </Panel>
      <Panel title={t('Every sentence a click from its proof')}>
        <p>{t('Openings, colours, phases, motifs missed and allowed, won games not won, endings against exact tables, the clock: each figure leads to its games and moves.')}</p>
      </Panel>
    </div>
  );
}
