//! Judging somebody's try at a move that could have been better.

use philidor_chess::shakmaty::{Chess, Move, Position};
use philidor_tutor::{
    analyst::AnalystError,
    claim::{About, Statement},
    judge::{Eval, criticise},
};

use crate::Session;

/// Plies of the refutation that are shown.
const SHOWN: usize = 4;
/// Reasons that are given.
const REASONS: usize = 2;

/// What a try is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// As good as the best move, or nearly so.
    pub good: bool,
    /// Why not, without the answer.
    pub reasons: Vec<String>,
    /// What the other side makes of it.
    pub refutation: Vec<Move>,
}

impl Session {
    /// Judges a try. `best` was found when the drill was made, `played` is the move of the game, which is never good.
    pub fn judge_try(
        &self,
        pos: &Chess,
        mv: Move,
        best: Option<Move>,
        played: Option<Move>,
    ) -> Result<Attempt, AnalystError> {
        let good = Attempt { good: true, reasons: Vec::new(), refutation: Vec::new() };
        if Some(mv) == best {
            return Ok(good);
        }
        let explained = self.explain(pos, Some(mv))?;
        let told = &explained.explanation;
        let (Some(best), Some(own)) = (told.lines.first(), &told.played) else { return Ok(good) };
        let seen = |score| Eval::from_score(score, pos.turn());
        if Some(mv) != played && criticise(pos.turn(), seen(best.score), seen(own.score)).is_none() {
            return Ok(good);
        }
        // Only what the try gives up: everything about other moves would give the answer away.
        let reasons: Vec<String> = told
            .claims
            .iter()
            .zip(&explained.text.texts)
            .filter(|(claim, text)| {
                claim.about == About::Concession
                    && !matches!(claim.statement, Statement::Better { .. })
                    && !text.is_empty()
            })
            .map(|(_, text)| text.clone())
            .take(REASONS)
            .collect();
        let refutation = own.line.steps().iter().map(|s| s.mv).skip(1).take(SHOWN).collect();
        Ok(Attempt { good: false, reasons, refutation })
    }
}
