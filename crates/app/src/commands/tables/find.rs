//! `philidor tables find`

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_chess::{diagram, shakmaty::Position, write_fen};
use philidor_truth::find::{Filter, Images};

use super::{Source, ensure, parse_material};
use crate::{
    output::{outln, write_text},
    progress::spinner,
};

/// Arguments of `tables find`.
#[derive(ClapArgs)]
#[command(after_help = format!("Examples:\n  philidor tables find KPK \"zugzwang P=e4\"\n  \
philidor tables find KQKR \"wtm longest\" --limit 5\n  philidor tables find KPKP \"white-wins dtm>=60\" --count\n\n\
Filter: {}", philidor_truth::find::HELP))]
pub(crate) struct Args {
    /// The endgame
    material: String,
    /// What to look for (all words must hold)
    #[arg(default_value = "")]
    filter: String,
    /// Only say how many there are
    #[arg(long)]
    count: bool,
    /// Most positions to list (0 = all)
    #[arg(long, default_value_t = 20)]
    limit: usize,
    /// List every mirror image, not one of each kind
    #[arg(long)]
    all: bool,
    /// Draw the first position found into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let material = parse_material(&args.material)?;
    let filter: Filter = args.filter.parse()?;
    let tables = Source { syzygy: None }.open()?;
    ensure(&tables, &[material], false)?;
    let table = tables.table(material)?.context("the table was just built")?;
    let images = if args.all { Images::All } else { Images::One };
    let most = match (args.count, args.limit) {
        (true, _) => usize::from(args.svg.is_some()),
        (false, 0) => usize::MAX,
        (false, n) => n,
    };
    let bar = spinner(format!("searching {material}"));
    let found = table.find(&filter, material, images, most);
    bar.finish_and_clear();
    if let (Some(path), Some(first)) = (&args.svg, found.list.first()) {
        let to_move = first.position.turn().fold_wb("White", "Black");
        let caption = match first.value.dtm.plies() {
            Some(plies) => format!("{to_move} to move: {}, mate in {plies} plies", first.value.wdl()),
            None => format!("{to_move} to move: draw"),
        };
        let svg = diagram::svg(first.position.board(), &diagram::Marks::default().caption(caption));
        write_text(path, &svg)?;
    }
    if args.json {
        let found = philidor_report::find::Found::new(material, &found);
        // Keys in the order of the alphabet, as all our output has had them.
        outln!("{}", serde_json::to_value(found)?)?;
    } else if args.count {
        outln!("{}", found.count)?;
    } else {
        for f in &found.list {
            let plies = |n: Option<u16>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
            outln!(
                "{}  {} dtm {} dtc {}",
                write_fen(&f.position),
                f.value.wdl(),
                plies(f.value.dtm.plies()),
                plies(f.value.dtc.plies())
            )?;
        }
        let listed = found.list.len() as u64;
        if found.count > listed {
            outln!("{} positions in all; --limit 0 lists them", found.count)?;
        } else {
            outln!("{} positions (values for the side to move, depths in plies)", found.count)?;
        }
    }
    // Nothing found is an answer, and the answer is no.
    Ok(if found.count == 0 { ExitCode::from(crate::commands::NO) } else { ExitCode::SUCCESS })
}
