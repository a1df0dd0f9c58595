//! `philidor learn model`: the chess model M.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::Ordering,
};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use philidor_know::inputs;
use philidor_train::neuro::{
    corpus::Corpus,
    model::{ModelData, ModelSettings, ModelTrainer, Quality},
};
use serde_json::json;

use crate::{
    output::{outln, write_whole},
    progress::{interrupt, spinner},
};

pub(super) const EXAMPLE: &str = "Example:\n  philidor learn model --games expert-120k.pgn.zst --most 20000 --out model.safetensors\n\n\
    Progress is kept beside the output after every pass (OUT.progress); --resume goes on from it.";

/// Where the games are and how to learn from them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Expert games: PGN, or PGN compressed with zstd (.zst)
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// Read at most so many games
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
    /// Go on from saved progress, if there is any
    #[arg(long)]
    resume: bool,
    /// How well it predicts, for programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
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
    let progress = beside(&args.out, "progress");
    let mut trainer = match args.resume.then(|| std::fs::read(&progress)) {
        Some(Ok(bytes)) => ModelTrainer::resume(&bytes, &settings, &corpus)
            .with_context(|| format!("in {}", progress.display()))?,
        _ => ModelTrainer::new(settings, &corpus),
    };
    let stop = interrupt();
    let style = ProgressStyle::with_template("pass {msg} [{wide_bar}] {pos}/{len} {eta}");
    let bar = ProgressBar::new(0).with_style(style.context("a bar")?);
    while !trainer.done() {
        bar.set_message(format!("{} of {}", trainer.epoch() + 1, args.epochs));
        let finished = trainer.pass(&data, &mut |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            !stop.load(Ordering::Relaxed)
        });
        if !finished {
            let kept = if trainer.epoch() > 0 { "; --resume goes on after the last whole pass" } else { "" };
            bail!("stopped{kept}");
        }
        let saved = trainer.save()?;
        write_whole(&progress, |out| Ok(out.write_all(&saved)?))?;
        if let (false, Some(error)) = (args.json, trainer.curve.last()) {
            bar.suspend(|| eprintln!("pass {}: held-out error {error:.4}", trainer.epoch()));
        }
    }
    bar.finish_and_clear();
    let quality = trainer.quality(&data);
    let bytes = trainer.finished(&quality).to_bytes()?;
    write_whole(&args.out, |out| Ok(out.write_all(&bytes)?))?;
    // Only what is no longer needed; the model itself is written.
    let _ = std::fs::remove_file(&progress);
    tell(args, &corpus, &data, &quality)?;
    Ok(ExitCode::SUCCESS)
}

fn tell(args: &Args, corpus: &Corpus, data: &ModelData, quality: &Quality) -> anyhow::Result<()> {
    if args.json {
        let feature = |i: usize| json!({ "id": inputs::id(i), "r2": quality.r2[i], "r2_nothing_changes": quality.r2_nothing[i] });
        let value = json!({
            "games": corpus.games.len(), "held_out_games": corpus.held_out.len(), "passed_over": corpus.passed_over.count,
            "pairs": data.sizes().0, "held_out_pairs": quality.pairs,
            "error": quality.error, "error_nothing_changes": quality.nothing,
            "features": (0..inputs::INPUTS).map(feature).collect::<Vec<_>>(),
        });
        outln!("{value}")?;
        return Ok(());
    }
    outln!(
        "{} games, {} held out; {} pairs of positions two half-moves apart, {} held out",
        corpus.games.len(),
        corpus.held_out.len(),
        data.sizes().0,
        quality.pairs
    )?;
    outln!(
        "held-out error {:.4} (mean square per feature); if nothing changed {:.4}: {:.1} % of the change is explained",
        quality.error,
        quality.nothing,
        100.0 * (1.0 - quality.error / quality.nothing)
    )?;
    let mut order: Vec<usize> = (0..inputs::PER_SIDE).collect();
    order.sort_by(|&a, &b| quality.r2[b].total_cmp(&quality.r2[a]).then(a.cmp(&b)));
    outln!("\nfeature of the side to move     R²   if nothing changed")?;
    let (best, worst) = (order.iter().take(6), order.iter().skip(order.len() - 6));
    for &i in best {
        row(quality, i)?;
    }
    outln!("…")?;
    for &i in worst {
        row(quality, i)?;
    }
    outln!("\nwritten to {}", args.out.display())?;
    Ok(())
}

fn row(quality: &Quality, i: usize) -> std::io::Result<()> {
    let id = inputs::id(i);
    outln!("{:<28} {:>6.3}   {:>6.3}", id.trim_start_matches("us."), quality.r2[i], quality.r2_nothing[i])
}

/// Reads expert games and says which could not be used.
pub(super) fn read_corpus(path: &Path, most: usize) -> anyhow::Result<Corpus> {
    let corpus = Corpus::read(path, most)?;
    let passed = &corpus.passed_over;
    if passed.count > 0 {
        eprintln!("{} of the games in {} were passed over:", passed.count, path.display());
        passed.first.iter().for_each(|why| eprintln!("  {why}"));
        if passed.count > passed.first.len() as u64 {
            eprintln!("  …");
        }
    }
    Ok(corpus)
}

/// A file beside another, with one more ending.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    PathBuf::from(name)
}
