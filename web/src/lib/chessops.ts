// The parts of chessops that the page uses, in one place.

export { Chess } from 'chessops/chess';
export { chessgroundDests } from 'chessops/compat';
export { EMPTY_FEN as fen, makeFen, parseFen } from 'chessops/fen';
export { makeComment, makePgn, parseComment, parsePgn, startingPosition, defaultGame, ChildNode, Node as PgnNode } from 'chessops/pgn';
export type { PgnNodeData, Game as PgnGame } from 'chessops/pgn';
export { makeSanAndPlay, parseSan } from 'chessops/san';
export { isNormal } from 'chessops/types';
export type { Move, Square } from 'chessops/types';
export { makeSquare, makeUci, parseSquare, parseUci } from 'chessops/util';
