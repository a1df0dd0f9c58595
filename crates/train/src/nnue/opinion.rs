//! What a net with two perspectives thinks of a position, man by man.

use philidor_chess::{
    shakmaty::{Chess, Position, Square},
    write_fen,
};
use philidor_know::evaluator::nnue::{Nnue, NnueParts};
use serde_json::{Value, json};

use crate::neuro::opinion::{line, men_on_board};

/// A position before a net. Values are seen by White.
pub struct NnueOpinion<'a> {
    pos: &'a Chess,
    file: &'a str,
    net: &'a Nnue,
    parts: NnueParts,
    /// From the side to move to White.
    sign: f64,
}

impl<'a> NnueOpinion<'a> {
    /// Asks a net, read from `file`, about a position.
    pub fn new(net: &'a Nnue, file: &'a str, pos: &'a Chess) -> NnueOpinion<'a> {
        let sign = if pos.turn().is_white() { 1.0 } else { -1.0 };
        NnueOpinion { pos, file, net, parts: net.explain(pos), sign }
    }

    /// What each man adds, for programs.
    pub fn json(&self) -> Value {
        let total = self.sign * self.parts.total();
        let one = |&(square, adds): &(Square, f64)| {
            let piece = self.pos.board().piece_at(square).map(|piece| piece.char().to_string());
            json!({ "piece": piece, "square": square.to_string(), "centipawns": self.sign * adds })
        };
        json!({
            "fen": write_fen(self.pos),
            "net": self.file,
            "total_centipawns": total,
            "played_centipawns": self.sign * f64::from(self.net.judge(self.pos)),
            "expected_score": 1.0 / (1.0 + (-total / f64::from(self.net.story.centipawns)).exp()),
            "empty_centipawns": self.sign * self.parts.empty,
            "men": self.parts.men.iter().map(one).collect::<Vec<_>>(),
        })
    }

    /// What each man adds, for a terminal.
    pub fn text(&self) -> String {
        let of = |square| self.parts.men.iter().find(|(on, _)| *on == square);
        let mut out = men_on_board(self.pos, |square| of(square).map(|(_, adds)| self.sign * adds));
        out += &line("the empty board", self.sign * self.parts.empty);
        out + &line("evaluation", self.sign * self.parts.total())
    }
}
