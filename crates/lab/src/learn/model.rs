//! `philidor learn model`: the chess model M.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::Ordering,
};

use anyhow::Context;
use philidor_train::neuro::{
    corpus::Corpus,
    model::{ModelData, ModelReport, ModelSettings, ModelTrainer},
};

use philidor_terminal::{
    output::answer,
    progress::{self, interrupt, spinner},
};

/// Examples for the help.
pub const EXAMPLE: &str = "Example:\n  philidor learn model --games expert-120k.pgn.zst --most 20000 --out model.safetensors\n\n\
    Progress is kept beside the output after every pass (OUT.progress); --resume continues from it.";

/// Where the games are and how to learn from them.
#[derive(clap::Args)]
pub struct Args {
    /// Expert games: PGN, or PGN compressed with zstd (.zst)
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// Read at most this many games
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    most: u64,
    /// Hidden neurons
    #[arg(long, default_value_t = 165, value_parser = clap::value_parser!(u32).range(1..=4096))]
    hidden: u32,
    /// Passes over the games
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions per step
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=65536))]
    batch: u32,
    /// Adam's rate
    #[arg(long, default_value_t = 1e-3)]
    rate: f64,
    /// Chooses the first weights and the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write the model
    #[arg(long, value_name = "FILE", default_value = "model.safetensors")]
    out: PathBuf,
    /// Continue from saved progress, if there is any
    #[arg(long)]
    resume: bool,
    /// How well it predicts, for programs
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let settings = ModelSettings {
        hidden: args.hidden as usize,
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.rate,
        seed: args.seed,
    };
    let reading = spinner(format!("reading {}", args.games.display()));
    let corpus = read_corpus(&args.games, args.most as usize)?;
    let data = ModelData::new(&corpus);
    reading.finish_and_clear();
    let progress = philidor_files::beside(&args.out, "progress");
    let mut trainer = match args.resume.then(|| std::fs::read(&progress)) {
        Some(Ok(bytes)) => ModelTrainer::resume(&bytes, &settings, &corpus)
            .with_context(|| format!("in {}", progress.display()))?,
        _ => ModelTrainer::new(settings, &corpus),
    };
    let stop = interrupt();
    let bar = progress::bar(0, "pass {msg} [{wide_bar}] {pos}/{len} {eta}");
    let mut at = |pass, done, all| {
        bar.set_message(format!("{pass} of {}", args.epochs));
        bar.set_length(all as u64);
        bar.set_position(done as u64);
        !stop.load(Ordering::Relaxed)
    };
    trainer.train(&data, &progress, &mut at, &|trainer| {
        if let (false, Some(error)) = (args.json, trainer.curve.last()) {
            bar.suspend(|| philidor_terminal::noteln!("pass {}: held-out error {error:.4}", trainer.epoch()));
        }
    })?;
    bar.finish_and_clear();
    let quality = trainer.quality(&data);
    philidor_files::write(&args.out, trainer.finished(&quality).to_bytes()?)?;
    // Only what is no longer needed; the model itself is written.
    let _ = std::fs::remove_file(&progress);
    let report = ModelReport { corpus: &corpus, data: &data, quality: &quality };
    answer(
        args.json,
        || Ok(report.json()),
        || format!("{}\nwritten to {}\n", report.text(), args.out.display()),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Reads expert games and says which could not be used.
pub fn read_corpus(path: &Path, most: usize) -> anyhow::Result<Corpus> {
    let corpus = Corpus::read(path, most)?;
    if let Some(complaint) = corpus.complaint(path) {
        philidor_terminal::noteln!("{complaint}");
    }
    Ok(corpus)
}
