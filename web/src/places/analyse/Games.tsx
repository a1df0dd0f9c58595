// The library of games: find, open, forget.

import { useEffect, useState } from 'preact/hooks';
import { aborted, ask, comeback, say } from '../../lib/api';
import { useIsRunning } from '../../lib/jobs';
import { ALL, query, type Wanted } from '../../lib/filters';
import { about } from '../../lib/games';
import { follow } from '../../lib/route';
import { node } from '../../lib/tree';
import type { GameEntry, GameList } from '../../lib/types';
import { t } from '../../lib/words';
import { Panel, Problem, thousands } from '../../ui/parts';
import { CommentAll, commentedOn } from './CommentAll';
import { Filters, useFacets } from './Filters';
import { Import } from './Import';
import { openGame } from './keeping';
import { arrived, study } from './store';

const PAGE = 25;
/** Games from which on it is worth looking at them together. */
const MANY = 10;

export function Games() {
  const [wanted, setWanted] = useState<Wanted>(ALL);
  const [page, setPage] = useState(0);
  const [list, setList] = useState<GameList>({ count: 0, found: 0, games: [] });
  const [problem, setProblem] = useState<string | null>(null);
  const [again, setAgain] = useState(0);
  const commenting = useIsRunning('annotate') + commentedOn();
  const facets = useFacets(commenting);
  useEffect(() => {
    const stop = new AbortController();
    const asked = query(wanted);
    asked.set('skip', String(page * PAGE));
    asked.set('limit', String(PAGE));
    const timer = setTimeout(() => {
      ask<GameList>(`/api/games?${asked}`, { signal: stop.signal })
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
          <>
            <Filters wanted={wanted} want={want} facets={facets} />
            <p class="row">
              <button class="small" onClick={() => want({ fen: node(study.value.tree, study.value.at).fen })}>
                {t('Games with the position on the board')}
              </button>
              {wanted.fen && (
                <button class="small" onClick={() => want({ fen: '' })}>
                  {t('All positions')}
                </button>
              )}
            </p>
          </>
        )}
        {list.count > 0 && list.games.length === 0 && <p class="hint">{t('No game fits.')}</p>}
        <ul class="plain games">
          {list.games.map((g) => (
            <Entry key={g.id} game={g} forget={() => forget(g)} />
          ))}
        </ul>
        <CommentAll wanted={wanted} found={list.found} silent={wanted.annotated !== 'true' && (list.found > list.games.length || list.games.some((g) => !g.annotated))} />
        {list.count >= MANY && (
          <p>
            <a href="/profile" onClick={follow}>
              {t('What do all games of a player say together?')}
            </a>
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
          {about(g)}
          {g.annotated && ` · ${t('commented')}`}
        </small>
      </button>
      <button class="small quiet" onClick={forget} aria-label={t('Forget {white} – {black}', { white: g.white, black: g.black })}>
        ✕
      </button>
    </li>
  );
}
