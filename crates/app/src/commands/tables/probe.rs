//! `philidor tables probe`

use std::process::ExitCode;

use clap::Args as ClapArgs;
use philidor_chess::{
    Material, fen, parse_fen,
    shakmaty::{CastlingMode, Chess, Color, Move, Position, san::SanPlus},
    write_fen,
};
use philidor_truth::{Depth, MOST_MEN, ProbeError, Tables, Verdict, Wdl};
use serde_json::{Value as Json, json};

use super::{Source, ensure, stats::counted};
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
    let report = Report::new(&tables, &pos, args.line)?;
    if args.json {
        outln!("{}", report.json())?;
    } else {
        out!("{}", report.text())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All that is known of one position.
struct Report {
    pos: Chess,
    material: Material,
    verdict: Verdict,
    moves: Vec<(SanPlus, Move, Verdict, bool)>,
    line: Vec<Move>,
}

impl Report {
    fn new(tables: &Tables, pos: &Chess, line: usize) -> anyhow::Result<Report> {
        let verdict = tables.verdict(pos)?;
        let moves = tables
            .moves(pos)?
            .into_iter()
            .map(|m| (SanPlus::from_move(pos.clone(), m.mv), m.mv, m.verdict, m.converts))
            .collect();
        let line = tables.line(pos, line)?;
        Ok(Report { pos: pos.clone(), material: Material::of(pos.board()), verdict, moves, line })
    }

    fn text(&self) -> String {
        let mut out = format!("{}\n", write_fen(&self.pos));
        out += &format!("{}, {} to move\n\n", self.material, side(self.pos.turn()));
        out += &philidor_chess::diagram::unicode(&self.pos, Color::White);
        out += &format!("\n{}\n", self.headline());
        if self.moves.is_empty() {
            return out;
        }
        let exact = matches!(self.verdict, Verdict::Exact(_));
        out += if exact {
            "\n  move      result  DTM plies (moves)  DTC plies (moves)\n"
        } else {
            "\n  move      result  DTZ plies (Syzygy)\n"
        };
        for (san, _, verdict, converts) in &self.moves {
            let (a, b) = match verdict {
                Verdict::Exact(v) => (depth(v.dtm), depth(v.dtc)),
                Verdict::Syzygy(v) => (v.dtz_plies.to_string(), String::new()),
            };
            let mark = if *converts && exact { "  converts" } else { "" };
            let san = san.to_string();
            out += format!("  {san:<8}  {:<6}  {a:<17}  {b:<8}{mark}", verdict.wdl()).trim_end();
            out.push('\n');
        }
        if !self.line.is_empty() {
            let goal = if exact { "shortest mate" } else { "by DTZ" };
            out += &format!("\nBest play ({goal}): {}\n", self.line_text());
        }
        out
    }

    fn headline(&self) -> String {
        let turn = self.pos.turn();
        match self.verdict {
            _ if self.pos.is_checkmate() => format!("{} is checkmated.", side(turn)),
            _ if self.pos.is_stalemate() => "Stalemate: a draw.".into(),
            Verdict::Exact(v) => match (v.dtm, v.dtc) {
                (Depth::Win(m), Depth::Win(c)) | (Depth::Loss(m), Depth::Loss(c)) => {
                    let winner = if v.wdl() == Wdl::Win { turn } else { !turn };
                    format!(
                        "{} wins: mate in {} (DTM {}); next capture, promotion or mate in {} (DTC {}).",
                        side(winner),
                        counted(winner_moves(v.dtm).into(), "move", "moves"),
                        counted(m.into(), "ply", "plies"),
                        counted(winner_moves(v.dtc).into(), "move", "moves"),
                        counted(c.into(), "ply", "plies"),
                    )
                }
                _ => "A draw: neither side can force a win.".into(),
            },
            Verdict::Syzygy(v) => {
                let who = match v.wdl() {
                    Wdl::Win => format!("{} wins", side(turn)),
                    Wdl::Loss => format!("{} wins", side(!turn)),
                    Wdl::Draw => "A draw".into(),
                };
                format!(
                    "{who} ({:?} by Syzygy files; DTZ {} plies to the next capture or pawn move).",
                    v.wdl, v.dtz_plies
                )
            }
        }
    }

    fn line_text(&self) -> String {
        let mut pos = self.pos.clone();
        let mut words = Vec::new();
        let mut number = u32::from(pos.fullmoves());
        for (i, &mv) in self.line.iter().enumerate() {
            if pos.turn().is_white() {
                words.push(format!("{number}."));
            } else if i == 0 {
                words.push(format!("{number}..."));
            }
            if pos.turn().is_black() {
                number += 1;
            }
            words.push(SanPlus::from_move_and_play_unchecked(&mut pos, mv).to_string());
        }
        words.join(" ")
    }

    fn json(&self) -> Json {
        let moves: Vec<Json> = self
            .moves
            .iter()
            .map(|(san, mv, verdict, converts)| {
                let mut out = verdict_json(*verdict);
                out["san"] = json!(san.to_string());
                out["uci"] = json!(mv.to_uci(CastlingMode::Standard).to_string());
                out["converts"] = json!(converts);
                out
            })
            .collect();
        let mut out = verdict_json(self.verdict);
        out["fen"] = json!(write_fen(&self.pos));
        out["material"] = json!(self.material.to_string());
        out["moves"] = json!(moves);
        let line: Vec<String> =
            self.line.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string()).collect();
        out["line"] = json!(line);
        out
    }
}

fn verdict_json(verdict: Verdict) -> Json {
    match verdict {
        Verdict::Exact(v) => json!({
            "wdl": v.wdl().name(), "dtm_plies": v.dtm.plies(), "dtc_plies": v.dtc.plies(), "source": "philidor",
        }),
        Verdict::Syzygy(v) => json!({
            "wdl": v.wdl().name(), "dtz_plies": v.dtz_plies, "fifty_move": format!("{:?}", v.wdl), "source": "syzygy",
        }),
    }
}

pub(super) fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// Plies as moves of the side that wins.
fn winner_moves(depth: Depth) -> u16 {
    match depth {
        Depth::Win(n) => n.div_ceil(2),
        Depth::Loss(n) => n / 2,
        Depth::Draw => 0,
    }
}

fn depth(depth: Depth) -> String {
    depth.plies().map_or_else(String::new, |n| format!("{n} ({})", winner_moves(depth)))
}
