#!/usr/bin/env python3
"""Minutes of mixed load on a server of ours over loopback: 200 explanations at once, 20 games to comment on, probes all the time.

    tools/load.py target/release/philidor --minutes 30

Every explanation must be answered or told to come back (429, 503), every job must end, and the server's memory must not keep growing:
its median in the last third may be at most a tenth (and 32 MiB) above that of the second third. Python's own library only.
"""
import argparse
import http.client
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

GAME = ("1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 "
        "11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0")
MOVES = ["e2e4 e7e5 g1f3 b8c6 f1b5", "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6", "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4", "c2c4 e7e5 b1c3 g8f6",
         "d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6", "e2e4 e7e6 d2d4 d7d5 b1c3 f8b4", "e2e4 c7c6 d2d4 d7d5 e4e5 c8f5"]
FENS = ["r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8", "2rn4/2p1rpk1/p3n1p1/P3N1P1/BpN1b2P/1P4K1/2PR4/3R4 w - - 0 1",
        "8/r2k4/3b3r/1p1Bnp1p/p3RN1P/P5P1/1PR3K1/8 w - - 0 32", "r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 2 16",
        "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"]


class Server:
    def __init__(self, program, home):
        env = dict(os.environ, PHILIDOR_HOME=home)
        self.process = subprocess.Popen([program, "serve", "--port", "0"], env=env, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.port = None
        for line in self.process.stdout:
            found = re.search(r"http://[^:/]+:(\d+)", line)
            if found:
                self.port = int(found.group(1))
                break
        if self.port is None:
            sys.exit("load: the server did not start")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def ask(self, method, path, body=None, client="load"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            headers = {"Content-Type": "application/json", "X-Philidor-Client": client}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, text
        finally:
            connection.close()

    def memory_mib(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            kib = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
        return kib / 1024


def explain(server, rng, tally, times, i):
    asked = time.monotonic()
    try:
        # Another clock each time, so that what is remembered does not answer.
        fen = rng.choice(FENS).rsplit(" ", 2)[0] + f" {rng.randrange(40)} {rng.randrange(1, 90)}"
        status, _ = server.ask("POST", "/api/explain", {"fen": fen}, f"client{i % 10}")
    except OSError as error:
        status = type(error).__name__
    tally[status] = tally.get(status, 0) + 1
    if status == 200:
        times.append(time.monotonic() - asked)


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("program")
    args.add_argument("--minutes", type=float, default=30)
    args = args.parse_args()
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as home:
        server = Server(os.path.abspath(args.program), home)
        end = time.monotonic() + 60 * args.minutes
        memory, tally, times, probes, probe_faults, over = [], {}, [], [], [], threading.Event()

        def probing():
            path = "/api/tables/probe?line=10&fen=8/8/4k3/8/4K3/8/4P3/8%20w%20-%20-%200%201"
            while not over.wait(0.02):
                asked = time.monotonic()
                try:
                    status, _ = server.ask("GET", path, client="prober")
                except OSError as error:
                    status = type(error).__name__
                probes.append(time.monotonic() - asked)
                if status != 200:
                    probe_faults.append(status)

        def watching():
            while not over.wait(5):
                memory.append(server.memory_mib())

        watchers = [threading.Thread(target=probing), threading.Thread(target=watching)]
        for watcher in watchers:
            watcher.start()
        rounds = jobs = unfinished = 0
        while time.monotonic() < end:
            rounds += 1
            games = "".join(f'[White "{rounds}-{i}"]\n\n{GAME}\n\n' for i in range(20))
            status, text = server.ask("POST", "/api/games", {"pgn": games}, "jobs")
            ids = [game["id"] for game in json.loads(text).get("games", [])] if status == 200 else []
            waiting = []
            for game in ids:
                status, text = server.ask("POST", f"/api/games/{game}/annotate", {"nodes": 2000}, "jobs")
                if status == 200 or status == 202:
                    waiting.append(json.loads(text)["id"])
                elif status not in (429, 503):
                    unfinished += 1
            jobs += len(waiting)
            asking = [threading.Thread(target=explain, args=(server, rng, tally, times, i)) for i in range(200)]
            for thread in asking:
                thread.start()
            for thread in asking:
                thread.join()
            patience = time.monotonic() + 300
            while waiting and time.monotonic() < patience:
                waiting = [job for job in waiting
                           if json.loads(server.ask("GET", f"/api/jobs/{job}", client="jobs")[1]).get("state") not in ("done", "failed")]
                time.sleep(0.5)
            unfinished += len(waiting)
            for game in ids:
                server.ask("DELETE", f"/api/games/{game}", client="jobs")
            print(f"load: {rounds} rounds, {sum(tally.values())} explanations, {jobs} jobs, {server.memory_mib():.0f} MiB",
                  file=sys.stderr, flush=True)
        over.set()
        for watcher in watchers:
            watcher.join()
        server.process.terminate()
        server.process.wait(30)
    if len(memory) < 3:
        sys.exit("load: too short to say how the memory goes: give it a minute or more")
    third = len(memory) // 3
    middle, last = statistics.median(memory[third:2 * third]), statistics.median(memory[2 * third:])
    probes.sort()
    other = {status: n for status, n in tally.items() if status not in (200, 429, 503)}
    print(f"minutes                                {args.minutes:g}")
    if not times or not probes:
        sys.exit(f"load: nothing was answered: {tally}")
    print(f"explanations answered                  {tally.get(200, 0)}, median {statistics.median(times):.1f} s, longest {max(times):.1f} s")
    print(f"told to come back (429, 503)           {tally.get(429, 0) + tally.get(503, 0)}")
    print(f"anything else                          {other or 0}")
    print(f"games commented on                     {jobs - unfinished} of {jobs}")
    print(f"probes meanwhile                       {len(probes)}, p50 {1000 * probes[len(probes) // 2]:.1f} ms, "
          f"p99 {1000 * probes[int(len(probes) * 0.99)]:.1f} ms, faults {len(probe_faults)}")
    print(f"memory, medians of the three thirds    {statistics.median(memory[:third]):.0f}, {middle:.0f}, {last:.0f} MiB (most {max(memory):.0f})")
    grows = last > middle * 1.1 and last > middle + 32
    sys.exit(1 if other or unfinished or probe_faults or grows else 0)


if __name__ == "__main__":
    main()
