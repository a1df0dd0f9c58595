"""What is known from elsewhere: scores that were printed, endgame tables, names of openings."""

from pathlib import Path

import chess
import chess.gaviota
import chess.syzygy


def printed(score, turn):
    """A score of the JSON, for the side to move, as readers see it: pawns, seen by White."""
    sign = 1 if turn == chess.WHITE else -1
    if "mate" in score:
        return f"#{sign * score['mate']}"
    if "table" in score:
        value = sign * score["table"]
        return "+–" if value > 0 else "–+" if value < 0 else "0.00"
    white = sign * score["cp"]
    if white == 0:
        return "0.00"
    return f"{'+' if white > 0 else '−'}{abs(white) // 100}.{abs(white) % 100:02}"


def worth(score, turn):
    """The same in centipawns; a mate or a table's win is worth more than anything."""
    white = (score["mate"] if "mate" in score else score["table"]) * 100_000 if "cp" not in score else score["cp"]
    return max(-100_000, min(100_000, white if turn == chess.WHITE else -white))


class Knowledge:
    """Tables and openings, opened once."""

    def __init__(self, openings=None, syzygy=None, gaviota=None):
        self.openings = read_openings(openings) if openings else None
        self.syzygy = chess.syzygy.open_tablebase(str(syzygy)) if syzygy else None
        self.gaviota = chess.gaviota.open_tablebase(str(gaviota)) if gaviota else None

    def ending(self, board, side):
        """Value for `side` (1, 0, -1) and moves to mate, as far as tables know; (None, None) if none does."""
        if board.is_checkmate():
            return (1 if board.turn != side else -1), 0
        sign = 1 if board.turn == side else -1
        value = depth = None
        if self.gaviota and len(board.piece_map()) <= 3:
            try:
                plies = self.gaviota.probe_dtm(board)
                value, depth = (plies > 0) - (plies < 0), (abs(plies) + 1) // 2
            except chess.gaviota.MissingTableError:
                pass
        if value is None and self.syzygy:
            try:
                wdl = self.syzygy.probe_wdl(board)
                value = (wdl > 0) - (wdl < 0)
            except chess.syzygy.MissingTableError:
                pass
        return (None, None) if value is None else (sign * value, depth)

    def opening(self, board):
        """The names of a position: (code, name)."""
        return self.openings.get(key(board)) if self.openings else None


class Facts:
    """What belongs to one explanation: its scores, the game so far, and the knowledge behind."""

    def __init__(self, knowledge, lines, turn, history=(), score=None, played=None, moves=None):
        self.knowledge = knowledge
        self.history = history
        self.moves = moves
        known = [line for line in [*lines, played] if line and line["uci"]]
        self.scores = {line["uci"][0]: printed(line["score"], turn) for line in reversed(known)}
        if score is not None:
            # The score of a move in a game is White's already.
            self.best_score = worth(score, chess.WHITE)
        else:
            self.best_score = worth(lines[0]["score"], turn) if lines else None

    def ending(self, board, side):
        return self.knowledge.ending(board, side)

    def opening(self, board):
        """The names of a position, or of the last one before it in the game that has any."""
        for earlier in [board, *reversed(self.history)]:
            known = self.knowledge.opening(earlier)
            if known:
                return known
        return None

    def is_named(self, board):
        return bool(self.knowledge.opening(board))


def key(board):
    """A position without its clocks."""
    return " ".join(board.fen(en_passant="legal").split()[:4])


def read_openings(path):
    """Every named position of a table of openings: code, name, moves; separated by tabs."""
    found = {}
    for row in Path(path).read_text(encoding="utf-8").splitlines():
        if row.startswith("#") or not row.strip():
            continue
        code, name, moves = row.split("\t")
        board = chess.Board()
        for token in moves.split():
            if not token[0].isdigit():
                board.push_san(token)
        found.setdefault(key(board), set()).add((code, name))
    return found
