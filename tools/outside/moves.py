"""What moves do at once, and what sides do in a line: deeds and plans; and what is said of moves by name."""

import chess

import features as f
from phrases import ANY, EFFECTS, PLANS, judged, phrase, say
from places import Illegal, castling_rook, read_move, taken_on
from words import ROLES, SCORE, names, side_name, squares_in


# --- deeds: the first move of the line, seen at once ---


def moved(said):
    """The man that moved: board before, move, board after."""
    if not said.place.moves:
        raise Illegal("no move is said to be played")
    return said.start, said.place.moves[0], said.place.boards[1]


def all_there(board, named, side):
    """Why the named men do not stand there as men of `side`, or None."""
    wrong = [sq for role, sq in named if board.piece_at(sq) != chess.Piece(role, side)]
    return f"{side_name(side)} has no such man on {names(wrong)}" if wrong else None


def touches(said, side):
    """The moved man attacks (or guards) all the named men of `side`."""
    _, move, after = moved(said)
    named = said.men_on()
    problem = all_there(after, named, side)
    if problem:
        return problem
    missed = [sq for _, sq in named if sq not in after.attacks(move.to_square)]
    return f"the man on {chess.square_name(move.to_square)} does not reach {names(missed)}" if missed else None


@phrase("move", EFFECTS, "(?:protects|guards) {men_on}")
def protects(said):
    return touches(said, said.start.turn)


@phrase("move", EFFECTS, "attacks {men_on}")
def attacks(said):
    return touches(said, not said.start.turn)


@phrase("move", EFFECTS, "challenges {men_on}")
def challenges(said):
    before, move, _ = moved(said)
    if before.piece_type_at(move.from_square) != chess.PAWN:
        return "the man that moved is no pawn"
    return touches(said, not said.start.turn)


@phrase("move", EFFECTS, "pins {men_on}")
def pins(said):
    _, move, after = moved(said)
    side = not said.start.turn
    problem = all_there(after, said.men_on(), side)
    if problem:
        return problem
    free = [sq for _, sq in said.men_on() if not after.is_pinned(side, sq) or move.to_square not in after.pin(side, sq)]
    return f"not pinned by the man that moved: {names(free)}" if free else None


def role_moved(said):
    before, move, _ = moved(said)
    role = before.piece_type_at(move.from_square)
    return None if role == ROLES[said.groups["role"]] else f"the man that moved is a {chess.piece_name(role)}"


PIECE = "the (?P<role>queen|rook|bishop|knight)"


@phrase("move", EFFECTS, f"brings {PIECE} to safety", f"takes {PIECE} out of danger")
def saves(said):
    before, move, _ = moved(said)
    problem = role_moved(said)
    if problem:
        return problem
    attacked = before.is_attacked_by(not before.turn, move.from_square)
    return None if attacked else "it was not attacked before"


@phrase("move", EFFECTS, "develops {man}", "brings {man} into play")
def develops(said):
    before, move, _ = moved(said)
    problem = role_moved(said)
    if problem:
        return problem
    home = f.undeveloped(before, before.turn)
    return None if move.from_square in home else "it does not come from its first square"


@phrase("move", EFFECTS, "offers {man}")
def offers(said):
    _, move, after = moved(said)
    taken = any(reply.to_square == move.to_square for reply in after.legal_moves)
    return role_moved(said) or (None if taken else "nothing can take it")


@phrase("move", EFFECTS, "takes back{on}")
def takes_back(said):
    before, move, _ = moved(said)
    if not before.is_capture(move):
        return "nothing is taken"
    return (
        None if not said.on or said.on == [move.to_square] else f"the capture is on {chess.square_name(move.to_square)}"
    )


@phrase("move", EFFECTS, "brings the king to safety")
def castles_at_once(said):
    before, move, _ = moved(said)
    return None if before.is_castling(move) else "the move is no castling"


@phrase("move", EFFECTS, "takes the open file")
def takes_open_file(said):
    before, move, after = moved(said)
    return None if move.to_square in f.rooks_on_open_files(after, before.turn) else "no rook goes to an open file"


@phrase("move", EFFECTS, "gives check")
def gives_check(said):
    return None if moved(said)[2].is_check() else "it is no check"


# --- what a move plainly does ---


def moves_a(said, *roles):
    """Why the man that moved is none of these kinds, or None."""
    before, move, _ = moved(said)
    role = before.piece_type_at(move.from_square)
    return None if role in roles else f"the man that moved is a {chess.piece_name(role)}"


def newly_touches(said, side):
    """As `touches`, and the man did not from where it stood."""
    before, move, _ = moved(said)
    old = [sq for _, sq in said.men_on() if sq in before.attacks(move.from_square)]
    return touches(said, side) or (f"it reached {names(old)} before" if old else None)


def moved_into(said, squares, what):
    """Why the man that moved stands on none of the squares, or None."""
    _, move, _ = moved(said)
    return None if move.to_square in squares else f"{chess.square_name(move.to_square)} is not {what}"


def same_file(move):
    return chess.square_file(move.from_square) == chess.square_file(move.to_square)


@phrase("move", EFFECTS, "invades on the seventh rank", "brings the rook to the seventh rank")
def invades_seventh(said):
    before, move, after = moved(said)
    if f.rank_of(move.from_square, before.turn) == 6:
        return "it stood on the seventh rank before"
    return moved_into(said, f.rooks_on_seventh(after, before.turn), "a rook's seventh rank")


@phrase("move", EFFECTS, "takes the half-open file", "puts the rook on the half-open file")
def takes_half_open_file(said):
    before, move, after = moved(said)
    if same_file(move):
        return "it stood on the file before"
    return moved_into(said, f.rooks_on_half_open_files(after, before.turn), "a rook's half-open file")


@phrase("move", EFFECTS, "doubles the rooks")
def doubles_rooks(said):
    before, move, after = moved(said)
    if same_file(move):
        return "it stood on the file before"
    return moved_into(said, f.doubled_rooks(after, before.turn), "a file with two rooks")


@phrase("move", EFFECTS, "connects the rooks")
def connects_rooks(said):
    before, _, after = moved(said)

    def linked(board):
        rooks = f.men(board, chess.ROOK, before.turn)
        return any(rooks & set(board.attacks(rook)) for rook in rooks)

    return None if linked(after) and not linked(before) else "the rooks do not come to guard each other"


@phrase("move", EFFECTS, "supports {men_on} from behind")
def backs_passer(said):
    before, move, after = moved(said)
    pairs = f.rooks_behind_passers(after, before.turn)
    wrong = [sq for _, sq in said.men_on() if (move.to_square, sq) not in pairs]
    return newly_touches(said, before.turn) or (f"not behind a passed pawn on {names(wrong)}" if wrong else None)


@phrase("move", EFFECTS, "brings {man} to an outpost", "gives {man} an outpost")
def takes_outpost(said):
    before, move, after = moved(said)
    role = before.piece_type_at(move.from_square)
    problem = role_moved(said) or moves_a(said, *f.MINORS)
    if problem or f.pawn_guards(after, move.to_square, before.turn):
        return problem or moved_into(said, f.outposts(after, role, before.turn), "an outpost")
    return "no pawn guards it"


CENTRE = (chess.D4, chess.E4, chess.D5, chess.E5)


@phrase("move", EFFECTS, "centralises {man}", "brings {man} to the centre")
def centralises(said):
    _, move, _ = moved(said)
    if move.from_square in CENTRE:
        return "it stood in the centre before"
    return role_moved(said) or moved_into(said, CENTRE, "in the centre")


@phrase("move", EFFECTS, "(?:pushes|advances) the passed pawn")
def pushes_passer(said):
    before, move, after = moved(said)
    if not same_file(move) or move.from_square not in f.passed(before, before.turn):
        return "no passed pawn steps forward"
    return moved_into(said, f.passed(after, before.turn), "a passed pawn's")


@phrase("move", EFFECTS, "(?:blocks|stops) {men_on}")
def blockades(said):
    before, move, after = moved(said)
    blocked = f.in_front(move.to_square, before.turn)
    wrong = [sq for _, sq in said.men_on() if sq != blocked or sq not in f.passed(after, not before.turn)]
    return all_there(after, said.men_on(), not before.turn) or (f"not blocked: {names(wrong)}" if wrong else None)


@phrase("move", EFFECTS, "gives the king an escape square{on}", "makes a way out for the king{on}")
def makes_luft(said):
    before, move, after = moved(said)
    us = before.turn
    king = before.king(us)
    if said.on != [move.from_square] or f.rank_of(king, us) != 0:
        return "no square is left beside a king on his first rank"

    def flights(board):
        second = (sq for sq in board.attacks(king) if f.rank_of(sq, us) == 1)
        return {sq for sq in second if board.color_at(sq) != us and not board.is_attacked_by(not us, sq)}

    return None if move.from_square in flights(after) and not flights(before) else "it is not the first way out"


@phrase("move", EFFECTS, "gains space in the centre")
def gains_space(said):
    before, move, _ = moved(said)
    middle = chess.square_file(move.to_square) in (3, 4)
    fifth = middle and f.rank_of(move.to_square, before.turn) in (4, 5) and same_file(move)
    return moves_a(said, chess.PAWN) or (None if fifth else "no pawn steps to the fifth or sixth rank")


@phrase("move", EFFECTS, "brings the king towards the centre", "activates the king")
def activates_king(said):
    before, move, _ = moved(said)
    if any(f.men(before, chess.QUEEN, side) for side in chess.COLORS):
        return "there are queens"

    def away(square):
        return min(chess.square_distance(square, centre) for centre in CENTRE)

    nearer = away(move.to_square) < away(move.from_square)
    return moves_a(said, chess.KING) or (None if nearer else "it is no nearer to the centre")


@phrase("move", EFFECTS, "(?:exchanges|trades) {man}")
def trades(said):
    before, move, after = moved(said)
    taken = before.piece_type_at(move.to_square)
    if taken is None or f.POINTS[taken] != f.POINTS[ROLES[said.groups["role"]]]:
        return "nothing of like worth is taken"
    back = any(reply.to_square == move.to_square for reply in after.legal_moves)
    return role_moved(said) or (None if back else "nothing can take back")


@phrase("move", EFFECTS, "offers to exchange {men_on}", "offers a trade for {men_on}")
def offers_trade(said):
    before, move, after = moved(said)
    worth = f.POINTS[before.piece_type_at(move.from_square)]
    if before.is_capture(move) or any(f.POINTS[role] != worth for role, _ in said.men_on()):
        return "no exchange of like pieces is offered"
    takers = {reply.from_square for reply in after.legal_moves if reply.to_square == move.to_square}
    idle = [sq for _, sq in said.men_on() if sq not in takers]
    return newly_touches(said, not before.turn) or (f"cannot take: {names(idle)}" if idle else None)


@phrase("move", EFFECTS, "avoids the exchange of {man}", "keeps {man} from being exchanged")
def avoids_trade(said):
    before, move, after = moved(said)
    worth = f.POINTS[before.piece_type_at(move.from_square)]
    hunters = before.attackers(not before.turn, move.from_square)
    if not any(f.POINTS[before.piece_type_at(sq)] == worth for sq in hunters):
        return "no exchange was offered"
    attacked = after.is_attacked_by(not before.turn, move.to_square)
    return role_moved(said) or ("it is still attacked" if attacked else None)


@phrase("move", EFFECTS, "frees {men_on} from the pin")
def unpins(said):
    before, _, after = moved(said)
    wrong = [
        sq
        for _, sq in said.men_on()
        if not before.is_pinned(before.turn, sq) or after.is_pinned(before.turn, sq)
    ]
    return all_there(after, said.men_on(), before.turn) or (f"not freed: {names(wrong)}" if wrong else None)


@phrase("move", EFFECTS, "puts pressure on {men_on}", "takes aim at {men_on}")
def presses(said):
    return newly_touches(said, not said.start.turn)


@phrase("move", EFFECTS, "(?:supports|backs up) {men_on}")
def supports(said):
    before, _, after = moved(said)
    them = not before.turn
    calm = [
        sq
        for _, sq in said.men_on()
        if not before.is_attacked_by(them, sq) or not after.is_attacked_by(them, sq)
    ]
    return newly_touches(said, before.turn) or (f"not attacked: {names(calm)}" if calm else None)


@phrase("move", EFFECTS, "opens a line for {men_on}", "makes way for {men_on}")
def opens(said):
    before, move, after = moved(said)
    shut = [
        sq
        for _, sq in said.men_on()
        if sq == move.to_square or len(after.attacks(sq)) < len(before.attacks(sq)) + 2
    ]
    return all_there(after, said.men_on(), before.turn) or (f"no line opens for {names(shut)}" if shut else None)


@phrase("move", EFFECTS, "keeps the enemy pieces out of {squares}", "takes {squares} from the enemy pieces")
def takes_square(said):
    before, move, after = moved(said)
    us = before.turn
    minors = f.men(before, chess.KNIGHT, not us) | f.men(before, chess.BISHOP, not us)

    def taken(sq):
        wanted = minors & set(before.attackers(not us, sq))
        return wanted and after.piece_at(sq) is None and sq in after.attacks(move.to_square) and not f.pawn_guards(before, sq, us)

    wrong = [sq for sq in squares_in(said.groups["squares"]) if not taken(sq)]
    return moves_a(said, chess.PAWN) or (f"not taken from them: {names(wrong)}" if wrong else None)


def hit_pawns(said):
    """Enemy pawns that the moved pawn attacks and did not attack before."""
    before, move, after = moved(said)
    theirs = f.men(after, chess.PAWN, not before.turn)
    return {sq for sq in theirs & set(after.attacks(move.to_square)) if sq not in before.attacks(move.from_square)}


@phrase("move", EFFECTS, "undermines {men_on}")
def undermines(said):
    before, _, after = moved(said)
    them = not before.turn

    def props(sq):
        return any(after.color_at(to) == them and after.piece_type_at(to) != chess.KING for to in after.attacks(sq))

    wrong = [sq for _, sq in said.men_on() if sq not in hit_pawns(said) or not props(sq)]
    return moves_a(said, chess.PAWN) or (f"not undermined: {names(wrong)}" if wrong else None)


@phrase("move", EFFECTS, "strikes at {men_on} in the centre")
def strikes_centre(said):
    wrong = [sq for _, sq in said.men_on() if sq not in hit_pawns(said) or sq not in CENTRE]
    return moves_a(said, chess.PAWN) or (f"not struck at in the centre: {names(wrong)}" if wrong else None)


def advances_on(said, files):
    before, move, _ = moved(said)
    rank = f.rank_of(move.to_square, before.turn)
    steps = same_file(move) and chess.square_file(move.to_square) in files and 3 <= rank <= 5
    return moves_a(said, chess.PAWN) or (None if steps else "no pawn advances there")


@phrase("move", EFFECTS, "gains space on the queenside", "advances on the queenside")
def advances_queenside(said):
    return advances_on(said, (0, 1, 2))


@phrase("move", EFFECTS, "gains space on the kingside", "advances on the kingside")
def advances_kingside(said):
    return advances_on(said, (5, 6, 7))


@phrase("move", EFFECTS, "takes space in the centre", "sets up a pawn in the centre")
def occupies_centre(said):
    _, move, _ = moved(said)
    steps = same_file(move) and move.to_square in CENTRE
    return moves_a(said, chess.PAWN) or (None if steps else "no pawn comes to the centre")


@phrase("move", EFFECTS, "(?:fights for|controls) {squares} in the centre")
def eyes_centre(said):
    before, move, after = moved(said)
    new = set(after.attacks(move.to_square)) - set(before.attacks(move.from_square))
    wrong = [sq for sq in squares_in(said.groups["squares"]) if sq not in new or sq not in CENTRE]
    return f"not newly attacked: {names(wrong)}" if wrong else None


@phrase("move", EFFECTS, "keeps the tension with {men_on}")
def keeps_tension(said):
    before, move, after = moved(said)
    could = {m.to_square for m in before.legal_moves if before.piece_type_at(m.from_square) == chess.PAWN and before.is_capture(m)}
    wrong = [sq for _, sq in said.men_on() if sq not in could or not f.pawn_guards(after, sq, before.turn)]
    return "it takes something" if before.is_capture(move) else (f"no tension: {names(wrong)}" if wrong else None)


@phrase("move", EFFECTS, "(?:brings|sends) the queen to the seventh rank")
def queen_invades(said):
    before, move, _ = moved(said)
    comes = f.rank_of(move.to_square, before.turn) == 6 != f.rank_of(move.from_square, before.turn)
    return moves_a(said, chess.QUEEN) or (None if comes else "it does not come to the seventh rank")


def not_behind(said):
    def worth(side):
        return sum(f.POINTS[p.piece_type] for p in said.start.piece_map().values() if p.color == side and p.piece_type != chess.KING)

    return None if worth(said.start.turn) >= worth(not said.start.turn) else "it is behind in material"


@phrase("move", EFFECTS, "simplifies by exchanging {man}")
def simplifies(said):
    return trades(said) or not_behind(said)


@phrase("move", EFFECTS, "offers to simplify by exchanging {men_on}")
def offers_simpler(said):
    return offers_trade(said) or not_behind(said)


@phrase("move", EFFECTS, "makes {man} more active", "gives {man} more room")
def gains_scope(said):
    before, move, after = moved(said)
    more = len(after.attacks(move.to_square)) >= len(before.attacks(move.from_square)) + 3
    return role_moved(said) or (None if more else "it does not see three squares more")


@phrase("move", EFFECTS, "takes one of the two bishops", "breaks up the bishop pair")
def breaks_bishop_pair(said):
    before, move, _ = moved(said)
    two = len(f.men(before, chess.BISHOP, not before.turn)) >= 2
    return None if two and before.piece_type_at(move.to_square) == chess.BISHOP else "no pair of bishops is broken up"


# --- plans: what a side does in the line ---


def journeys(place, side):
    """The squares each man of `side` stands on, one after the other, with its kind; men that are taken drop out."""
    paths = {}
    for before, move, _ in place.steps():
        if before.turn != side:
            paths.pop(taken_on(before, move), None)
            continue
        role = before.piece_type_at(move.from_square)
        kind, path = paths.pop(move.from_square, (role, [move.from_square]))
        paths[move.to_square] = (kind, [*path, move.to_square])
        if before.is_castling(move):
            inner = chess.square(5 if before.is_kingside_castling(move) else 3, chess.square_rank(move.from_square))
            paths[inner] = (chess.ROOK, [castling_rook(before, move), inner])
    return paths


def arrives(said, role, square, path=None):
    """Why no man of that kind has come to the square by the line, or None."""
    kind, way = journeys(said.place, said.side).get(square, (None, []))
    if kind != role:
        return f"{side_name(said.side)} brings no {chess.piece_name(role)} to {chess.square_name(square)} in the line"
    if path and way != path:
        return f"it goes {'-'.join(chess.square_name(sq) for sq in way)}"
    if said.there.piece_at(square) != chess.Piece(role, said.side):
        return f"it does not stand on {chess.square_name(square)} in the end"
    return None


@phrase("does", PLANS, "(?:brings|leads) {man} to {square} \\({path}\\)")
def manoeuvre(said):
    return arrives(
        said, ROLES[said.groups["role"]], chess.parse_square(said.groups["square"]), squares_in(said.groups["path"])
    )


@phrase("does", PLANS, "(?:puts|posts) {man} on {square}")
def occupies(said):
    return arrives(said, ROLES[said.groups["role"]], chess.parse_square(said.groups["square"]))


@phrase("does", PLANS, "develops {man} to {square}", "brings {man} out to {square}")
def develops_to(said):
    square = chess.parse_square(said.groups["square"])
    problem = arrives(said, ROLES[said.groups["role"]], square)
    if problem:
        return problem
    home = journeys(said.place, said.side)[square][1][0]
    return None if home in f.undeveloped(said.start, said.side) else "it does not come from its first square"


def advance(said):
    square = chess.parse_square(said.groups["square"])
    return arrives(said, chess.PAWN, square)


say("does", PLANS, advance, "plays {square}", "pushes the pawn to {square}")


@phrase("does", PLANS, "breaks with {square}", "challenges the enemy pawns with {square}")
def lever(said):
    square = chess.parse_square(said.groups["square"])
    for before, move, after in said.place.steps(said.side):
        pawn = before.piece_type_at(move.from_square) == chess.PAWN
        if pawn and move.to_square == square and not before.is_capture(move):
            hit = after.attacks(square) & after.pieces(chess.PAWN, not said.side)
            return None if hit else "it attacks no enemy pawn"
    return f"{side_name(said.side)} pushes no pawn to {chess.square_name(square)} in the line"


@phrase("does", PLANS, "castles", "brings the king into safety by castling")
def castles(said):
    done = any(before.is_castling(move) for before, move, _ in said.place.steps(said.side))
    return None if done else f"{side_name(said.side)} does not castle in the line"


@phrase("does", PLANS, r"(?:exchanges|trades) the (?P<own>\w+) for the (?P<enemy>\w+) on {square}")
def exchanges(said):
    square = chess.parse_square(said.groups["square"])
    own, enemy = ROLES[said.groups["own"]], ROLES[said.groups["enemy"]]
    steps = list(said.place.steps())
    for (before, move, _), (then, reply, _) in zip(steps, steps[1:]):
        both = move.to_square == reply.to_square == square and before.is_capture(move) and then.is_capture(reply)
        if not both:
            continue
        first, second = before.piece_type_at(square), then.piece_type_at(square)
        lost = (second, first) if before.turn == said.side else (first, second)
        if lost == (own, enemy):
            return None
    return f"no such exchange on {chess.square_name(square)} in the line"


# --- moves by name ---

NUMBERS = rf"\({SCORE} instead of {SCORE}\)"


@phrase(
    "whole",
    ANY,
    "{move} is (?:the best move|the right move|the only good move|by far the best move|a little better"
    "|slightly more accurate|better|much better|one of the best moves|among the best moves|a good choice)",
    "{move} is playable, but {other} is a little more exact(?:; the difference is small)?",
    "{move} can be played, but {other} does more",
    "{move} (?:is a little more exact|does more)",
    "{move} was stronger",
    "{other} is a serious mistake: {move} was right",
    "there is nothing wrong with {move}",
    "here {move} is not a good move",
    "there is little between {move} and {other}",
    "{move} is not a good move here",
    "better was {move}(?:, which loses nothing|, though only the numbers tell " + NUMBERS + "|: there is no forced mate)",
    "{move} was better, but only the numbers show it " + NUMBERS,
    "{move} was better: it (?:avoids the mate|loses nothing)",
    "{move} was (?:also possible|another way)",
    "the alternative was {move}",
    "{move} (?:is stronger than|and) {other}(?: are about equally good)?",
    "{move} instead would have been weaker",
)
def named_moves(said):
    """A search's choice: that the moves can be played, under their numbers, is all a board can say."""
    for hole in ("move", "other"):
        if said.groups.get(hole):
            read_move(said.start, said.groups[hole])
    return None


judged(
    "whole",
    "there is no immediate threat",
    "the line of best play shows no clear plan",
    "no squares stand out here",
    "no endgame table at hand covers this position, so this is the judgement of a search",
)


@phrase("whole", ANY, "{move} is the only legal move")
def only_legal(said):
    read_move(said.start, said.groups["move"])
    n = said.start.legal_moves.count()
    return None if n == 1 else f"there are {n} legal moves"
