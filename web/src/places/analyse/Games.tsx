// The library of games: find, open, forget.

import { useEffect, useState } from 'preact/hooks';
import { aborted, ask, comeback, say } from '../../lib/api';
import { take, useIsRunning } from '../../lib/jobs';
import type { GameEntry, Job } from '../../lib/types';
import { t } from '../../lib/words';
import { Panel, Problem, thousands } from '../../ui/parts';
import { manner } from '../../ui/settings';
import { Import } from './Import';
import { openGame } from './keeping';
import { arrived, study } from './store';

const PAGE = 25;

const RESULTS: [string, string][] = [
  ['', 'any result'],
  ['1-0', '1-0'],
  ['0-1', '0-1'],
  ['1/2-1/2', '½-½'],
];
const ORDERS: [string, string][] = [
  ['added', 'newest first'],
  ['date', 'by date'],
  ['white', 'by White'],
  ['black', 'by Black'],
  ['opening', 'by opening'],
  ['moves', 'longest first'],
];
const COMMENTED: [string, string][] = [
  ['', 'any'],
  ['true', 'with comments'],
  ['false', 'without comments'],
];

interface Found {
  count: number;
  found: number;
  games: GameEntry[];
}

export function Games() {
  const [wanted, setWanted] = useState({ text: '', result: '', order: 'added', annotated: '' });
  const [page, setPage] = useState(0);
  const [list, setList] = useState<Found>({ count: 0, found: 0, games: [] });
  const [problem, setProblem] = useState<string | null>(null);
  const [again, setAgain] = useState(0);
  const commenting = useIsRunning('annotate');
  useEffect(() => {
    const stop = new AbortController();
    const query = new URLSearchParams({ text: wanted.text, result: wanted.result, order: wanted.order, skip: String(page * PAGE), limit: String(PAGE) });
    if (wanted.annotated) query.set('annotated', wanted.annotated);
    const timer = setTimeout(() => {
      ask<Found>(`/api/games?${query}`, { signal: stop.signal })
        .then((found) => {
          setList(found);
          setProblem(null);
        })
        .catch((error) => aborted(error) || setProblem(say(error)));
    }, 120);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, page, again, comeback.value, arrived.value, commenting]);
  const want = (part: Partial<typeof wanted>) => {
    setPage(0);
    setWanted({ ...wanted, ...part });
  };
  const forget = async (game: GameEntry) => {
    if (!confirm(t('Forget {white} – {black}, its comments and its drills?', { white: game.white, black: game.black }))) return;
    try {
      await ask(`/api/games/${game.id}`, { method: 'DELETE' });
      setAgain(again + 1);
    } catch (error) {
      setProblem(say(error));
    }
  };
  const silent = list.games.filter((g) => !g.annotated);
  const commentAll = async () => {
    const { level, language, engine, effort } = manner.value;
    try {
      for (const { id } of silent) take(await ask<Job>(`/api/games/${id}/annotate`, { method: 'POST', body: { level, language, engine, effort } }));
    } catch (error) {
      setProblem(say(error));
    }
  };
  const pages = Math.ceil(list.found / PAGE);
  return (
    <>
      <Panel title={t('Add games')}>
        <Import />
      </Panel>
      <Panel title={t('Games ({n})', { n: thousands(list.count) })}>
        <Problem text={problem} />
        {list.count === 0 ? (
          <p class="hint">{t("Your games are kept here, with the tutor's comments. Add one above.")}</p>
        ) : (
          <div class="filters">
            <label class="stack wide">
              {t('Find players, events, openings, years, results')}
              <input type="search" value={wanted.text} onInput={(e) => want({ text: e.currentTarget.value })} />
            </label>
            <Filter label={t('Result')} value={wanted.result} values={RESULTS} set={(result) => want({ result })} />
            <Filter label={t('Comments')} value={wanted.annotated} values={COMMENTED} set={(annotated) => want({ annotated })} />
            <Filter label={t('Order')} value={wanted.order} values={ORDERS} set={(order) => want({ order })} />
          </div>
        )}
        {list.count > 0 && list.games.length === 0 && <p class="hint">{t('No game fits.')}</p>}
        <ul class="plain games">
          {list.games.map((g) => (
            <Entry key={g.id} game={g} forget={() => forget(g)} />
          ))}
        </ul>
        {silent.length > 1 && (
          <p class="row">
            <button disabled={commenting > 0} onClick={commentAll}>
              {commenting > 0 ? t('Comments are being made: {n}', { n: commenting }) : t('Comment on these games: {n}', { n: silent.length })}
            </button>
          </p>
        )}
        {pages > 1 && (
          <nav class="row pages" aria-label={t('Pages')}>
            <button onClick={() => setPage(page - 1)} disabled={page === 0}>
              {t('Previous page')}
            </button>
            <span>{t('{from}–{to} of {all}', { from: thousands(page * PAGE + 1), to: thousands(Math.min(list.found, (page + 1) * PAGE)), all: thousands(list.found) })}</span>
            <button onClick={() => setPage(page + 1)} disabled={page + 1 >= pages}>
              {t('Next page')}
            </button>
          </nav>
        )}
      </Panel>
    </>
  );
}

function Entry({ game: g, forget }: { game: GameEntry; forget: () => void }) {
  return (
    <li>
      <button class="joblink" aria-current={g.id === study.value.game ? 'true' : undefined} onClick={() => openGame(g.id)}>
        <b>
          {g.white || '?'} – {g.black || '?'}
        </b>{' '}
        {g.result}
        <small>
          {[g.event, g.date, [g.eco, g.opening].filter(Boolean).join(' ')].filter((part) => part && part !== '?').join(' · ')}
          {g.annotated && ` · ${t('commented')}`}
        </small>
      </button>
      <button class="small quiet" onClick={forget} aria-label={t('Forget {white} – {black}', { white: g.white, black: g.black })}>
        ✕
      </button>
    </li>
  );
}

function Filter({ label, value, values, set }: { label: string; value: string; values: [string, string][]; set: (value: string) => void }) {
  return (
    <label class="choice">
      {label}
      <select value={value} onChange={(e) => set(e.currentTarget.value)}>
        {values.map(([id, name]) => (
          <option key={id} value={id}>
            {t(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
