//! Explaining a position or a move: from lines to claims.
//!
//! [`explain`] asks an [`Analyst`] for lines and turns them into claims; [`claims_about_move`] does the second part alone,
//! for lines that somebody has searched already (a whole game is searched once, backwards). Nothing here makes
//! sentences, and nothing chooses what is worth saying: claims carry their worth.

mod effects;
mod exchanges;
mod gain;
mod goals;
mod ideas;
mod improves;
mod of_move;
mod of_position;
mod people;
mod plain;
mod plans;
mod reasons;

use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, Color, Move, Position},
};
use philidor_claims::Rated;
use philidor_know::eval::Evaluation;
use philidor_verify::{Oracle, Wdl};

pub use self::{
    effects::effects,
    gain::{Gain, gain},
    goals::goals,
    of_move::{MoveContext, claims_about_move},
    of_position::{standing, structure, threat},
    people::{Crowd, natural},
    plain::plain,
    plans::same_goal,
};
pub(crate) use self::{
    of_position::{THREAT, after_move, is_taken},
    people::of_played,
    plans::{later, shared_plans},
    reasons::failures,
};
use crate::{
    analyst::{Analyst, AnalystError},
    audit::audit,
    claim::Claim,
    endgame::EndgameBook,
    line::Line,
    look::Look,
    opening::Openings,
    refine::ExpertRules,
};

/// What the tutor knows apart from what it is told by the analyst.
pub struct Knowledge {
    /// The evaluation whose features are named.
    pub evaluation: Evaluation,
    /// The expert rules.
    pub rules: ExpertRules,
    /// Names of openings.
    pub openings: &'static Openings,
    /// Exact answers for few men, if there are any.
    pub endgames: Option<Box<dyn EndgameBook>>,
    /// Other tables, which confirm those answers; without them the book is asked again, move by move.
    pub oracle: Option<Box<dyn Oracle>>,
    /// What players of the reader's rating play, if that is to be told.
    pub people: Option<Box<dyn Crowd>>,
    /// What club players play, by which natural moves are known: those that fail are refuted.
    pub natural: Option<Box<dyn Crowd>>,
}

/// Exact values for the checker.
impl Oracle for Knowledge {
    fn value(&self, fen: &str) -> Option<Wdl> {
        if let Some(value) = self.oracle.as_ref().and_then(|oracle| oracle.value(fen)) {
            return Some(value);
        }
        let pos = parse_fen(fen).ok()?;
        if pos.is_checkmate() {
            Some(-1)
        } else if pos.is_stalemate() || pos.is_insufficient_material() {
            Some(0)
        } else {
            self.endgames.as_ref()?.value(&pos).map(|known| known.value)
        }
    }

    fn mate_in(&self, fen: &str) -> Option<u32> {
        self.endgames.as_ref()?.value(&parse_fen(fen).ok()?)?.mate_in
    }

    fn people(&self, fen: &str, rating: Rated) -> Option<Vec<(philidor_claims::Move, u8)>> {
        let crowd = self.people.as_deref().filter(|crowd| crowd.rating() == rating)?;
        let percents = crowd.percents(&parse_fen(fen).ok()?);
        Some(percents.into_iter().map(|(mv, share)| (mv.into(), share)).collect())
    }
}

impl Knowledge {
    /// What is shipped.
    pub fn ours() -> Knowledge {
        Knowledge {
            evaluation: Evaluation::tuned(),
            rules: ExpertRules::ours().clone(),
            openings: Openings::ours(),
            endgames: None,
            oracle: None,
            people: None,
            natural: None,
        }
    }
}

/// Everything that was found out about a position.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The position asked about.
    pub position: Chess,
    /// The move asked about.
    pub subject: Option<Move>,
    /// The best lines, best first, scored for the side to move.
    pub lines: Vec<Look>,
    /// The line of the move asked about.
    pub played: Option<Look>,
    /// What can be said, in the order of [`crate::claim::About`], the worthiest first within each.
    pub claims: Vec<Claim>,
    /// What the independent checker found false, with its reason; nobody is told.
    pub dropped: Vec<(Claim, String)>,
}

impl Explanation {
    /// The side to move.
    pub fn position_turn(&self) -> Color {
        self.position.turn()
    }
}

/// Candidate moves that are looked at.
pub const CANDIDATES: usize = 3;

/// Thousandths of all nodes of an explanation that go into its best line; the analyst's budget is that line's. With the shares of
/// `of_position.rs` an explanation then costs about what it may: 990 thousandths for a move; 987 for a position, and up to 180 more for what
/// both sides can aim at.
pub const BEST_LINE_PERMILLE: u32 = 375;

/// Explains a position, or a move in it.
///
/// ```
/// use std::sync::Arc;
/// use philidor_chess::parse_fen;
/// use philidor_know::eval::Evaluation;
/// use philidor_tutor::{claim::Statement, explain::{Knowledge, explain}, look::Looker};
///
/// let pos = parse_fen("r3k3/8/8/1N6/8/8/5PPP/6K1 w - - 0 1").unwrap();
/// let mut looker = Looker::new(Arc::new(|| Box::new(Evaluation::tuned())), 10_000);
/// let told = explain(&pos, None, &mut looker, &Knowledge::ours()).unwrap();
/// assert!(told.claims.iter().any(|claim| matches!(claim.statement, Statement::Material { .. })));
/// ```
pub fn explain(
    pos: &Chess,
    subject: Option<Move>,
    analyst: &mut dyn Analyst,
    knowledge: &Knowledge,
) -> Result<Explanation, AnalystError> {
    explained(pos, subject, None, analyst, knowledge)
}

/// Explains the first move of a line by that line; its score is still the analyst's. The line begins at `pos`.
pub fn explain_line(
    pos: &Chess,
    line: &Line,
    analyst: &mut dyn Analyst,
    knowledge: &Knowledge,
) -> Result<Explanation, AnalystError> {
    explained(pos, line.steps().first().map(|step| step.mv), Some(line), analyst, knowledge)
}

fn explained(
    pos: &Chess,
    subject: Option<Move>,
    given: Option<&Line>,
    analyst: &mut dyn Analyst,
    knowledge: &Knowledge,
) -> Result<Explanation, AnalystError> {
    let mut told = of_position::explain(pos, subject, given, analyst, knowledge)?;
    let people = people::people(&told, analyst, knowledge)?;
    told.claims.extend(people);
    sort(&mut told.claims);
    let audited = audit(None, std::mem::take(&mut told.claims), Some(knowledge));
    told.claims = audited.kept.into_iter().map(|(claim, _)| claim).collect();
    told.dropped = audited.dropped;
    Ok(told)
}

/// By place in the explanation, then by worth.
fn sort(claims: &mut [Claim]) {
    claims.sort_by_key(|claim| (claim.about, -claim.worth.0.abs()));
}
