//! `philidor tables blockade`

use std::process::ExitCode;

use clap::Args as ClapArgs;
use philidor_chess::Material;
use philidor_report::blockade::{json, text};
use philidor_truth::blockade::{blockade, fits};

use super::table_of;
use crate::{output::answer, progress::spinner};

/// Arguments of `tables blockade`.
#[derive(ClapArgs)]
#[command(after_help = "Example:\n  philidor tables blockade KNNKP\n\n\
Every position is counted in which a piece stands before the pawn, its side is to move and not in check, no piece is attacked by the pawn, and \
the king needs three moves or more to attack a piece that is not protected. Where 95 of 100 are won or more, the places of kings and other pieces \
hardly matter: with two knights this is Troitsky's line.")]
pub(crate) struct Args {
    /// The endgame: pieces against one pawn
    material: String,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let material = Material::endgame(&args.material)?.canonical();
    fits(material)?;
    let table = table_of(material)?;
    let bar = spinner(format!("looking at blockades in {material}"));
    let held = blockade(&table);
    bar.finish_and_clear();
    let held = held?;
    answer(args.json, || Ok(json(material, &held).to_string()), || text(material, &held))?;
    Ok(ExitCode::SUCCESS)
}
