//! `philidor match`: engines and evaluations against each other.
//!
//! Every opening is played twice with colours swapped. A player that crashes, hangs or plays an illegal move
//! loses that game and is named. With `--state` a match can be interrupted and resumed.

pub(crate) mod openings;
mod pgn;
mod play;
mod player;
mod stats;

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, IsTerminal, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use anyhow::{Context, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use philidor_know::search::Game;
use serde_json::json;

use crate::output::write_text;

use self::{
    play::{Record, Rules},
    player::{Pace, Player, Spec},
    stats::{SPRT_BOUND, elo},
};

pub(crate) use self::stats::Tally;

/// Arguments of `philidor match`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// First player: eval:NAME, net:FILE or uci:COMMAND, with options as ;Name=Value (ours: Hash, Teaching, Depth)
    #[arg(value_name = "A", required_unless_present = "write_openings")]
    first: Option<String>,
    /// Second player
    #[arg(value_name = "B", required_unless_present = "write_openings")]
    second: Option<String>,
    /// Fixed depth per move, in plies
    #[arg(long, group = "pace", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// Fixed nodes per move (not every engine obeys)
    #[arg(long, group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Fixed time per move, in milliseconds [default: 100]
    #[arg(long, group = "pace", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Clock: seconds per game plus seconds per move
    #[arg(long, group = "pace", value_name = "10+0.1")]
    tc: Option<String>,
    /// Number of games; openings are played in pairs, so an even number is best
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Own opening lines (SAN, one line each) instead of our balanced set
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Start with another opening of the set
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Stop as soon as the first player is shown to be ELO1 better rather than ELO0 (or the reverse), 5 % errors
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Write the games as PGN, with evaluations
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Keep finished games here, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Longest wait in milliseconds for a move without a time limit of its own
    #[arg(long, default_value_t = 60_000, value_name = "MS")]
    timeout: u64,
    /// Lateness that is forgiven on the clock
    #[arg(long, default_value_t = 50, value_name = "MS")]
    margin: i64,
    /// Resign when both see CP centipawns for MOVES moves (off by default)
    #[arg(long, value_name = "CP,MOVES")]
    resign: Option<String>,
    /// Agree on a draw when both see at most CP centipawns for MOVES moves after move 30 (off by default)
    #[arg(long, value_name = "CP,MOVES")]
    draw: Option<String>,
    /// The result as JSON
    #[arg(long)]
    json: bool,
    /// Make an opening set of --games lines instead of playing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["first", "second"])]
    write_openings: Option<PathBuf>,
    /// Evaluation that checks the balance of --write-openings
    #[arg(long, default_value = "philidor", requires = "write_openings")]
    opening_eval: String,
}

/// Plays the match and prints its result.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.write_openings {
        let text = openings::make(args.games as usize, args.seed, &args.opening_eval)?;
        write_text(path, &text)?;
        return Ok(ExitCode::SUCCESS);
    }
    let contest = Contest::prepare(args)?;
    let finished = contest.resume()?;
    let records = contest.play(finished)?;
    contest.tell(&records)?;
    Ok(ExitCode::SUCCESS)
}

/// A short match at a fixed depth, as training plays them: the tally, and the games as PGN.
pub(crate) fn at_depth(
    first: &str,
    second: &str,
    (depth, games): (u32, u32),
    seed: u64,
    concurrency: u32,
) -> anyhow::Result<(Tally, String)> {
    let args = Args {
        first: Some(first.to_owned()),
        second: Some(second.to_owned()),
        depth: Some(depth),
        nodes: None,
        movetime: None,
        tc: None,
        games,
        concurrency,
        openings: None,
        seed,
        sprt: None,
        pgn: None,
        state: None,
        timeout: 60_000,
        margin: 50,
        resign: None,
        draw: None,
        json: false,
        write_openings: None,
        opening_eval: String::new(),
    };
    let contest = Contest::prepare(&args)?;
    let records = contest.play(BTreeMap::new())?;
    Ok((tally(&records), contest.pgn(&records)))
}

/// A match that is ready to be played.
struct Contest<'a> {
    args: &'a Args,
    specs: [Spec; 2],
    labels: [String; 2],
    rules: Rules,
    openings: Vec<Game>,
    sprt: Option<(f64, f64)>,
}

impl Contest<'_> {
    fn prepare(args: &Args) -> anyhow::Result<Contest<'_>> {
        let texts = [args.first.as_deref().unwrap_or(""), args.second.as_deref().unwrap_or("")];
        let specs = [Spec::parse(texts[0])?, Spec::parse(texts[1])?];
        // 1. Both must start at all: better now than after an hour.
        let mut labels = [specs[0].label(), specs[1].label()];
        for (spec, label) in specs.iter().zip(&mut labels) {
            if let Player::Outside(engine) = spec.start()? {
                engine.name().clone_into(label);
            }
        }
        if labels[0] == labels[1] {
            labels[1].push_str(" (second)");
        }
        // 2. The rules.
        let pace = match (args.depth, args.nodes, args.movetime, &args.tc) {
            (Some(depth), ..) => Pace::Depth(depth),
            (_, Some(nodes), ..) => Pace::Nodes(nodes),
            (.., Some(tc)) => Pace::parse_clock(tc)?,
            (_, _, movetime, _) => Pace::MoveTime(movetime.unwrap_or(100)),
        };
        let rules = Rules {
            pace,
            patience: Duration::from_millis(args.timeout),
            margin_ms: args.margin,
            resign: args.resign.as_deref().map(|text| two_numbers("--resign", text)).transpose()?,
            draw: args.draw.as_deref().map(|text| two_numbers("--draw", text)).transpose()?,
            max_plies: 800,
        };
        // 3. The openings.
        let mut openings = match &args.openings {
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .with_context(|| format!("cannot read openings {}", path.display()))?;
                openings::parse(&text).with_context(|| format!("in {}", path.display()))?
            }
            None => openings::balanced()?,
        };
        let shift = (args.seed % openings.len() as u64) as usize;
        openings.rotate_left(shift);
        let sprt = match &args.sprt {
            None => None,
            Some(text) => {
                let parts: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
                let &[low, high] = &parts[..] else {
                    bail!("--sprt {text:?} is no pair of Elo numbers; write e.g. --sprt 0,5")
                };
                ensure!(low < high, "--sprt {text:?}: the first number must be the smaller one");
                Some((low, high))
            }
        };
        Ok(Contest { args, specs, labels, rules, openings, sprt })
    }

    /// What makes two matches the same match.
    fn header(&self) -> String {
        json!({
            "match": [format!("{:?}", self.specs[0]), format!("{:?}", self.specs[1])],
            "pace": format!("{:?}", self.rules.pace),
            "seed": self.args.seed,
            "openings": self.openings.len(),
        })
        .to_string()
    }

    /// Games finished before an interruption.
    fn resume(&self) -> anyhow::Result<BTreeMap<usize, Record>> {
        let mut records = BTreeMap::new();
        let Some(path) = &self.args.state else { return Ok(records) };
        if !path.exists() {
            std::fs::write(path, self.header() + "\n")
                .with_context(|| format!("cannot write {}", path.display()))?;
            return Ok(records);
        }
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut lines = BufReader::new(file).lines();
        let header = lines.next().transpose()?.unwrap_or_default();
        ensure!(
            header == self.header(),
            "{} belongs to another match:\n  it says  {header}\n  this is  {}\n  give another --state, or remove it",
            path.display(),
            self.header(),
        );
        for line in lines {
            // A line cut off by the interruption is played again.
            if let Ok(record) = serde_json::from_str::<Record>(&line?) {
                records.insert(record.number, record);
            }
        }
        Ok(records)
    }

    fn play(&self, finished: BTreeMap<usize, Record>) -> anyhow::Result<BTreeMap<usize, Record>> {
        let total = self.args.games as usize;
        let todo: Vec<usize> = (0..total).filter(|number| !finished.contains_key(number)).collect();
        let log = self.args.state.as_deref().map(append).transpose()?;
        let bar = if std::io::stderr().is_terminal() {
            ProgressBar::new(total as u64)
        } else {
            ProgressBar::hidden()
        };
        bar.set_style(
            ProgressStyle::with_template("{bar:30} {pos}/{len} games {msg} [{elapsed_precise} left {eta}]")
                .expect("a valid template"),
        );
        bar.set_position(finished.len() as u64);
        let next = AtomicUsize::new(0);
        let enough = AtomicBool::new(false);
        let board = Mutex::new((finished, log));
        let failure: Mutex<Option<anyhow::Error>> = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..self.args.concurrency.min(todo.len().max(1) as u32) {
                scope.spawn(|| {
                    let mut players: [Option<Player>; 2] = [None, None];
                    while !enough.load(Relaxed) {
                        let Some(&number) = todo.get(next.fetch_add(1, Relaxed)) else { return };
                        let played = self.game(number, &mut players).and_then(|record| {
                            let mut board = board.lock().unwrap_or_else(PoisonError::into_inner);
                            if let Some(log) = &mut board.1 {
                                writeln!(log, "{}", serde_json::to_string(&record)?)?;
                            }
                            if let Some(who) = &record.forfeit {
                                bar.println(format!("game {}: {who} player: {}", number + 1, record.reason));
                            }
                            board.0.insert(number, record);
                            let tally = tally(&board.0);
                            bar.set_position(board.0.len() as u64);
                            bar.set_message(self.summary(&tally));
                            if let Some((low, high)) = self.sprt
                                && tally.llr(low, high).abs() >= SPRT_BOUND
                            {
                                enough.store(true, Relaxed);
                            }
                            Ok(())
                        });
                        if let Err(error) = played {
                            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                            enough.store(true, Relaxed);
                        }
                    }
                });
            }
        });
        bar.finish_and_clear();
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(board.into_inner().unwrap_or_else(PoisonError::into_inner).0),
        }
    }

    fn game(&self, number: usize, players: &mut [Option<Player>; 2]) -> anyhow::Result<Record> {
        for (player, spec) in players.iter_mut().zip(&self.specs) {
            if player.is_none() {
                *player = Some(spec.start()?);
            }
        }
        let opening = &self.openings[number / 2 % self.openings.len()];
        let [Some(first), Some(second)] = players.each_mut().map(Option::as_mut) else {
            bail!("a player is missing")
        };
        let labels = [&*self.labels[0], &*self.labels[1]];
        let record = play::play([first, second], labels, number, opening, &self.rules);
        // A player that broke down starts afresh.
        match record.forfeit.as_deref() {
            Some("first") => players[0] = None,
            Some(_) => players[1] = None,
            None => {}
        }
        Ok(record)
    }

    fn summary(&self, tally: &Tally) -> String {
        let score = tally.estimate().map_or(0.5, |estimate| estimate.score);
        format!("+{} ={} -{} {:.1} %", tally.wins, tally.draws, tally.losses, 100.0 * score)
    }

    fn pgn(&self, records: &BTreeMap<usize, Record>) -> String {
        let labels = [&*self.labels[0], &*self.labels[1]];
        records.values().map(|record| pgn::write(record, labels, &self.time_control())).collect()
    }

    /// Prints the result and writes the PGN.
    fn tell(&self, records: &BTreeMap<usize, Record>) -> anyhow::Result<()> {
        if let Some(path) = &self.args.pgn {
            write_text(path, &self.pgn(records))?;
        }
        let tally = tally(records);
        let Some(estimate) = tally.estimate() else { bail!("no game was played") };
        let forfeits: Vec<&Record> = records.values().filter(|record| record.forfeit.is_some()).collect();
        let mut endings: BTreeMap<&str, u32> = BTreeMap::new();
        for record in records.values() {
            let reason = if record.forfeit.is_some() { "forfeit" } else { &record.reason };
            *endings.entry(reason).or_default() += 1;
        }
        let llr = self.sprt.map(|(low, high)| tally.llr(low, high));
        let mut out = std::io::stdout().lock();
        if self.args.json {
            let value = json!({
                "first": self.labels[0],
                "second": self.labels[1],
                "games": tally.games(),
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "pairs": tally.pairs,
                "score": estimate.score,
                "score_low": estimate.score_low,
                "score_high": estimate.score_high,
                "elo": elo(estimate.score),
                "elo_low": elo(estimate.score_low),
                "elo_high": elo(estimate.score_high),
                "llr": llr,
                "endings": endings,
                "forfeits": forfeits
                    .iter()
                    .map(|record| json!({"game": record.number + 1, "player": record.forfeit, "reason": record.reason}))
                    .collect::<Vec<_>>(),
            });
            writeln!(out, "{value}")?;
            return Ok(());
        }
        writeln!(
            out,
            "{} - {}: {} games, {}",
            self.labels[0],
            self.labels[1],
            tally.games(),
            self.time_control()
        )?;
        writeln!(out, "  +{} ={} -{}", tally.wins, tally.draws, tally.losses)?;
        writeln!(
            out,
            "  score {:.1} % [{:.1}, {:.1}], Elo {:+.0} [{:+.0}, {:+.0}] (95 %, pairs {:?})",
            100.0 * estimate.score,
            100.0 * estimate.score_low,
            100.0 * estimate.score_high,
            elo(estimate.score),
            elo(estimate.score_low),
            elo(estimate.score_high),
            tally.pairs,
        )?;
        let endings: Vec<String> =
            endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        writeln!(out, "  ended by: {}", endings.join(", "))?;
        if let (Some(llr), Some((low, high))) = (llr, self.sprt) {
            let verdict = if llr >= SPRT_BOUND {
                format!("at least {high} Elo better, accepted")
            } else if llr <= -SPRT_BOUND {
                format!("not more than {low} Elo better, accepted")
            } else {
                "undecided".to_owned()
            };
            writeln!(
                out,
                "  SPRT [{low}, {high}]: log-likelihood ratio {llr:.2} of ±{SPRT_BOUND:.2}: {verdict}"
            )?;
        }
        for record in forfeits {
            writeln!(
                out,
                "  game {}: {} player, {}",
                record.number + 1,
                record.forfeit.as_deref().unwrap_or("a"),
                record.reason
            )?;
        }
        Ok(())
    }

    fn time_control(&self) -> String {
        match self.rules.pace {
            Pace::Depth(depth) => format!("depth {depth}"),
            Pace::Nodes(nodes) => format!("{nodes} nodes per move"),
            Pace::MoveTime(ms) => format!("{ms} ms per move"),
            Pace::Clock(base, increment) => {
                format!("{}+{}", base as f64 / 1000.0, increment as f64 / 1000.0)
            }
        }
    }
}

/// Counts complete pairs as pairs, the rest as single games.
fn tally(records: &BTreeMap<usize, Record>) -> Tally {
    let mut tally = Tally::default();
    for (number, record) in records {
        let points = record.first_half_points();
        match (number % 2, records.get(&(number ^ 1))) {
            (0, Some(partner)) => tally.add_pair(points, partner.first_half_points()),
            (_, None) => tally.add_game(points),
            _ => {}
        }
    }
    tally
}

fn append(path: &Path) -> anyhow::Result<File> {
    OpenOptions::new().append(true).open(path).with_context(|| format!("cannot write {}", path.display()))
}

fn two_numbers(flag: &str, text: &str) -> anyhow::Result<(i32, usize)> {
    let wrong = || format!("{flag} {text:?} wants CP,MOVES, e.g. {flag} 600,4");
    let (cp, moves) = text.split_once(',').with_context(wrong)?;
    let (cp, moves): (i32, usize) =
        (cp.trim().parse().with_context(wrong)?, moves.trim().parse().with_context(wrong)?);
    ensure!(cp >= 0 && moves >= 1, "{}", wrong());
    Ok((cp, moves))
}
