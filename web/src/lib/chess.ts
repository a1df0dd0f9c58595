// Legality in the page, from chessops: where pieces may go, what a move is called, what stands after it.

import { Chess, fen as emptyFen, isNormal, type Move, type Square } from './chessops';
import { chessgroundDests, makeFen, makeSanAndPlay, makeSquare, makeUci, parseFen, parseSan, parseUci } from './chessops';
import { englishMove } from './notation';
import { t } from './words';

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export { emptyFen };

/** A position, or the words why there is none. */
export function position(fen: string): Chess | string {
  const setup = parseFen(fen.trim());
  if (setup.isErr) return t('This is not a FEN.');
  const made = Chess.fromSetup(setup.value);
  if (made.isErr) return reason(made.error.message);
  return made.value;
}

function reason(code: string): string {
  const words: Record<string, string> = {
    ERR_EMPTY: t('The board is empty.'),
    ERR_OPPOSITE_CHECK: t('The side that is not to move is in check.'),
    ERR_PAWNS_ON_BACKRANK: t('A pawn stands on the first or last rank.'),
    ERR_KINGS: t('Each side needs exactly one king.'),
    ERR_IMPOSSIBLE_CHECK: t('No move can have led to this check.'),
  };
  return words[code] ?? t('This position is not legal.');
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
  const plain0 = text.replaceAll('0', 'O').replace(/^O-O-O$/i, 'O-O-O');
  const named = parseSan(pos, plain0) ?? parseSan(pos, text) ?? parseSan(pos, englishMove(text));
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

/** The other side to move, as analysts do to show a threat. */
function pass(fen: string): Played {
  const fields = fen.split(' ');
  fields[1] = fields[1] === 'w' ? 'b' : 'w';
  fields[3] = '-';
  return { uci: '0000', san: '–', fen: fields.join(' ') };
}

/** The line as moves with positions, `0000` a pass; stops where a move is not legal. */
export function playLine(fen: string, moves: string[]): Played[] {
  const out: Played[] = [];
  let at = fen;
  for (const move of moves) {
    const played = move === '0000' ? pass(at) : play(at, move);
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
      sides[side].push(`${t(NAMES[c.toLowerCase()] ?? c)} ${'abcdefgh'[file] ?? '?'}${8 - r}`);
      file += 1;
    }
  });
  return `${t('White')}: ${sides.white.join(', ')}. ${t('Black')}: ${sides.black.join(', ')}. ${turn(fen) === 'white' ? t('White to move') : t('Black to move')}.`;
}
