// Candidate moves beside each other, from our own search.

import { useEffect, useState } from 'preact/hooks';
import { aborted, ask, comeback, say } from '../../lib/api';
import { playLine, turn } from '../../lib/chess';
import { choices, engines, readEngines } from '../../lib/engines';
import { score } from '../../lib/tree';
import type { Line, Lines } from '../../lib/types';
import { Busy, Panel, Problem } from '../../ui/parts';
import { manner } from '../../ui/settings';
import type { Evidence } from '../Analyse';
import { t } from '../../lib/words';

interface Props {
  fen: string;
  setEvidence: (evidence: Evidence) => void;
  onMove: (uci: string) => void;
}

const MATE = 10_000;

/** Centipawns for White; mates as the tree writes them. */
export function forWhite(line: Line, fen: string): number {
  const own = line.mate === null ? line.score : Math.sign(line.mate) * (MATE - Math.abs(line.mate));
  return turn(fen) === 'white' ? own : -own;
}

export function useLines(fen: string, engine: string, nodes: number): { lines: Lines | null; problem: string | null } {
  const [lines, setLines] = useState<Lines | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    setLines(null);
    setProblem(null);
    // Somebody who steps through a game does not want a search of every position.
    const timer = setTimeout(() => {
      ask<Lines>('/api/lines', { method: 'POST', body: { fen, engine, nodes, lines: 4 }, signal: stop.signal })
        .then(setLines)
        .catch((error) => aborted(error) || setProblem(say(error)));
    }, 150);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [fen, engine, nodes, comeback.value]);
  return { lines, problem };
}

export function LinesPanel({ fen, setEvidence, onMove }: Props) {
  const [engine, setEngine] = useState(manner.value.engine);
  const [nodes, setNodes] = useState(100_000);
  const { lines, problem } = useLines(fen, engine, nodes);
  useEffect(() => void readEngines(), [comeback.value]);
  useEffect(() => {
    const best = lines?.lines[0]?.moves[0];
    if (!best) return;
    const arrows = lines.lines.slice(0, 3).flatMap((line, i) => {
      const move = line.moves[0];
      return move ? [{ from: move.slice(0, 2), to: move.slice(2, 4), brush: i === 0 ? 'green' : 'pale' }] : [];
    });
    setEvidence({ arrows, squares: new Map() });
  }, [lines]);
  const depth = lines?.lines[0]?.depth;
  const lead = (line: Line) => {
    const played = playLine(fen, line.moves);
    const last = played.at(-1);
    if (last) setEvidence({ arrows: [], squares: new Map(), fen: last.fen, lastMove: last.uci });
  };
  return (
    <Panel
      title={t('Candidate moves')}
      actions={
        <span class="row">
          <label class="inline">
            <span class="sr-only">{t('Engine')}</span>
            <select value={engine} onChange={(e) => setEngine(e.currentTarget.value)}>
              {choices(engines.value, engine).map(([id, title]) => (
                <option key={id} value={id}>
                  {t(title)}
                </option>
              ))}
            </select>
          </label>
          <label class="inline">
            <span class="sr-only">{t('Effort')}</span>
            <select value={String(nodes)} onChange={(e) => setNodes(Number(e.currentTarget.value))}>
              <option value="20000">{t('quick')}</option>
              <option value="100000">{t('normal')}</option>
              <option value="1000000">{t('deep')}</option>
            </select>
          </label>
        </span>
      }
    >
      <Problem text={problem} />
      {!lines && !problem && <Busy what={t('Looking ahead')} />}
      {lines?.lines.length === 0 && <p>{t('No legal move: the game is over.')}</p>}
      <ol class="lines">
        {lines?.lines.map((line) => {
          const value = forWhite(line, fen);
          const [first = '', ...rest] = line.san.split(/(?<=\S) (?=\d+\. )/);
          return (
            <li key={line.moves[0]}>
              <span class={`score ${value > 0 ? 'white' : value < 0 ? 'black' : ''}`}>{score(value)}</span>
              <button class="sentence" onClick={() => lead(line)} title={t('Show where this leads')}>
                <b>{first}</b> {rest.join(' ')}
              </button>
              <button class="small" onClick={() => line.moves[0] && onMove(line.moves[0])}>
                {t('Play')}
              </button>
            </li>
          );
        })}
      </ol>
      {lines && <p class="hint">{lines.nodes.toLocaleString('en-GB')} {t('positions looked at')}{depth ? `, depth ${depth}` : ''}{t('. Click a line to see where it leads.')}</p>}
    </Panel>
  );
}
