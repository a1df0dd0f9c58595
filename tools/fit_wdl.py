#!/usr/bin/env python3
"""Fits the chances that UCI_ShowWDL tells to games: how often a side that its own search gave so many centipawns won, drew and lost.

    philidor match eval:learned eval:learned --nodes 3000 --games 400 --pgn games.pgn
    tools/fit_wdl.py games.pgn

The chance to win is 1 / (1 + exp((margin - score) / slope)), the chance to lose the same with the score's sign turned, the rest are draws; margin and slope fall
in a straight line from a full board (32 men) to a bare one. Half of the games are held out; printed are the four numbers, and the mean error of the three chances
on the half that was not fitted, beside that of the shares of all results. Needs python-chess.
"""
import math
import sys

import chess.pgn


def rows(path):
    with open(path, encoding="utf8") as file:
        number = 0
        while game := chess.pgn.read_game(file):
            number += 1
            result = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}.get(game.headers["Result"])
            if result is None:
                continue
            board = game.board()
            for ply, node in enumerate(game.mainline()):
                mover, men = board.turn, len(board.piece_map())
                board.push(node.move)
                words = node.comment.split("/")[0].strip()
                if ply >= 16 and words and "M" not in words and "#" not in words:
                    try:
                        score = round(100 * float(words))
                    except ValueError:
                        continue
                    if abs(score) < 2000:
                        yield number, men, score, result if mover == chess.WHITE else -result


def chances(numbers, men, score):
    full, bare, full_slope, bare_slope = numbers
    share = men / 32
    margin, slope = bare + (full - bare) * share, max(10.0, bare_slope + (full_slope - bare_slope) * share)
    curve = lambda x: 1 / (1 + math.exp(-max(-40.0, min(40.0, x))))
    win, loss = curve((score - margin) / slope), curve((-score - margin) / slope)
    return win, max(1e-6, 1 - win - loss), loss


def surprise(numbers, data):
    return -sum(math.log(max(1e-9, chances(numbers, men, score)[1 - result])) for _, men, score, result in data) / len(data)


def fit(data):
    """Downhill, one number at a time, by ever smaller steps."""
    numbers, step = [120.0, 120.0, 90.0, 90.0], 40.0
    best = surprise(numbers, data)
    while step >= 1:
        moved = False
        for index in range(4):
            for change in (step, -step):
                tried = numbers[:index] + [max(0.0, numbers[index] + change)] + numbers[index + 1 :]
                value = surprise(tried, data)
                if value < best - 1e-9:
                    numbers, best, moved = tried, value, True
        if not moved:
            step /= 2
    return numbers


def error(data, told):
    """Mean distance between chances and what was: by tenths of expected score."""
    bins = {}
    for _, men, score, result in data:
        win, draw, loss = told(men, score)
        group = bins.setdefault(min(9, int(10 * (win + draw / 2))), [0, 0.0, 0.0, 0, 0])
        group[0] += 1
        group[1] += win
        group[2] += draw
        group[3] += result == 1
        group[4] += result == 0
    off = sum(abs(win - won) + abs(draw - drawn) for _, win, draw, won, drawn in bins.values())
    return 100 * off / 2 / len(data)


def main():
    data = [row for path in sys.argv[1:] for row in rows(path)]
    fitted, held_out = [row for row in data if row[0] % 2], [row for row in data if not row[0] % 2]
    numbers = fit(fitted)
    shares = [sum(row[3] == result for row in fitted) / len(fitted) for result in (1, 0, -1)]
    plain = -sum(math.log(shares[1 - row[3]]) for row in held_out) / len(held_out)
    print("margin with a full board {:.0f}, bare {:.0f}; slope {:.0f}, {:.0f}".format(*numbers))
    for name, tried in (("fitted", numbers), ("120 and 90 throughout", [120, 120, 90, 90])):
        value, off = surprise(tried, held_out), error(held_out, lambda men, score: chances(tried, men, score))
        print(f"{name}: surprise {value:.4f} on {len(held_out)} positions held out (shares of results alone {plain:.4f}); chances off by {off:.1f} points")


if __name__ == "__main__":
    main()
