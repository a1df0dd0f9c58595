//! `philidor tables build`

use std::{process::ExitCode, time::Instant};

use clap::Args as ClapArgs;
use philidor_chess::Material;
use philidor_truth::file;
use serde_json::json;

use super::{Source, ensure};
use crate::home;
use crate::output::outln;

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
    for men in 3..=args.men.unwrap_or(0) {
        wanted.extend(Material::all_with_men(men.into()));
    }
    let tables = Source { syzygy: None }.open()?;
    let start = Instant::now();
    let built = ensure(&tables, &wanted, args.force)?;
    let dir = home::tables()?;
    let mut files = Vec::new();
    for m in philidor_truth::Tables::closure(&wanted) {
        let path = dir.join(file::file_name(m));
        files.push((m, std::fs::metadata(&path)?.len(), path));
    }
    let bytes: u64 = files.iter().map(|f| f.1).sum();
    if args.json {
        let list: Vec<_> = files
            .iter()
            .map(|(m, bytes, path)| json!({"material": m.to_string(), "bytes": bytes, "file": path}))
            .collect();
        outln!("{}", json!({"built": built, "tables": list, "seconds": start.elapsed().as_secs_f64()}))?;
    } else {
        let already = files.len() - built;
        outln!(
            "{built} tables built, {already} were there; {} tables, {:.1} MB in {}",
            files.len(),
            bytes as f64 / 1e6,
            dir.display()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
