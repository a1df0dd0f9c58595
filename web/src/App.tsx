// The frame: five places, the state of the server, light or dark.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask, comeback, locked, online, say } from './lib/api';
import { listen, running } from './lib/jobs';
import { languages, offered, readLanguages } from './lib/languages';
import { usual } from './lib/rating';
import { follow, route } from './lib/route';
import type { Health } from './lib/served';
import { LookMenu } from './ui/LookMenu';
import { Busy, Problem } from './ui/parts';
import { manner } from './ui/settings';
import { t } from './lib/words';

const PLACES = [
  { path: '/analyse', name: 'Analyse', load: () => import('./places/Analyse') },
  { path: '/endgames', name: 'Endgames', load: () => import('./places/Endgames') },
  { path: '/practise', name: 'Practise', load: () => import('./places/Practise') },
  { path: '/profile', name: 'Profile', load: () => import('./places/Profile') },
  { path: '/lab', name: 'Lab', load: () => import('./places/Lab') },
] as const;
const API = { path: '/api-reference', name: 'API', load: () => import('./places/Reference') };

export function App() {
  const path = route.value.split('?')[0] ?? '/';
  const place = [...PLACES, API].find((p) => path.startsWith(p.path)) ?? PLACES[0];
  const [Loaded, setLoaded] = useState<{ path: string; Place: ComponentType } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [back, setBack] = useState(false);

  useEffect(() => {
    let here = true;
    document.title = `${t(place.name)} · Philidor`;
    place
      .load()
      .then((module) => here && setLoaded({ path: place.path, Place: module.default }))
      .catch(() => here && setProblem(t('This part of the page could not be loaded. Reload the page.')));
    return () => {
      here = false;
    };
  }, [place.path]);
  useEffect(() => {
    ask<Health>('/api/health')
      .then((health) => {
        locked.value = health.locked;
        usual.value = health.rating;
        if (!health.locked) listen();
      })
      .catch(() => undefined);
  }, [comeback.value, locked.value]);
  useEffect(() => void readLanguages(), [comeback.value, locked.value]);
  useEffect(() => {
    if (comeback.value === 0) return;
    setBack(true);
    const timer = setTimeout(() => setBack(false), 4000);
    return () => clearTimeout(timer);
  }, [comeback.value]);

  return (
    <>
      <a class="skip" href="#main">
        {t('Skip to content')}
      </a>
      <header class="top">
        <a class="brand" href="/analyse" onClick={follow}>
          <img src="/icon.svg" alt="" width="28" height="28" /> {t('Philidor')}
        </a>
        <nav aria-label={t('Places')}>
          {PLACES.map((p) => (
            <a key={p.path} href={p.path} onClick={follow} aria-current={p === place ? 'page' : undefined}>
              {t(p.name)}
            </a>
          ))}
        </nav>
        <div class="tools">
          {running.value.length > 0 && (
            <span class="chip" role="status" title={running.value.map((j) => j.title).join(', ')}>
              <span class="spinner" aria-hidden="true" /> {t('at work: {n}', { n: running.value.length })}
            </span>
          )}
          <label>
            <span class="sr-only">{t('Language')}</span>
            <select class="quiet" value={manner.value.language} onChange={(e) => (manner.value = { ...manner.value, language: e.currentTarget.value })}>
              {offered(languages.value, manner.value.language).map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <LookMenu />
        </div>
      </header>
      {!online.value && (
        <p class="banner bad" role="alert">
          {t('The server does not answer. Start it again (philidor serve): this page goes on by itself.')}
        </p>
      )}
      {online.value && back && (
        <p class="banner good" role="status">
          {t('The server is back.')}
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <Problem text={problem} />
        {locked.value ? <Login /> : Loaded && Loaded.path === place.path ? <Loaded.Place /> : <Busy what={t('Loading')} />}
      </main>
      <footer>
        <a href="/api-reference" onClick={follow}>
          {t('API')}
        </a>
        <a href="/api/library/games.pgn">{t('All games as PGN')}</a>
        <a href="/api/library/backup.sqlite">{t('Backup of the library')}</a>
      </footer>
    </>
  );
}

function Login() {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await ask('/api/session', { method: 'POST', body: { token } });
      locked.value = false;
    } catch (error) {
      setProblem(say(error));
    }
  };
  return (
    <form class="panel login" onSubmit={submit}>
      <h1>{t('This server wants its token')}</h1>
      <label for="token">{t('Token')}</label>
      <input id="token" type="password" value={token} autocomplete="current-password" onInput={(e) => setToken(e.currentTarget.value)} />
      <button class="primary" type="submit">
        {t('Enter')}
      </button>
      <Problem text={problem} />
    </form>
  );
}
