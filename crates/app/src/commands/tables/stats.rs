//! `philidor tables stats`

use std::process::ExitCode;

use clap::Args as ClapArgs;
use philidor_chess::Material;
use philidor_report::{
    paper,
    stats::{Stats, longest_wins, text},
};
use philidor_truth::kpk::{self, Convention};

use super::tables_for;
use crate::{output::answer, progress::spinner};

/// Arguments of `tables stats`.
#[derive(ClapArgs)]
#[command(after_help = "Examples:\n  philidor tables stats KQKR\n  philidor tables stats KPK --paper\n  \
philidor tables stats KPK --convention bramer\n\n\
Positions are counted up to the symmetry of the board, like men not told apart; --full counts every position.")]
pub(crate) struct Args {
    /// The endgame
    material: String,
    /// Count every position of the full board
    #[arg(long)]
    full: bool,
    /// List every depth
    #[arg(long)]
    depths: bool,
    /// KPK only: count as an author did (clarke, bramer, shapiro-niblett, thompson, edwards, haworth-velliste, strict)
    #[arg(long, value_name = "AUTHOR", conflicts_with_all = ["full", "depths", "paper"])]
    convention: Option<String>,
    /// KPK only: the printed tables of the literature with our figures beside them, and why any differ
    #[arg(long, conflicts_with_all = ["full", "depths"])]
    paper: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let material = Material::endgame(&args.material)?.canonical();
    let convention: Option<Convention> = args.convention.as_deref().map(str::parse).transpose()?;
    anyhow::ensure!(
        material.to_string() == "KPK" || (convention.is_none() && !args.paper),
        "--convention and --paper are about KPK, not {material}"
    );
    let (tables, table) = tables_for(material)?;
    if args.paper {
        let tables = kpk::paper(&table);
        answer(args.json, || Ok(paper::to_json(&tables)), || paper::render(&tables))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(convention) = convention {
        let census = kpk::census(&table, convention);
        answer(args.json, || Ok(paper::census_to_json(&census)), || paper::render_census(&census))?;
        return Ok(ExitCode::SUCCESS);
    }
    let bar = spinner(format!("counting {material}"));
    let profile = table.profile();
    let longest = longest_wins(&tables, &table)?;
    bar.finish_and_clear();
    answer(
        args.json,
        || Ok(serde_json::to_string(&Stats::of(&profile, longest.clone()))?),
        || text(&profile, &longest, args.full, args.depths),
    )?;
    Ok(ExitCode::SUCCESS)
}
