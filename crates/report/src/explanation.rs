//! A position or a move in words, with the evidence for every sentence.

use philidor_chess::{
    diagram::{self, Marks, Tint},
    shakmaty::{Chess, Color, Move, Position, Square, san::San},
    write_fen,
};
use philidor_claims::{Claim, Line, Score, Set, Statement};
use philidor_session::Explained;
use philidor_tutor::{
    analyst::Analysis,
    audit::AuditRecord,
    claim::OnBoard as _,
    explain::{Explanation, Knowledge},
    look::Look,
    plan::Policy,
    say::{Section, Sentence, Told},
};
use serde::Serialize;

/// Who looked ahead, and for how long.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisAnswer {
    /// The engine's name.
    pub analyst: String,
    /// Positions searched at most.
    pub nodes: u64,
    /// Larger endgame tables that answered: those that not every installation has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// Why another engine answered than the one that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

impl AnalysisAnswer {
    /// From what the session says of its answer.
    pub fn new(analysis: &Analysis) -> AnalysisAnswer {
        let Analysis { analyst, nodes, tables, remark } = analysis.clone();
        AnalysisAnswer { analyst, nodes, tables, remark }
    }
}

/// In one line: who, how many nodes, which tables, and what went wrong.
pub fn analysed_by(analysis: &Analysis, place: &str) -> String {
    let mut text = analysis.analyst.clone();
    if analysis.nodes > 0 {
        text += &format!(", {} nodes{place}", grouped(analysis.nodes));
    }
    if !analysis.tables.is_empty() {
        text += &format!("; tables {}", analysis.tables.join(", "));
    }
    if let Some(remark) = &analysis.remark {
        text += &format!("; {remark}");
    }
    text
}

/// 1234567 as 1,234,567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

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
    #[serde(flatten)]
    pub analysis: AnalysisAnswer,
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
        let Explained { explanation, text, analysis, level, language } = explained;
        let pos = &explanation.position;
        let claims = explanation.claims.iter().zip(&text.texts);
        ExplanationAnswer {
            fen: write_fen(pos),
            turn: pos.turn().fold_wb("white", "black"),
            mv: explanation.subject.map(|mv| San::from_move(pos, mv).to_string()),
            analysis: AnalysisAnswer::new(analysis),
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

/// For the terminal, with every claim for an audit; whoever knows exact values is asked again then.
pub fn text(told: &Explanation, text: &Told, audit: Option<&Knowledge>) -> serde_json::Result<String> {
    let mut page = diagram::unicode(&told.position, Color::White);
    for section in &text.sections {
        page += &format!("\n{}\n", section.heading);
        for sentence in &section.sentences {
            page += &format!("  {}\n", sentence.text);
        }
    }
    if let Some(knowledge) = audit {
        page += "\nClaims\n";
        for (claim, text) in told.claims.iter().zip(&text.texts) {
            let verdict = AuditRecord::new(claim, "", Some(knowledge));
            page += &format!("  {} [{}]\n", text, place(claim));
            let line = claim.line.numbered(&told.position, claim.line.len()).join(" ");
            page += &format!("    after {} of: {}\n", claim.ply, if line.is_empty() { "-" } else { &line });
            page += &format!("    {}\n", serde_json::to_string(&claim.statement)?);
            page += &format!("    {} ({})\n", verdict.verdict, verdict.grounds.unwrap_or("false"));
        }
        for (claim, flaw) in &told.dropped {
            page += &format!("  dropped [{}]: {flaw}\n", place(claim));
        }
    }
    Ok(page)
}

/// What kind of claim it is, where it belongs, and whom it speaks for.
fn place(claim: &Claim) -> String {
    format!("{}, {:?}, {}", claim.statement.name(), claim.about, claim.side).to_lowercase()
}

/// The board with the move asked about, the best move and the threat.
pub fn picture(told: &Explanation, text: &Told) -> String {
    let mut marks = Marks::default();
    let squares = |mv: Move| (mv.from().unwrap_or(mv.to()), mv.to());
    let best = told.lines.first().and_then(|l| l.line.steps().first()).map(|s| s.mv);
    let mut arrow = |mv: Move, tint: Tint| {
        let (from, to) = squares(mv);
        marks = std::mem::take(&mut marks).arrow(from, to, tint);
    };
    if let Some(mv) = told.subject.filter(|&mv| Some(mv) != best) {
        let bad = told.claims.iter().any(|c| {
            matches!(c.statement, Statement::Better { .. }) && c.worth.0 >= Policy::ours().centipawns.bad
        });
        arrow(mv, if bad { Tint::Bad } else { Tint::Last });
    }
    if let Some(mv) = best {
        arrow(mv, Tint::Good);
    }
    for claim in &told.claims {
        if let Statement::Threat { mv, .. } = claim.statement {
            let (from, to) = (Square::from(mv.from), Square::from(mv.to));
            marks = std::mem::take(&mut marks).arrow(from, to, Tint::Bad);
        }
    }
    let mut said = text.sections.iter().flat_map(|s| &s.sentences);
    if let Some(first) = said.next() {
        marks = marks.caption(first.text.clone());
    }
    diagram::svg(told.position.board(), &marks)
}
