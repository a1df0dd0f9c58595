// Games as people write them elsewhere: German piece letters, figurines, zeros for castling.

const FIGURES: Record<string, string> = { '♔': 'K', '♕': 'Q', '♖': 'R', '♗': 'B', '♘': 'N', '♙': '', '♚': 'K', '♛': 'Q', '♜': 'R', '♝': 'B', '♞': 'N', '♟': '' };
const GERMAN: Record<string, string> = { S: 'N', L: 'B', T: 'R', D: 'Q' };
const KEPT = /(\{[^}]*\}|^[ \t]*\[[A-Za-z][^\n]*$|;[^\n]*$)/m;
const PIECE_MOVE = (letters: string) => new RegExp(`(^|[\\s.(…])([${letters}])(?=[a-h1-8]?[x:]?[a-h][1-8])`, 'g');
const PROMOTION = /([a-h][18]=?)([SLTD])(?![a-z])/g;

/** One move in English letters. */
export function englishMove(move: string): string {
  return figures(move)
    .replace(/^[SLTD](?=[a-h1-8]?[x:]?[a-h][1-8])/, (letter) => GERMAN[letter] ?? letter)
    .replace(PROMOTION, (_, square: string, letter: string) => square + (GERMAN[letter] ?? letter));
}

/** Games in English letters; tags and comments stay as they are. */
export function englishGames(text: string): string {
  const parts = text.split(new RegExp(KEPT, 'gm'));
  const moves = parts.filter((_, i) => i % 2 === 0).join(' ');
  const german = PIECE_MOVE('SLTD').test(moves) && !PIECE_MOVE('NQR').test(moves);
  return parts.map((part, i) => (i % 2 === 1 ? part : plain(part, german))).join('');
}

function plain(moves: string, german: boolean): string {
  const out = figures(moves)
    .replace(/(^|[\s.(…])0-0(-0)?(?![-/\d])/g, (_, before: string, long: string | undefined) => `${before}O-O${long ? '-O' : ''}`)
    .replace(/½-½/g, '1/2-1/2');
  if (!german) return out;
  return out
    .replace(PIECE_MOVE('SLTD'), (_, before: string, letter: string) => before + (GERMAN[letter] ?? letter))
    .replace(PROMOTION, (_, square: string, letter: string) => square + (GERMAN[letter] ?? letter));
}

function figures(text: string): string {
  return text.replace(/[♔-♟]\uFE0E?/g, (figure) => FIGURES[figure[0] ?? ''] ?? figure);
}
