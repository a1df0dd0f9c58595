//! `philidor tables find`

use std::{path::PathBuf, process::ExitCode};

use clap::Args as ClapArgs;
use philidor_chess::Material;
use philidor_report::find::{Found, picture};
use philidor_truth::find::{Filter, Images};

use super::table_of;
use crate::{
    output::{out, outln},
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
    let material = Material::endgame(&args.material)?;
    let filter: Filter = args.filter.parse()?;
    let table = table_of(material)?;
    let images = if args.all { Images::All } else { Images::One };
    let most = match (args.count, args.limit) {
        (true, _) => usize::from(args.svg.is_some()),
        (false, 0) => usize::MAX,
        (false, n) => n,
    };
    let bar = spinner(format!("searching {material}"));
    let found = table.find(&filter, material, images, most);
    bar.finish_and_clear();
    if let (Some(path), Some(picture)) = (&args.svg, picture(&found)) {
        philidor_files::write(path, picture)?;
    }
    let found = Found::new(material, &found);
    if args.json {
        // Keys in the order of the alphabet, as all our output has had them.
        outln!("{}", serde_json::to_value(&found)?)?;
    } else if args.count {
        outln!("{}", found.count)?;
    } else {
        out!("{}", found.text())?;
    }
    // Nothing found is an answer, and the answer is no.
    Ok(if found.count == 0 { ExitCode::from(crate::commands::NO) } else { ExitCode::SUCCESS })
}
