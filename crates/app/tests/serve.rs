//! The server as a program meets it: over the socket, with good, bad, hostile and impatient requests.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "serve/doors.rs"]
mod doors;
#[path = "serve/hostile.rs"]
mod hostile;
#[path = "serve/library.rs"]
mod library;
#[path = "serve/more.rs"]
mod more;
#[path = "serve/openapi.rs"]
mod openapi;

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// A running `philidor serve`.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(home: &Path, args: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_philidor"))
            .args(["serve", "--port", "0"])
            .args(args)
            .env("PHILIDOR_HOME", home)
            .env("PHILIDOR_ENGINE", "philidor")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        Server { child, address }
    }

    /// Sends a request as it is and reads the answer: status, headers, body.
    fn raw(&self, request: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        // A server that refuses a large body may close before all of it was read.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        (status, head.to_lowercase(), body.to_owned())
    }

    fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String, Value) {
        let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        let (status, head, body) = self.raw(&format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{kind}{headers}Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        ));
        (status, head, serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }

    fn get(&self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.send("GET", path, "", "");
        (status, body)
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, _, body) = self.send("POST", path, "", &body.to_string());
        (status, body)
    }

    /// Waits until a job is over.
    fn job(&self, id: i64) -> Value {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let (_, job) = self.get(&format!("/api/jobs/{id}"));
            if !["waiting", "running"].contains(&job["state"].as_str().unwrap_or_default()) {
                return job;
            }
            assert!(Instant::now() < end, "a job that never ends: {job}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Killed hard: nothing may depend on a friendly end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const PAWN: &str = "8/8/4k3/8/4K3/8/4P3/8%20w%20-%20-%200%201";

#[test]
fn answers_questions_about_endgames() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let (status, probe) = server.get(&format!("/api/tables/probe?fen={PAWN}"));
    assert_eq!(status, 200, "{probe}");
    assert_eq!(
        (&probe["wdl"], &probe["dtm_plies"], &probe["moves"][0]["san"]),
        (&json!("win"), &json!(37), &json!("e3"))
    );
    let (status, found) = server.get("/api/tables/KPK/find?filter=zugzwang%20wtm&limit=2");
    assert_eq!((status, &found["count"]), (200, &json!(80)));
    let (_, stats) = server.get("/api/tables/KPK/stats");
    assert_eq!(stats["white_to_move"]["wins"]["classes"], 62_480);
    let (status, told) =
        server.post("/api/rules/explain", &json!({"fen": "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", "move": "Kd3"}));
    assert_eq!(
        (status, &told["result"], &told["asked"]["result"]),
        (200, &json!("White wins"), &json!("draw"))
    );
    let (status, played) =
        server.post("/api/tables/play", &json!({"fen": "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", "move": "Kd3"}));
    assert_eq!((status, &played["kept"], &played["better"]), (200, &json!(false), &json!("e3")));
    let (status, lines) = server
        .post("/api/lines", &json!({"fen": "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "nodes": 2000, "lines": 1}));
    assert_eq!(
        (status, &lines["lines"][0]["mate"], &lines["lines"][0]["moves"][0]),
        (200, &json!(1), &json!("a1a8"))
    );
    let (status, features) = server.get(&format!("/api/evaluate?fen={PAWN}"));
    let sum: i64 = features["terms"].as_array().unwrap().iter().map(|t| t["value"].as_i64().unwrap()).sum();
    assert_eq!((status, sum), (200, features["total"].as_i64().unwrap()));
}

#[test]
fn explains_positions_and_moves_with_evidence() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let fen = "r1b2rk1/1pp2pbp/4p1p1/p2nP3/Pq2Q3/1B3N1P/1PP2PP1/R1B1R1K1 w - - 0 17";
    let (status, told) = server.post("/api/explain", &json!({"fen": fen, "nodes": 50_000}));
    assert_eq!(status, 200, "{told}");
    let claims = told["claims"].as_array().unwrap().len();
    let mut proved = 0;
    for section in told["text"].as_array().unwrap() {
        for sentence in section["sentences"].as_array().unwrap() {
            let places = sentence["claims"].as_array().unwrap();
            assert!(places.iter().all(|p| (p.as_u64().unwrap() as usize) < claims));
            // Lines of candidates stand for themselves; every other sentence rests on a claim.
            assert!(section["kind"] == "candidates" || !places.is_empty(), "no evidence for {sentence}");
            proved += places.len();
        }
    }
    assert!(proved > 0);
    let ask = json!({"fen": fen, "move": "Bc4", "nodes": 50_000, "level": "beginner", "language": "de"});
    let (status, told) = server.post("/api/explain", &ask);
    assert!(status == 200 && told["move"] == "Bc4" && told["language"] == "de", "{told}");
    for (part, words) in [
        (json!({"fen": fen, "level": "king"}), "club"),
        (json!({"fen": fen, "language": "xx"}), "en (English)"),
        (json!({"fen": fen, "engine": "deep thought"}), "gnu-like"),
        (json!({"fen": fen, "move": "Kh9"}), "not a legal move"),
    ] {
        let (status, body) = server.post("/api/explain", &part);
        assert!(status == 400 && body.to_string().contains(words), "{body}");
    }
    let (status, answer) = server.post(
        "/api/ask",
        &json!({"fen": "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "question": "why Re8?", "nodes": 5000}),
    );
    assert!(
        status == 200 && answer["topic"].is_string() && answer["text"].to_string().contains("mate"),
        "{answer}"
    );
    let (status, answer) = server.post("/api/ask", &json!({"fen": fen, "question": "purple elephants"}));
    assert!(
        status == 200 && answer["topic"].is_null() && !answer["suggestions"].as_array().unwrap().is_empty()
    );
    assert!(server.get("/api/ask/examples?language=de").1.as_array().unwrap().len() > 5);
    // A pawn ending is explained by its theory.
    let (_, told) =
        server.post("/api/explain", &json!({"fen": "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", "nodes": 1000}));
    assert!(told["claims"].to_string().contains("key square"), "{told}");
}

#[test]
fn bad_requests_get_words_and_no_harm() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    for (path, status, words) in [
        ("/api/tables/probe?fen=nonsense", 400, "not a FEN"),
        ("/api/tables/probe", 400, "fen"),
        (
            "/api/tables/probe?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201",
            404,
            "men",
        ),
        ("/api/tables/probe?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20-%20-%200%201", 404, "men"),
        ("/api/tables/KXK/stats", 400, "KXK"),
        ("/api/tables/KPK/find?filter=foo", 400, "unknown word"),
        ("/api/games/77", 404, "no game 77"),
        ("/api/games/x", 400, ""),
        ("/api/jobs/77", 404, "no job 77"),
        ("/api/nothing", 404, "openapi"),
        ("/api/../../etc/passwd", 404, ""),
        ("/assets/nothing.js", 404, ""),
    ] {
        let (got, body) = server.get(path);
        assert_eq!(got, status, "{path}: {body}");
        assert!(body.to_string().contains(words), "{path}: {body}");
    }
    let (status, body) = server.post("/api/rules/explain", &json!({"fen": 3}));
    assert_eq!(status, 400, "{body}");
    let (status, _, _) = server.send("POST", "/api/rules/explain", "", "{not json");
    assert_eq!(status, 400);
    let (status, _, body) =
        server.send("POST", "/api/rules/check", "", &format!("{{\"text\": \"{}\"}}", "x".repeat(5 << 20)));
    assert_eq!(status, 413, "{body}");
    let (status, body) = server.post("/api/lab/runs", &json!({"recipe": "nonsense"}));
    assert!(status == 400 && body.to_string().contains("table5"), "{body}");
    // Still alive.
    assert_eq!(server.get("/api/health").0, 200);
}

#[test]
fn other_sites_and_other_names_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let body = json!({"token": "x"}).to_string();
    for headers in [
        "Origin: http://evil.example\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
        "Origin: null\r\n",
    ] {
        let (status, _, answer) = server.send("POST", "/api/practise/endgames", headers, &body);
        assert_eq!(status, 403, "{headers}: {answer}");
    }
    // A form of another site cannot send JSON.
    let form = format!(
        "POST /api/rules/amend HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{{}}",
        server.address
    );
    assert_eq!(server.raw(&form).0, 400);
    // A foreign name that leads here.
    let (status, _, _) =
        server.raw("GET /api/jobs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert_eq!(status, 403);
    let own = format!("Origin: http://{}\r\nSec-Fetch-Site: same-origin\r\n", server.address);
    let kept = json!({"fen": "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"}).to_string();
    assert_eq!(server.send("POST", "/api/positions", &own, &kept).0, 200);
    let (status, head, _) = server.send("GET", "/", "", "");
    assert_eq!(status, 200);
    for wanted in
        ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "referrer-policy"]
    {
        assert!(head.contains(wanted), "{wanted}: {head}");
    }
    // Nothing changes by asking: GET of what is changed by POST is refused.
    assert_eq!(server.get("/api/practise/endgames").0, 405);
}

#[test]
fn a_public_address_wants_a_token() {
    let home = tempfile::tempdir().unwrap();
    let refused = |args: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_philidor"))
            .args(["serve", "--port", "0"])
            .args(args)
            .env("PHILIDOR_HOME", home.path())
            .output()
            .unwrap();
        (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
    };
    let (code, words) = refused(&["--host", "0.0.0.0"]);
    assert!(code == Some(2) && words.contains("--token"), "{words}");
    let (code, words) = refused(&["--token", "short"]);
    assert!(code == Some(2) && words.contains("too short"), "{words}");
    let server = Server::start(home.path(), &["--token", "a-secret-of-16-characters"]);
    assert_eq!(server.get("/api/jobs").0, 401);
    assert_eq!(server.get("/api/health").1["locked"], true);
    assert_eq!(server.send("GET", "/api/jobs", "Authorization: Bearer wrong\r\n", "").0, 401);
    assert_eq!(
        server.send("GET", "/api/jobs", "Authorization: Bearer a-secret-of-16-characters\r\n", "").0,
        200
    );
    assert_eq!(server.post("/api/session", &json!({"token": "wrong"})).0, 401);
    let login = json!({"token": "a-secret-of-16-characters"}).to_string();
    let (status, head, _) = server.send("POST", "/api/session", "", &login);
    assert_eq!(status, 204);
    assert!(head.contains("httponly") && head.contains("samesite=strict"), "{head}");
    assert_eq!(
        server.send("GET", "/api/jobs", "Cookie: philidor_token=a-secret-of-16-characters\r\n", "").0,
        200
    );
}

#[test]
fn a_job_is_told_cancelled_and_outlives_a_kill() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let (status, job) = server.post("/api/lab/runs", &json!({"recipe": "figure3", "quick": true}));
    assert_eq!(status, 202, "{job}");
    let quick = job["id"].as_i64().unwrap();
    // The stream ends with the job.
    let (_, _, stream) = server.send("GET", &format!("/api/jobs/events?id={quick}"), "", "");
    assert!(stream.to_string().contains("\\\"state\\\":\\\"done\\\""), "{stream}");
    assert_eq!(server.job(quick)["state"], "done");
    let (status, found) = server.get(&format!("/api/lab/runs/{quick}"));
    assert!(status == 200 && !found["outcomes"].as_array().unwrap().is_empty());
    let (_, report) = server.get(&format!("/api/lab/runs/{quick}/report.html"));
    assert!(report.to_string().contains("<html"), "{report}");
    let (_, long) = server.post("/api/lab/runs", &json!({"recipe": "exact-wtm", "quick": false}));
    let long = long["id"].as_i64().unwrap();
    let (_, second) = server.post("/api/lab/runs", &json!({"recipe": "figure3"}));
    let second = second["id"].as_i64().unwrap();
    assert_eq!(server.send("DELETE", &format!("/api/jobs/{second}"), "", "").0, 204);
    assert_eq!(server.job(second)["state"], "cancelled");
    drop(server);
    // Killed in the middle: the long job begins again, the others are as they were.
    let server = Server::start(home.path(), &[]);
    let (_, again) = server.get(&format!("/api/jobs/{long}"));
    assert!(["waiting", "running"].contains(&again["state"].as_str().unwrap()), "{again}");
    assert_eq!(server.get(&format!("/api/jobs/{quick}")).1["state"], "done");
    assert_eq!(server.send("DELETE", &format!("/api/jobs/{long}"), "", "").0, 204);
    assert_eq!(server.job(long)["state"], "cancelled");
}

#[test]
fn the_document_names_every_address_and_the_library_can_be_saved() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let (status, document) = server.get("/api/openapi.json");
    assert_eq!(status, 200);
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 20, "{}", paths.len());
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            let summary = operation["summary"].as_str().unwrap_or_default();
            assert!(!summary.is_empty(), "{method} {path} has no words");
            assert!(operation["tags"].is_array(), "{method} {path} belongs nowhere");
        }
    }
    let printed = Command::new(env!("CARGO_BIN_EXE_philidor")).args(["serve", "--openapi"]).output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&printed.stdout).unwrap(), document);
    let (status, head, body) = server.send("GET", "/api/library/backup.sqlite", "", "");
    assert!(status == 200 && head.contains("attachment") && body.to_string().contains("SQLite format 3"));
    assert_eq!(server.send("GET", "/api/library/games.pgn", "", "").0, 200);
}

#[test]
fn a_client_that_goes_away_frees_its_place() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--searches", "1"]);
    let body = json!({"fen": "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "nodes": 2_000_000, "lines": 5}).to_string();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        write!(
            stream,
            "POST /api/lines HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            server.address,
            body.len()
        )
        .unwrap();
        std::thread::sleep(Duration::from_millis(150));
    }
    // All three are gone; the one place is free again long before three searches could have ended.
    let end = Instant::now() + Duration::from_secs(3);
    loop {
        let (_, health) = server.get("/api/health");
        if health["running"] == 0 && health["waiting"] == 0 {
            break;
        }
        assert!(Instant::now() < end, "{health}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

const GAME: &str = "[Event \"<script>alert(1)</script>\"]\n[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 1-0\n";

#[test]
fn games_are_kept_commented_and_practised() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let (status, body) = server.post("/api/games", &json!({"pgn": "1. Ke3 *"}));
    assert!(status == 400 && body.to_string().contains("Ke3"), "{body}");
    let (status, body) = server.post("/api/games", &json!({"pgn": "hello"}));
    assert_eq!(status, 400, "{body}");
    let (status, body) = server.post("/api/games", &json!({"pgn": format!("{GAME}\n1. Ke3 *\n")}));
    assert!(status == 200 && body["games"].as_array().unwrap().len() == 1, "{body}");
    assert!(body["problems"][0]["text"].as_str().unwrap().contains("Ke3"), "{body}");
    let id = body["games"][0]["id"].as_i64().unwrap();
    // The same game is kept once; headers come back as they are, as data.
    let (_, again) = server.post("/api/games", &json!({"pgn": GAME}));
    assert_eq!(again["games"][0]["id"], id);
    assert_eq!(again["games"][0]["event"], "<script>alert(1)</script>");
    assert_eq!(server.get("/api/games?text=anderssen").1["games"].as_array().unwrap().len(), 1);
    assert_eq!(server.get("/api/games?text=nobody").1["games"].as_array().unwrap().len(), 0);
    assert_eq!(server.get(&format!("/api/games/{id}/annotation.pgn")).0, 404);
    let (status, job) =
        server.post(&format!("/api/games/{id}/annotate"), &json!({"nodes": 2_000, "side": "both"}));
    assert_eq!(status, 202, "{job}");
    let job = server.job(job["id"].as_i64().unwrap());
    assert_eq!(job["state"], "done", "{job}");
    let (status, text) = server.get(&format!("/api/games/{id}/annotation.pgn"));
    assert!(status == 200 && text.to_string().contains("%eval"), "{text}");
    let (_, page) = server.get(&format!("/api/games/{id}/annotation.html"));
    assert!(!page.to_string().contains("<script>alert"), "escaped");
    assert_eq!(server.get(&format!("/api/games/{id}/annotation.md")).0, 200);
    assert!(server.get(&format!("/api/games/{id}")).1["annotated_pgn"].is_string());
    // What the comments say of a position is its score for those who look farther, as long as the same engine is asked.
    let (_, told) = server.get(&format!("/api/games/{id}/annotation.json"));
    let moves = told["moves"].as_array().unwrap();
    let place = &moves[moves.len() / 2];
    let first = |game: &Value| {
        let asked = json!({"fen": place["fen"], "nodes": 30_000, "game": game});
        server.post("/api/lines", &asked).1["lines"][0].clone()
    };
    assert_eq!(first(&json!(id))["score"], place["best_score"], "{place}");
    assert_eq!(first(&json!(id))["moves"], place["best_line"], "{place}");
    assert_ne!(first(&Value::Null)["moves"], place["best_line"], "a longer look finds a longer line");
    // Mistakes became drills; the answer is not told before it is given.
    let (_, overview) = server.get("/api/practise");
    assert!(overview["mistakes"]["due"].as_u64().unwrap() > 0, "{overview}");
    let (_, task) = server.get("/api/practise/next?kind=mistake");
    assert!(
        task["played_san"].is_string() && task.get("best").is_none() && task.get("line").is_none(),
        "{task}"
    );
    let drill = task["id"].as_i64().unwrap();
    let played = task["played_san"].as_str().unwrap();
    let (status, wrong) = server.post(&format!("/api/practise/{drill}/answer"), &json!({"moves": [played]}));
    assert!(status == 200 && wrong["state"] == "failed" && wrong["solution"].is_null(), "{wrong}");
    let (_, shown) = server.post(
        &format!("/api/practise/{drill}/answer"),
        &json!({"moves": [], "give_up": true, "again": true}),
    );
    let best = shown["solution"]["line"][0].as_str().unwrap().to_owned();
    let (_, right) =
        server.post(&format!("/api/practise/{drill}/answer"), &json!({"moves": [best], "again": true}));
    assert_eq!(right["state"], "passed", "{right}");
    assert_eq!(server.get("/api/practise").1["mistakes"]["answers"], 1, "only the first try counts");
    assert_eq!(server.send("DELETE", &format!("/api/games/{id}"), "", "").0, 204);
    assert_eq!(server.get("/api/practise").1["mistakes"]["drills"], 0);
}

#[test]
fn a_kill_in_the_middle_of_writing_loses_nothing_that_was_confirmed() {
    let home = tempfile::tempdir().unwrap();
    let mut confirmed = 0;
    for round in 0..3 {
        let mut server = Server::start(home.path(), &[]);
        assert!(server.get("/api/games").1["count"].as_u64().unwrap() >= confirmed);
        let end = Instant::now() + Duration::from_millis(300 + 100 * round);
        let address = server.address.clone();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(end.saturating_duration_since(Instant::now()));
            server.child.kill().unwrap();
            server
        });
        let mut number = 0;
        while Instant::now() < end + Duration::from_millis(50) {
            let games: String = (0..20)
                .map(|i| format!("[White \"{round} {number} {i}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"))
                .collect();
            let body = json!({ "pgn": games }).to_string();
            let Ok(mut stream) = TcpStream::connect(&address) else { break };
            let sent = write!(
                stream,
                "POST /api/games HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            let mut answer = String::new();
            if sent.is_ok()
                && stream.read_to_string(&mut answer).is_ok()
                && answer.starts_with("HTTP/1.1 200")
            {
                confirmed += 20;
            }
            number += 1;
        }
        drop(killer.join().unwrap());
    }
    let server = Server::start(home.path(), &[]);
    let count = server.get("/api/games").1["count"].as_u64().unwrap();
    // All or none of each request, and everything that was confirmed.
    assert!(confirmed > 0 && count >= confirmed && count.is_multiple_of(20), "{count} of {confirmed}");
}
