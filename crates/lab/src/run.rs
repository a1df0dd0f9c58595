//! `philidor mine run`: an experiment, part by part, and its report.

use std::{path::PathBuf, process::ExitCode, sync::atomic::Ordering};

use anyhow::ensure;
use cpu_time::ProcessTime;
use indicatif::ProgressBar;
use philidor_chess::Material;
use philidor_mine::{
    Recipe, Tick,
    experiment::{Experiment, News},
};

use philidor_terminal::{
    output::outln,
    progress::{self, interrupt},
    tables::tables_for,
};

pub(super) const EXAMPLE: &str = "Examples:\n  philidor mine run table5 --out table5\n  \
    philidor mine run layers --endgame KQKP --quick\n  philidor mine run my-recipe.toml --seeds 3\n\n\
    The report is OUT/report.html and OUT/report.md; figures are in OUT/figures.csv and .parquet, nets in OUT/*.safetensors.\n\
    Interrupted runs resume where they stopped.";

/// Which experiment.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A recipe by name (see `mine list`), or a file ending in .toml
    recipe: String,
    /// Another endgame, with the generic characterisation
    #[arg(long, value_name = "MATERIAL")]
    endgame: Option<String>,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many seeds (default: as the recipe says)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    seeds: Option<u32>,
    /// Only runs whose label contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Where to write (default: ./mine-RECIPE)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// A few positions and epochs, to try it out
    #[arg(long)]
    quick: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let recipe = recipe(args)?;
    let out = args.out.clone().unwrap_or_else(|| {
        let name =
            recipe.name.clone() + args.endgame.as_ref().map(|e| format!("-{e}")).as_deref().unwrap_or("");
        PathBuf::from(format!("mine-{name}{}", if args.quick { "-quick" } else { "" }))
    });
    let experiment = Experiment { recipe, out, seed: args.seed };
    let (stop, started) = (interrupt(), ProcessTime::now());
    let mut bar = ProgressBar::hidden();
    let report = experiment.run(&mut tables_for, &mut |news| {
        match news {
            News::Begins { number, of, label, seed } => {
                bar = new_bar(format!("part {number} of {of}: {label}, seed {seed}"));
            }
            News::At(tick) => show(&bar, tick),
            News::Ends => bar.finish_and_clear(),
        }
        !stop.load(Ordering::Relaxed)
    })?;
    outln!("{}", report.markdown.trim_end())?;
    let page = experiment.out.join("report.html");
    philidor_terminal::noteln!("{:.1} CPU-s; report: {}", started.elapsed().as_secs_f64(), page.display());
    Ok(ExitCode::SUCCESS)
}

fn recipe(args: &Args) -> anyhow::Result<Recipe> {
    ensure!(
        args.recipe != "openings",
        "openings are learned from games, not from a table: {}",
        super::openings::COMMAND
    );
    let mut recipe = Recipe::read(&args.recipe, args.quick)?;
    if let Some(endgame) = &args.endgame {
        recipe = recipe.for_endgame(Material::endgame(endgame)?);
    }
    if let Some(text) = &args.only {
        recipe.runs.retain(|r| r.label.contains(text.as_str()));
        ensure!(!recipe.runs.is_empty(), "no run of {} has {text:?} in its label", recipe.name);
    }
    if let Some(seeds) = args.seeds {
        recipe.runs.iter_mut().for_each(|r| r.seeds = seeds);
    }
    Ok(recipe)
}

/// Part, epoch, errors and loss on a terminal; nothing in a pipe.
fn new_bar(part: String) -> ProgressBar {
    progress::bar(1, "{prefix} [{bar:24}] {pos}/{len} {msg} {eta}").with_prefix(part)
}

fn show(bar: &ProgressBar, tick: &Tick) {
    bar.set_length(tick.all);
    bar.set_position(tick.done);
    bar.set_message(tick.to_string());
}
