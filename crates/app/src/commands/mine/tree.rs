//! `philidor mine tree`: the smallest exact decision tree of an endgame.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::Ordering,
};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use philidor_induce::{
    Classifier, Tree,
    characterise::{Characterisation, Dataset, Kind},
    code::Packed,
    search::{Found, Goal, Search, Settings},
};
use serde_json::json;

use super::Subject;
use crate::{
    commands::{NO, tables::table_of},
    output::{out, outln, write_whole},
    progress::interrupt,
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
    /// Go on from this tree
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
        Some(path) => load(path, &data)?.0,
        None => search(args, &data)?.tree,
    };
    let packed = Packed::pack(&tree, &data)?;
    // What is reported is what a reader of the file gets.
    let unpacked = packed.unpack(&data)?;
    let wrong =
        data.rows().iter().filter(|&&r| unpacked.answer(&data, r) != data.results[r as usize]).count();
    if let (Some(path), None) = (&args.out, &args.check) {
        save(path, &packed)?;
    }
    if args.text {
        out!("{}", tree.text(&data.features))?;
    }
    report(args, &data, &tree, &packed, wrong)?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}

fn dataset(args: &Args) -> anyhow::Result<Dataset> {
    let (material, kind) = args.subject.seen_as(Kind::Both)?;
    let characterisation = if args.only.is_empty() {
        Characterisation::new(kind, material)?
    } else {
        let names: Vec<&str> = args.only.iter().map(String::as_str).collect();
        Characterisation::only(kind, material, &names)?
    };
    Ok(Dataset::new(&*table_of(material)?, args.subject.to_move(), &characterisation))
}

fn load(path: &Path, data: &Dataset) -> anyhow::Result<(Tree, Packed)> {
    let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let packed = Packed::from_file(&bytes).with_context(|| format!("in {}", path.display()))?;
    let tree = packed.unpack(data).with_context(|| format!("in {}", path.display()))?;
    Ok((tree, packed))
}

fn save(path: &Path, packed: &Packed) -> anyhow::Result<()> {
    write_whole(path, |out| Ok(out.write_all(&packed.to_file())?))
}

fn search(args: &Args, data: &Dataset) -> anyhow::Result<Found> {
    let from = args.from.as_deref().map(|path| load(path, data)).transpose()?.map(|(tree, _)| tree);
    let goal = if args.leaves { Goal::Leaves } else { Goal::Bits };
    let settings = Settings { seed: args.seed, steps: args.steps, heat: args.heat, goal };
    let search = Search::new(data, settings, from.as_ref()).context(
        "no exact tree: these features do not tell all positions of different result apart, or the tree given errs",
    )?;
    let bar = ProgressBar::new(args.steps);
    let style = ProgressStyle::with_template("{spinner} [{bar:30}] {pos}/{len} subtrees, {msg}, {eta} left");
    bar.set_style(style.expect("a well-formed template").progress_chars("=> "));
    let stop = interrupt();
    let mut kept = f64::INFINITY;
    let found = search.run(&mut |step, best| {
        bar.set_position(step);
        bar.set_message(format!("{} answers in {:.0} bits", best.tree.leaves(), best.bits));
        if let (Some(path), true) = (&args.out, step.is_multiple_of(5_000) && best.bits < kept) {
            // What is found so far survives an interruption; the last word is written at the end.
            if let Ok(packed) = Packed::pack(&best.tree, data) {
                kept = best.bits;
                let _ = save(path, &packed);
            }
        }
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    Ok(found)
}

fn report(args: &Args, data: &Dataset, tree: &Tree, packed: &Packed, wrong: usize) -> anyhow::Result<()> {
    let mut used = vec![false; data.features.len()];
    tree.root.each_split(&mut |feature, _| used[feature] = true);
    let used = used.iter().filter(|&&u| u).count();
    let (leaves, depth) = (tree.leaves(), tree.root.depth());
    if args.json {
        let figures = json!({
            "material": data.material.to_string(),
            "side": args.subject.side,
            "positions": data.len(),
            "errors": wrong,
            "features": data.features.len(),
            "features_used": used,
            "leaves": leaves,
            "depth": depth,
            "bits": packed.bits,
            "simple_bits": tree.size_bits().ceil(),
        });
        outln!("{figures}")?;
        return Ok(());
    }
    outln!("{}, {} to move: {} positions, {wrong} errors", data.material, args.subject.side, data.len())?;
    outln!(
        "tree     {leaves} answers, at most {depth} questions deep, {used} of {} features used",
        data.features.len()
    )?;
    outln!(
        "packed   {} bits, 1 bit for {:.0} positions",
        packed.bits,
        data.len() as f64 / packed.bits as f64
    )?;
    outln!(
        "simple   {:.0} bits (log2 of {} questions + 1 for each question, 2 for each answer)",
        tree.size_bits().ceil(),
        tree.questions
    )?;
    Ok(())
}
