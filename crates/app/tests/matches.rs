//! `philidor match` against well-behaved, dying, hanging and lying engines.

use std::{
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

fn philidor(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_philidor")).args(args).output().expect("our own program")
}

fn result(args: &[&str]) -> Value {
    let output = philidor(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A UCI engine in a few lines of shell, with its own idea of `go`.
fn fake(dir: &Path, name: &str, on_go: &str) -> PathBuf {
    let path = dir.join(name);
    let script = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in\n uci) echo 'id name {name}'; echo uciok;;\n \
         isready) echo readyok;;\n quit) exit 0;;\n go*) {on_go};;\nesac; done\n"
    );
    std::fs::write(&path, script).expect("a file");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    path
}

/// Lateness in milliseconds that is forgiven: what is tested is the bookkeeping, not how busy the machine is.
const GENEROUS: &str = "5000";

#[test]
fn fixed_nodes_give_the_same_match_every_time() {
    let args = ["match", "eval:gnu-like", "eval:material", "--nodes", "400", "--games", "4", "--json"];
    let first = result(&args);
    assert_eq!(first["games"], 4);
    assert_eq!(first["pairs"].as_array().map(Vec::len), Some(5));
    let with_two = [&args[..], &["--concurrency", "2"]].concat();
    assert_eq!(first, result(&with_two));
}

#[test]
fn bad_engines_forfeit_and_are_named() {
    let dir = tempfile::tempdir().expect("a directory");
    for (name, on_go, word) in [
        ("dying", "exit 3", "died"),
        ("hanging", "sleep 20", "hangs"),
        ("lying", "echo 'bestmove e1e8'", "illegal"),
        ("mumbling", "echo 'bestmove'", "illegal"),
        (
            "flooding",
            "i=0; while [ $i -lt 20000 ]; do echo garbage $i; i=$((i+1)); done; echo 'bestmove a1a1'",
            "illegal",
        ),
    ] {
        let engine = format!("uci:{}", fake(dir.path(), name, on_go).display());
        let value = result(&[
            "match",
            &engine,
            "eval:material",
            "--depth",
            "1",
            "--games",
            "2",
            "--timeout",
            "700",
            "--json",
        ]);
        assert_eq!(value["losses"], 2, "{name}: {value}");
        let reason = value["forfeits"][0]["reason"].as_str().expect("a reason");
        assert!(reason.contains(word) && reason.contains(name), "{name}: {reason}");
        assert_eq!(value["forfeits"][0]["player"], "first");
    }
}

#[test]
fn a_match_can_be_resumed_and_written_as_pgn() {
    let dir = tempfile::tempdir().expect("a directory");
    let (state, pgn) = (dir.path().join("state.jsonl"), dir.path().join("games.pgn"));
    let (state, pgn) = (state.to_str().expect("text"), pgn.to_str().expect("text"));
    let base = ["match", "eval:gnu-like", "eval:material", "--nodes", "200", "--json", "--state", state];
    assert_eq!(result(&[&base[..], &["--games", "2"]].concat())["games"], 2);
    let whole = result(&[&base[..], &["--games", "4", "--pgn", pgn]].concat());
    assert_eq!(whole["games"], 4);
    // The same as played in one go.
    let fresh = ["match", "eval:gnu-like", "eval:material", "--nodes", "200", "--json", "--games", "4"];
    assert_eq!(whole, result(&fresh));
    let text = std::fs::read_to_string(pgn).expect("a PGN");
    assert_eq!(text.matches("[Event ").count(), 4);
    assert!(text.contains("[White \"eval:material\"]") && text.contains("/"));
    // Another match must not continue this one.
    let other = philidor(&["match", "eval:gnu-like", "eval:material", "--nodes", "300", "--state", state]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("belongs to another run"));
}

#[test]
fn wrong_players_and_flags_are_explained() {
    for (args, word) in [
        (vec!["match", "eval:nobody", "eval:material"], "nobody"),
        (vec!["match", "net:some.net", "eval:material"], "net:some.net"),
        (vec!["match", "uci:/no/such/engine", "eval:material"], "/no/such/engine"),
        (vec!["match", "philidor", "eval:material"], "eval:NAME"),
        (vec!["match", "eval:material", "eval:material", "--tc", "soon"], "soon"),
        (vec!["match", "eval:material", "eval:material", "--openings", "/no/file"], "/no/file"),
        (vec!["match", "eval:material", "eval:material", "--sprt", "5"], "--sprt"),
    ] {
        let output = philidor(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(error.contains(word), "{args:?}: {error}");
    }
}

#[test]
fn the_clock_is_kept_and_the_sequential_test_stops() {
    let value = result(&[
        "match",
        "eval:gnu-like",
        "eval:material",
        "--tc",
        "1+0.05",
        "--games",
        "2",
        "--json",
        "--margin",
        GENEROUS,
    ]);
    assert_eq!(value["games"], 2);
    assert_eq!(value["forfeits"].as_array().map(Vec::len), Some(0), "{value}");
    let value = result(&[
        "match",
        "eval:gnu-like",
        "eval:material;Teaching=0",
        "--depth",
        "2",
        "--games",
        "400",
        "--sprt",
        "0,200",
        "--json",
    ]);
    assert!(value["games"].as_u64() < Some(400), "{value}");
}

#[test]
fn a_real_engine_plays() {
    let command =
        ["/usr/games/gnuchess", "/usr/bin/gnuchess"].into_iter().find(|path| Path::new(path).exists());
    let Some(command) = command else {
        eprintln!("gnuchess is not installed: nothing to play against");
        return;
    };
    let engine = format!("uci:{command} --uci;OwnBook=false");
    let value = result(&[
        "match",
        "eval:philidor",
        &engine,
        // Not by time: on a busy machine GNU Chess 6.2.7 dies now and then when it has a few milliseconds only.
        "--depth",
        "2",
        "--games",
        "2",
        "--json",
    ]);
    assert_eq!(value["games"], 2);
    assert_eq!(value["forfeits"].as_array().map(Vec::len), Some(0), "{value}");
}

#[test]
fn a_suite_is_solved() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("two.epd");
    std::fs::write(
        &path,
        "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"back rank\";\n\
         4k3/8/8/3q4/8/8/3R4/3RK3 w - - bm Rxd5; id \"a queen\";\n",
    )
    .expect("a file");
    let value = result(&["bench", "--epd", path.to_str().expect("text"), "--movetime", "1000", "--json"]);
    assert_eq!(value["solved"], 2);
    let bad = dir.path().join("bad.epd");
    std::fs::write(&bad, "8/8/8/8 w - - bm e4;\n").expect("a file");
    let output = philidor(&["bench", "--epd", bad.to_str().expect("text")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("bad.epd:1"));
}
