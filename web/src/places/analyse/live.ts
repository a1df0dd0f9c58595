// Lines that grow while one watches, from any engine that is installed.

import { useLayoutEffect, useState } from 'preact/hooks';
import { aborted, comeback, say } from '../../lib/api';
import { forWhite } from '../../lib/scores';
import { stream } from '../../lib/stream';
import type { Line, LiveLines, Score } from '../../lib/types';
import { manner } from '../../ui/settings';
import { live } from './store';

/** Somebody who steps through a game quickly does not want a search of every position: one that follows another so soon waits. */
const SOON_MS = 150;
let last = 0;

export const own = (line: Line): Score => (line.mate === null ? { cp: line.score } : { mate: line.mate });

export interface Watched {
  news: LiveLines | null;
  problem: string | null;
}

/** The best lines of a position, deeper and deeper; nothing if `count` is 0. */
export function useLive(fen: string, count: number): Watched {
  const [now, setNow] = useState<Watched>({ news: null, problem: null });
  const { engine } = manner.value;
  // Before the page is painted: a search need not wait for that.
  useLayoutEffect(() => {
    setNow({ news: null, problem: null });
    if (count === 0) return;
    const stop = new AbortController();
    // A search tells more than can be read: what comes within a frame is drawn once.
    let drawn = 0;
    let latest: LiveLines | null = null;
    const draw = () => {
      drawn = 0;
      if (!latest || stop.signal.aborted) return;
      setNow({ news: latest, problem: null });
      const [first] = latest.lines;
      if (first) live.value = { fen, cp: forWhite(own(first), fen) };
    };
    const hear = (name: string, data: string) => {
      if (name === 'problem') setNow({ news: latest, problem: data });
      else {
        latest = JSON.parse(data) as LiveLines;
        drawn ||= requestAnimationFrame(draw);
      }
    };
    const search = () => {
      stream('/api/lines/live', { fen, lines: count, engine }, stop.signal, hear).catch((error) => aborted(error) || stop.signal.aborted || setNow({ news: latest, problem: say(error) }));
    };
    const soon = performance.now() - last < SOON_MS;
    last = performance.now();
    const timer = soon ? setTimeout(search, SOON_MS) : undefined;
    if (!soon) search();
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(drawn);
      stop.abort();
      live.value = null;
    };
  }, [fen, engine, count, comeback.value]);
  return now;
}
