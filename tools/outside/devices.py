"""The devices that win something, as they are named behind it: forks, skewers, pins and their like."""

import chess

import features as f
from words import HOLES, MAN_ON, listed, men_on, side_name

SLIDERS = (chess.BISHOP, chess.ROOK, chess.QUEEN)
ACTOR = r"the (?P<{0}>\w+ on [a-h][1-8])"
# What can follow “wins a rook”. The bare ones name nobody, so there is nothing to look for.
DEVICE = (
    "(?: (?:"
    + "|".join(
        [
            rf"by a fork: {ACTOR.format('fork')} attacks {HOLES['men_on']}",
            rf"by a skewer: {ACTOR.format('skewer')} attacks along a line",
            rf"by a discovered attack from {ACTOR.format('discovered')}",
            rf"because (?P<trapped>{listed(MAN_ON)}) has no safe square",
            rf"by a pin: (?P<pinned>{listed(MAN_ON)}) cannot move away",
            "(?P<loose>which nothing protects)",
            "by trapping it|by a pin|by drawing a guard away|by luring a piece onto a bad square|by taking a guard",
            "because a guard has two duties|by cutting a guard off|with an in-between move|through an x-ray",
            "by clearing a line",
        ]
    )
    + "))?"
)


def device(groups, place, side):
    """Why the device that is named is not in the line, or None."""
    for name, seen in DETECTORS.items():
        if groups.get(name) and not seen(groups, place, side):
            return f"nowhere in the line is there such a device ({name}) for {side_name(side)}"
    return None


def stand(board, named, side):
    return all(board.piece_at(sq) == chess.Piece(role, side) for role, sq in named)


def actor(groups, name):
    return men_on(f"the {groups[name]}")[0]


def boards(place):
    return place.boards[: place.ply + 1]


def forks(groups, place, side):
    """The man stands there and attacks all the others."""
    man, targets = actor(groups, "fork"), men_on(groups["men_on"])

    def on(board):
        here = stand(board, [man], side) and stand(board, targets, not side)
        return here and all(sq in board.attacks(man[1]) for _, sq in targets)

    return len(targets) > 1 and any(on(board) for board in boards(place))


def behind(board, attacker, square):
    """What the attacker would see if the man on the square were not there; None if nothing."""
    without = board.copy(stack=False)
    without.remove_piece_at(square)
    for sq in without.attacks(attacker):
        if square in chess.SquareSet.between(attacker, sq) and board.piece_at(sq):
            return sq
    return None


def skewers(groups, place, side):
    """A line piece attacks a man with another one of the same side behind it."""
    man = actor(groups, "skewer")

    def on(board):
        if man[0] not in SLIDERS or not stand(board, [man], side):
            return False
        fronts = [sq for sq in board.attacks(man[1]) if board.color_at(sq) == (not side)]
        backs = [behind(board, man[1], sq) for sq in fronts]
        return any(sq is not None and board.color_at(sq) == (not side) for sq in backs)

    return any(on(board) for board in boards(place))


def discovers(groups, place, side):
    """Another man steps out of the line of the one that is named, which then attacks something new."""
    man = actor(groups, "discovered")
    for before, move, after in place.steps(side):
        if move.from_square != man[1] and stand(before, [man], side) and stand(after, [man], side):
            new = after.attacks(man[1]) - before.attacks(man[1])
            if any(after.color_at(sq) == (not side) for sq in new):
                return True
    return False


def traps(groups, place, side):
    """Attacked, or hardly to be saved: every square it could go to without taking something is guarded."""
    targets = men_on(groups["trapped"])

    def shut(board, square):
        flights = [sq for sq in board.attacks(square) if board.piece_at(sq) is None]
        without = board.copy(stack=False)
        without.remove_piece_at(square)
        return all(without.is_attacked_by(side, sq) for sq in flights)

    def on(board):
        return stand(board, targets, not side) and all(shut(board, sq) for _, sq in targets)

    return any(on(board) for board in boards(place))


def pins(groups, place, side):
    """Each of them may not move away: its king, or something dearer or unguarded, stands behind it."""
    targets = men_on(groups["pinned"])

    def on(board):
        return stand(board, targets, not side) and all(held(board, sq, not side) for _, sq in targets)

    return any(on(board) for board in boards(place))


def held(board, square, side):
    if board.is_pinned(side, square):
        return True
    for attacker in board.attackers(not side, square):
        back = behind(board, attacker, square) if board.piece_type_at(attacker) in SLIDERS else None
        if back is not None and board.color_at(back) == side:
            worth = [f.POINTS[board.piece_type_at(sq)] for sq in (square, back)]
            if worth[1] > worth[0] or not board.is_attacked_by(side, back):
                return True
    return False


def takes_something_loose(groups, place, side):
    return any(
        before.is_capture(move) and not before.is_attacked_by(not side, move.to_square)
        for before, move, _ in place.steps(side)
    )


DETECTORS = {
    "fork": forks,
    "skewer": skewers,
    "discovered": discovers,
    "trapped": traps,
    "pinned": pins,
    "loose": takes_something_loose,
}
