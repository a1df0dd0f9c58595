//! Who plays: one of our evaluations inside this process, or any UCI engine outside.

use std::{fmt, time::Duration};

use philidor_chess::shakmaty::Move;
use philidor_know::search::{Clock, Engine, Game, GameClock, Limits, Mode, NoClock, Params, Signals};
use philidor_uci::{CONTEMPT_CP, ClientError, ProcessorClock, Resources, UciEngine, WallClock};

use crate::ArenaError;

/// A player as the command line names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spec {
    /// `eval:NAME[;key=value…]` or `net:FILE[;…]`: our search with this evaluation.
    Eval {
        /// The evaluation.
        name: String,
        /// Size of the hash table.
        hash_mib: usize,
        /// Full width with this many plies of quiescence, instead of the playing search.
        teaching: Option<u32>,
        /// A depth of its own, whatever the match says.
        depth: Option<u32>,
        /// Numbers of the search other than the usual ones.
        params: Vec<(String, i32)>,
    },
    /// `uci:COMMAND[;Option=Value…]`.
    Uci {
        /// The command that starts it.
        command: String,
        /// Options it is given.
        options: Vec<(String, String)>,
    },
}

impl Spec {
    /// Reads a player; an evaluation must be among the `resources`.
    pub fn parse(text: &str, resources: &dyn Resources) -> Result<Spec, ArenaError> {
        let wrong = |why: String| ArenaError::Input(why);
        let (kind, rest) = text.split_once(':').ok_or_else(|| {
            wrong(format!(
                "{text:?} is not a player; write eval:NAME, net:FILE or uci:COMMAND, e.g. \"uci:gnuchess --uci\""
            ))
        })?;
        let mut parts = rest.split(';').map(str::trim);
        let head = parts.next().unwrap_or("").to_owned();
        let mut options = Vec::new();
        for part in parts.filter(|part| !part.is_empty()) {
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| wrong(format!("{part:?} in {text:?} is not an option; write NAME=VALUE")))?;
            options.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        match kind {
            "eval" | "net" => {
                let head = if kind == "net" { format!("net:{head}") } else { head };
                resources
                    .evaluator(&head)
                    .map_err(|source| ArenaError::Evaluation { player: text.to_owned(), source })?;
                let (mut hash_mib, mut teaching, mut depth, mut params) = (16, None, None, Vec::new());
                for (name, value) in options {
                    let number: Option<u32> = value.parse().ok();
                    match (name.to_ascii_lowercase().as_str(), number) {
                        ("hash", Some(mib)) => hash_mib = mib.clamp(1, 4096) as usize,
                        ("teaching", Some(plies)) => teaching = Some(plies),
                        ("depth", Some(plies)) => depth = Some(plies.max(1)),
                        _ => {
                            let known = |error: String| {
                                wrong(format!(
                                    "{name}={value} in {text:?}: our own players know Hash=MIB, Teaching=PLIES \
                                     (full width, then PLIES of quiescence), Depth=PLIES (whatever the match says) and the \
                                     numbers of the search: {error}"
                                ))
                            };
                            let number =
                                value.parse().map_err(|_| known(format!("{value:?} is no number")))?;
                            Params::default().set(&name, number).map_err(|error| known(error.to_string()))?;
                            params.push((name, number));
                        }
                    }
                }
                Ok(Spec::Eval { name: head, hash_mib, teaching, depth, params })
            }
            "uci" if head.is_empty() => Err(wrong(format!("{text:?} names no command"))),
            "uci" => Ok(Spec::Uci { command: head, options }),
            _ => Err(wrong(format!(
                "{kind:?} in {text:?} is not a kind of player; there are eval, net and uci"
            ))),
        }
    }

    /// A name for tables and PGN before the engine has told its own.
    pub fn label(&self) -> String {
        match self {
            Spec::Eval { name, teaching, depth, params, .. } => {
                let kind = if name.starts_with("net:") { "" } else { "eval:" };
                let search = teaching.map_or_else(String::new, |plies| format!(" teaching+{plies}"));
                let depth = depth.map_or_else(String::new, |plies| format!(" depth {plies}"));
                let params: String = params.iter().map(|(name, value)| format!(" {name} {value}")).collect();
                format!("{kind}{name}{search}{depth}{params}")
            }
            Spec::Uci { command, .. } => command.clone(),
        }
    }

    /// Starts the player.
    pub(crate) fn start(&self, resources: &dyn Resources) -> Result<Player, ArenaError> {
        Ok(match self {
            Spec::Eval { name, hash_mib, teaching, depth, params } => {
                let evaluator = resources
                    .evaluator(name)
                    .map_err(|source| ArenaError::Evaluation { player: self.label(), source })?;
                let mut engine = Box::new(Engine::new(evaluator, *hash_mib, 1));
                if !params.is_empty() {
                    let mut all = Params::default();
                    for (name, value) in params {
                        all.set(name, *value).map_err(|error| ArenaError::Input(error.to_string()))?;
                    }
                    engine.set_params(all);
                }
                let mode =
                    teaching.map_or(Mode::Playing, |quiescence_plies| Mode::Teaching { quiescence_plies });
                Player::Inside { engine, mode, depth: *depth }
            }
            Spec::Uci { command, options } => Player::Outside(Box::new(UciEngine::start(command, options)?)),
        })
    }

    /// The player in `slot`, started if there is none.
    pub(crate) fn started<'p>(
        &self,
        slot: &'p mut Option<Player>,
        resources: &dyn Resources,
    ) -> Result<&'p mut Player, ArenaError> {
        Ok(match slot {
            Some(player) => player,
            None => slot.insert(self.start(resources)?),
        })
    }
}

/// What a time limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Time {
    /// The time of day.
    #[default]
    Day,
    /// Processor time of the search, so that a busy machine changes nothing: for players of our own only.
    Processor,
}

/// How long a player may think about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Fixed depth.
    Depth(u32),
    /// Fixed nodes.
    Nodes(u64),
    /// Fixed milliseconds.
    MoveTime(u64, Time),
    /// Clock: base and increment in milliseconds.
    Clock(i64, i64, Time),
}

impl Pace {
    /// Whether anything depends on a clock.
    pub fn is_timed(self) -> bool {
        matches!(self, Pace::MoveTime(..) | Pace::Clock(..))
    }

    /// Whether it counts processor time, which only players inside this process can be held to.
    pub fn is_processor_time(self) -> bool {
        matches!(self, Pace::MoveTime(_, Time::Processor) | Pace::Clock(.., Time::Processor))
    }

    /// Reads `10+0.1` (seconds) or `5`.
    pub fn parse_clock(text: &str, time: Time) -> Result<Pace, ArenaError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let ms = |part: &str| -> Option<i64> {
            let seconds: f64 = part.trim().parse().ok()?;
            (0.0..=1e7).contains(&seconds).then_some((seconds * 1000.0) as i64)
        };
        match (ms(base), ms(increment)) {
            (Some(base), Some(increment)) if base > 0 => Ok(Pace::Clock(base, increment, time)),
            _ => Err(ArenaError::Input(format!(
                "--tc {text:?} is not a time control; write SECONDS+INCREMENT, e.g. 10+0.1"
            ))),
        }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Pace::Depth(depth) => write!(f, "depth {depth}"),
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes per move"),
            Pace::MoveTime(ms, _) => write!(f, "{ms} ms per move"),
            Pace::Clock(base, increment, _) => {
                write!(f, "{}+{}", base as f64 / 1000.0, increment as f64 / 1000.0)
            }
        }?;
        if self.is_processor_time() { f.write_str(" of processor time") } else { Ok(()) }
    }
}

/// A move and what its player thinks of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Thought {
    pub(crate) m: Move,
    pub(crate) score: Option<i32>,
    pub(crate) depth: Option<u32>,
    pub(crate) took: Duration,
}

/// A running player.
pub(crate) enum Player {
    /// Our own search.
    Inside { engine: Box<Engine>, mode: Mode, depth: Option<u32> },
    /// Another process.
    Outside(Box<UciEngine>),
}

impl Player {
    /// Forgets the last game.
    pub(crate) fn new_game(&mut self) -> Result<(), ClientError> {
        match self {
            Player::Inside { engine, .. } => {
                engine.new_game();
                Ok(())
            }
            Player::Outside(engine) => engine.new_game(),
        }
    }

    /// Thinks about the position on the board. `clocks` are the milliseconds left of White and Black.
    pub(crate) fn think(
        &mut self,
        game: &Game,
        pace: Pace,
        clocks: [i64; 2],
        patience: Duration,
    ) -> Result<Thought, ClientError> {
        use philidor_chess::shakmaty::Position;
        match self {
            Player::Inside { engine, mode, depth } => {
                let pace = depth.map_or(pace, Pace::Depth);
                let (day, processor) = (WallClock::start(), ProcessorClock::default());
                let signals = Signals::default();
                let contempt = if *mode == Mode::Playing { CONTEMPT_CP } else { 0 };
                let mut limits = Limits { mode: *mode, contempt, ..Limits::default() };
                match pace {
                    Pace::Depth(depth) => limits.depth = Some(depth),
                    Pace::Nodes(nodes) => limits.nodes = Some(nodes),
                    Pace::MoveTime(ms, _) => signals.set_fixed(ms * 1000),
                    Pace::Clock(_, increment_ms, _) => {
                        let left_ms = clocks[game.position().turn().fold_wb(0, 1)];
                        let clock = GameClock { left_ms, increment_ms, moves_to_go: None, overhead_ms: 2 };
                        let (soft, hard) = clock.budget_us();
                        signals.set_budget(soft, hard);
                    }
                }
                let clock: &dyn Clock = match pace {
                    pace if pace.is_processor_time() => &processor,
                    pace if pace.is_timed() => &day,
                    _ => &NoClock,
                };
                let report = engine.search(game, &limits, &signals, clock, &mut |_| {});
                let took_us = if pace.is_processor_time() { processor.told_us() } else { day.elapsed_us() };
                let line = report.lines.first();
                let m = report.best_move().expect("a position with legal moves");
                Ok(Thought {
                    m,
                    score: report.score(),
                    depth: line.map(|line| line.depth),
                    took: Duration::from_micros(took_us),
                })
            }
            Player::Outside(engine) => {
                let (go, patience) = match pace {
                    Pace::Depth(depth) => (format!("depth {depth}"), patience),
                    Pace::Nodes(nodes) => (format!("nodes {nodes}"), patience),
                    Pace::MoveTime(ms, _) => {
                        (format!("movetime {ms}"), Duration::from_millis(ms) + patience.min(LATE))
                    }
                    Pace::Clock(_, increment, _) => {
                        let [white, black] = clocks.map(|ms| ms.max(1));
                        let left = game.position().turn().fold_wb(white, black).max(0) as u64;
                        (
                            format!("wtime {white} btime {black} winc {increment} binc {increment}"),
                            Duration::from_millis(left) + patience.min(LATE),
                        )
                    }
                };
                let answer = engine.go(game, &go, patience)?;
                Ok(Thought { m: answer.best, score: answer.score, depth: answer.depth, took: answer.took })
            }
        }
    }
}

/// How late an answer may be before its engine counts as hanging.
const LATE: Duration = Duration::from_secs(5);

#[cfg(test)]
mod tests {
    use philidor_uci::Shipped;

    use super::*;

    #[test]
    fn players_are_read_from_text() {
        let spec = Spec::parse("uci:gnuchess --uci;OwnBook=false", &Shipped).expect("a player");
        assert_eq!(
            spec,
            Spec::Uci { command: "gnuchess --uci".into(), options: vec![("OwnBook".into(), "false".into())] }
        );
        let spec = Spec::parse("eval:gnu-like;Teaching=11;Depth=2", &Shipped).expect("a player");
        assert_eq!(spec.label(), "eval:gnu-like teaching+11 depth 2");
        let spec = Spec::parse("eval:philidor;Hash=4;rfp_margin=60", &Shipped).expect("a player");
        assert_eq!(spec.label(), "eval:philidor rfp_margin 60");
        for wrong in ["rfp_margin=9", "rfp_marge=60", "rfp_margin=x"] {
            let error = Spec::parse(&format!("eval:philidor;{wrong}"), &Shipped).expect_err("no player");
            assert!(error.to_string().contains("numbers of the search"), "{error}");
        }
        for (bad, word) in
            [("eval:nobody", "nobody"), ("net:x.bin", "x.bin"), ("what", "uci:COMMAND"), ("uci:", "command")]
        {
            let error = Spec::parse(bad, &Shipped).expect_err("no player");
            let because = std::error::Error::source(&error).map(ToString::to_string);
            let text = format!("{error} {because:?}");
            assert!(text.contains(word), "{text}");
        }
    }

    #[test]
    fn clocks_are_read() {
        let clock = Pace::parse_clock("10+0.1", Time::Day).expect("a clock");
        assert_eq!(clock, Pace::Clock(10_000, 100, Time::Day));
        assert!(Pace::parse_clock("soon", Time::Day).is_err());
        assert_eq!(Pace::MoveTime(100, Time::Processor).to_string(), "100 ms per move of processor time");
    }
}
