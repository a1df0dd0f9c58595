// Legality in the page, from chessops: where pieces may go, what a move is called, what stands after it.

import { Chess, fen as emptyFen, isNormal, type Move, type Square } from './chessops';
import { chessgroundDests, makeFen, makeSanAndPlay, makeSquare, makeUci, parseFen, parseSan, parseUci } from './chessops';

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export { emptyFen };

/** A position, or the words why there is none. */
export function position(fen: string): Chess | string {
  const setup = parseFen(fen.trim());
  if (setup.isErr) return 'This is not a FEN.';
  const made = Chess.fromSetup(setup.value);
  if (made.isErr) return reason(made.error.message);
  return made.value;
}

function reason(code: string): string {
  const words: Record<string, string> = {
    ERR_EMPTY: 'The board is empty.',
    ERR_OPPOSITE_CHECK: 'The side that is not to move is in check.',
    ERR_PAWNS_ON_BACKRANK: 'A pawn stands on the first or last rank.',
    ERR_KINGS: 'Each side needs exactly one king.',
    ERR_IMPOSSIBLE_CHECK: 'No move can have led to this check.',
  };
  return words[code] ?? 'This position is not legal.';
}

export function legal(fen: string): Chess | null {
  const made = position(fen);
  return typeof made === 'string' ? null : made;
}

/** Where every piece may go, as the board wants it. */
export function dests(fen: string): Map<string, string[]> {
  const pos = legal(fen);
  return pos ? (chessgroundDests(pos) as Map<string, string[]>) : new Map();
}

export interface Played {
  uci: string;
  san: string;
  fen: string;
}

/** A move in notation or as e2e4, played; null if it is not legal. */
export function play(fen: string, text: string): Played | null {
  const pos = legal(fen);
  if (!pos) return null;
  const move = readMove(pos, text.trim());
  if (!move || !pos.isLegal(move)) return null;
  const uci = standardUci(pos, move);
  const san = makeSanAndPlay(pos, move);
  return { uci, san, fen: makeFen(pos.toSetup()) };
}

function readMove(pos: Chess, text: string): Move | undefined {
  const named = parseSan(pos, text.replaceAll('0', 'O').replace(/^O-O-O$/i, 'O-O-O')) ?? parseSan(pos, text);
  if (named) return named;
  const plain = parseUci(text);
  if (!plain) return undefined;
  // Castling may be written as the king's two steps.
  if (isNormal(plain) && pos.board.get(plain.from)?.role === 'king') {
    const step = plain.to - plain.from;
    const side = step === 2 ? 'h' : step === -2 ? 'a' : null;
    const rook = side && pos.castles.rook[pos.turn][side];
    if (rook !== null && rook !== undefined && Math.abs(step) === 2) return { from: plain.from, to: rook };
  }
  return plain;
}

/** e1g1 for castling, as most interfaces write it. */
function standardUci(pos: Chess, move: Move): string {
  if (isNormal(move) && pos.board.get(move.from)?.role === 'king') {
    const own = pos.board[pos.turn].has(move.to);
    if (own) {
      const to = (move.from + (move.to > move.from ? 2 : -2)) as Square;
      return makeSquare(move.from) + makeSquare(to);
    }
  }
  return makeUci(move);
}

/** The line as moves with positions; stops where a move is not legal. */
export function playLine(fen: string, moves: string[]): Played[] {
  const out: Played[] = [];
  let at = fen;
  for (const move of moves) {
    const played = play(at, move);
    if (!played) break;
    out.push(played);
    at = played.fen;
  }
  return out;
}

/** Notation with move numbers. */
export function numbered(fen: string, sans: string[]): string {
  let [, turn, , , , number] = fen.split(' ');
  let at = Number(number) || 1;
  return sans
    .map((san, i) => {
      const white = turn === 'w';
      const label = white ? `${at}. ` : i === 0 ? `${at}… ` : '';
      if (!white) at += 1;
      turn = white ? 'b' : 'w';
      return label + san;
    })
    .join(' ');
}

export function turn(fen: string): 'white' | 'black' {
  return fen.split(' ')[1] === 'b' ? 'black' : 'white';
}

export function men(fen: string): number {
  return (fen.split(' ')[0] ?? '').replace(/[^a-z]/gi, '').length;
}

/** True if a pawn that moves there must become something. */
export function promotes(fen: string, from: string, to: string): boolean {
  const pos = legal(fen);
  const move = parseUci(from + to);
  if (!pos || !move || !isNormal(move)) return false;
  return pos.board.get(move.from)?.role === 'pawn' && (to[1] === '8' || to[1] === '1');
}

export function inCheck(fen: string): boolean {
  return legal(fen)?.isCheck() ?? false;
}

const NAMES: Record<string, string> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

/** The position in words, for those who do not see the board. */
export function describe(fen: string): string {
  const sides: Record<'white' | 'black', string[]> = { white: [], black: [] };
  (fen.split(' ')[0] ?? '').split('/').forEach((row, r) => {
    let file = 0;
    for (const c of row) {
      if (/\d/.test(c)) {
        file += Number(c);
        continue;
      }
      const side = c === c.toUpperCase() ? 'white' : 'black';
      sides[side].push(`${NAMES[c.toLowerCase()] ?? c} ${'abcdefgh'[file] ?? '?'}${8 - r}`);
      file += 1;
    }
  });
  return `White: ${sides.white.join(', ')}. Black: ${sides.black.join(', ')}. ${turn(fen) === 'white' ? 'White' : 'Black'} to move.`;
}

/** The same position with one square changed; castling rights go. */
export function withPiece(fen: string, square: string, piece: string | null): string {
  const fields = fen.split(' ');
  const rows = (fields[0] ?? '').split('/').map((row) => row.replace(/\d/g, (d) => '.'.repeat(Number(d))).split(''));
  const [file, rank] = ['abcdefgh'.indexOf(square[0] ?? 'a'), 8 - Number(square[1])];
  const row = rows[rank];
  if (row) row[file] = piece ?? '.';
  const board = rows.map((r) => r.join('').replace(/\.+/g, (dots) => String(dots.length))).join('/');
  return [board, fields[1] ?? 'w', '-', '-', '0', '1'].join(' ');
}

export function withTurn(fen: string, side: 'white' | 'black'): string {
  const fields = fen.split(' ');
  return [fields[0], side === 'white' ? 'w' : 'b', fields[2] ?? '-', '-', '0', '1'].join(' ');
}
