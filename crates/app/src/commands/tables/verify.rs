//! `philidor tables verify`

use std::{process::ExitCode, time::Instant};

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_chess::Material;
use philidor_report::verified::{Verified, text};
use philidor_truth::{Tables, syzygy};

use super::{ensure, open_syzygy};
use crate::output::{answer, out};
use crate::{commands::NO, home, progress::spinner};

/// Arguments of `tables verify`.
#[derive(ClapArgs)]
#[command(after_help = "Example:\n  philidor tables verify --syzygy ~/syzygy --men 3\n\n\
Every position up to symmetry, both sides to move, is compared: the result under the fifty-move rule and DTZ, in plies where the files \
tell plies. Files hold DTZ for one side to move; for the other it is compared through its moves. Exit code 1 if any differs.")]
pub(crate) struct Args {
    /// Endgames to compare (default: all up to --men)
    #[arg(value_name = "MATERIAL")]
    materials: Vec<String>,
    /// Directory with Syzygy files (several: separate with ':')
    #[arg(long, env = "PHILIDOR_SYZYGY", value_name = "DIR")]
    syzygy: String,
    /// Compare all endgames with up to this many men
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=5))]
    men: u8,
    /// Leave out DTZ, which costs half of the time
    #[arg(long)]
    no_dtz: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let wanted: Vec<Material> = if args.materials.is_empty() {
        (3..=args.men).flat_map(|men| Material::all_with_men(men.into())).collect()
    } else {
        args.materials.iter().map(|m| Ok(Material::endgame(m)?.canonical())).collect::<anyhow::Result<_>>()?
    };
    let files = open_syzygy(&args.syzygy)?;
    let tables = Tables::at(home::tables()?);
    ensure(&tables, &wanted, false)?;
    let mut verified = Verified::default();
    for material in wanted {
        let table = tables.table(material)?.context("the table was just built")?;
        let bar = spinner(format!("comparing {material}"));
        let start = Instant::now();
        let result = syzygy::compare(&table, &files, !args.no_dtz)?;
        bar.finish_and_clear();
        if !args.json {
            out!("{}", text(material, &result, start.elapsed().as_secs_f64()))?;
        }
        verified.add(material, result);
    }
    let (positions, mismatches) = (verified.positions(), verified.mismatches());
    let sum = format!("{positions} positions compared, {mismatches} mismatches\n");
    answer(args.json, || Ok(verified.json()), || sum)?;
    Ok(if mismatches == 0 { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}
