//! `philidor annotate` as a user meets it.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use common::{assert_snapshot, command, text};
use serde_json::Value;

const OPERA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/opera.pgn");

fn run(args: &[&str]) -> (i32, String, String) {
    let out = command(&[&["annotate"], args].concat()).output().unwrap();
    (out.status.code().unwrap(), text(&out.stdout), text(&out.stderr))
}

fn file(content: &[u8]) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.pgn");
    fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (dir, path)
}

/// The whole text of one game, words and all.
#[test]
fn a_game_in_full() {
    let (code, out, err) = run(&[OPERA, "--nodes", "4000"]);
    assert_eq!(code, 0, "{err}");
    assert_snapshot("opera.annotated.pgn", &out);
}

/// Small tables that lie in the data directory change nothing: without them they are solved on the spot.
#[test]
fn tables_at_hand_do_not_change_a_word() {
    let game =
        "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/3pK3/6R1/8 w - - 0 1\"]\n\n1. Rg5+ Kd6 2. Kxd3 Kc6 3. Kc4 *\n";
    let (_dir, path) = file(game.as_bytes());
    let annotated = |home: &Path| {
        let out =
            command(&["annotate", &path, "--nodes", "2000"]).env("PHILIDOR_HOME", home).output().unwrap();
        assert!(out.status.success(), "{}", text(&out.stderr));
        text(&out.stdout)
    };
    let (bare, full) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let built =
        command(&["tables", "build", "KRKP", "KRK"]).env("PHILIDOR_HOME", full.path()).output().unwrap();
    assert!(built.status.success(), "{}", text(&built.stderr));
    assert_eq!(annotated(bare.path()), annotated(full.path()));
}

#[test]
fn what_was_in_the_game_stays() {
    let (code, out, err) = run(&[OPERA, "--nodes", "1000"]);
    assert_eq!(code, 0, "{err}");
    for kept in ["This is a weak move already. [%clk 0:05:00]", "(4... dxe5 5. Qxd8+ Kxd8", "10. Nxb5 $3"] {
        assert!(out.replace('\n', " ").contains(kept), "{kept}\n{out}");
    }
    assert!(out.contains("[ECO \"C41\"]") && out.contains("[Annotator \"Philidor\"]"), "{out}");
}

#[test]
fn bad_games_are_named_and_the_others_go_on() {
    let games = "[White \"A\"]\n\n1. e4 e5 2. Ke7 *\n\n[White \"B\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n\
                 [White \"C\"]\n\n*\n\n[White \"D\"]\n\n1. e4 e5 2. -- Nc6 1/2-1/2\n\n\
                 [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Ke7 {tr\u{e8}s \u{e0} propos} *\n";
    let latin: Vec<u8> = games.chars().map(|c| c as u8).collect();
    let (_dir, path) = file(&latin);
    let (code, out, err) = run(&[&path, "--nodes", "300"]);
    assert_eq!(code, 0, "{err}");
    for said in
        [":3: Ke7 is not legal, after 1... e5", ":5: the variant \"Atomic\"", ":10: a game without moves"]
    {
        assert!(err.contains(said), "{said}\n{err}");
    }
    for kept in ["{Ke7 *}", "[White \"B\"]", "[White \"C\"]", "2. -- ", "tr\u{e8}s \u{e0} propos", "[%eval"] {
        assert!(out.contains(kept), "{kept}\n{out}");
    }
    assert_eq!(out.matches("[White ").count(), 4);
}

#[test]
fn no_usable_game_ends_with_two() {
    for content in [&b""[..], b"1. e5 *", b"[Event \"x\"]\n\n*\n", b"\xff\xfe\x00\x00"] {
        let (_dir, path) = file(content);
        let (code, _, err) = run(&[&path, "--nodes", "300"]);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains("has no game that could be annotated"), "{err}");
    }
    let (code, _, err) = run(&["/no/such/file.pgn"]);
    assert!(code == 2 && err.contains("cannot read /no/such/file.pgn"), "{err}");
    let (code, _, err) = run(&[OPERA, "--level", "expert"]);
    assert!(code == 2 && err.contains("beginner, club and master"), "{err}");
}

#[test]
fn the_same_bytes_whatever_the_way() {
    let opera = fs::read_to_string(OPERA).unwrap();
    let three = format!("{opera}\n[White \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n{opera}");
    let (dir, path) = file(three.as_bytes());
    let options = ["--nodes", "300", "--format", "json"];
    let once = run(&[&[path.as_str(), "--jobs", "1"], &options[..]].concat()).1;
    let many = run(&[&[path.as_str(), "--jobs", "3"], &options[..]].concat()).1;
    assert!(once == many);
    // Interrupted after some games: the file of finished games has a half-written line.
    let state = dir.path().join("state").to_str().unwrap().to_owned();
    let resumed = [&[path.as_str(), "--state", &state], &options[..]].concat();
    assert!(run(&resumed).1 == once);
    let whole = fs::read_to_string(&state).unwrap();
    let mut lines: Vec<&str> = whole.lines().collect();
    assert_eq!(lines.len(), 4);
    lines.truncate(3);
    fs::write(&state, format!("{}\n{}\n{}", lines[0], lines[1], &lines[2][..lines[2].len() / 2])).unwrap();
    assert!(run(&resumed).1 == once);
    // Another run must not use it.
    let (code, _, err) = run(&[&path, "--state", &state, "--nodes", "301"]);
    assert!(code == 2 && err.contains("belongs to another run"), "{err}");
    // A file is written whole.
    let target = dir.path().join("out.json").to_str().unwrap().to_owned();
    let (code, out, _) = run(&[&[path.as_str(), "--out", &target], &options[..]].concat());
    assert!(code == 0 && out.is_empty());
    assert!(fs::read_to_string(&target).unwrap() == once);
}

#[test]
fn programs_can_read_it() {
    let (_, out, _) = run(&[OPERA, "--nodes", "2000", "--format", "json"]);
    let all: Value = serde_json::from_str(&out).unwrap();
    let game = &all["games"][0];
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 33);
    assert_eq!((moves[0]["ply"].as_u64(), moves[0]["san"].as_str()), (Some(1), Some("e4")));
    assert!(moves[0]["fen"].as_str().unwrap().starts_with("rnbqkbnr/pppppppp"));
    assert_eq!(moves[32]["eval"]["mate"], 0);
    // A mate needs one sentence.
    assert_eq!(moves[32]["comment"].as_str().unwrap().matches('.').count(), 1, "{}", moves[32]["comment"]);
    assert!(game["white"]["accuracy"].as_f64().unwrap() > game["black"]["accuracy"].as_f64().unwrap());
    assert!(!game["summary"].as_str().unwrap().is_empty());
    for claim in moves.iter().flat_map(|m| m["claims"].as_array().unwrap()) {
        for field in ["about", "side", "text", "men", "squares", "line", "statement"] {
            assert!(!claim[field].is_null(), "{field} in {claim}");
        }
        assert!(!claim["text"].as_str().unwrap().is_empty(), "{claim}");
    }
}

#[test]
fn a_page_asks_nobody_and_runs_nothing() {
    let (_dir, path) = file(
        b"[White \"<script>alert(1)</script>\"]\n[Black \"a & b\"]\n\n1. e4 e5 2. Qh5 {<img src=x onerror=alert(2)>} Ke7 3. Qxe5# 1-0\n",
    );
    let (code, out, _) = run(&[&path, "--nodes", "1000", "--format", "html"]);
    assert_eq!(code, 0);
    assert!(!out.contains("<script") && !out.contains("<img"), "{out}");
    assert!(out.contains("&lt;script&gt;") && out.contains("a &amp; b"));
    let outside = out.replace("http://www.w3.org/2000/svg", "");
    for address in ["http:", "https:", "url(", "src=\"", "@import"] {
        assert!(!outside.contains(address), "{address}");
    }
    assert!(out.contains("<svg") && out.ends_with("</html>\n"));
    let (_, out, _) = run(&[&path, "--nodes", "1000", "--format", "md"]);
    assert!(out.contains("\\<script\\>") && out.contains("??"), "{out}");
}

/// A UCI engine that says `on_go` when it is asked.
fn fake(dir: &Path, on_go: &str) -> String {
    let path = dir.join("fake");
    let script = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in\n uci) echo 'id name Fake'; echo uciok;;\n \
         isready) echo readyok;;\n go*) {on_go};;\n quit) exit 0;;\nesac; done\n"
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn engines_that_die_or_lie_lose_no_game() {
    let dir = tempfile::tempdir().unwrap();
    let dead = fake(dir.path(), "exit 1");
    // It is named, and our own search goes on in its place.
    let (code, out, err) = run(&[OPERA, "--nodes", "1000", "--engine", &dead]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("[Analysis \"philidor, ") && out.contains(" died while we waited"), "{out}");
    // It announces mates that are none and moves that cannot be played.
    let liar = fake(
        dir.path(),
        "echo 'info depth 9 multipv 1 score mate 2 nodes 5 pv a1a8 h8h1'; echo 'bestmove a1a8'",
    );
    let (code, out, err) = run(&[OPERA, "--nodes", "1000", "--engine", &liar]);
    assert!(code == 0 && out.contains("[Analysis \"philidor, "), "{out}{err}");
    assert!(!err.contains("panicked"), "{err}");
    let (code, out, err) = run(&[OPERA, "--nodes", "1000", "--engine", "/no/such/engine"]);
    assert!(code == 0 && err.contains("cannot start") && out.contains("cannot start"), "{out}{err}");
}

#[test]
fn long_and_deep_files_are_read() {
    let long = format!(
        "{} *\n\n1. e4 {} e5 *\n",
        "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(250),
        "(1. d4 ".repeat(3000) + &")".repeat(3000)
    );
    let (_dir, path) = file(long.as_bytes());
    let (code, out, err) = run(&[&path, "--nodes", "100"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(out.matches("[%eval").count(), 1002);
    assert_eq!(out.replace('\n', " ").matches("(1. d4").count(), 3000);
}

#[test]
fn an_audit_lists_every_claim_with_its_verdict() {
    let (_dir, path) = file(b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Qg5 4. Nxg5 d6 *\n");
    let (code, out, errors) = run(&[&path, "--nodes", "2000", "--audit"]);
    assert_eq!(code, 0, "{errors}");
    assert!(out.contains("3...Qg5  ") && out.contains("\"says\":\"material\""), "{out}");
    let last = out.trim_end().lines().last().unwrap();
    assert!(last.contains(" claims, ") && last.ends_with(" dropped"), "{last}");
    // What was said is among what was found true.
    for line in out.lines().filter(|line| line.contains(" said ")) {
        assert!(!line.trim_start().starts_with("false"), "{line}");
    }
    let (_, json, _) = run(&[&path, "--nodes", "2000", "--audit", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let claims = value["games"][0][0]["claims"].as_array().unwrap();
    assert!(claims.iter().any(|c| c["said"] == true && c["verdict"] == "true" && !c["grounds"].is_null()));
    let (code, _, errors) = run(&[&path, "--audit", "--format", "html"]);
    assert_eq!(code, 2);
    assert!(errors.contains("--audit lists claims as text"), "{errors}");
}
