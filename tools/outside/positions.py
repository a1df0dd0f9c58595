"""Positions to explain: some from each game of a file, or from games that this program plays with itself."""

import random

import chess
import chess.pgn

EARLIEST = 8


def from_games(path, count, seed):
    """One position from each game of a PGN file, with the move that was played there; then another of each, and so on."""
    rng = random.Random(seed)
    seen = set()
    while count > 0:
        before = len(seen)
        with open(path, encoding="utf-8", errors="replace") as games:
            while count > 0 and (game := chess.pgn.read_game(games)):
                moves = list(game.mainline_moves())
                if len(moves) <= EARLIEST:
                    continue
                ply = rng.randrange(EARLIEST, len(moves))
                board = game.board()
                for move in moves[:ply]:
                    board.push(move)
                if board.epd() in seen:
                    continue
                seen.add(board.epd())
                count -= 1
                yield board.copy(stack=False), moves[ply]
        if len(seen) == before:
            return


def from_play(count, seed):
    """One position from each of some games of our own: random moves, but captures and safe squares preferred."""
    rng = random.Random(seed)
    for _ in range(count):
        while True:
            board = chess.Board()
            for _ in range(rng.randrange(EARLIEST, 140)):
                move = choose(board, rng)
                if move is None:
                    break
                board.push(move)
            move = choose(board, rng)
            if move is not None and not board.is_insufficient_material():
                yield board.copy(stack=False), move
                break


ENDINGS = ("KPk", "KQk", "KRk", "KBBk", "KBNk", "KPkp", "KQkp", "KRkp", "KQkq", "KPPk", "KRkb", "KRkn")


def from_endings(count, seed):
    """Positions with few men, placed at random, and a legal move in each."""
    rng = random.Random(seed)
    while count > 0:
        board = chess.Board(None)
        for letter in rng.choice(ENDINGS):
            pawn = letter in "Pp"
            board.set_piece_at(rng.randrange(8, 56) if pawn else rng.randrange(64), chess.Piece.from_symbol(letter))
        if rng.random() < 0.5:
            board = board.mirror()
        board.turn = rng.random() < 0.5
        moves = sorted(board.legal_moves, key=lambda move: move.uci()) if board.is_valid() else []
        if moves:
            count -= 1
            yield board, rng.choice(moves)


def games_of(path, count, seed):
    """Games as PGN: the first of a file, or games of our own."""
    if path:
        with open(path, encoding="utf-8", errors="replace") as games:
            for _ in range(count):
                game = chess.pgn.read_game(games)
                if game is None:
                    return
                yield game
        return
    rng = random.Random(seed)
    for _ in range(count):
        board = chess.Board()
        while not board.is_game_over() and board.fullmove_number <= 60:
            board.push(choose(board, rng))
        yield chess.pgn.Game.from_board(board)


WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def choose(board, rng):
    """A sensible move more often than not."""
    moves = sorted(board.legal_moves, key=lambda move: move.uci())
    if not moves:
        return None
    return max(moves, key=lambda move: merit(board, move) + rng.random() * 2)


def merit(board, move):
    """What the move takes, less what it leaves to be taken; the middle of the board is better than its edge."""
    side, man = board.turn, board.piece_type_at(move.from_square)
    won = WORTH[board.piece_type_at(move.to_square) or chess.PAWN] if board.is_capture(move) else 0
    won += WORTH[move.promotion] - 1 if move.promotion else 0
    board.push(move)
    attacked = board.is_attacked_by(not side, move.to_square)
    guarded = board.is_attacked_by(side, move.to_square)
    mate = board.is_checkmate()
    board.pop()
    risk = WORTH[man] if attacked and not guarded else max(0, WORTH[man] - 2) if attacked else 0
    threatened = WORTH[man] if board.is_attacked_by(not side, move.from_square) and man != chess.PAWN else 0
    centre = 3.5 - max(abs(chess.square_file(move.to_square) - 3.5), abs(chess.square_rank(move.to_square) - 3.5))
    step = 0.4 if man == chess.PAWN else 0
    return (
        100 * mate + won - risk + 0.5 * threatened + 0.2 * centre * (man != chess.KING) + step + board.is_castling(move)
    )
