//! The same question gives the same bytes at every door: the command line and the server.

use std::{fs, path::Path, process::Command};

use philidor_chess::{
    pgn::{Entry, Game, Games},
    shakmaty::{Chess, Move, Position},
    write_fen,
};
use serde_json::{Value, json};

use super::Server;

const NODES: u64 = 6_000;

/// Games of our own engine.
fn games() -> Vec<Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/outside/games.pgn");
    let text = fs::read_to_string(path).unwrap();
    let mut reader = Games::new(text.as_bytes());
    let mut games = Vec::new();
    while let Some(entry) = reader.next_entry().unwrap() {
        let Entry::Game(game) = entry else { panic!("a game that cannot be read") };
        games.push(game);
    }
    games
}

/// The position of a game after so many moves, and the move played there.
fn place(game: &Game, plies: usize) -> (Chess, Move) {
    let mut moves = game.main_line().filter_map(|id| game.node(id).ply.as_move());
    let mut pos = game.start.clone();
    for mv in moves.by_ref().take(plies) {
        pos.play_unchecked(mv);
    }
    (pos, moves.next().unwrap())
}

/// What the command prints, without the end of its last line.
fn printed(home: &Path, args: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_philidor"))
        .args(args)
        .env("PHILIDOR_HOME", home)
        .env_remove("PHILIDOR_SYZYGY")
        .env("PHILIDOR_ENGINE", "philidor")
        .output()
        .unwrap();
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap().trim_end().to_owned()
}

impl Server {
    /// The body of an answer as it came over the wire.
    fn body(&self, method: &str, path: &str, body: &str) -> String {
        let (status, _, body) = self.raw(&format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        ));
        assert_eq!(status, 200, "{path}: {body}");
        body
    }
}

#[test]
fn explanations_and_answers_are_the_same_bytes_at_every_door() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let nodes = NODES.to_string();
    let levels = ["beginner", "club", "master"];
    let languages = ["en", "de", "fr"];
    let games = games();
    let long: Vec<&Game> = games[2..].iter().filter(|game| game.main_line().count() > 60).take(20).collect();
    assert_eq!(long.len(), 20);
    for (i, game) in long.into_iter().enumerate() {
        let (pos, mv) = place(game, 12 + 2 * i);
        let (fen, mv) =
            (write_fen(&pos), mv.to_uci(philidor_chess::shakmaty::CastlingMode::Standard).to_string());
        let (level, language) = (levels[i % 3], languages[(i / 3) % 3]);
        let options = ["--json", "--nodes", &nodes, "--level", level, "--lang", language];
        let manner = json!({"fen": fen, "nodes": NODES, "level": level, "language": language});
        let with = |key: &str, value: &str| {
            let mut body = manner.clone();
            body[key] = Value::from(value);
            body.to_string()
        };
        let said = printed(home.path(), &[&["explain", fen.as_str()], &options[..]].concat());
        assert_eq!(said, server.body("POST", "/api/explain", &manner.to_string()), "{fen}");
        let said = printed(home.path(), &[&["explain", fen.as_str(), "--move", &mv], &options[..]].concat());
        assert_eq!(said, server.body("POST", "/api/explain", &with("move", &mv)), "{fen} {mv}");
        let question = format!("why not {mv}?");
        let said = printed(home.path(), &[&["ask", fen.as_str(), &question], &options[..]].concat());
        assert_eq!(said, server.body("POST", "/api/ask", &with("question", &question)), "{fen} {question}");
    }
}

#[test]
fn comments_on_games_are_the_same_bytes_at_every_door() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    for game in games().iter().take(2) {
        let path = home.path().join("game.pgn");
        fs::write(&path, game.to_string()).unwrap();
        let file = path.to_str().unwrap();
        let (status, kept) = server.post("/api/games", &json!({"pgn": game.to_string()}));
        assert_eq!(status, 200, "{kept}");
        let id = &kept["games"][0]["id"];
        let (status, job) = server.post(&format!("/api/games/{id}/annotate"), &json!({"nodes": 1_000}));
        assert_eq!(status, 202, "{job}");
        let ended = server.job(job["id"].as_i64().unwrap());
        assert_eq!(ended["state"], "done", "{ended}");
        for (format, form) in [("json", "annotation.json"), ("pgn", "annotation.pgn")] {
            let said = printed(home.path(), &["annotate", file, "--nodes", "1000", "--format", format]);
            let said =
                said.strip_prefix("{\"games\":[\n").and_then(|s| s.strip_suffix("\n]}")).unwrap_or(&said);
            let body = server.body("GET", &format!("/api/games/{id}/{form}"), "");
            assert_eq!(said, body.trim_end(), "{format}");
        }
    }
}
