//! An ending solved from one position.

use philidor_chess::{
    Material, diagram,
    shakmaty::{Chess, Color, Position},
    write_fen,
};
use philidor_truth::{Bounds, Ending, Wdl};
use serde::Serialize;

use super::{san, side, uci, ucis};

/// A legal move and what it is worth for the side that makes it.
#[derive(Debug, Clone, Serialize)]
pub struct EndingMoveAnswer {
    /// In standard notation, without check sign.
    pub san: String,
    /// As interfaces write it.
    pub uci: String,
    /// At least this: `win`, `draw` or `loss`.
    pub at_least: &'static str,
    /// At most this.
    pub at_most: &'static str,
}

/// What is found.
#[derive(Debug, Clone, Serialize)]
pub struct EndingAnswer {
    /// The position.
    pub fen: String,
    /// Such as `KPPKP`.
    pub material: String,
    /// The result in a sentence.
    pub headline: String,
    /// `win`, `draw` or `loss` for the side to move, if it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<&'static str>,
    /// At least this for the side to move.
    pub at_least: &'static str,
    /// At most this.
    pub at_most: &'static str,
    /// Whoever has to move would rather not.
    pub zugzwang: bool,
    /// Every legal move, best first.
    pub moves: Vec<EndingMoveAnswer>,
    /// A way to win, as interfaces write moves.
    pub line: Vec<String>,
    /// Pawn structures solved.
    pub structures: usize,
    /// Positions solved, legal or not, both sides to move.
    pub positions: u64,
    /// What was taken for granted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed: Option<&'static str>,
    /// What is missing, if it is not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    #[serde(skip)]
    shown: String,
}

const ASSUMED: &str =
    "a side that gets a third piece on the board by promotion wins, unless the new piece is taken at once";

impl EndingAnswer {
    /// Tells what is known of a position that was solved; the line is at most `plies` long.
    pub fn new(ending: &Ending, pos: &Chess, plies: usize, trusted: bool) -> EndingAnswer {
        let bounds = ending.bounds(pos);
        let passed = ending.if_other_moved(pos).map(Bounds::flipped);
        let zugzwang = match (bounds.exact(), passed.and_then(Bounds::exact)) {
            (Some(now), Some(passed)) => passed > now,
            _ => false,
        };
        let all = ending.moves(pos);
        let moves: Vec<EndingMoveAnswer> = all
            .iter()
            .map(|m| EndingMoveAnswer {
                san: m.san.clone(),
                uci: uci(m.mv),
                at_least: m.bounds.low.name(),
                at_most: m.bounds.high.name(),
            })
            .collect();
        let line = ending.line(pos, plies);
        let missing = bounds.exact().is_none().then(|| match ending.lacking {
            Some(need) => format!(
                "{}{} million positions ({} MB of memory) are needed to go on: --budget allows more",
                if need.counted { "" } else { "more than " },
                need.positions.div_ceil(1_000_000),
                need.bytes() >> 20
            ),
            None => "what is left depends on promotions to three pieces or more, which are not followed; \
                --trust-promotions takes them for wins"
                .to_owned(),
        });
        EndingAnswer {
            fen: write_fen(pos),
            material: Material::of(pos.board()).to_string(),
            headline: headline(pos, bounds),
            wdl: bounds.exact().map(Wdl::name),
            at_least: bounds.low.name(),
            at_most: bounds.high.name(),
            zugzwang,
            moves,
            shown: san(pos, &line),
            line: ucis(&line),
            structures: ending.structures,
            positions: ending.positions,
            assumed: trusted.then_some(ASSUMED),
            missing,
        }
    }

    /// The same for a terminal, with the board.
    pub fn text(&self, pos: &Chess) -> String {
        let mut out = format!("{}\n{}, {} to move\n\n", self.fen, self.material, side(pos.turn()));
        out += &diagram::unicode(pos, Color::White);
        out += &format!("\n{}\n", self.headline);
        if self.zugzwang {
            out += &format!(
                "Zugzwang: {} would rather not move; neither would {}.\n",
                side(pos.turn()),
                side(!pos.turn())
            );
        }
        if let Some(assumed) = self.assumed {
            out += &format!("Taken for granted: {assumed}.\n");
        }
        if let Some(missing) = &self.missing {
            out += &format!("Not decided: {missing}.\n");
        }
        out += &format!("{} pawn structures, {} positions solved.\n", self.structures, self.positions);
        if self.moves.is_empty() {
            return out;
        }
        out += "\n  move      result\n";
        for m in &self.moves {
            let value = if m.at_least == m.at_most {
                m.at_least.to_owned()
            } else {
                format!("at least {}, at most {}", m.at_least, m.at_most)
            };
            out += &format!("  {:<8}  {value}\n", m.san);
        }
        if !self.shown.is_empty() {
            out += &format!("\nA way to win: {}\n", self.shown);
        }
        out
    }
}

fn headline(pos: &Chess, bounds: Bounds) -> String {
    let (us, them) = (side(pos.turn()), side(!pos.turn()));
    match (bounds.low, bounds.high) {
        _ if pos.is_checkmate() => format!("{us} is checkmated."),
        _ if pos.is_stalemate() => "Stalemate: a draw.".into(),
        (Wdl::Win, _) => format!("{us} wins."),
        (_, Wdl::Loss) => format!("{them} wins."),
        (Wdl::Draw, Wdl::Draw) => "A draw: neither side can force a win.".into(),
        (Wdl::Draw, Wdl::Win) => format!("{us} has at least a draw."),
        (Wdl::Loss, Wdl::Draw) => format!("{them} has at least a draw."),
        (Wdl::Loss, Wdl::Win) => "Open.".into(),
    }
}
