// Training runs as curves.

import type { Series } from '../ui/charts';

export interface TrainingPoint {
  games: number;
  td_error: number;
  final_error: number;
  slope_error: number | null;
  held_out_log_loss: number;
  sign_accuracy: number;
  wins: number;
  draws: number;
  losses: number;
}

export interface Training {
  name: string;
  recipe: string;
  seed: number;
  games: number;
  points: TrainingPoint[];
  game: string | null;
}

/** Share of points in the match after a round, in per cent; null if none was played. */
export function matchScore(p: TrainingPoint): number | null {
  const played = p.wins + p.draws + p.losses;
  return played === 0 ? null : (100 * (p.wins + 0.5 * p.draws)) / played;
}

/** How far a run is, from 0 to 1. */
export function share(run: Training): number {
  return run.games === 0 ? 0 : Math.min(1, (run.points.at(-1)?.games ?? 0) / run.games);
}

/** One line per run of a figure over games; points without the figure are left out. */
export function curves(runs: Training[], figure: (p: TrainingPoint) => number | null): Series[] {
  return runs
    .map((run) => ({
      name: run.name,
      points: run.points.flatMap((p) => {
        const y = figure(p);
        return y === null ? [] : [{ x: p.games, y }];
      }),
    }))
    .filter((s) => s.points.length > 0);
}
