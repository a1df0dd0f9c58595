"""What a side has, gets, loses: features and the concepts made of them."""

import chess

import features as f
from phrases import JUDGEMENT, POSITIONAL, missing, say
from words import names, side_name


def present(feature, what):
    """The feature is on the named squares (of a position as it stands: on no others); without squares, somewhere."""

    def check(said):
        held = feature(said.there, said.side)
        problem = missing(said.on, held, said.side, what)
        left = {sq for sq in held if not any(alike(feature, sq, named) for named in said.on)}
        if problem is None and said.on and left and said.place.ply == 0:
            return f"{side_name(said.side)} has {what} on {names(left)}, too"
        return problem

    return check


def alike(feature, square, named):
    """A square need not be named beside another: of doubled pawns one speaks for its file."""
    return square == named or (feature is f.doubled and chess.square_file(square) == chess.square_file(named))


def more(feature, what):
    """It is there, and was not at the start: by name if squares are named, else by number."""

    def check(said):
        now, before = feature(said.there, said.side), feature(said.start, said.side)
        problem = missing(said.on, now, said.side, what)
        if problem:
            return problem
        old = {sq for sq in said.on if said.place.came_from(sq) in before}
        if old and said.place.ply > 0:
            return f"{side_name(said.side)} had the {what} on {names(old)} before"
        if not said.on and len(now) <= len(before):
            return f"{side_name(said.side)} gets no {what}: {names(before)} before, {names(now)} after"
        return None

    return check


def less(feature, what):
    """It was there at the start, and is no more: by name if squares are named, else by number."""

    def check(said):
        now, before = feature(said.there, said.side), feature(said.start, said.side)
        problem = missing(said.on, before, said.side, what)
        if problem:
            return problem
        kept = {sq for sq in said.on if said.place.went_to(sq) in now}
        if kept:
            return f"{side_name(said.side)} keeps the {what} on {names(kept)}"
        if not said.on and len(now) >= len(before):
            return f"{side_name(said.side)} loses no {what}: {names(before)} before, {names(now)} after"
        return None

    return check


def none_left(feature, what):
    """It was there at the start, and there is none now."""

    def check(said):
        now, before = feature(said.there, said.side), feature(said.start, said.side)
        if now:
            return f"{side_name(said.side)} still has {what}: {names(now)}"
        return None if before else f"{side_name(said.side)} had no {what}"

    return check


def fewer(feature, what):
    """Less than at the start, and not nothing."""

    def check(said):
        now, before = feature(said.there, said.side), feature(said.start, said.side)
        return None if 0 < len(now) < len(before) else f"{what}: {names(before)} before, {names(now)} after"

    return check


def a_while(feature, what):
    """It is there on the way, and when the line ends the named men show it no more; without names there is less of it."""

    def check(said):
        now, last = feature(said.there, said.side), feature(said.place.last, said.side)
        problem = missing(said.on, now, said.side, what)
        if problem is None and not said.place.goes_on:
            return JUDGEMENT
        kept = {sq for sq in said.on if said.place.goes_to(sq) in last}
        if problem is None and (len(kept) == len(said.on) if said.on else len(last) >= len(now)):
            return f"{side_name(said.side)} keeps the {what} to the end of the line: {names(last)}"
        return problem

    return check


def either(feature):
    """Pairs of squares as one set: words name one or the other."""

    def squares(board, side):
        return {sq for pair in feature(board, side) for sq in pair}

    return squares


rook_behind = either(f.rooks_behind_passers)

# feature, its name in a report, then the forms: things one has; more of it; less of it; for a while.
TABLE = [
    (
        f.isolated,
        "isolated pawn",
        ["an isolated pawn{on}", "isolated pawns{on}"],
        ["gets an isolated pawn{on}", "gets isolated pawns{on}"],
        ["gets rid of the isolated pawns?{on}"],
        ["has an isolated pawn{on} for a while"],
    ),
    (
        f.doubled,
        "doubled pawns",
        ["doubled pawns{on}"],
        ["gets doubled pawns{on}"],
        ["gets rid of the doubled pawns{on}"],
        ["has doubled pawns{on} for a while"],
    ),
    (
        f.backward,
        "backward pawn",
        ["a backward pawn{on}", "backward pawns{on}"],
        ["gets a backward pawn{on}", "gets backward pawns{on}"],
        ["gets rid of the backward pawns?{on}"],
        ["has a backward pawn{on} for a while"],
    ),
    (
        f.passed,
        "passed pawn",
        ["a passed pawn{on}", "passed pawns{on}"],
        ["gets a passed pawn{on}", "gets passed pawns{on}", "creates a passed pawn{on}", "creates passed pawns{on}"],
        ["no longer has the passed pawn{on}", "loses the passed pawn{on}"],
        ["has a passed pawn{on} for a while"],
    ),
    (
        f.protected_passers,
        "protected passed pawn",
        ["a protected passed pawn{on}", "protected passed pawns{on}"],
        ["gets a protected passed pawn{on}", "gets protected passed pawns{on}"],
        ["no longer has the protected passed pawn{on}"],
        ["has a protected passed pawn{on} for a while"],
    ),
    (
        f.connected_passers,
        "connected passed pawns",
        ["connected passed pawns{on}"],
        ["gets connected passed pawns{on}"],
        ["no longer has connected passed pawns"],
        ["has connected passed pawns{on} for a while"],
    ),
    (
        f.outside_passers,
        "outside passed pawn",
        ["an outside passed pawn{on}", "outside passed pawns{on}"],
        ["gets an outside passed pawn{on}", "gets outside passed pawns{on}"],
        ["no longer has the outside passed pawn{on}"],
        ["has an outside passed pawn{on} for a while"],
    ),
    (
        f.blockaded_passers,
        "blockaded passed pawn",
        ["the passed pawn{on} blockaded", "the passed pawns{on} blockaded"],
        [],
        ["frees the passed pawn{on} from its blockade"],
        ["has the passed pawn{on} blockaded for a while"],
    ),
    (
        f.supported_knight_outposts,
        "supported strong knight",
        ["a strong knight{on}, supported by a pawn"],
        ["gets a strong knight{on}, supported by a pawn"],
        ["no longer has the supported knight{on}"],
        ["has a strong knight{on} for a while, supported by a pawn"],
    ),
    (
        f.knight_outposts,
        "strong knight",
        ["a strong knight{on}", "strong knights{on}"],
        ["gets a strong knight{on}", "gets strong knights{on}", "plants a knight{on} where no pawn can drive it off"],
        ["no longer has the strong knight{on}", "loses the strong knight{on}"],
        ["has a strong knight{on} for a while"],
    ),
    (
        f.bishop_outposts,
        "well-placed bishop",
        ["a well-placed bishop{on}"],
        ["gets a well-placed bishop{on}"],
        ["no longer has the well-placed bishop{on}"],
        ["has a well-placed bishop{on} for a while"],
    ),
    (
        f.rim_knights,
        "knight on the rim",
        ["a knight on the rim{on}", "knights on the rim{on}"],
        [],
        ["brings the knight back from the rim"],
        ["has a knight on the rim{on} for a while"],
    ),
    (
        f.bad_bishops,
        "bad bishop",
        ["a bad bishop{on}"],
        ["gets a bad bishop{on}"],
        ["no longer has a bad bishop", "frees the bad bishop"],
        ["has a bad bishop{on} for a while"],
    ),
    (
        f.rooks_on_open_files,
        "rook on an open file",
        ["a rook on the open file{on}", "rooks on (?:the )?open files?{on}"],
        ["gets a rook on the open file{on}", "takes the open file{on}"],
        ["no longer has the open file", "loses the open file"],
        ["has a rook on the open file{on} for a while"],
    ),
    (
        f.rooks_on_half_open_files,
        "rook on a half-open file",
        ["a rook on a half-open file{on}"],
        ["gets a rook on a half-open file{on}"],
        ["leaves the half-open file"],
        ["has a rook on a half-open file{on} for a while"],
    ),
    (
        f.rooks_on_seventh,
        "rook on the seventh rank",
        ["a rook on the seventh rank{on}", "rooks on the seventh rank{on}"],
        ["gets a rook to the seventh rank{on}", "brings a rook to the seventh rank{on}"],
        ["no longer has a rook on the seventh rank"],
        ["has a rook on the seventh rank{on} for a while"],
    ),
    (
        rook_behind,
        "rook behind the passed pawn",
        ["a rook behind the passed pawn{on}"],
        ["gets a rook behind the passed pawn{on}", "puts a rook behind the passed pawn{on}"],
        ["no longer has a rook behind the passed pawn"],
        ["has a rook behind the passed pawn{on} for a while"],
    ),
    (
        f.doubled_rooks,
        "doubled rooks",
        ["doubled rooks{on}"],
        ["doubles the rooks{on}"],
        ["no longer has doubled rooks"],
        ["has doubled rooks{on} for a while"],
    ),
    (
        f.castled_king,
        "castled king",
        ["the king castled{on}"],
        [],
        ["leaves the castled position"],
        ["has the king castled{on} for a while"],
    ),
    (
        f.king_in_centre,
        "king in the centre",
        ["the king stuck in the centre{on}", "a king stuck in the centre{on}"],
        [],
        ["gets the king out of the centre"],
        ["has the king in the centre{on} for a while"],
    ),
    (
        f.open_file_at_king,
        "open file at the king",
        ["an open file at the king{on}"],
        [],
        ["no longer has an open file at the king"],
        ["has an open file at the king{on} for a while"],
    ),
    (
        f.weak_back_rank,
        "weak back rank",
        ["a weak back rank"],
        ["gets a weak back rank"],
        ["gives the king air"],
        ["has a weak back rank for a while"],
    ),
    (
        f.hanging,
        "loose piece",
        ["a loose piece{on}", "loose pieces{on}"],
        [],
        ["no longer has a loose piece"],
        ["has a loose piece{on} for a while"],
    ),
    (
        f.pinned,
        "pinned piece",
        ["a pinned piece{on}", "pinned pieces{on}"],
        [],
        ["gets out of the pin"],
        ["has a pinned piece{on} for a while"],
    ),
    (
        f.opposition,
        "opposition",
        ["the opposition"],
        ["takes the opposition"],
        ["loses the opposition"],
        ["has the opposition for a while"],
    ),
    (
        f.bishop_pair,
        "bishop pair",
        ["the bishop pair", "an active bishop pair"],
        ["is left with the bishop pair", "gains the bishop pair"],
        ["no longer has the bishop pair", "gives up the bishop pair"],
        ["has the bishop pair for a while"],
    ),
]

for feature, what, has, gets, gone, brief in TABLE:
    say("has", POSITIONAL, present(feature, what), *has)
    say("does", POSITIONAL, more(feature, what), *gets)
    # “No longer has a …” leaves none; “no longer has the … on d5” leaves the others.
    for words in gone:
        total = words.startswith("no longer has") and "the" not in words.split()[3:4]
        say("does", POSITIONAL, (none_left if total else less)(feature, what), words)
    say("does", POSITIONAL, a_while(feature, what), *brief)

# Less of it, but some is left.
for feature, what, words in [
    (f.connected_passers, "connected passed pawns", "has fewer connected passed pawns"),
    (f.rooks_on_open_files, "rook on an open file", "has fewer rooks on open files"),
    (f.rooks_on_half_open_files, "rook on a half-open file", "has fewer rooks on half-open files"),
    (f.rooks_on_seventh, "rook on the seventh rank", "has fewer rooks on the seventh rank"),
    (f.open_files_at_king, "open file at the king", "has fewer open files at the king"),
]:
    say("does", POSITIONAL, fewer(feature, what), words)
