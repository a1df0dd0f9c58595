//! What a position is worth, feature by feature.

use philidor_chess::{shakmaty::Chess, write_fen};
use philidor_know::{
    eval::{Breakdown, Term},
    features::glossary,
};
use serde::Serialize;

/// One feature of one side. Values are centipawns, seen by White.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FeatureTerm {
    /// The feature's stable name.
    pub id: &'static str,
    /// Its theme.
    pub group: &'static str,
    /// `white` or `black`.
    pub side: &'static str,
    /// What a person would count, in `unit`.
    pub count: i32,
    /// What is counted.
    pub unit: &'static str,
    /// Middlegame part.
    pub mg: i32,
    /// Endgame part.
    pub eg: i32,
    /// The part of `total`.
    pub value: i32,
    /// One line on what it means.
    pub gloss: &'static str,
}

/// The evaluation taken apart. Values are centipawns, seen by White.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Features {
    /// The position.
    pub fen: String,
    /// The evaluation: the sum of all terms' values.
    pub total: i32,
    /// Middlegame value, before tapering.
    pub mg: i32,
    /// Endgame value, before tapering.
    pub eg: i32,
    /// From 0 (bare kings) to 24.
    pub phase: i32,
    /// 64ths of the endgame value that count.
    pub scale: i32,
    /// Every feature that was counted.
    pub terms: Vec<FeatureTerm>,
}

impl Features {
    /// From an evaluation.
    pub fn new(pos: &Chess, parts: &Breakdown) -> Features {
        let term = |t: &Term| FeatureTerm {
            id: t.feature.id(),
            group: t.feature.group().name(),
            side: t.side.fold_wb("white", "black"),
            count: t.count,
            unit: t.feature.unit().name(),
            mg: t.mg,
            eg: t.eg,
            value: t.value,
            gloss: &glossary().entry(t.feature).gloss,
        };
        Features {
            fen: write_fen(pos),
            total: parts.total,
            mg: parts.verdict.mg,
            eg: parts.verdict.eg,
            phase: parts.verdict.phase,
            scale: parts.verdict.bend.scale,
            terms: parts.terms.iter().map(term).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use philidor_chess::parse_fen;
    use philidor_know::eval::Evaluation;

    use super::*;

    #[test]
    fn json_terms_sum_to_the_total() {
        for fen in [
            "r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 0 16",
            "3q1rk1/r2n1ppp/3p4/3Pp1b1/p7/R1PB4/1PN2PPP/3Q1RK1 w - - 0 22",
            "r2qk2r/1b3ppp/p2p1b2/2nNp3/1R2P3/2P5/1PN2PPP/3QKB1R w Kkq - 0 17",
            "r1b2rk1/1pp2pbp/4p1p1/p2nP3/Pq2Q3/1B3N1P/1PP2PP1/R1B1R1K1 w - - 0 17",
            "r3r1k1/1pp2pbp/6p1/pP1bP3/3N1B2/7P/1PP2PP1/R3R1K1 b - - 0 22",
            "r1b2rk1/1pp2pbp/4p1p1/p2nP3/PqB1Q3/5N1P/1PP2PP1/R1B1R1K1 b - - 0 17",
        ] {
            let pos = parse_fen(fen).expect("there");
            let report = Features::new(&pos, &Evaluation::tuned().explain(&pos));
            let json = serde_json::to_value(&report).expect("there");
            let terms = json["terms"].as_array().expect("there");
            assert_eq!(
                terms.iter().map(|t| t["value"].as_i64().expect("there")).sum::<i64>(),
                json["total"].as_i64().expect("there")
            );
            assert!(terms.iter().all(|t| t["side"] == "white" || t["side"] == "black"));
        }
    }
}
