// A profile as the page shows it: where an example is seen, what is fetched, how intervals are drawn.

import { ask } from './api';
import type { Counts, Example, Job, ProfileEntry, Share, ToldProfile } from './types';

/** The games that are looked at, at most; 0 is all of them. */
export const LAST = [0, 100, 300, 1000] as const;

/** A move of a game of the library: the board shows it played, with what the tutor says. */
export function placeOf({ game, ply }: Pick<Example, 'game' | 'ply'>): string {
  return `/analyse?game=${game}&at=${ply + 1}`;
}

/** The position before a move, wherever it stands in that game. */
export function positionOf({ game, fen }: Pick<Example, 'game' | 'fen'>): string {
  return `/analyse?game=${game}&fen=${encodeURIComponent(fen)}`;
}

export function percent(share: number | null): string {
  if (share === null) return '–';
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/** The examples that are shown as boards, each position once, and all the others. */
export function boardsOf(examples: Example[], most: number): { boards: Example[]; others: Example[] } {
  const boards = examples.filter(({ fen }, i) => examples.findIndex((one) => one.fen === fen) === i).slice(0, most);
  return { boards, others: examples.filter((one) => !boards.includes(one)) };
}

/** A share with its interval as parts of a scale from nothing to `most`, in per cent of its length. */
export function bar({ count, of, low, high }: Share, most: number): { at: number; from: number; to: number } {
  const part = (value: number) => Math.min(100, (100 * value) / Math.max(most, 1e-9));
  return { at: part(of === 0 ? 0 : count / of), from: part(low), to: part(high) };
}

/** The end of the scale for a question: a little beyond both intervals. */
export function scale({ mine, theirs }: Pick<Counts, 'mine' | 'theirs'>): number {
  return Math.min(1, 1.08 * Math.max(mine.high, theirs.high));
}

/** The profile's job that is not over, or the one that ended last. */
export function latest(jobs: Job[]): Job | undefined {
  const all = jobs.filter((job) => job.kind === 'profile');
  return all.find((job) => job.state === 'running' || job.state === 'waiting') ?? all[0];
}

/** Whose profile is shown: the one that is asked for by its number, else the newest. */
export function chosen(profiles: ProfileEntry[], wanted: number | null): ProfileEntry | undefined {
  return profiles.find(({ id }) => id === wanted) ?? profiles[0];
}

export function readProfile(id: number, language: string): Promise<ToldProfile> {
  return ask<ToldProfile>(`/api/profiles/${id}?${new URLSearchParams({ language })}`);
}
