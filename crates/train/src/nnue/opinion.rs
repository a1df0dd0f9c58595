//! What a net with two perspectives thinks of a position, man by man.

use philidor_chess::{
    shakmaty::{Chess, Position, Square},
    write_fen,
};
use philidor_know::{
    eval::Term,
    evaluator::nnue::{Nnue, NnueParts, reading::Man},
};
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

    /// What each man and each feature adds, for programs.
    pub fn json(&self) -> Value {
        let total = self.sign * self.parts.total();
        let one = |&(square, adds): &(Square, f64)| {
            let piece = self.pos.board().piece_at(square).map(|piece| piece.char().to_string());
            json!({ "piece": piece, "square": square.to_string(), "centipawns": self.sign * adds })
        };
        let mut report = json!({
            "fen": write_fen(self.pos),
            "net": self.file,
            "total_centipawns": total,
            "played_centipawns": self.sign * f64::from(self.net.judge(self.pos)),
            "expected_score": 1.0 / (1.0 + (-total / f64::from(self.net.story.centipawns)).exp()),
            "empty_centipawns": self.sign * self.parts.empty,
            "men": self.parts.men.iter().map(one).collect::<Vec<_>>(),
        });
        if let (Some(concepts), Some(reading)) = (self.net.concepts(self.pos), &self.net.reading) {
            let one = |(term, worth): (&Term, &f64)| {
                let side = if term.side.is_white() { "white" } else { "black" };
                let (id, group) = (term.feature.id(), term.feature.group().name());
                json!({
                    "id": id, "group": group, "side": side, "count": term.count, "centipawns": worth,
                    "by_hand_centipawns": term.value,
                })
            };
            let place = |(man, worth): &(Man, f64)| {
                let piece = man.role.of(man.side).char().to_string();
                json!({ "piece": piece, "square": man.square.to_string(), "centipawns": worth })
            };
            report["concepts"] = json!({
                "features": concepts.parts.terms.iter().zip(&concepts.worth).map(one).collect::<Vec<_>>(),
                "places": concepts.places.iter().map(place).collect::<Vec<_>>(),
                "to_move_centipawns": concepts.to_move,
                "remainder_centipawns": concepts.remainder,
                "by_hand_centipawns": concepts.parts.total,
                "explained_share": { "searched": reading.fit.searched, "played": reading.fit.played },
            });
        }
        report
    }

    /// What each man and each feature adds, for a terminal; with `all` every feature.
    pub fn text(&self, all: bool) -> String {
        let of = |square| self.parts.men.iter().find(|(on, _)| *on == square);
        let mut out = men_on_board(self.pos, |square| of(square).map(|(_, adds)| self.sign * adds));
        out += &line("the empty board", self.sign * self.parts.empty);
        out += &line("evaluation", self.sign * self.parts.total());
        if let (Some(concepts), Some(reading)) = (self.net.concepts(self.pos), &self.net.reading) {
            out += &format!("\nthe same in the words of our features\n{}", concepts.table(all));
            let [searched, played] = [reading.fit.searched, reading.fit.played].map(|share| 100.0 * share);
            out += &format!(
                "Features and places explain {searched:.1} % of the variance of the net's answers on positions of searches held out, \
                 {played:.1} % on positions of master games.\n"
            );
        }
        out
    }
}
