#!/usr/bin/env python3
"""How often the first choice of a short search is a bad one, for several evaluations on the same positions, judged by a stronger engine.

    target/python/bin/python tools/first_choice.py target/release/philidor --games GAMES.pgn --positions 300

One position of each game, drawn by --seed, after the opening. Every evaluation searches it for --seconds of processor time (one thread; what other
programs take does not count) or --nodes; the referee (Stockfish) then looks at the best move and at each choice with --referee-nodes. A choice that is worth 50
centipawns less than the best, and costs winning chances, is a bad one. Needs python-chess.
"""
import argparse
import math
import random
import time

import chess
import chess.engine
import chess.pgn


def expected(score):
    """Winning chances from -1 to 1, by the curve that Lichess publishes."""
    return 2 / (1 + math.exp(-0.00368208 * max(-1000, min(1000, score)))) - 1


def cp(score):
    return score.score(mate_score=100_000)


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


class Player:
    def __init__(self, program, evaluation, args):
        self.engine = chess.engine.SimpleEngine.popen_uci([program, "uci"], timeout=60)
        self.engine.configure({"Evaluation": evaluation, "Hash": 64, "Threads": 1})
        self.name, self.bad, self.lost, self.nodes, self.used = evaluation, 0, 0.0, 0, 0.0
        self.args = args

    def choose(self, board):
        """The move, after so much of the processor's time: what a busy machine takes away is given back."""
        if self.args.nodes:
            result = self.engine.play(board, chess.engine.Limit(nodes=self.args.nodes), game=object(), info=chess.engine.INFO_BASIC)
            self.nodes += result.info.get("nodes", 0)
            return result.move
        pid = self.engine.transport.get_pid()
        began = cpu_seconds(pid)
        with self.engine.analysis(board, game=object()) as search:
            while cpu_seconds(pid) - began < self.args.seconds:
                time.sleep(0.01)
            search.stop()
            best = search.wait()
            self.nodes += search.info.get("nodes", 0)
        self.used += cpu_seconds(pid) - began
        return best.move


def positions(path, count, seed):
    dice = random.Random(seed)
    with open(path, encoding="utf8", errors="replace") as file:
        while count and (game := chess.pgn.read_game(file)):
            moves = list(game.mainline_moves())
            if len(moves) <= 24:
                continue
            board = game.board()
            for move in moves[: dice.randrange(16, len(moves) - 2)]:
                board.push(move)
            if board.legal_moves.count() > 1:
                count -= 1
                yield board.copy(stack=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--games", required=True)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--evals", default="philidor,learned")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--nodes", type=int, help="instead of seconds")
    parser.add_argument("--referee", default="/usr/games/stockfish")
    parser.add_argument("--referee-nodes", type=int, default=1_500_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    players = [Player(args.program, name, args) for name in args.evals.split(",")]
    referee = chess.engine.SimpleEngine.popen_uci(args.referee, timeout=60)
    referee.configure({"Hash": 128, "Threads": 1})
    limit, seen = chess.engine.Limit(nodes=args.referee_nodes), 0
    for board in positions(args.games, args.positions, args.seed):
        seen += 1
        info = referee.analyse(board, limit, game=object())
        worth = {info["pv"][0]: cp(info["score"].relative)}
        choices = [player.choose(board) for player in players]
        for move in set(choices) - set(worth):
            worth[move] = cp(referee.analyse(board, limit, root_moves=[move], game=object())["score"].relative)
        best = max(worth.values())
        for player, move in zip(players, choices):
            points = 50 * (expected(best) - expected(worth[move]))
            player.lost += points
            player.bad += best - worth[move] >= 50 and points > 0
        if seen % 50 == 0:
            print(seen, ", ".join(f"{player.name} {player.bad}" for player in players), flush=True)
    print(f"{seen} positions of {args.games}, seed {args.seed}; {args.referee} with {args.referee_nodes} nodes")
    for player in players:
        spent = f"{player.used / seen:.2f} CPU-s" if not args.nodes else f"{args.nodes} nodes"
        share, mean = 100 * player.bad / seen, player.lost / seen
        print(f"eval:{player.name:10} {spent} and {player.nodes // seen} nodes a position: {player.bad} bad choices ({share:.1f} %), {mean:.2f} points of winning chances lost on average")
        player.engine.quit()
    referee.quit()


if __name__ == "__main__":
    main()
