//! A position or a move in words, with the evidence for every sentence.

use philidor_chess::{
    shakmaty::{Chess, Position, san::San},
    write_fen,
};
use philidor_claims::{Claim, Line, Score, Set};
use philidor_session::Explained;
use philidor_tutor::{
    claim::OnBoard as _,
    look::Look,
    say::{Section, Sentence},
};
use serde::Serialize;

/// A line of best play.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExplainedLine {
    /// For the side to move.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub score: Score,
    /// As interfaces write moves.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub uci: Line,
    /// In notation, with move numbers.
    pub san: String,
}

impl ExplainedLine {
    /// A line from a position.
    pub fn new(pos: &Chess, look: &Look) -> ExplainedLine {
        let line = look.shown();
        let san = line.numbered(pos, line.len()).join(" ");
        ExplainedLine { score: look.rated(), uci: line, san }
    }
}

/// A sentence and what it stands on.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SentenceAnswer {
    /// The words.
    pub text: String,
    /// The claims it tells, as places in `claims`.
    pub claims: Vec<usize>,
    /// The line it shows, from the position asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<String>>))]
    pub line: Option<Line>,
}

/// A part of an explanation.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SectionAnswer {
    /// `standing`, `threat`, `plans`, `candidates`, `beware`, `move`, `alternative` or `answer`.
    pub kind: &'static str,
    /// Its heading.
    pub heading: String,
    /// Its sentences.
    pub sentences: Vec<SentenceAnswer>,
}

impl SectionAnswer {
    /// From what the tutor said.
    pub fn new(section: &Section) -> SectionAnswer {
        let sentence = |s: &Sentence| SentenceAnswer {
            text: s.text.clone(),
            claims: s.claims.clone(),
            line: s.line.clone(),
        };
        SectionAnswer {
            kind: section.kind.name(),
            heading: section.heading.clone(),
            sentences: section.sentences.iter().map(sentence).collect(),
        }
    }
}

/// A claim and its words.
#[derive(Debug, Clone, Serialize)]
pub struct SaidClaim {
    /// The claim as a sentence of its own; empty if it has no words at this level.
    pub text: String,
    /// The squares it speaks of.
    pub squares: Set,
    /// The claim.
    #[serde(flatten)]
    pub claim: Claim,
}

impl SaidClaim {
    /// A claim with its words.
    pub fn new(claim: &Claim, text: impl Into<String>) -> SaidClaim {
        SaidClaim { text: text.into(), squares: claim.squares(), claim: claim.clone() }
    }
}

/// An explanation.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    /// Everything that was found out, each with its words, line and squares.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Object>))]
    pub claims: Vec<SaidClaim>,
    /// Claims that an independent checker did not confirm; they are not told.
    pub dropped: usize,
}

impl ExplanationAnswer {
    /// From what the tutor found and said.
    pub fn new(explained: &Explained) -> ExplanationAnswer {
        let Explained { explanation, text, analyst, nodes, level, language } = explained;
        let pos = &explanation.position;
        let claims = explanation.claims.iter().zip(&text.texts);
        ExplanationAnswer {
            fen: write_fen(pos),
            turn: pos.turn().fold_wb("white", "black"),
            mv: explanation.subject.map(|mv| San::from_move(pos, mv).to_string()),
            analyst: analyst.clone(),
            nodes: *nodes,
            level: level.name(),
            language: language.clone(),
            lines: explanation.lines.iter().map(|l| ExplainedLine::new(pos, l)).collect(),
            played: explanation.played.as_ref().map(|l| ExplainedLine::new(pos, l)),
            text: text.sections.iter().map(SectionAnswer::new).collect(),
            claims: claims.map(|(claim, text)| SaidClaim::new(claim, text.as_str())).collect(),
            dropped: explanation.dropped.len(),
        }
    }
}
