#!/usr/bin/env python3
"""Faults on purpose: kills at random moments, a full disk, a read-only folder, damaged files, a message server that goes away.

    tools/faults.py PROGRAM [--kills N] [--seed S] [--only NAME …] [--keep]

Each scene does its work once in peace and keeps the result. Then the same work is killed (SIGKILL) again and again at moments drawn from the time it takes,
and started anew until it ends by itself. Afterwards the result must be the same, byte for byte, nothing may be lost or doubled, no scratch file may lie
about, and whatever is said on the way must be words: a panic (exit code 101, or the word) is a fault, and so is a hang. Kills are counted; the scenes
share N between them. Needs Python only; scenes that want something that is not here (root for mounts, nats-server) say so.
"""

import argparse
import contextlib
import hashlib
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

HANG = 300.0


class Fault(Exception):
    """Something that must not happen."""


class Bed:
    """Where the program is, where its files are, and what was counted."""

    def __init__(self, program, seed, folder):
        self.program, self.rng, self.folder = os.path.abspath(program), random.Random(seed), folder
        self.kills = 0
        self.env = {**os.environ, "PHILIDOR_ENGINE": "philidor", "PHILIDOR_HOME": os.path.join(folder, "home"), "RUST_BACKTRACE": "0"}
        self.env.pop("RUST_LOG", None)

    def at(self, *names):
        path = os.path.join(self.folder, *names)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def start(self, args, home=None, **more):
        env = self.env if home is None else {**self.env, "PHILIDOR_HOME": home}
        return subprocess.Popen([self.program, *args], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **more)

    def judge(self, args, code, said):
        """What may never be seen, whatever happened."""
        text = said.decode("utf8", "replace")
        if code == 101 or "panicked" in text or "RUST_BACKTRACE" in text:
            raise Fault(f"{' '.join(args)} panics: {text[-600:]}")
        if code is not None and code < 0 and -code != signal.SIGKILL:
            raise Fault(f"{' '.join(args)} ends with signal {-code}: {text[-600:]}")
        return text

    def run(self, args, home=None, codes=(0,)):
        """Runs to its end."""
        process = self.start(args, home)
        try:
            _, said = process.communicate(timeout=HANG)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Fault(f"{' '.join(args)} hangs") from None
        text = self.judge(args, process.returncode, said)
        if codes and process.returncode not in codes:
            raise Fault(f"{' '.join(args)} ends with {process.returncode}: {text[-600:]}")
        return process.returncode, text

    def kill_after(self, args, seconds, home=None):
        """Starts and kills; true if it came to its end before."""
        process = self.start(args, home)
        try:
            _, said = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            _, said = process.communicate()
            self.kills += 1
            self.judge(args, None, said)
            return False
        self.judge(args, process.returncode, said)
        if process.returncode != 0:
            raise Fault(f"{' '.join(args)} ends with {process.returncode}: {said.decode('utf8', 'replace')[-600:]}")
        return True

    def timed(self, args, home=None):
        began = time.monotonic()
        self.run(args, home)
        return time.monotonic() - began


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def files(folder):
    """Every file below, hidden ones too, with its digest."""
    found = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            found[os.path.relpath(path, folder)] = digest(path)
    return found


def same(what, want, got):
    if want != got:
        names = sorted(set(want) ^ set(got) | {n for n in set(want) & set(got) if want[n] != got[n]}) if isinstance(want, dict) else ""
        raise Fault(f"{what}: the result is another one after kills {names}")


def scratch(what, folder):
    left = [name for name in files(folder) if name.endswith(".part") or "/.tmp" in name]
    if left:
        raise Fault(f"{what}: scratch files are left over: {left}")


def work_scene(bed, kills, name, command, made, own_home=False):
    """Work that resumes: `command(folder)` are its arguments, `made(folder)` its result. Tables are solved once for all, unless it has a home of its own."""
    home = (lambda folder: folder) if own_home else (lambda folder: None)
    peace = os.path.dirname(bed.at(name, "peace", "x"))
    if not own_home:
        # Tables and whatever else is made once.
        bed.run(command(peace))
        shutil.rmtree(peace)
        os.makedirs(peace)
    seconds = bed.timed(command(peace), home(peace))
    want = made(peace)
    rounds = 0
    while kills > 0:
        rounds += 1
        folder = os.path.dirname(bed.at(name, f"round-{rounds}", "x"))
        done, before = False, bed.kills
        while not done and kills > 0:
            done = bed.kill_after(command(folder), bed.rng.uniform(0.0, 1.1) * seconds, home(folder))
            kills -= 0 if done else 1
            # One work is not killed for ever: it must get to its end.
            if bed.kills - before >= 12:
                break
        if not done:
            bed.run(command(folder), home(folder))
        same(name, want, made(folder))
        scratch(name, folder)
        shutil.rmtree(folder)
    return want


# --- work that resumes ---


def games(bed):
    """A few games of our own engine."""
    path = bed.at("games.pgn")
    if not os.path.exists(path):
        bed.run(["match", "eval:gnu-like", "eval:material", "--nodes", "300", "--games", "44", "--pgn", path])
    return path


def tables(bed, kills):
    def made(folder):
        # Orphaned scratch files are taken over by the next one that writes there.
        return {n: d for n, d in files(folder).items() if not os.path.basename(n).startswith(".")}

    work_scene(bed, kills, "tables", lambda _: ["tables", "build", "KBNK", "KRKN"], made, own_home=True)


def few_games(bed):
    """The first of them."""
    path = bed.at("few.pgn")
    if not os.path.exists(path):
        with open(games(bed), encoding="utf8") as text:
            parts = text.read().split("\n[Event ")
        with open(path, "w", encoding="utf8") as out:
            out.write("\n[Event ".join(parts[:5]) + "\n")
    return path


def annotate(bed, kills):
    few = few_games(bed)
    command = lambda folder: ["annotate", few, "--nodes", "200", "--jobs", "1", "--state", f"{folder}/state", "--out", f"{folder}/out.pgn"]
    work_scene(bed, kills, "annotate", command, lambda folder: digest(f"{folder}/out.pgn"))


def match(bed, kills):
    command = lambda folder: [
        *["match", "eval:gnu-like", "eval:material", "--nodes", "400", "--games", "16", "--pgn", f"{folder}/out.pgn", "--state", f"{folder}/state"]
    ]
    work_scene(bed, kills, "match", command, lambda folder: digest(f"{folder}/out.pgn"))


def mine(bed, kills):
    def made(folder):
        return {n: d for n, d in files(f"{folder}/out").items() if not os.path.basename(n).startswith(".")}

    command = lambda folder: ["mine", "run", "margin", "--quick", "--seeds", "2", "--out", f"{folder}/out"]
    work_scene(bed, kills, "mine", command, made)


RECIPE = """title = 'a try'
question = 'does it go on'
hidden = 6
games = 24
round = 4
[sample]
whole_games = 0.5
depth = 1
longest = 30
[learn]
slopes = 'none'
"""


def training(bed, folder, more=()):
    recipe = bed.at("try.toml")
    with open(recipe, "w", encoding="utf8") as out:
        out.write(RECIPE)
    resume = ["--resume"] if os.path.exists(f"{folder}/run/progress") else []
    if not resume:
        shutil.rmtree(f"{folder}/run", ignore_errors=True)
    return ["learn", "train", "--recipe", recipe, "--games", games(bed), "--out", f"{folder}/run", "--match-every", "8", "--match-games", "2", *more, *resume]


def learn(bed, kills):
    work_scene(bed, kills, "learn", lambda folder: training(bed, folder), lambda folder: digest(f"{folder}/run/v.safetensors"))


# --- the message server ---


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


class Nats:
    """A NATS server with its own store."""

    def __init__(self, folder):
        self.program = shutil.which("nats-server") or "/usr/sbin/nats-server"
        self.port, self.store, self.process = free_port(), folder, None

    @staticmethod
    def is_here():
        return shutil.which("nats-server") or os.path.exists("/usr/sbin/nats-server")

    def start(self):
        command = [self.program, "-js", "-a", "127.0.0.1", "-p", str(self.port), "-sd", self.store]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            time.sleep(0.05)
        raise Fault("nats-server does not start")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def url(self):
        return f"nats://127.0.0.1:{self.port}"


def nats(bed, kills):
    """Coordinator, workers and the message server are killed; what is learned is what one process learns alone."""
    if not Nats.is_here():
        return "nats-server is not installed"
    alone = os.path.dirname(bed.at("nats", "alone", "x"))
    bed.run(training(bed, alone))
    want = digest(f"{alone}/run/v.safetensors")
    rounds = 0
    while kills > 0:
        rounds += 1
        folder = os.path.dirname(bed.at("nats", f"round-{rounds}", "x"))
        server = Nats(f"{folder}/store")
        server.start()
        url, name = server.url(), f"faults{rounds}"
        worker = lambda: bed.start(["worker", "--nats", url, "--run", name])
        coordinator = lambda: bed.start(training(bed, folder, ["--nats", url, "--run", name, "--workers", "0"]))
        head, hands = coordinator(), [worker(), worker()]
        began = time.monotonic()
        try:
            while head.poll() is None or head.returncode != 0:
                if time.monotonic() - began > HANG:
                    raise Fault("training over NATS does not come to an end")
                if head.poll() is not None:
                    bed.judge(["learn", "train"], head.returncode, head.stderr.read())
                    head = coordinator()
                hands = [hand if hand.poll() is None else worker() for hand in hands]
                time.sleep(bed.rng.uniform(0.1, 1.5))
                if kills > 0 and head.poll() is None:
                    kills -= 1
                    bed.kills += 1
                    match bed.rng.randrange(4):
                        case 0:
                            head.kill()
                            head.wait()
                            head = coordinator()
                        case 1:
                            server.kill()
                            time.sleep(bed.rng.uniform(0.0, 2.0))
                            server.start()
                        case _:
                            place = bed.rng.randrange(len(hands))
                            hands[place].kill()
                            hands[place].wait()
                            hands[place] = worker()
        finally:
            for process in [head, *hands]:
                with contextlib.suppress(OSError):
                    process.kill()
                process.wait()
            server.kill()
        if digest(f"{folder}/run/v.safetensors") != want:
            raise Fault("kills changed what was learned over NATS")
        shutil.rmtree(folder)
    return None


# --- the server ---


class Server:
    def __init__(self, bed, folder):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = bed.start(["serve", "--port", str(self.port), "--library", f"{folder}/library.sqlite", "--searches", "1"], folder)
        for _ in range(600):
            with contextlib.suppress(OSError):
                self.ask("/api/health")
                return
            if self.process.poll() is not None:
                raise Fault(f"the server does not start: {self.process.stderr.read().decode()[-600:]}")
            time.sleep(0.05)
        raise Fault("the server does not answer")

    def ask(self, path, body=None, method=None, raw=False):
        data = None if body is None else body if raw else json.dumps(body).encode()
        head = {"content-type": "application/json", "origin": self.url} if data is not None else {}
        request = urllib.request.Request(self.url + path, data, head, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def kill(self):
        self.process.kill()
        return self.process.communicate()[1]


def server(bed, kills):
    """Games that were answered for are there after a kill, once; jobs come to their end."""
    with open(games(bed), encoding="utf8") as text:
        each = ["[Event " + part for part in text.read().split("[Event ")[1:]]
    folder = os.path.dirname(bed.at("server", "x"))
    kept, number = set(), 0
    while kills > 0:
        here = Server(bed, folder)
        status, body = here.ask("/api/library/games.pgn")
        if status != 200:
            raise Fault(f"the library does not open after a kill: {status} {body[:300]}")
        there = [int(found) for found in re.findall(rb'\[Event "(\d+) ', body)]
        lost, doubled = sorted(kept - set(there)), len(there) - len(set(there))
        if lost or doubled:
            raise Fault(f"{len(lost)} of {len(kept)} games were lost ({lost[:5]}), {doubled} doubled")
        began, life, jobs = time.monotonic(), bed.rng.uniform(0.05, 2.0), 0
        while time.monotonic() - began < life:
            # Each game has a name of its own, or it would be there already.
            text = each[number % len(each)].replace('[Event "', f'[Event "{number} ', 1)
            number += 1
            status, body = here.ask("/api/games", {"pgn": text})
            if status == 200:
                kept.add(number - 1)
                one = next(iter(json.loads(body)["games"]))["id"]
                if jobs < 2:
                    jobs += here.ask(f"/api/games/{one}/annotate", {"nodes": 200})[0] < 300
            elif status not in (429, 503):
                raise Fault(f"importing a game is answered with {status}: {body[:300]}")
        bed.judge(["serve"], None, here.kill())
        bed.kills += 1
        kills -= 1
    # In the end every job that waits is done or says why not.
    here = Server(bed, folder)
    deadline = time.monotonic() + HANG
    while True:
        status, body = here.ask("/api/jobs")
        states = [job["state"] if isinstance(job["state"], str) else next(iter(job["state"])) for job in as_list(body)]
        if not any(state in ("waiting", "running") for state in states):
            break
        if time.monotonic() > deadline:
            raise Fault(f"jobs do not end: {states}")
        time.sleep(0.5)
    here.kill()


def as_list(body):
    told = json.loads(body)
    return told if isinstance(told, list) else told.get("jobs", [])


def bodies(bed, kills):
    """Every address with damaged bodies: an answer in words below 500, and the server lives."""
    folder = os.path.dirname(bed.at("bodies", "x"))
    here = Server(bed, folder)
    document = json.loads(subprocess.run([bed.program, "serve", "--openapi"], env=bed.env, capture_output=True, check=True).stdout)
    posts = [path for path, methods in document["paths"].items() if "post" in methods]
    fen = "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"
    good = {"fen": fen, "move": "e3", "pgn": "1. e4 e5 *", "text": "rule", "question": "who is better?", "nodes": 100, "lines": 1, "material": "KPK", "language": "fr"}
    sent = 0
    for _ in range(max(200, 4 * kills)):
        path = re.sub(r"\{\w+\}", lambda _: bed.rng.choice(["1", "0", "-1", "99999999999999999999", "KPK", "%00", "…"]), bed.rng.choice(posts))
        body = dict(bed.rng.sample(sorted(good.items()), bed.rng.randrange(len(good) + 1)))
        for key in list(body):
            body[key] = bed.rng.choice([body[key], body[key], None, -1, 1e308, [], {}, "", "\0", "x" * 5000, [[[[]]]], True])
        data = bytearray(json.dumps(body).encode())
        for _ in range(bed.rng.randrange(4)):
            if data:
                data[bed.rng.randrange(len(data))] = bed.rng.randrange(256)
        quoted = urllib.request.quote(path, safe="/%")
        status, answer = here.ask(quoted, bytes(data), raw=True)
        sent += 1
        if status == 500 or here.process.poll() is not None:
            raise Fault(f"{path} with {bytes(data)!r} is answered with {status}: {answer[:300]}")
    bed.judge(["serve"], None, here.kill())
    return f"{sent} bodies"


# --- disks and damage ---


@contextlib.contextmanager
def mounted(folder, options):
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True, capture_output=True)


def can_mount(bed):
    try:
        with mounted(bed.at("disk", "try", "x")[:-2], "size=64k"):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


def in_words(what, code, text):
    if code not in (1, 2) or not text.strip():
        raise Fault(f"{what}: exit code {code}, {text[-400:]!r}")


def full_disk(bed, _):
    """What does not fit is told; with room again the work goes on to the same result."""
    if not can_mount(bed):
        return "mounting is not allowed here"
    source, disk = few_games(bed), os.path.dirname(bed.at("disk", "full", "x"))
    for name, args, size in [
        ("tables", ["tables", "build", "KQKR", "KRKP"], "300k"),
        ("annotate", ["annotate", source, "--nodes", "100", "--state", f"{disk}/state", "--out", f"{disk}/out.pgn"], "8k"),
        ("match", ["match", "eval:gnu-like", "eval:material", "--nodes", "200", "--games", "30", "--pgn", f"{disk}/m.pgn", "--state", f"{disk}/s"], "12k"),
        ("mine", ["mine", "run", "margin", "--quick", "--out", f"{disk}/out"], "16k"),
        ("learn", training(bed, disk), "16k"),
    ]:
        home = disk if name == "tables" else None
        with mounted(disk, f"size={size}"):
            code, text = bed.run(args, home, codes=None)
            in_words(f"{name} on a full disk", code, text)
            if not any(word in text for word in ("space", "No space", "full")):
                raise Fault(f"{name} on a full disk does not say so: {text[-400:]}")
            subprocess.run(["mount", "-o", "remount,size=512m", disk], check=True, capture_output=True)
            if name == "learn":
                args = training(bed, disk)
            if name != "mine":
                bed.run(args, home)
    return None


def read_only(bed, _):
    """A folder that cannot be written is named."""
    if not can_mount(bed):
        return "mounting is not allowed here"
    disk = os.path.dirname(bed.at("disk", "locked", "x"))
    with mounted(disk, "size=1m,ro"):
        for args, home in [
            (["tables", "build", "KQK"], disk),
            (["annotate", few_games(bed), "--nodes", "100", "--out", f"{disk}/out.pgn"], None),
            (["match", "eval:gnu-like", "eval:material", "--nodes", "100", "--games", "2", "--pgn", f"{disk}/m.pgn"], None),
            (["mine", "run", "margin", "--quick", "--out", f"{disk}/out"], None),
            (training(bed, disk), None),
            (["serve", "--port", "0", "--library", f"{disk}/library.sqlite"], None),
        ]:
            code, text = bed.run(args, home, codes=None)
            in_words(" ".join(args), code, text)
            if disk not in text:
                raise Fault(f"{' '.join(args)} does not name {disk}: {text[-400:]}")
    return None


def damage(bed, kills):
    """One byte of every file we write is changed: words, or the same result as before; never another one, never a panic."""
    base = os.path.dirname(bed.at("damage", "good", "x"))
    net = f"{base}/run/v.safetensors"
    bed.run(["tables", "build", "KQK", "KPK"], base)
    bed.run(["annotate", few_games(bed), "--nodes", "100", "--state", f"{base}/a.state", "--out", f"{base}/a.pgn"])
    bed.run(["match", "eval:gnu-like", "eval:material", "--nodes", "200", "--games", "6", "--pgn", f"{base}/m.pgn", "--state", f"{base}/m.state"])
    bed.run(training(bed, base))
    bed.run(["mine", "run", "margin", "--quick", "--out", f"{base}/mined"])
    here = Server(bed, base)
    here.ask("/api/games", {"pgn": "1. e4 e5 2. Nf3 Nc6 *"})
    here.kill()
    fen = "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"
    probe = lambda folder: ["tables", "probe", fen]
    again = {
        "kpk": probe,
        "kqk": lambda folder: ["tables", "probe", "8/8/4k3/8/4K3/8/4Q3/8 w - - 0 1"],
        "a.state": lambda f: ["annotate", few_games(bed), "--nodes", "100", "--state", f"{f}/a.state", "--out", f"{f}/a.pgn"],
        "m.state": lambda f: ["match", "eval:gnu-like", "eval:material", "--nodes", "200", "--games", "6", "--pgn", f"{f}/m.pgn", "--state", f"{f}/m.state"],
        "v.safetensors": lambda f: ["eval", "--eval", f"net:{f}/run/v.safetensors", fen],
        "run/": lambda f: training(bed, f),
        "mined/parts/": lambda f: ["mine", "run", "margin", "--quick", "--out", f"{f}/mined"],
        "library": None,
    }
    want, changed = files(base), 0
    printed = {}

    def output(args, folder):
        told = subprocess.run([bed.program, *args], env={**bed.env, "PHILIDOR_HOME": folder}, capture_output=True, timeout=HANG)
        bed.judge(args, told.returncode, told.stderr)
        return told.returncode, told.stdout

    for name in sorted(want):
        key = next((key for key in again if key in name.lower()), None)
        if key is None or name.endswith((".pgn", "-shm", "-wal")):
            continue
        for _ in range(max(1, kills // 20)):
            folder = os.path.dirname(bed.at("damage", "bad", "x"))
            shutil.rmtree(folder)
            shutil.copytree(base, folder)
            path = os.path.join(folder, name)
            with open(path, "r+b") as file:
                size = os.path.getsize(path)
                if size == 0:
                    break
                place = bed.rng.randrange(size)
                file.seek(place)
                old = file.read(1)[0]
                file.seek(place)
                file.write(bytes([old ^ (1 << bed.rng.randrange(8))]))
            changed += 1
            if key == "library":
                process = bed.start(["serve", "--port", "0", "--library", path], folder)
                time.sleep(1.0)
                process.kill()
                bed.judge(["serve"], None, process.communicate()[1])
                continue
            args = again[key](folder)
            code, told = output(args, folder)
            if key in ("kpk", "kqk"):
                if key not in printed:
                    printed[key] = output(again[key](base), base)[1]
                if code == 0 and told != printed[key]:
                    raise Fault(f"a damaged {name} (byte {place}) changes an answer")
            if code == 0 and key.endswith("state"):
                result = key[0] + ".pgn"
                if digest(f"{folder}/{result}") != want[result]:
                    raise Fault(f"a damaged {name} (byte {place}) reaches {result}")
            result = {"run/": "run/v.safetensors", "mined/parts/": "mined/figures.csv"}.get(key)
            if code == 0 and result and digest(f"{folder}/{result}") != want[result]:
                raise Fault(f"a damaged {name} (byte {place}) reaches {result}")
            if code not in (0, 1, 2):
                raise Fault(f"a damaged {name} (byte {place}): exit code {code}")
    return f"{changed} bytes changed"


SCENES = {
    "tables": tables,
    "annotate": annotate,
    "match": match,
    "mine": mine,
    "learn": learn,
    "nats": nats,
    "server": server,
    "bodies": bodies,
    "full-disk": full_disk,
    "read-only": read_only,
    "damage": damage,
}
KILLED = ["tables", "annotate", "match", "mine", "learn", "nats", "server"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", help="the philidor program")
    parser.add_argument("--kills", type=int, default=35, help="kills of all scenes together (default: 35)")
    parser.add_argument("--seed", type=int, default=1, help="draws the moments (default: 1)")
    parser.add_argument("--only", nargs="*", choices=list(SCENES), help="only these scenes")
    parser.add_argument("--keep", action="store_true", help="keep the files")
    args = parser.parse_args()
    chosen = args.only or list(SCENES)
    shares = max(1, sum(name in KILLED for name in chosen))
    folder = tempfile.mkdtemp(prefix="philidor-faults-")
    bed, failed = Bed(args.program, args.seed, folder), 0
    try:
        for name in chosen:
            began, before = time.monotonic(), bed.kills
            try:
                said = SCENES[name](bed, -(-args.kills // shares))
            except Fault as fault:
                failed += 1
                said = f"FAULT: {fault}"
            took = time.monotonic() - began
            print(f"{name:<10} {bed.kills - before:>4} kills {took:7.1f} s  {said or ''}", flush=True)
    finally:
        if args.keep:
            print(f"files are in {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{bed.kills} kills, {failed} scenes with faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
