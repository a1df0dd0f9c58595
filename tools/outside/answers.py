"""What the program answered, as sentences with the places their claims speak of."""

from dataclasses import dataclass, field

import chess

from facts import Facts
from places import Illegal, Place
from sentences import FALSE, Reader, Statement, sentences_of


@dataclass
class Told:
    """A statement with the part of the answer and the sentence it stands in."""

    part: str
    sentence: str
    statement: Statement
    reader: Reader = None
    places: tuple = ()


def without_and_also(statement):
    """The other lines of a reason: without the move, and with another answer to it."""
    if statement["says"] != "reason":
        return {}
    improves = statement["reason"].get("improves", {})
    return {"otherwise": statement.get("otherwise", ()), "also": improves.get("also", ())}


@dataclass
class Claims:
    """The places of an answer's claims; lines that cannot be played are false statements themselves."""

    places: list = field(default_factory=list)
    false: list = field(default_factory=list)

    @staticmethod
    def read(board, claims, lines, basis=None):
        found = Claims()
        for claim in claims:
            known = max((line for line in lines if line[: len(claim["line"])] == claim["line"]), key=len, default=[])
            # A device is on the board at its place; what it wins is seen at the end of the line.
            ply = len(claim["line"]) if claim["statement"]["says"] == "device" else claim["ply"]
            try:
                place = Place(
                    board,
                    claim["line"],
                    ply,
                    kind=claim["statement"]["says"],
                    about=claim["about"],
                    squares=claim["squares"],
                    beyond=known[len(claim["line"]) :],
                    basis=basis,
                    **without_and_also(claim["statement"]),
                )
            except Illegal as problem:
                place = None
                found.false.append(Told("claims", claim["text"], Statement(claim["text"], FALSE, str(problem))))
            found.places.append(place)
        return found


def explanation(board, asked, answer, knowledge, claims_too):
    """The statements of `explain --json`."""
    reader = Reader(board, Facts(knowledge, answer["lines"], board.turn, played=answer.get("played")), asked)
    lines = [line for line in [*answer["lines"], answer.get("played")] if line]
    claims = Claims.read(board, answer["claims"], [line["uci"] for line in lines])
    yield from claims.false
    for section in answer["text"]:
        for text, indices in ((s["text"], s["claims"]) for s in section["sentences"]):
            places = [claims.places[i] for i in indices if claims.places[i]]
            yield from told(section["kind"], text, reader, places)
    for line in lines:
        yield Told("lines", line["san"], reader.line(line["san"], []))
    if claims_too:
        for claim, place in zip(answer["claims"], claims.places):
            if place:
                yield from told("claims", claim["text"], reader, [place])


def annotation(game, knowledge, claims_too):
    """The statements of a game of `annotate --format json`, each with the position and the move it is about."""
    board = chess.Board(game["start"])
    history = [board.copy(stack=False)]
    played = []
    for note in game["moves"]:
        before = board.copy(stack=False)
        move = board.parse_uci(note["uci"])
        # What the enemy has just taken is not won by taking back.
        last = played[-1] if played else None
        taken = last and len(history[-2].piece_map()) > len(history[-1].piece_map())
        basis = history[-2] if taken else None
        reader = Reader(before, Facts(knowledge, [], before.turn, history, note.get("eval")), move)
        claims = Claims.read(before, note["claims"], [claim["line"] for claim in note["claims"]], basis)
        places = [place for place in claims.places if place]
        found = list(claims.false)
        for text in sentences_of(note["comment"] or ""):
            found += told("comments", text, reader, places)
        if claims_too:
            for claim, place in zip(note["claims"], claims.places):
                if place:
                    found += told("claims", claim["text"], reader, [place])
        yield before, move, found
        board.push(move)
        played.append(move)
        history.append(board.copy(stack=False))
    reader = Reader(history[0], Facts(knowledge, [], history[0].turn, history, moves=played))
    summary = [t for text in sentences_of(game["summary"]) for t in told("summary", text, reader, [])]
    yield history[-1], None, summary


def told(part, text, reader, places):
    if not text:
        return []
    return [Told(part, text, statement, reader, places) for statement in reader.sentence(text, places)]
