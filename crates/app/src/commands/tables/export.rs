//! `philidor tables export`: a table as rows for pandas, polars and DuckDB.

use std::{io, path::PathBuf, process::ExitCode};

use clap::{Args as ClapArgs, ValueEnum};
use philidor_chess::Material;
use philidor_report::export::Export;

use super::table_of;
use crate::progress::spinner;

/// File formats.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Apache Parquet, compressed
    Parquet,
    /// Comma-separated values with a header line
    Csv,
}

/// Arguments of `tables export`.
#[derive(ClapArgs)]
#[command(after_help = "Example:\n  philidor tables export KPK --format parquet --output kpk.parquet\n\n\
Columns: fen, stm (w, b), wdl (win, draw, loss for the side to move), dtm, dtc and dtz (plies, empty for draws), then \
the square of each man. One row per legal position up to symmetry; --all writes every position.")]
pub(crate) struct Args {
    /// The endgame
    material: String,
    /// How to write it
    #[arg(long, value_enum)]
    format: Format,
    /// Where to (default: standard output for CSV, MATERIAL.parquet for Parquet)
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Every position, not one per class under symmetry
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let material = Material::endgame(&args.material)?.canonical();
    let table = table_of(material)?;
    let export = Export::new(&table, args.all);
    let bar = spinner(format!("exporting {material}"));
    match (args.format, &args.output) {
        (Format::Csv, None) => export.csv(&mut io::BufWriter::new(io::stdout().lock()))?,
        (Format::Csv, Some(path)) => philidor_files::write_with(path, |out| export.csv(out))?,
        (Format::Parquet, path) => {
            let path = path.clone().unwrap_or_else(|| format!("{material}.parquet").into());
            philidor_files::write_with(&path, |out| export.parquet(out))?;
            bar.suspend(|| philidor_terminal::noteln!("written: {}", path.display()));
        }
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}
