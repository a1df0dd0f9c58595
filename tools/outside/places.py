"""Where a statement is said to hold: a position, a line of moves from it, and a place in that line."""

import re

import chess

TOKEN = re.compile(r"(?:(\d+)(\.|…))?(\S+)")


class Illegal(Exception):
    """A move that cannot be played, or a line that is not written as games are."""


class Place:
    """The boards of a line; `ply` entries of it have been played where the statement holds."""

    def __init__(self, start, moves=(), ply=None, *, kind="", about="", squares=(), beyond=(), basis=None, otherwise=(), also=()):
        self.boards = [start]
        # Gains are counted from the start, or from the position before a capture that the line takes back.
        self.bases = [start] if basis is None else [start, basis]
        # The line in which the move that is discussed is not played.
        self.otherwise = tuple(otherwise)
        # The line with another answer.
        self.also = tuple(also)
        self.moves = []
        for move in moves:
            board = self.boards[-1].copy(stack=False)
            if isinstance(move, str):
                move = parse_uci(board, move)
            board.push(move)
            self.moves.append(move)
            self.boards.append(board)
        self.ply = len(self.moves) if ply is None else ply
        if not 0 <= self.ply <= len(self.moves):
            raise Illegal(f"ply {self.ply} of a line of {len(self.moves)} entries")
        self.kind = kind
        self.about = about
        self.squares = frozenset(squares)
        # What follows in a line that is known, if the claim's own line stops where it holds.
        self.goes_on = self.ply < len(self.moves) or bool(beyond)
        self.last = self.boards[-1].copy(stack=False)
        self.rest = list(zip(self.moves[self.ply :], self.boards[self.ply :]))
        for move in beyond:
            move = parse_uci(self.last, move)
            self.rest.append((move, self.last.copy(stack=False)))
            self.last.push(move)

    @property
    def start(self):
        return self.boards[0]

    @property
    def there(self):
        return self.boards[self.ply]

    @property
    def end(self):
        return self.boards[-1]

    def steps(self, side=None):
        """Moves up to the place with the board before and after each; those of one side, or all."""
        for before, move, after in zip(self.boards, self.moves[: self.ply], self.boards[1:]):
            if move and (side is None or before.turn == side):
                yield before, move, after

    def came_from(self, square):
        """Where the man on a square of the place stood at the start; men never appear."""
        for move, before in zip(reversed(self.moves[: self.ply]), reversed(self.boards[: self.ply])):
            if move and move.to_square == square:
                square = move.from_square
            elif move and before.is_castling(move) and before.piece_at(square) is None:
                square = castling_rook(before, move)
        return square

    def went_to(self, square):
        """Where the man on a square of the start stands at the place; None if it was taken."""
        return followed(square, zip(self.moves[: self.ply], self.boards))

    def goes_to(self, square):
        """Where the man on a square of the place stands at the end of what is known; None if it was taken."""
        return followed(square, self.rest)


def followed(square, steps):
    """Where a man stands after moves, each with the board before it; None if it was taken."""
    for move, before in steps:
        if not move:
            continue
        if move.from_square == square:
            square = move.to_square
        elif before.is_castling(move) and square == castling_rook(before, move):
            square = chess.square(5 if before.is_kingside_castling(move) else 3, chess.square_rank(square))
        elif square == taken_on(before, move):
            return None
    return square


def taken_on(board, move):
    """The square of the man that a move takes, if it takes one."""
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square


def castling_rook(board, move):
    """Where the rook stands before castling."""
    return chess.square(7 if board.is_kingside_castling(move) else 0, chess.square_rank(move.from_square))


def parse_uci(board, text):
    try:
        return board.parse_uci(text)
    except ValueError as problem:
        raise Illegal(f"{text} cannot be played in {board.fen()}") from problem


def read_line(start, text):
    """The moves of a printed line such as `16…Ra7 17.Bd3 O-O`. Numbers, legality and spelling must be right. A pass is not printed:
    the next move has its number and belongs to the other side; it may happen once."""
    board = start.copy(stack=False)
    moves = []
    begins = True
    for token in text.split():
        number, dots, san = TOKEN.fullmatch(token).groups()
        if not numbered(board, number, dots, begins):
            side = "White" if board.turn == chess.WHITE else "Black"
            wrong = Illegal(f"“{token}” is numbered wrongly: it is move {board.fullmove_number}, {side} to play")
            if board.is_check() or chess.Move.null() in moves:
                raise wrong
            moves.append(chess.Move.null())
            board.push(chess.Move.null())
            if not numbered(board, number, dots, True):
                raise wrong
        move = read_san(board, san)
        moves.append(move)
        board.push(move)
        begins = False
    return moves


def numbered(board, number, dots, begins):
    """The number and dots before a move are those of the side to play."""
    wanted = "." if board.turn == chess.WHITE else "…" if begins else None
    return dots == wanted and (number is None or int(number) == board.fullmove_number)


def read_san(board, san):
    try:
        move = board.parse_san(san)
    except ValueError as problem:
        raise Illegal(f"{san} cannot be played in {board.fen()}") from problem
    if board.san(move) != san:
        raise Illegal(f"{san} is written {board.san(move)} in {board.fen()}")
    return move


def read_move(board, text):
    """One numbered move, `12.Nf3` or `12…Nf6`."""
    return read_line(board, text)[0]
