"""Who stands better, how a game ended, endings by tables, names of openings."""

import chess

from phrases import ANY, JUDGEMENT, phrase
from places import read_move

# Centipawns: from and up to (exclusive), by the words that name the margin.
MARGINS = {
    "slightly better": (25, 70),
    "a small edge": (25, 70),
    "clearly better": (70, 150),
    "a clear edge": (70, 150),
    "a large advantage": (150, 350),
    "much better": (150, 350),
    "winning": (350, 100_000),
}


def centipawns(text):
    """A printed score as White sees it; a mate is worth more than anything."""
    if text.startswith("#"):
        return 100_000 if not text.startswith("#-") else -100_000
    return round(float(text.replace("−", "-")) * 100)


def agrees(said, score):
    """Why the score is not that of the best line, or None."""
    best = said.facts.best_score if said.facts else None
    return None if best is None or best == score else f"the best line is worth {best}"


@phrase("whole", ANY, r"(?:the position is about equal|the chances are about even) \({score}\)")
def equal(said):
    score = centipawns(said.groups["score"])
    return agrees(said, score) or (None if abs(score) < 25 else f"{score} is not equal")


@phrase("whole", ANY, r"{side} (?:is|has) (?P<margin>" + "|".join(MARGINS) + r") \({score}\)")
def better(said):
    white = centipawns(said.groups["score"])
    score = white if said.side == chess.WHITE else -white
    low, high = MARGINS[said.groups["margin"]]
    return agrees(said, white) or (None if low <= score < high else f"{score} is outside {low} … {high}")


# Beginners are given no numbers: the words must fit the score of the best line.
PLAIN = {
    "is a little better": (25, 70),
    "has a small edge": (25, 70),
    "is better": (70, 150),
    "has the better game": (70, 150),
    "is much better": (150, 350),
    "has a big advantage": (150, 350),
    "is winning": (350, 100_000),
}


@phrase("whole", ANY, "the position is about equal", "the chances are about even")
def plainly_equal(said):
    best = said.facts.best_score
    return JUDGEMENT if best is None else None if abs(best) < 25 else f"the best line is worth {best}"


@phrase("whole", ANY, "{side} (?P<margin>" + "|".join(PLAIN) + ")")
def plainly_better(said):
    if said.facts.best_score is None:
        return JUDGEMENT
    score = said.facts.best_score if said.side == chess.WHITE else -said.facts.best_score
    low, high = PLAIN[said.groups["margin"]]
    return None if low <= score < high else f"the best line is worth {score}"


@phrase("whole", ANY, "{side} wins by force")
def by_force(said):
    best = said.facts.best_score if said.facts else None
    if best is None:
        return JUDGEMENT
    return (
        None if (best > 0) == (said.side == chess.WHITE) and abs(best) >= 10_000 else f"the best line is worth {best}"
    )


@phrase("whole", ANY, "checkmate: {side} has won")
def checkmate(said):
    return None if said.start.is_checkmate() and said.start.turn != said.side else "it is no checkmate"


@phrase("whole", ANY, "stalemate: {side} has no legal move and is not in check, so the game is drawn")
def stalemate(said):
    return None if said.start.is_stalemate() and said.start.turn == said.side else "it is no stalemate"


@phrase("whole", ANY, "drawn: neither side has enough material to mate")
def insufficient(said):
    return None if said.start.is_insufficient_material() else "there is enough material"


# --- openings ---

NAME = r"(?P<name>[^;]+?) \((?P<eco>[A-E]\d\d)\)"


def is_called(said, board):
    known = said.facts.opening(board)
    if known is None:
        return "the table of openings does not know this position"
    return None if (said.groups["eco"], said.groups["name"]) in known else f"the table says {sorted(known)}"


@phrase("whole", ANY, f"{{move}} leaves the table of openings, which calls this the {NAME}")
def opening_left(said):
    after = said.start.copy(stack=False)
    after.push(read_move(said.start, said.groups["move"]))
    if said.facts.is_named(after):
        return "the table knows the position after it"
    return is_called(said, said.start)


@phrase("whole", ANY, f"this is the {NAME}", f"{{move}} leads into the {NAME}")
def opening_reached(said):
    move = read_move(said.start, said.groups["move"]) if said.groups.get("move") else said.asked
    after = said.start.copy(stack=False)
    after.push(move)
    return is_called(said, after)


@phrase("whole", ANY, f"(?:[Tt]he opening is the )?{NAME}")
def opening(said):
    return is_called(said, said.start if said.facts.moves is None else said.facts.history[-1])


@phrase("whole", ANY, "the table of openings has no name for this position")
def no_opening(said):
    return "the table knows it" if said.facts.is_named(said.start) else None


@phrase("whole", ANY, "{side} has no pieces beside the king")
def bare_king(said):
    men = [said.start.piece_at(sq).piece_type for sq in chess.SquareSet(said.start.occupied_co[said.side])]
    return None if set(men) <= {chess.KING, chess.PAWN} else "there are others"


# --- what was said before and comes true ---


@phrase("whole", ANY, "the king has arrived on {square}, the goal of its march from (?P<start>[a-h][1-8])")
def march_ends(said):
    there = chess.parse_square(said.groups["square"])
    arrives = said.start.piece_type_at(said.asked.from_square) == chess.KING and said.asked.to_square == there
    if not arrives:
        return "the move does not bring the king there"
    before = said.facts.history[:-1] if said.facts.history else []
    begun = chess.parse_square(said.groups["start"])
    stood = any(board.king(said.start.turn) == begun for board in before)
    return None if stood else "the king did not stand there"


@phrase("whole", ANY, "the weak pawn on {square} falls after all", "and so the weak pawn on {square} falls")
def weakness_falls(said):
    there = chess.parse_square(said.groups["square"])
    taken = said.asked.to_square == there and said.start.piece_type_at(there) == chess.PAWN
    return None if taken else "no pawn is taken there"
