#!/usr/bin/env python3
"""Reads what Philidor tells a reader and tests every statement on a board of its own (python-chess).

Nothing is shared with the program but its words: a sentence is taken apart, each phrase has a meaning here, and the
claim's line says only where it is to hold. What is not understood is counted, not guessed. The exit code is 1 if
anything is false.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from pathlib import Path

try:
    import chess  # noqa: F401
except ImportError:
    sys.exit("python-chess is missing: pip install chess")

sys.path.insert(0, str(Path(__file__).parent))

from answers import annotation, explanation
from facts import Knowledge
from mutants import Mutants
from positions import from_endings, from_games, from_play, games_of
from sentences import FALSE, JUDGED, TRUE, UNKNOWN

ROOT = Path(__file__).resolve().parents[2]


def main():
    args = arguments()
    knowledge = Knowledge(ROOT / "knowledge/openings/eco.tsv", args.syzygy, args.gaviota)
    report = Report(Mutants(args.seed) if args.mutants else None)
    if args.positions or args.endings:
        explained(args, knowledge, report)
    if args.annotate:
        annotated(args, knowledge, report)
    print(report.text(args.verbose), end="")
    return 1 if report.false else 0


def explained(args, knowledge, report):
    """Positions, and the moves that were played in them."""
    if args.games:
        positions = from_games(args.games, args.positions, args.seed)
    else:
        positions = from_play(args.positions, args.seed)
    positions = chain(positions, from_endings(args.endings, args.seed))
    questions = (
        (board, asked, number)
        for number, (board, move) in enumerate(positions)
        for asked in ([None, move] if args.moves else [None])
    )
    with ThreadPoolExecutor(args.jobs) as pool:
        while some := list(islice(questions, 50 * args.jobs)):
            for (board, asked, _), answer in zip(some, pool.map(lambda question: explain(args, *question), some)):
                report.add(board, asked, explanation(board, asked, answer, knowledge, args.claims))


def annotated(args, knowledge, report):
    """Whole games."""
    with tempfile.NamedTemporaryFile("w", suffix=".pgn", encoding="utf-8") as file:
        for game in games_of(args.games, args.annotate, args.seed):
            print(game, file=file, end="\n\n")
        file.flush()
        options = [
            "annotate",
            file.name,
            "--format=json",
            f"--nodes={args.nodes}",
            f"--level={args.level}",
            f"--seed={args.seed}",
        ]
        options += [f"--rating={args.rating}"] if args.rating else []
        answer = json.loads(run(args.philidor, options))
    for game in answer["games"]:
        for board, move, found in annotation(game, knowledge, args.claims):
            report.add(board, move, found)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--philidor", default=ROOT / "target/debug/philidor", help="the program")
    parser.add_argument("--games", help="a PGN file: positions of each game in turn; without it games are made up")
    parser.add_argument("--positions", type=int, default=300, help="how many positions (0: none)")
    parser.add_argument("--endings", type=int, default=0, help="how many positions with three and four men beside them")
    parser.add_argument("--annotate", type=int, default=0, metavar="GAMES", help="annotate that many games as well")
    parser.add_argument("--nodes", type=int, default=3000, help="positions searched for each explanation")
    parser.add_argument("--level", default="club", help="the reader's level")
    parser.add_argument("--rating", help="the reader's rating, so that players like him are spoken of")
    parser.add_argument("--seed", type=int, default=1, help="chooses positions and phrases")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="programs run at the same time")
    parser.add_argument("--moves", action="store_true", help="explain the moves that were played as well")
    parser.add_argument("--claims", action="store_true", help="test the text of every claim as well, told or not")
    parser.add_argument("--syzygy", help="a folder of Syzygy tables, for what is said of endings")
    parser.add_argument("--gaviota", help="a folder of Gaviota tables, for moves to mate")
    parser.add_argument("--mutants", action="store_true", help="count how many statements made false are noticed")
    parser.add_argument("--verbose", action="store_true", help="list what was not understood or not noticed")
    return parser.parse_args()


def explain(args, board, move, seed):
    """The answer of `philidor explain --json`."""
    options = ["explain", "--json", f"--nodes={args.nodes}", f"--level={args.level}", f"--seed={seed}"]
    options += [f"--rating={args.rating}"] if args.rating else []
    if move is not None:
        options.append(f"--move={move.uci()}")
    return json.loads(run(args.philidor, [*options, board.fen()]))


def run(program, options):
    done = subprocess.run([str(program), *options], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{program} {' '.join(options)} failed: {done.stderr}")
    return done.stdout


class Report:
    """Counts, and what is false."""

    def __init__(self, mutants=None):
        self.mutants = mutants
        self.explained = 0
        self.counts = Counter()
        self.with_squares = Counter()
        self.false = []
        self.unknown = Counter()

    def add(self, board, move, found):
        self.explained += 1
        for told in found:
            part, sentence, statement = told.part, told.sentence, told.statement
            self.counts[part, statement.verdict] += 1
            if self.mutants:
                self.mutants.add(told)
            if statement.names_squares:
                self.with_squares[part, statement.verdict] += 1
            if statement.verdict == FALSE:
                self.false.append((board.fen(), move, part, sentence, statement))
            elif statement.verdict == UNKNOWN:
                self.unknown[statement.text] += 1

    def text(self, verbose):
        out = []
        for fen, move, part, sentence, statement in self.false:
            asked = f" --move {move.uci()}" if move else ""
            out.append(
                f'false ({part}): {statement.text}\n  because {statement.why}\n  in: {sentence}\n  at: "{fen}"{asked}'
            )
        if verbose:
            out += [f"not understood ({n}): {text}" for text, n in self.unknown.most_common()]
        out.append(f"{self.explained} explanations")
        out.append(f"{'':12} {'true':>7} {'false':>7} {'judged':>7} {'unknown':>8}   naming squares: true, false")
        parts = sorted({part for part, _ in self.counts})
        for part in [*parts, "all"]:
            out.append(self.row(part))
        return "\n".join(out) + "\n" + (self.mutants.text(verbose) if self.mutants else "")

    def row(self, part):
        def total(counts, verdict):
            return sum(n for (p, v), n in counts.items() if v == verdict and part in (p, "all"))

        cells = [total(self.counts, verdict) for verdict in (TRUE, FALSE, JUDGED, UNKNOWN)]
        squares = [total(self.with_squares, verdict) for verdict in (TRUE, FALSE)]
        return f"{part:12} {cells[0]:7} {cells[1]:7} {cells[2]:7} {cells[3]:8}   {squares[0]:22} {squares[1]:6}"


if __name__ == "__main__":
    sys.exit(main())
