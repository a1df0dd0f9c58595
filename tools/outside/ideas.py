"""What a side can aim at: its man's way over the board as it stands, and what holds when it has arrived."""

import chess

import features as f
from phrases import phrase
from words import ROLES, side_name, squares_in

IDEAS = frozenset({"idea"})
MIDDLE = (chess.D4, chess.E4, chess.D5, chess.E5)
# Points of all pieces, queens excluded, with which a king is a fighting piece.
FEW_PIECES = 20


def goes(board, side, start, square):
    """A man can go there in one move over an empty board, whoever is to move; the king not into check."""
    role = board.piece_type_at(start)
    if board.piece_at(square):
        return False
    if role == chess.PAWN:
        one = f.in_front(start, side)
        steps = [one]
        if f.rank_of(start, side) == 1 and not board.piece_at(one):
            steps.append(f.in_front(start, side, 2))
        return square in steps
    if role == chess.KING and relocated(board, start, square).attackers(not side, square):
        return False
    return square in board.attacks(start)


def relocated(board, start, square):
    board = board.copy(stack=False)
    board.set_piece_at(square, board.remove_piece_at(start))
    return board


def ways(board, side, start, square, most=4, tense=False):
    """Whether a man gets there on squares that no enemy pawn attacks, the last one excepted if it is `tense`."""
    frontier, seen = [start], {start}
    for _ in range(most):
        after = []
        for at in frontier:
            here = relocated(board, start, at) if at != start else board
            for to in chess.SquareSet(chess.BB_ALL) - chess.SquareSet(seen):
                if not goes(here, side, at, to):
                    continue
                if to == square and tense:
                    return True
                if f.pawn_guards(board, to, not side):
                    continue
                if to == square:
                    return True
                seen.add(to)
                after.append(to)
        frontier = after
    return False


def walked(said, role, tense=False):
    """The board with a man of that kind on the square that is named, and where it came from; or why it cannot get there."""
    board, side = said.start, said.side
    square = squares_in(said.groups.get("to") or said.groups["square"])[0]
    path = squares_in(said.groups.get("path"))
    if path:
        here = board
        for at, to in zip(path, path[1:]):
            blocked = f.pawn_guards(board, to, not side) and not (tense and to == path[-1])
            if not goes(here, side, at, to) or blocked:
                return None, None, f"it cannot go from {chess.square_name(at)} to {chess.square_name(to)}"
            here = relocated(here, at, to)
        starts = [path[0]] if path[-1] == square else []
    else:
        starts = [sq for sq in board.pieces(role, side) if ways(board, side, sq, square, tense=tense)]
    starts = [sq for sq in starts if board.piece_at(sq) == chess.Piece(role, side)]
    if not starts:
        return None, None, f"{side_name(side)} brings no {chess.piece_name(role)} to {chess.square_name(square)}"
    return [(relocated(board, sq, square), sq) for sq in starts], square, None


def any_of(found, holds, problem):
    """None if the test holds for one of the ways."""
    return None if any(holds(there, start) for there, start in found) else problem


def aimed(said, role, holds, problem, tense=False):
    found, square, wrong = walked(said, role, tense)
    return wrong or any_of(found, lambda there, start: holds(there, start, square), problem)


TO = "(?P<to>[a-h][1-8])"
WAY = r"(?: \({path}\))?"


@phrase("does", IDEAS, "(?:puts|posts|brings|leads) {man} (?:on|to) " + TO + WAY + " where no pawn can drive it off")
def outpost(said):
    role = ROLES[said.groups["role"]]

    def holds(there, _, square):
        inner = 3 <= f.rank_of(square, said.side) <= 5 and f.free_of_pawns_for_ever(there, square, said.side)
        return role in f.MINORS and inner and f.pawn_guards(there, square, said.side)

    return aimed(said, role, holds, "a pawn can drive it off there")


@phrase("does", IDEAS, "(?:puts|brings) {man} (?:on|to) " + TO + WAY + " to hold up the pawn on {square}")
def blocks(said):
    role, pawn = ROLES[said.groups["role"]], chess.parse_square(said.groups["square"])
    worth = f.passed(said.start, not said.side) | f.isolated(said.start, not said.side)

    def holds(_, __, square):
        return role in f.MINORS and f.in_front(square, said.side) == pawn and pawn in worth

    return aimed(said, role, holds, "it stands before no passed or isolated pawn there")


def takes_file(side, start, square):
    return chess.square_file(start) != chess.square_file(square) and f.rank_of(square, side) <= 1


@phrase(
    "does",
    IDEAS,
    "takes the open file with the rook on " + TO,
    "puts the rook on the open file on " + TO,
    "brings the rook to the open file on " + TO + WAY,
)
def open_file(said):
    def holds(there, start, square):
        pawns = {chess.square_file(sq) for sq in there.pieces(chess.PAWN, True) | there.pieces(chess.PAWN, False)}
        return takes_file(said.side, start, square) and chess.square_file(square) not in pawns

    return aimed(said, chess.ROOK, holds, "that is no open file")


@phrase(
    "does",
    IDEAS,
    "presses on the weak pawn on {square} with the rook on " + TO + " until it falls or ties a piece down",
    "brings the rook to " + TO + WAY + " to press on the weak pawn on {square} until it falls or ties a piece down",
)
def presses(said):
    pawn = chess.parse_square(said.groups["square"])
    weak = f.isolated(said.start, not said.side) | f.backward(said.start, not said.side)

    def holds(there, start, square):
        file = chess.square_file(square)
        own = f.file_men(there, chess.PAWN, said.side, file)
        hit = pawn in there.attacks(square) and chess.square_file(pawn) == file
        return takes_file(said.side, start, square) and not own and hit and pawn in weak

    return aimed(said, chess.ROOK, holds, "it presses on no weak pawn there")


@phrase("does", IDEAS, "brings the rook to the seventh rank on " + TO + WAY)
def seventh(said):
    def holds(there, start, square):
        ranks = {f.rank_of(sq, said.side) for sq in there.pieces(chess.PAWN, not said.side)}
        target = 6 in ranks or f.rank_of(there.king(not said.side), said.side) == 7
        return f.rank_of(square, said.side) == 6 and f.rank_of(start, said.side) != 6 and target

    return aimed(said, chess.ROOK, holds, "that is not the seventh rank, or nothing is to be had on it")


@phrase(
    "does",
    IDEAS,
    "(?:breaks with|plays the break|prepares the break|works towards) " + TO + " against the pawn on {square}",
)
def breaks(said):
    pawn = chess.parse_square(said.groups["square"])

    def holds(there, start, square):
        theirs = there.pieces(chess.PAWN, not said.side)
        return pawn in there.attacks(square) & theirs and not said.start.attacks(start) & theirs

    return aimed(said, chess.PAWN, holds, "it meets no such pawn there", tense=True)


@phrase("does", IDEAS, "pushes the passed pawn (?:to|as far as) " + TO + " while nothing stops it")
def passer(said):
    return aimed(said, chess.PAWN, lambda there, _, sq: sq in f.passed(there, said.side), "no passed pawn goes there")


def wing(square):
    """-1 on the a-, b- and c-files, 1 on the f-, g- and h-files."""
    file = chess.square_file(square)
    return -1 if file <= 2 else 1 if file >= 5 else 0


@phrase("does", IDEAS, "pushes a pawn to " + TO + " to open lines against the king on {square}")
def storms(said):
    king = chess.parse_square(said.groups["square"])

    def holds(there, _, square):
        own = wing(there.king(said.side))
        return there.king(not said.side) == king and wing(king) == wing(square) == -own != 0

    return aimed(said, chess.PAWN, holds, "the kings do not stand on different wings, or the pawn is not near the enemy's")


@phrase("does", IDEAS, "advances the majority with " + TO + " to make a passed pawn")
def majority(said):
    def holds(there, _, square):
        pawns = {side: [sq for sq in there.pieces(chess.PAWN, side) if wing(sq) == wing(square)] for side in chess.COLORS}
        before = [
            sq
            for sq in f.file_men(there, chess.PAWN, not said.side, chess.square_file(square))
            if f.rank_of(sq, said.side) > f.rank_of(square, said.side)
        ]
        return wing(square) and len(pawns[said.side]) > len(pawns[not said.side]) and not before

    return aimed(said, chess.PAWN, holds, "there is no majority with a free pawn")


@phrase("does", IDEAS, "brings the king nearer the centre on " + TO + WAY)
def centre(said):
    def off(square):
        return min(chess.square_distance(square, sq) for sq in MIDDLE)

    def holds(there, start, square):
        pieces = [p.piece_type for p in there.piece_map().values() if p.piece_type not in (chess.PAWN, chess.KING)]
        few = chess.QUEEN not in pieces and sum(f.POINTS[role] for role in pieces) <= FEW_PIECES
        return few and off(square) < off(start)

    return aimed(said, chess.KING, holds, "it is no nearer, or there are too many pieces")


@phrase("does", IDEAS, "castles", "brings the king into safety by castling")
def castles(said):
    done = any(before.is_castling(move) for before, move, _ in said.place.steps(said.side))
    return None if done else f"{side_name(said.side)} does not castle in the line"
