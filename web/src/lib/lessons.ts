// The endgame course as a list: what a lesson is called, and how far the reader is with it.

import type { LessonEntry } from './served';
import { t } from './words';

export type State = 'new' | 'begun' | 'solved' | 'known';

export function stateOf({ positions, tried, solved, known }: Pick<LessonEntry, 'positions' | 'tried' | 'solved' | 'known'>): State {
  if (positions > 0 && known >= positions) return 'known';
  if (positions > 0 && solved >= positions) return 'solved';
  return tried > 0 ? 'begun' : 'new';
}

/** Progress in words. */
export function progressOf(lesson: LessonEntry): string {
  const { positions, solved } = lesson;
  switch (stateOf(lesson)) {
    case 'known':
      return t('Known');
    case 'new':
      return positions === 1 ? t('One position, not tried yet') : t('{n} positions, not tried yet', { n: positions });
    default:
      return t('{solved} of {n} solved', { solved, n: positions });
  }
}

/** What a lesson says in a language; English if it has no other. */
export function textOf({ texts }: LessonEntry, language: string): { title: string; idea: string } {
  return texts[language] ?? texts['en'] ?? { title: '', idea: '' };
}

/** The lesson to go on with: the first that is not solved. */
export function nextLesson(all: LessonEntry[]): string | null {
  return all.find((lesson) => ['new', 'begun'].includes(stateOf(lesson)))?.id ?? null;
}
