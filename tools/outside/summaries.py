"""The paragraph about a game: its errors, its end, its figures."""

import re

import chess

from phrases import ANY, judged, phrase
from places import Illegal, read_move
from words import MOVE, SIDES, listed

ERROR = rf"an? (?:inaccuracy|mistake|blunder) by (?:White|Black) with {MOVE}"


def played(said, side, text):
    """Why `side` did not play the move, under its number, in the game; or None."""
    number = int(re.match(r"\d+", text)[0])
    for board, move in zip(said.facts.history, said.facts.moves):
        if board.turn == side and board.fullmove_number == number:
            try:
                return None if read_move(board, text) == move else f"{board.san(move)} was played"
            except Illegal as problem:
                return str(problem)
    return f"the game has no such move {number}"


@phrase("whole", ANY, f"the game turned on (?P<errors>{listed(ERROR)})")
def turned_on(said):
    for side, move in re.findall(rf"by (White|Black) with ({MOVE})", said.groups["errors"]):
        problem = played(said, SIDES[side], move)
        if problem:
            return problem
    return None


@phrase("whole", ANY, r"the opening is the (?P<name>[^;]+?) \((?P<eco>[A-E]\d\d)\); {move} leaves our table")
def opening_of_game(said):
    side = chess.BLACK if "…" in said.groups["move"] else chess.WHITE
    problem = played(said, side, said.groups["move"])
    if problem:
        return problem
    known = said.facts.opening(said.facts.history[-1])
    return None if known and (said.groups["eco"], said.groups["name"]) in known else f"the table says {known}"


def moves_of(said):
    return (
        (len(said.facts.moves) + 1) // 2
        if said.facts.history[0].turn == chess.WHITE
        else len(said.facts.moves) // 2 + 1
    )


def counted(said):
    want = 1 if said.groups["count"] == "one move" else int(said.groups["count"].split()[0])
    return None if want == moves_of(said) else f"the game has {moves_of(said)} moves"


COUNT = r"(?P<count>one move|\d+ moves)"


@phrase("whole", ANY, f"(?:{{side}} won|the game was drawn|the score breaks off) after {COUNT}")
def ended(said):
    return counted(said)


@phrase("whole", ANY, "{side} gives mate on move {n}")
def ended_in_mate(said):
    last = said.facts.history[-1]
    if not last.is_checkmate() or last.turn == said.side:
        return "it is no checkmate"
    return None if int(said.groups["n"]) == moves_of(said) else f"the game has {moves_of(said)} moves"


@phrase("whole", ANY, "the game ends in stalemate on move {n}")
def ended_in_stalemate(said):
    if not said.facts.history[-1].is_stalemate():
        return "it is no stalemate"
    return None if int(said.groups["n"]) == moves_of(said) else f"the game has {moves_of(said)} moves"


@phrase("whole", ANY, "after {move} {side} was never in danger again", "{side} was winning after {move} and let it slip")
def after_a_move(said):
    return played(said, chess.BLACK if "…" in said.groups["move"] else chess.WHITE, said.groups["move"])


judged(
    "whole",
    "neither side made a serious mistake",
    "after the opening {rest}",
    "nobody was ever clearly better",
    "the lead changed hands (?:once|{n} times)",
    "what the game was about: {rest}",
    r"accuracy: White \d+ %, Black \d+ %",
    "an? (?:inaccuracy|mistake|blunder)",
)
