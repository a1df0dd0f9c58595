//! The server under load, over loopback: probes at a fixed rate, many explanations at once, many annotations at once.
//!
//! The load is bounded in count and time, and comes from the same machine: what the clients cost is in the figures.

use std::{
    fmt,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use philidor_uci::signature::POSITIONS;
use serde::Serialize;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

/// Probes per second, and for how long.
const RATE: u32 = 1_000;
const SECONDS: u32 = 10;
/// Connections that the probes share.
const CONNECTIONS: usize = 16;
/// Explanations asked for at the same time.
const EXPLANATIONS: usize = 200;

/// Games annotated at the same time, and nodes for each of their positions.
const GAMES: usize = 20;
const GAME_NODES: u64 = 2_000;
const GAME: &str = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 \
    11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";

/// Positions of king and pawn against king; the first one comes in warm.
const PROBES: [&str; 4] = [
    "8/8/4k3/8/4K3/8/4P3/8%20w%20-%20-%200%201",
    "8/8/8/4k3/8/4K3/4P3/8%20w%20-%20-%200%201",
    "8/2k5/8/2K5/2P5/8/8/8%20b%20-%20-%200%201",
    "8/8/8/3k4/8/3K4/3P4/8%20b%20-%20-%200%201",
];

/// What a server did under load.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Requests that need no work, at the rate of the probes.
    pub health: Times,
    /// Probes at a fixed rate.
    pub probes: Times,
    /// Explanations one at a time, with the default budget.
    pub explanation: Times,
    /// Many explanations at once.
    pub explanations: Load,
    /// Many annotations at once.
    pub annotations: Jobs,
    /// By how much the memory of this process grew, where the system says.
    pub memory_grown_kib: Option<u64>,
}

/// Measures the server at `address`; if it runs in this process, its memory is measured, too.
pub fn measure(address: SocketAddr) -> anyhow::Result<Report> {
    let clients = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    clients.block_on(report(address))
}

async fn report(address: SocketAddr) -> anyhow::Result<Report> {
    let health = at_rate(address, RATE, SECONDS / 2, &["/api/health".to_owned()]).await?;
    let probes = at_rate(address, RATE, SECONDS, &PROBES.map(probe)).await?;
    let explanation = one_by_one(address).await?;
    let before = memory_kib();
    let explanations = explanations(address).await?;
    let annotations = annotations(address).await?;
    let memory_grown_kib = memory_kib().zip(before).map(|(after, before)| after.saturating_sub(before));
    Ok(Report { health, probes, explanation, explanations, annotations, memory_grown_kib })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { health, probes, explanation, explanations, annotations, .. } = self;
        writeln!(
            f,
            "probes at {RATE}/s for {SECONDS} s: {} answered, p50 {:.2} ms, p99 {:.2} ms, slowest {:.2} ms",
            probes.answered, probes.p50_ms, probes.p99_ms, probes.slowest_ms
        )?;
        writeln!(
            f,
            "the same without work (health): p50 {:.2} ms, p99 {:.2} ms, slowest {:.2} ms",
            health.p50_ms, health.p99_ms, health.slowest_ms
        )?;
        writeln!(
            f,
            "explanations one at a time, default budget: {} answered, p50 {:.0} ms, slowest {:.0} ms",
            explanation.answered, explanation.p50_ms, explanation.slowest_ms
        )?;
        writeln!(
            f,
            "{EXPLANATIONS} explanations at once: {} answered, {} told to come back (429, 503), {} failed, in {:.1} s; slowest {:.1} s",
            explanations.answered,
            explanations.later,
            explanations.failed,
            explanations.seconds,
            explanations.slowest_s
        )?;
        let meanwhile = &explanations.probes_meanwhile;
        writeln!(
            f,
            "probes meanwhile (10/s): {} answered, p50 {:.2} ms, slowest {:.2} ms",
            meanwhile.answered, meanwhile.p50_ms, meanwhile.slowest_ms
        )?;
        let meanwhile = &annotations.explanations_meanwhile;
        writeln!(
            f,
            "{GAMES} annotations at once ({GAME_NODES} nodes per position): {} done in {:.1} s; explanations meanwhile: {}, p50 {:.0} ms, slowest {:.0} ms",
            annotations.done, annotations.seconds, meanwhile.answered, meanwhile.p50_ms, meanwhile.slowest_ms
        )?;
        match self.memory_grown_kib {
            Some(kib) => writeln!(f, "memory of the process grew by {:.1} MiB", kib as f64 / 1024.0),
            None => Ok(()),
        }
    }
}

/// Times from when a request was due to its answer, in milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Times {
    /// Requests that were answered.
    pub answered: usize,
    /// Half of them were answered within this time.
    pub p50_ms: f64,
    /// 99 of 100 were.
    pub p99_ms: f64,
    /// All were.
    pub slowest_ms: f64,
}

impl Times {
    fn new(mut ms: Vec<f64>) -> Times {
        ms.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = (ms.len() as f64 * share).ceil() as usize;
            ms.get(place.saturating_sub(1)).copied().unwrap_or(f64::NAN)
        };
        Times { answered: ms.len(), p50_ms: at(0.5), p99_ms: at(0.99), slowest_ms: at(1.0) }
    }
}

/// A connection that is kept open.
struct Client {
    stream: TcpStream,
    address: SocketAddr,
    buffer: Vec<u8>,
    /// Where the body of the last answer begins.
    body: usize,
}

impl Client {
    async fn new(address: SocketAddr) -> anyhow::Result<Client> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Client { stream, address, buffer: Vec::new(), body: 0 })
    }

    /// Sends a request and returns the status.
    async fn ask(&mut self, method: &str, path: &str, name: &str, body: &str) -> anyhow::Result<u16> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nX-Philidor-Client: {name}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        let mut chunk = vec![0; 16 << 10];
        loop {
            let read = self.stream.read(&mut chunk).await?;
            ensure!(read > 0, "the server closed the connection");
            self.buffer.extend_from_slice(&chunk[..read]);
            let Some(end) = self.buffer.windows(4).position(|w| w == b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&self.buffer[..end]).to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length: usize = length.context("an answer with a length")?.trim().parse()?;
            if self.buffer.len() >= end + 4 + length {
                self.body = end + 4;
                return Ok(head.split(' ').nth(1).context("a status")?.parse()?);
            }
        }
    }
}

impl Client {
    /// The last answer as JSON.
    fn json(&self) -> anyhow::Result<serde_json::Value> {
        Ok(serde_json::from_slice(&self.buffer[self.body..])?)
    }
}

/// The address that probes a position.
fn probe(fen: &str) -> String {
    format!("/api/tables/probe?line=10&fen={fen}")
}

/// Requests at a fixed rate, whether or not the answers keep up.
async fn at_rate(address: SocketAddr, rate: u32, seconds: u32, paths: &[String]) -> anyhow::Result<Times> {
    let mut warm = Client::new(address).await?;
    for path in paths {
        let status = warm.ask("GET", path, "warm", "").await?;
        ensure!(status == 200, "{path} was answered with {status}");
    }
    let connections = CONNECTIONS.min(rate as usize);
    let start = Instant::now() + Duration::from_millis(50);
    let mut tasks = JoinSet::new();
    for i in 0..connections {
        let paths = paths.to_vec();
        tasks.spawn(async move {
            let mut client = Client::new(address).await?;
            let mut ms = Vec::new();
            let mut number = i;
            while number < (rate * seconds) as usize {
                let due = start + Duration::from_secs_f64(number as f64 / f64::from(rate));
                tokio::time::sleep_until(due.into()).await;
                let path = &paths[number % paths.len()];
                let status = client.ask("GET", path, "rate", "").await?;
                ensure!(status == 200, "{path} was answered with {status}");
                // From when it was due: a late answer makes the next ones late too, and that counts.
                ms.push(due.elapsed().as_secs_f64() * 1000.0);
                number += connections;
            }
            Ok(ms)
        });
    }
    let mut all = Vec::new();
    while let Some(done) = tasks.join_next().await {
        all.extend(done??);
    }
    Ok(Times::new(all))
}

/// Explanations one after the other, with the budget a request has that names none.
async fn one_by_one(address: SocketAddr) -> anyhow::Result<Times> {
    let mut client = Client::new(address).await?;
    let mut ms = Vec::new();
    for fen in POSITIONS {
        let asked = Instant::now();
        let status = client.ask("POST", "/api/explain", "reader", &json!({ "fen": fen }).to_string()).await?;
        ensure!(status == 200, "an explanation was answered with {status}");
        ms.push(asked.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(Times::new(ms))
}

/// What became of many explanations.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Load {
    /// Answered.
    pub answered: usize,
    /// Asked to come back later (429, 503).
    pub later: usize,
    /// Anything else.
    pub failed: usize,
    /// Until all had an answer.
    pub seconds: f64,
    /// The longest wait of an explanation that came.
    pub slowest_s: f64,
    /// Probes of another client in that time.
    pub probes_meanwhile: Times,
}

/// Many explanations at the same time, from ten clients; others keep probing.
async fn explanations(address: SocketAddr) -> anyhow::Result<Load> {
    let begun = Instant::now();
    let over = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let (flag, mut others) = (over.clone(), Client::new(address).await?);
    let meanwhile = tokio::spawn(async move {
        let mut ms = Vec::new();
        while !flag.load(std::sync::atomic::Ordering::Relaxed) {
            let asked = Instant::now();
            if others.ask("GET", &probe(PROBES[0]), "meanwhile", "").await.is_ok_and(|status| status == 200) {
                ms.push(asked.elapsed().as_secs_f64() * 1000.0);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Times::new(ms)
    });
    let mut tasks = JoinSet::new();
    for i in 0..EXPLANATIONS {
        tasks.spawn(async move {
            let asked = Instant::now();
            let body = json!({"fen": POSITIONS[i % POSITIONS.len()]}).to_string();
            let mut client = Client::new(address).await?;
            let status = client.ask("POST", "/api/explain", &format!("client{}", i % 10), &body).await?;
            anyhow::Ok((status, asked.elapsed().as_secs_f64()))
        });
    }
    let (mut answered, mut later, mut failed, mut slowest) = (0, 0, 0, 0.0f64);
    while let Some(done) = tasks.join_next().await {
        match done? {
            Ok((200, seconds)) => {
                answered += 1;
                slowest = slowest.max(seconds);
            }
            Ok((429 | 503, _)) => later += 1,
            _ => failed += 1,
        }
    }
    over.store(true, std::sync::atomic::Ordering::Relaxed);
    let seconds = begun.elapsed().as_secs_f64();
    Ok(Load { answered, later, failed, seconds, slowest_s: slowest, probes_meanwhile: meanwhile.await? })
}

/// What became of many annotations.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Jobs {
    /// Finished.
    pub done: usize,
    /// Until all were, or until we lost patience.
    pub seconds: f64,
    /// Explanations of another client in that time.
    pub explanations_meanwhile: Times,
}

/// Many annotations at the same time; a person keeps asking for explanations.
async fn annotations(address: SocketAddr) -> anyhow::Result<Jobs> {
    let mut client = Client::new(address).await?;
    let games: String = (0..GAMES).map(|i| format!("[White \"{i}\"]\n\n{GAME}\n\n")).collect();
    let status = client.ask("POST", "/api/games", "jobs", &json!({ "pgn": games }).to_string()).await?;
    ensure!(status == 200, "games were answered with {status}");
    let ids: Vec<i64> =
        client.json()?["games"].as_array().into_iter().flatten().filter_map(|g| g["id"].as_i64()).collect();
    let begun = Instant::now();
    for id in &ids {
        let body = json!({ "nodes": GAME_NODES }).to_string();
        let status = client.ask("POST", &format!("/api/games/{id}/annotate"), "jobs", &body).await?;
        ensure!(status == 202, "a job was answered with {status}");
    }
    let mut ms = Vec::new();
    let mut done = 0;
    while begun.elapsed() < Duration::from_secs(300) && done < ids.len() {
        let asked = Instant::now();
        let body = json!({"fen": POSITIONS[ms.len() % POSITIONS.len()], "nodes": 50_000}).to_string();
        if client.ask("POST", "/api/explain", "person", &body).await? == 200 {
            ms.push(asked.elapsed().as_secs_f64() * 1000.0);
        }
        client.ask("GET", "/api/jobs", "person", "").await?;
        let jobs = client.json()?;
        done = jobs.as_array().into_iter().flatten().filter(|j| j["state"] == "done").count();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(Jobs { done, seconds: begun.elapsed().as_secs_f64(), explanations_meanwhile: Times::new(ms) })
}

/// Resident memory of this process, where the system tells.
fn memory_kib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    text.lines().find_map(|l| l.strip_prefix("VmRSS:"))?.trim().trim_end_matches("kB").trim().parse().ok()
}
