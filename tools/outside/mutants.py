"""False statements made from true ones, field by field: how many are noticed? A few are true by chance."""

import random
import re
from collections import Counter

from sentences import FALSE, TRUE, UNKNOWN
from words import ROLE, SQUARE

OTHER_SIDE = {"White": "Black", "Black": "White"}
SQUARES = sorted(a + b for a in "abcdefgh" for b in "12345678")
KINDS = ("queen", "rook", "bishop", "knight", "pawn")


class Mutants:
    """Counts of what was noticed (false, or no sentence of ours any more) and what was not."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.made = Counter()
        self.noticed = Counter()
        self.missed = []

    def add(self, told):
        """Changes a statement that was found true."""
        if told.statement.verdict != TRUE or told.reader is None:
            return
        for field, text in changed(told.statement.text, self.rng):
            verdicts = [statement.verdict for statement in told.reader.sentence(text, told.places)]
            self.made[field] += 1
            if FALSE in verdicts or UNKNOWN in verdicts:
                self.noticed[field] += 1
            else:
                self.missed.append((field, told.statement.text, text))

    def text(self, verbose):
        out = [f"not noticed ({field}): {text}  (from: {true})" for field, true, text in self.missed] if verbose else []
        for field, made in sorted(self.made.items()):
            out.append(f"mutants, {field}: {self.noticed[field]} of {made} noticed")
        return "\n".join(out) + "\n"


def changed(text, rng):
    """Statements with one thing changed: the owner, a square, one square more, the kind of a man."""
    owner = re.match("White|Black", text)
    if owner:
        yield "owner", OTHER_SIDE[owner[0]] + text[owner.end() :]
    named = list(re.finditer(rf"(?<= on ){SQUARE}\b", text))
    if named:
        place = rng.choice(named)
        other = rng.choice([square for square in SQUARES if square not in text])
        yield "square", text[: place.start()] + other + text[place.end() :]
        if re.search(rf" on {SQUARE}$", text) and " the " not in text[: place.start()][-20:]:
            yield "one square more", f"{text} and {other}"
    man = re.search(rf"\b{ROLE}(?= on {SQUARE})", text)
    if man:
        yield "man", text[: man.start()] + rng.choice([kind for kind in KINDS if kind != man[0]]) + text[man.end() :]
