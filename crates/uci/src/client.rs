//! Driving any UCI engine: start, ask, and survive whatever it does.
//!
//! An engine may be missing, hang, die, flood us or answer nonsense; each of these is an error that says which
//! engine and what happened, never a panic and never an endless wait. Its CPU time is read from `/proc` where
//! that exists, so that speeds can be compared on a busy machine.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    time::{Duration, Instant},
};

use philidor_chess::{
    shakmaty::{CastlingMode, Chess, Move, Position, uci::UciMove},
    write_fen,
};
use philidor_know::search::Game;

use crate::programs;

/// Why an engine could not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// The program could not be started.
    #[error("cannot start {command:?}: {reason}; is it installed and in the PATH?")]
    Start {
        /// What was to be started.
        command: String,
        /// What the system said.
        reason: String,
    },
    /// No answer in time.
    #[error("{engine} hangs: no {wanted} within {ms} ms")]
    Hangs {
        /// The engine's name.
        engine: String,
        /// The answer we waited for.
        wanted: &'static str,
        /// How long we waited.
        ms: u128,
    },
    /// The process ended.
    #[error("{engine} died while we waited for {wanted}")]
    Died {
        /// The engine's name.
        engine: String,
        /// The answer we waited for.
        wanted: &'static str,
    },
    /// Somebody has no use for the answer any more.
    #[error("{engine} was interrupted")]
    Interrupted {
        /// The engine's name.
        engine: String,
    },
    /// A move that cannot be played.
    #[error("{engine} answered with an illegal move: {text:?} in {fen}")]
    IllegalMove {
        /// The engine's name.
        engine: String,
        /// What it answered.
        text: String,
        /// The position it was asked about.
        fen: String,
    },
}

/// A move with what the engine said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub best: Move,
    /// Last score in centipawns for the side to move, mates as ±(32000 − moves).
    pub score: Option<i32>,
    /// Last depth.
    pub depth: Option<u32>,
    /// Last node count.
    pub nodes: Option<u64>,
    /// How long we waited.
    pub took: Duration,
}

/// A line the engine thinks best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// Centipawns for the side to move, mates as ±(32000 − plies).
    pub score: i32,
    /// Its legal moves; what cannot be played ends it.
    pub moves: Vec<Move>,
}

/// Longest line we look at; the rest of it is thrown away.
const LINE_BYTES: u64 = 1 << 16;
/// Lines waiting to be read before the engine has to wait for us.
const BACKLOG: usize = 4096;
/// How often somebody who waits looks whether he should still wait.
const LOOK: Duration = Duration::from_millis(20);
/// How long an engine may take to start and to get ready.
const READY: Duration = Duration::from_secs(10);

/// The engine's input, shared with those who may interrupt it; `None` once it is closed.
type Input = Arc<Mutex<Option<ChildStdin>>>;

/// Interrupts a search from another thread: the engine then answers at once with the best it has.
#[derive(Debug, Clone)]
pub struct Stopper(Input);

impl Stopper {
    /// Sends `stop`; harmless if nothing is being searched or the engine is gone.
    pub fn stop(&self) {
        send(&self.0, "stop");
    }
}

fn send(input: &Input, line: &str) {
    let mut input = input.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(stdin) = input.as_mut() {
        // A dead engine is noticed when we wait for its answer.
        let _dead = stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| stdin.flush());
    }
}

/// A running UCI engine.
#[derive(Debug)]
pub struct UciEngine {
    child: Child,
    stdin: Input,
    lines: Receiver<String>,
    name: String,
    stop: Arc<AtomicBool>,
}

impl UciEngine {
    /// Starts `command` (words separated by blanks, quotes allowed) and sets its options.
    pub fn start(command: &str, options: &[(String, String)]) -> Result<UciEngine, ClientError> {
        let failed = |reason: String| ClientError::Start { command: command.to_owned(), reason };
        let words = split_command(command);
        let (program, args) = words.split_first().ok_or_else(|| failed("the command is empty".to_owned()))?;
        let bare = !program.contains(std::path::MAIN_SEPARATOR);
        let file = Some(program).filter(|_| bare).and_then(|program| programs::find(program));
        let mut child = Command::new(file.as_deref().unwrap_or(program.as_ref()))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let stdin = Arc::new(Mutex::new(child.stdin.take()));
        let stdout = child.stdout.take().ok_or_else(|| failed("it has no output".to_owned()))?;
        let (sender, lines) = sync_channel(BACKLOG);
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            loop {
                line.clear();
                match reader.by_ref().take(LINE_BYTES).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {
                        if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        let mut engine = UciEngine { child, stdin, lines, name: command.to_owned(), stop: Arc::default() };
        engine.send("uci");
        let deadline = Instant::now() + READY;
        loop {
            let line = engine.line(deadline, READY, "uciok")?;
            if let Some(name) = line.strip_prefix("id name ") {
                engine.name = name.trim().to_owned();
            }
            if line == "uciok" {
                break;
            }
        }
        for (name, value) in options {
            engine.send(&format!("setoption name {name} value {value}"));
        }
        engine.ready()?;
        Ok(engine)
    }

    /// The name the engine gave itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A handle with which another thread may interrupt a search.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stdin))
    }

    /// From now on every wait ends when `stop` is raised, with [`ClientError::Interrupted`]: what the engine says after that
    /// belongs to nobody, so it is of no more use.
    pub fn set_stop(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    /// Whether the process has not ended.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Announces a new game.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.send("ucinewgame");
        self.ready()
    }

    /// Asks for a move: `go` is the part after the word `go`. `patience` is the longest we wait.
    pub fn go(&mut self, game: &Game, go: &str, patience: Duration) -> Result<Answer, ClientError> {
        let started = self.search(game, go);
        let (mut score, mut depth, mut nodes) = (None, None, None);
        loop {
            let line = self.line(started + patience, patience, "bestmove")?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.first() {
                Some(&"info") => {
                    let main_line = number_after(&words, "multipv").is_none_or(|n: u32| n == 1);
                    if main_line {
                        score = parse_score(&words).or(score);
                        depth = number_after(&words, "depth").or(depth);
                    }
                    nodes = number_after(&words, "nodes").or(nodes);
                }
                Some(&"bestmove") => {
                    let took = started.elapsed();
                    let text = words.get(1).copied().unwrap_or("");
                    let best = text
                        .parse::<UciMove>()
                        .ok()
                        .and_then(|uci| uci.to_move(game.position()).ok())
                        .ok_or_else(|| ClientError::IllegalMove {
                            engine: self.name.clone(),
                            text: text.chars().take(40).collect(),
                            fen: write_fen(game.position()),
                        })?;
                    return Ok(Answer { best, score, depth, nodes, took });
                }
                _ => {}
            }
        }
    }

    /// Asks for the best `count` lines: `go` is the part after the word `go`.
    pub fn lines(
        &mut self,
        game: &Game,
        count: usize,
        go: &str,
        patience: Duration,
    ) -> Result<Vec<Variation>, ClientError> {
        self.send(&format!("setoption name MultiPV value {count}"));
        self.ready()?;
        let started = self.search(game, go);
        let mut found: Vec<Option<Variation>> = vec![None; count];
        loop {
            let line = self.line(started + patience, patience, "bestmove")?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.first() {
                Some(&"info") => {
                    if let Some((place, variation)) = Variation::told(&line, game.position())
                        && let Some(slot) = found.get_mut(place)
                    {
                        *slot = Some(variation);
                    }
                }
                Some(&"bestmove") => return Ok(found.into_iter().flatten().collect()),
                _ => {}
            }
        }
    }

    /// Asks for the best `count` lines and tells what is found while it is searched: depth, nodes, lines. When `stop` (see
    /// [`UciEngine::set_stop`]) is raised the search is ended, and the engine can be asked again.
    pub fn watch(
        &mut self,
        game: &Game,
        count: usize,
        go: &str,
        hear: &mut (dyn FnMut(u32, u64, &[Variation]) + Send),
    ) -> Result<(), ClientError> {
        let stop = std::mem::take(&mut self.stop);
        let ended = self.watch_until(&stop, game, count, go, hear);
        self.stop = stop;
        ended
    }

    fn watch_until(
        &mut self,
        stop: &AtomicBool,
        game: &Game,
        count: usize,
        go: &str,
        hear: &mut (dyn FnMut(u32, u64, &[Variation]) + Send),
    ) -> Result<(), ClientError> {
        self.send(&format!("setoption name MultiPV value {count}"));
        self.ready()?;
        self.search(game, go);
        let mut found: Vec<Variation> = Vec::new();
        // From when on an engine that was told to stop is waited for no longer.
        let mut deadline = None;
        loop {
            if deadline.is_none() && stop.load(Relaxed) {
                self.send("stop");
                deadline = Some(Instant::now() + READY);
            }
            let line = match self.lines.recv_timeout(LOOK) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => match deadline {
                    Some(end) if Instant::now() > end => {
                        let (engine, ms) = (self.name.clone(), READY.as_millis());
                        return Err(ClientError::Hangs { engine, wanted: "bestmove", ms });
                    }
                    _ => continue,
                },
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ClientError::Died { engine: self.name.clone(), wanted: "bestmove" });
                }
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.first() {
                Some(&"info") if deadline.is_none() => {
                    let place = number_after::<usize>(&words, "multipv").unwrap_or(1).wrapping_sub(1);
                    let bound = words.contains(&"upperbound") || words.contains(&"lowerbound");
                    let moves = line_of(&words, game.position());
                    let Some(score) = parse_score(&words) else { continue };
                    if bound || moves.is_empty() || place > found.len() || place >= count {
                        continue;
                    }
                    let variation = Variation { score, moves };
                    if place == found.len() {
                        found.push(variation);
                    } else {
                        found[place] = variation;
                    }
                    let depth = number_after(&words, "depth").unwrap_or(0);
                    hear(depth, number_after(&words, "nodes").unwrap_or(0), &found);
                }
                Some(&"bestmove") => return Ok(()),
                _ => {}
            }
        }
    }

    /// CPU time used so far, all threads.
    pub fn cpu_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name may hold blanks; the numbers start after its closing bracket.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        Some(Duration::from_millis(ticks * 10))
    }

    fn ready(&mut self) -> Result<(), ClientError> {
        self.send("isready");
        let deadline = Instant::now() + READY;
        while self.line(deadline, READY, "readyok")? != "readyok" {}
        Ok(())
    }

    fn send(&mut self, line: &str) {
        send(&self.stdin, line);
    }

    /// Sends the position and the order to search; what was said before is forgotten.
    fn search(&mut self, game: &Game, go: &str) -> Instant {
        let moves: Vec<String> =
            game.moves().iter().map(|m| m.to_uci(CastlingMode::Standard).to_string()).collect();
        let tail = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.send(&format!("position fen {}{tail}", write_fen(game.start())));
        self.drain();
        let started = Instant::now();
        self.send(&format!("go {go}"));
        started
    }

    fn drain(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    fn line(
        &mut self,
        deadline: Instant,
        patience: Duration,
        wanted: &'static str,
    ) -> Result<String, ClientError> {
        let engine = || self.name.clone();
        while !self.stop.load(Relaxed) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ClientError::Died { engine: engine(), wanted });
                }
                Err(RecvTimeoutError::Timeout) if left <= LOOK => {
                    return Err(ClientError::Hangs { engine: engine(), wanted, ms: patience.as_millis() });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        Err(ClientError::Interrupted { engine: engine() })
    }
}

impl Drop for UciEngine {
    /// Asks politely, waits a moment, then kills: no engine outlives us. After a stop somebody waits for us, so it is killed at once.
    fn drop(&mut self) {
        self.send("stop");
        self.send("quit");
        *self.stdin.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let patience = if self.stop.load(Relaxed) { 0 } else { 20 };
        for _ in 0..patience {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(10)),
                _ => return,
            }
        }
        // Already gone is as good as killed.
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

impl Variation {
    /// What a line of an engine's output tells of `pos`: which of its lines it is, from 0, and the line, as far as it is legal. Bounds
    /// and whatever else engines say tell nothing.
    ///
    /// ```
    /// use philidor_uci::Variation;
    ///
    /// let start = philidor_chess::shakmaty::Chess::default();
    /// let told = Variation::told("info depth 5 multipv 2 score cp 31 pv d2d4 d7d5 e1e8", &start);
    /// assert!(told.is_some_and(|(place, line)| place == 1 && line.score == 31 && line.moves.len() == 2));
    /// assert_eq!(Variation::told("info string score cp 1", &start), None);
    /// ```
    pub fn told(line: &str, pos: &Chess) -> Option<(usize, Variation)> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let place = number_after::<usize>(&words, "multipv").unwrap_or(1).checked_sub(1)?;
        if words.contains(&"upperbound") || words.contains(&"lowerbound") {
            return None;
        }
        let moves = line_of(&words, pos);
        let score = parse_score(&words)?;
        (!moves.is_empty()).then_some((place, Variation { score, moves }))
    }
}

fn number_after<T: std::str::FromStr>(words: &[&str], name: &str) -> Option<T> {
    let at = words.iter().position(|&word| word == name)?;
    words.get(at + 1)?.parse().ok()
}

/// The moves after `pv`, as far as they are legal.
fn line_of(words: &[&str], pos: &Chess) -> Vec<Move> {
    let mut pos = pos.clone();
    let mut moves = Vec::new();
    let Some(at) = words.iter().position(|&word| word == "pv") else { return moves };
    for word in &words[at + 1..] {
        let Some(mv) = word.parse::<UciMove>().ok().and_then(|uci| uci.to_move(&pos).ok()) else { break };
        pos.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

fn parse_score(words: &[&str]) -> Option<i32> {
    let at = words.iter().position(|&word| word == "score")?;
    let value: i32 = words.get(at + 2)?.parse().ok()?;
    match *words.get(at + 1)? {
        "cp" => Some(value.clamp(-30_000, 30_000)),
        "mate" if value > 0 => Some(32_000 - value.min(1_000)),
        "mate" => Some(-32_000 - value.max(-1_000)),
        _ => None,
    }
}

/// Splits a command line at blanks; quotes keep words together.
fn split_command(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut some) = (String::new(), None, false);
    for c in command.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.push(c),
            None if c == '"' || c == '\'' => (quote, some) = (Some(c), true),
            None if c.is_whitespace() => {
                if some {
                    words.push(std::mem::take(&mut word));
                }
                some = false;
            }
            None => {
                word.push(c);
                some = true;
            }
        }
    }
    if some {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_like_in_a_shell() {
        assert_eq!(split_command("gnuchess --uci"), ["gnuchess", "--uci"]);
        assert_eq!(split_command(r#"  "/my engines/x" 'a b' c"#), ["/my engines/x", "a b", "c"]);
        assert!(split_command("  ").is_empty());
    }

    #[test]
    fn scores_are_read() {
        let words: Vec<&str> = "info depth 3 score mate -2 nodes 7".split(' ').collect();
        assert_eq!(parse_score(&words), Some(-31_998));
        assert_eq!(number_after::<u64>(&words, "nodes"), Some(7));
    }

    #[cfg(unix)]
    #[test]
    fn a_search_is_interrupted_from_another_thread() {
        let script = "while read w r; do case $w in uci) echo uciok;; isready) echo readyok;; \
                      stop) echo bestmove e2e4;; quit) exit;; esac; done";
        let mut engine = UciEngine::start(&format!("sh -c \"{script}\""), &[]).expect("a shell");
        let stopper = engine.stopper();
        let waiting = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            stopper.stop();
        });
        let game = Game::new(Chess::default());
        let answer = engine.go(&game, "infinite", Duration::from_secs(20)).expect("an answer");
        assert_eq!(answer.best.to_string(), "e2-e4");
        waiting.join().expect("the thread ends");
    }

    #[test]
    fn a_missing_program_is_named() {
        let Err(error) = UciEngine::start("/no/such/engine", &[]) else { panic!("there is no such engine") };
        let error = error.to_string();
        assert!(error.contains("/no/such/engine"), "{error}");
    }
}
