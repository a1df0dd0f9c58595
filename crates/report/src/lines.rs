//! The best lines of a position.

use philidor_chess::{
    shakmaty::{Chess, Move, Position},
    write_fen,
};
use philidor_know::search::mate_moves;
use philidor_session::{Lines, News};
use philidor_tutor::look::Look;
use serde::Serialize;

use crate::{explanation::AnalysisAnswer, san, ucis};

/// A line and what it is worth to the side to move.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LineAnswer {
    /// Centipawns for the side to move.
    pub score: i32,
    /// Moves to mate, if it is proved; negative if the side to move is mated.
    pub mate: Option<i32>,
    /// As interfaces write moves.
    pub moves: Vec<String>,
    /// The same in notation.
    pub san: String,
    /// The position at the end of the line.
    pub last_fen: String,
}

impl LineAnswer {
    fn new(pos: &Chess, look: &Look) -> LineAnswer {
        let moves: Vec<Move> = look.line.steps().iter().map(|step| step.mv).collect();
        let mut last = pos.clone();
        moves.iter().for_each(|&mv| last.play_unchecked(mv));
        LineAnswer {
            score: look.score,
            mate: mate_moves(look.score),
            moves: ucis(&moves),
            san: san(pos, &moves),
            last_fen: write_fen(&last),
        }
    }
}

/// Lines.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LinesAnswer {
    /// The position.
    pub fen: String,
    /// Who looked ahead; nodes are those of an explanation in which these lines stand.
    #[serde(flatten)]
    pub analysis: AnalysisAnswer,
    /// Best first.
    pub lines: Vec<LineAnswer>,
}

impl LinesAnswer {
    /// Lines from a position.
    pub fn new(pos: &Chess, found: &Lines) -> LinesAnswer {
        LinesAnswer {
            fen: write_fen(pos),
            analysis: AnalysisAnswer::new(&found.analysis),
            lines: found.lines.iter().map(|look| LineAnswer::new(pos, look)).collect(),
        }
    }
}

/// What a search has found so far.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LiveAnswer {
    /// The position.
    pub fen: String,
    /// Who looks ahead.
    pub analyst: String,
    /// Half-moves.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Best first.
    pub lines: Vec<LineAnswer>,
}

impl LiveAnswer {
    /// News of a search from a position.
    pub fn new(pos: &Chess, news: &News) -> LiveAnswer {
        LiveAnswer {
            fen: write_fen(pos),
            analyst: news.analyst.clone(),
            depth: news.depth,
            nodes: news.nodes,
            lines: news.lines.iter().map(|look| LineAnswer::new(pos, look)).collect(),
        }
    }
}
