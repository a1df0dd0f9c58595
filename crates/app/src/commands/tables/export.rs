//! `philidor tables export`: a table as rows for pandas, polars and DuckDB, or as Syzygy files.

use std::{io, path::PathBuf, process::ExitCode};

use clap::{Args as ClapArgs, ValueEnum};
use philidor_chess::Material;
use philidor_report::export::Export;
use philidor_truth::syzygy::write;

use super::tables_for;
use crate::progress::{interrupt, spinner};

/// File formats.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Apache Parquet, compressed
    Parquet,
    /// Comma-separated values with a header line
    Csv,
    /// Syzygy files (.rtbw, .rtbz) for other programs
    Syzygy,
}

/// Arguments of `tables export`.
#[derive(ClapArgs)]
#[command(after_help = "Examples:\n  philidor tables export KPK --format parquet --output kpk.parquet\n  \
philidor tables export KQKR --format syzygy --out ~/syzygy\n\n\
Columns: fen, stm (w, b), wdl (win, draw, loss for the side to move), dtm, dtc and dtz (plies, empty for draws), then \
the square of each man. One row per legal position up to symmetry; --all writes every position.\n\n\
Syzygy files go into a directory (--out DIR). Readers want those of all endgames that captures and\n\
promotions lead to as well.")]
pub(crate) struct Args {
    /// The endgame
    material: String,
    /// How to write it
    #[arg(long, value_enum)]
    format: Format,
    /// Where to (default: standard output for CSV, MATERIAL.parquet, for Syzygy this directory)
    #[arg(long, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Every position, not one per class under symmetry
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let material = Material::endgame(&args.material)?.canonical();
    let (tables, table) = tables_for(material)?;
    let export = Export::new(&table, args.all);
    let bar = spinner(format!("exporting {material}"));
    match (args.format, &args.output) {
        (Format::Syzygy, dir) => {
            anyhow::ensure!(!args.all, "--all is about rows; Syzygy files hold every position anyway");
            let dir = dir.clone().unwrap_or_else(|| ".".into());
            let tell = |done: usize, of: usize| {
                bar.set_message(format!("exporting {material}: part {done} of {of}"));
            };
            let written = write::write(&tables, material, &dir, &interrupt(), &tell)?;
            for file in written {
                bar.suspend(|| {
                    philidor_terminal::noteln!("written: {} ({} bytes)", file.path.display(), file.bytes);
                });
            }
        }
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
