//! Learning from one's own mistakes: the position before the move, what was better, and what a new try is worth.

use philidor_chess::shakmaty::{Chess, Move, Position};
use philidor_tutor::{
    analyst::{Analyst, Question},
    claim::{About, Statement},
    explain::explain,
    judge::{Eval, judge},
    say::tell,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    answer::{san, uci, ucis},
    api::tutor::{Manner, knowledge},
    error::ApiError,
    state::{App, Stop},
};

/// Nodes for judging a try.
const NODES: u64 = 120_000;
/// Plies of the refutation that are shown.
const SHOWN: usize = 4;
/// Reasons that are told.
const REASONS: usize = 2;

/// A move of a game that could have been better.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Mistake {
    pub(crate) title: String,
    /// Always `better`.
    pub(crate) goal: String,
    pub(crate) fen: String,
    /// As interfaces write it.
    pub(crate) played: String,
    pub(crate) played_san: String,
    /// `inaccuracy`, `mistake` or `blunder`.
    pub(crate) judgement: String,
    pub(crate) best: String,
    /// The better line.
    pub(crate) line: Vec<String>,
    /// For the side to move, with best play.
    pub(crate) score: i32,
    /// What the tutor said of the move.
    pub(crate) comment: String,
}

/// The answer to a drill, shown only when it is over.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Solution {
    /// As interfaces write moves.
    pub(crate) line: Vec<String>,
    /// The same in notation.
    pub(crate) san: String,
    /// What the tutor said of the game's move.
    pub(crate) comment: String,
}

impl Mistake {
    pub(crate) fn solution(&self, pos: &Chess) -> Solution {
        let mut at = pos.clone();
        let mut moves = Vec::new();
        for text in &self.line {
            let Ok(mv) = crate::api::one_move(&at, text) else { break };
            at.play_unchecked(mv);
            moves.push(mv);
        }
        Solution { line: ucis(&moves), san: san(pos, &moves), comment: self.comment.clone() }
    }
}

/// What a try is worth.
pub(crate) struct Judged {
    pub(crate) good: bool,
    /// Why not, without the answer.
    pub(crate) reasons: Vec<String>,
    /// What the other side makes of it.
    pub(crate) refutation: Vec<Move>,
}

/// Judges a try: as good as the best move, or nearly so.
pub(crate) fn judge_try(
    app: &App,
    mistake: &Mistake,
    pos: &Chess,
    mv: Move,
    manner: &Manner,
    stop: &Stop,
) -> Result<Judged, ApiError> {
    let (level, words) = (manner.level()?, manner.words()?);
    let good = Judged { good: true, reasons: Vec::new(), refutation: Vec::new() };
    if uci(mv) == mistake.best {
        return Ok(good);
    }
    let mut analyst = app.analyst("philidor", NODES, stop)?;
    let best = analyst.lines(&Question::best(pos, 1, 400)).map_err(ApiError::analyst)?;
    let own = analyst.lines(&Question::only(pos, &[mv], 400)).map_err(ApiError::analyst)?;
    let (Some(best), Some(own)) = (best.first(), own.first()) else { return Ok(good) };
    let seen = |score| Eval::from_score(score, pos.turn());
    if uci(mv) != mistake.played
        && judge(pos.turn(), seen(best.score.max(own.score)), seen(own.score)).is_none()
    {
        return Ok(good);
    }
    let told = explain(pos, Some(mv), &mut analyst, &knowledge(app, stop)).map_err(ApiError::analyst)?;
    let texts = tell(&told, &words, level, 0).texts;
    // Only what the try gives up: everything about other moves would give the answer away.
    let reasons: Vec<String> = told
        .claims
        .iter()
        .zip(texts)
        .filter(|(claim, text)| {
            claim.about == About::Concession
                && !matches!(claim.statement, Statement::Better { .. })
                && !text.is_empty()
        })
        .map(|(_, text)| text)
        .take(REASONS)
        .collect();
    let refutation: Vec<Move> =
        told.played.iter().flat_map(|look| look.line.steps()).map(|s| s.mv).skip(1).take(SHOWN).collect();
    Ok(Judged { good: false, reasons, refutation })
}
