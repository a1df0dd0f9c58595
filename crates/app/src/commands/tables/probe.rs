//! `philidor tables probe`

use std::process::ExitCode;

use clap::Args as ClapArgs;
use philidor_chess::{Material, parse_fen, shakmaty::Position};
use philidor_report::probe::{Probe, text};
use philidor_terminal::tables::BUILD_AT_ONCE;
use philidor_truth::MOST_MEN;

use super::{Source, ensure};
use crate::output::answer;

/// Arguments of `tables probe`.
#[derive(ClapArgs)]
#[command(after_help = "Example:\n  philidor tables probe \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"\n\n\
Missing tables of three and four men are built at once (seconds). DTM: plies to mate; DTC: plies to the next \
capture, promotion or mate; DTZ: to the next capture, pawn move or mate under the fifty-move rule, with the clock of the FEN. All count \
half-moves; moves of the winner stand in brackets. A position with castling rights is searched until they are gone.")]
pub(crate) struct Args {
    /// The position
    fen: String,
    /// Most plies of best play to show
    #[arg(long, default_value_t = 300, value_name = "PLIES")]
    line: usize,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: Source,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let pos = parse_fen(&args.fen)?;
    let tables = args.source.open()?;
    let material = Material::of(pos.board());
    // A promotion or capture leads to other tables, which may be missing even if this one is there.
    let solved = material.men() == MOST_MEN && tables.table(material)?.is_some();
    if material.men() > 2 && (material.men() <= BUILD_AT_ONCE || solved) {
        ensure(&tables, &[material], false)?;
    }
    let probe = Probe::new(&tables, &pos, args.line)?;
    let text = text(&tables, &pos, &probe, args.line)?;
    answer(args.json, || Ok(serde_json::to_string(&probe)?), || text)?;
    Ok(ExitCode::SUCCESS)
}
