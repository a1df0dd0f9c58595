#!/usr/bin/env python3
"""Tunes numbers of the search for an evaluation by SPSA on `philidor match` (fixed nodes, so any machine gives the same games).

    tools/spsa.py --program target/release/philidor --player eval:learned --steps 200 --games 16 --nodes 3000 --state spsa.json

Each step moves all numbers a little at random, up for one player and down for the other, lets the two play, and moves the numbers towards
whoever scored more. --state keeps where it stands; the same command goes on. The last line is a player for `philidor match`.
"""
import argparse
import json
import os
import random
import subprocess

# Name, start, lowest, highest, how far a step of the last iterations moves it.
NUMBERS = [
    ("rfp_margin", 72, 30, 150, 8),
    ("razor_base", 200, 60, 400, 25),
    ("razor_margin", 260, 80, 500, 30),
    ("null_eval_slope", 20, 5, 50, 4),
    ("null_eval_margin", 120, -50, 300, 25),
    ("null_eval_divisor", 180, 80, 400, 25),
    ("probcut_margin", 190, 80, 350, 25),
    ("futility_base", 95, 20, 250, 15),
    ("futility_margin", 120, 40, 250, 15),
    ("see_quiet_margin", 32, 8, 80, 5),
    ("see_capture_margin", 95, 30, 200, 12),
    ("double_extension_margin", 18, 4, 60, 4),
    ("research_deeper_base", 45, 10, 120, 8),
    ("qs_futility", 140, 40, 300, 20),
    ("lmr_base", 820, 300, 1500, 90),
    ("lmr_slope", 512, 300, 800, 40),
    ("correction_divisor", 48, 24, 120, 6),
    ("aspiration_delta", 14, 6, 40, 3),
]


def player(base, values):
    return base + "".join(f";{name}={round(value)}" for (name, *_), value in zip(NUMBERS, values))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="philidor")
    parser.add_argument("--player", default="eval:learned")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--games", type=int, default=16, help="of each step; even")
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", default="spsa.json")
    args = parser.parse_args()
    state = {"step": 0, "values": [float(number[1]) for number in NUMBERS]}
    if os.path.exists(args.state):
        with open(args.state) as file:
            state = json.load(file)
    values = state["values"]
    for step in range(state["step"], args.steps):
        dice = random.Random(args.seed * 1_000_003 + step)
        shrink = ((args.steps * 0.1 + args.steps) / (args.steps * 0.1 + step + 1)) ** 0.101
        signs = [dice.choice((-1, 1)) for _ in NUMBERS]
        reach = [shrink * number[4] * sign for number, sign in zip(NUMBERS, signs)]
        clip = lambda at: [min(max(v, n[2]), n[3]) for v, n in zip(at, NUMBERS)]
        up = clip([v + r for v, r in zip(values, reach)])
        down = clip([v - r for v, r in zip(values, reach)])
        command = [args.program, "match", player(args.player, up), player(args.player, down), "--json"]
        command += ["--nodes", str(args.nodes), "--games", str(args.games), "--seed", str(step * args.games // 2)]
        command += ["--resign", "900,3", "--draw", "8,6"]
        result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        lead = (result["wins"] - result["losses"]) / args.games
        rate = 0.6 * ((args.steps * 0.1 + 1) / (args.steps * 0.1 + step + 1)) ** 0.5
        values = clip([v + rate * lead * r for v, r in zip(values, reach)])
        state = {"step": step + 1, "values": values}
        with open(args.state + ".new", "w") as file:
            json.dump(state, file)
        os.replace(args.state + ".new", args.state)
        print(f"{step + 1:4} {lead:+.2f} " + " ".join(f"{round(v)}" for v in values), flush=True)
    print(player(args.player, values))


if __name__ == "__main__":
    main()
