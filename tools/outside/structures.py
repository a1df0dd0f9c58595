"""Pawn structures by name: the pawns that their definition asks for, counted on this board."""

import re
from pathlib import Path

import chess

from phrases import phrase
from words import SQUARE

KNOWLEDGE = Path(__file__).resolve().parents[2] / "knowledge"
STRUCTURE = frozenset({"structure"})


def definitions():
    lines = (KNOWLEDGE / "structures/pawns.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ") for line in lines if line and not line.startswith("#"))


def texts():
    """Name and English words of every structure."""
    return re.findall(r"(?m)^structure-([\w-]+) = (.*)$", (KNOWLEDGE / "words/en.ftl").read_text(encoding="utf-8"))


def fits(board, side, definition):
    """Why the pawns of the board do not form the structure for `side`, or None."""
    for condition in definition.split(", "):
        *no, owner, place = condition.split()
        color = side if owner == "own" else not side
        pawns = [chess.square_name(sq if side else chess.square_mirror(sq)) for sq in board.pieces(chess.PAWN, color)]
        if any(name.startswith(place) for name in pawns) == bool(no):
            return f"the pawns do not fit “{condition}”"
    return None


def turned(square):
    return chess.square_name(chess.square_mirror(chess.parse_square(square)))


def register(name, text):
    """The sentence of a structure, with the squares of either side."""
    holes = re.findall(r"\{ \$(\w+) \}", text)
    words = re.escape(re.sub(r"\{ \$\w+ \}", "\0", text))
    for i, hole in enumerate(holes):
        # A side is named only once in a pattern.
        first = hole not in holes[:i]
        plain = "(?:White|Black)" if hole in ("side", "opponent") else SQUARE
        words = words.replace("\0", f"(?P<{hole}>{plain})" if first else plain, 1)

    @phrase("whole", STRUCTURE, words)
    def check(said):
        sides = [said.groups["side"] == "White"] if said.groups.get("side") else [chess.WHITE, chess.BLACK]
        problems = {side: fits(said.there, side, definitions()[name]) for side in sides}
        side = next((side for side, problem in problems.items() if problem is None), None)
        if side is None:
            return problems[sides[0]]
        for hole in {hole for hole in holes if re.fullmatch(SQUARE, hole)}:
            wanted = hole if side else turned(hole)
            if said.groups[hole] != wanted:
                return f"{said.groups[hole]} is said instead of {wanted}"
        return None


for structure, sentence in texts():
    register(structure, sentence)


def counts():
    """What was counted for a placement of pawns."""
    lines = (KNOWLEDGE / "practice/pawns.tsv").read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if not line.startswith("#"))


COUNTS = counts()


@phrase(
    "whole",
    frozenset({"practice"}),
    r"in (?P<games>\d+) master games with this structure, colours apart, {side} scored (?P<score>\d+) % "
    r"and in (?P<share>\d+) % of them soon played (?P<next>(?:[a-h]x)?[a-h][1-8])",
)
def practice(said):
    pawns = chess.BaseBoard(None)
    for square, piece in said.there.piece_map().items():
        if piece.piece_type == chess.PAWN:
            pawns.set_piece_at(square, piece)
    is_white = said.groups["side"] == "White"
    turn = pawns.board_fen() not in COUNTS
    if turn:
        pawns.apply_mirror()
    if pawns.board_fen() not in COUNTS:
        return "such pawns were not counted"
    games, white, *nexts = COUNTS[pawns.board_fen()].split("\t")
    is_white ^= turn
    move, _, share = nexts[0 if is_white else 1].partition(" ")
    move = turned(move[:2]) + turned(move[2:]) if turn else move
    san = move[2:] if move[0] == move[2] else f"{move[0]}x{move[2:]}"
    told = (said.groups["games"], said.groups["score"], said.groups["next"], said.groups["share"])
    truth = (games, white if is_white else str(100 - int(white)), san, share)
    return None if told == truth else f"the counts are {truth}"
