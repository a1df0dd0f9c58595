//! `philidor learn train`: an evaluation V, learned from the results of games.
//!
//! The coordinator hands out games, learns from what comes back in the order of the games, and makes new weights known after every
//! round. Workers are threads here or processes anywhere (`--nats`); the result does not depend on how many there are.

mod coordinate;
pub(crate) mod work;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use anyhow::{Context, bail, ensure};
use philidor_cluster::{Exchange, Local, Nats, Part};
use philidor_knowledge::LEARNING_RECIPES;
use philidor_train::neuro::{
    corpus::Corpus,
    file::{NeuroNet, Role},
    recipe::Recipe,
};

use self::coordinate::{Coordinator, Setup};
use super::model::read_corpus;
use crate::{output::write_text, progress::interrupt};

pub(super) const EXAMPLE: &str = "Examples:\n  \
    philidor learn train --recipe ebnn --games expert-120k.pgn.zst --model model.safetensors --out ebnn\n  \
    philidor learn train --recipe td --games expert-120k.pgn.zst --out td --match-every 100\n\n\
    OUT/v.safetensors is the evaluation: play it with `philidor match net:OUT/v.safetensors eval:gnu-like`, or give it to the\n\
    Evaluation option of `philidor uci`. OUT/curve.jsonl is the learning curve. Ctrl-C saves; --resume goes on.";

/// The recipes by name.
fn recipe_help() -> String {
    let names: Vec<&str> = LEARNING_RECIPES.names().collect();
    format!("A recipe by name ({}), or a file ending in .toml", names.join(", "))
}

/// What to train, and with what.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(long, default_value = "ebnn", help = recipe_help())]
    recipe: String,
    /// Expert games: PGN, or PGN compressed with zstd (.zst)
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// Read at most so many expert games
    #[arg(long, default_value_t = 120_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    most: u64,
    /// The chess model M, for recipes with slopes (see `learn model`)
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Start from this evaluation instead of random weights
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Train on so many games instead of what the recipe says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    train_games: Option<u64>,
    /// Chooses first weights, games and examples
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads here that play
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=256))]
    workers: u32,
    /// Measure, and play a match against eval:gnu-like with the same search, after every so many games (0: at the end only)
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
    /// Go on from saved progress
    #[arg(long)]
    resume: bool,
    /// Let workers elsewhere play too (`philidor worker`): a NATS server with JetStream, such as nats://localhost:4222
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    /// Name of the run on that server
    #[arg(long, default_value = "neuro", value_name = "NAME")]
    run: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    ensure!(
        args.workers > 0 || args.nats.is_some(),
        "--workers 0 makes sense with --nats only: nobody would play"
    );
    let exchange = exchange(args)?;
    let setup = setup(args)?;
    let mut coordinator = Coordinator::new(setup, args.resume)?;
    let (stop, home) = (interrupt(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..args.workers)
            .map(|number| {
                let place = if args.nats.is_some() { "coordinator" } else { "thread" };
                work::start(scope, &*exchange, format!("{place} {}", number + 1), &home)
            })
            .collect::<Result<_, _>>()
            .context("a thread to play on")?;
        let done = coordinator.run(&*exchange, &stop);
        home.store(true, Ordering::Relaxed);
        if done.is_ok() {
            exchange.close()?;
        }
        for worker in workers {
            match worker.join() {
                Ok(worked) => worked?,
                Err(_) => bail!("a worker broke down; what was learned is saved"),
            }
        }
        done
    })?;
    Ok(ExitCode::SUCCESS)
}

/// How long a worker may be silent about a game.
const LEASE: Duration = Duration::from_secs(120);
/// The same for workers elsewhere, which confirm every few seconds.
pub(crate) const LEASE_ELSEWHERE: Duration = Duration::from_secs(20);

fn exchange(args: &Args) -> anyhow::Result<Box<dyn Exchange>> {
    let Some(url) = &args.nats else { return Ok(Box::new(Local::new(LEASE))) };
    let goes_on = args.resume && args.out.join(coordinate::PROGRESS).exists();
    let part = if goes_on { Part::OldRun } else { Part::NewRun };
    ensure!(
        goes_on || !args.out.join(coordinate::PROGRESS).exists(),
        "{} holds the progress of an earlier run: go on with --resume, or give another --out",
        args.out.display()
    );
    let opened = Nats::open(url, &args.run, part, LEASE_ELSEWHERE)?;
    Ok(Box::new(opened.context("a coordinator makes the run it needs")?))
}

/// Everything that is the same wherever workers are.
fn setup(args: &Args) -> anyhow::Result<Setup> {
    let mut recipe = read_recipe(&args.recipe)?;
    if let Some(games) = args.train_games {
        recipe.games = games;
    }
    if recipe.hidden > 0 && recipe.games <= recipe.linear_games {
        eprintln!(
            "philidor: V will stay linear: recipe {} gives it hidden neurons after {} games only, and this run has {}",
            args.recipe, recipe.linear_games, recipe.games
        );
    }
    let model = match &args.model {
        Some(path) => Some(read_net(path, Role::Model)?),
        None if recipe.needs_model() => bail!(
            "recipe {} takes slopes from the chess model: give one with --model (`philidor learn model` trains it), \
             or choose a recipe without slopes, such as td",
            args.recipe
        ),
        None => None,
    };
    let start = args.start.as_deref().map(|path| read_net(path, Role::Evaluation)).transpose()?;
    let corpus: Corpus = read_corpus(&args.games, args.most as usize)?;
    std::fs::create_dir_all(&args.out).with_context(|| format!("making {}", args.out.display()))?;
    ensure!(
        args.resume || !args.out.join(coordinate::PROGRESS).exists(),
        "{} holds the progress of an earlier run: go on with --resume, or give another --out",
        args.out.display()
    );
    let named = serde_json::json!({ "name": args.recipe, "seed": args.seed, "recipe": recipe });
    write_text(&args.out.join("recipe.json"), &(serde_json::to_string_pretty(&named)? + "\n"))?;
    Ok(Setup {
        name: stem(&args.recipe),
        recipe,
        seed: args.seed,
        corpus,
        model,
        start,
        match_every: args.match_every,
        match_games: args.match_games,
        match_search: (args.match_depth, args.match_quiescence),
        concurrency: args.workers.max(1),
        out: args.out.clone(),
    })
}

fn read_recipe(name: &str) -> anyhow::Result<Recipe> {
    if !name.ends_with(".toml") {
        return Ok(Recipe::find(name)?);
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("reading {name}"))?;
    Ok(Recipe::parse(&stem(name), &text)?)
}

/// A recipe's name without directory and ending: the same recipe gives the same net wherever its file is.
fn stem(recipe: &str) -> String {
    Path::new(recipe).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn read_net(path: &Path, role: Role) -> anyhow::Result<NeuroNet> {
    let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    NeuroNet::from_bytes(&bytes, role).with_context(|| format!("in {}", path.display()))
}
