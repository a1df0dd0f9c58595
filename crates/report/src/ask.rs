//! The answer to a question, or what could be asked instead.

use philidor_chess::{
    shakmaty::{Chess, san::San},
    write_fen,
};
use philidor_session::{Answered, Session};
use philidor_tutor::ask::{Answer, AskError};
use serde::Serialize;

use crate::explanation::{ExplainedLine, SaidClaim, SectionAnswer};

/// An answer, or what could be asked instead.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AskAnswer {
    /// What was asked.
    pub question: String,
    /// What was understood; none if nothing was.
    pub topic: Option<&'static str>,
    /// Why there is no answer.
    pub problem: Option<String>,
    /// What can be asked, the question nearest to this one first.
    pub suggestions: Vec<String>,
    /// The position the claims are about.
    pub fen: String,
    /// The move that was asked about.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Who looked ahead; none if there is no answer.
    pub analyst: Option<String>,
    /// Positions searched at most.
    pub nodes: Option<u64>,
    /// Larger endgame tables that answered: those that not every installation has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// Why another engine answered than the one that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// The reader's level.
    pub level: &'static str,
    /// The language.
    pub language: String,
    /// In words, each sentence with the claims it tells.
    pub text: Vec<SectionAnswer>,
    /// The lines that a part of kind `candidates` tells.
    pub lines: Vec<ExplainedLine>,
    /// Squares to point at.
    pub squares: Vec<String>,
    /// The checked claims that the answer rests on.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Object>))]
    pub claims: Vec<SaidClaim>,
}

impl AskAnswer {
    /// What came of a question about `pos` in a session. Why an engine failed is no answer: that is for the caller.
    pub fn new(
        session: &Session,
        question: &str,
        pos: &Chess,
        result: &Result<Answered, AskError>,
    ) -> AskAnswer {
        let blank = AskAnswer {
            question: question.to_owned(),
            topic: None,
            problem: None,
            suggestions: Vec::new(),
            fen: write_fen(pos),
            mv: None,
            analyst: None,
            nodes: None,
            tables: Vec::new(),
            remark: None,
            level: session.settings().level.name(),
            language: session.settings().words.language().to_owned(),
            text: Vec::new(),
            lines: Vec::new(),
            squares: Vec::new(),
            claims: Vec::new(),
        };
        match result {
            Ok(answered) => blank.with(answered),
            Err(error) => AskAnswer {
                suggestions: match error {
                    AskError::Unknown { nearest, examples, .. } => {
                        let rest = examples.iter().filter(|example| nearest.as_ref() != Some(*example));
                        nearest.iter().chain(rest).cloned().collect()
                    }
                    AskError::NoTerm { near, .. } => near.clone(),
                    _ => Vec::new(),
                },
                problem: Some(match error {
                    AskError::Unknown { .. } => "I do not understand this question.".to_owned(),
                    other => other.to_string(),
                }),
                ..blank
            },
        }
    }

    fn with(self, answered: &Answered) -> AskAnswer {
        let Answered { answer, analysis, .. } = answered;
        let pos = &answer.position;
        AskAnswer {
            topic: Some(answer.topic.name()),
            fen: write_fen(pos),
            mv: answer.subject.map(|mv| San::from_move(pos, mv).to_string()),
            analyst: Some(analysis.analyst.clone()),
            nodes: Some(analysis.nodes),
            tables: analysis.tables.clone(),
            remark: analysis.remark.clone(),
            text: answer.sections.iter().map(SectionAnswer::new).collect(),
            lines: answer.lines.iter().map(|line| ExplainedLine::new(pos, line)).collect(),
            squares: answer.squares.into_iter().map(|square| square.to_string()).collect(),
            claims: answer.claims.iter().map(|(claim, text)| SaidClaim::new(claim, text.as_str())).collect(),
            ..self
        }
    }
}

/// The answer for a terminal.
pub fn text(answer: &Answer) -> String {
    let mut page = String::new();
    for (i, section) in answer.sections.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        page += &format!("{gap}{}\n", section.heading);
        for sentence in &section.sentences {
            page += &format!("  {}\n", sentence.text);
        }
    }
    page
}
