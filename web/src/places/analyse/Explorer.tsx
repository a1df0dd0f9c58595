// The opening explorer: what was played from here in the games of the library, and what the openings are called.

import { useEffect, useState } from 'preact/hooks';
import { aborted, ask, comeback, say } from '../../lib/api';
import { START } from '../../lib/chess';
import { ALL, query, type Wanted } from '../../lib/filters';
import { about } from '../../lib/games';
import { playMove } from '../../lib/study';
import type { ExploredMove, ExploredPosition } from '../../lib/types';
import { t } from '../../lib/words';
import { Busy, Panel, Problem, thousands } from '../../ui/parts';
import { useFacets, Who } from './Filters';
import { openGame } from './keeping';
import { arrived, change, marks, study } from './store';

/** Shares of a whole, in whole percent, as a bar. */
function Bar({ white, draws, black }: { white: number; draws: number; black: number }) {
  const all = white + draws + black;
  if (all === 0) return null;
  const share = (n: number) => Math.round((100 * n) / all);
  const words = t('White {white} %, drawn {draws} %, Black {black} %', { white: share(white), draws: share(draws), black: share(black) });
  const at = (n: number) => (100 * n) / all;
  return (
    <svg class="results" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={words}>
      <title>{words}</title>
      <rect class="whitepart" width={at(white)} height="10" />
      <rect class="drawpart" x={at(white)} width={at(draws)} height="10" />
      <rect class="blackpart" x={at(white + draws)} width={at(black)} height="10" />
    </svg>
  );
}

export function Explorer({ fen }: { fen: string }) {
  const [who, setWho] = useState<Pick<Wanted, 'player' | 'side'>>({ player: '', side: '' });
  const [found, setFound] = useState<ExploredPosition | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const facets = useFacets(0);
  useEffect(() => {
    const stop = new AbortController();
    const asked = query({ ...ALL, ...who, fen });
    const timer = setTimeout(() => {
      ask<ExploredPosition>(`/api/explorer?${asked}`, { signal: stop.signal })
        .then((now) => {
          setFound(now);
          setProblem(null);
        })
        .catch((error) => aborted(error) || setProblem(say(error)));
    }, 60);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [fen, who, comeback.value, arrived.value]);
  return (
    <Panel title={t('Openings')}>
      <Who wanted={who} want={(part) => setWho({ ...who, ...part })} facets={facets} />
      <Problem text={problem} />
      {!found && !problem && <Busy what={t('Looking through your games')} />}
      {found && <Known found={found} />}
    </Panel>
  );
}

function Known({ found }: { found: ExploredPosition }) {
  const played = found.moves.filter((move) => move.games > 0);
  const named = found.moves.filter((move) => move.games === 0);
  return (
    <>
      <p>
        {found.opening ? (
          <>
            <b>{found.opening.name}</b> <small>{found.opening.eco}</small>
          </>
        ) : (
          t(found.fen === START ? 'The starting position' : 'This position has no name of its own.')
        )}
      </p>
      {found.games === 0 ? (
        <p class="hint">{t('None of your games came here. Add games, or step back.')}</p>
      ) : (
        <>
          <p class="hint">{t('Your games here: {n}', { n: thousands(found.games) })}</p>
          <Bar {...found} />
        </>
      )}
      {played.length > 0 && <Moves moves={played} />}
      {named.length > 0 && (
        <details class="behind" open={played.length === 0}>
          <summary>{played.length > 0 ? t('Other moves with a name: {n}', { n: named.length }) : t('Moves with a name: {n}', { n: named.length })}</summary>
          <ul class="plain named">
            {named.map((move) => (
              <li key={move.uci}>
                <Play move={move} /> {move.opening?.name} <small>{move.opening?.eco}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
      {found.examples.length > 0 && (
        <>
          <h3>{t('The newest of them')}</h3>
          <ul class="plain games">
            {found.examples.map((g) => (
              <li key={g.id}>
                <button class="joblink" onClick={() => openGame(g.id, { fen: found.fen })}>
                  <b>
                    {g.white || '?'} – {g.black || '?'}
                  </b>{' '}
                  {g.result} <small>{about({ event: g.event, date: g.date })}</small>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Play({ move }: { move: ExploredMove }) {
  const show = (on: boolean) => {
    if (study.peek().line) return;
    marks.value = { arrows: on ? [{ from: move.uci.slice(0, 2), to: move.uci.slice(2, 4), brush: 'blue' }] : [], squares: new Map() };
  };
  return (
    <button class="small move" onClick={() => change((now) => playMove(now, move.uci))} onPointerEnter={() => show(true)} onPointerLeave={() => show(false)}>
      {move.san}
    </button>
  );
}

function Moves({ moves }: { moves: ExploredMove[] }) {
  const all = moves.reduce((sum, move) => sum + move.games, 0);
  return (
    <table class="explorer">
      <thead>
        <tr>
          <th scope="col">{t('Move')}</th>
          <th scope="col" class="num">
            {t('Games')}
          </th>
          <th scope="col">{t('How they ended')}</th>
          <th scope="col" class="num">
            {t('Rating')}
          </th>
        </tr>
      </thead>
      <tbody>
        {moves.map((move) => (
          <tr key={move.uci} title={move.opening ? `${move.opening.eco} ${move.opening.name}` : undefined}>
            <td>
              <Play move={move} />
            </td>
            <td class="num">
              {thousands(move.games)} <small>{Math.round((100 * move.games) / all)} %</small>
            </td>
            <td>
              <Bar {...move} />
              {move.opening && <small>{move.opening.name}</small>}
            </td>
            <td class="num">{move.rating ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
