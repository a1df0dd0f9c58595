// A first answer at once, then the settled one.

import { aborted, ask, say } from './api';
import type { Effort } from '../ui/settings';

interface Hear<T> {
  /** An answer; `last` if no better one follows. */
  answer: (answer: T, last: boolean) => void;
  problem: (text: string) => void;
}

/** What is asked for, one after the other: a quick answer, then as much as was wished. */
export function stages(effort: Effort): object[] {
  return effort === 'quick' ? [{ effort }] : [{ effort: 'quick' }, { effort }];
}

/** Asks with growing effort; returns what stops it. */
export function deepen<T>(path: string, body: object, steps: object[], hear: Hear<T>, wait = 150): () => void {
  const stop = new AbortController();
  const run = async () => {
    for (const [at, step] of steps.entries()) {
      const answer = await ask<T>(path, { method: 'POST', body: { ...body, ...step }, signal: stop.signal });
      hear.answer(answer, at === steps.length - 1);
    }
  };
  // Somebody who steps through a game does not want a search of every position.
  const timer = setTimeout(() => void run().catch((error: unknown) => aborted(error) || hear.problem(say(error))), wait);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
