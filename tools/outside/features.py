"""What the words of a chess player mean on a board: each feature as the set of squares that show it.

Every definition here is read off the gloss in knowledge/features.toml and written with python-chess alone. Nothing is
taken from the program that is checked, so that two readings of one sentence can disagree.
"""

import chess

MINORS = (chess.KNIGHT, chess.BISHOP)
POINTS = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def rank_of(square, side):
    """The rank as `side` counts it: 0 is its own first rank."""
    rank = chess.square_rank(square)
    return rank if side == chess.WHITE else 7 - rank


def in_front(square, side, steps=1):
    """The square that many steps ahead for a pawn of `side`, or None beyond the board."""
    target = square + (8 * steps if side == chess.WHITE else -8 * steps)
    return target if 0 <= target < 64 else None


def men(board, role, side):
    return set(board.pieces(role, side))


def file_men(board, role, side, file):
    return {sq for sq in board.pieces(role, side) if chess.square_file(sq) == file}


def neighbours(board, square, side):
    """Pawns of `side` on the files beside a square."""
    file = chess.square_file(square)
    return {sq for sq in board.pieces(chess.PAWN, side) if abs(chess.square_file(sq) - file) == 1}


def pawn_guards(board, square, side):
    """Pawns of `side` that guard a square."""
    return set(board.attackers(side, square)) & men(board, chess.PAWN, side)


def isolated(board, side):
    return {sq for sq in men(board, chess.PAWN, side) if not neighbours(board, sq, side)}


def doubled(board, side):
    """Every pawn that shares its file with another one of its side."""
    return {
        sq for sq in men(board, chess.PAWN, side) if len(file_men(board, chess.PAWN, side, chess.square_file(sq))) > 1
    }


def backward(board, side):
    """Behind all its neighbours, its next square guarded by an enemy pawn."""
    found = set()
    for sq in men(board, chess.PAWN, side):
        beside = neighbours(board, sq, side)
        behind = beside and all(rank_of(n, side) > rank_of(sq, side) for n in beside)
        stop = in_front(sq, side)
        if behind and stop is not None and pawn_guards(board, stop, not side):
            found.add(sq)
    return found


def passed(board, side):
    """No enemy pawn before it on its own or the neighbouring files; of doubled pawns the foremost."""
    found = set()
    for sq in men(board, chess.PAWN, side):
        file, rank = chess.square_file(sq), rank_of(sq, side)
        if any(rank_of(own, side) > rank for own in file_men(board, chess.PAWN, side, file)):
            continue
        sentries = {
            e
            for e in men(board, chess.PAWN, not side)
            if abs(chess.square_file(e) - file) <= 1 and rank_of(e, side) > rank
        }
        if not sentries:
            found.add(sq)
    return found


def protected_passers(board, side):
    return {sq for sq in passed(board, side) if pawn_guards(board, sq, side)}


def connected_passers(board, side):
    """On neighbouring files and near enough to guard each other: side by side or one step apart."""
    all_passed = passed(board, side)

    def near(a, b):
        files = abs(chess.square_file(a) - chess.square_file(b))
        return files == 1 and abs(chess.square_rank(a) - chess.square_rank(b)) <= 1

    return {a for a in all_passed if any(near(a, b) for b in all_passed)}


def outside_passers(board, side):
    """Not a d- or e-pawn, and all other pawns at least three files away."""
    pawns = men(board, chess.PAWN, chess.WHITE) | men(board, chess.PAWN, chess.BLACK)

    def alone(sq):
        others = pawns - {sq}
        wing = chess.square_file(sq) not in (3, 4)
        return wing and others and all(abs(chess.square_file(o) - chess.square_file(sq)) >= 3 for o in others)

    return {sq for sq in passed(board, side) if alone(sq)}


def blockaded_passers(board, side):
    def blocked(sq):
        stop = in_front(sq, side)
        return stop is not None and board.color_at(stop) == (not side)

    return {sq for sq in passed(board, side) if blocked(sq)}


def free_of_pawns_for_ever(board, square, side):
    """No enemy pawn can come to attack the square, on the file where it stands."""
    file, rank = chess.square_file(square), rank_of(square, side)
    return not any(
        abs(chess.square_file(e) - file) == 1 and rank_of(e, side) > rank for e in men(board, chess.PAWN, not side)
    )


def outposts(board, role, side):
    """Knights or bishops on the fourth to sixth rank that no enemy pawn can ever drive off."""
    return {
        sq for sq in men(board, role, side) if 3 <= rank_of(sq, side) <= 5 and free_of_pawns_for_ever(board, sq, side)
    }


def knight_outposts(board, side):
    return outposts(board, chess.KNIGHT, side)


def supported_knight_outposts(board, side):
    return {sq for sq in knight_outposts(board, side) if pawn_guards(board, sq, side)}


def bishop_outposts(board, side):
    return outposts(board, chess.BISHOP, side)


def rim_knights(board, side):
    def on_rim(sq):
        return chess.square_file(sq) in (0, 7) or rank_of(sq, side) == 7

    return {sq for sq in men(board, chess.KNIGHT, side) if on_rim(sq) and rank_of(sq, side) != 0}


def bad_bishops(board, side):
    """Four own pawns on the bishop's colour, or three with a blocked d- or e-pawn among them."""
    found = set()
    for sq in men(board, chess.BISHOP, side):
        colour = chess.BB_LIGHT_SQUARES if chess.BB_SQUARES[sq] & chess.BB_LIGHT_SQUARES else chess.BB_DARK_SQUARES
        same = {p for p in men(board, chess.PAWN, side) if chess.BB_SQUARES[p] & colour}
        blocked = {p for p in same if chess.square_file(p) in (3, 4) and board.piece_at(in_front(p, side)) is not None}
        if len(same) >= 4 or (len(same) >= 3 and blocked):
            found.add(sq)
    return found


def bishop_pair(board, side):
    bishops = men(board, chess.BISHOP, side)
    light = {sq for sq in bishops if chess.BB_SQUARES[sq] & chess.BB_LIGHT_SQUARES}
    return bishops if light and bishops - light else set()


def rooks_on_open_files(board, side):
    def is_open(sq):
        file = chess.square_file(sq)
        return not any(file_men(board, chess.PAWN, s, file) for s in chess.COLORS)

    return {sq for sq in men(board, chess.ROOK, side) if is_open(sq)}


def rooks_on_half_open_files(board, side):
    def is_half_open(sq):
        file = chess.square_file(sq)
        return not file_men(board, chess.PAWN, side, file) and file_men(board, chess.PAWN, not side, file)

    return {sq for sq in men(board, chess.ROOK, side) if is_half_open(sq)}


def rooks_on_seventh(board, side):
    """With pawns to attack on that rank, or the enemy king behind it."""
    pawns = any(rank_of(p, side) == 6 for p in men(board, chess.PAWN, not side))
    if not pawns and rank_of(board.king(not side), side) != 7:
        return set()
    return {sq for sq in men(board, chess.ROOK, side) if rank_of(sq, side) == 6}


def rooks_behind_passers(board, side):
    """Pairs of a rook and an own passed pawn that it sees from behind."""
    pairs = set()
    for pawn in passed(board, side):
        for rook in men(board, chess.ROOK, side):
            same_file = chess.square_file(rook) == chess.square_file(pawn)
            if same_file and rank_of(rook, side) < rank_of(pawn, side) and pawn in board.attacks(rook):
                pairs.add((rook, pawn))
    return pairs


def doubled_rooks(board, side):
    """Two rooks on a file without own pawns."""
    found = set()
    for file in range(8):
        rooks = file_men(board, chess.ROOK, side, file)
        if len(rooks) > 1 and not file_men(board, chess.PAWN, side, file):
            found |= rooks
    return found


def has_castling_rights(board, side):
    return bool(board.clean_castling_rights() & (chess.BB_RANK_1 if side == chess.WHITE else chess.BB_RANK_8))


def stands_castled(board, side):
    """On the first rank, away from the middle (or beside the rook that castling would have brought there)."""
    king = board.king(side)
    file = chess.square_file(king)
    if rank_of(king, side) != 0 or has_castling_rights(board, side):
        return False
    if file in (0, 1, 6, 7):
        return True
    inner = {2: 3, 5: 4}.get(file)
    return inner is not None and board.piece_at(chess.square(inner, chess.square_rank(king))) == chess.Piece(
        chess.ROOK, side
    )


def castled_king(board, side):
    return {board.king(side)} if stands_castled(board, side) else set()


def king_in_centre(board, side):
    king = board.king(side)
    middle = 2 <= chess.square_file(king) <= 5
    stuck = middle and not has_castling_rights(board, side) and not stands_castled(board, side)
    return {king} if stuck and men(board, chess.QUEEN, not side) else set()


def open_files_at_king(board, side):
    """Files without pawns at the king, each by its square on the king's rank."""
    king = board.king(side)
    near = [
        chess.square(file, chess.square_rank(king)) for file in range(8) if abs(file - chess.square_file(king)) <= 1
    ]
    return {sq for sq in near if not any(file_men(board, chess.PAWN, s, chess.square_file(sq)) for s in chess.COLORS)}


def open_file_at_king(board, side):
    return {board.king(side)} if open_files_at_king(board, side) else set()


def weak_back_rank(board, side):
    """The king on the first rank without a flight square, against major pieces."""
    king = board.king(side)
    majors = men(board, chess.ROOK, not side) | men(board, chess.QUEEN, not side)
    if rank_of(king, side) != 0 or not majors or has_castling_rights(board, side):
        return set()
    flights = [
        sq
        for sq in board.attacks(king)
        if rank_of(sq, side) == 1 and board.color_at(sq) != side and not board.is_attacked_by(not side, sq)
    ]
    return set() if flights else {king}


def undeveloped(board, side):
    home = 0 if side == chess.WHITE else 7
    knights = {chess.square(f, home) for f in (1, 6)} & men(board, chess.KNIGHT, side)
    bishops = {chess.square(f, home) for f in (2, 5)} & men(board, chess.BISHOP, side)
    return knights | bishops


def pieces(board, side):
    """Men that are neither king nor pawn."""
    return {
        sq for sq, p in board.piece_map().items() if p.color == side and p.piece_type not in (chess.KING, chess.PAWN)
    }


def hanging(board, side):
    return {
        sq for sq in pieces(board, side) if board.is_attacked_by(not side, sq) and not board.is_attacked_by(side, sq)
    }


def pinned(board, side):
    return {sq for sq in pieces(board, side) if board.is_pinned(side, sq)}


def opposition(board, side):
    """Kings two steps apart on a line, the other side to move, nothing but pawns else."""
    if pieces(board, chess.WHITE) | pieces(board, chess.BLACK) or board.turn == side:
        return set()
    a, b = board.king(chess.WHITE), board.king(chess.BLACK)
    apart = (
        abs(chess.square_file(a) - chess.square_file(b)),
        abs(chess.square_rank(a) - chess.square_rank(b)),
    )
    return {board.king(side)} if sorted(apart) == [0, 2] else set()


def shut_in_rooks(board, side):
    """Rooks with hardly a move between their own king, who may not castle, and the corner on the first rank."""
    king = board.king(side)
    if rank_of(king, side) != 0 or has_castling_rights(board, side):
        return set()
    file = chess.square_file(king)

    def shut(sq):
        beyond = chess.square_file(sq) > file >= 4 or chess.square_file(sq) < file <= 3
        # A square that a pawn guards is no way out.
        free = sum(
            1
            for target in board.attacks(sq)
            if board.color_at(target) != side and not pawn_guards(board, target, not side)
        )
        return rank_of(sq, side) == 0 and beyond and free <= 3

    return {sq for sq in men(board, chess.ROOK, side) if shut(sq)}


FAULTS = (isolated, doubled, backward)


def weaknesses(board, side):
    """How many faults the pawns have: isolated, backward, and each pawn too many on a file."""
    too_many = sum(max(0, len(file_men(board, chess.PAWN, side, file)) - 1) for file in range(8))
    return len(isolated(board, side)) + len(backward(board, side)) + too_many


def balance(board, side):
    """Points of `side` minus those of the other."""
    return sum(POINTS[p.piece_type] * (1 if p.color == side else -1) for p in board.piece_map().values())


def count(board, role, side):
    return len(board.pieces(role, side))


def minor_count(board, side):
    return sum(count(board, role, side) for role in MINORS)


def scope(board, role, side):
    """Squares that men of a kind see, without those of their own men."""
    return sum(1 for man in board.pieces(role, side) for sq in board.attacks(man) if board.color_at(sq) != side)


def pawns_on_bishop_colour(board, side):
    """Own pawns on the colour of the bishops' squares, for every bishop."""

    def is_light(sq):
        return bool(chess.BB_SQUARES[sq] & chess.BB_LIGHT_SQUARES)

    bishops, pawns = men(board, chess.BISHOP, side), men(board, chess.PAWN, side)
    return sum(1 for bishop in bishops for pawn in pawns if is_light(bishop) == is_light(pawn))
