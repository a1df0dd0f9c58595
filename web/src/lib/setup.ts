// Setting up a position: men, the side to move, castling rights, en passant. Text to text (FEN).

import { turn } from './chess';

const HOMES = { K: ['e1', 'K', 'h1', 'R'], Q: ['e1', 'K', 'a1', 'R'], k: ['e8', 'k', 'h8', 'r'], q: ['e8', 'k', 'a8', 'r'] } as const;
export type Right = keyof typeof HOMES;
export const RIGHTS: Right[] = ['K', 'Q', 'k', 'q'];

function rows(fen: string): string[][] {
  return (fen.split(' ')[0] ?? '').split('/').map((row) => row.replace(/\d/g, (d) => '.'.repeat(Number(d))).split(''));
}

/** What stands on a square; '.' if nothing does. */
function manOn(fen: string, square: string): string {
  return rows(fen)[8 - Number(square[1])]?.['abcdefgh'.indexOf(square[0] ?? '')] ?? '.';
}

/** Puts a FEN together; rights whose king or rook has left go. */
function made(board: string, side: string, rights: string, ep: string): string {
  const bare = `${board} ${side} - - 0 1`;
  const kept = RIGHTS.filter((right) => rights.includes(right) && mayCastle(bare, right)).join('');
  const square = epSquares(bare).includes(ep) ? ep : '-';
  return `${board} ${side} ${kept || '-'} ${square} 0 1`;
}

const parts = (fen: string): [string, string, string, string] => {
  const [board = '', side = 'w', rights = '-', ep = '-'] = fen.split(' ');
  return [board, side, rights, ep];
};

/** The same position with one square changed. */
export function withPiece(fen: string, square: string, piece: string | null): string {
  const all = rows(fen);
  const row = all[8 - Number(square[1])];
  if (row) row['abcdefgh'.indexOf(square[0] ?? 'a')] = piece ?? '.';
  const board = all.map((r) => r.join('').replace(/\.+/g, (dots) => String(dots.length))).join('/');
  return withPlacement(fen, board);
}

/** The same with other men on the board. */
export function withPlacement(fen: string, board: string): string {
  const [, side, rights, ep] = parts(fen);
  return made(board, side, rights, ep);
}

export function withTurn(fen: string, side: 'white' | 'black'): string {
  const [board, , rights, ep] = parts(fen);
  return made(board, side === 'white' ? 'w' : 'b', rights, ep);
}

/** Whether king and rook stand where this castling begins. */
export function mayCastle(fen: string, right: Right): boolean {
  const [king, k, rook, r] = HOMES[right];
  return manOn(fen, king) === k && manOn(fen, rook) === r;
}

export function withRight(fen: string, right: Right, on: boolean): string {
  const [board, side, rights, ep] = parts(fen);
  return made(board, side, on ? rights + right : rights.replace(right, ''), ep);
}

/** Squares on which a pawn might be taken in passing: it may just have passed them, and a pawn stands ready. */
export function epSquares(fen: string): string[] {
  const white = turn(fen) === 'white';
  const [from, over, to, own, other] = white ? [7, 6, 5, 'P', 'p'] : [2, 3, 4, 'p', 'P'];
  return [...'abcdefgh'].flatMap((file, i) => {
    const beside = ['abcdefgh'[i - 1], 'abcdefgh'[i + 1]].some((f) => f && manOn(fen, `${f}${to}`) === own);
    const passed = manOn(fen, `${file}${to}`) === other && manOn(fen, `${file}${over}`) === '.' && manOn(fen, `${file}${from}`) === '.';
    return beside && passed ? [`${file}${over}`] : [];
  });
}

export function withEp(fen: string, square: string): string {
  const [board, side, rights] = parts(fen);
  return made(board, side, rights, square);
}
