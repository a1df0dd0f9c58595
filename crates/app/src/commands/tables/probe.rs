//! `philidor tables probe`

use std::process::ExitCode;

use clap::Args as ClapArgs;
use philidor_chess::{
    Material, fen, parse_fen,
    shakmaty::{Chess, Color, Position},
};
use philidor_report::{
    probe::{MoveWorth, Probe, winner_moves},
    san, side,
};
use philidor_truth::{Depth, MOST_MEN, ProbeError, RankedMove, Tables, Verdict};

use super::{Source, ensure};
use crate::output::{out, outln};

/// Men up to which missing tables are built on the fly.
const BUILD_AT_ONCE: usize = 4;

/// Arguments of `tables probe`.
#[derive(ClapArgs)]
#[command(after_help = "Example:\n  philidor tables probe \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"\n\n\
Missing tables of three and four men are built at once (seconds). DTM: plies to mate; DTC: plies to the next \
capture, promotion or mate. Both count half-moves; moves of the winner stand in brackets.")]
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
    if fen::has_castling_rights(&pos) {
        return Err(ProbeError::Castling.into());
    }
    // A promotion or capture leads to other tables, which may be missing even if this one is there.
    let solved = material.men() == MOST_MEN && tables.table(material)?.is_some();
    if material.men() > 2 && (material.men() <= BUILD_AT_ONCE || solved) {
        ensure(&tables, &[material], false)?;
    }
    let probe = Probe::new(&tables, &pos, args.line)?;
    if args.json {
        outln!("{}", serde_json::to_string(&probe)?)?;
    } else {
        out!("{}", text(&tables, &pos, &probe, args.line)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The report for a terminal.
fn text(tables: &Tables, pos: &Chess, probe: &Probe, plies: usize) -> anyhow::Result<String> {
    let mut out = format!("{}\n{}, {} to move\n\n", probe.fen, probe.material, side(pos.turn()));
    out += &philidor_chess::diagram::unicode(pos, Color::White);
    out += &format!("\n{}\n", probe.headline);
    let moves = tables.moves(pos)?;
    if moves.is_empty() {
        return Ok(out);
    }
    let exact = matches!(tables.verdict(pos)?, Verdict::Exact(_));
    out += if exact {
        "\n  move      result  DTM plies (moves)  DTC plies (moves)\n"
    } else {
        "\n  move      result  DTZ plies (Syzygy)\n"
    };
    for (RankedMove { verdict, converts, .. }, MoveWorth { san, .. }) in moves.iter().zip(&probe.moves) {
        let (a, b) = match verdict {
            Verdict::Exact(v) => (depth(v.dtm), depth(v.dtc)),
            Verdict::Syzygy(v) => (v.dtz_plies.to_string(), String::new()),
        };
        let mark = if *converts && exact { "  converts" } else { "" };
        out += format!("  {san:<8}  {:<6}  {a:<17}  {b:<8}{mark}", verdict.wdl()).trim_end();
        out.push('\n');
    }
    let line = tables.line(pos, plies)?;
    if !line.is_empty() {
        let goal = if exact { "shortest mate" } else { "by DTZ" };
        out += &format!("\nBest play ({goal}): {}\n", san(pos, &line));
    }
    Ok(out)
}

fn depth(depth: Depth) -> String {
    depth.plies().map_or_else(String::new, |n| format!("{n} ({})", winner_moves(depth)))
}
