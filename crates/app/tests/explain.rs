//! `philidor explain` as a user meets it: words, JSON, pictures, other people's rules and words, bad input.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use std::fs;

use common::{assert_snapshot, command, json, printed, text};

const KASPAROV_SHIROV: &str = "r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 2 16";

fn refused(args: &[&str]) -> String {
    let out = command(args).output().unwrap();
    assert_eq!(out.status.code(), Some(2), "{args:?}: {}", text(&out.stdout));
    assert!(out.stdout.is_empty(), "{args:?}");
    text(&out.stderr)
}

#[test]
fn a_move_is_explained_in_every_language() {
    let english = printed(&["explain", KASPAROV_SHIROV, "--move", "Ra7", "--nodes", "60000"]);
    assert!(english.contains("guards the bishop on b7 against 17.Rxb7"), "{english}");
    let german = printed(&["explain", KASPAROV_SHIROV, "--move", "a8a7", "--nodes", "60000", "--lang", "de"]);
    assert!(german.contains("Der Zug 16…Ta7") && german.contains("Läufer auf b7"), "{german}");
    let french = printed(&["explain", KASPAROV_SHIROV, "--move", "a8a7", "--nodes", "60000", "--lang", "fr"]);
    assert!(french.contains("Le coup 16…Ta7") && french.contains("le fou en b7"), "{french}");
}

/// A file of words of one's own, whatever its name is.
#[test]
fn words_of_ones_own_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let words = fs::read_to_string("../../knowledge/words/de.ftl").unwrap();
    for name in ["mine.ftl", "de.ftl", "my own words.ftl"] {
        let file = dir.path().join(name);
        fs::write(&file, &words).unwrap();
        let lang = file.to_str().unwrap();
        let own = printed(&["explain", KASPAROV_SHIROV, "--move", "Ra7", "--nodes", "2000", "--lang", lang]);
        assert!(own.contains("16…Ta7"), "{name}: {own}");
    }
}

/// The first example of Sadikov et al.: all five refined points of 16…Ra7 by the paper's own line, and the move's plain point.
#[test]
fn the_papers_first_example_in_words() {
    let line = "Ra7 Bd3 O-O O-O a5 Rb3 Bxd5 exd5 a4 Ra3 Bg5";
    let out = printed(&["explain", KASPAROV_SHIROV, "--line", line, "--level", "master"]);
    for (point, phrase) in [
        ("the move's point", "guards the bishop on b7 against 17.Rxb7, which would win a bishop"),
        ("structure", "Black gets a better pawn structure"),
        ("activity", "gets more active pieces"),
        ("strong knight", "White loses the strong knight on d5"),
        ("bishop pair", "Black no longer has the bishop pair"),
        ("White's bishop", "White gets a better bishop on d3"),
    ] {
        assert!(out.contains(phrase), "{point} is missing:\n{out}");
    }
    assert_snapshot("ra7.explained.txt", &out);
    let error = refused(&["explain", KASPAROV_SHIROV, "--line", "Ra7 Bd9"]);
    assert!(error.contains("move 2 of the line"), "{error}");
}

/// What 16…Nc5 allows: the exchange sacrifice on b7, after which d5 cannot be contested and the knight on b7 is passive.
#[test]
fn the_papers_first_mistake_in_words() {
    let line = "Nc5 Rxb7 Nxb7 b4 O-O Bc4 Bg5 O-O";
    let out = printed(&["explain", KASPAROV_SHIROV, "--line", line, "--level", "master"]);
    for (point, phrase) in [
        ("sacrifice", "White sacrifices the exchange on b7"),
        ("d5", "can no longer challenge the strong knight with a bishop"),
        ("passive knight", "badly placed knight on b7"),
    ] {
        assert!(out.contains(phrase), "{point} is missing:\n{out}");
    }
    assert_snapshot("nc5.explained.txt", &out);
}

const SHORT_TIMMAN: &str = "r1b2rk1/1pp2pbp/4p1p1/p2nP3/Pq2Q3/1B3N1P/1PP2PP1/R1B1R1K1 w - - 6 17";
const PAPERS_CHOICE: &str = "Bxd5 exd5 Qxd5 Be6 Qb5 Qxb5 axb5 Rfe8 Nd4 Bd5 Bf4";

/// The second example: a pawn won against the bishop pair given up.
#[test]
fn the_papers_second_example_in_words() {
    let out = printed(&["explain", SHORT_TIMMAN, "--line", PAPERS_CHOICE, "--level", "master"]);
    for (point, phrase) in [
        ("pawn", "White gains a pawn"),
        ("bishop pair", "no longer has the bishop pair"),
        ("Black's bishops", "Black gets an active bishop pair"),
    ] {
        assert!(out.contains(phrase), "{point} is missing:\n{out}");
    }
    assert_snapshot("bxd5.explained.txt", &out);
}

/// Short's 17.Bc4 is ranked above the paper's 17.Bxd5 when Stockfish is behind the words; our own search leaves the pawn, too, and is
/// told of the better move by a second opinion.
#[test]
fn shorts_move_is_ranked_above_the_papers() {
    let stockfish = "/usr/games/stockfish";
    if !std::path::Path::new(stockfish).exists() {
        eprintln!("{stockfish} is not installed: the order of 17.Bc4 and 17.Bxd5 was not looked at");
        return;
    }
    let args = ["--engine", stockfish, "--level", "master"];
    let ranked = printed(&[&["explain", SHORT_TIMMAN], args.as_slice()].concat());
    let (_, candidates) = ranked.split_once("Moves to consider\n").unwrap();
    assert!(candidates.starts_with("  17.Bc4"), "{ranked}");
    let out = printed(&[&["explain", SHORT_TIMMAN, "--line", PAPERS_CHOICE], args.as_slice()].concat());
    assert!(out.contains(" 17.Bc4 ") && out.contains("\nBetter\n"), "{out}");
    assert!(out.contains("White gains a pawn (17"), "{out}");
    assert!(out.contains("Black gets an active bishop pair"), "{out}");
    let out = printed(&["explain", SHORT_TIMMAN, "--second-opinion", stockfish]);
    assert!(out.contains("prefers 17.Bc4") && !out.contains("to 17.Bxd5"), "{out}");
}

/// Another engine is asked what it thinks of our choice; here it is our own again, so it knows the move.
#[test]
fn a_second_opinion_is_told() {
    let engine = format!("{} uci", env!("CARGO_BIN_EXE_philidor"));
    let args = ["explain", KASPAROV_SHIROV, "--nodes", "5000", "--second-opinion", engine.as_str()];
    let out = printed(&args);
    let (_, opinion) = out.split_once("\nSecond opinion\n").unwrap();
    assert!(opinion.contains(" agrees with 16…") || opinion.contains(" prefers 16…"), "{opinion}");
}

/// An engine that answers with impossible moves is no engine.
#[cfg(unix)]
#[test]
fn an_engine_that_lies_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("liar");
    let script = "#!/bin/sh\nwhile read line; do case \"$line\" in\n uci) echo 'id name Liar'; echo uciok;;\n \
                  isready) echo readyok;;\n go*) echo 'info depth 1 score cp 5 pv a1a8'; echo 'bestmove a1a8';;\n \
                  quit) exit 0;;\nesac; done\n";
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    // Our own search goes on in its place, and the answer says so.
    let told = printed(&["explain", KASPAROV_SHIROV, "--engine", path.to_str().unwrap(), "--nodes", "1000"]);
    assert!(
        told.contains("(philidor, 1,000 nodes; Liar gave no answer: it names no legal move in "),
        "{told}"
    );
}

#[test]
fn claims_can_be_checked_on_a_board() {
    let report = json(&["explain", KASPAROV_SHIROV, "--nodes", "200000", "--json"]);
    let claims = report["claims"].as_array().unwrap();
    assert!(claims.len() > 5);
    for claim in claims {
        for key in ["about", "side", "text", "men", "squares", "line", "ply", "statement"] {
            assert!(!claim[key].is_null(), "{key}: {claim}");
        }
        assert!(claim["ply"].as_u64().unwrap() <= claim["line"].as_array().unwrap().len() as u64);
    }
    assert!(
        claims
            .iter()
            .any(|c| c["statement"]["says"] == "threat" && c["line"][0] == "0000" && c["line"][1] == "b4b7")
    );
}

#[test]
fn the_same_question_prints_the_same_bytes() {
    let args = ["explain", KASPAROV_SHIROV, "--nodes", "20000", "--json", "--seed", "7"];
    assert_eq!(printed(&args), printed(&args));
}

#[test]
fn a_picture_and_an_audit_are_made() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("board.svg");
    let out =
        printed(&["explain", KASPAROV_SHIROV, "--nodes", "5000", "--audit", "--svg", path.to_str().unwrap()]);
    assert!(out.contains("\nClaims\n") && out.contains("\"says\":\"standing\""), "{out}");
    assert!(fs::read_to_string(path).unwrap().contains("class=\"arrow good\""));
}

#[test]
fn exact_endings_name_their_rule() {
    let out = printed(&["explain", "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", "--nodes", "5000"]);
    assert!(out.contains("mate in 19 moves with best play") && out.contains("key square"), "{out}");
}

/// Whoever has the opposition here is the one who need not move.
#[test]
fn who_has_to_move_and_would_rather_not_is_in_zugzwang() {
    let explain = |fen: &str, more: &[&str]| printed(&[&["explain", fen, "--nodes", "2000"], more].concat());
    let black = "8/8/8/1k6/8/1K6/1P6/8 b - - 0 1";
    let lost = "Black is in zugzwang: every move loses, but with White to move it would be a draw.";
    let out = explain(black, &[]);
    assert!(out.contains(lost), "{out}");
    let out = explain("8/8/8/1k6/8/1K6/1P6/8 w - - 0 1", &[]);
    let drawn =
        "White is in zugzwang: no move does better than draw, but with Black to move Black would lose.";
    assert!(out.contains(drawn), "{out}");
    let german = explain(black, &["--lang", "de"]);
    assert!(german.contains("Schwarz ist im Zugzwang: jeder Zug verliert"), "{german}");
    // The move that brings it about, and one that does not.
    let before = "8/8/8/1k6/8/2K5/1P6/8 w - - 0 1";
    let out = explain(before, &["--move", "Kb3", "--audit"]);
    assert!(out.contains(lost), "{out}");
    assert_eq!(out.matches("true (table)").count(), 3, "both endings and the zugzwang by the tables: {out}");
    let out = explain(before, &["--move", "Kd4"]);
    assert!(!out.contains("zugzwang"), "{out}");
    // As data, and as an answer.
    let told = json(&["explain", black, "--nodes", "2000", "--json"]);
    let claims = told["claims"].as_array().unwrap();
    let claim = claims.iter().find(|claim| claim["statement"]["says"] == "zugzwang").unwrap();
    assert_eq!((claim["side"].as_str(), claim["text"].as_str()), (Some("white"), Some(lost)));
    assert_eq!(claim["statement"], serde_json::json!({ "says": "zugzwang", "value": 1, "otherwise": 0 }));
    let answer = printed(&["ask", black, "is this ending won and why", "--nodes", "2000"]);
    assert!(answer.contains(lost), "{answer}");
}

#[test]
fn rules_and_words_of_ones_own_are_used() {
    let dir = tempfile::tempdir().unwrap();
    // The second rule says what is not so: the checker keeps it from being said.
    let rules = "concepts assets { }\nrule \"mine\": when phase > 0 and bishop_pair(us) > bishop_pair(them) => concept \"bishop pair\" because \"x\"\n\
        rule \"false\": when moved(us) => concept \"pawn ahead\" because \"x\"";
    fs::write(dir.path().join("my.rules"), rules).unwrap();
    let english = philidor_knowledge::LANGUAGES.text("en");
    let mine = dir.path().join("en-GB.ftl");
    fs::write(
        &mine,
        english
            .replace("assets-bishop-pair = the bishop pair", "assets-bishop-pair = two jolly good bishops")
            .replace("assets-pawn-ahead = an extra pawn", "assets-pawn-ahead = a pawn that is not there"),
    )
    .unwrap();
    let folder = dir.path().to_str().unwrap();
    let out = printed(&[
        "explain",
        // Nothing can be exchanged soon, so the bishops stay an asset whatever the line.
        "4k3/2n2pnp/p2p2p1/Pp1Pp3/1P2P3/5P2/3BB1PP/4K3 w - - 0 20",
        "--nodes",
        "5000",
        "--level",
        "master",
        "--rules",
        folder,
        "--lang",
        mine.to_str().unwrap(),
        "--json",
    ]);
    assert!(out.contains("two jolly good bishops") && !out.contains("not there"), "{out}");
    fs::write(dir.path().join("my.rules"), rules.replace("phase >", "phrase >")).unwrap();
    let error = refused(&["explain", KASPAROV_SHIROV, "--rules", folder]);
    assert!(error.contains("my.rules:2:") && error.contains("phase"), "{error}");
}

#[test]
fn bad_input_is_named() {
    for (args, said) in [
        (vec!["explain", "nonsense"], "nonsense"),
        (vec!["explain", KASPAROV_SHIROV, "--move", "Rb7"], "not a legal move here"),
        (vec!["explain", KASPAROV_SHIROV, "--lang", "xx"], "en (English)"),
        (vec!["explain", KASPAROV_SHIROV, "--level", "expert"], "beginner, club and master"),
        (vec!["explain", KASPAROV_SHIROV, "--engine", "sf", "--eval", "material"], "--engine philidor"),
        (vec!["explain", KASPAROV_SHIROV, "--eval", "magic"], "no evaluation called"),
        (vec!["explain", KASPAROV_SHIROV, "--rules", "/no/such/folder"], "/no/such/folder"),
        (vec!["explain", KASPAROV_SHIROV, "--lang", "/no/such.ftl"], "/no/such.ftl"),
        (
            vec!["explain", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "--move", "e4"],
            "the game is over",
        ),
    ] {
        let error = refused(&args);
        assert!(error.contains(said), "{args:?}: {error}");
    }
    for fen in
        ["rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]
    {
        assert!(printed(&["explain", fen]).contains("Position"));
    }
}
