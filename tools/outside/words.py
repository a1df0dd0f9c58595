"""Pieces of sentences: squares, men, numbers of men, and patterns made of them."""

import re
from collections import Counter

import chess

SIDES = {"White": chess.WHITE, "Black": chess.BLACK}
ROLES = {
    "king": chess.KING,
    "queen": chess.QUEEN,
    "rook": chess.ROOK,
    "bishop": chess.BISHOP,
    "knight": chess.KNIGHT,
    "pawn": chess.PAWN,
}
NUMBERS = {"a": 1, "the": 1, "two": 2, "three": 3}


def listed(item):
    """`x`, `x and x`, `x, x and x`."""
    return rf"{item}(?:, {item})*(?: and {item})?"


SQUARE = r"[a-h][1-8]"
ROLE = "(?:king|queen|rook|bishop|knight|pawn)"
MAN_ON = rf"the {ROLE} on {SQUARE}"
MEN = rf"(?:a|the|two|three|\d+) {ROLE}s?"
SAN = r"(?:O-O(?:-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?)[+#]?"
MOVE = rf"\d+(?:\.|…){SAN}"
LINE = rf"\d+(?:\.|…)(?:{SAN}|--)(?: (?:\d+(?:\.|…))?(?:{SAN}|--))*"
SCORE = r"(?:[+−]\d+\.\d\d|0\.00|#-?\d+|\+–|–\+)"

HOLES = {
    "on": rf"(?: on (?P<on>{listed(SQUARE)}))?",
    "man": rf"the (?P<role>{ROLE})",
    "men_on": rf"(?P<men_on>{listed(MAN_ON)})",
    "square": rf"(?P<square>{SQUARE})",
    "squares": rf"(?P<squares>{listed(SQUARE)})",
    "what": rf"(?P<what>the exchange|a new piece|{listed(MEN)})",
    "given": rf"(?P<given>{listed(MEN)})",
    "n": r"(?P<n>\d+)",
    "side": "(?P<side>White|Black)",
    "move": rf"(?P<move>{MOVE})",
    "other": rf"(?P<other>{MOVE})",
    "score": rf"(?P<score>{SCORE})",
    "path": rf"(?P<path>{SQUARE}(?:-{SQUARE})+)",
    "rest": r"(?P<rest>.*)",
}


def pattern(text):
    """A regular expression from words with {holes}."""
    return re.compile(re.sub(r"\{(\w+)\}", lambda hole: HOLES[hole.group(1)], text))


def squares_in(text):
    return [chess.parse_square(name) for name in re.findall(SQUARE, text or "")]


def men_on(text):
    """`the rook on h8 and the knight on b2` as (role, square)."""
    found = re.findall(rf"the ({ROLE}) on ({SQUARE})", text)
    return [(ROLES[role], chess.parse_square(square)) for role, square in found]


def men_counted(text):
    """`a rook and two pawns` as a count by kind."""
    total = Counter()
    for number, role in re.findall(rf"(a|the|two|three|\d+) ({ROLE})s?", text):
        total[ROLES[role]] += NUMBERS.get(number) or int(number)
    return total


def side_name(side):
    return "White" if side == chess.WHITE else "Black"


def names(squares):
    return ", ".join(sorted(chess.square_name(sq) for sq in squares)) or "none"
