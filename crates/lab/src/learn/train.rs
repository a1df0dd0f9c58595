//! `philidor learn train`: an evaluation V, learned from the results of games.
//!
//! The coordinator hands out games, learns from what comes back in the order of the games, and makes new weights known after every
//! round. Workers are threads here or processes anywhere (`--nats`); the result does not depend on how many there are.

use std::{
    path::PathBuf,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{bail, ensure};
use indicatif::ProgressBar;
use philidor_arena::{Contest, Match};
use philidor_knowledge::LEARNING_RECIPES;
use philidor_terminal::{
    output::outln,
    progress::{self, interrupt},
};
use philidor_train::{
    neuro::{
        file::{NeuroNet, Role},
        recipe::Recipe,
        run::{self, Challenge, Coordinator, Host, Played, Setup},
    },
    nnue::taught::Order,
};

use philidor_uci::Resources;

use super::model::read_corpus;
use crate::contest;

/// Examples for the help.
pub const EXAMPLE: &str = "Examples:\n  \
    philidor learn train --recipe ebnn --games expert-120k.pgn.zst --model model.safetensors --out ebnn\n  \
    philidor learn train --recipe td --games expert-120k.pgn.zst --out td --match-every 100\n\n\
    OUT/v.safetensors is the evaluation: play it with `philidor match net:OUT/v.safetensors eval:gnu-like`, or give it to the\n\
    Evaluation option of `philidor uci`. OUT/curve.jsonl is the learning curve. Ctrl-C saves; --resume continues.";

/// The recipes by name.
fn recipe_help() -> String {
    let names: Vec<&str> = LEARNING_RECIPES.names().collect();
    format!("A recipe by name ({}), or a file ending in .toml", names.join(", "))
}

/// What to train, and with what.
#[derive(clap::Args)]
pub struct Args {
    #[arg(long, default_value = "ebnn", help = recipe_help())]
    recipe: String,
    /// Expert games: PGN, or PGN compressed with zstd (.zst)
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// Read at most this many expert games
    #[arg(long, default_value_t = 120_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    most: u64,
    /// The chess model M, for recipes with slopes (see `learn model`); for `nnue`, the teacher's net
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Start from this evaluation instead of random weights
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Train on this many games instead of what the recipe says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    train_games: Option<u64>,
    /// Chooses first weights, games and examples
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads here that play or label
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=256))]
    workers: u32,
    /// Measure, and play a match against eval:gnu-like with the same search, after every GAMES games (0: at the end only)
    #[arg(long, default_value_t = 0, value_name = "GAMES")]
    match_every: u64,
    /// Games per match (0: none)
    #[arg(long, default_value_t = 0, value_name = "GAMES")]
    match_games: u32,
    /// Depth of the matches, in plies
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=8))]
    match_depth: u32,
    /// Plies of captures beyond that depth
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=60))]
    match_quiescence: u32,
    /// Where to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Continue from saved progress
    #[arg(long)]
    resume: bool,
    /// Let workers elsewhere play too (`philidor worker`): a NATS server with JetStream, such as nats://localhost:4222
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    /// Name of the run on that server
    #[arg(long, default_value = "neuro", value_name = "NAME")]
    run: String,
}

/// Trains; matches on the way ask `house` for evaluations.
pub fn run(args: &Args, house: &dyn Resources) -> anyhow::Result<ExitCode> {
    ensure!(
        args.workers > 0 || args.nats.is_some(),
        "--workers 0 makes sense with --nats only: nobody would play"
    );
    if let Some(taught) = Recipe::read(&args.recipe)?.taught {
        let (games, most, teacher) = (args.games.as_path(), args.most as usize, args.model.as_deref());
        let terminal = Terminal::new(args.most, house);
        let (seed, threads, start) = (args.seed, args.workers, args.start.as_deref());
        let nats = args.nats.as_deref().map(|url| (url, args.run.as_str()));
        let order = Order { games, most, teacher, start, seed, threads, nats, out: &args.out };
        let done = taught.run(&order, &terminal);
        terminal.bar.finish_and_clear();
        outln!("{}", done?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let nats = args.nats.as_deref().map(|url| (url, args.run.as_str()));
    let exchange = run::exchange(nats, &args.out, args.resume)?;
    let setup = setup(args)?;
    setup.prepare(args.resume)?;
    let terminal = Terminal::new(setup.recipe.games, house);
    let mut coordinator = Coordinator::new(setup, args.resume, &terminal)?;
    let place = if args.nats.is_some() { "coordinator" } else { "thread" };
    let done = run::run(&mut coordinator, &*exchange, args.workers, place);
    terminal.bar.finish_and_clear();
    outln!("{}", done?)?;
    Ok(ExitCode::SUCCESS)
}

/// Everything that is the same wherever workers are.
fn setup(args: &Args) -> anyhow::Result<Setup> {
    let mut recipe = Recipe::read(&args.recipe)?;
    if let Some(games) = args.train_games {
        recipe.games = games;
    }
    if recipe.stays_linear() {
        philidor_terminal::noteln!(
            "philidor: V will stay linear: recipe {} gives it hidden neurons after {} games only, and this run has {}",
            args.recipe,
            recipe.linear_games,
            recipe.games
        );
    }
    let model = match &args.model {
        Some(path) => Some(NeuroNet::read(path, Role::Model)?),
        None if recipe.needs_model() => bail!(
            "recipe {} takes slopes from the chess model: give one with --model (`philidor learn model` trains it), \
             or choose a recipe without slopes, such as td",
            args.recipe
        ),
        None => None,
    };
    Ok(Setup {
        name: args.recipe.clone(),
        recipe,
        seed: args.seed,
        model,
        start: args.start.as_deref().map(|path| NeuroNet::read(path, Role::Evaluation)).transpose()?,
        corpus: read_corpus(&args.games, args.most as usize)?,
        match_every: args.match_every,
        match_games: args.match_games,
        match_search: (args.match_depth, args.match_quiescence),
        concurrency: args.workers.max(1),
        out: args.out.clone(),
    })
}

/// A run as it is seen and stopped from a terminal.
struct Terminal<'h> {
    house: &'h dyn Resources,
    started: Instant,
    stop: Arc<AtomicBool>,
    bar: ProgressBar,
}

impl<'h> Terminal<'h> {
    fn new(games: u64, house: &'h dyn Resources) -> Terminal<'h> {
        let bar = progress::bar(games, "[{bar:30}] {pos}/{len} games, {eta} left, {msg}");
        Terminal { house, started: Instant::now(), stop: interrupt(), bar }
    }
}

impl Host for Terminal<'_> {
    fn clock(&self) -> Duration {
        self.started.elapsed()
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn at(&self, games: u64) {
        self.bar.set_position(games);
    }

    fn workers(&self, table: String) {
        self.bar.set_message(table);
    }

    fn tell(&self, line: &str) {
        self.bar.suspend(|| philidor_terminal::noteln!("{line}"));
    }

    fn play(&self, challenge: &Challenge) -> anyhow::Result<Played> {
        let &Challenge { ref net, depth, captures, games, seed, concurrency } = challenge;
        let plan =
            Match { games, seed, concurrency, ..Match::measuring(net, (depth, captures), self.house)? };
        let outcome = contest::play(&Contest::new(plan, self.house)?)?;
        let tally = outcome.tally();
        let score = tally.estimate().map_or((0.0, 1.0), |e| (e.score_low, e.score_high));
        let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
        Ok(Played { wins, draws, losses, score, pgn: outcome.pgn() })
    }
}
