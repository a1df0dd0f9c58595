//! The library: games with faults, what is found by which words, and what a reader adds.

use serde_json::{Value, json};

use super::Server;

const GAMES: &str = "[White \"Grünfeld, Ernst\"]\n[Black \"Réti, Richard\"]\n[Date \"1922.01.02\"]\n[Result \"1/2-1/2\"]\n\n\
    1. d4 Nf6 2. c4 g6 3. Nc3 d5 1/2-1/2\n\n\
    [White \"Reti, Richard\"]\n[Black \"Bogoljubow\"]\n[Date \"1924.04.02\"]\n[Result \"1-0\"]\n\n1. e4 c5 2. Nf3 d6 1-0\n\n\
    [White \"Torn\"]\n[Black \"Page\"]\n\n1. e4 e5 2. Qh6 Nf6 *\n\n\
    [White \"After\"]\n[Black \"It\"]\n\n1. e4 e5 2. Nf3 *\n";

fn names(list: &Value) -> Vec<&str> {
    list["games"].as_array().unwrap().iter().map(|game| game["white"].as_str().unwrap()).collect()
}

#[test]
fn a_fault_costs_no_game_and_games_are_found_by_several_words() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let (status, body) = server.post("/api/games", &json!({ "pgn": GAMES }));
    assert_eq!((status, &body["count"], &body["fresh"]), (200, &json!(4), &json!(4)), "{body}");
    // The game with the fault is kept up to it, and the line is told.
    assert_eq!((&body["games"][2]["white"], &body["games"][2]["plies"]), (&json!("Torn"), &json!(2)));
    assert_eq!(body["problems"].as_array().unwrap().len(), 1, "{body}");
    assert!(body["problems"][0]["text"].as_str().unwrap().contains("Qh6"), "{body}");
    assert_eq!(server.post("/api/games", &json!({ "pgn": GAMES })).1["fresh"], 0);
    for (query, found) in [
        ("text=reti", vec!["Reti, Richard", "Grünfeld, Ernst"]),
        ("text=reti%201-0", vec!["Reti, Richard"]),
        ("text=GRUNFELD", vec!["Grünfeld, Ernst"]),
        ("text=sicilian%201924", vec!["Reti, Richard"]),
        ("text=reti%20torn", vec![]),
        ("text=1/2", vec!["Grünfeld, Ernst"]),
        ("result=1-0", vec!["Reti, Richard"]),
        ("white=reti", vec!["Reti, Richard"]),
        ("eco=d8", vec!["Grünfeld, Ernst"]),
        ("order=date&limit=2", vec!["Reti, Richard", "Grünfeld, Ernst"]),
        ("order=moves&limit=1&skip=1", vec!["Reti, Richard"]),
        ("annotated=true", vec![]),
        ("text=%25", vec![]),
    ] {
        let (status, list) = server.get(&format!("/api/games?{query}"));
        assert_eq!((status, names(&list)), (200, found), "{query}");
    }
    let (_, list) = server.get("/api/games?text=reti&limit=1");
    assert_eq!((&list["count"], &list["found"]), (&json!(4), &json!(2)));
    assert_eq!(server.get("/api/games?order=colour").0, 400);
}

#[test]
fn what_a_reader_adds_is_kept_until_it_is_forgotten() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let (_, body) = server.post("/api/games", &json!({ "pgn": GAMES }));
    let id = body["games"][0]["id"].as_i64().unwrap();
    let own = format!("/api/games/{id}/own");
    let put = |pgn: &str| server.send("PUT", &own, "", &json!({ "pgn": pgn }).to_string()).0;
    assert_eq!(server.get(&format!("/api/games/{id}")).1["own_pgn"], Value::Null);
    assert_eq!(put("1. d4 (1. e4 {mine})"), 204);
    assert_eq!(server.get(&format!("/api/games/{id}")).1["own_pgn"], "1. d4 (1. e4 {mine})");
    assert_eq!(put(""), 204);
    assert_eq!(server.get(&format!("/api/games/{id}")).1["own_pgn"], Value::Null);
    assert_eq!(put(&"x".repeat(2 << 20)), 400);
    let missing = server.send("PUT", "/api/games/999/own", "", "{\"pgn\":\"\"}").0;
    assert_eq!(missing, 404);
}

#[test]
fn an_opponent_plays_at_a_rating() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let ask = |fen: &str, elo: u32| server.post("/api/opponent", &json!({"fen": fen, "elo": elo, "seed": 3}));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (status, first) = ask(start, 900);
    assert!(status == 200 && first["move"].as_str().unwrap().len() == 4, "{first}");
    assert_eq!(ask(start, 900).1, first);
    assert_eq!(ask("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", 2000).1["move"], "e1e8");
    assert_eq!(ask("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1500).1["move"], Value::Null);
    assert_eq!(ask(start, 300).0, 400);
}
