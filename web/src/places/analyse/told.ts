// An explanation that deepens while it is read: a better answer waits as long as a hand is on the words or a line is on the board.

import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { comeback } from '../../lib/api';
import { deepen, stages } from '../../lib/deepen';
import { arrive, NOBODY, release, type Held } from '../../lib/held';
import { forWhite } from '../../lib/scores';
import type { Explanation } from '../../lib/types';
import { handOn, useStill } from '../../ui/hand';
import { manner } from '../../ui/settings';
import { enough, learn, reading, study } from './store';

interface Heard {
  told: Explanation;
  /** No deeper answer follows. */
  last: boolean;
}

interface Words {
  shown: Heard | null;
  /** A deeper answer is ready. */
  waiting: boolean;
  deeper: () => void;
  problem: string | null;
  /** Where the words stand. */
  place: RefObject<HTMLDivElement>;
}

/** The game whose comments say what a position is worth. */
export function commented(): number | null {
  const { game, annotated } = study.value;
  return annotated ? game : null;
}

/** Explains a position, or a move in it. */
export function useTold(fen: string, move: string | null): Words {
  const [heard, setHeard] = useState<Held<Heard>>(NOBODY);
  const [problem, setProblem] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const game = commented();
  useEffect(() => {
    setHeard(NOBODY);
    setProblem(null);
    return deepen<Explanation>('/api/explain', { fen, move, game, ...manner.value }, stages(manner.value.effort), {
      answer: (told, last) => setHeard((known) => arrive(known, { told, last }, reading.peek() !== null || handOn(place.current))),
      problem: setProblem,
    });
  }, [fen, move, game, manner.value, comeback.value]);
  useStill(place, heard.waiting !== null && reading.value === null, () => setHeard(release));
  const { shown } = heard;
  useEffect(() => {
    const best = shown?.told.lines[0];
    if (best) learn(fen, forWhite(best.score, fen));
  }, [shown]);
  const deeper = () => {
    enough();
    setHeard(release);
  };
  return { shown, waiting: heard.waiting !== null, deeper, problem, place };
}
