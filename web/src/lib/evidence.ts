// From a sentence to the board: the line that proves it, the squares it speaks of, and why it may be said.

import type { FeatureNumbers, Score, Statement } from './claims';
import { play, playLine } from './chess';
import { ratingName } from './rating';
import { score } from './tree';
import type { SaidClaim, Sentence, Told } from './types';
import { t } from './words';

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

/** What a claim rests on, in words; scores are White's, as everywhere on the page. */
export function grounds(claim: SaidClaim): string[] {
  const says = claim.statement;
  const worth = (value: Score) => scoreText(value, claim.side);
  const move = (uci: string) => play(claim.fen, uci)?.san ?? uci;
  switch (says.says) {
    case 'feature':
      return [counted(says.numbers)];
    case 'concept':
      return [t('By the rule “{rule}”.', { rule: says.rule.rule }), ...says.features.map(counted)];
    case 'standing':
    case 'sacrifice':
      return [t('Looking ahead gives {score}.', { score: worth(says.score) })];
    case 'material':
      return [
        t('Material changes from {before} to {after} (in pawns, for the side that is spoken of).', { before: says.before, after: says.before + says.points }),
        t('Looking ahead gives {score}.', { score: worth(says.score) }),
      ];
    case 'best':
      return [
        says.first
          ? t('{move} leads to {score}: the first choice.', { move: move(says.mv), score: worth(says.score) })
          : t('{move} leads to {score}, the first choice to {best}.', { move: move(says.mv), score: worth(says.score), best: worth(says.best) }),
      ];
    case 'better':
      return [t('{move} leads to {score}, {other} to {worse}.', { move: move(says.mv), score: worth(says.score), other: move(says.other), worse: worth(says.other_score) })];
    case 'only_move':
      return [
        says.next === null
          ? t('There is no other legal move.')
          : t('It leads to {score}, the next best move to {next}.', { score: worth(says.score), next: worth(says.next) }),
      ];
    case 'threat':
      return [t('If the other side passed: {score}. Against its best move: {otherwise}.', { score: worth(says.score), otherwise: worth(says.otherwise) })];
    case 'missed_chance':
      return [t('It would have led to {score}, the move played led to {played}.', { score: worth(says.score), played: worth(says.played) })];
    case 'pitfall':
      return [t('It leads to {score}, the best move to {best}.', { score: worth(says.score), best: worth(says.best) })];
    case 'endgame':
      return [
        says.mate_in === null ? t('The table of this ending says: {value}.', { value: t(value(says.value)) }) : t('The table of this ending says: {value}, mate in {n}.', { value: t(value(says.value)), n: says.mate_in }),
        ...(says.rule ? [t('By the rule “{rule}”.', { rule: says.rule.rule })] : []),
      ];
    case 'zugzwang':
      return [t('The table of this ending says: {value}; if the other side had to move: {otherwise}.', { value: t(value(says.value)), otherwise: t(value(says.otherwise)) })];
    case 'people':
      return people(claim, says);
    case 'opening':
      return [`${says.eco} ${says.name}`];
    default:
      return [];
  }
}

/** What players of a rating do, and what it leads to. */
function people(claim: SaidClaim, { rating, people: said }: Extract<Statement, { says: 'people' }>): string[] {
  const worth = (value: Score) => scoreText(value, claim.side);
  const head = (moves: string) => t('Players rated {rating}, as foretold from the position alone: {moves}.', { rating: ratingName(rating), moves });
  const share = (fen: string, { mv, percent }: { mv: string; percent: number }) => `${play(fen, mv)?.san ?? mv} ${percent} %`;
  if ('play' in said) return [head(share(claim.fen, said.play))];
  if ('miss' in said) return [head(share(claim.fen, said.miss)), t('It leads to {score}, the next best move to {next}.', { score: worth(said.miss.score), next: worth(said.miss.next) })];
  if ('tempted' in said) return [head(share(claim.fen, said.tempted)), t('It leads to {score}, the best move to {best}.', { score: worth(said.tempted.score), best: worth(said.tempted.best) })];
  if ('answer' in said) {
    const { trap } = said.answer;
    const after = playLine(claim.fen, claim.line.slice(0, 1)).at(-1)?.fen ?? claim.fen;
    return [head(share(after, said.answer)), ...(trap ? [t('It leads to {score}, the best answer to {best}.', { score: worth(trap[0]), best: worth(trap[1]) })] : [])];
  }
  const { ways, best } = said.go_wrong;
  return [head(ways.map((way) => `${share(claim.fen, way)} (${worth(way.score)})`).join(', ')), t('The best move leads to {best}.', { best: worth(best) })];
}

function counted({ before, after, cp_before, cp_after }: FeatureNumbers): string {
  const pawns = (cp: number) => score(cp);
  if (before === after && cp_before === cp_after) return t('Counted: {n}, worth {worth} pawns.', { n: after, worth: pawns(cp_after) });
  return t('Counted: {before} → {after}, worth {from} → {to} pawns.', { before, after, from: pawns(cp_before), to: pawns(cp_after) });
}

function value(result: number): string {
  return result > 0 ? 'win' : result < 0 ? 'loss' : 'draw';
}

/** A score of a side's as White's. */
function scoreText(given: Score, side: 'white' | 'black'): string {
  const sign = side === 'white' ? 1 : -1;
  if ('mate' in given) return t('mate in {n}', { n: Math.abs(given.mate) });
  if ('table' in given) return t(value(given.table));
  return score(sign * given.cp);
}
