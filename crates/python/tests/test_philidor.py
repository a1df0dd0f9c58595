"""What the package promises: python -m unittest discover -s crates/python/tests, with `philidor` installed."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import philidor
from philidor import Position, Tutor

HERE = pathlib.Path(__file__).resolve().parent
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
GAMES = """[Event "A"]
[White "Morphy"]
[Black "?"]
[WhiteElo "2690"]

1. e4 {[%clk 0:05:00] [%eval 0.3] king's pawn} e5?! {[%eval #-3]} 2. Nf3 (2. f4 exf4) 2... d6 1-0

[Event "B"]
[White "Ö"]

1. e4 e5 2. Ke3 *

[FEN "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"]

1. Kd3 1/2-1/2
"""


def can(module):
    try:
        __import__(module)
        return True
    except ImportError:
        print(f"not run: tests with {module}, which is not installed", file=sys.stderr)
        return False


class Positions(unittest.TestCase):
    def test_a_position_plays_moves_and_stays_what_it_was(self):
        start = Position()
        self.assertEqual(start.fen, START)
        self.assertEqual(len(start.legal_moves), 20)
        after = start.play("e4").play("e7e5")
        self.assertEqual(after, Position.after("1. e4 e5"))
        self.assertEqual(hash(after), hash(Position.after("e4 e5")))
        self.assertNotEqual(after, start)
        self.assertEqual((after.turn, after.men, after.san("g1f3"), after.uci("Nf3")), ("white", 32, "Nf3", "g1f3"))
        self.assertEqual(Position.after("1. e4 c5").opening[0], "B20")
        self.assertIn("♔", str(start))
        self.assertEqual(eval(repr(after), {"Position": Position}), after)

    def test_mate_and_stalemate(self):
        mate = Position.after("f3 e5 g4 Qh4#")
        self.assertTrue(mate.is_check and mate.is_checkmate and not mate.legal_moves)
        self.assertTrue(Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_stalemate)

    def test_what_is_wrong_is_said(self):
        for call, words in [
            (lambda: Position("8/8/8/8/8/8/8/8 w - - 0 1"), "king"),
            (lambda: Position("x"), "FEN"),
            (lambda: Position().play("Ke2"), "Ke2"),
            (lambda: Position.after("1. e4 Ke5"), "after 1 half-moves"),
            (lambda: Position().motifs("e4", "mine"), "strict"),
            (lambda: Position.at("nothing.pgn@3"), "nothing.pgn"),
        ]:
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn(words, str(caught.exception))

    def test_motifs_name_their_men(self):
        position = Position("r3k2r/8/8/1N6/8/8/8/6K1 w - - 0 1")
        [fork] = [motif for motif in position.motifs("Nc7+ Kd7 Nxa8") if motif.theme == "fork"]
        self.assertEqual((fork.ply, fork.actor, sorted(fork.targets)), (0, "c7", ["a8", "e8"]))
        # Without the payoff there is no fork by the strict definition.
        self.assertFalse([m for m in position.motifs("Nc7+ Kd7 Kf1") if m.theme == "fork"])

    def test_features_sum_to_their_total(self):
        features = Position.after("1. e4").features()
        self.assertLessEqual(abs(sum(term["value"] for term in features["terms"]) - features["total"]), 2)


class Tutoring(unittest.TestCase):
    def setUp(self):
        self.tutor = Tutor(nodes=2_000)

    def test_a_move_is_explained_with_claims(self):
        position = Position.after("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6")
        answer = self.tutor.explain(position, "Qxf7#")
        self.assertEqual(answer["move"], "Qxf7")
        self.assertTrue(any("mate" in sentence for sentence in self.tutor.tell(position, "Qxf7#")))
        claims = self.tutor.claims(position, "Qxf7#")
        self.assertTrue(claims and all(claim["statement"]["says"] for claim in claims))
        self.assertEqual(claims, answer["claims"])

    def test_the_same_question_has_the_same_answer(self):
        position = Position.after("1. d4 d5 2. c4")
        self.assertEqual(Tutor(nodes=5_000).explain(position), Tutor(nodes=5_000).explain(position))

    def test_german(self):
        words = " ".join(Tutor(nodes=2_000, language="de").tell(Position.after("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6"), "Qxf7#"))
        self.assertIn("matt", words.lower())

    def test_players_of_a_rating(self):
        # The natural capture loses to a check on the back rank.
        position = Position("3r2k1/5ppp/8/8/8/1n6/Q4PPP/3R2K1 w - - 0 1")
        for rating, words in [(1500, "players rated 1500"), ("1500@chess.com", "1500 (Chess.com)")]:
            self.assertIn(words, " ".join(Tutor(nodes=4_000, rating=rating).tell(position)))
        self.assertNotIn("players rated", " ".join(Tutor(nodes=4_000).tell(position)))

    def test_endings_are_exact(self):
        found = self.tutor.probe(Position("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"))
        self.assertEqual((found["wdl"], found["material"]), ("win", "KPK"))
        self.assertEqual(self.tutor.probe(Position("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"))["wdl"], "draw")
        with self.assertRaises(ValueError):
            self.tutor.probe(Position())

    def test_sentences_are_checked_and_places_are_characters(self):
        position = Position("4k3/8/8/3P4/8/8/8/4K2R w K - 0 1")
        text = "Überraschend: White castles. Black has a passed pawn. Quux."
        read = self.tutor.check(text, position, move="O-O")
        self.assertEqual([sentence["truth"] for sentence in read], ["true", "false", "open"])
        for sentence in read:
            self.assertEqual(text[sentence["start"] : sentence["end"]], sentence["text"])
        [castles] = [f for f in read[0]["findings"] if f["word"] == "castles"]
        self.assertIn("castles", text[castles["start"] : castles["end"]])

    def test_a_text_about_the_move_that_led_here(self):
        read = self.tutor.check("White castles.", Position.after("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O"))
        self.assertEqual(read[0]["truth"], "true")

    def test_questions_and_games(self):
        self.assertIn("passed", self.tutor.ask(Position(), "What is a passed pawn?"))
        game = self.tutor.annotate("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0")
        self.assertIn("[Annotator", game)

    def test_what_is_wrong_is_said(self):
        for call, words in [
            (lambda: Tutor(level="god"), "god"),
            (lambda: Tutor(language="xx"), "xx"),
            (lambda: Tutor(nodes=0), "nodes"),
            (lambda: Tutor(rating=90), "400 to 2800"),
            (lambda: Tutor(rating=1500, humans=HERE), "maia-1500.pb.gz"),
            (lambda: self.tutor.ask(Position(), "quux?"), "quux"),
            (lambda: self.tutor.annotate("nothing"), "game"),
            (lambda: self.tutor.check("x" * (3 << 20), Position()), "too long"),
        ]:
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn(words, str(caught.exception))

    def test_an_engine_that_does_not_start_is_named(self):
        answer = Tutor(engine="/nothing/there", nodes=2_000).explain(Position())
        self.assertIn("/nothing/there", answer["remark"])

    def test_ctrl_c_ends_a_search(self):
        code = "import philidor; philidor.Tutor(nodes=10**10).explain(philidor.Position())"
        child = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=60)
        self.assertIn("KeyboardInterrupt", said)

    def test_threads_ask_at_the_same_time(self):
        answers = []

        def ask():
            answers.append(self.tutor.probe(Position("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"))["wdl"])

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, ["win"] * 4)


class Collections(unittest.TestCase):
    def setUp(self):
        self.dir = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.dir.name) / "games.pgn"
        self.path.write_text(GAMES, encoding="utf-8")

    def tearDown(self):
        self.dir.cleanup()

    def test_games_one_by_one(self):
        first, second, third = philidor.games(self.path)
        self.assertEqual((first.tags["White"], first.result, len(first), first.moves), ("Morphy", "1-0", 4, ["e4", "e5", "Nf3", "d6"]))
        self.assertEqual(first.position(4), Position.after("1. e4 e5 2. Nf3 d6"))
        self.assertIn("Ke3", second.problem)
        self.assertEqual(len(second), 2)
        self.assertEqual(third.position(0).material, "KPK")
        with self.assertRaises(ValueError):
            first.position(5)
        with self.assertRaises(FileNotFoundError):
            philidor.games(self.path.with_name("nothing.pgn"))

    @unittest.skipUnless(can("pyarrow"), "pyarrow is not installed")
    def test_arrow_reads_games_and_moves(self):
        import pyarrow

        games = pyarrow.table(philidor.games(self.path)).to_pylist()
        self.assertEqual([game["result"] for game in games], ["1-0", "*", "1/2-1/2"])
        self.assertEqual((games[0]["white"], games[0]["black"], games[0]["white_elo"], games[0]["moves"]), ("Morphy", None, 2690, "e2e4 e7e5 g1f3 d7d6"))
        self.assertEqual((games[2]["start"][:8], games[1]["white"]), ("8/8/8/4k", "Ö"))
        moves = pyarrow.table(philidor.moves(self.path)).to_pylist()
        self.assertEqual(len(moves), 7)
        self.assertEqual((moves[0]["fen"], moves[0]["clock_seconds"], moves[0]["eval_cp"], moves[0]["comment"]), (START, 300.0, 30, "king's pawn"))
        self.assertEqual((moves[1]["eval_mate"], moves[1]["nags"], moves[1]["san"]), (-3, "$6", "e5"))

    @unittest.skipUnless(can("polars"), "polars is not installed")
    def test_polars_reads_games_and_moves(self):
        import polars

        frame = polars.DataFrame(philidor.games(self.path))
        self.assertEqual(frame["plies"].to_list(), [4, 2, 1])
        self.assertEqual(polars.DataFrame(philidor.moves(self.path)).height, 7)
        empty = self.path.with_name("empty.pgn")
        empty.write_text("")
        self.assertEqual(polars.DataFrame(philidor.games(empty)).height, 0)

    @unittest.skipUnless(can("polars"), "polars is not installed")
    def test_the_examples_of_the_readme_run(self):
        readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
        examples = re.findall(r"```python\n(.*?)```", readme, re.S)
        self.assertGreaterEqual(len(examples), 5)
        for example in examples:
            self.assertLessEqual(len(example.strip().splitlines()), 6, example)
            ran = subprocess.run([sys.executable, "-c", example], cwd=self.dir.name, capture_output=True, text=True, env=os.environ)
            self.assertEqual(ran.returncode, 0, f"{example}\n{ran.stderr}")
            self.assertTrue(ran.stdout.strip(), example)


class Stubs(unittest.TestCase):
    def test_everything_has_a_docstring(self):
        for name, thing in vars(philidor).items():
            if not name.startswith("_"):
                self.assertTrue(thing.__doc__, name)

    @unittest.skipUnless(can("mypy"), "mypy is not installed")
    def test_the_stubs_are_those_of_the_module(self):
        with tempfile.TemporaryDirectory() as folder:
            # The extension itself lies inside the package; its names are those of the package.
            allowed = pathlib.Path(folder) / "allowed"
            allowed.write_text("philidor\\.philidor\n")
            command = [sys.executable, "-m", "mypy.stubtest", "philidor", "--allowlist", str(allowed)]
            ran = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)


if __name__ == "__main__":
    unittest.main()
