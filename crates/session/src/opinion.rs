//! What another engine says to our choice.

use philidor_chess::shakmaty::Position;
use philidor_tutor::{
    analyst::{Analyst, AnalystError, Question},
    claim::{About, Statement, Worth, claim, limits, score},
    say::Speaker,
};
use philidor_verify::{Flaw, verify};

use crate::{Explained, Session};

/// Why there is no second opinion.
#[derive(Debug, thiserror::Error)]
pub enum OpinionError {
    /// The other engine gave no answer.
    #[error(transparent)]
    Analyst(#[from] AnalystError),
    /// What it prefers is no true claim.
    #[error(transparent)]
    Flaw(#[from] Flaw),
}

impl Session {
    /// What this session's engine says to the first choice of an explanation by another: that it agrees, or what it prefers, by its
    /// own scores; nothing where there is no choice.
    pub fn second_opinion(&self, first: &Explained) -> Result<String, OpinionError> {
        let pos = &first.explanation.position;
        let ours = first.explanation.lines.first().and_then(philidor_tutor::look::Look::first);
        let Some(ours) = ours else { return Ok(String::new()) };
        let mut engine = self.recalling(&[pos]);
        let its = engine.lines(&Question::best(pos, 1, 1000))?.into_iter().next();
        let Some(its) = its else { return Ok(String::new()) };
        let Some(other) = its.first() else { return Ok(String::new()) };
        let ours_by_it = if other == ours {
            Some(its.score)
        } else {
            engine.lines(&Question::only(pos, &[ours], 1000))?.first().map(|look| look.score.min(its.score))
        };
        let Some(ours_by_it) = ours_by_it else { return Ok(String::new()) };
        let agrees = other == ours || limits::as_good(score(ours_by_it), score(its.score));
        let (mv, value) = if agrees { (ours, ours_by_it) } else { (other, its.score) };
        let statement = Statement::Better {
            mv: mv.into(),
            other: ours.into(),
            score: score(value),
            other_score: score(ours_by_it),
        };
        let worth = Worth(value - ours_by_it);
        let claim = claim(About::Alternative, statement, pos.turn(), pos, its.shown(), 1, worth);
        // A preference is a claim like any other.
        if !agrees {
            verify(&claim, None)?;
        }
        let settings = self.settings();
        Ok(Speaker::new(&settings.words, settings.level, 0).opinion(pos, &claim, engine.name(), agrees))
    }
}
