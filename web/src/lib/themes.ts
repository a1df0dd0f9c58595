// What motifs are called. Files of puzzles and the tutor's claims share their names.

import { t } from './words';

const NAMES: Record<string, string> = {
  mateIn1: 'mate in one',
  mateIn2: 'mate in two',
  mateIn3: 'mate in three',
  mateIn4: 'mate in four',
  mateIn5: 'mate in five or more',
  attackingF2F7: 'attack on f2 or f7',
  xRayAttack: 'X-ray attack',
  enPassant: 'en passant',
  kingsideAttack: 'attack on the king’s side',
  queensideAttack: 'attack on the queen’s side',
};

/** Themes that say how a puzzle was found or how long it is, not what it is about. */
const SILENT = new Set(['short', 'long', 'veryLong', 'oneMove', 'master', 'masterVsMaster', 'superGM', 'crushing', 'advantage', 'equality', 'opening', 'middlegame', 'endgame', 'mate']);

/** The English words of a theme, not yet translated: `hangingPiece` is a hanging piece. */
export function themeWords(theme: string): string {
  return NAMES[theme] ?? theme.replaceAll('_', ' ').replaceAll('-', ' ').replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase();
}

/** A theme in the reader's language. */
export function themeName(theme: string): string {
  return t(themeWords(theme));
}

/** Whether a theme is worth choosing. */
export function tells(theme: string): boolean {
  return !SILENT.has(theme);
}
