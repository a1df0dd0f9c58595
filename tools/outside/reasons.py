"""What a move is for: what happens with it, and what would happen without it."""

import chess

from moves import all_there, moved, role_moved, touches
from phrases import phrase
from places import Illegal, Place, read_move
from tactical import mates_in, wins
from words import LINE, ROLES, side_name

REASONS = frozenset({"reason"})
WOULD = (
    "(?:which would win {what}(?: for {given})?|(?P<mate>which would be mate)|which would mate in {n}"
    "|(?P<promotes>which would promote a pawn))"
)
SHOWN = rf"(?: \({LINE}\))?"
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def balance(board, side):
    return sum(VALUES[man.piece_type] * (1 if man.color == side else -1) for man in board.piece_map().values())


def without(said):
    """The line in which the move is not played."""
    if not said.place.otherwise:
        raise Illegal("what happens without the move is not told")
    return Place(said.start, said.place.otherwise)


def answered(said):
    """Why the threat is none, or is still there after the move; None if it is met."""
    other = without(said)
    side = said.start.turn
    if other.moves[0] != chess.Move.null():
        return "the threat is not shown by a pass"
    threat = read_move(other.boards[1], said.groups["move"])
    if threat != other.moves[1]:
        return f"the line goes on with {other.moves[1]}"
    groups = said.groups
    if groups.get("what"):
        problem = wins(other, not side, groups["what"], groups.get("given"), [said.start])
    elif groups.get("promotes"):
        problem = wins(other, not side, "a new piece")
    else:
        problem = mates_in(other, not side, int(groups.get("n") or 1))
    if problem:
        return f"without the move: {problem}"
    after = said.place.boards[1]
    if not after.is_legal(threat):
        return None
    if len(said.place.moves) < 2 or said.place.moves[1] != threat:
        return f"{threat} is still possible, and nothing shows what comes of it"
    if groups.get("mate"):
        return "it is still mate" if said.place.boards[2].is_checkmate() else None
    lost = balance(after, side) - balance(said.place.end, side)
    return f"{side_name(side)} still loses {lost} points" if lost > 0 else None


@phrase("move", REASONS, "meets the threat of {move}, " + WOULD, "parries {move}, " + WOULD, "stops {move}, " + WOULD + SHOWN)
def meets(said):
    return answered(said)


@phrase("move", REASONS, "pins {men_on} and so stops {move}, " + WOULD)
def pins_attacker(said):
    before, _, after = moved(said)
    square, side = said.men_on()[0][1], not before.turn
    problem = answered(said) or all_there(after, said.men_on(), side)
    held = after.is_pinned(side, square) and not before.is_pinned(side, square)
    return problem or (None if held else "it is not pinned by the move")


@phrase("move", REASONS, "gives the king a way out of {move}, " + WOULD)
def flight(said):
    problem = answered(said)
    if problem or len(said.place.boards) < 3:
        return problem or "the threat is not carried out"
    there = said.place.boards[2]
    walks = any(move.from_square == there.king(there.turn) for move in there.legal_moves)
    return None if there.is_check() and walks else "the king cannot go anywhere"


@phrase("move", REASONS, "meets {move}, " + WOULD + ", with a counter-attack" + SHOWN)
def counters(said):
    problem = answered(said)
    if problem or len(said.place.moves) < 3:
        return problem or "no answer to the threat is shown"
    answer = said.place.moves[2]
    takes = said.place.boards[2].is_capture(answer) and answer.to_square != said.place.moves[1].to_square
    return None if takes else "the answer takes nothing elsewhere"


@phrase("move", REASONS, "avoids the exchange of {man} by {move}")
def spares(said):
    before, move, after = moved(said)
    other = without(said)
    if other.moves[0] != chess.Move.null():
        return "the exchange is not shown by a pass"
    taking = read_move(other.boards[1], said.groups["move"])
    taker = other.boards[1].piece_type_at(taking.from_square)
    if taking.to_square != move.from_square or taker != chess.KNIGHT or len(other.moves) != 2:
        return "no knight takes it"
    hit = after.attackers(not before.turn, move.to_square)
    return role_moved(said) or ("it is attacked there as well" if hit else None)


@phrase("move", REASONS, "guards {men_on} against {move}, " + WOULD)
def guards(said):
    return answered(said) or touches(said, said.start.turn)


@phrase("move", REASONS, "saves {man} from {move}, " + WOULD)
def saves(said):
    return answered(said) or role_moved(said)


@phrase("move", REASONS, "removes {men_on} before {move}, " + WOULD)
def takes(said):
    before, move, _ = moved(said)
    problem = answered(said) or all_there(before, said.men_on(), not before.turn)
    taken = [sq for _, sq in said.men_on()] == [move.to_square]
    return problem or (None if taken else "another man is taken")


@phrase("move", REASONS, "offers {man}{on}, and taking it wins nothing" + SHOWN)
def baits(said):
    place = said.place
    before, move, after = moved(said)
    if len(place.moves) < 3 or place.moves[1].to_square != move.to_square:
        return "nothing shows what comes of the capture"
    if after.piece_type_at(move.to_square) != ROLES[said.groups["role"]]:
        return "another man is offered"
    if place.end.is_checkmate():
        return None if place.end.turn != before.turn else "the wrong side is mated"
    lost = balance(before, before.turn) - balance(place.end, before.turn)
    return f"{lost} points are lost" if lost > 0 else None


@phrase("move", REASONS, "blocks the way of {move}, " + WOULD)
def blocks(said):
    _, move, _ = moved(said)
    problem = answered(said)
    if problem:
        return problem
    threat = without(said).moves[1]
    way = chess.SquareSet.between(threat.from_square, threat.to_square)
    return None if move.to_square in way else "the move does not stand in the way"


@phrase("move", REASONS, "(?:stops|prevents) {move}", "makes {move} a mistake" + SHOWN)
def stops(said):
    other = without(said)
    theirs = read_move(other.boards[1], said.groups["move"])
    if other.moves != [chess.Move.null(), theirs]:
        return "another move is stopped"
    before, move, after = moved(said)
    if after.is_check() or move.to_square == theirs.from_square:
        return "any check and any capture would stop it"
    if not after.is_legal(theirs):
        return None
    if len(said.place.moves) < 3 or said.place.moves[1] != theirs:
        return f"{theirs} is still possible, and nothing shows what comes of it"
    won = balance(said.place.end, before.turn) - balance(after, before.turn)
    return None if won > 0 else "nothing is won after it"


@phrase(
    "move",
    REASONS,
    "prepares {move}, which would fail at once" + SHOWN,
    "prepares {move}",
    "makes {move} possible",
)
def prepares(said):
    return prepared(said)


@phrase("move", REASONS, "(?:vacates|clears) {square} for {man}")
def vacates(said):
    place = said.place
    if place.ply < 3:
        return "no later move is shown"
    _, move, _ = moved(said)
    later, before = place.moves[place.ply - 1], place.boards[place.ply - 1]
    square = chess.parse_square(said.groups["square"])
    if not move.from_square == later.to_square == square:
        return "that square is not left for the later move"
    right = before.piece_type_at(later.from_square) == ROLES[said.groups["role"]]
    return prepared(said) if right else "another man goes there"


def prepared(said):
    place = said.place
    if place.ply < 3:
        return "no later move is shown"
    later = place.moves[place.ply - 1]
    if said.groups.get("move"):
        later = read_move(place.boards[place.ply - 1], said.groups["move"])
    if later != place.moves[place.ply - 1]:
        return f"the line goes on with {place.moves[place.ply - 1]}"
    before, _, after = moved(said)
    if not place.otherwise:
        free = after.copy(stack=False)
        free.push(chess.Move.null())
        fits = not before.is_legal(later) and free.is_legal(later)
        return None if fits else "it is not the move that makes it possible"
    other = without(said)
    if other.moves[0] != later:
        return "another move fails"
    lost = balance(before, before.turn) - balance(other.end, before.turn)
    return None if lost > 0 else "nothing is lost by it at once"
