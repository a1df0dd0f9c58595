// From a sentence to the board: the line that proves it, the squares it speaks of, and why it may be said.

import type { FeatureNumbers, Score } from './claims';
import type { SaidClaim, Sentence, Told } from './types';

export interface Proof {
  /** Moves to play from the position; `0000` is a pass. */
  line: string[];
  /** How many of them until the claim holds. */
  ply: number;
  squares: string[];
}

/** The claims that a sentence tells. */
export function claimsOf(told: Told, sentence: Sentence): SaidClaim[] {
  return sentence.claims.flatMap((place) => told.claims[place] ?? []);
}

/** The proof of a sentence: the line it shows, to where its weightiest claim holds, with the squares of all claims that hold there. */
export function proof(told: Told, sentence: Sentence): Proof | null {
  const claims = claimsOf(told, sentence);
  const main = [...claims].sort((a, b) => Math.abs(b.worth) - Math.abs(a.worth))[0];
  const line = sentence.line ?? main?.line;
  if (!line) return null;
  // A line of its own is shown to its end; that of a claim to where the claim holds.
  const own = !main || main.line.join() !== line.join();
  if (own) return { line, ply: line.length, squares: [] };
  const reached = (claim: SaidClaim) => claim.line.slice(0, claim.ply).join();
  const here = claims.filter((claim) => reached(claim) === reached(main));
  return { line, ply: main.ply, squares: [...new Set(here.flatMap((claim) => claim.squares))] };
}

/** What a claim rests on, in a line for each number. */
export function grounds(claim: SaidClaim): string[] {
  const says = claim.statement;
  switch (says.says) {
    case 'feature':
      return [feature(says.numbers)];
    case 'concept':
      return [`rule “${says.rule.rule}”: ${says.rule.reason}`, ...says.features.map(feature)];
    case 'standing':
    case 'sacrifice':
      return [`search: ${pawns(says.score)}`];
    case 'material':
      return [`material: ${says.before} → ${says.before + says.points} pawns`, `search: ${pawns(says.score)}`];
    case 'best':
      return [`search: ${pawns(says.score)}, the first choice ${pawns(says.best)}`];
    case 'better':
      return [`search: ${says.mv} ${pawns(says.score)}, ${says.other} ${pawns(says.other_score)}`];
    case 'only_move':
      return [`search: ${pawns(says.score)}${says.next === null ? '' : `, the next best move ${pawns(says.next)}`}`];
    case 'threat':
      return [`search: ${pawns(says.score)} after a pass, otherwise ${pawns(says.otherwise)}`];
    case 'missed_chance':
      return [`search: ${pawns(says.score)}, as played ${pawns(says.played)}`];
    case 'pitfall':
      return [`search: ${pawns(says.score)}, the best move ${pawns(says.best)}`];
    case 'endgame':
      return [
        `table: ${value(says.value)}${says.mate_in === null ? '' : `, mate in ${says.mate_in}`}`,
        ...(says.rule ? [`rule “${says.rule.rule}”: ${says.rule.reason}`] : []),
      ];
    case 'zugzwang':
      return [`table: ${value(says.value)}, with the other side to move ${value(says.otherwise)}`];
    case 'opening':
      return [`${says.eco} ${says.name}`];
    default:
      return [];
  }
}

function feature(numbers: FeatureNumbers): string {
  const { id, owner, before, after, cp_before, cp_after } = numbers;
  return `${id.replaceAll('_', ' ')} of ${owner}: ${before} → ${after} (${pawns({ cp: cp_before })} → ${pawns({ cp: cp_after })})`;
}

function value(result: number): string {
  return result > 0 ? 'win' : result < 0 ? 'loss' : 'draw';
}

function pawns(score: Score): string {
  if ('mate' in score) return `mate in ${score.mate}`;
  if ('table' in score) return value(score.table);
  return `${score.cp > 0 ? '+' : ''}${(score.cp / 100).toFixed(2)}`;
}
