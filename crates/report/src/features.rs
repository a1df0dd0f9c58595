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
