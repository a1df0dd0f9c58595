// The analysis board of this page: one state for all its parts.

import { batch, signal } from '@preact/signals';
import type { Proof } from '../../lib/evidence';
import { emptyStudy, endLine, freeBoard, show, type Study } from '../../lib/study';
import { node, type Tree } from '../../lib/tree';

/** Arrows and squares on the position that is seen. */
export interface Marks {
  arrows: { from: string; to: string | null; brush?: string }[];
  squares: ReadonlyMap<string, string>;
}

export const NO_MARKS: Marks = { arrows: [], squares: new Map() };

export const study = signal<Study>(emptyStudy());
export const marks = signal<Marks>(NO_MARKS);
/** The sentence whose proof is on the board. */
export const reading = signal<string | null>(null);
export const problem = signal<string | null>(null);
/** Centipawns for White by position: the newest word of the tutor, for the bar, the chart and the list alike. */
export const scores = signal<ReadonlyMap<string, number>>(new Map());
/** What a live search says of a position, as long as one looks: then it is the number of the bar too. */
export const live = signal<{ fen: string; cp: number } | null>(null);
/** Whether the page shows its own example. */
export const sample = signal(false);
/** Whether Black is below. */
export const flipped = signal(false);
/** Counts games that came into the library. */
export const arrived = signal(0);
/** Whether the first thing to show has been found. */
export const opened = signal(false);

/** From one state to the next. */
export function change(next: (study: Study) => Study): void {
  const before = study.value;
  const after = next(before);
  if (after === before) return;
  batch(() => {
    study.value = after;
    const left = before.line !== null && after.line === null;
    if (left || after.at !== before.at || after.tree !== before.tree) {
      marks.value = NO_MARKS;
      reading.value = null;
    }
  });
}

/** Puts the proof of a sentence on the board: its line, or only its squares if it holds where we are. */
export function prove(fen: string, text: string, proof: Proof): void {
  const here = node(study.value.tree, study.value.at).fen;
  if (fen === here && proof.ply === 0) {
    change(endLine);
    marks.value = { arrows: [], squares: new Map(proof.squares.map((s) => [s, 'key'])) };
  } else change((now) => show(now, fen, text, proof));
  reading.value = text;
}

/** Takes it away again. */
export function enough(): void {
  change(endLine);
  marks.value = NO_MARKS;
  reading.value = null;
}

export function learn(fen: string, cp: number): void {
  if (scores.value.get(fen) !== cp) scores.value = new Map([...scores.value, [fen, cp]]);
}

export function put(next: Study): void {
  batch(() => {
    study.value = next;
    marks.value = NO_MARKS;
    reading.value = null;
    problem.value = null;
    sample.value = false;
  });
}

/** A position or moves without a game. */
export function openFree(tree: Tree, at = 0): void {
  put(freeBoard(tree, at));
}
