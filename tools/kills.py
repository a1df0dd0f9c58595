"""Kills coordinators and workers at random moments and holds what comes out against one machine's result.

    kills.py PROGRAM GAMES.pgn --kills 50 [--nodes 300] [--seed 1]

Starts a NATS server of its own, a coordinator (`annotate --lake --nats`) and two workers; every few seconds one of the three dies by SIGKILL and is started again.
Prints how often each died, and fails if one byte of the lake differs."""

import argparse
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import time


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("games")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--nodes", default="300")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=4.0, help="seconds between two kills, at most")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(not same_bytes(args, pathlib.Path(folder)))


def same_bytes(args, folder):
    chance = random.Random(args.seed)
    port = free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(["nats-server", "-a", "127.0.0.1", "-p", str(port), "-js", "-sd", str(folder / "nats")], **quiet)
    url = f"nats://127.0.0.1:{port}"
    annotate = [args.program, "annotate", args.games, "--engine", "philidor", "--nodes", args.nodes, "--lake"]
    try:
        subprocess.run([*annotate, str(folder / "here")], check=True, **quiet)
        commands = {
            "coordinator": [*annotate, str(folder / "there"), "--nats", url],
            "worker 1": [args.program, "worker", "--nats", url, "--run", "games"],
            "worker 2": [args.program, "worker", "--nats", url, "--run", "games"],
        }
        time.sleep(1)
        running = {name: subprocess.Popen(command, **quiet) for name, command in commands.items()}
        deaths = dict.fromkeys(commands, 0)
        while running["coordinator"].poll() is None:
            time.sleep(chance.uniform(0.05, args.pause))
            if sum(deaths.values()) >= args.kills:
                running["coordinator"].wait()
                break
            name = chance.choice(list(commands))
            if running["coordinator"].poll() is not None:
                break
            running[name].kill()
            running[name].wait()
            deaths[name] += 1
            running[name] = subprocess.Popen(commands[name], **quiet)
        for process in running.values():
            process.kill()
            process.wait()
        same = files(folder / "here") == files(folder / "there")
        print(f"{sum(deaths.values())} kills ({', '.join(f'{name} {count}' for name, count in deaths.items())}): {'same bytes' if same else 'OTHER BYTES'}")
        return same
    finally:
        server.kill()
        server.wait()


main()
