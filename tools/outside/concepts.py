"""What a side has or gets that is made of several features: better pieces, more material, a lead in development."""

import chess

import features as f
from phrases import POSITIONAL, judged, missing, phrase, say
from positional import more, present
from words import names, side_name

say(
    "has",
    POSITIONAL,
    present(f.undeveloped, "piece at home"),
    "more pieces at home{on}",
    "more pieces at home for a while",
)
say("has", POSITIONAL, present(f.shut_in_rooks, "rook shut in by the king"), "a rook shut in by the king")
say("does", POSITIONAL, more(f.shut_in_rooks, "rook shut in by the king"), "shuts in a rook")
say("does", POSITIONAL, present(f.bishop_pair, "bishop pair"), "gets an active bishop pair")


@phrase("does", POSITIONAL, "gets weaker pawns{on}", "is left with weak pawns{on}")
def damaged(said):
    """Each named pawn has a fault that it did not have at the start; without names there are more faults."""

    def new_fault(sq):
        came = said.place.came_from(sq)
        return any(sq in fault(said.there, said.side) and came not in fault(said.start, said.side) for fault in f.FAULTS)

    sound = {sq for sq in said.on if not new_fault(sq)}
    if sound:
        return f"{side_name(said.side)} has no new weakness on {names(sound)}"
    before, after = (f.weaknesses(board, said.side) for board in (said.start, said.there))
    return None if after > before else f"{side_name(said.side)} had {before} weaknesses before, {after} after"


def own_men(role, what):
    """Men of that kind stand on the named squares."""

    def check(said):
        return missing(said.on, f.men(said.there, role, said.side), said.side, what)

    return check


say(
    "does",
    POSITIONAL,
    own_men(chess.KNIGHT, "knight"),
    "improves the knights{on}",
    "gets a better knight{on}",
    "gets better knights{on}",
    "finds a better square for the knight{on}",
    "gets a passive knight{on}",
    "gets passive knights{on}",
    "is left with passive knights",
    "has less active knights",
    "is left with a badly placed knight{on}",
    "is left with badly placed knights{on}",
)
say("has", POSITIONAL, own_men(chess.KING, "king"), "an exposed king{on}")
say("does", POSITIONAL, own_men(chess.QUEEN, "queen"), "invades with the queen")
say("has", POSITIONAL, own_men(chess.QUEEN, "queen"), "the queen far from the action")


def sees(role, what, direction):
    """Men of that kind see more squares than at the start, or fewer."""

    def check(said):
        if not f.men(said.there, role, said.side):
            return f"{side_name(said.side)} has no {what}"
        before, after = (f.scope(board, role, said.side) for board in (said.start, said.there))
        return None if (after - before) * direction > 0 else f"the {what}s saw {before} squares, now {after}"

    return check


say("does", POSITIONAL, sees(chess.ROOK, "rook", 1), "activates the rooks")
say("does", POSITIONAL, sees(chess.ROOK, "rook", -1), "gets passive rooks")
say("does", POSITIONAL, sees(chess.QUEEN, "queen", 1), "brings the queen into play")
say(
    "does",
    POSITIONAL,
    own_men(chess.BISHOP, "bishop"),
    "improves the bishop{on}",
    "gets a better bishop{on}",
    "gets a passive bishop",
    "is left with a less active bishop",
)


@phrase("does", POSITIONAL, "improves the bishops", "gets both bishops working")
def both_bishops(said):
    n = f.count(said.there, chess.BISHOP, said.side)
    return None if n >= 2 else f"{side_name(said.side)} has {n} bishops"


@phrase("does", POSITIONAL, "gets rid of the bad bishop", "exchanges the bad bishop")
def bad_bishop_goes(said):
    if not f.bad_bishops(said.start, said.side):
        return f"{side_name(said.side)} has no bad bishop at the start"
    before, after = (f.count(b, chess.BISHOP, said.side) for b in (said.start, said.there))
    return None if after < before else f"{side_name(said.side)} keeps all bishops"


@phrase("does", POSITIONAL, "brings out another piece", "brings out {n} pieces")
def develops(said):
    want = int(said.groups.get("n") or 1)
    got = len(f.undeveloped(said.start, said.side)) - len(f.undeveloped(said.there, said.side))
    return None if got == want else f"{side_name(said.side)} brings out {got} pieces, not {want}"


@phrase("does", POSITIONAL, "gets a strong knight on the way")
def knight_on_the_way(said):
    counts = [len(f.knight_outposts(board, said.side)) for board in said.place.boards]
    return None if max(counts) > counts[0] else "no knight reaches an outpost in the line"


@phrase("does", POSITIONAL, "pushes the passed pawn{on}", "gets the passed pawn rolling")
def passer_advances(said):
    now = f.passed(said.there, said.side)
    problem = missing(said.on, now, said.side, "passed pawn")
    if problem:
        return problem
    pushed = any(
        before.piece_type_at(move.from_square) == chess.PAWN and move.from_square in f.passed(before, said.side)
        for before, move, _ in said.place.steps(said.side)
    )
    return None if pushed else "no passed pawn is pushed in the line"


def without_bishop(squares, colour):
    def check(said):
        left = f.men(said.there, chess.BISHOP, said.side) & set(chess.SquareSet(squares))
        had = f.men(said.start, chess.BISHOP, said.side) & set(chess.SquareSet(squares))
        if left:
            return f"{side_name(said.side)} has a {colour}-squared bishop on {names(left)}"
        return None if had else f"{side_name(said.side)} had no {colour}-squared bishop"

    return check


say(
    "does",
    POSITIONAL,
    without_bishop(chess.BB_LIGHT_SQUARES, "light"),
    "is left without a light-squared bishop",
    "has no light-squared bishop left",
)
say(
    "does",
    POSITIONAL,
    without_bishop(chess.BB_DARK_SQUARES, "dark"),
    "is left without a dark-squared bishop",
    "has no dark-squared bishop left",
)


@phrase("does", POSITIONAL, "can no longer challenge the strong knight{on} with a bishop")
def unchallenged(said):
    stays = f.knight_outposts(said.start, not said.side) & f.knight_outposts(said.there, not said.side)
    problem = missing(said.on, stays, not said.side, "strong knight that stays")
    if problem or not stays:
        return problem or "no strong knight stays where it is"

    def can(board, sq):
        colour = chess.BB_LIGHT_SQUARES if chess.BB_SQUARES[sq] & chess.BB_LIGHT_SQUARES else chess.BB_DARK_SQUARES
        return bool(int(board.pieces(chess.BISHOP, said.side)) & colour)

    left = {sq for sq in stays if can(said.start, sq) and not can(said.there, sq)}
    return None if left else f"no bishop of the colour of {names(stays)} was given up"


@phrase("does", POSITIONAL, "can no longer castle")
def no_castling(said):
    if f.has_castling_rights(said.there, said.side):
        return f"{side_name(said.side)} may still castle"
    if not f.has_castling_rights(said.start, said.side):
        return f"{side_name(said.side)} could not castle before either"
    castled = any(before.is_castling(move) for before, move, _ in said.place.steps(said.side))
    return f"{side_name(said.side)} castles in the line" if castled else None


@phrase("does", POSITIONAL, "brings the king to safety")
def king_safe(said):
    return None if f.castled_king(said.there, said.side) else f"{side_name(said.side)}'s king does not stand castled"


@phrase("does", POSITIONAL, "simplifies while ahead in material")
def simplifies(said):
    if f.balance(said.there, said.side) <= 0:
        return f"{side_name(said.side)} is not ahead in material"
    men = [len(board.piece_map()) for board in (said.start, said.there)]
    return None if men[1] < men[0] else "nothing is exchanged"


@phrase("does", POSITIONAL, "puts pressure on the weak pawns")
def pressure(said):
    weak = f.isolated(said.there, not said.side) | f.backward(said.there, not said.side)
    attacked = {sq for sq in weak if said.there.attackers(said.side, sq)}
    return None if attacked else "no weak pawn of the other side is attacked"


# --- what a side is ahead by ---


def difference(said, role):
    return f.count(said.there, role, said.side) - f.count(said.there, role, not said.side)


def ahead(test, what):
    def check(said):
        pawns, rooks, queens = (difference(said, r) for r in (chess.PAWN, chess.ROOK, chess.QUEEN))
        minors = f.minor_count(said.there, said.side) - f.minor_count(said.there, not said.side)
        told = f"ahead by {pawns} pawns, {minors} minor pieces, {rooks} rooks, {queens} queens"
        return None if test(pawns, minors, rooks, queens) else f"{side_name(said.side)} has no {what}: {told}"

    return check


say("has", POSITIONAL, ahead(lambda p, m, r, q: p == 1 and m == r == q == 0, "extra pawn"), "an extra pawn")
say("has", POSITIONAL, ahead(lambda p, m, r, q: p >= 2 and m == r == q == 0, "extra pawns"), "extra pawns")
say(
    "has",
    POSITIONAL,
    ahead(lambda p, m, r, q: p >= 0 and (m, r, q) == (-1, 1, 0), "rook for a minor piece"),
    "a rook for a minor piece",
)
say("has", POSITIONAL, ahead(lambda p, m, r, q: (m, r, q) == (1, 0, 0), "extra piece"), "an extra piece")
# What each side has for what: pawns (None: any), minor pieces, rooks, queens more than the other.
for text, wanted in {
    "the exchange for a pawn": (-1, -1, 1, 0),
    "the exchange for two pawns": (-2, -1, 1, 0),
    "two minor pieces for a rook": (None, 2, -1, 0),
    "the queen for a rook and a minor piece": (None, -1, -1, 1),
    "the queen for two rooks": (None, 0, -2, 1),
    "two rooks for the queen": (None, 0, 2, -1),
    "the queen for three minor pieces": (None, -3, 0, 1),
    "three minor pieces for the queen": (None, 3, 0, -1),
    "a piece for two pawns": (-2, 1, 0, 0),
    "a piece for three pawns": (-3, 1, 0, 0),
    "three pawns for a piece": (3, -1, 0, 0),
}.items():
    say(
        "has",
        POSITIONAL,
        ahead(lambda *men, wanted=wanted: all(w in (None, n) for n, w in zip(men, wanted, strict=True)), text),
        text,
    )
say(
    "has",
    POSITIONAL,
    ahead(lambda p, m, r, q: p >= 1 and (m, r, q) == (-2, 1, 0), "rook for two pieces"),
    "a rook and pawns for two minor pieces",
)
say(
    "has",
    POSITIONAL,
    ahead(lambda p, m, r, q: p >= 1 and (m, r, q) == (1, 1, -1), "rook and piece for the queen"),
    "a rook, a minor piece and pawns for the queen",
)
say("has", POSITIONAL, ahead(lambda p, m, r, q: m >= 0 and (r, q) == (1, 0), "extra rook"), "an extra rook")
say(
    "has",
    POSITIONAL,
    ahead(lambda p, m, r, q: p + 3 * m + 5 * r + 9 * q >= 5, "large material advantage"),
    "a large material advantage",
)


@phrase("has", POSITIONAL, "the better bishop")
def better_bishop(said):
    if not all(f.count(said.there, chess.BISHOP, side) for side in chess.COLORS):
        return "not both sides have a bishop"
    ours, theirs = (f.pawns_on_bishop_colour(said.there, side) for side in (said.side, not said.side))
    return None if ours <= theirs else f"{ours} own pawns stand on its colour, {theirs} on the other's"


@phrase("has", POSITIONAL, "a bishop that is stronger than the knight")
def bishop_against_knight(said):
    fits = f.count(said.there, chess.BISHOP, said.side) and f.count(said.there, chess.KNIGHT, not said.side)
    only = f.count(said.there, chess.BISHOP, not said.side) == 0
    return None if fits and only else "it is not a bishop against knights"


@phrase("has", POSITIONAL, "better development")
def better_development(said):
    ours, theirs = (len(f.undeveloped(said.there, s)) for s in (said.side, not said.side))
    return None if ours < theirs else f"{ours} pieces at home against {theirs}"


@phrase("does", POSITIONAL, "gets ahead in development")
def development_lead(said):
    return better_development(said)


@phrase("has", POSITIONAL, "the better pawn structure")
def better_structure(said):
    ours, theirs = (f.weaknesses(said.there, s) for s in (said.side, not said.side))
    return None if ours < theirs else f"{ours} weak pawns against {theirs}"


judged(
    "has",
    "an attack on the king",
    "more space",
    "more active pieces",
    "more control of the centre",
    "the initiative",
    "more freedom for the pieces",
    "the safer king",
    "the more active king",
    "no attack left",
)
judged(
    "does",
    "improves the pawn structure",
    "gets a better pawn structure",
    "improves the activity of the pieces",
    "gets more active pieces",
    "gets the initiative against the king",
    "builds up an attack on the king",
    "activates the king",
    "gains space",
    "takes more space",
    "takes control of the centre",
    "loses the attack on the king",
    "gets a hole in the pawn structure",
    "gets a more exposed king",
    "is left with a less sheltered king",
    "loses space",
    "loses activity",
)
