//! One UCI session: the game on the board, the options, and the search that may be running.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::{Scope, ScopedJoinHandle, park_timeout},
    time::Duration,
};

use philidor_chess::{
    parse_fen,
    shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position, fen::Fen, perft, uci::UciMove},
    write_fen,
};
use philidor_know::{
    eval::Evaluation,
    evaluator,
    search::{Clock, Engine, Game, Info, Limits, Mode, Signals, TableProbe},
};

use super::{
    Output,
    go::Go,
    info::info_line,
    options::{Change, Options},
    reserve::{Asked, Reserve},
    strength,
};
use crate::{CONTEMPT_CP, Resources, WallClock, signature};

/// A running search.
struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, ()>,
    signals: Arc<Signals>,
    gate: Arc<Gate>,
    clock: WallClock,
    go: Go,
    us: Color,
}

/// Holds the answer back until `stop` or `ponderhit` (`go infinite`, `go ponder`).
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn open(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.opened.notify_all();
    }

    fn pass(&self) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.opened.wait_while(open, |open| !*open));
    }
}

/// So long a search says nothing of the moves it goes through.
const QUIET_AT_FIRST: Duration = Duration::from_secs(3);
/// How often it is looked which move is in hand.
const ROOT_MOVE_EVERY: Duration = Duration::from_millis(200);

/// Tells which move of the position a long search has in hand, until it ends.
fn tell_root_moves(signals: &Signals, pos: &Chess, castling: CastlingMode, out: &Output<'_>) {
    let mut told = None;
    park_timeout(QUIET_AT_FIRST);
    while !signals.stopped() {
        let now = signals.at_root(pos);
        if let Some((mv, number)) = now
            && now != told
        {
            out.say(&format!("info currmove {} currmovenumber {number}", mv.to_uci(castling)));
            told = now;
        }
        park_timeout(ROOT_MOVE_EVERY);
    }
}

/// The state of one session.
pub(super) struct Session<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    out: &'env Output<'env>,
    resources: &'env dyn Resources,
    options: Options,
    engine: Arc<Mutex<Engine>>,
    game: Game,
    running: Option<Running<'scope>>,
    /// Time kept back in this game, and the move before, once it is answered.
    reserve: Reserve,
    asked: Arc<Mutex<Option<Asked>>>,
}

impl<'scope, 'env> Session<'scope, 'env> {
    pub(super) fn new(
        scope: &'scope Scope<'scope, 'env>,
        out: &'env Output<'env>,
        resources: &'env dyn Resources,
    ) -> Session<'scope, 'env> {
        let options = Options::default();
        let factory = evaluator::by_name(&options.evaluation).expect("the default evaluation exists");
        let mut engine = Engine::new(factory, options.hash_mib, options.threads);
        // Without a usable table directory the engine plays on without tables.
        if let Ok((tables, _)) = resources.tables(&options.syzygy_path) {
            engine.set_tables(Some(tables));
        }
        Session {
            scope,
            out,
            resources,
            options,
            engine: Arc::new(Mutex::new(engine)),
            game: Game::new(Chess::default()),
            running: None,
            reserve: Reserve::default(),
            asked: Arc::default(),
        }
    }

    /// Does what one line says; `false` after `quit`.
    pub(super) fn obey(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        // Unknown words before a command are skipped, as the protocol asks.
        for (i, &word) in words.iter().enumerate() {
            let rest = &words[i + 1..];
            match word {
                "uci" => {
                    self.say(&format!("id name Philidor {}", env!("CARGO_PKG_VERSION")));
                    self.say("id author the Philidor authors");
                    self.options.announce(self.out);
                    self.say("uciok");
                }
                "isready" => self.say("readyok"),
                "ucinewgame" => {
                    self.stop();
                    self.engine().new_game();
                    (self.reserve, self.asked) = (Reserve::default(), Arc::default());
                    self.game = Game::new(Chess::default());
                }
                "position" => self.position(rest),
                "go" => self.go(rest),
                "stop" => self.stop(),
                "ponderhit" => self.ponderhit(),
                "setoption" => self.set_option(rest),
                "quit" => {
                    self.stop();
                    return false;
                }
                "d" => self.show(),
                "eval" => self.evaluate(),
                "bench" => {
                    self.stop();
                    let depth = rest.first().and_then(|word| word.parse().ok()).unwrap_or(signature::DEPTH);
                    let own = evaluator::by_name(evaluator::NAMES[0]).expect("the default evaluation exists");
                    self.say(&signature::signature(own, depth, signature::HASH_MIB).to_string());
                }
                "debug" | "register" => {}
                _ => {
                    if i + 1 == words.len() {
                        self.say(&format!("info string unknown command: {}", clip(line.trim())));
                    }
                    continue;
                }
            }
            return true;
        }
        true
    }

    /// The input has ended: a limited search may finish, an endless one is stopped.
    pub(super) fn finish(&mut self) {
        if let Some(running) = &self.running {
            let go = &running.go;
            let limited =
                go.depth.is_some() || go.nodes.is_some() || go.movetime.is_some() || go.mate.is_some();
            if go.waits() || !(limited || go.clocks.iter().any(Option::is_some)) {
                self.stop();
            } else {
                self.wait();
            }
        }
    }

    fn say(&self, text: &str) {
        self.out.say(text);
    }

    fn engine(&self) -> std::sync::MutexGuard<'_, Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&mut self) {
        if let Some(running) = self.running.take()
            && running.thread.join().is_err()
        {
            self.say("info string the search failed");
        }
    }

    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.signals.stop();
            running.gate.open();
        }
        self.wait();
    }

    fn ponderhit(&mut self) {
        if let Some(running) = &self.running {
            let elapsed = running.clock.elapsed_us();
            let overhead = self.options.move_overhead_ms + self.reserve.ms();
            running.go.set_time(&running.signals, running.us, overhead, elapsed);
            running.gate.open();
        }
    }

    fn castling_mode(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.options.chess960)
    }

    fn position(&mut self, words: &[&str]) {
        self.stop();
        let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let setup = words[..moves_at].join(" ");
        let pos = match setup.split_once(' ').unwrap_or((&setup, "")) {
            ("startpos", _) => Ok(Chess::default()),
            ("fen", fen) if self.options.chess960 => fen
                .parse::<Fen>()
                .map_err(|error| error.to_string())
                .and_then(|fen| fen.into_position(CastlingMode::Chess960).map_err(|error| error.to_string())),
            ("fen", fen) => parse_fen(fen).map_err(|error| error.to_string().replace('\n', " ")),
            _ => Err("position wants startpos or fen".to_owned()),
        };
        let pos = match pos {
            Ok(pos) => pos,
            Err(error) => return self.say(&format!("info string position not changed: {}", clip(&error))),
        };
        let mut game = Game::new(pos);
        for word in words.iter().skip(moves_at + 1) {
            let m = word.parse::<UciMove>().ok().and_then(|uci| uci.to_move(game.position()).ok());
            match m {
                Some(m) => game.play(m),
                None => {
                    self.say(&format!("info string not a legal move here, rest ignored: {}", clip(word)));
                    break;
                }
            }
        }
        self.game = game;
    }

    fn set_option(&mut self, words: &[&str]) {
        self.stop();
        let name_at = words.iter().position(|&word| word == "name").map_or(0, |i| i + 1);
        let value_at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let name = words.get(name_at..value_at).unwrap_or_default().join(" ");
        let value = words.get(value_at + 1..).unwrap_or_default().join(" ");
        let change = match self.options.set(&name, &value, self.resources) {
            Ok(change) => change,
            Err(error) => return self.say(&format!("info string {}", clip(&error))),
        };
        match change {
            Change::Nothing => {}
            Change::Hash => {
                let free = free_mebibytes();
                let wanted = self.options.hash_mib.min(free);
                self.engine().set_hash(wanted);
                let got = self.engine().hash();
                if got < self.options.hash_mib {
                    self.say(&format!("info string there is memory for {got} MiB of hash only"));
                }
            }
            Change::Threads => self.engine().set_threads(self.options.threads),
            Change::ClearHash => self.engine().new_game(),
            Change::Params => {
                let params = self.options.params.clone();
                self.engine().set_params(params);
            }
            Change::Evaluation(evaluator) => self.engine().set_evaluator(evaluator),
            Change::Tables => {
                let probe: Option<Arc<dyn TableProbe>> =
                    match self.resources.tables(&self.options.syzygy_path) {
                        Ok((tables, found)) => {
                            self.say(&format!("info string {found}"));
                            Some(tables)
                        }
                        Err(error) => {
                            self.say(&format!("info string {}", clip(&error.to_string())));
                            None
                        }
                    };
                self.engine().set_tables(probe);
            }
        }
    }

    fn go(&mut self, words: &[&str]) {
        self.stop();
        let clock = WallClock::start();
        let pos = self.game.position().clone();
        let go = Go::parse(words, &pos);
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        // 1. Limits.
        let mode = if self.options.teaching {
            Mode::Teaching { quiescence_plies: self.options.quiescence_plies }
        } else {
            Mode::Playing
        };
        // In a game a draw is slightly disliked; analysis stays honest.
        let in_game = go.movetime.is_some() || go.clocks.iter().any(Option::is_some);
        let playing = in_game && !self.options.analyse && !self.options.teaching;
        let mut limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            search_moves: go.search_moves.clone(),
            multi_pv: self.options.multi_pv,
            mode,
            contempt: if playing { CONTEMPT_CP } else { 0 },
        };
        let weak = self.options.limit_strength.then_some(self.options.elo);
        if let Some(elo) = weak {
            strength::limit(&mut limits, elo);
        }
        let signals = Arc::new(Signals::default());
        let given = go.clock(pos.turn()).filter(|_| !go.waits());
        let before = std::mem::take(&mut self.asked);
        let mut hard = None;
        if !go.waits() {
            if let Some((left, _)) = given {
                self.reserve.hear(left, *before.lock().unwrap_or_else(PoisonError::into_inner));
            }
            let overhead = self.options.move_overhead_ms + self.reserve.ms();
            hard = go.set_time(&signals, pos.turn(), overhead, 0);
        }
        let asked = Arc::clone(&self.asked);
        let gate = Arc::new(Gate::default());
        if !go.waits() {
            gate.open();
        }
        // 2. The search thread.
        let (engine, game) = (Arc::clone(&self.engine), self.game.clone());
        let (thread_signals, thread_gate) = (Arc::clone(&signals), Arc::clone(&gate));
        let castling = self.castling_mode();
        let multi_pv = self.options.multi_pv;
        let men = self.options.show_wdl.then(|| pos.board().occupied().count());
        let out = self.out;
        let teller = {
            let (signals, start) = (Arc::clone(&signals), pos.clone());
            self.scope.spawn(move || tell_root_moves(&signals, &start, castling, out))
        };
        let thread = self.scope.spawn(move || {
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let mut tell = |info: &Info<'_>| {
                if info.multi_pv <= multi_pv {
                    out.say(&info_line(info, castling, men));
                }
            };
            let report = engine.search(&game, &limits, &thread_signals, &clock, &mut tell);
            let best = match weak {
                Some(elo) => strength::choose(&report, elo, seed(game.position())),
                None => report.best_move(),
            };
            thread_gate.pass();
            thread_signals.stop();
            teller.thread().unpark();
            drop(engine);
            let text = |m: Move| m.to_uci(castling).to_string();
            if let (Some((left_ms, increment_ms)), Some(hard)) = (given, hard) {
                let took = clock.elapsed_us();
                let (took_ms, late_ms) = (took as i64 / 1000, took.saturating_sub(hard) as i64 / 1000);
                let answered = Asked { left_ms, increment_ms, took_ms, late_ms };
                *asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(answered);
            }
            match (best, report.ponder_move()) {
                (Some(best), Some(ponder)) if report.best_move() == Some(best) => {
                    out.say(&format!("bestmove {} ponder {}", text(best), text(ponder)));
                }
                (Some(best), _) => out.say(&format!("bestmove {}", text(best))),
                (None, _) => {
                    let score = if game.position().is_check() { "mate 0" } else { "cp 0" };
                    out.say(&format!("info depth 0 score {score}"));
                    out.say("bestmove (none)");
                }
            }
        });
        self.running = Some(Running { thread, signals, gate, clock, go, us: pos.turn() });
    }

    fn perft(&self, depth: u32) {
        let pos = self.game.position();
        let castling = self.castling_mode();
        let mut sum = 0;
        for m in pos.legal_moves() {
            if depth == 0 {
                break;
            }
            let mut next = pos.clone();
            next.play_unchecked(m);
            let nodes = perft(&next, depth - 1);
            sum += nodes;
            self.say(&format!("{}: {nodes}", m.to_uci(castling)));
        }
        self.say(&format!("\nNodes searched: {}", sum.max(u64::from(depth == 0))));
    }

    fn show(&self) {
        let pos = self.game.position();
        self.say(&format!("{:?}", pos.board()));
        if self.options.chess960 {
            self.say(&format!("Fen: {}", Fen::from_position(pos, EnPassantMode::Legal)));
        } else {
            self.say(&format!("Fen: {}", write_fen(pos)));
        }
        let checkers: Vec<String> = pos.checkers().into_iter().map(|square| square.to_string()).collect();
        self.say(&format!("Checkers: {}", checkers.join(" ")));
    }

    fn evaluate(&mut self) {
        self.stop();
        let pos = self.game.position().clone();
        let explained = match self.options.evaluation.as_str() {
            "philidor" => Some(Evaluation::tuned().explain(&pos).table(pos.turn(), false)),
            "untuned" => Some(Evaluation::untuned().explain(&pos).table(pos.turn(), false)),
            evaluator::LEARNED => evaluator::learned().concepts(&pos).map(|concepts| concepts.table(false)),
            _ => None,
        };
        if let Some(table) = explained {
            self.say(table.trim_end());
        }
        let score = self.engine().evaluate(&pos);
        let white = if pos.turn().is_white() { score } else { -score };
        self.say(&format!(
            "Evaluation {}: {}{}.{:02} (White's view, static)",
            self.options.evaluation,
            if white < 0 { '-' } else { '+' },
            white.abs() / 100,
            white.abs() % 100,
        ));
    }
}

/// Three quarters of the memory that can be had now: a system that promises more than it has ends the process when it is used.
fn free_mebibytes() -> usize {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    affordable(
        &read("/proc/meminfo"),
        &read("/sys/fs/cgroup/memory.max"),
        &read("/sys/fs/cgroup/memory.current"),
    )
}

/// The same, by what the system tells of its memory, and of the share that this process's group may have and has; without a word there is no limit.
fn affordable(system: &str, share: &str, used: &str) -> usize {
    let line = system.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let of_system = line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<usize>().ok());
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let of_share = number(share).map(|most| most.saturating_sub(number(used).unwrap_or(0)) >> 10);
    let kibibytes = of_system.into_iter().chain(of_share).min();
    kibibytes.map_or(usize::MAX, |kib| ((kib / 4 * 3) >> 10).max(1))
}

fn seed(pos: &Chess) -> u64 {
    let mut hasher = DefaultHasher::new();
    pos.hash(&mut hasher);
    hasher.finish()
}

/// Shortens rubbish before it is quoted.
fn clip(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_memory_is_taken_than_there_is() {
        let system = "MemTotal: 8388608 kB\nMemAvailable:    4194304 kB\n";
        assert_eq!(affordable(system, "max\n", "5\n"), 3072);
        assert_eq!(affordable(system, "1073741824\n", "536870912\n"), 384);
        assert_eq!(affordable(system, "1000", "2000"), 1);
        assert_eq!(affordable("", "", ""), usize::MAX);
    }
}
