//! `philidor tactics` as a user meets it: good files, bad rows, files that are something else.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use std::fs;

use common::{command, text};

const PUZZLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/puzzles.csv");

fn run(args: &[&str]) -> (i32, String, String) {
    let out = command(args).output().unwrap();
    (out.status.code().unwrap(), text(&out.stdout), text(&out.stderr))
}

fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (dir, path)
}

#[test]
fn bad_rows_are_named_and_the_others_go_on() {
    let good = "x,6k1/p4ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1,a7a6 e1e8\n";
    let csv = format!(
        "PuzzleId,FEN,Moves\na,nonsense,e2e4\n{good}b,6k1/p4ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1,a7a6 e1e9\nc\n"
    );
    let (_dir, path) = file("p.csv", csv.as_bytes());
    let (code, out, err) = run(&["tactics", &path]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(out.contains("x,backRankMate"), "{out}");
    for said in
        [":2: not a FEN", ":4: move 2 is not a move: \"e1e9\"", ":5: the column FEN is empty or missing"]
    {
        assert!(err.contains(said), "{said}\n{err}");
    }
}

#[test]
fn files_without_puzzles_end_with_two() {
    for (name, content, said) in [
        ("empty.csv", &b""[..], "is empty"),
        ("other.csv", b"a,b\n1,2\n", "lacks the column FEN"),
        ("bad.csv", b"PuzzleId,FEN,Moves\na,b,c\n", "no usable puzzle"),
        ("bytes.epd", b"\xff\xfe\x00\x01\n", "is not a puzzle file"),
    ] {
        let (_dir, path) = file(name, content);
        let (code, _, err) = run(&["tactics", &path]);
        assert_eq!(code, 2, "{name}: {err}");
        assert!(err.contains(said), "{name}: {err}");
    }
    let (code, _, err) = run(&["tactics", "/no/such/file.csv"]);
    assert_eq!(code, 2);
    assert!(err.contains("cannot read /no/such/file.csv"), "{err}");
    let (code, _, err) = run(&["tactics", PUZZLES, "--score", "--disagree", "forks"]);
    assert_eq!(code, 2);
    assert!(err.contains("no such theme"), "{err}");
}

#[test]
fn epd_is_read_too() {
    let epd = "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - bm Re8#; id \"one, two\";\n";
    let (_dir, path) = file("p.epd", epd.as_bytes());
    let (code, out, err) = run(&["tactics", &path, "--compat", "lichess"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("\"one, two\",backRankMate endgame mate mateIn1 oneMove rookEndgame"), "{out}");
}

#[test]
fn json_shows_the_evidence() {
    let (code, out, err) = run(&["tactics", PUZZLES, "--json"]);
    assert_eq!(code, 0, "{err}");
    let first: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    let fork = first["motifs"].as_array().unwrap().iter().find(|m| m["theme"] == "fork").unwrap();
    assert_eq!(fork["actor"], "c7");
    assert_eq!(fork["targets"], serde_json::json!(["a8", "e8"]));
}

#[test]
fn found_lines_win_what_the_given_ones_win() {
    let (code, out, err) = run(&["tactics", PUZZLES, "--find", "--nodes", "20000"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("backrank,mate in 1,mate in 1,e1e8"), "{out}");
    assert_eq!(out, run(&["tactics", PUZZLES, "--find", "--nodes", "20000"]).1, "the same twice");
}

#[test]
fn quiet_openings_stay_quiet() {
    let (_dir, path) = file("o.tsv", "C60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5\n".as_bytes());
    let (code, out, err) = run(&["tactics", &path, "--quiet-check", "--nodes", "2000"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("0 of 5 opening moves (0.00 %)"), "{out}");
    assert_eq!(run(&["tactics", PUZZLES, "--quiet-check"]).0, 2);
}
