//! Games by the thousand: lakes of rows, workers elsewhere, and what is left of a run after kills.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;
#[path = "../../cluster/tests/common/mod.rs"]
mod nats;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use common::{command, text};
use nats::Server;

/// Games with what makes reading hard: comments, variations, glyphs, a broken one, one without moves.
fn games(dir: &Path) -> PathBuf {
    let mut pgn = String::new();
    let lines = [
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1",
        "1. e4 {[%clk 0:01:00] the  best\nby test} e5 2. Qh5 $6 (2. Nf3 Nc6 ; a line\n) Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
        "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 Nbd7 6. Nxd5 Nxd5 7. Bxd8 Bb4+ 8. Qd2 Bxd2+ 9. Kxd2 Kxd8 0-1",
        "1. e4 e5 2. Ke3 1-0",
        "1-0",
        "1. f3 e5 2. g4 Qh4# 0-1",
    ];
    for (number, line) in lines.iter().enumerate() {
        write!(
            pgn,
            "[Event \"Rated game\"]\n[White \"Anna {number}\"]\n[Black \"Bert\"]\n[Result \"*\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1{number}00\"]\n\n{line}\n\n"
        )
        .unwrap();
    }
    let path = dir.join("games.pgn");
    std::fs::write(&path, pgn).unwrap();
    path
}

/// All files below a directory.
fn bytes(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut open = vec![dir.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(dir).unwrap().to_str().unwrap().to_owned();
                all.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    all
}

fn at(home: &Path, args: &[&str]) -> Command {
    let mut command = command(args);
    command.env("PHILIDOR_HOME", home).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn done(child: Child) -> String {
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success(), "{}", text(&out.stderr));
    text(&out.stdout)
}

#[test]
fn a_lake_has_the_rows_of_all_games_whatever_the_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let pgn = games(dir.path());
    let at_dir = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let fill = |name: &str, jobs: &str, nodes: &str| {
        let lake = at_dir(name);
        let args = ["annotate", pgn.to_str().unwrap(), "--lake", &lake, "--nodes", nodes, "--jobs", jobs];
        at(dir.path(), &args).output().unwrap()
    };
    for (name, jobs) in [("one", "1"), ("two", "2"), ("two", "1")] {
        let out = fill(name, jobs, "200");
        assert!(out.status.success(), "{}", text(&out.stderr));
        assert!(text(&out.stderr).contains("6 games"), "{}", text(&out.stderr));
    }
    let (one, two) = (bytes(&dir.path().join("one")), bytes(&dir.path().join("two")));
    assert!(one == two, "the number of threads changed the rows");
    let names: Vec<&str> = one.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["claims/part-00000.parquet", "games/part-00000.parquet", "lake.json", "moves/part-00000.parquet"]
    );
    // Another question makes another lake.
    let other = fill("one", "1", "300");
    assert!(
        other.status.code() == Some(2) && text(&other.stderr).contains("holds another lake"),
        "{}",
        text(&other.stderr)
    );
    let full = ["annotate", pgn.to_str().unwrap(), "--lake", dir.path().to_str().unwrap()];
    let full = at(dir.path(), &full).output().unwrap();
    assert!(
        full.status.code() == Some(2) && text(&full.stderr).contains("no lake"),
        "{}",
        text(&full.stderr)
    );
    outside(&dir.path().join("one"));
}

#[test]
fn a_file_that_ends_in_the_middle_is_named_and_what_could_be_read_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let whole = std::fs::read(games(dir.path())).unwrap();
    let packed = zstd::encode_all(&*whole, 3).unwrap();
    let path = dir.path().join("cut.pgn.zst");
    std::fs::write(&path, &packed[..packed.len() - 9]).unwrap();
    let lake = dir.path().join("lake");
    let args = ["annotate", path.to_str().unwrap(), "--lake", lake.to_str().unwrap(), "--nodes", "100"];
    let out = at(dir.path(), &args).output().unwrap();
    let said = text(&out.stderr);
    assert!(out.status.code() == Some(2) && said.contains("ends in the middle"), "{said}");
    let missing = ["annotate", "nowhere.pgn", "--lake", lake.to_str().unwrap()];
    let out = at(dir.path(), &missing).output().unwrap();
    assert!(out.status.code() == Some(2) && text(&out.stderr).contains("nowhere.pgn"));
}

/// DuckDB and Polars read it, and python-chess finds its moves and squares right.
fn outside(lake: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = root.join("target/python/bin/python");
    let ready =
        Command::new(&python).args(["-c", "import chess, duckdb, polars"]).stderr(Stdio::null()).status();
    if !ready.is_ok_and(|status| status.success()) {
        eprintln!(
            "NOT TESTED: DuckDB, Polars and python-chess are not installed (tools/setup.sh test installs them)"
        );
        return;
    }
    let out = Command::new(&python).arg(root.join("tools/outside/lake.py")).arg(lake).output().unwrap();
    assert!(out.status.success(), "{}{}", text(&out.stdout), text(&out.stderr));
}

#[test]
fn what_workers_elsewhere_cannot_have_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let pgn = games(dir.path());
    let pgn = pgn.to_str().unwrap();
    let nats = ["--nats", "nats://127.0.0.1:1"];
    let cases: [(&[&str], &str); 6] = [
        (&["annotate", pgn], "--state FILE"),
        (&["annotate", pgn, "--state", "s", "--syzygy", "x"], "--syzygy"),
        (&["annotate", pgn, "--state", "s", "--engine", "stockfish"], "--engine"),
        (&["annotate", pgn, "--state", "s", "--lang", "xx"], "xx"),
        (&["annotate", "-", "--state", "s"], "standard input"),
        (&["profile", pgn, "--me", "Bert"], "--state FILE"),
    ];
    for (args, wanted) in cases {
        let out = at(dir.path(), &[args, &nats[..]].concat()).current_dir(dir.path()).output().unwrap();
        let said = text(&out.stderr);
        assert!(out.status.code() == Some(2) && said.contains(wanted), "{args:?}: {said}");
    }
    let out = at(dir.path(), &[&["annotate", pgn, "--state", "s", "--nodes", "100"], &nats[..]].concat())
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert!(out.status.code() == Some(2) && text(&out.stderr).contains("nats-server -js"));
}

/// A coordinator and two workers, killed in turn; what comes out is what one machine makes.
#[test]
fn killed_workers_and_coordinators_change_not_one_byte() {
    let Some(server) = Server::start(true) else { return };
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path();
    let pgn = games(home);
    let pgn = pgn.to_str().unwrap();
    let url = server.url();
    let path = |name: &str| home.join(name).to_str().unwrap().to_owned();
    let (here, there) = (path("here"), path("there"));
    // 1. On one machine.
    for (format, out) in [("json", "here.json"), ("pgn", "here.pgn")] {
        let args = ["annotate", pgn, "--nodes", "400", "--format", format, "--out", &path(out)];
        done(at(home, &args).spawn().unwrap());
    }
    done(at(home, &["annotate", pgn, "--nodes", "400", "--lake", &here]).spawn().unwrap());
    let me = ["profile", pgn, "--me", "bert", "--nodes", "400", "--format", "json"];
    let alone = done(at(home, &me).spawn().unwrap());
    // 2. A lake over the server, with deaths.
    let worker = || at(home, &["worker", "--nats", &url]).spawn().unwrap();
    let coordinator = || {
        let lake = ["annotate", pgn, "--nodes", "400", "--lake", &there, "--nats", &url];
        at(home, &lake).spawn().unwrap()
    };
    let kill = |mut child: Child| {
        child.kill().unwrap();
        child.wait().unwrap();
    };
    let (mut boss, early) = (coordinator(), worker());
    std::thread::sleep(Duration::from_millis(1500));
    kill(early);
    kill(boss);
    boss = coordinator();
    let helpers = [worker(), worker()];
    std::thread::sleep(Duration::from_millis(700));
    kill(boss);
    done(coordinator());
    for helper in helpers {
        done(helper);
    }
    assert!(bytes(Path::new(&here)) == bytes(Path::new(&there)), "kills changed the rows");
    // 3. Documents and records.
    for (format, state, name) in [("json", "a.state", "here.json"), ("pgn", "b.state", "here.pgn")] {
        let out = path(&format!("there.{format}"));
        let state = path(state);
        let args = [
            "annotate", pgn, "--nodes", "400", "--format", format, "--out", &out, "--state", &state,
            "--nats", &url, "--run", format,
        ];
        let (boss, helper) = (
            at(home, &args).spawn().unwrap(),
            at(home, &["worker", "--nats", &url, "--run", format]).spawn().unwrap(),
        );
        done(boss);
        done(helper);
        assert!(std::fs::read(&out).unwrap() == std::fs::read(path(name)).unwrap(), "{format} differs");
        assert!(!Path::new(&format!("{state}.run")).exists(), "the run is over");
    }
    let state = path("me.state");
    let far = [&me[..], &["--nats", &url, "--state", &state, "--run", "me"]].concat();
    let (boss, helper) = (
        at(home, &far).spawn().unwrap(),
        at(home, &["worker", "--nats", &url, "--run", "me"]).spawn().unwrap(),
    );
    assert_eq!(done(boss), alone);
    done(helper);
}
