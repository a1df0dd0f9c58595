// Candidate moves beside each other: the lines of the explanation, asked for in the same manner, so with the same scores; or live.

import { useEffect, useState } from 'preact/hooks';
import { comeback } from '../../lib/api';
import { deepen, stages } from '../../lib/deepen';
import { forWhite } from '../../lib/scores';
import { playMove } from '../../lib/study';
import { score } from '../../lib/tree';
import type { Line, Lines } from '../../lib/types';
import { t } from '../../lib/words';
import { Busy, Panel, Problem, thousands } from '../../ui/parts';
import { manner, watching } from '../../ui/settings';
import { own, useLive } from './live';
import { WhoAndHowFar } from './MannerBar';
import { commented } from './told';
import { change, learn, marks, prove, reading, study } from './store';

interface Found {
  lines: Lines | null;
  problem: string | null;
}

/** The best lines of a position, as the words show them; none are asked for while a live search goes on. */
export function useLines(fen: string, wanted = true): Found {
  const [now, setNow] = useState<Found>({ lines: null, problem: null });
  const { engine, effort } = manner.value;
  const game = commented();
  useEffect(() => {
    setNow({ lines: null, problem: null });
    if (!wanted) return;
    return deepen<Lines>('/api/lines', { fen, game, engine }, stages(effort), {
      answer: (lines) => setNow({ lines, problem: null }),
      problem: (problem) => setNow({ lines: null, problem }),
    });
  }, [fen, game, engine, effort, wanted, comeback.value]);
  return now;
}

/** Arrows of the best moves; a line that is being shown stays on the board. */
function useArrows(fen: string, lines: Line[] | undefined): void {
  const first = lines?.slice(0, 3).map((line) => line.moves[0] ?? '').join();
  useEffect(() => {
    if (first === undefined || study.peek().line) return;
    const arrows = first.split(',').flatMap((move, i) => (move ? [{ from: move.slice(0, 2), to: move.slice(2, 4), brush: i === 0 ? 'green' : 'pale' }] : []));
    marks.value = { arrows, squares: new Map() };
  }, [fen, first]);
}

export function LinesPanel({ fen }: { fen: string }) {
  const { on, count } = watching.value;
  const watched = useLive(fen, on ? count : 0);
  const found = useLines(fen, !on);
  const now = on ? watched.news : found.lines;
  const problem = on ? watched.problem : found.problem;
  useArrows(fen, now?.lines);
  useEffect(() => {
    const best = found.lines?.lines[0];
    if (best) learn(fen, forWhite(own(best), fen));
  }, [found.lines]);
  return (
    <Panel title={t('Candidate moves')}>
      <Switches />
      <Problem text={problem} />
      {!now && !problem && <Busy what={t('Looking ahead')} />}
      {now?.lines.length === 0 && <p>{t('No legal move: the game is over.')}</p>}
      <ol class={on ? 'lines live' : 'lines'}>
        {now?.lines.map((line) => (
          <OneLine key={line.moves[0]} fen={fen} line={line} />
        ))}
      </ol>
      {now && (
        <p class="hint">
          {on && watched.news && `${watched.news.analyst}: ${t('depth {n}', { n: watched.news.depth })}, `}
          {thousands(now.nodes)} {t('positions looked at')}
          {t('. Click a line to see where it leads.')}
        </p>
      )}
      <details class="behind">
        <summary>{t('How the tutor looks ahead')}</summary>
        <div class="row manner" role="group" aria-label={t('How the tutor looks ahead')}>
          <WhoAndHowFar />
        </div>
      </details>
    </Panel>
  );
}

function Switches() {
  const { on, count } = watching.value;
  return (
    <div class="row">
      <label class="inline">
        <input type="checkbox" checked={on} onChange={(e) => (watching.value = { on: e.currentTarget.checked, count })} /> {t('Live: look on as long as I do')}
      </label>
      {on && (
        <label class="inline">
          {t('Lines')}
          <select value={count} onChange={(e) => (watching.value = { on, count: Number(e.currentTarget.value) })}>
            {[1, 2, 3, 4, 5].map((n) => (
              <option key={n}>{n}</option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function OneLine({ fen, line }: { fen: string; line: Line }) {
  const value = forWhite(own(line), fen);
  const [first = '', ...rest] = line.san.split(/(?<=\S) (?=\d+\. )/);
  return (
    <li>
      <span class={`score ${value > 0 ? 'white' : value < 0 ? 'black' : ''}`}>{score(value)}</span>
      <button class="sentence" aria-expanded={reading.value === line.san} onClick={() => prove(fen, line.san, { line: line.moves, ply: line.moves.length, squares: [] })} title={t('Show where this leads')}>
        <b>{first}</b> {rest.join(' ')}
      </button>
      <button class="small" onClick={() => change((now) => playMove(now, line.moves[0] ?? ''))}>
        {t('Play')}
      </button>
    </li>
  );
}
