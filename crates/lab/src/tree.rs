//! `philidor mine tree`: the smallest exact decision tree of an endgame.

use std::{path::PathBuf, process::ExitCode, sync::atomic::Ordering};

use philidor_induce::{
    Classifier,
    characterise::{Characterisation, Dataset, Kind},
    code::Packed,
    search::{Found, Goal, Settings},
};
use philidor_mine::tree::{self, Figures};

use super::Subject;
use philidor_terminal::{
    NO,
    output::{answer, out},
    progress::{self, interrupt},
    tables::table_of,
};

pub(super) const EXAMPLE: &str = "Examples:\n  philidor mine tree KPK --check nets/kpk-wtm.tree\n  \
    philidor mine tree KPK --side black --steps 200000 --out kpk-btm.tree\n  \
    philidor mine tree KPK --from kpk-wtm.tree --seed 2 --steps 100000 --out kpk-wtm.tree";

/// Which endgame, and how to search.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    subject: Subject,
    /// Only these of them, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Subtrees to grow anew; 0 keeps the tree that entropy grows
    #[arg(long, default_value_t = 2_000)]
    steps: u64,
    /// Where chance begins
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Bits by which a worse tree may be kept at first
    #[arg(long, default_value_t = 3.0)]
    heat: f64,
    /// Make the number of answers small rather than that of bits
    #[arg(long)]
    leaves: bool,
    /// Continue from this tree
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Where to write the packed tree
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Unpack this tree and count its errors over all positions, without a search
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "out", "steps"])]
    check: Option<PathBuf>,
    /// Print the tree
    #[arg(long)]
    text: bool,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let data = dataset(args)?;
    let tree = match &args.check {
        Some(path) => tree::read(path, &data)?,
        None => search(args, &data)?.tree,
    };
    let packed = Packed::pack(&tree, &data)?;
    let figures = Figures::new(&data, &tree, &packed)?;
    if let (Some(path), None) = (&args.out, &args.check) {
        tree::write(path, &packed)?;
    }
    if args.text {
        out!("{}", tree.text(&data.features))?;
    }
    answer(args.json, || Ok(figures.json(&args.subject.side)), || figures.text(&args.subject.side))?;
    Ok(if figures.wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}

fn dataset(args: &Args) -> anyhow::Result<Dataset> {
    let (material, kind) = args.subject.seen_as(Kind::Both)?;
    let names: Vec<&str> = args.only.iter().map(String::as_str).collect();
    let characterisation = match names.is_empty() {
        true => Characterisation::new(kind, material)?,
        false => Characterisation::only(kind, material, &names)?,
    };
    Ok(Dataset::new(&*table_of(material)?, args.subject.to_move(), &characterisation))
}

fn search(args: &Args, data: &Dataset) -> anyhow::Result<Found> {
    let from = args.from.as_deref().map(|path| tree::read(path, data)).transpose()?;
    let goal = if args.leaves { Goal::Leaves } else { Goal::Bits };
    let settings = Settings { seed: args.seed, steps: args.steps, heat: args.heat, goal };
    let bar = progress::bar(args.steps, "{spinner} [{bar:30}] {pos}/{len} subtrees, {msg}, {eta} left");
    let stop = interrupt();
    let found = tree::search(data, settings, from.as_ref(), args.out.as_deref(), &mut |step, best| {
        bar.set_position(step);
        bar.set_message(format!("{} answers in {:.0} bits", best.tree.leaves(), best.bits));
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    found
}
