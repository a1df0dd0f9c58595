"""Better squares, gained time, exchanges: what a move is for, seen at the end of lines and with the man put back."""

import chess

import features as f
from moves import all_there, moved, role_moved
from phrases import JUDGEMENT, phrase
from places import Place, read_move
from reasons import REASONS, SHOWN, VALUES, balance, without
from words import ROLES, names

HEAVY = (chess.ROOK, chess.QUEEN)


def profit(board, square):
    """Points that the side to move wins by captures on one square, both sides taking with the cheapest man while it pays."""
    takers = [move for move in board.legal_moves if move.to_square == square and board.piece_at(square)]
    if not takers:
        return 0
    move = min(takers, key=lambda move: VALUES[board.piece_type_at(move.from_square)])
    won = VALUES[board.piece_type_at(square)] + (VALUES[move.promotion] - 1 if move.promotion else 0)
    after = board.copy(stack=False)
    after.push(move)
    return max(0, won - profit(after, square))


def could_win(board, square):
    """The side to move wins something there, with whatever man it takes first."""
    for move in board.legal_moves:
        if move.to_square == square and board.piece_at(square):
            after = board.copy(stack=False)
            after.push(move)
            if VALUES[board.piece_type_at(square)] > profit(after, square):
                return True
    return False


class End:
    """The last board of a line, and the same with the man put back; the enemy is to move on both."""

    def __init__(self, said, board):
        _, self.move, _ = moved(said)
        self.side = said.start.turn
        self.there = turned(board, not self.side)
        self.back = self.there.copy(stack=False)
        self.man = self.back.remove_piece_at(self.move.to_square)
        self.back.set_piece_at(self.move.from_square, self.man)

    def both(self, test):
        """The test on the new square there, and on the old one."""
        return test(self.there, self.move.to_square), test(self.back, self.move.from_square)


def turned(board, side):
    copy = board.copy(stack=False)
    copy.turn = side
    copy.ep_square = None
    copy.castling_rights = 0
    return copy


def better(said, test):
    """Why the man is not better off at the end of both lines, or None."""
    before, move, _ = moved(said)
    place = said.place
    if not place.also or len(place.moves) < 2 or before.is_capture(move):
        return "two answers to a quiet move are not shown"
    other = Place(said.start, place.also)
    if other.moves[0] != move or len(other.moves) < 2 or other.moves[1] == place.moves[1]:
        return "the other line does not show another answer"
    for line in (place, other):
        if line.went_to(move.from_square) != move.to_square or line.end.piece_at(move.from_square):
            return "the man does not stay there, or its square is taken"
        end = End(said, line.end)
        if could_win(end.there, move.to_square) and end.man.piece_type != chess.KING:
            return "the man can be taken there"
        if not test(end):
            return f"not so at the end of {' '.join(map(str, line.moves))}"
    return None


def stays(said, side):
    """The named men stand there at the start and at the end."""
    return all_there(said.start, said.men_on(), side) or all_there(said.place.end, said.men_on(), side)


@phrase("move", REASONS, r"gives {man} more to do: it sees {n} squares instead of (?P<m>\d+)")
def scope(said):
    def more(end):
        now, old = end.both(lambda board, sq: len(board.attacks(sq)))
        return now >= old + 3

    now, old = End(said, said.place.end).both(lambda board, sq: len(board.attacks(sq)))
    told = (now, old) == (int(said.groups["n"]), int(said.groups["m"]))
    return role_moved(said) or (None if told else f"it sees {now} and {old} squares") or better(said, more)


@phrase("move", REASONS, "settles {man} on a square from which no pawn can drive it")
def outpost(said):
    def held(end):
        now, _ = end.both(lambda board, sq: sq in f.outposts(board, end.man.piece_type, end.side))
        return now and f.pawn_guards(end.there, end.move.to_square, end.side)

    return role_moved(said) or better(said, held)


def pawns_on_file(board, square, *sides):
    return any(chess.square_file(pawn) == chess.square_file(square) for side in sides for pawn in board.pieces(chess.PAWN, side))


@phrase("move", REASONS, "puts {man} on a file that stays open")
def open_file(said):
    def free(end):
        now, old = end.both(lambda board, sq: not pawns_on_file(board, sq, *chess.COLORS))
        return now and not old and end.man.piece_type in HEAVY

    return role_moved(said) or better(said, free)


@phrase("move", REASONS, "puts {man} on a half-open file to stay")
def half_open_file(said):
    def free(end):
        now, old = end.both(lambda board, sq: not pawns_on_file(board, sq, end.side))
        return now and not old and pawns_on_file(end.there, end.move.to_square, not end.side)

    return role_moved(said) or better(said, free)


@phrase("move", REASONS, "settles {man} on the seventh rank")
def seventh(said):
    return role_moved(said) or better(said, lambda end: end.both(lambda _, sq: f.rank_of(sq, end.side) == 6) == (True, False))


@phrase("move", REASONS, "guards {men_on} in advance: otherwise it would be lost")
def guards(said):
    square = said.men_on()[0][1]
    needed = lambda end: not could_win(end.there, square) and could_win(end.back, square)  # noqa: E731
    return stays(said, said.start.turn) or better(said, needed)


@phrase("move", REASONS, "keeps up the pressure on {men_on}, which no pawn guards")
def presses(said):
    square = said.men_on()[0][1]

    def hit(end):
        now, old = end.both(lambda board, sq: square in board.attacks(sq))
        return now and not old and not f.pawn_guards(end.there, square, not end.side)

    return stays(said, not said.start.turn) or better(said, hit)


@phrase("move", REASONS, "leaves {square} in time: there {man} would be lost")
def safety(said):
    _, move, _ = moved(said)
    if chess.parse_square(said.groups["square"]) != move.from_square:
        return "another square is left"
    return role_moved(said) or better(said, lambda end: could_win(end.back, end.move.from_square))


@phrase("move", REASONS, "leaves {square} in time: there the king would end up in check")
def out_of_check(said):
    _, move, _ = moved(said)
    if chess.parse_square(said.groups["square"]) != move.from_square:
        return "another square is left"
    return better(said, lambda end: end.man.piece_type == chess.KING and end.back.is_attacked_by(not end.side, end.move.from_square))


@phrase("move", REASONS, "points {man} at the enemy king")
def near_king(said):
    def aims(end):
        around = end.there.attacks(end.there.king(not end.side))
        now, old = end.both(lambda board, sq: len(board.attacks(sq) & around))
        return now >= 2 and old == 0

    return role_moved(said) or better(said, aims)


@phrase("move", REASONS, "brings the passed pawn safely to {square}")
def passer(said):
    square = chess.parse_square(said.groups["square"])
    passed = lambda end: end.move.to_square == square and square in f.passed(end.there, end.side)  # noqa: E731
    return better(said, passed)


@phrase("move", REASONS, "gives {men_on} room that lasts")
def opens(said):
    square = said.men_on()[0][1]
    wider = lambda end: len(end.there.attacks(square)) >= len(end.back.attacks(square)) + 2  # noqa: E731
    return stays(said, said.start.turn) or better(said, wider)


@phrase("move", REASONS, "brings the king to bear on {men_on}")
def nears(said):
    square = said.men_on()[0][1]

    def nearer(end):
        now, old = end.both(lambda _, sq: chess.square_distance(sq, square))
        return end.man.piece_type == chess.KING and now <= 3 and now < old

    return stays(said, not said.start.turn) or better(said, nearer)


@phrase("move", REASONS, "keeps {men_on} out of {square}")
def denies(said):
    square = chess.parse_square(said.groups["square"])
    move = chess.Move(said.men_on()[0][1], square)

    def loses(board):
        if move not in board.legal_moves or board.piece_at(square):
            return None
        after = board.copy(stack=False)
        after.push(move)
        return could_win(after, square)

    return stays(said, not said.start.turn) or better(said, lambda end: loses(end.there) is True and loses(end.back) is False)


@phrase("move", REASONS, "gives the king a lasting way out")
def way_out(said):
    def free(board, side):
        king = board.king(side)
        return f.rank_of(king, side) == 0 and any(
            f.rank_of(sq, side) == 1 and board.color_at(sq) != side and not board.is_attacked_by(not side, sq)
            for sq in board.attacks(king)
        )

    return better(said, lambda end: free(end.there, end.side) and not free(end.back, end.side))


def fails_there(said, move):
    """The enemy's quiet move loses something at the end of both lines, and nothing with the man put back."""

    def loses(board):
        if move not in board.legal_moves or board.piece_at(move.to_square):
            return None
        after = board.copy(stack=False)
        after.push(move)
        return could_win(after, move.to_square)

    return stays(said, not said.start.turn) or better(said, lambda end: loses(end.there) is True and loses(end.back) is False)


@phrase("move", REASONS, "keeps {men_on} from stepping to {square}")
def holds(said):
    role, square = said.men_on()[0]
    to = chess.parse_square(said.groups["square"])
    hits = any(said.place.end.color_at(sq) == said.start.turn for sq in chess.SquareSet(chess.BB_PAWN_ATTACKS[not said.start.turn][to]))
    if role != chess.PAWN or not hits:
        return "no pawn would attack anything there"
    return fails_there(said, chess.Move(square, to))


@phrase("move", REASONS, "holds up the passed pawn on {square}")
def blocks(said):
    square = chess.parse_square(said.groups["square"])
    step = 8 if said.start.turn == chess.BLACK else -8

    def ahead(sq, side):
        return chess.square_file(sq) == chess.square_file(square) and f.rank_of(sq, side) > f.rank_of(square, side)

    def stands(end):
        them = not end.side
        right = end.move.to_square == square + step and not ahead(end.move.from_square, them)
        return right and square in f.passed(end.there, them) and end.man.piece_type != chess.PAWN

    return better(said, stands)


@phrase("move", REASONS, "puts the rook behind {men_on}")
def behind(said):
    square = said.men_on()[0][1]
    pawn = said.start.piece_at(square)
    if pawn is None or pawn.piece_type != chess.PAWN:
        return "there is no pawn"

    def back(end):
        to, side = end.move.to_square, pawn.color
        kept = end.there.piece_at(square) == pawn and end.man.piece_type == chess.ROOK
        central = side == end.side and chess.square_file(square) in (3, 4) and f.rank_of(square, side) >= 3
        on = chess.square_file(to) == chess.square_file(square) != chess.square_file(end.move.from_square)
        lower = f.rank_of(to, side) < f.rank_of(square, side) and square in end.there.attacks(to)
        return kept and on and lower and (central or square in f.passed(end.there, side))

    return better(said, back)


@phrase("move", REASONS, "brings the king to the aid of the passed pawn on {square}")
def escorts(said):
    square = chess.parse_square(said.groups["square"])

    def nearer(end):
        now, old = end.both(lambda _, sq: chess.square_distance(sq, square))
        return end.man.piece_type == chess.KING and square in f.passed(end.there, end.side) and now <= 2 and now < old

    return better(said, nearer)


@phrase("move", REASONS, "helps to connect the rooks")
def connects(said):
    def joined(board, side):
        rooks = [sq for sq in board.pieces(chess.ROOK, side) if f.rank_of(sq, side) == 0]
        return any(other in board.attacks(sq) for sq in rooks for other in rooks)

    return better(said, lambda end: joined(end.there, end.side) and not joined(end.back, end.side))


@phrase("move", REASONS, "pins {men_on} to its king")
def pins(said):
    square, them = said.men_on()[0][1], not said.start.turn

    def held(end):
        return end.there.is_pinned(them, square) and end.move.to_square in end.there.pin(them, square) and not end.back.is_pinned(them, square)

    return stays(said, them) or better(said, held)


@phrase("move", REASONS, "frees {men_on} from its pin")
def frees(said):
    square, us = said.men_on()[0][1], said.start.turn
    return stays(said, us) or better(said, lambda end: end.back.is_pinned(us, square) and not end.there.is_pinned(us, square))


@phrase("move", REASONS, "brings {man} to bear on the centre")
def centre(said):
    middle = chess.SquareSet([chess.D4, chess.E4, chess.D5, chess.E5])

    def aims(end):
        now, old = end.both(lambda board, sq: len(board.attacks(sq) & middle))
        return now >= 2 and old == 0

    return role_moved(said) or better(said, aims)


@phrase("move", REASONS, "lines the rook up against {men_on}")
def faces(said):
    role, square = said.men_on()[0]
    if role not in (chess.QUEEN, chess.KING):
        return "it is no king or queen"

    def opposed(end):
        to, old = end.move.to_square, end.move.from_square
        between = chess.SquareSet.between(to, square) & end.there.occupied
        on = chess.square_file(to) == chess.square_file(square) != chess.square_file(old)
        return end.man.piece_type == chess.ROOK and on and len(between) in (1, 2)

    return stays(said, not said.start.turn) or better(said, opposed)


def safe_checks(board):
    """Squares from which pieces give check and cannot be taken at a profit."""
    found = set()
    for move in board.legal_moves:
        taken = VALUES[board.piece_type_at(move.to_square)] if board.piece_at(move.to_square) else 0
        if board.gives_check(move) and board.piece_type_at(move.from_square) not in (chess.PAWN, chess.KING):
            after = board.copy(stack=False)
            after.push(move)
            if profit(after, move.to_square) <= taken:
                found.add(move.to_square)
    return found


@phrase("move", REASONS, "saves the king from a check on {square}")
def unchecked(said):
    square = chess.parse_square(said.groups["square"])

    def away(end):
        king = end.man.piece_type == chess.KING
        return king and not safe_checks(end.there) and square in safe_checks(end.back)

    return "there is a check to meet" if said.start.is_check() else better(said, away)


@phrase("move", REASONS, "brings the king to safety behind its pawns")
def shelter(said):
    before, move, _ = moved(said)
    if not before.is_castling(move):
        return "the king does not castle"

    def cover(board, square, side):
        def near(pawn):
            ahead = f.rank_of(pawn, side) - f.rank_of(square, side)
            return ahead == 1 and abs(chess.square_file(pawn) - chess.square_file(square)) <= 1

        return sum(near(pawn) for pawn in board.pieces(chess.PAWN, side))

    def hidden(end):
        now, old = (cover(end.there, sq, end.side) for sq in (end.move.to_square, end.move.from_square))
        return now >= 2 and now > old

    return better(said, hidden)


@phrase("move", REASONS, "takes the force out of {move}")
def forestalls(said):
    other = without(said)
    theirs = read_move(other.boards[1], said.groups["move"])
    if other.moves != [chess.Move.null(), theirs] or len(said.place.moves) < 2:
        return "it is not shown after a pass, or no answer is"
    before, move, after = moved(said)
    if before.is_capture(move) or after.is_check() or not after.is_legal(theirs):
        return "a capture, a check, or it is not possible any more"
    return "it is played all the same" if said.place.moves[1] == theirs else JUDGEMENT


def worth_going(before, held, later, from_square):
    """The move takes the man somewhere: it takes, checks, attacks, sees more, or is nearer to the middle."""
    there = held.copy(stack=False)
    there.push(later)
    side, role, to = before.turn, held.piece_type_at(later.from_square), later.to_square
    if held.is_capture(later) or there.is_check():
        return True
    sees = there.attacks(to)
    if role == chess.PAWN:
        return any(there.color_at(sq) == (not side) for sq in sees) or to in f.passed(there, side)
    if role == chess.KING:
        queens = any(there.pieces(chess.QUEEN, colour) for colour in chess.COLORS)
        middle = lambda sq: min(chess.square_distance(sq, at) for at in (chess.D4, chess.E4, chess.D5, chess.E5))  # noqa: E731
        return not queens and middle(to) < middle(from_square)
    return f.rank_of(to, side) >= 3 or len(sees) >= len(before.attacks(from_square)) + 3


@phrase("move", REASONS, "heads for {square}" + SHOWN)
def heads(said):
    place = said.place
    before, move, after = moved(said)
    if place.ply < 3:
        return "no later move is shown"
    later = place.moves[place.ply - 1]
    if later.from_square != move.to_square or later.to_square != chess.parse_square(said.groups["square"]):
        return f"the line ends with {later}"
    idle = turned(after, before.turn)
    held = place.boards[place.ply - 1]
    if before.is_check() or held.is_check() or could_win(turned(held, not before.turn), move.to_square):
        return "it is driven there"
    at_once = any(m.from_square == move.from_square and m.to_square == later.to_square for m in before.legal_moves)
    ready = any(m.from_square == later.from_square and m.to_square == later.to_square for m in idle.legal_moves)
    if not worth_going(before, held, later, move.from_square):
        return "there is nothing for it there"
    return None if ready and not at_once else "it could go there before, or cannot now"


@phrase("move", REASONS, "attacks {men_on}: without {move} it would fall to {other}")
def hits(said):
    other = without(said)
    place = said.place
    before, move, after = moved(said)
    square = said.men_on()[0][1]
    problem = all_there(after, said.men_on(), not before.turn)
    answer = read_move(after, said.groups["move"])
    if problem or answer is None:
        return problem or "the answer cannot be played"
    # Where the line goes on, it goes on with this answer.
    if place.moves[1:2] not in ([], [answer]):
        return "another answer is shown"
    met = after.copy()
    met.push(answer)
    if other.moves[:2] != [move, chess.Move.null()]:
        return "the line without the answer has no pass"
    taking = read_move(other.boards[2], said.groups["other"])
    if taking != other.moves[2] or taking.to_square != square:
        return "another capture follows"
    won = balance(other.end, before.turn) - balance(after, before.turn)
    if before.is_check() or met.is_check():
        return "there is a check to meet"
    if won < 1 or profit(before, square) > 0:
        return "nothing is won by it, or it was to be won before"
    saved = answer.from_square == square or profit(met, square) == 0
    return None if saved else "it still falls after the answer"


def exchanged(said):
    """Why the line does not end as level as it began, or None."""
    before, move, _ = moved(said)
    taken = before.is_capture(move) or [m.to_square for m in said.place.moves[:3]] == [move.to_square] * 3
    lost = balance(before, before.turn) - balance(said.place.end, before.turn)
    return "nothing is exchanged" if not taken else f"{lost} points are lost" if lost > 0 else None


@phrase("move", REASONS, "removes what guards {men_on}" + SHOWN)
def removes_guard(said):
    before, move, _ = moved(said)
    square = said.men_on()[0][1]
    problem = exchanged(said) or all_there(before, said.men_on(), not before.turn)
    if problem or square not in before.attacks(move.to_square) or profit(before, square) > 0:
        return problem or "it was not guarded by the man that is taken"
    falls = [m for b, m, _ in said.place.steps(before.turn) if m.to_square == square and b.is_capture(m)]
    return None if falls else "it does not fall in the line"


@phrase("move", REASONS, "takes the pair of bishops away")
def pair(said):
    before, move, _ = moved(said)
    bishops = lambda board: len(board.pieces(chess.BISHOP, not before.turn))  # noqa: E731
    takes = before.piece_type_at(move.to_square) == chess.BISHOP
    fewer = bishops(before) >= 2 > bishops(said.place.end)
    return exchanged(said) or (None if takes and fewer else "there is no pair to break up")


@phrase("move", REASONS, "leaves a weak pawn on {square}" + SHOWN)
def spoils(said):
    before, _, _ = moved(said)
    them, end, square = not before.turn, said.place.end, chess.parse_square(said.groups["square"])
    weak = lambda board: set(f.doubled(board, them)) | set(f.isolated(board, them))  # noqa: E731
    came = said.place.came_from(square)
    weakened = came != square and square in weak(end) and came not in weak(before)
    return exchanged(said) or (None if weakened else "no pawn gets weak there")


@phrase("move", REASONS, "exchanges pieces, which favours the side that is {n} points ahead")
def ahead(said):
    before, _, _ = moved(said)
    lead = balance(before, before.turn)
    return exchanged(said) or (None if lead == int(said.groups["n"]) >= 2 else f"it is {lead} points ahead")


@phrase("move", REASONS, "opens the file for {men_on}" + SHOWN)
def opens_file(said):
    before, _, _ = moved(said)
    role, square = said.men_on()[0]
    problem = exchanged(said) or stays(said, before.turn)
    opened = pawns_on_file(before, square, before.turn) and not pawns_on_file(said.place.end, square, before.turn)
    return problem or (None if role == ROLES["rook"] and opened else "its file is not opened")


@phrase("move", REASONS, "gets a passed pawn on {square}" + SHOWN)
def gets_passer(said):
    before, _, _ = moved(said)
    square = chess.parse_square(said.groups["square"])
    now = square in f.passed(said.place.end, before.turn)
    old = said.place.came_from(square) in f.passed(before, before.turn)
    return exchanged(said) or (None if now and not old else f"no new passed pawn on {names([square])}")


@phrase("move", REASONS, r"exchanges a piece that sees only (?P<m>\d+) squares for {men_on}, which sees {n}")
def active(said):
    before, move, _ = moved(said)
    square = said.men_on()[0][1]
    sees = len(before.attacks(square)), len(before.attacks(move.from_square))
    told = sees == (int(said.groups["n"]), int(said.groups["m"])) and sees[0] >= sees[1] + 3
    gone = square in [move.to_square, *(answer.from_square for answer in said.place.moves[1:2])]
    problem = exchanged(said) or all_there(before, said.men_on(), not before.turn)
    return problem or (None if told and gone else f"they see {sees} squares, or another man is exchanged")


def follow_up(said):
    """The board before the move that follows an exchange, and that move; None if nothing takes back first."""
    before, move, after = moved(said)
    moves = said.place.moves
    if len(moves) < 3 or not before.is_capture(move) or moves[1].to_square != move.to_square:
        return None
    return said.place.boards[2], moves[2]


@phrase("move", REASONS, "draws {men_on} away and so makes {move} possible" + SHOWN)
def draws(said):
    before, _, after = moved(said)
    found = follow_up(said)
    if found is None:
        return "nothing takes back"
    board, later = found
    problem = exchanged(said) or all_there(before, said.men_on(), not before.turn)
    if problem or said.men_on()[0][1] != said.place.moves[1].from_square or read_move(board, said.groups["move"]) != later:
        return problem or "another man takes back, or another move follows"
    new = not before.is_legal(later) and not turned(after, before.turn).is_legal(later)
    return None if new else "it was possible before"


@phrase("move", REASONS, "lures {man} to {square}, where {move} attacks it" + SHOWN)
def lures(said):
    before, move, _ = moved(said)
    found = follow_up(said)
    if found is None or len(said.place.moves) < 4:
        return "nothing takes back, or the man stays there"
    board, later = found
    square = chess.parse_square(said.groups["square"])
    if square != move.to_square or board.piece_type_at(square) != ROLES[said.groups["role"]] or read_move(board, said.groups["move"]) != later:
        return "another man, another square or another move"
    there = board.copy(stack=False)
    there.push(later)
    hit = could_win(turned(there, before.turn), square) and said.place.moves[3].from_square == square
    return exchanged(said) or (None if hit else "it is not attacked there, or stays")


@phrase("move", REASONS, "lets {man} take back on {square}, where it is more active" + SHOWN)
def brings(said):
    before, move, _ = moved(said)
    moves, square = said.place.moves, chess.parse_square(said.groups["square"])
    if len(moves) < 3 or [m.to_square for m in moves[:3]] != [square] * 3:
        return "nothing is exchanged there"
    came = moves[2].from_square
    right = before.piece_type_at(came) == ROLES[said.groups["role"]] and said.place.end.piece_at(square) == before.piece_at(came)
    more = len(said.place.end.attacks(square)) >= len(before.attacks(came)) + 3
    return exchanged(said) or (None if right and more else "it is not more active")
