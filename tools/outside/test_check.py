"""The checker itself: every phrase of the English words is understood, true sentences pass, false ones are noticed."""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import chess

from facts import Facts, Knowledge
from places import Place
from sentences import FALSE, JUDGED, TRUE, UNKNOWN, Reader

ROOT = Path(__file__).resolve().parents[2]
KNOWLEDGE = Knowledge(ROOT / "knowledge/openings/eco.tsv")


def verdicts(fen, sentence, line="", ply=None, asked=None):
    """What becomes of the statements of a sentence about a position, or about a place in a line from it."""
    board = chess.Board(fen)
    moves = line.split()
    asked = board.parse_uci(asked) if asked else None
    reader = Reader(board, Facts(KNOWLEDGE, [], board.turn), asked)
    places = [Place(board, moves, ply)] if moves else []
    return [statement.verdict for statement in reader.sentence(sentence, places)]


# Position, line, what is true there, what is false.
ROOKS = "2kr4/pp1r1pb1/2n1p2p/8/5p2/N1P5/PPB1KPPP/3R3R b - - 3 25"
PAWNS = "8/p1p2k2/p5p1/P5P1/4p3/8/2P4P/4K3 w - - 0 1"
KNIGHTS = "8/r2k4/3b3r/1p1Bnp1p/p3RN1P/P5P1/1PR3K1/8 w - - 0 32"
FORK = "r3k3/8/8/1N6/8/8/5PPP/6K1 w - - 0 1"
STANDING = [
    (ROOKS, "Black has a rook on the open file on d8 and d7.", "Black has a rook on the open file on d8, d7 and d1."),
    (ROOKS, "White has a knight on the rim on a3.", "Black has a knight on the rim on a3."),
    (PAWNS, "Black has doubled pawns on a7 and a6.", "White has doubled pawns on a7 and a6."),
    (PAWNS, "White has isolated pawns on a5 and c2.", "White has isolated pawns on a5, a6 and c2."),
    (PAWNS, "White has isolated pawns on a5 and c2.", "White has an isolated pawn on c2."),
    (PAWNS, "Black has an extra pawn.", "White has an extra piece."),
    (PAWNS, "Black has a passed pawn on e4.", "White has a passed pawn on c2."),
    (KNIGHTS, "White has a strong knight on f4.", "White has a strong knight on e5 and f4."),
    (KNIGHTS, "Black has a strong knight on e5; White has an exposed king on g2.", "White has an exposed king on d7."),
    (FORK, "The position is about equal (+0.10).", "White is slightly better (−0.40)."),
    (FORK, "1.Nc7+ is the best move.", "1.Nc7 is the best move."),
    (
        PAWNS,
        "Black is slightly better (−0.40): White has isolated pawns on a5 and c2; Black has doubled pawns on a7 and a6, "
        "but that does not make up for it.",
        "Black is slightly better (−0.40): White has an extra pawn; Black has doubled pawns on a7 and a6, but that does "
        "not make up for it.",
    ),
    (
        PAWNS,
        "The position is about equal (0.00): Black has an extra pawn, but that is not enough for an advantage.",
        "Black is slightly better (−0.40): Black has an extra pawn, but that is not enough for an advantage.",
    ),
    (
        PAWNS,
        "The position is about equal (0.00): Black has an extra pawn, but White has compensation: Black has doubled "
        "pawns on a7 and a6.",
        "The position is about equal (0.00): White has isolated pawns on a5 and c2, but Black has compensation: Black "
        "has a passed pawn on e4.",
    ),
]
IN_LINES = [
    (
        FORK,
        "b5c7 e8d8 c7a8",
        3,
        "White wins a rook by a fork: the knight on c7 attacks the rook on a8 and the king on e8.",
        "White wins the queen by a fork: the knight on c7 attacks the rook on a8 and the king on e8.",
    ),
    (
        FORK,
        "b5c7 e8d8 c7a8",
        3,
        "White brings the knight to a8 (b5-c7-a8).",
        "White brings the knight to a8 (b5-c6-a8).",
    ),
    (FORK, "b5c7 e8d8 c7a8", 3, "White gains a rook (1.Nc7+ Kd8 2.Nxa8).", "White gains a rook (1.Nd6+ Kd8)."),
    (FORK, "b5c7 e8d8 c7a8", 3, "White wins a rook.", "White wins a rook by a pin: the rook on a8 cannot move away."),
    (
        FORK,
        "b5c7 e8d8 c7a8",
        3,
        "White wins a rook.",
        "White wins a rook by a discovered attack from the knight on c7.",
    ),
    (FORK, "b5c7 e8d8 c7a8", 3, "White wins a rook.", "White wins a rook because the rook on a8 has no safe square."),
    (
        FORK,
        "b5c7 e8d8 c7a8",
        3,
        "White wins a rook which nothing protects.",
        "White wins a knight which nothing protects.",
    ),
    (FORK, "b5c7 e8d8 c7a8", 3, "White wins a rook.", "Black no longer has a rook on the seventh rank."),
    (PAWNS, "c2c3 e4e3 c3c4", 3, "White plays c4.", "White pushes the pawn to c3."),
    (PAWNS, "h2h4 f7e7 h4h5 g6h5", 4, "White gets an isolated pawn on g5.", "White gets an isolated pawn on c2."),
    (PAWNS, "h2h4 f7e7 h4h5 g6h5", 4, "Black gains a pawn.", "Black wins two pawns."),
    (
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "a1a8",
        1,
        "White gives mate at once: a back-rank mate.",
        "White forces mate in 2.",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "g1f3 g8f6",
        2,
        "White develops the knight to f3.",
        "White develops the bishop to f3.",
    ),
]
CASTLING = "q3k3/8/8/8/8/8/8/4K2R w K - 0 1"
IN_LINES += [
    ("6k1/5ppp/8/8/8/8/PP3PPP/R5K1 w - - 0 1", "a1d1", 1, "White activates the rooks.", "White gets passive rooks."),
    (CASTLING, "e1e2", 1, "White can no longer castle.", "White brings the king to safety."),
    (CASTLING, "e1g1 a8b8", 2, "White brings the king to safety.", "White can no longer castle."),
    ("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6", 1, "White pushes the passed pawn on a6.", "White can no longer castle."),
    (
        "4k3/8/8/3p4/2n5/1P6/8/4K3 w - - 0 1",
        "b3c4 d5c4",
        2,
        "White wins a knight for a pawn.",
        "Black pushes the passed pawn on c4.",
    ),
    (
        "6k1/8/4b3/3N4/8/8/8/4R1K1 w - - 0 1",
        "e1e6",
        1,
        "Black can no longer challenge the strong knight with a bishop.",
        "White can no longer challenge the strong knight with a bishop.",
    ),
    ("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "e1f1", 1, "White shuts in a rook.", "Black shuts in a rook."),
]
MOVES = [
    (FORK, "b5c7", "It gives check and attacks the rook on a8.", "It protects the rook on a8."),
    (
        "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
        "e1g1",
        "It brings the king to safety.",
        "It develops the knight.",
    ),
]
ENDING = "2r2k2/p4p2/8/8/3R4/6P1/P4P2/5K2 w - - 0 1"
PASSER = "8/5k2/8/1P6/8/8/3r4/6RK w - - 0 1"
OUTPOST = "r2q1rk1/pp3pbp/3p2p1/8/4P3/2N2N2/PP3PPP/R2Q1RK1 w - - 0 1"
QUEENS = "3q2k1/5ppp/8/8/8/5N2/5PPP/2Q3K1 w - - 0 1"
OPENING = "r1bqkbnr/ppp2ppp/2np4/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3"
TRADE = "6k1/5ppp/8/3p4/2b5/8/4BPPP/4K2R w - - 0 1"
PINNED = "4r1k1/5ppp/8/8/2b5/8/4BPPP/R3K2R w - - 0 1"
MOVES += [
    (ENDING, "d4d7", "It invades on the seventh rank.", "It takes the half-open file."),
    (ENDING, "f1e2", "It brings the king towards the centre.", "It gains space in the centre."),
    ("6k1/5p2/8/1p6/8/8/5PPP/4K3 w - - 0 1", "e1d2", "It brings the king nearer to the pawn on b5.", "It leads the king towards the pawn on f7."),
    ("6k1/b4ppp/8/8/3P4/8/5PPP/3Q2K1 w - - 0 1", "g1h1", "It takes the king out of the line of the bishop on a7.", "It activates the king."),
    ("6k1/5ppp/8/8/8/8/P4PPP/2B3K1 w - - 0 1", "c1b2", "It puts the bishop on the open diagonal.", "It puts the queen on the open file."),
    ("6k1/5ppp/8/8/8/8/4RPPP/2Q3K1 w - - 0 1", "c1e1", "It doubles queen and rook on the file.", "It takes the open diagonal."),
    ("6k1/5ppp/8/8/8/8/5PPP/2Q3K1 w - - 0 1", "c1e3", "It puts the queen on the open file.", "It lines up queen and rook on the file."),
    ("6k1/5ppp/8/3p4/4n3/3B4/5PPP/6K1 w - - 0 1", "d3e4", "It gives the bishop for the knight on e4.", "It exchanges the knight for the bishop on e4."),
    ("6k1/5ppp/4b3/6N1/8/8/5PPP/6K1 w - - 0 1", "g5e6", "It exchanges the knight for the bishop on e6.", "It gives the bishop for the knight on e6."),
    ("6k1/5ppp/4p3/3p4/4P3/8/5PPP/6K1 w - - 0 1", "e4d5", "It exchanges pawns in the centre.", "It takes the open diagonal."),
    ("6k1/5ppp/4p3/3n4/4P3/8/5PPP/6K1 w - - 0 1", "e4d5", "It takes back material on d5.", "It takes back material on e5."),
    (PASSER, "g1b1", "It supports the pawn on b5 from behind.", "It doubles the rooks."),
    (PASSER, "b5b6", "It pushes the passed pawn.", "It gains space in the centre."),
    (OUTPOST, "c3d5", "It brings the knight to an outpost.", "It offers a trade for the queen on d8."),
    (QUEENS, "c1d2", "It offers to exchange the queen on d8.", "It puts pressure on the pawn on f7."),
    (OPENING, "a2a3", "It keeps the enemy pieces out of b4.", "It keeps the enemy pieces out of c4."),
    (OPENING, "d2d3", "It opens a line for the bishop on c1.", "It opens a line for the bishop on f1."),
    (OUTPOST, "a1c1", "It supports the knight on c3.", "It connects the rooks."),
    (OUTPOST, "h2h3", "It gives the king an escape square on h2.", "It gives the king an escape square on h3."),
    (PINNED, "e1d2", "It frees the bishop on e2 from the pin.", "It blocks the bishop on c4."),
    (TRADE, "e2c4", "It trades the bishop.", "It avoids the exchange of the bishop."),
]


LOOSE = "3rk3/8/8/8/3N4/8/8/R3K3 w - - 0 1"
# Position, line with the move, line without it, what is true, what is false.
REASONS = [
    (
        LOOSE,
        "a1a4 d8d4 a4d4",
        "0000 d8d4",
        "1.Ra4 guards the knight on d4 against 1…Rxd4, which would win a knight.",
        "1.Ra4 guards the knight on d4 against 1…Rxd4, which would win a rook.",
    ),
    (
        LOOSE,
        "d4b3 d8d4 b3d4",
        "0000 d8d4",
        "1.Nb3 saves the knight from 1…Rxd4, which would win a knight.",
        "1.Nb3 saves the rook from 1…Rxd4, which would win a knight.",
    ),
    ("4k3/8/3pp3/8/5N2/8/8/4K3 w - - 0 1", "f4d5", "0000 d6d5", "1.Nd5 stops 1…d5.", "1.Nd5 stops 1…Kd7."),
    (
        "4k3/8/3b4/8/2P5/P7/1P6/4K3 w - - 0 1",
        "b2b4 e8e7 c4c5",
        "c4c5 d6c5",
        "1.b4 prepares 2.c5, which would fail at once (1.c5 Bxc5).",
        "1.b4 prepares 2.a4.",
    ),
]
REASONS += [
    (
        "4k3/8/8/1b6/8/8/P7/4K3 w - - 0 1",
        "a2a4 b5c6",
        "a2a4 0000 a4b5",
        "1.a4 attacks the bishop on b5: without 1…Bc6 it would fall to 2.axb5.",
        "1.a4 attacks the bishop on b5: without 1…Bd7 it would fall to 2.axb5.",
    ),
    (
        "4k3/8/8/8/8/8/3N4/4K3 w - - 0 1",
        "d2e4 e8e7 e4c5",
        "",
        "1.Ne4 heads for c5 (1.Ne4 Ke7 2.Nc5).",
        "1.Ne4 heads for d6 (1.Ne4 Ke7 2.Nc5).",
    ),
    (
        "3rk3/8/8/8/8/8/8/3RK2R w - - 0 1",
        "d1d8 e8d8 h1h7",
        "",
        "1.Rxd8+ exchanges pieces, which favours the side that is 5 points ahead.",
        "1.Rxd8+ exchanges pieces, which favours the side that is 6 points ahead.",
    ),
    (
        "4kb2/2pp4/2b5/8/3N4/8/PPPP4/4K3 w - - 0 1",
        "d4c6 d7c6 e1e2",
        "",
        "1.Nxc6 leaves a weak pawn on c6 (1.Nxc6 dxc6 2.Ke2).",
        "1.Nxc6 leaves a weak pawn on c7 (1.Nxc6 dxc6 2.Ke2).",
    ),
    (
        "6k1/1p6/2n5/1B2p3/8/5N2/8/4K3 w - - 0 1",
        "b5c6 b7c6 f3e5",
        "",
        "1.Bxc6 removes what guards the pawn on e5 (1.Bxc6 bxc6 2.Nxe5).",
        "1.Bxc6 removes what guards the pawn on b7 (1.Bxc6 bxc6 2.Nxe5).",
    ),
    (
        "4k3/2p1p3/3p4/2P5/8/8/8/2R1K3 w - - 0 1",
        "c5d6 c7d6 e1e2",
        "",
        "1.cxd6 opens the file for the rook on c1 (1.cxd6 cxd6 2.Ke2).",
        "1.cxd6 gets a passed pawn on d6 (1.cxd6 cxd6 2.Ke2).",
    ),
]
# Position, line, line with another answer, what is true, what is false.
BETTER = [
    (
        "4k3/pp3p2/3p4/8/2P1P3/2N5/8/4K3 w - - 0 1",
        "c3d5 e8d7 e1d2",
        "c3d5 e8f8 e1d2",
        "1.Nd5 settles the knight on a square from which no pawn can drive it.",
        "1.Nd5 points the knight at the enemy king.",
    ),
    (
        "6k1/5ppp/8/8/8/8/5PPP/5RK1 w - - 0 1",
        "f1d1 g8f8 h2h3",
        "f1d1 h7h6 h2h3",
        "1.Rd1 puts the rook on a file that stays open.",
        "1.Rd1 puts the rook on a half-open file to stay.",
    ),
    (
        "6k1/5ppp/8/8/8/8/5PPP/5RK1 w - - 0 1",
        "f1d1 g8f8 h2h3",
        "f1d1 h7h6 h2h3",
        "1.Rd1 gives the rook more to do: it sees 13 squares instead of 7.",
        "1.Rd1 gives the rook more to do: it sees 13 squares instead of 8.",
    ),
    (
        "2b1k3/8/8/8/4P3/8/8/5RK1 w - - 0 1",
        "f1e1 c8b7",
        "f1e1 e8d7 g1g2 c8b7",
        "1.Re1 guards the pawn on e4 in advance: otherwise it would be lost.",
        "1.Re1 leaves f1 in time: there the rook would be lost.",
    ),
    (
        "r5k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "h2h3 h7h6 d1d2",
        "h2h3 g7g6 d1d2",
        "1.h3 gives the king a lasting way out.",
        "1.h3 brings the passed pawn safely to h3.",
    ),
    (
        "6k1/8/2n5/8/8/4P3/2P5/6K1 w - - 0 1",
        "c2c3 g8f7 g1f2",
        "c2c3 g8g7 g1f2",
        "1.c3 keeps the knight on c6 out of b4.",
        "1.c3 keeps the knight on c6 out of d4.",
    ),
    (
        "8/8/1p6/8/4K3/8/8/6k1 w - - 0 1",
        "e4d5 g1f2",
        "e4d5 g1g2",
        "1.Kd5 brings the king to bear on the pawn on b6.",
        "1.Kd5 leaves e4 in time: there the king would end up in check.",
    ),
]


class Sentences(unittest.TestCase):
    def test_statements_about_positions(self):
        for fen, true, false in STANDING:
            self.assertNotIn(FALSE, verdicts(fen, true), true)
            self.assertNotIn(UNKNOWN, verdicts(fen, true), true)
            self.assertIn(FALSE, verdicts(fen, false), false)

    def test_statements_about_lines(self):
        for fen, line, ply, true, false in IN_LINES:
            self.assertEqual(set(verdicts(fen, true, line, ply)), {TRUE}, true)
            self.assertIn(FALSE, verdicts(fen, false, line, ply), false)

    def test_statements_about_moves(self):
        for fen, move, true, false in MOVES:
            self.assertEqual(set(verdicts(fen, true, asked=move)), {TRUE}, true)
            self.assertIn(FALSE, verdicts(fen, false, asked=move), false)

    def test_reasons_need_both_lines(self):
        for fen, line, otherwise, true, false in REASONS:
            board = chess.Board(fen)
            place = Place(board, line.split(), kind="reason", otherwise=otherwise.split())
            reader = Reader(board, Facts(KNOWLEDGE, [], board.turn), place.moves[0])
            found = lambda text: {s.verdict for s in reader.sentence(text, [place])}  # noqa: E731
            self.assertEqual(found(true), {TRUE}, true)
            self.assertIn(FALSE, found(false), false)

    def test_better_squares_need_two_answers(self):
        for fen, line, also, true, false in BETTER:
            board = chess.Board(fen)
            for other in (also, ""):
                place = Place(board, line.split(), kind="reason", also=other.split())
                reader = Reader(board, Facts(KNOWLEDGE, [], board.turn), place.moves[0])
                found = lambda text: {s.verdict for s in reader.sentence(text, [place])}  # noqa: E731, B023
                self.assertEqual(found(true), {TRUE if other else FALSE}, true)
                self.assertIn(FALSE, found(false), false)

    def test_lists_of_statements_are_taken_apart(self):
        text = (
            "White has more space, isolated pawns on a5, a6 and c4 and a strong knight on e5; Black has an extra pawn."
        )
        self.assertEqual(verdicts(PAWNS, text), [JUDGED, FALSE, FALSE, TRUE])

    def test_printed_lines_must_be_legal_and_numbered(self):
        self.assertEqual(verdicts(FORK, "1.Nc7+ Kd8 2.Nxa8 (+5.00)")[0], TRUE)
        for wrong in ("1.Nc7 Kd8", "2.Nc7+ Kd8", "1.Nc7+ Kd9", "1.Nc7+ Kd8 Nxa8", "1.Nxa8", "1…Nc7+"):
            self.assertEqual(verdicts(FORK, f"Line: {wrong}"), [FALSE], wrong)


class Words(unittest.TestCase):
    def test_every_english_phrase_is_understood(self):
        board = chess.Board("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
        reader = Reader(board, Facts(KNOWLEDGE, [], board.turn, history=[board], moves=[]), board.parse_san("Nf3"))
        unknown, count = [], 0
        for key, text in phrases(ROOT / "knowledge/words/en.ftl"):
            count += 1
            for statement in reader.sentence(text, []):
                if statement.verdict == UNKNOWN:
                    unknown.append(f"{key}: {text}")
        self.assertEqual(unknown, [])
        self.assertGreater(count, 200)


# What stands before a phrase of each kind, and what fills its holes.
SUBJECTS = {
    "feature-": "White ",
    "gains-": "White ",
    "losses-": "White ",
    "goal-": "White ",
    "material-": "White ",
    "sacrifice": "White ",
    "mate-in": "White ",
    "assets-": "White has ",
    "burdens-": "White has ",
    "effect-": "It ",
    "reason-": "It ",
    "structure-": "",
    "allows": "",
    "device-": "White wins a rook ",
    "threat-": "",
    "missed-": "",
    "pitfall-": "",
    "people-": "",
    "standing-": "",
    "over-": "",
    "opening": "",
    "endgame-win": "",
    "endgame-draw": "",
    "endgame-loss": "",
    "endgame-reached-": "",
    "zugzwang-": "",
    "best": "",
    "only-": "",
    "better-": "",
    "equal-choice": "",
    "nearly": "",
    "balance-": "",
    "contrast-": "",
    "again-": "",
    "march-": "",
    "alternative-": "",
    "judged-": "",
    "plan-": "",
    "game-": "",
    "ask-not": "",
    "ask-no-": "",
    "ask-equal": "",
}
# Parts of sentences, and answers that only say that there is nothing to tell.
PARTS = (
    "game-error",
    "ask-no-such-man",
    "ask-no-man-there",
    "ask-nothing-of-man",
    "ask-no-plan-of",
    "ask-no-gain",
    "ask-no-gain-of",
    "ask-no-trade",
    "ask-no-rating",
)
HOLES = {
    "on": " on a5, b6 and c4",
    "n": "7",
    "m": "4",
    "from": "b1",
    "points": "56",
    "percent": "63",
    "step": "b4",
    "count": "2",
    "side": "White",
    "opponent": "Black",
    "what": "a rook and two pawns",
    "given": "a knight",
    "device": "by a fork: the knight on c7 attacks the king on e8 and the rook on a8",
    "move": "2.Nf3",
    "other": "2.Nc3",
    **{chess.square_name(sq): chess.square_name(sq) for sq in chess.SQUARES},
    "threat": "2…Nf6",
    "next": "3.Bc4",
    "would": "which would win a rook and two pawns",
    "line": "2…Nf6 3.Bc4",
    "score": "+0.45",
    "other-score": "−0.20",
    "man-the": "the rook on h8",
    "own-the": "the knight",
    "enemy-the": "the bishop",
    "to": "e5",
    "path": "f3-d2-e5",
    "square": "d5",
    "squares": "b4 and d4",
    "pattern": "a back-rank mate",
    "name": "King's Gambit",
    "eco": "C30",
    "actor-the": "the knight on c7",
    "targets-the": "the king on e8 and the rook on a8",
    "judgement": "a mistake",
    "text": "White wins a pawn",
    "does": "castles",
    "moves": "20",
    "errors": "a mistake by White with 2.Nf3",
    "themes": "the open file and a passed pawn",
    "white": "90",
    "rating": "1500",
    "own": "48",
    "verdict": "White is slightly better (+0.45)",
    "good": "White has the bishop pair",
    "bad": "Black has more space",
    "deed": "White wins a pawn",
    "better": "2.Nc3 was better: it develops the knight",
    "from": "g1",
    "best": "71",
    "black": "80",
}
# Men without a square: those that have just moved, or whose way is told.
BARE = (
    "effect-saves",
    "effect-develops",
    "effect-offers",
    "effect-takes-outpost",
    "effect-centralises",
    "effect-trades",
    "effect-simplifies",
    "effect-gains-scope",
    "effect-avoids-trade",
    "effect-takes-diagonal",
    "reason-vacates",
    "reason-saves",
    "reason-improves-scope",
    "reason-improves-outpost",
    "reason-improves-open-file",
    "reason-improves-half-open-file",
    "reason-improves-seventh",
    "reason-improves-safety",
    "reason-improves-near-king",
    "reason-improves-centre",
    "reason-spares",
    "reason-exchanges-lures",
    "reason-exchanges-brings",
    "goal-",
)
ON_SQUARES = ("effect-offers-trade", "effect-offers-simpler")


def phrases(path):
    """Every phrase of a words file with its holes filled."""
    for key, body in messages(path.read_text(encoding="utf-8")):
        subject = next((words for start, words in SUBJECTS.items() if key.startswith(start)), None)
        if subject is None or key in PARTS:
            continue
        for text in variants(body):
            holes = {**HOLES, "man-the": "the knight"} if key.startswith(BARE) and key not in ON_SQUARES else HOLES
            filled = re.sub(r"\{ \$([\w-]+) \}", lambda hole: holes[hole[1]], text)
            yield key, f"{(subject + filled)[:1].upper()}{(subject + filled)[1:]}."


def messages(text):
    """Messages and attributes of a Fluent file: key and body."""
    for block in re.split(r"\n(?=[a-z])", re.sub(r"(?m)^#.*$", "", text)):
        key, _, body = block.partition("=")
        for part in re.split(r"\n\s+\.[\w-]+ =", body):
            yield key.strip(), part.strip()


def variants(body):
    """The texts of a body, with a choice by number or level opened."""
    choice = re.fullmatch(r"\{ \$[\w-]+ ->(.*)\}", body, re.S)
    if not choice:
        return [body]
    return [text.strip() for text in re.findall(r"\[\w+\]\s*(.*)", choice[1])]


if __name__ == "__main__":
    unittest.main()
