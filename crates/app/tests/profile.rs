//! `philidor profile`, `learn humans` and `--rating` from the command line.

mod common;

use common::{philidor, printed, text};

#[test]
fn a_profile_of_one_game_and_an_unknown_player() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/opera.pgn");
    let told = printed(&["profile", game, "--me", "paul morphy", "--nodes", "300"]);
    assert!(
        told.starts_with("Paul Morphy: 1 game") && told.contains("You made 100 % of the points"),
        "{told}"
    );
    let german = printed(&["profile", game, "--me", "paul morphy", "--nodes", "300", "--lang", "de"]);
    assert!(
        german.starts_with("Paul Morphy: 1 Partie") && german.contains("Du hast 100 % der Punkte"),
        "{german}"
    );
    let out = philidor(&["profile", game, "--me", "paul morphy", "--lang", "xx"]);
    assert!(out.status.code() == Some(2) && text(&out.stderr).contains("de, en, fr"));
    let out = philidor(&["profile", game, "--me", "Staunton"]);
    let said = text(&out.stderr);
    assert!(out.status.code() == Some(2) && said.contains("Paul Morphy (1)"), "{said}");
    let out = philidor(&["profile", "no-such-file.pgn", "--me", "Staunton"]);
    assert!(out.status.code() == Some(2) && text(&out.stderr).contains("no-such-file.pgn"));
}

#[test]
fn learning_from_games_without_ratings_is_refused_with_a_reason() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.pgn");
    std::fs::write(&path, "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n").unwrap();
    let net = dir.path().join("net.safetensors");
    let out =
        philidor(&["learn", "humans", "--games", path.to_str().unwrap(), "--out", net.to_str().unwrap()]);
    assert!(out.status.code() == Some(2) && text(&out.stderr).contains("WhiteElo"), "{}", text(&out.stderr));
    let wrong = philidor(&["bench", "--humans", path.to_str().unwrap(), "--net", path.to_str().unwrap()]);
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn players_of_a_rating_are_spoken_of_only_if_it_is_given() {
    // The natural capture loses to a check on the back rank.
    let fen = "3r2k1/5ppp/8/8/8/1n6/Q4PPP/3R2K1 w - - 0 1";
    let ask = |more: &[&str]| printed(&[&["explain", fen, "--nodes", "4000"], more].concat());
    let (plain, rated) = (ask(&[]), ask(&["--rating", "1500"]));
    assert!(!plain.contains("At your level"), "{plain}");
    assert!(rated.contains("At your level") && rated.contains("players rated 1500"), "{rated}");
    let german = ask(&["--rating", "1500@chess.com", "--lang", "de"]);
    assert!(german.contains("Spielern mit Wertung 1500 (Chess.com)"), "{german}");
    for wrong in [["--rating", "strong"], ["--rating", "90"]] {
        let out = philidor(&[&["explain", fen], &wrong[..]].concat());
        assert!(out.status.code() == Some(2) && text(&out.stderr).contains("400 to 2800"));
    }
    let out = philidor(&["explain", fen, "--rating", "1500", "--humans", env!("CARGO_MANIFEST_DIR")]);
    assert!(out.status.code() == Some(2) && text(&out.stderr).contains("maia-1500.pb.gz"));
}
