"""What lines win: material, the devices that win it, mates, threats, pitfalls, sacrifices."""

import chess

import features as f
from devices import DEVICE, device
from phrases import CHANCES, MATERIAL, MATING, PITFALLS, THREATS, phrase
from places import read_move
from words import ROLES, men_counted, names, side_name


class Trade:
    """What changes hands for `side` between a board and where the statement holds."""

    def __init__(self, before, place, side):
        self.side = side
        self.points = f.balance(place.there, side) - f.balance(before, side)
        self.lost = {
            owner: {role: f.count(before, role, owner) - f.count(place.there, role, owner) for role in ROLES.values()}
            for owner in chess.COLORS
        }

    @property
    def net(self):
        """By kind, how many more men the other side has lost; knights and bishops together as knights."""
        total = {role: self.lost[not self.side][role] - self.lost[self.side][role] for role in ROLES.values()}
        return pooled(total)

    def told(self):
        changes = ", ".join(f"{chess.piece_name(role)} {n:+d}" for role, n in self.net.items() if n)
        return f"{side_name(self.side)}'s balance changes by {self.points} points ({changes or 'nothing'})"


def pooled(men):
    """Counted men with bishops as knights."""
    return {
        role: men[role] + (men[chess.BISHOP] if role == chess.KNIGHT else 0)
        for role in (chess.QUEEN, chess.ROOK, chess.KNIGHT, chess.PAWN)
    }


def promoted(place, side):
    """Kinds of new pieces of `side` that still stand where the statement holds."""
    new = {}
    for before, move, _ in place.steps():
        kind = new.pop(move.from_square, None) if before.turn == side else None
        new.pop(move.to_square, None)
        if before.turn == side and (move.promotion or kind):
            new[move.to_square] = move.promotion or kind
    return set(new.values())


def wins(place, side, what, given=None, bases=None):
    """Why it is false that `side` wins `what` (for `given`), or None."""
    if what == "a new piece":
        return None if promoted(place, side) else f"{side_name(side)} has no new piece"
    problems = [traded(Trade(base, place, side), what, given) for base in bases or place.bases]
    return None if None in problems else problems[0]


def traded(trade, what, given):
    side = trade.side
    if trade.points <= 0:
        return trade.told()
    net = trade.net
    if what == "the exchange":
        return None if net == {chess.QUEEN: 0, chess.ROOK: 1, chess.KNIGHT: -1, chess.PAWN: 0} else trade.told()
    won, paid = men_counted(what), men_counted(given or "")
    for owner, men, verb in ((not side, won, "loses"), (side, paid, "gives")):
        for kind, n in men.items():
            if trade.lost[owner][kind] < n:
                really = f"{trade.lost[owner][kind]} × {chess.piece_name(kind)}"
                return f"{side_name(owner)} {verb} {really} in the line, not {n}"
    wanted, spent = pooled(won), pooled(paid)
    return None if all(net[kind] == wanted[kind] - spent[kind] for kind in wanted) else trade.told()


FOR = "(?: for {given})?"


@phrase("does", MATERIAL, "(?:wins|gains|gets) {what}" + FOR + DEVICE)
def wins_material(said):
    problem = wins(said.place, said.side, said.groups["what"], said.groups.get("given"))
    return problem or device(said.groups, said.place, said.side)


@phrase("does", MATERIAL, "(?:wins back|regains) {what}" + FOR)
def wins_back(said):
    if all(f.balance(base, said.side) >= 0 for base in said.place.bases):
        return f"{side_name(said.side)} is not behind at the start"
    return wins(said.place, said.side, said.groups["what"], said.groups.get("given"))


@phrase("does", MATERIAL, "comes out ahead in material")
def comes_out_ahead(said):
    # As for what is won: a capture that is taken back in the line belongs to it.
    if all(f.balance(base, said.side) >= f.balance(said.there, said.side) for base in said.place.bases):
        return Trade(said.start, said.place, said.side).told()
    return None if f.balance(said.there, said.side) > 0 else f"{side_name(said.side)} is not ahead where the line ends"


@phrase("does", MATERIAL, "wins {what}(?: for {given})? and comes out ahead")
def turns(said):
    if all(f.balance(base, said.side) >= 0 for base in said.place.bases):
        return f"{side_name(said.side)} is not behind at the start"
    if f.balance(said.there, said.side) <= 0:
        return f"{side_name(said.side)} is not ahead where the line ends"
    return wins(said.place, said.side, said.groups["what"], said.groups.get("given"))


@phrase("does", MATERIAL, "promotes a pawn", "gets a pawn through")
def promotes(said):
    return wins(said.place, said.side, "a new piece")


@phrase(
    "does",
    MATERIAL,
    "gives up {what}{on} for other advantages",
    "sacrifices {what}{on}",
    "gives up {what} for {given}{on}",
    "sacrifices {what} for {given}{on}",
)
def sacrifices(said):
    problem = wins(said.place, not said.side, said.groups["what"], said.groups.get("given"))
    if problem:
        return problem
    taken = {m.to_square for b, m, _ in said.place.steps(not said.side) if b.is_capture(m)}
    wrong = set(said.on) - taken
    return f"nothing of {side_name(said.side)} is taken on {names(wrong)}" if wrong else None


# --- mates ---


def mates_in(place, side, n):
    """Why the line does not end in mate by `side` after `n` of its moves, or None."""
    if not place.end.is_checkmate() or place.end.turn == side:
        return "the line does not end in mate"
    # A threat is counted from the pass on.
    begin = next((i for i, move in enumerate(place.moves) if not move), 0)
    own = [i for i, move in enumerate(place.moves) if i >= begin and move and place.boards[i].turn == side]
    if len(own) != n:
        return f"the line mates in {len(own)}, not {n}"
    first = own[0]
    if n <= 2 and not forces_mate(place.boards[first], n):
        return f"there is a defence: {side_name(side)} has no mate in {n} in {place.boards[first].fen()}"
    return None


def forces_mate(board, n):
    """The side to move mates within `n` moves against everything."""
    for move in board.legal_moves:
        board.push(move)
        replies = list(board.legal_moves)
        mate = not replies and board.is_check()
        if not mate and replies and n > 1:
            mate = all(mated_after(board, reply, n - 1) for reply in replies)
        board.pop()
        if mate:
            return True
    return False


def mated_after(board, reply, n):
    board.push(reply)
    mate = forces_mate(board, n)
    board.pop()
    return mate


PATTERN = r"(?:: (?P<pattern>[^;,()]+?(?:mate|bishops)))?"


@phrase(
    "does",
    MATING,
    "mates at once",
    "gives mate at once" + PATTERN,
    "mates in {n} moves",
    "forces mate in {n}" + PATTERN,
)
def mates(said):
    problem = mates_in(said.place, said.side, int(said.groups.get("n") or 1))
    return problem or picture(said.place.end, said.groups.get("pattern"))


def picture(board, name):
    """Named mates of which the name says what must be seen."""
    side = not board.turn
    king = board.king(board.turn)
    if name == "a back-rank mate" and f.rank_of(king, board.turn) != 0:
        return "the king is not on its back rank"
    if name == "a smothered mate":
        knights = all(board.piece_type_at(sq) == chess.KNIGHT for sq in board.checkers())
        shut = all(board.color_at(sq) == board.turn for sq in board.attacks(king))
        return None if knights and shut else "the king is not smothered by its own men"
    if name == "a mate with two bishops" and f.count(board, chess.BISHOP, side) < 2:
        return "there are no two bishops"
    return None


# --- threats, chances, pitfalls ---


def threatened(said):
    """Why the named move is not what follows the pass in the line, or None."""
    place = said.place
    passes = [i for i, move in enumerate(place.moves) if not move]
    if len(passes) != 1:
        return "the line has no pass in it"
    after = passes[0] + 1
    board = place.boards[after]
    if board.turn != said.side:
        return f"it is not {side_name(said.side)} who moves after the pass"
    move = read_move(board, said.groups["move"])
    return None if move == place.moves[after] else f"the line goes on with {place.moves[after]}"


@phrase(
    "whole",
    THREATS,
    "{side} threatens {move}, winning {what}" + FOR + DEVICE,
    "{side} threatens to win {what}" + FOR + " with {move}",
)
def threatens(said):
    problem = threatened(said)
    if problem:
        return problem
    bases = [said.place.boards[said.place.moves.index(chess.Move.null())]]
    problem = wins(said.place, said.side, said.groups["what"], said.groups.get("given"), bases)
    return problem or device(said.groups, said.place, said.side)


@phrase("whole", THREATS, "{side} threatens {move} and a promotion")
def threatens_promotion(said):
    return threatened(said) or wins(said.place, said.side, "a new piece")


@phrase("whole", THREATS, "{side} threatens mate with {move}", "{side} threatens {move} with mate in {n}")
def threatens_mate(said):
    return threatened(said) or mates_in(said.place, said.side, int(said.groups.get("n") or 1))


def first_move(said, hole="move"):
    """Why the named move is not the first of the line, or None."""
    move = read_move(said.start, said.groups[hole])
    if said.place.moves and said.place.moves[0] != move:
        return f"the line begins with {said.place.moves[0]}"
    return None


@phrase("whole", CHANCES, "{move} (?:would have won|wins) {what}" + FOR)
def would_win(said):
    return first_move(said) or wins(said.place, said.start.turn, said.groups["what"], said.groups.get("given"))


@phrase("whole", CHANCES, "{move} would have promoted a pawn")
def would_promote(said):
    return first_move(said) or wins(said.place, said.start.turn, "a new piece")


@phrase("whole", CHANCES, "{move} is mate", "{move} forces mate in {n}")
def would_mate(said):
    return first_move(said) or mates_in(said.place, said.start.turn, int(said.groups.get("n") or 1))


@phrase("whole", PITFALLS, "not {move}, which loses {what}" + FOR, "{move} would lose {what}" + FOR)
def would_lose(said):
    return first_move(said) or wins(said.place, not said.start.turn, said.groups["what"], said.groups.get("given"))


@phrase("whole", PITFALLS, "not {move}, for then the other side promotes a pawn")
def lets_promote(said):
    problem = first_move(said)
    return problem or (
        None if promoted(said.place, not said.start.turn) else "the other side does not promote in the line"
    )


@phrase("whole", PITFALLS, "not {move}, which allows mate on the next move", "not {move}, which allows mate in {n}")
def lets_mate(said):
    return first_move(said) or mates_in(said.place, not said.start.turn, int(said.groups.get("n") or 1))
