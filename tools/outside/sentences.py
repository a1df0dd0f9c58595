"""Sentences taken apart into statements, each tested where it is said to hold."""

import re
from dataclasses import dataclass

import better  # noqa: F401  (registers its phrases)
import chess
import concepts  # noqa: F401
import endings
import ideas  # noqa: F401
import moves  # noqa: F401
import people  # noqa: F401
import quiet  # noqa: F401
import reasons  # noqa: F401
import structures  # noqa: F401
import summaries  # noqa: F401
import tactical  # noqa: F401
import verdicts  # noqa: F401
from phrases import JUDGEMENT, PHRASES, Said
from places import Illegal, Place, read_line, read_move
from words import LINE, MOVE, SCORE, SIDES, SQUARE

TRUE, FALSE, JUDGED, UNKNOWN = "true", "false", "judgement", "not understood"
# Words that lead into a statement without saying anything a board could refute.
LEAD = re.compile(
    "(?:on the other hand, |but |in return |with best play |in what follows |the drawback: |the price: |the plan: |the idea: "
    "|next |an inaccuracy: |a mistake: |a blunder: )"
)
# An error without a name is shown by the answer to it, which is no claim's line.
JUDGED_ALONE = re.compile("[Aa]n? (?:inaccuracy|mistake|blunder)")
# A better move and why: “it” is that move from there on.
BETTER = re.compile(rf"(?:better was (?P<a>{MOVE})|(?P<b>{MOVE}) was better|(?P<c>{MOVE}) was right): ")
# What the answer to a move does: “which” is the answer.
ALLOWS = re.compile(rf"it allows (?P<move>{MOVE}), which (?P<does>.*)")
NAMED_MOVE = re.compile(MOVE)
# A verdict on the position with what speaks for either side.
VERDICT, ONE, OTHER = "(?P<verdict>[^:;]+)", "(?P<good>(?:White|Black) has .+?)", "(?P<bad>(?:White|Black) has .+?)"
BALANCE = [
    re.compile(text)
    for text in (
        rf"{VERDICT}: {OTHER}, but (?P<side>White|Black) has compensation: {ONE}",
        rf"{VERDICT}: {ONE}; {OTHER}, but that does not make up for it",
        rf"{VERDICT}: {OTHER}, but {ONE}, and that counts for more",
        rf"{VERDICT}: {ONE}, {OTHER}, and the one makes up for the other",
        rf"{VERDICT}: {ONE}; {OTHER}, and that is enough to hold the balance",
        rf"{VERDICT}: {ONE}, but that is not enough for an advantage",
        rf"on the board {OTHER}, but the moves to come count for more: {VERDICT}",
        rf"{ONE}; {OTHER}, which would speak for the other side, but the moves to come count for more: {VERDICT}",
        rf"{VERDICT}: {ONE}",
    )
]
# What is level, and what is not, after the words that weigh both sides.
LEVEL = re.compile("the one makes up|to hold the balance|not enough for an advantage")
# What a move does, but another one is better.
CONTRAST = re.compile(
    rf"(?!{MOVE} (?:can be played|is playable), but)(?P<deed>.+), but (?P<better>(?:better was {MOVE}|{MOVE} was better|{MOVE} was right"
    rf"|{MOVE} is a little more exact|{MOVE} does more).*)"
)
SHOWN_LINE = re.compile(rf"(?P<text>.*\S) \((?P<line>{LINE})\)")
CANDIDATE = re.compile(rf"(?P<line>{LINE})(?: \((?P<score>{SCORE})\))?(?: – (?P<aims>.*))?")
TITLED_LINE = re.compile(r"Line: (?P<line>.*)")
OWNER = re.compile(rf"(?:(?P<side>White|Black)|[Ii]t|(?P<move>{MOVE})) ")
BY_FORM = {form: [p for p in PHRASES if p.form == form] for form in ("has", "does", "move", "whole")}


@dataclass
class Statement:
    """Words and what became of them."""

    text: str
    verdict: str
    why: str = ""

    @property
    def names_squares(self):
        return re.search(rf"\bon {SQUARE}\b", self.text) is not None


class Reader:
    """Reads the sentences about one position, or a move in it. `facts` knows scores, tables and openings."""

    def __init__(self, start, facts, asked=None):
        self.start = start
        self.facts = facts
        # “It” is the move that was asked about.
        self.asked = asked

    def sentence(self, text, places):
        """The statements of a sentence. `places` are those its claims speak of."""
        text = text.strip()
        titled = TITLED_LINE.fullmatch(text)
        if titled:
            return [self.line(titled["line"], places)]
        candidate = CANDIDATE.fullmatch(text)
        if candidate:
            return self.candidate(candidate, places)
        found = []
        for part in sentences_of(text):
            found += self.part(part, places)
        return found

    def candidate(self, match, places):
        found = [self.line(match["line"], places)]
        if match["score"]:
            found.append(self.score(match["line"], match["score"]))
        try:
            shown = read_line(self.start, match["line"])
        except Illegal:
            return found
        if match["aims"]:
            found += self.clauses(match["aims"], places or self.along(shown))
        return found

    def along(self, line):
        """Every point of a line, its end first."""
        return [Place(self.start, line, ply) for ply in range(len(line), 0, -1)]

    def part(self, text, places):
        """A sentence without its full stop: lead-ins, a line in brackets, a better move with its reason, clauses."""
        text = text.rstrip(".")
        whole = self.whole(text, places)
        if whole:
            return [whole]
        weighed = self.balance(text, places)
        if weighed:
            return weighed
        contrast = CONTRAST.fullmatch(text)
        if contrast:
            return [*self.part(contrast["deed"], places), *self.part(contrast["better"], places)]
        with_line = SHOWN_LINE.fullmatch(text)
        if with_line:
            claimed = not JUDGED_ALONE.fullmatch(with_line["text"])
            return [self.line(with_line["line"], places, claimed), *self.part(with_line["text"], places)]
        small = lowered(text)
        later = endings.LATER.fullmatch(small)
        if later:
            return [self.later_reason(later["line"], later["text"])]
        if endings.COLOURED_MAN.search(text):
            return [self.reason(small, places)]
        lead = LEAD.match(small)
        if lead:
            return self.part(text[lead.end() :], places)
        allows = ALLOWS.fullmatch(small)
        if allows and self.asked:
            return self.answer(allows["move"], allows["does"])
        better = BETTER.match(small)
        if better:
            named = next(filter(None, better.groups()))
            return [*self.named(named), *self.about(named).part(text[better.end() :], places)]
        # “12.Nf3 is better: it develops the knight”: the last move that is named before the reason is “it”.
        for colon in re.finditer(": ", text):
            moves_named = NAMED_MOVE.findall(text[: colon.start()])
            verdict = self.whole(text[: colon.start()], places) if moves_named else None
            if verdict:
                return [verdict, *self.about(moves_named[-1]).part(text[colon.end() :], places)]
        return self.clauses(text, places)

    def balance(self, text, places):
        """A verdict that weighs both sides: the verdict, each part, and that its words fit the verdict."""
        for words in BALANCE:
            match = words.fullmatch(text) or words.fullmatch(lowered(text))
            verdict = self.whole(match["verdict"], places) if match else None
            if not verdict:
                continue
            parts = match.groupdict()
            found = [verdict]
            for part in ("good", "bad"):
                found += self.clauses(parts[part], places) if parts.get(part) else []
            level = "equal" in match["verdict"] or "even" in match["verdict"]
            if parts.get("side"):
                side = SIDES[parts["side"]]
                behind = points(self.start, side) < points(self.start, not side)
                found.append(Statement("compensation", TRUE if behind else FALSE, f"{parts['side']} is not behind"))
            elif len(parts) > 2 or LEVEL.search(text):
                fits = level == bool(LEVEL.search(text))
                found.append(Statement("weighing", TRUE if fits else FALSE, "the words do not fit the verdict"))
            return found
        return None

    def answer(self, move, does):
        """What the answer to the move that was asked about does."""
        after = self.start.copy(stack=False)
        after.push(self.asked)
        try:
            answer = read_move(after, move)
        except Illegal as problem:
            return [Statement(move, FALSE, str(problem))]
        return Reader(after, self.facts, answer).clauses(f"it {does}", [])

    def later_reason(self, line, text):
        """Why an ending is won or drawn, in the position after the moves that are printed before it."""
        board = self.start.copy(stack=False)
        try:
            for move in read_line(board, line):
                board.push(move)
        except Illegal as problem:
            return Statement(line, FALSE, str(problem))
        problem = endings.reason(text, board)
        return Statement(text, TRUE if problem is None else JUDGED if problem is JUDGEMENT else FALSE, problem or "")

    def reason(self, text, places):
        """Why an ending is won or drawn, in the position that is judged: no moves are printed before it."""
        ends = [endings.judged_board(place) for place in places if place.kind in endings.ENDINGS]
        problems = [endings.reason(text, board) for board in ends or [self.start]]
        for problem, verdict in ((None, TRUE), (JUDGEMENT, JUDGED)):
            if problem in problems:
                return Statement(text, verdict)
        return Statement(text, FALSE, problems[0])

    def named(self, move):
        try:
            read_move(self.start, move)
            return [Statement(move, TRUE)]
        except Illegal as problem:
            return [Statement(move, FALSE, str(problem))]

    def about(self, move):
        """A reader for whom “it” is this move."""
        try:
            return Reader(self.start, self.facts, read_move(self.start, move))
        except Illegal:
            return self

    def clauses(self, text, places):
        """“White has …; Black has …” or “White gets … and Black loses …”."""
        found = []
        for clause in re.split(r"; |(?:, | and )(?=(?:White|Black) [a-z])", text):
            found += self.clause(clause, places)
        return found

    def line(self, text, places, claimed=False):
        """A printed line: legal, numbered and spelled as games are; the beginning of a claim's line if it shows one."""
        lines = [place.moves for place in places if place.moves]
        lines += [Place(self.start, place.otherwise).moves for place in places if place.otherwise]
        firsts = {line[0] for line in lines if line[0]} | ({self.asked} if self.asked else set())
        openings = [[], *([move] for move in sorted(firsts, key=lambda move: move.uci()))]
        why = ""
        for opening in openings:
            try:
                board = Place(self.start, opening).there
                played = [*opening, *read_line(board, text)]
            except Illegal as problem:
                why = why or str(problem)
                continue
            if not claimed or not lines or any(line[: len(played)] == played for line in lines):
                return Statement(text, TRUE)
            why = "it is not the line of the claim"
        return Statement(text, FALSE, why)

    def score(self, line, text):
        first = line.split()[0]
        wanted = self.facts.scores.get(read_line(self.start, first)[0].uci())
        fits = wanted is None or wanted == text
        return Statement(f"{first} ({text})", TRUE if fits else FALSE, "" if fits else f"its line is worth {wanted}")

    def whole(self, text, places):
        """The statement of a clause that is one phrase, or None."""
        for words in (text, lowered(text)):
            for phrase in BY_FORM["whole"]:
                match = phrase.words.fullmatch(words)
                if match:
                    side = SIDES.get(match.groupdict().get("side") or "", self.start.turn)
                    return self.judge(phrase, match, text, side, places)
        return None

    def clause(self, text, places):
        """“White has … and …”, “Black does …”, “it does …”, “12.Nf3 does …”."""
        whole = self.whole(text, places)
        if whole:
            return [whole]
        owner = OWNER.match(text)
        if not owner:
            return [Statement(text, UNKNOWN)]
        side = SIDES.get(owner["side"] or "", self.start.turn)
        if not owner["side"]:
            try:
                first = read_move(self.start, owner["move"]) if owner["move"] else self.asked
                reasons = [place for place in places if place.kind == "reason" and place.moves[0] == first]
                places = [Place(self.start, [first], kind="effect"), *reasons]
            except Illegal as problem:
                return [Statement(text, FALSE, str(problem))]
        items = self.items(text[owner.end() :], "does" if owner["side"] else "move")
        if items is None:
            return [Statement(text, UNKNOWN)]
        return [self.judge(p, m, f"{owner[0]}{'has ' * (p.form == 'has')}{m[0]}", side, places) for p, m in items]

    def items(self, text, form):
        """“gets x, has y and z and does w” as phrases with their matches; None if there are words left."""
        if not text:
            return None
        if form == "does" and text.startswith("has "):
            found = self.listed(text[4:], BY_FORM["has"], form)
            if found is not None:
                return found
        return self.listed(text, BY_FORM[form], form)

    def listed(self, text, phrases, form):
        matches = [(p, m) for p in phrases if (m := p.words.match(text))]
        for phrase, match in sorted(matches, key=lambda pm: -pm[1].end()):
            rest = text[match.end() :]
            if not rest:
                return [(phrase, match)]
            for separator in (", ", " and "):
                if not rest.startswith(separator):
                    continue
                after = rest[len(separator) :]
                more = self.listed(after, phrases, form)
                if more is None:
                    more = self.items(after, form)
                if more is not None:
                    return [(phrase, match), *more]
        return None

    def judge(self, phrase, match, text, side, places):
        """Tests a statement at the places it may speak of: one of them must bear it out."""
        groups = {**match.groupdict(), "text": match[0]}
        fitting = [place for place in places if not phrase.kinds or place.kind in phrase.kinds] or places
        squares = frozenset(re.findall(SQUARE, groups.get("on") or ""))
        exact = [place for place in fitting if squares and place.squares == squares]
        why = ""
        for place in exact or fitting or [Place(self.start)]:
            try:
                problem = phrase.check(Said(side, place, groups, self.facts, self.asked))
            except Illegal as illegal:
                problem = str(illegal)
            if problem is None:
                return Statement(text, TRUE)
            if problem is JUDGEMENT:
                return Statement(text, JUDGED)
            why = why or problem
        return Statement(text, FALSE, why)


def points(board, side):
    """The usual values of a side's men."""
    worth = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
    return sum(n * len(board.pieces(role, side)) for role, n in worth.items())


def lowered(text):
    return text[:1].lower() + text[1:]


def sentences_of(text):
    """Sentences of a paragraph; the full stop of a move number has no space behind it."""
    return [part for part in re.split(r"(?<=\S)(?<!St)\. (?=[A-Z\d])", text) if part]
