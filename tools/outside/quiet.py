"""More of what a move plainly does: kings, lines, exchanges of unlike men."""

import chess

import features as f
from moves import CENTRE, all_there, moved, moves_a, not_behind, role_moved, same_file
from phrases import EFFECTS, phrase
from words import names


def quiet(said):
    before, move, _ = moved(said)
    return "it takes something" if before.is_capture(move) else None


def answered(said):
    """Why the man that moved cannot be taken, or None."""
    _, move, after = moved(said)
    return None if any(reply.to_square == move.to_square for reply in after.legal_moves) else "nothing can take back"


@phrase("move", EFFECTS, "takes back material{on}")
def regains(said):
    before, move, _ = moved(said)
    if not before.is_capture(move) or not not_behind(said):
        return "it is not behind, or takes nothing"
    return None if not said.on or said.on == [move.to_square] else "the capture is elsewhere"


@phrase("move", EFFECTS, "(?:brings the king nearer to|leads the king towards) {men_on}")
def brings_king(said):
    before, move, after = moved(said)
    goals = f.men(after, chess.PAWN, not before.turn) | f.passed(after, before.turn)
    if any(f.men(before, chess.QUEEN, side) for side in chess.COLORS):
        return "there are queens"

    def nears(sq):
        now = chess.square_distance(move.to_square, sq)
        return now <= 3 and now < chess.square_distance(move.from_square, sq)

    wrong = [sq for _, sq in said.men_on() if sq not in goals or not nears(sq)]
    return moves_a(said, chess.KING) or quiet(said) or (f"no nearer to {names(wrong)}" if wrong else None)


def rays(board, square):
    """Where the line piece on a square would go on an empty board."""
    bare = chess.BaseBoard(None)
    bare.set_piece_at(square, board.piece_at(square))
    return bare.attacks(square)


@phrase("move", EFFECTS, "takes the king out of the line of {men_on}")
def leaves_line(said):
    before, move, _ = moved(said)
    wrong = [
        sq
        for _, sq in said.men_on()
        if move.from_square not in rays(before, sq) or move.to_square in rays(before, sq)
    ]
    problem = all_there(before, said.men_on(), not before.turn) or moves_a(said, chess.KING)
    return problem or (f"no line of {names(wrong)} is left" if wrong else None)


@phrase("move", EFFECTS, "takes the king out of check")
def leaves_check(said):
    before, move, _ = moved(said)
    return moves_a(said, chess.KING) or (None if before.is_check() else "there is no check")


@phrase("move", EFFECTS, "blocks the check")
def blocks_check(said):
    before, move, _ = moved(said)
    takes = move.to_square in before.checkers() or before.piece_type_at(move.from_square) == chess.KING
    return None if before.is_check() and not takes else "no check is blocked"


@phrase("move", EFFECTS, "takes the man that gives check")
def takes_checker(said):
    before, move, _ = moved(said)
    return None if move.to_square in before.checkers() else "that man gives no check"


@phrase("move", EFFECTS, "takes the open diagonal", "puts {man} on the open diagonal")
def takes_diagonal(said):
    before, move, after = moved(said)
    file, rank = chess.square_file(move.to_square), chess.square_rank(move.to_square)

    def on(sq, way):
        return chess.square_file(sq) - file == way * (chess.square_rank(sq) - rank)

    sees = after.attacks(move.to_square)
    new = any(not on(move.from_square, way) and sum(on(sq, way) for sq in sees) >= 5 for way in (1, -1))
    problem = role_moved(said) if said.groups.get("role") else None
    return problem or moves_a(said, chess.BISHOP, chess.QUEEN) or (None if new else "it sees no new diagonal of five squares")


@phrase("move", EFFECTS, "puts the queen on the open file")
def queen_takes_file(said):
    _, move, after = moved(said)
    pawns = after.pieces(chess.PAWN, chess.WHITE) | after.pieces(chess.PAWN, chess.BLACK)
    shut = same_file(move) or any(chess.square_file(sq) == chess.square_file(move.to_square) for sq in pawns)
    return moves_a(said, chess.QUEEN) or ("it goes to no open file" if shut else None)


def swap(said, own, other):
    before, move, _ = moved(said)
    taken = before.piece_type_at(move.to_square) == other
    place = not said.on or said.on == [move.to_square]
    return moves_a(said, own) or (None if taken and place else "nothing like that is taken there") or answered(said)


@phrase("move", EFFECTS, "(?:gives|exchanges) the bishop for the knight{on}")
def gives_bishop(said):
    return swap(said, chess.BISHOP, chess.KNIGHT)


@phrase("move", EFFECTS, "(?:gives|exchanges) the knight for the bishop{on}")
def gives_knight(said):
    return swap(said, chess.KNIGHT, chess.BISHOP)


@phrase("move", EFFECTS, "exchanges pawns in the centre")
def trades_in_centre(said):
    _, move, _ = moved(said)
    return swap(said, chess.PAWN, chess.PAWN) or (None if move.to_square in CENTRE else "not in the centre")


@phrase("move", EFFECTS, "(?:doubles|lines up) queen and rook on the file")
def doubles_heavy(said):
    before, move, after = moved(said)
    other = {chess.ROOK: chess.QUEEN, chess.QUEEN: chess.ROOK}.get(before.piece_type_at(move.from_square))
    if other is None or same_file(move):
        return "no queen or rook comes to the file"
    file = chess.square_file(move.to_square)
    seen = [sq for sq in after.attacks(move.to_square) if sq in after.pieces(other, before.turn)]
    pawns = [sq for sq in after.pieces(chess.PAWN, before.turn) if chess.square_file(sq) == file]
    return None if not pawns and any(chess.square_file(sq) == file for sq in seen) else "they do not stand behind each other"
