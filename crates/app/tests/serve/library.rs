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
fn wishes_are_checked_and_the_explorer_counts_by_position() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    server.post("/api/games", &json!({ "pgn": GAMES }));
    for (query, found) in [
        ("player=richard%20reti", vec!["Reti, Richard", "Grünfeld, Ernst"]),
        ("player=reti&side=black", vec!["Grünfeld, Ernst"]),
        ("player=reti&result=won", vec!["Reti, Richard"]),
        ("from=1924&order=date", vec!["Reti, Richard"]),
        ("to=1923&text=grunfeld", vec!["Grünfeld, Ernst"]),
        ("fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR%20w%20KQkq%20-%200%202", vec!["After", "Torn"]),
    ] {
        let (status, list) = server.get(&format!("/api/games?{query}"));
        assert_eq!((status, names(&list)), (200, found), "{query}");
    }
    for (query, words) in [("side=left", "white or black"), ("ending=long", "rook"), ("fen=x", "FEN")] {
        let (status, body) = server.get(&format!("/api/games?{query}"));
        assert!(status == 400 && body["error"].as_str().unwrap().contains(words), "{query}: {body}");
    }
    let (status, found) = server.get("/api/explorer");
    assert_eq!((status, &found["games"]), (200, &json!(4)), "{found}");
    let first = &found["moves"][0];
    assert_eq!((&first["san"], &first["games"], &first["white"]), (&json!("e4"), &json!(3), &json!(1)));
    assert_eq!(first["opening"]["name"], "King's Pawn Game");
    let names: Vec<&str> =
        found["moves"].as_array().unwrap().iter().map(|m| m["san"].as_str().unwrap()).collect();
    assert!(names.contains(&"b4"), "the table's other first moves are told too: {names:?}");
    let (_, facets) = server.get("/api/library/facets");
    assert_eq!(facets["players"][0]["games"], 1, "{facets}");
}

#[test]
fn all_games_of_a_player_are_told_together_and_practised() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let fooled = |n: u32| {
        format!(
            "[White \"Other {n}\"]\n[Black \"Planter, Pat\"]\n[Date \"{}.01.01\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n",
            1990 + n
        )
    };
    let pgn: String = (0..24).map(fooled).collect();
    let (status, body) = server.post("/api/profiles", &json!({"player": "Pat Planter"}));
    assert!(status == 404 && body["error"].as_str().unwrap().contains("no game yet"), "{body}");
    assert_eq!(server.post("/api/games", &json!({ "pgn": pgn })).0, 200);
    let (status, body) = server.post("/api/profiles", &json!({"player": "Pat Plantar"}));
    assert!(status == 404 && body["error"].as_str().unwrap().contains("Planter, Pat (24)"), "{body}");
    let (status, body) = server.post("/api/profiles", &json!({"player": "Pat Planter", "since": "soon"}));
    assert_eq!(status, 400, "{body}");
    let (status, job) = server.post("/api/profiles", &json!({"player": "pat planter"}));
    assert_eq!((status, &job["title"]), (202, &json!("Planter, Pat")), "{job}");
    let done = server.job(job["id"].as_i64().unwrap());
    assert_eq!(done["state"], "done", "{done}");
    let (_, all) = server.get("/api/profiles");
    assert_eq!((&all[0]["player"], &all[0]["games"]), (&json!("Planter, Pat"), &json!(24)), "{all}");
    let address = format!("/api/profiles/{}", all[0]["id"]);
    let (_, told) = server.get(&address);
    let habit = &told["habit"]["sentence"];
    assert!(habit["text"].as_str().unwrap().starts_with("Moves that allowed a mate: 24 of"), "{told}");
    let first = &habit["examples"][0];
    assert_eq!((&first["ply"], &first["label"]), (&json!(5), &json!("3…Nf6")), "{first}");
    let (_, german) = server.get(&format!("{address}?language=de"));
    assert_eq!(german["habit"]["sentence"]["examples"][0]["label"], "3…Sf6");
    assert_eq!(server.get(&format!("{address}?language=xx")).0, 400);
    let (status, _, page) = server.send("GET", &format!("{address}/report.html?language=fr"), "", "");
    assert!(status == 200 && page.to_string().contains("Planter, Pat"), "{page}");
    // The same position again and again is one drill.
    let (_, added) = server.post(&format!("{address}/drills"), &json!({}));
    assert_eq!(added["added"], 1, "{added}");
    let (_, task) = server.get("/api/practise/next?kind=habit");
    assert_eq!((&task["kind"], &task["goal"]), (&json!("habit"), &json!("best")), "{task}");
    assert!(task.get("best").is_none(), "the answer is not told: {task}");
    assert_eq!(server.send("DELETE", &address, "", "").0, 204);
    assert_eq!(server.get(&address).0, 404);
}

#[test]
fn puzzles_of_a_file_are_solved_move_by_move() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let csv = "PuzzleId,FEN,PV,Themes,Rating\nb,r3k3/8/8/3N4/8/8/PPP5/4K3 w - - 0 1,d5c7 e8d7 c7a8,fork short,1100\nbad,x,y,z,1\n";
    let (status, kept) = server.post("/api/practise/puzzles", &json!({ "csv": csv }));
    assert_eq!((status, &kept["fresh"]), (200, &json!(1)), "{kept}");
    assert!(kept["problems"][0].as_str().unwrap().starts_with("line 3: "), "{kept}");
    assert_eq!(server.post("/api/practise/puzzles", &json!({ "csv": "nothing" })).0, 400);
    assert_eq!(server.get("/api/practise/themes").1[0]["name"], "fork");
    let (_, task) = server.get("/api/practise/next?kind=puzzle&theme=fork");
    assert_eq!((&task["kind"], &task["rating"]), (&json!("puzzle"), &json!(1100)), "{task}");
    assert!(task.get("line").is_none(), "the answer is not told: {task}");
    let answer = |moves: &[&str]| {
        let body = json!({ "moves": moves, "again": true, "effort": "quick" });
        server.post(&format!("/api/practise/{}/answer", task["id"]), &body).1
    };
    assert_eq!(answer(&["a2a3"])["state"], "failed");
    let open = answer(&["d5c7"]);
    assert_eq!((&open["state"], &open["reply"]), (&json!("open"), &json!("e8d7")), "{open}");
    let solved = answer(&["d5c7", "e8d7", "c7a8"]);
    assert_eq!((&solved["state"], &solved["outcome"]), (&json!("passed"), &json!("best")), "{solved}");
    assert_eq!(server.get("/api/practise").1["puzzles"]["drills"], 1);
}

#[test]
fn live_lines_are_told_depth_by_depth() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let body = json!({ "fen": fen, "lines": 2, "nodes": 30_000 });
    let (status, text) = server.post("/api/lines/live", &body);
    let text = text.as_str().unwrap();
    let news: Vec<Value> =
        text.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok()).collect();
    let depths: Vec<u64> = news.iter().map(|n| n["depth"].as_u64().unwrap()).collect();
    assert_eq!(status, 200);
    assert!(depths.is_sorted() && depths.last() > depths.first() && depths.len() > 3, "{depths:?}");
    let last = news.last().unwrap();
    assert_eq!((last["lines"].as_array().unwrap().len(), &last["analyst"]), (2, &json!("philidor")));
    assert_eq!(server.post("/api/lines/live", &json!({ "fen": "x" })).0, 400);
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
    assert_eq!(ask(start, 2600).0, 200);
    // After the moves of a game, on another scale; what cannot be played is refused.
    let after = |moves: &[&str], scale: &str| {
        let body = json!({"fen": start, "moves": moves, "elo": 1400, "scale": scale, "seed": 5});
        server.post("/api/opponent", &body)
    };
    let (status, answer) = after(&["e2e4", "e7e5", "g1f3"], "chess.com");
    assert!(
        status == 200 && ['7', '8'].contains(&answer["move"].as_str().unwrap().chars().nth(1).unwrap()),
        "{answer}"
    );
    assert_eq!((after(&["e2e5"], "fide").0, after(&[], "uscf").0), (400, 400));
}
