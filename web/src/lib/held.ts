// Words are not exchanged under the reader's hand: a deeper answer waits until nobody points at the one that is shown.

export interface Held<T> {
  shown: T | null;
  /** A better one, ready to be shown. */
  waiting: T | null;
}

export const NOBODY: Held<never> = { shown: null, waiting: null };

/** A new answer: shown at once, or kept while `hold`. */
export function arrive<T>(known: Held<T>, next: T, hold: boolean): Held<T> {
  return known.shown !== null && hold ? { shown: known.shown, waiting: next } : { shown: next, waiting: null };
}

/** Shows what waits. */
export function release<T>(known: Held<T>): Held<T> {
  return known.waiting === null ? known : { shown: known.waiting, waiting: null };
}
