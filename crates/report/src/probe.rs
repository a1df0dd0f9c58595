//! All that tables know of one position.

use philidor_chess::{
    Material, diagram,
    shakmaty::{Chess, Color, Position, san::SanPlus},
    write_fen,
};
use philidor_truth::{Depth, FIFTY_MOVES, ProbeError, RankedMove, Tables, Value, Verdict, Wdl};
use serde::Serialize;

use super::{counted, san, side, uci, ucis};

/// A value for the side to move.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Worth {
    /// `win`, `draw` or `loss` for the side to move.
    pub wdl: &'static str,
    /// Plies to mate (own tables; none for draws).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dtm_plies: Option<u16>,
    /// Plies to the next capture, promotion or mate (own tables; none for draws).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dtc_plies: Option<u16>,
    /// Plies to the next capture, pawn move or mate under the fifty-move rule, which spoils what is above 100; negative for the side
    /// that loses, none for draws. Exact by own tables, rounded at times by Syzygy files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dtz_plies: Option<i32>,
    /// The result under the fifty-move rule with the position's clock: `Win`, `CursedWin`, `Draw`, `BlessedLoss` or `Loss`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fifty_move: Option<String>,
    /// `philidor` or `syzygy`.
    pub source: &'static str,
}

impl Worth {
    /// Of a verdict, with so many plies on the clock of the fifty-move rule.
    pub fn new(verdict: Verdict, clock_plies: u32) -> Worth {
        let clock = u16::try_from(clock_plies).unwrap_or(u16::MAX);
        match verdict {
            Verdict::Exact(v) => Worth {
                wdl: v.wdl().name(),
                dtm_plies: v.dtm.plies(),
                dtc_plies: v.dtc.plies(),
                dtz_plies: match v.dtz {
                    Depth::Win(n) => Some(n.into()),
                    Depth::Draw => None,
                    Depth::Loss(n) => Some(-i32::from(n)),
                },
                fifty_move: Some(format!("{:?}", v.fifty_move(clock))),
                source: "philidor",
            },
            Verdict::Syzygy(v) => Worth {
                wdl: v.wdl().name(),
                dtm_plies: None,
                dtc_plies: None,
                dtz_plies: Some(v.dtz_plies),
                fifty_move: Some(format!("{:?}", v.wdl)),
                source: "syzygy",
            },
        }
    }
}

/// A legal move and its value for the side that makes it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveWorth {
    /// In standard notation.
    pub san: String,
    /// As interfaces write it.
    pub uci: String,
    /// It captures, promotes or mates.
    pub converts: bool,
    /// What it is worth.
    #[serde(flatten)]
    pub worth: Worth,
}

/// All that is known of one position.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Probe {
    /// The position.
    pub fen: String,
    /// Such as `KPK`.
    pub material: String,
    /// The verdict in a sentence.
    pub headline: String,
    /// What it is worth.
    #[serde(flatten)]
    pub worth: Worth,
    /// Every legal move, best first.
    pub moves: Vec<MoveWorth>,
    /// Best play, as interfaces write moves.
    pub line: Vec<String>,
}

impl Probe {
    /// Asks the tables; best play is told for at most `plies`.
    pub fn new(tables: &Tables, pos: &Chess, plies: usize) -> Result<Probe, ProbeError> {
        let verdict = tables.verdict(pos)?;
        let moves = tables
            .moves(pos)?
            .into_iter()
            .map(|m| MoveWorth {
                san: SanPlus::from_move(pos.clone(), m.mv).to_string(),
                uci: uci(m.mv),
                converts: m.converts,
                worth: Worth::new(m.verdict, pos.halfmoves()),
            })
            .collect();
        Ok(Probe {
            fen: write_fen(pos),
            material: Material::of(pos.board()).to_string(),
            headline: headline(pos, verdict),
            worth: Worth::new(verdict, pos.halfmoves()),
            moves,
            line: ucis(&tables.line(pos, plies)?),
        })
    }
}

/// The verdict in a sentence.
pub fn headline(pos: &Chess, verdict: Verdict) -> String {
    let turn = pos.turn();
    match verdict {
        _ if pos.is_checkmate() => format!("{} is checkmated.", side(turn)),
        _ if pos.is_stalemate() => "Stalemate: a draw.".into(),
        Verdict::Exact(v) => match (v.dtm, v.dtc) {
            (Depth::Win(m), Depth::Win(c)) | (Depth::Loss(m), Depth::Loss(c)) => {
                let winner = if v.wdl() == Wdl::Win { turn } else { !turn };
                let told = format!(
                    "{} wins: mate in {} (DTM {}); next capture, promotion or mate in {} (DTC {}).",
                    side(winner),
                    counted(winner_moves(v.dtm).into(), "move", "moves"),
                    counted(m.into(), "ply", "plies"),
                    counted(winner_moves(v.dtc).into(), "move", "moves"),
                    counted(c.into(), "ply", "plies"),
                );
                told + &spoiled(pos, v)
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

/// What the fifty-move rule makes of a win; empty if it stands.
fn spoiled(pos: &Chess, value: Value) -> String {
    let clock = u16::try_from(pos.halfmoves()).unwrap_or(u16::MAX);
    if !value.fifty_move(clock).is_spoiled() {
        return String::new();
    }
    let dtz = value.dtz.plies().unwrap_or(0);
    let name = match value.wdl() {
        Wdl::Win => "a cursed win",
        _ => "a blessed loss",
    };
    if dtz > FIFTY_MOVES {
        return format!(
            " But the fifty-move rule makes it a draw: {name} for {} (DTZ {dtz} plies, more than {FIFTY_MOVES}).",
            side(pos.turn())
        );
    }
    format!(
        " But the fifty-move rule makes it a draw: {clock} plies are on the clock, and the next capture, pawn move or mate \
         that keeps the win takes {dtz} more (DTZ): {name} for {}.",
        side(pos.turn())
    )
}

/// Plies as moves of the side that wins.
pub fn winner_moves(depth: Depth) -> u16 {
    match depth {
        Depth::Win(n) => n.div_ceil(2),
        Depth::Loss(n) => n / 2,
        Depth::Draw => 0,
    }
}

/// The same for a terminal, with the board; best play is told for at most `plies`.
pub fn text(tables: &Tables, pos: &Chess, probe: &Probe, plies: usize) -> Result<String, ProbeError> {
    let mut out = format!("{}\n{}, {} to move\n\n", probe.fen, probe.material, side(pos.turn()));
    out += &diagram::unicode(pos, Color::White);
    out += &format!("\n{}\n", probe.headline);
    let moves = tables.moves(pos)?;
    if moves.is_empty() {
        return Ok(out);
    }
    let exact = matches!(tables.verdict(pos)?, Verdict::Exact(_));
    out += if exact {
        "\n  move      result  DTM plies (moves)  DTC plies (moves)  DTZ plies\n"
    } else {
        "\n  move      result  DTZ plies (Syzygy)\n"
    };
    for (RankedMove { verdict, converts, .. }, MoveWorth { san, .. }) in moves.iter().zip(&probe.moves) {
        let (a, b, c) = match verdict {
            Verdict::Exact(v) => {
                (depth(v.dtm), depth(v.dtc), v.dtz.plies().map_or_else(String::new, |n| n.to_string()))
            }
            Verdict::Syzygy(v) => (v.dtz_plies.to_string(), String::new(), String::new()),
        };
        let result = verdict.fifty_move(u16::try_from(pos.halfmoves()).unwrap_or(u16::MAX));
        let spoiled = if result.is_spoiled() { format!("  {result}") } else { String::new() };
        let mark = if *converts && exact { "  converts" } else { "" };
        out +=
            format!("  {san:<8}  {:<6}  {a:<17}  {b:<17}  {c:<4}{mark}{spoiled}", verdict.wdl()).trim_end();
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
