#!/usr/bin/env python3
"""Games without comments, evaluations and times: `bare.py IN.pgn > OUT.pgn`.

`games.pgn`, the games on which the checker runs where no others are at hand, was made with
`philidor match eval:philidor eval:gnu-like --nodes 400 --games 60 --resign 900,3 --pgn IN.pgn`.
"""

import sys

import chess.pgn

KEPT = ("Event", "Round", "White", "Black", "Result")

with open(sys.argv[1], encoding="utf-8") as games:
    while game := chess.pgn.read_game(games):
        for tag in set(game.headers) - set(KEPT):
            del game.headers[tag]
        exporter = chess.pgn.StringExporter(comments=False, variations=False, columns=120)
        print(game.accept(exporter), end="\n\n")
