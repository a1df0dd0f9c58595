// Candidate moves beside each other: the lines of the explanation, asked for in the same manner, so with the same scores.

import { useEffect, useState } from 'preact/hooks';
import { comeback } from '../../lib/api';
import { deepen, LIVE, stages } from '../../lib/deepen';
import { score } from '../../lib/tree';
import type { Line, Lines, Score } from '../../lib/types';
import { Busy, Panel, Problem } from '../../ui/parts';
import { manner } from '../../ui/settings';
import { change, learn, marks, prove, reading, study } from './store';
import { playMove } from '../../lib/study';
import { forWhite } from '../../lib/scores';
import { WhoAndHowFar } from './MannerBar';
import { t } from '../../lib/words';

const own = (line: Line): Score => (line.mate === null ? { cp: line.score } : { mate: line.mate });

interface Growing {
  lines: Lines | null;
  /** No better ones follow. */
  last: boolean;
  problem: string | null;
}

const NONE: Growing = { lines: null, last: false, problem: null };

/** The best lines of a position: as many as the words show, or live, growing as long as one looks. */
export function useLines(fen: string, live: { count: number } | null = null): Growing {
  const [now, setNow] = useState<Growing>(NONE);
  const { engine, effort } = manner.value;
  useEffect(() => {
    setNow(NONE);
    const hear = {
      answer: (lines: Lines, last: boolean) => setNow({ lines, last, problem: null }),
      problem: (problem: string) => setNow({ ...NONE, problem }),
    };
    return deepen<Lines>('/api/lines', { fen, engine, ...(live ? { lines: live.count } : {}) }, live ? LIVE : stages(effort), hear, live ? 60 : 150);
  }, [fen, engine, effort, live?.count, comeback.value]);
  return now;
}

export function LinesPanel({ fen }: { fen: string }) {
  const [live, setLive] = useState(false);
  const [count, setCount] = useState(3);
  const { lines, last, problem } = useLines(fen, live ? { count } : null);
  useEffect(() => {
    if (!lines) return;
    const arrows = lines.lines.slice(0, 3).flatMap((line, i) => {
      const move = line.moves[0];
      return move ? [{ from: move.slice(0, 2), to: move.slice(2, 4), brush: i === 0 ? 'green' : 'pale' }] : [];
    });
    // A line that is being shown stays on the board.
    if (!study.peek().line) marks.value = { arrows, squares: new Map() };
    const first = lines.lines[0];
    if (first) learn(fen, forWhite(own(first), fen));
  }, [lines]);
  const depth = lines?.lines[0]?.depth;
  return (
    <Panel title={t('Candidate moves')}>
      <div class="row">
        <label class="inline">
          <input type="checkbox" checked={live} onChange={(e) => setLive(e.currentTarget.checked)} /> {t('Live: look on as long as I do')}
        </label>
        {live && (
          <label class="inline">
            {t('Lines')}
            <select value={count} onChange={(e) => setCount(Number(e.currentTarget.value))}>
              {[1, 2, 3, 4, 5].map((n) => (
                <option key={n}>{n}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      <Problem text={problem} />
      {!lines && !problem && <Busy what={t('Looking ahead')} />}
      {lines?.lines.length === 0 && <p>{t('No legal move: the game is over.')}</p>}
      <ol class="lines">
        {lines?.lines.map((line) => {
          const value = forWhite(own(line), fen);
          const [first = '', ...rest] = line.san.split(/(?<=\S) (?=\d+\. )/);
          return (
            <li key={line.moves[0]}>
              <span class={`score ${value > 0 ? 'white' : value < 0 ? 'black' : ''}`}>{score(value)}</span>
              <button class="sentence" aria-expanded={reading.value === line.san} onClick={() => prove(fen, line.san, { line: line.moves, ply: line.moves.length, squares: [] })} title={t('Show where this leads')}>
                <b>{first}</b> {rest.join(' ')}
              </button>
              <button class="small" onClick={() => change((now) => playMove(now, line.moves[0] ?? ''))}>
                {t('Play')}
              </button>
            </li>
          );
        })}
      </ol>
      {lines && <p class="hint">{lines.nodes.toLocaleString('en-GB')} {t('positions looked at')}{depth ? `, ${t('depth {n}', { n: depth })}` : ''}{t('. Click a line to see where it leads.')}{live && !last ? ` ${t('Looking deeper …')}` : ''}</p>}
      <details class="behind">
        <summary>{t('How the tutor looks ahead')}</summary>
        <div class="row manner" role="group" aria-label={t('How the tutor looks ahead')}>
          <WhoAndHowFar />
        </div>
      </details>
    </Panel>
  );
}
