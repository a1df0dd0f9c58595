//! `philidor tables build`

use std::{process::ExitCode, time::Instant};

use clap::Args as ClapArgs;
use philidor_chess::Material;
use philidor_report::built::Built;

use super::{Source, ensure};
use crate::{home, output::answer};

/// Arguments of `tables build`.
#[derive(ClapArgs)]
#[command(after_help = "Examples:\n  philidor tables build KPK KQKR\n  philidor tables build --men 4\n\n\
Subtables are built as needed and tables on disk are kept, so an interrupted build resumes where it was.")]
pub(crate) struct Args {
    /// Endgames such as KPK, KQKR or KRPKR
    #[arg(required_unless_present = "men", value_name = "MATERIAL")]
    materials: Vec<String>,
    /// All endgames with up to this many men (3 to 5)
    #[arg(long, value_parser = clap::value_parser!(u8).range(3..=5))]
    men: Option<u8>,
    /// Build again even if the file is there (also repairs damaged files)
    #[arg(long)]
    force: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut wanted: Vec<Material> =
        args.materials.iter().map(|name| Material::endgame(name)).collect::<Result<_, _>>()?;
    wanted.extend((3..=args.men.unwrap_or(0)).flat_map(|men| Material::all_with_men(men.into())));
    let tables = Source { syzygy: None }.open()?;
    let start = Instant::now();
    let built = ensure(&tables, &wanted, args.force)?;
    let files = Built::new(&wanted, built, &home::tables()?)?;
    answer(args.json, || Ok(files.json(start.elapsed().as_secs_f64())), || files.text())?;
    Ok(ExitCode::SUCCESS)
}
