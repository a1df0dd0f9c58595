// Drills in words.

import { turn } from './chess';
import type { Task } from './types';
import { t } from './words';

export interface Answer {
  state: 'passed' | 'failed' | 'open';
  outcome: 'best' | 'good' | 'worse' | 'reached' | 'spoilt' | 'given-up' | null;
  spoilt: number | null;
  reasons: string[];
  days: number | null;
  solution: { line: string[]; san: string; comment: string } | null;
  refutation: string[];
  refutation_san: string;
  /** The other side's answer in a puzzle that goes on. */
  reply: string | null;
}

/** What became of an answer. */
export function verdict(answer: Pick<Answer, 'state' | 'outcome' | 'spoilt' | 'days'>, kind: Task['kind'] = 'mistake', aim = ''): string {
  const words = {
    best: kind === 'puzzle' ? t('Solved.') : t('That is the move.'),
    good: t('That is good too.'),
    worse: t('Not yet.'),
    reached: t('Done: the result was kept all the way.'),
    spoilt: t('Move {n} spoilt the result.', { n: answer.spoilt ?? 0 }),
    'given-up': t('Look at it in peace; it comes back soon.'),
  };
  const quiet = (kind === 'quiet' || aim === 'quiet') && answer.state === 'passed' ? ` ${t('A quiet position: there was nothing to win.')}` : '';
  const said = answer.outcome ? words[answer.outcome] + quiet : '';
  if (answer.days === null || answer.state !== 'passed') return said;
  return `${said} ${answer.days < 1.5 ? t('It comes back in a day.') : t('It comes back in {n} days.', { n: Math.round(answer.days) })}`;
}

/** What is to be done. */
export function goal(task: Task): string {
  const white = turn(task.fen) === 'white';
  if (task.kind === 'endgame') {
    if (task.goal === 'win') return white ? t('Win with White.') : t('Win with Black.');
    return white ? t('Hold the draw with White.') : t('Hold the draw with Black.');
  }
  // A quiet position does not say that it is one: nobody tells a player at the board either.
  if (task.kind !== 'mistake') return white ? t('White to move. What would you play?') : t('Black to move. What would you play?');
  const move = task.played_san ?? '';
  const judged = {
    inaccuracy: t('{move} was an inaccuracy.', { move }),
    mistake: t('{move} was a mistake.', { move }),
    blunder: t('{move} was a blunder.', { move }),
  }[task.judgement ?? 'mistake'];
  return `${judged} ${white ? t('Find a better move for White.') : t('Find a better move for Black.')}`;
}

/** How it went so far. */
export function how({ tries, streak }: Pick<Task, 'tries' | 'streak'>): string {
  return tries === 0 ? t('New to you.') : t('Right {streak} times in a row, tried {tries} times.', { streak, tries });
}

/** What a drill is called: puzzles do not tell what they are about before they are solved. */
export function title(task: Task): string {
  if (task.kind === 'habit') return t('From your own games');
  if (task.kind === 'puzzle' || task.kind === 'quiet') return task.rating ? t('Tactics, rated {n}', { n: task.rating }) : t('Tactics');
  return t(task.title);
}

/** Right answers in a row after one more. */
export function streak(before: number, answer: Pick<Answer, 'state'>, again: boolean): number {
  if (answer.state === 'open') return before;
  // A second try at the same drill neither counts nor breaks the row that the first one broke.
  return answer.state === 'passed' && !again ? before + 1 : again ? before : 0;
}

/** Words for a row that is worth some; null before that. */
export function praise(row: number): string | null {
  if (row === 5) return t('Five in a row.');
  if (row === 10) return t('Ten in a row. Well done.');
  return row > 0 && row % 25 === 0 ? t('{n} in a row. Splendid.', { n: row }) : null;
}
