//! Games as exports write them: what can be read is kept, what cannot is named, and a player is found or others are offered.

use std::path::{Path, PathBuf};

use philidor_profile::{Analyst, Collection, Profile, Voice};
use philidor_session::Session;

const BLUNDER: &str = "[Event \"Live Chess\"]\n[Date \"2024.02.03\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1490\"]\n[TimeControl \"600\"]\n\n\
1. e4 {[%clk 0:09:59.6]} e5 {[%clk 0:09:58]} 2. Qh5 {[%clk 0:09:50]} Nc6 {[%clk 0:09:40]} 3. Bc4 {[%clk 0:09:45]} Nf6 {[%clk 0:09:39.5]} 4. Qxf7# {[%clk 0:09:44]} 1-0\n\n";
const PLAIN: &str = "[White \"bob\"]\n[Black \"Carl\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 1/2-1/2\n\n";
const BROKEN: &str = "[White \"Bob\"]\n[Black \"Ann\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Ke3 0-1\n\n";
const VARIANT: &str = "[White \"Bob\"]\n[Black \"Ann\"]\n[Variant \"Atomic\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 0-1\n\n";
const CUT: &str = "[White \"Bob\"]\n[Black \"Ann\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 {a comment that nev";

fn file(dir: &Path, text: &str) -> PathBuf {
    let path = dir.join("games.pgn");
    std::fs::write(&path, text).expect("a file that can be written");
    path
}

#[test]
fn what_can_be_read_is_kept_and_the_rest_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), &[BLUNDER, PLAIN, BROKEN, VARIANT, CUT].concat());
    let mine = Collection::read(&path, "BOB").unwrap();
    assert_eq!(mine.games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(mine.left_out.len(), 3, "{:?}", mine.left_out);
    for (told, wanted) in mine.left_out.iter().zip(["Ke3", "Atomic", "never closed"]) {
        assert!(told.contains(wanted), "{told}");
    }
    assert_eq!(Collection::read(&path, "Carl").unwrap().others, 4);
}

#[test]
fn an_unknown_player_is_told_who_plays() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), &[BLUNDER, PLAIN].concat());
    let told = Collection::read(&path, "Bobb").unwrap_err().to_string();
    assert!(told.contains("Bobb") && told.contains("Bob (1)") && told.contains("Ann (1)"), "{told}");
    let empty = file(dir.path(), "\n");
    assert!(Collection::read(&empty, "Bob").unwrap_err().to_string().contains("holds no game"));
    let noise = file(dir.path(), "no game at all");
    assert!(Collection::read(&noise, "Bob").unwrap_err().to_string().contains("holds no game"));
}

#[test]
fn a_packed_file_that_breaks_off_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let packed = zstd::bulk::compress(BLUNDER.repeat(3).as_bytes(), 3).unwrap();
    let path = dir.path().join("games.pgn.zst");
    std::fs::write(&path, &packed[..packed.len() / 2]).unwrap();
    let told = Collection::read(&path, "Bob").unwrap_err().to_string();
    assert!(told.contains("breaks off"), "{told}");
}

/// One game proves little, whatever its result.
#[test]
fn a_single_result_is_no_certainty() {
    let dir = tempfile::tempdir().unwrap();
    let mine = Collection::read(&file(dir.path(), BLUNDER), "Bob").unwrap();
    let session = Session::builder().ask("philidor").nodes(100).build().unwrap();
    let records = [Analyst { session: &session }.look(&mine.games[0]).unwrap()];
    let profile = Profile::new(&mine, &records, 0, None);
    assert!(profile.all.within > 0.25, "{}", profile.all.within);
    assert!(profile.text(&Voice::default()).contains(" 1 game "));
}

#[test]
fn a_game_is_looked_at_once_and_kept() {
    let dir = tempfile::tempdir().unwrap();
    let path = file(dir.path(), &[BLUNDER, PLAIN].concat());
    let mine = Collection::read(&path, "Bob").unwrap();
    let session = Session::builder().ask("philidor").nodes(300).build().unwrap();
    let analyst = Analyst { session: &session };
    let records: Vec<_> = mine.games.iter().map(|game| analyst.look(game).unwrap()).collect();
    let mate = &records[0].moves[5];
    assert_eq!((mate.label.as_str(), mate.mine), ("3…Nf6", true));
    assert!(mate.is_mistake() && mate.allowed == ["mate"], "{mate:?}");
    assert!(mate.spent.is_some_and(|s| (s - 0.5).abs() < 1e-6), "{mate:?}");
    assert_eq!(records[0].half_points, 0);
    assert!(records[1].ratings.is_none() && records[1].moves.iter().all(|m| m.spent.is_none()));
    // What is kept is read back as it was.
    let state = dir.path().join("state");
    let kept = mine.resume(&path, 300, Some(&state)).unwrap().0.unwrap();
    records.iter().for_each(|record| kept.keep(record).unwrap());
    drop(kept);
    assert_eq!(mine.resume(&path, 300, Some(&state)).unwrap().1, records);
    let profile = Profile::new(&mine, &records, 0, None);
    let text = profile.text(&Voice::default());
    assert!(text.contains("Bob: 2 games") && text.contains("1 game without ratings"), "{text}");
    assert!(text.contains("Nothing stands out beyond chance"), "{text}");
    for language in Voice::languages() {
        let voice = Voice::of(language).unwrap();
        assert!(profile.html(&voice, language).contains(&format!("<html lang=\"{language}\">")));
        assert!(profile.text(&voice).starts_with("Bob"), "{language}");
    }
    // What is kept is told again as it was.
    let kept: Profile = serde_json::from_value(serde_json::to_value(&profile).unwrap()).unwrap();
    assert_eq!(kept.text(&Voice::default()), text);
    assert!(serde_json::to_value(&profile).unwrap()["games"] == 2);
}
