"""Lets z3 decide whether the theory of an endgame follows from the rules of chess, and whether it notices what is false.

    target/python/bin/python tools/outside/questions.py target/debug/philidor KRK

The questions are those of `philidor rules check NAME --prove FILE --format smt`. Every answer has to be `unsat`. Then a letter of the
certificate is forged, and a rule is made to claim the opposite: z3 has to answer `sat` at least once each time.
"""

import pathlib
import re
import subprocess
import sys
import tempfile


def answers(text: str, folder: pathlib.Path) -> list[str]:
    file = folder / "questions.smt2"
    file.write_text(text)
    done = subprocess.run(["z3", file], capture_output=True, text=True, check=False)
    return done.stdout.split("\n")[:-1]


def main() -> None:
    program, name = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        file = folder / f"{name}.smt2"
        subprocess.run([program, "rules", "check", name, "--prove", file, "--format", "smt"], check=True)
        text = file.read_text()
        wanted = text.count("(check-sat)")
        found = answers(text, folder)
        if found != ["unsat"] * wanted:
            sys.exit(f"{name}: {wanted} times unsat wanted, z3 says {sorted(set(found))} ({len(found)} answers)")
        print(f"{name}: z3 answers {wanted} of {wanted} questions with unsat")
        # Mutants are asked few questions: those about the first squares of the strong king.
        head, *questions = text.split("(push 1)")
        some = [questions[1], questions[1 + (wanted - 1) // 2]]
        short = "(push 1)".join([head, *some]).replace("(set-info :status unsat)\n", "")
        for what, mutant in (("a forged letter", forged(short)), ("a false rule", denied(short))):
            if "sat" not in answers(mutant, folder):
                sys.exit(f"{name}: z3 does not notice {what}")
            print(f"{name}: z3 notices {what}")


def forged(text: str) -> str:
    """Kings a1 and e8, the third man on d3, the bare king to move: what is drawn gets the letter 0, what is won is called drawn."""
    line = re.search(r"\(define-fun w_0_19 .*", text).group()
    planes = [int(plane, 16) for plane in re.findall(r"#x([0-9a-f]{16})", line)]
    bit = 1 << 60
    drawn = all(plane & bit for plane in planes)
    other = line
    for plane in planes:
        other = other.replace(f"#x{plane:016x}", f"#x{plane & ~bit if drawn else plane | bit:016x}")
    return text.replace(line, other)


def denied(text: str) -> str:
    """The first rule that claims a draw claims a win, and what claims a win claims a draw."""
    return text.replace("(= letter (_ bv63 6))", "(= letter (_ bv62 6))")


if __name__ == "__main__":
    main()
