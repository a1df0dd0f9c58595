//! A position or a move in words, with the evidence for every sentence.

use philidor_chess::{
    shakmaty::{Chess, Position, san::San},
    write_fen,
};
use philidor_know::search::mate_moves;
use philidor_tutor::{
    claim::{ClaimRecord, Variation},
    explain::Explanation,
    look::Look,
    say::{Level, Told},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A score for the side to move.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScoreAnswer {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; negative if the side to move is mated.
    Mate(i32),
}

/// A line of best play.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExplainedLine {
    /// For the side to move.
    pub score: ScoreAnswer,
    /// As interfaces write moves.
    pub uci: Vec<String>,
    /// In notation, with move numbers.
    pub san: String,
}

impl ExplainedLine {
    /// A line from a position.
    pub fn new(pos: &Chess, look: &Look) -> ExplainedLine {
        let line = Variation::of(look.line.steps().iter().map(|s| s.mv));
        ExplainedLine {
            score: mate_moves(look.score).map_or(ScoreAnswer::Cp(look.score), ScoreAnswer::Mate),
            uci: line.uci(),
            san: line.numbered(pos, line.len()).join(" "),
        }
    }
}

/// A part of an explanation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SectionAnswer {
    /// `standing`, `threat`, `plans`, `candidates`, `beware`, `move` or `alternative`.
    pub kind: &'static str,
    /// Its heading.
    pub heading: String,
    /// Its sentences; those of `candidates` belong to `lines`, one to one.
    pub sentences: Vec<String>,
    /// For each sentence the claims it tells, as places in `claims`.
    pub claims: Vec<Vec<usize>>,
}

/// An explanation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExplanationAnswer {
    /// The position.
    pub fen: String,
    /// `white` or `black`.
    pub turn: &'static str,
    /// The move that was asked about.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Who looked ahead.
    pub analyst: String,
    /// Positions searched at most.
    pub nodes: u64,
    /// The reader's level.
    pub level: &'static str,
    /// The language.
    pub language: String,
    /// The best lines, best first.
    pub lines: Vec<ExplainedLine>,
    /// The line of the move that was asked about.
    pub played: Option<ExplainedLine>,
    /// What a reader is told.
    pub text: Vec<SectionAnswer>,
    /// Everything that was found out, each with its line, squares and evidence.
    #[schema(value_type = Vec<Object>)]
    pub claims: Vec<ClaimRecord>,
    /// Claims that an independent checker did not confirm; they are not told.
    pub dropped: usize,
}

impl ExplanationAnswer {
    /// From what the tutor found and said.
    pub fn new(
        told: &Explanation,
        text: &Told,
        analyst: &str,
        nodes: u64,
        level: Level,
        language: &str,
    ) -> ExplanationAnswer {
        let pos = &told.position;
        let claims = told.claims.iter().zip(&text.texts);
        ExplanationAnswer {
            fen: write_fen(pos),
            turn: pos.turn().fold_wb("white", "black"),
            mv: told.subject.map(|mv| San::from_move(pos, mv).to_string()),
            analyst: analyst.to_owned(),
            nodes,
            level: level.name(),
            language: language.to_owned(),
            lines: told.lines.iter().map(|l| ExplainedLine::new(pos, l)).collect(),
            played: told.played.as_ref().map(|l| ExplainedLine::new(pos, l)),
            text: text
                .sections
                .iter()
                .zip(&text.sources)
                .map(|(section, source)| SectionAnswer {
                    kind: source.kind,
                    heading: section.heading.clone(),
                    sentences: section.sentences.clone(),
                    claims: source.claims.clone(),
                })
                .collect(),
            claims: claims.map(|(claim, text)| ClaimRecord::new(claim, text.as_str())).collect(),
            dropped: told.dropped.len(),
        }
    }
}
