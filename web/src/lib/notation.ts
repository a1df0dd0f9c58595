// Games as people write them elsewhere: piece letters of other languages, figurines, zeros for castling.

import { ENGLISH, LETTERS } from './letters';

const FIGURES: Record<string, string> = { '♔': 'K', '♕': 'Q', '♖': 'R', '♗': 'B', '♘': 'N', '♙': '', '♚': 'K', '♛': 'Q', '♜': 'R', '♝': 'B', '♞': 'N', '♟': '' };
const KEPT = /(\{[^}]*\}|^[ \t]*\[[A-Za-z][^\n]*$|;[^\n]*$)/m;
const PIECE = /(^|[\s.(…])([A-Z])(?=[a-h1-8]?[x:]?[a-h][1-8])/g;
const PROMOTION = /([a-h][18]=?)([A-Z])(?![a-z])/g;

/** English letters by those of another language. */
type Letters = Record<string, string>;

const LANGUAGES: Letters[] = Object.values(LETTERS).map((letters) => Object.fromEntries([...letters].map((letter, i) => [letter, ENGLISH[i] ?? letter])));

/** One move in English letters. */
export function englishMove(move: string): string {
  const text = figures(move);
  return translated(text, spoken(text));
}

/** Games in English letters; tags and comments stay as they are. */
export function englishGames(text: string): string {
  const parts = text.split(new RegExp(KEPT, 'gm'));
  const letters = spoken(parts.filter((_, i) => i % 2 === 0).join(' '));
  return parts.map((part, i) => (i % 2 === 1 ? part : plain(part, letters))).join('');
}

/** The language whose letters all pieces of some moves have; none if they are English, or nobody's. */
function spoken(moves: string): Letters | undefined {
  const found = [...moves.matchAll(PIECE), ...moves.matchAll(PROMOTION)].map((m) => m[2] ?? '');
  if (found.every((letter) => ENGLISH.includes(letter))) return undefined;
  return LANGUAGES.find((letters) => found.every((letter) => letter in letters));
}

function translated(moves: string, letters: Letters | undefined): string {
  if (!letters) return moves;
  return moves
    .replace(PIECE, (_, before: string, letter: string) => before + (letters[letter] ?? letter))
    .replace(PROMOTION, (_, square: string, letter: string) => square + (letters[letter] ?? letter));
}

function plain(moves: string, letters: Letters | undefined): string {
  const out = figures(moves)
    .replace(/(^|[\s.(…])0-0(-0)?(?![-/\d])/g, (_, before: string, long: string | undefined) => `${before}O-O${long ? '-O' : ''}`)
    .replace(/½-½/g, '1/2-1/2');
  return translated(out, letters);
}

function figures(text: string): string {
  return text.replace(/[♔-♟]\uFE0E?/g, (figure) => FIGURES[figure[0] ?? ''] ?? figure);
}
