// Every legal move with its value and depth.

import { useEffect, useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import { playLine, numbered, turn } from '../../lib/chess';
import { job, over, take } from '../../lib/jobs';
import type { Endgame, Job, MoveWorth, Probe } from '../../lib/types';
import { Busy, Panel, Problem } from '../../ui/parts';
import type { Marks } from '../Endgames';
import { headline } from '../../lib/endings';
import { t } from '../../lib/words';

interface Props {
  probe: Probe | null;
  problem: string | null;
  fen: string;
  onMove: (uci: string) => void;
  setMarks: (marks: Marks) => void;
  endgames: Endgame[];
  show: (fen: string, move?: string | null) => void;
}

const BRUSH = { win: 'green', draw: 'yellow', loss: 'red' } as const;
const EXAMPLES = [
  { name: 'Opposition', fen: '8/8/4k3/8/4K3/8/4P3/8 w - - 0 1' },
  { name: 'Réti’s idea', fen: '7K/8/k1P5/7p/8/8/8/8 w - - 0 1' },
  { name: 'Queen v. rook', fen: '8/8/8/3k4/3r4/8/3QK3/8 w - - 0 1' },
  { name: 'Bishop and knight', fen: '8/8/3k4/8/8/8/8/2BNK3 w - - 0 1' },
  { name: 'Queen v. pawn', fen: '8/8/8/8/4Q3/8/2p5/1k4K1 w - - 0 1' },
];

export function TableMoves({ probe, problem, fen, onMove, setMarks, endgames, show }: Props) {
  const [chosen, setChosen] = useState('');
  const deepest = Math.max(1, ...(probe?.moves ?? []).map((m) => m.dtm_plies ?? 0));
  const point = (move: MoveWorth | null) =>
    setMarks({
      arrows: move ? [{ from: move.uci.slice(0, 2), to: move.uci.slice(2, 4), brush: BRUSH[move.wdl] }] : [],
      squares: new Map(),
    });
  const line = probe ? playLine(fen, probe.line) : [];
  return (
    <Panel
      title={probe ? `${probe.material}, ${turn(fen) === 'white' ? t('White to move') : t('Black to move')}` : t('Exact tables')}
      actions={
        <label class="inline">
          <span class="sr-only">{t('An example position')}</span>
          <select
            value={chosen}
            onChange={(e) => {
              setChosen('');
              show(e.currentTarget.value);
            }}
          >
            <option value="" disabled>
              {t('Examples')}
            </option>
            {EXAMPLES.map((e) => (
              <option key={e.fen} value={e.fen}>
                {t(e.name)}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <Problem text={problem} />
      {problem?.includes('not built') && <Solve fen={fen} endgames={endgames} show={show} />}
      {!probe && !problem && <Busy what={t('Asking the tables; an endgame is solved when it is first needed')} />}
      {probe && (
        <>
          <p class={`verdict ${probe.wdl}`}>{headline(probe)}</p>
          <table class="moves">
            <caption class="sr-only">{t('Every legal move, best first')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('Move')}</th>
                <th scope="col">{t('Result')}</th>
                <th scope="col">{t('Mate in')}</th>
                <th scope="col" title={t('Next capture, promotion or mate')}>
                  {t('Conversion')}
                </th>
              </tr>
            </thead>
            <tbody>
              {probe.moves.map((m) => (
                <tr key={m.uci} onMouseEnter={() => point(m)} onMouseLeave={() => point(null)}>
                  <td>
                    <button class="move" onClick={() => onMove(m.uci)} onFocus={() => point(m)} onBlur={() => point(null)}>
                      {m.san}
                    </button>
                  </td>
                  <td>
                    <span class={`wdl ${m.wdl}`}>{t(m.wdl)}</span>
                  </td>
                  <td class="depth">
                    {m.dtm_plies !== undefined && (
                      <>
                        <progress class={m.wdl} max={deepest} value={m.dtm_plies} aria-hidden="true" />
                        {plies(m.dtm_plies)}
                      </>
                    )}
                  </td>
                  <td>{m.converts ? t('now') : m.dtc_plies !== undefined ? plies(m.dtc_plies) : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {line.length > 0 && (
            <details>
              <summary>{t('Best play')}</summary>
              <p class="line">{numbered(fen, line.map((m) => m.san))}</p>
              <button onClick={() => walk(line, show)}>{t('Play it through')}</button>
            </details>
          )}
        </>
      )}
    </Panel>
  );
}

function plies(n: number): string {
  return n === 1 ? t('1 ply') : t('{n} plies', { n });
}

let walking: ReturnType<typeof setTimeout> | undefined;

/** Shows a line move by move. */
export function walk(line: { fen: string; uci: string }[], show: (fen: string, move: string | null) => void, then?: () => void): void {
  clearTimeout(walking);
  const [first, ...rest] = line;
  if (!first) {
    then?.();
    return;
  }
  show(first.fen, first.uci);
  walking = setTimeout(() => walk(rest, show, then), 700);
}

/** Solving a five-man endgame takes minutes: a job. */
function Solve({ fen, endgames, show }: { fen: string; endgames: Endgame[]; show: (fen: string) => void }) {
  const [id, setId] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const name = materialOf(fen, endgames);
  const now = job(id);
  useEffect(() => {
    if (now?.state === 'done') show(fen);
  }, [now?.state]);
  if (!name) return null;
  const start = async () => {
    try {
      const made = await ask<Job>(`/api/tables/${name}/build`, { method: 'POST' });
      take(made);
      setId(made.id);
    } catch (error) {
      setProblem(say(error));
    }
  };
  return (
    <div>
      {!now && <button onClick={start}>{t('Solve')} {name} {t('now (minutes)')}</button>}
      {now && !over(now) && <Busy what={`${now.title}: table ${now.done + 1} of ${now.total || '…'}, ${now.note}`} />}
      {now?.state === 'done' && <p role="status">{t('Solved. Set the position again to see its value.')}</p>}
      <Problem text={problem ?? now?.error ?? null} />
    </div>
  );
}

/** The table's name for the men on a board: KRPKR. */
export function materialOf(fen: string, endgames: Endgame[]): string | null {
  const order = 'KQRBNP';
  const sort = (text: string) => [...text].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join('');
  const board = (fen.split(' ')[0] ?? '').replace(/[^a-z]/gi, '');
  const white = sort([...board].filter((c) => c === c.toUpperCase()).join(''));
  const black = sort([...board].filter((c) => c !== c.toUpperCase()).join('').toUpperCase());
  return endgames.find((e) => e.material === white + black || e.material === black + white)?.material ?? null;
}
