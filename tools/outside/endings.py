"""What is said of endings: by tables where they are at hand, and the reasons of theories as far as a board can tell."""

import re

import chess

import features as f
from phrases import JUDGEMENT, phrase
from words import LINE, ROLE, ROLES, SIDES, SQUARE, names, squares_in

ENDINGS = frozenset({"endgame", "zugzwang"})


def judged_board(place):
    """The position that is judged: the one asked about, or the one after the move asked about. From there the line goes
    on to where the reason applies."""
    return place.boards[0 if place.about in ("position", "") else min(1, len(place.moves))]


@phrase(
    "whole",
    ENDINGS,
    "{side} (?P<result>wins|loses) this ending(?:: mated? in (?P<moves>one move|{n} moves))?"
    "(?: (?:with|against) best play)?",
)
def decided_ending(said):
    value, depth = said.facts.ending(judged_board(said.place), said.side)
    if value is None:
        return JUDGEMENT
    wanted = 1 if said.groups["result"] == "wins" else -1
    if value != wanted:
        return f"by the table the value is {value}"
    moves = 1 if said.groups.get("moves") == "one move" else int(said.groups["n"]) if said.groups.get("n") else None
    if moves is not None and depth is not None and depth != moves:
        return f"by the table it is mate in {depth}"
    return None


@phrase(
    "whole",
    ENDINGS,
    "this comes down to an ending that {side} wins(?: with best play|: mate in (?P<moves>one move|{n} moves))(?: with best play)?",
)
def won_ending_ahead(said):
    """The line shown ends in the ending or, best play going on, in one with the same value."""
    known = [said.facts.ending(board, said.side) for board in said.place.boards]
    value = known[-1][0]
    if value is None:
        return JUDGEMENT
    if value != 1:
        return f"by the table the value at the end of the line is {value}"
    moves = 1 if said.groups.get("moves") == "one move" else int(said.groups["n"]) if said.groups.get("n") else None
    depths = [depth for _, depth in known if depth is not None]
    if moves is not None and depths and moves not in depths:
        return f"by the table it is mate in {depths[0]} where the ending begins"
    return None


@phrase("whole", ENDINGS, "this comes down to an ending that is a draw with best play")
def drawn_ending_ahead(said):
    board = said.place.boards[-1]
    value, _ = said.facts.ending(board, board.turn)
    if value is None:
        return JUDGEMENT
    return None if value == 0 else f"by the table the value at the end of the line is {value}"


@phrase("whole", ENDINGS, "with best play this ending is a draw")
def drawn_ending(said):
    board = judged_board(said.place)
    value, _ = said.facts.ending(board, board.turn)
    if value is None:
        return JUDGEMENT
    return None if value == 0 else f"by the table the value for the side to move is {value}"


@phrase(
    "whole",
    ENDINGS,
    "(?P<opponent>White|Black) is in zugzwang: (?P<moves>every move loses|no move does better than draw), but with "
    "{side} to move (?P<otherwise>it would be a draw|(?:White|Black) would lose)",
)
def zugzwang(said):
    if said.there.turn != SIDES[said.groups["opponent"]]:
        return f"it is not {said.groups['opponent']} to move"
    passed = said.there.copy(stack=False)
    passed.push(chess.Move.null())
    value, otherwise = (said.facts.ending(board, said.side)[0] for board in (said.there, passed))
    if value is None or otherwise is None:
        return JUDGEMENT
    wanted = (
        1 if said.groups["moves"] == "every move loses" else 0,
        0 if said.groups["otherwise"] == "it would be a draw" else -1,
    )
    return None if (value, otherwise) == wanted else f"by the table {value}, and {otherwise} after a pass"


# --- reasons ---

# A reason that applies only after some moves, which are printed before it.
LATER = re.compile(rf"after (?P<line>{LINE}) (?P<text>.*)")
COLOURED_MAN = re.compile(rf"(white|black) ({ROLE}) on ({SQUARE})")
MAN = rf"the (?:white|black) {ROLE} on {SQUARE}"


def reason(text, board):
    """Why a reason does not fit the board where it applies; None if it does, JUDGEMENT if only its men can be seen."""
    men = [
        (SIDES[colour.capitalize()], ROLES[role], chess.parse_square(sq))
        for colour, role, sq in COLOURED_MAN.findall(text)
    ]
    wrong = [sq for side, role, sq in men if board.piece_at(sq) != chess.Piece(role, side)]
    if wrong:
        return f"no such man stands on {names(wrong)} in {board.fen()}"
    for words, check in REASONS:
        match = words.match(text)
        if match:
            return check(board, men, match)
    return JUDGEMENT


def outside_square(board, men, match):
    """The king is too far from the promotion square, and the pawn has that many moves to go."""
    (king_side, _, king), (side, _, pawn) = men[:2]
    goal = chess.parse_square(match["goal"])
    last = 7 if side == chess.WHITE else 0
    if goal != chess.square(chess.square_file(pawn), last):
        return f"the pawn does not promote on {match['goal']}"
    steps = 7 - f.rank_of(pawn, side)
    if f.rank_of(pawn, side) == 1:
        steps -= 1
    if int(match["n"]) != steps:
        return f"the pawn has {steps} moves to go"
    late = chess.square_distance(king, goal) - (board.turn == king_side) > steps
    return None if late else "the king is in the square of the pawn"


def box(board, men, match):
    """The number of squares is that of the list, the king is on one of them, and no line of the rook's is."""
    squares = squares_in(match["box"])
    (_, _, rook), (_, _, king) = men[:2]
    if len(squares) != int(match["n"]) or king not in squares:
        return "the box and its number do not agree, or the king is not in it"
    crossed = [
        sq
        for sq in squares
        if chess.square_file(sq) == chess.square_file(rook) or chess.square_rank(sq) == chess.square_rank(rook)
    ]
    return f"the rook's lines cross the box on {names(crossed)}" if crossed else None


def takes(board, men, match):
    """The king can take the man; “which nobody protects”."""
    (_, _, king), (_, _, target) = men[:2]
    move = chess.Move(king, target)
    return None if move in board.legal_moves else "it cannot be taken"


def on_key_square(board, men, match):
    (_, _, king) = men[0]
    return None if king in squares_in(match["keys"]) else "the king is on none of these squares"


def stuck(board, men, match):
    return None if board.is_stalemate() else "it is no stalemate"


REASONS = [
    (re.compile(text), check)
    for text, check in [
        (
            rf"{MAN} is outside the square of {MAN} and cannot catch it before (?P<goal>{SQUARE}): "
            r"it has (?P<n>\d+) moves? to go",
            outside_square,
        ),
        (rf"(?:goal: )?{MAN} holds {MAN} in a box of (?P<n>\d+) squares? \((?P<box>[^)]*)\)", box),
        (rf"{MAN} takes {MAN}", takes),
        (rf"{MAN} stands on a key square of {MAN} \((?P<keys>[^)]*)\)", on_key_square),
        (rf"{MAN} has no move and is not in check", stuck),
    ]
]
