"""What players of a rating do: their numbers are a matter of judgement, their moves must be there."""

from phrases import ANY, JUDGEMENT, phrase
from places import read_move

RATED = r"rated \d+(?: \((?:Chess\.com|FIDE)\))?"
MANY = r"(?:{n} of 100 players " + RATED + r" {verb}|one of 100 players " + RATED + r" {verb}s|hardly any player " + RATED + r" {verb}s)"


def verb(text):
    return MANY.replace("{verb}", text)


def counted(said):
    """Why the number of players cannot be, or nothing that a board could refute."""
    for hole in ("n", "own", "best"):
        if int(said.groups.get(hole) or 0) > 100:
            return "more than all players"
    return JUDGEMENT


@phrase(
    "whole",
    ANY,
    verb("play") + " {move}",
    "{move} is hard to see: " + verb("find") + " it",
    "the natural {move}, played by {n} of 100 players " + RATED + ", is a mistake",
)
def plays(said):
    read_move(said.start, said.groups["move"])
    return counted(said)


@phrase(
    "whole",
    ANY,
    "the likely answer is {move}, played by {n} of 100 players " + RATED,
    "it sets a trap: {n} of 100 players " + RATED + " answer {move}, which is a mistake",
)
def answers(said):
    place = said.place
    if len(place.boards) > 1:
        read_move(place.boards[1], said.groups["move"])
    return counted(said)


@phrase(
    "whole",
    ANY,
    "it is easy to go wrong here: {n} of 100 players "
    + RATED
    + r" play a move that is a mistake; on average they get (?P<own>\d+) % of a point where best play promises (?P<best>\d+) %",
)
def go_wrong(said):
    return counted(said)
