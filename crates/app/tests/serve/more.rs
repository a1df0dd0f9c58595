//! Other engines, training runs, kept positions, and annotations that outlive the server.

use std::{
    fs,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{GAME, Server};

const OPENING: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

#[test]
fn only_engines_that_the_server_was_started_with_are_asked() {
    let home = tempfile::tempdir().unwrap();
    // Our own program serves as the other engine.
    let own = format!("mine=\"{}\" uci", env!("CARGO_BIN_EXE_philidor"));
    let server = Server::start(home.path(), &["--engine", &own, "--engine", "gone=/nowhere/engine"]);
    let (_, engines) = server.get("/api/engines");
    let outside = |name: &str| {
        engines.as_array().unwrap().iter().find(|e| e["name"] == name).unwrap()["outside"].clone()
    };
    assert_eq!((outside("philidor"), outside("mine")), (json!(false), json!(true)));
    let (status, lines) = server.post(
        "/api/lines",
        &json!({"fen": "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "nodes": 2000, "lines": 2, "engine": "mine"}),
    );
    assert_eq!((status, &lines["lines"][0]["moves"][0]), (200, &json!("a1a8")), "{lines}");
    let (status, told) =
        server.post("/api/explain", &json!({"fen": OPENING, "nodes": 3000, "engine": "mine"}));
    assert!(status == 200 && told["analyst"].as_str().unwrap().contains("Philidor"), "{told}");
    // A program that does not start is named, and ours answers in its place; a command is no name.
    let (status, told) =
        server.post("/api/explain", &json!({"fen": OPENING, "nodes": 3000, "engine": "gone"}));
    assert!(status == 200 && told["remark"].as_str().unwrap().contains("/nowhere/engine"), "{told}");
    assert_eq!(told["analyst"], "philidor");
    for name in ["/bin/sh", "mine; touch /tmp/x", own.as_str()] {
        let (status, told) = server.post("/api/explain", &json!({"fen": OPENING, "engine": name}));
        assert!(status == 400 && told["error"].as_str().unwrap().contains("no engine"), "{told}");
    }
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_philidor"))
        .args(["serve", "--engine", "philidor=x"])
        .output()
        .unwrap();
    assert_eq!(out.status.code(), Some(2), "{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn players_of_the_readers_rating_are_spoken_of_as_the_request_or_the_server_says() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--rating", "1500@chess.com"]);
    assert_eq!(server.get("/api/health").1["rating"], "1500@chess.com");
    // The natural capture loses to a check on the back rank.
    let fen = "3r2k1/5ppp/8/8/8/1n6/Q4PPP/3R2K1 w - - 0 1";
    let told = |rating: Value| {
        let (status, told) =
            server.post("/api/explain", &json!({"fen": fen, "nodes": 4000, "rating": rating}));
        assert_eq!(status, 200, "{told}");
        told["text"].to_string()
    };
    assert!(told(Value::Null).contains("rated 1500 (Chess.com)"));
    assert!(told(json!("1900")).contains("players rated 1900"));
    assert!(!told(json!("")).contains("players rated"));
    assert_eq!(server.post("/api/explain", &json!({"fen": fen, "rating": "strong"})).0, 400);
    // A job keeps the rating it was asked for, or that nobody is to be spoken of.
    let (_, kept) = server.post("/api/games", &json!({"pgn": GAME}));
    let id = &kept["games"][0]["id"];
    for (asked, known) in [(json!("900"), "900"), (Value::Null, "1500@chess.com"), (json!(""), "")] {
        let body = json!({"nodes": 200, "rating": asked});
        let (status, job) = server.post(&format!("/api/games/{id}/annotate"), &body);
        assert_eq!((status, &job["input"]["rating"]), (202, &json!(known)), "{job}");
        assert_eq!(server.job(job["id"].as_i64().unwrap())["state"], "done");
    }
    // A directory without such nets is refused before anybody comes.
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_philidor"))
        .args(["serve", "--port", "0", "--humans", env!("CARGO_MANIFEST_DIR")])
        .env("PHILIDOR_HOME", home.path())
        .output()
        .unwrap();
    assert!(out.status.code() == Some(2) && String::from_utf8_lossy(&out.stderr).contains("maia-1500.pb.gz"));
}

#[test]
fn all_games_found_get_comments_and_a_killed_server_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let games: String = (0..4)
        .map(|n| {
            format!(
                "[White \"Batch {n}\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 {}\n\n",
                ["Qh4# 0-1", "d5 *"][n % 2]
            )
        })
        .collect();
    let (_, kept) = server.post("/api/games", &json!({"pgn": games}));
    assert_eq!(kept["count"], 4, "{kept}");
    let (_, other) = server.post("/api/games", &json!({"pgn": GAME}));
    let other = &other["games"][0]["id"];
    assert_eq!(server.post("/api/library/annotate", &json!({"games": {"player": "nobody"}})).0, 404);
    assert_eq!(server.post("/api/library/annotate", &json!({"games": {"side": "left"}})).0, 400);
    let asked = json!({"nodes": 300, "side": "white", "rating": "1500", "games": {"player": "batch", "order": "date"}});
    let (status, job) = server.post("/api/library/annotate", &asked);
    assert_eq!(
        (status, &job["kind"], &job["title"]),
        (202, &json!("collection"), &json!("Comment on 4 games"))
    );
    // Killed at once: what is done stays done, the rest follows.
    drop(server);
    let server = Server::start(home.path(), &[]);
    let done = server.job(job["id"].as_i64().unwrap());
    assert_eq!(done["state"], "done", "{done}");
    let commented = |query: &str| server.get(&format!("/api/games?annotated=true{query}")).1["found"].clone();
    assert_eq!((commented("&player=batch"), commented("")), (json!(4), json!(4)));
    assert_eq!(server.get(&format!("/api/games/{other}/annotation.pgn")).0, 404, "not asked for");
    assert_eq!(server.post("/api/library/annotate", &asked).0, 404, "nothing is left");
    // Only White's mistakes are drills; they are listed, and any can be taken.
    let (_, list) = server.get("/api/practise/mistakes?limit=1");
    let first = &list["mistakes"][0];
    assert!(
        list["count"].as_u64().unwrap() >= 1 && list["mistakes"].as_array().unwrap().len() == 1,
        "{list}"
    );
    assert!(first["fen"].as_str().unwrap().contains(" w ") && first.get("best").is_none(), "{first}");
    let (_, task) = server.get(&format!("/api/practise/next?drill={}", first["id"]));
    assert_eq!(task["id"], first["id"]);
}

#[test]
fn the_endgame_course_is_a_list_from_which_any_lesson_is_taken() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let lesson = |name: &str| {
        let (_, all) = server.get("/api/practise/lessons");
        assert_eq!(all.as_array().unwrap().len(), 18);
        all.as_array().unwrap().iter().find(|lesson| lesson["id"] == name).unwrap().clone()
    };
    let new = lesson("queen-mate");
    assert_eq!(
        (&new["positions"], &new["tried"], &new["texts"]["de"]["title"]),
        (&json!(2), &json!(0), &json!("Matt mit Dame und König"))
    );
    assert!(new["fen"].as_str().unwrap().contains('Q'));
    assert_eq!(server.post("/api/practise/lessons/nothing", &json!({})).0, 404);
    assert_eq!(server.post("/api/practise/lessons/queen-mate", &json!({})).1["added"], 2);
    assert_eq!(server.post("/api/practise/lessons/queen-mate", &json!({})).1["added"], 0, "once");
    assert_eq!(server.get("/api/practise/next?kind=endgame&lesson=rook-mate").1, Value::Null);
    let (_, task) = server.get("/api/practise/next?kind=endgame&lesson=queen-mate");
    assert_eq!(task["lesson"], "queen-mate");
    let answer = json!({"moves": [], "give_up": true});
    server.post(&format!("/api/practise/{}/answer", task["id"]), &answer);
    let begun = lesson("queen-mate");
    assert_eq!((&begun["tried"], &begun["solved"]), (&json!(1), &json!(0)));
}

fn point(games: u64, wins: u32) -> Value {
    json!({"games": games, "td_error": 0.1, "final_error": 0.2, "slope_error": null, "held_out_log_loss": 0.6,
        "sign_accuracy": 0.7, "expert_share": 0.9, "wins": wins, "draws": 2, "losses": 8 - wins, "score_low": 0.1, "score_high": 0.9})
}

#[test]
fn training_runs_are_shown_while_they_learn() {
    let home = tempfile::tempdir().unwrap();
    let run = home.path().join("runs/<b>td");
    fs::create_dir_all(&run).unwrap();
    fs::create_dir_all(home.path().join("runs/other")).unwrap();
    let server = Server::start(home.path(), &[]);
    assert_eq!(server.get("/api/lab/trainings").1, json!([]));
    fs::write(
        run.join("recipe.json"),
        json!({"name": "td", "seed": 3, "recipe": {"games": 400}}).to_string(),
    )
    .unwrap();
    let (_, begun) = server.get("/api/lab/trainings");
    assert_eq!(
        (&begun[0]["name"], &begun[0]["games"], &begun[0]["points"]),
        (&json!("<b>td"), &json!(400), &json!([]))
    );
    let report = "/api/lab/trainings/%3Cb%3Etd/report.html";
    assert_eq!(server.get(report).0, 404);
    fs::write(run.join("curve.jsonl"), format!("{}\n{}\n", point(100, 1), point(200, 4))).unwrap();
    let (_, now) = server.get("/api/lab/trainings");
    assert_eq!((&now[0]["points"][1]["games"], &now[0]["points"][1]["wins"]), (&json!(200), &json!(4)));
    let (status, page) = server.get(report);
    assert!(status == 200 && page.as_str().unwrap().contains("Training report"), "{page}");
    assert_eq!(server.get("/api/lab/trainings/other/report.html").0, 404);
}

#[test]
fn positions_are_kept_once() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let (status, kept) = server.post("/api/positions", &json!({"fen": OPENING, "note": "<i>Spanish?</i>"}));
    assert_eq!((status, &kept["note"]), (200, &json!("<i>Spanish?</i>")));
    server.post("/api/positions", &json!({"fen": OPENING, "note": "Italian"}));
    let (_, all) = server.get("/api/positions");
    assert_eq!((all.as_array().unwrap().len(), &all[0]["note"]), (1, &json!("Italian")));
    assert_eq!(server.post("/api/positions", &json!({"fen": "nonsense"})).0, 400);
    assert_eq!(server.post("/api/positions", &json!({"fen": OPENING, "note": "x".repeat(201)})).0, 400);
    let id = all[0]["id"].as_i64().unwrap();
    assert_eq!(server.send("DELETE", &format!("/api/positions/{id}"), "", "").0, 204);
    assert_eq!(server.send("DELETE", &format!("/api/positions/{id}"), "", "").0, 404);
}

#[test]
fn answers_name_the_claims_of_every_sentence() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let mut linked = 0;
    for (question, fen) in [
        ("why Re8?", "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1"),
        ("who is better?", "r1b2rk1/1pp2pbp/4p1p1/p2nP3/Pq2Q3/1B3N1P/1PP2PP1/R1B1R1K1 w - - 0 17"),
        ("is this won?", "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"),
    ] {
        let (status, answer) =
            server.post("/api/ask", &json!({"fen": fen, "question": question, "nodes": 20_000}));
        assert!(status == 200 && answer["topic"].is_string(), "{answer}");
        let claims = answer["claims"].as_array().unwrap().len() as u64;
        for part in answer["text"].as_array().unwrap() {
            let sentences = part["sentences"].as_array().unwrap();
            for place in sentences.iter().flat_map(|s| s["claims"].as_array().unwrap()) {
                assert!(place.as_u64().unwrap() < claims, "{answer}");
                linked += 1;
            }
        }
    }
    assert!(linked >= 3, "{linked}");
}

#[test]
fn an_annotation_begun_before_a_kill_is_done_after_it() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let (_, body) = server.post("/api/games", &json!({"pgn": GAME}));
    let id = body["games"][0]["id"].as_i64().unwrap();
    let (_, job) = server.post(&format!("/api/games/{id}/annotate"), &json!({"nodes": 15_000}));
    let job = job["id"].as_i64().unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let (_, now) = server.get(&format!("/api/jobs/{job}"));
        if now["state"] == "running" && now["done"].as_u64().unwrap() >= 2 {
            break;
        }
        assert!(now["state"] != "done", "too quick to be killed in the middle: {now}");
        assert!(Instant::now() < end, "{now}");
        std::thread::sleep(Duration::from_millis(10));
    }
    // Killed hard, in the middle of a game.
    drop(server);
    let server = Server::start(home.path(), &[]);
    assert_eq!(server.get(&format!("/api/games/{id}/annotation.pgn")).0, 404, "no half of an annotation");
    let done = server.job(job);
    assert_eq!(done["state"], "done", "{done}");
    let (status, text) = server.get(&format!("/api/games/{id}/annotation.pgn"));
    assert!(status == 200 && text.to_string().contains("%eval"), "{text}");
}
