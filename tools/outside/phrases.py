"""A phrase: a pattern of words and the test of what they say."""

from dataclasses import dataclass
from typing import Callable

import chess

from words import men_on, names, pattern, side_name, squares_in

# The verdict on words that no board can refute: a score, a taste, a search's choice.
JUDGEMENT = object()

POSITIONAL = frozenset({"feature", "concept"})
MATERIAL = frozenset({"material", "sacrifice", "device"})
MATING = frozenset({"mate"})
THREATS = frozenset({"threat"})
CHANCES = frozenset({"missed_chance"})
PITFALLS = frozenset({"pitfall"})
PLANS = frozenset({"plan"})
EFFECTS = frozenset({"effect"})
ANY = frozenset()


@dataclass
class Said:
    """Words that matched: whose they are, where they are to hold, and what filled the holes."""

    side: chess.Color
    place: object
    groups: dict
    facts: object = None
    asked: object = None

    @property
    def on(self):
        return squares_in(self.groups.get("on"))

    @property
    def there(self):
        return self.place.there

    @property
    def start(self):
        return self.place.start

    def men_on(self, hole="men_on"):
        return men_on(self.groups[hole])


@dataclass(frozen=True)
class Phrase:
    """`form`: has (follows “White has”), does (follows “White”), move (follows “it” or a move), whole (a clause)."""

    form: str
    words: object
    check: Callable
    kinds: frozenset


PHRASES = []


def phrase(form, kinds, *texts):
    """Registers a check for some ways to say the same thing."""

    def register(check):
        PHRASES.extend(Phrase(form, pattern(text), check, kinds) for text in texts)
        return check

    return register


def say(form, kinds, check, *texts):
    phrase(form, kinds, *texts)(check)


def judged(form, *texts):
    """Words that are recognised but that no board can refute."""
    phrase(form, ANY, *texts)(lambda said: JUDGEMENT)


def missing(named, held, side, what):
    """Why it is false that `side` has `what` on the named squares, or None."""
    wrong = set(named) - set(held)
    if wrong:
        return f"{side_name(side)} has no {what} on {names(wrong)} (it is on: {names(held)})"
    if not held:
        return f"{side_name(side)} has no {what}"
    return None
