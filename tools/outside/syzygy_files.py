"""Compares two directories of Syzygy files by what python-chess reads in them.

    target/python/bin/python tools/outside/syzygy_files.py OURS THEIRS [POSITIONS [ENDGAME…]]

A seeded sample of each endgame (default 20,000 positions; 0: every position of those of three men, some minutes); where both sides
have pawns, captures in passing are among them. Results must be the same, and distances to zeroing but for the ply that files may round.
"""

import itertools
import pathlib
import random
import sys
from collections.abc import Iterator

import chess
import chess.syzygy


def men(name: str) -> list[chess.Piece]:
    white, black = name.split("v")
    return [chess.Piece.from_symbol(c) for c in white] + [chess.Piece.from_symbol(c.lower()) for c in black]


def board(pieces: list[chess.Piece], squares: tuple[int, ...], turn: bool) -> chess.Board | None:
    if len(set(squares)) < len(squares):
        return None
    out = chess.Board(None)
    for piece, square in zip(pieces, squares):
        if piece.piece_type == chess.PAWN and chess.square_rank(square) in (0, 7):
            return None
        out.set_piece_at(square, piece)
    out.turn = turn
    # As tables have it: however a position may have come about.
    if out.was_into_check() or chess.square_distance(out.king(True), out.king(False)) < 2:
        return None
    return out


def passing(out: chess.Board, luck: random.Random) -> chess.Board:
    """The same with a right to capture in passing, if a pawn may have come there with a double step."""
    rank, back, home = (4, 8, 16) if out.turn else (3, -8, -16)
    for square in out.pieces(chess.PAWN, not out.turn):
        behind = chess.square_rank(square) == rank and not out.piece_at(square + back) and not out.piece_at(square + home)
        if behind and luck.random() < 0.8:
            out.ep_square = square + back
            if not out.has_legal_en_passant():
                out.ep_square = None
    return out


def positions(name: str, sample: int) -> Iterator[chess.Board]:
    pieces = men(name)
    if sample == 0 and len(pieces) == 3:
        for squares in itertools.product(range(64), repeat=3):
            for turn in (True, False):
                if found := board(pieces, squares, turn):
                    yield found
        return
    luck = random.Random(name)
    left = sample
    while left > 0:
        squares = [luck.randrange(64) for _ in pieces]
        turn = luck.random() < 0.5
        pawns = [next((n for n, m in enumerate(pieces) if m == chess.Piece(chess.PAWN, side)), None) for side in (turn, not turn)]
        if None not in pawns and luck.random() < 0.5:
            # Side by side, as after a double step.
            file = luck.randrange(7)
            files = luck.sample([file, file + 1], 2)
            for pawn, beside in zip(pawns, files):
                squares[pawn] = chess.square(beside, 4 if turn else 3)
        if found := board(pieces, tuple(squares), turn):
            yield passing(found, luck)
            left -= 1


def main() -> None:
    ours, theirs = map(pathlib.Path, sys.argv[1:3])
    sample = int(sys.argv[3]) if len(sys.argv) > 3 else 20_000
    names = sorted({file.stem for file in ours.glob("*.rtbw")} & {file.stem for file in theirs.glob("*.rtbw")})
    names = [name for name in names if name in sys.argv[4:] or not sys.argv[4:]]
    total = in_passing = rounded = 0
    sizes = {ending: [0, 0] for ending in ("rtbw", "rtbz")}
    with chess.syzygy.open_tablebase(ours) as own, chess.syzygy.open_tablebase(theirs) as other:
        for name in names:
            for ending, size in sizes.items():
                size[0] += (ours / f"{name}.{ending}").stat().st_size
                size[1] += (theirs / f"{name}.{ending}").stat().st_size
            for found in positions(name, sample):
                total += 1
                in_passing += found.ep_square is not None
                results = own.probe_wdl(found), other.probe_wdl(found)
                distances = own.probe_dtz(found), other.probe_dtz(found)
                rounded += distances[0] != distances[1]
                if results[0] != results[1] or abs(distances[0] - distances[1]) > 1:
                    sys.exit(f"{found.fen()}: results {results}, distances {distances}")
    said = ", ".join(f"{ending} {size[0]:,} against {size[1]:,} bytes" for ending, size in sizes.items())
    print(f"{len(names)} endgames, {total:,} positions ({in_passing:,} with a capture in passing) read the same; {rounded:,} distances rounded otherwise; {said}")
    if not names or not total:
        sys.exit("there was nothing to compare")


if __name__ == "__main__":
    main()
