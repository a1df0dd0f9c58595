//! What strangers do to a server, and what those who run it see.

use std::{
    io::Write,
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::json;

use super::Server;

const TOKEN: &str = "a-token-of-sixteen-letters";

/// Somebody without the token takes every seat and sends a byte now and then: those who have it are served all the same.
#[test]
fn strangers_cannot_keep_a_server_busy() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--token", TOKEN]);
    let slow = format!(
        "POST /api/session HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{{",
        server.address
    );
    let mut held = Vec::new();
    for _ in 0..1_100 {
        // The limit of open files may be lower than that of seats.
        let Ok(mut stream) = TcpStream::connect(&server.address) else { break };
        stream.write_all(slow.as_bytes()).unwrap();
        held.push(stream);
    }
    let began = Instant::now();
    let header = format!("Authorization: Bearer {TOKEN}\r\n");
    for _ in 0..5 {
        assert_eq!(server.send("GET", "/api/rules", &header, "").0, 200);
    }
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
}

#[test]
fn guessing_a_token_is_slow_and_knowing_it_is_not() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &["--token", TOKEN]);
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..24 {
            let wrong = "Authorization: Bearer a-wrong-token-of-letters\r\n";
            scope.spawn(|| assert_eq!(server.send("GET", "/api/rules", wrong, "").0, 401));
        }
        std::thread::sleep(Duration::from_millis(200));
        let right = format!("Authorization: Bearer {TOKEN}\r\n");
        assert_eq!(server.send("GET", "/api/health", &right, "").0, 200);
        assert!(began.elapsed() < Duration::from_millis(1_000), "the owner waits: {:?}", began.elapsed());
    });
    // Eight at a time, half a second each.
    assert!(began.elapsed() >= Duration::from_millis(1_400), "{:?}", began.elapsed());
}

/// A text of rules that used to overflow the stack is a mistake in a text.
#[test]
fn endless_rules_are_refused_and_the_server_lives() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    for sum in ["1 + ".repeat(800), "(".repeat(4_000), "not ".repeat(4_000)] {
        let text =
            format!("endgame KPK {{ mirror: files }}\nrule \"r\": when {sum}1 > 0 => draw because \"x\"\n");
        let (status, told) = server.post("/api/rules/check", &json!({ "text": text }));
        assert!(status == 200 && told["report"].is_null(), "{told}");
        let fen = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";
        let (status, _) = server.post("/api/rules/explain", &json!({ "text": text, "fen": fen }));
        assert_eq!(status, 400);
    }
    assert_eq!(server.get("/api/health").0, 200);
}

#[test]
fn a_library_has_one_server_and_requests_have_numbers() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path(), &[]);
    let second = std::process::Command::new(env!("CARGO_BIN_EXE_philidor"))
        .args(["serve", "--port", "0"])
        .env("PHILIDOR_HOME", home.path())
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("in use by another server"));
    let (_, first, _) = server.send("GET", "/api/health", "", "");
    let (_, next, _) = server.send("GET", "/api/health", "", "");
    let id = |head: &str| -> u64 {
        head.split("x-request-id: ").nth(1).unwrap().split("\r\n").next().unwrap().parse().unwrap()
    };
    assert_eq!(id(&first) + 1, id(&next));
    let (status, metrics) = server.get("/api/metrics");
    let text = metrics.as_str().unwrap();
    assert_eq!(status, 200);
    for line in [
        "philidor_requests_total{status=\"200\"} 2",
        "philidor_connections ",
        "philidor_work_seconds_count 0",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}
