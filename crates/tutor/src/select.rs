//! When to comment: which moves of a game a master would say something about.
//!
//! Four fifths of a master's comments are on moves that lose nothing, so a threshold on the loss misses them. A small
//! logistic model weighs what can be seen of a move; its weights are data (`knowledge/tutor/select.toml`), fitted to an
//! annotated book by the crate `fit` and never set by hand. What every reader expects (blunders, the mate) is chosen anyway.

use std::{collections::BTreeMap, sync::OnceLock};

use philidor_chess::shakmaty::{Chess, Move, Position, Rank, Role};
use serde::{Deserialize, Serialize};

use crate::{
    claim::Effect,
    explain::effects,
    judge::{Eval, Judgement, Phase, loss_percent},
    line::Step,
    opening::Openings,
    plan::Policy,
    study::{Played, Study},
};

/// What is seen of a move when it is chosen or not.
pub const FEATURES: [&str; 33] = [
    "loss",
    "loss_small",
    "previous_loss",
    "gap",
    "capture",
    "check",
    "start",
    "book",
    "phase_change",
    "middlegame",
    "decided",
    "last",
    "age",
    "volatility",
    "free_choice",
    "same_man_again",
    "retreat",
    "queen_move",
    "improves",
    "through",
    "through_squared",
    "evasion",
    "offer",
    "men",
    "castles",
    "far",
    "pawn",
    "recapture",
    "leaves_book",
    "queens_off",
    "surprise",
    "hard_to_find",
    "natural_fails",
];

/// The values of [`FEATURES`] for one move.
pub type Values = [f64; FEATURES.len()];

/// All moves of a game as the selector sees them.
pub fn values(study: &Study, openings: &Openings) -> Vec<Values> {
    let moves: Vec<_> = study.plies.iter().map_while(|ply| ply.as_move()).collect();
    let usual = study.views[0].pos == Chess::default();
    let left_book = if usual { openings.of_game(&moves).map_or(0, |played| played.left_at) } else { 0 };
    let mut phase = Phase::Opening;
    study
        .moves()
        .map(|played| {
            let step = played.ply.as_move().map(|mv| Step::new(&played.before.pos, mv));
            let now = Phase::of(&played.after.pos).max(phase);
            let seen = of_move(study, &played, step.as_ref(), left_book, phase, now);
            phase = now;
            seen
        })
        .collect()
}

fn of_move(
    study: &Study,
    played: &Played<'_>,
    step: Option<&Step>,
    left_book: usize,
    phase_before: Phase,
    phase: Phase,
) -> Values {
    let flag = |yes: bool| f64::from(u8::from(yes));
    let i = played.index;
    let loss = played.loss();
    let previous_loss = if i == 0 { 0.0 } else { study.played(i - 1).loss() };
    let gap = played.gap().unwrap_or(0.0);
    let chance = played.chance_before();
    let back = |s: &Step| played.mover().fold_wb(s.to.rank() < s.from.rank(), s.to.rank() > s.from.rank());
    let through = i as f64 / study.plies.len().max(1) as f64;
    // On the enemy's half.
    let far = |s: &Step| played.mover().fold_wb(s.to.rank() >= Rank::Fifth, s.to.rank() <= Rank::Fourth);
    let took_before = |s: &Step| {
        i >= 1 && study.plies[i - 1].as_move().is_some_and(|mv| mv.is_capture() && mv.to() == s.to)
    };
    let moved_before = |s: &Step| i >= 2 && study.plies[i - 2].as_move().is_some_and(|mv| mv.to() == s.from);
    [
        (loss / 10.0).min(3.0),
        (loss / 2.0).min(1.0),
        (previous_loss / 10.0).min(3.0),
        (gap / 10.0).min(3.0),
        flag(step.is_some_and(Step::is_capture)),
        flag(step.is_some_and(Step::gives_check)),
        (1.0 - i as f64 / 12.0).max(0.0),
        flag(i < left_book),
        flag(phase != phase_before),
        flag(phase == Phase::Middlegame),
        ((chance - 50.0).abs() / 50.0).powi(2),
        flag(i + 1 == study.plies.len()),
        (-((i as f64 - 28.0) / 18.0).powi(2)).exp(),
        volatility(study, i),
        flag(gap < 2.0 && played.before.pos.legal_moves().len() >= 20),
        flag(step.is_some_and(moved_before)),
        flag(step.is_some_and(back)),
        flag(step.is_some_and(|s| s.mv.role() == Role::Queen)),
        ((chance - two_moves_ago(study, i)).max(0.0) / 10.0).min(3.0),
        through,
        through.powi(2),
        flag(played.before.pos.is_check()),
        flag(offers(played)),
        played.before.pos.board().occupied().count() as f64 / 32.0,
        flag(step.is_some_and(|s| matches!(s.mv, Move::Castle { .. }))),
        flag(step.is_some_and(far)),
        flag(step.is_some_and(|s| s.mv.role() == Role::Pawn)),
        flag(step.is_some_and(|s| s.is_capture() && took_before(s))),
        flag(i > 0 && i == left_book),
        flag(step.is_some_and(|s| s.taken == Some(Role::Queen))),
        played.before.surprise / 5.0,
        if played.is_best() { played.before.surprise / 5.0 } else { 0.0 },
        (natural_loss(played) / 10.0).min(3.0),
    ]
}

/// Points of winning chances that the move which most people would make loses.
fn natural_loss(played: &Played<'_>) -> f64 {
    let natural = played.before.natural.as_ref();
    natural.map_or(0.0, |look| {
        let mover = played.mover();
        loss_percent(mover, played.before.eval(), Eval::from_score(look.score, mover))
    })
}

/// How much the winning chances moved around a move, in tens of points.
fn volatility(study: &Study, i: usize) -> f64 {
    let from = i.saturating_sub(4);
    let to = (i + 2).min(study.views.len());
    let chances: Vec<f64> = study.views[from..to].iter().map(|v| v.eval().win_percent()).collect();
    let mean = chances.iter().sum::<f64>() / chances.len() as f64;
    let var = chances.iter().map(|c| (c - mean).powi(2)).sum::<f64>() / chances.len() as f64;
    (var.sqrt() / 10.0).min(3.0)
}

/// The mover's winning chances before his last move.
fn two_moves_ago(study: &Study, i: usize) -> f64 {
    let mover = study.played(i).mover();
    study.views[i.saturating_sub(2)].eval().seen_by(mover).win_percent()
}

/// The fitted model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Where the weights come from.
    pub provenance: String,
    /// Chosen if the probability is at least this.
    pub threshold: f64,
    /// Weight of nothing.
    pub intercept: f64,
    /// Weights by name.
    pub weights: BTreeMap<String, f64>,
}

/// Why a model could not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// Not TOML, or a field is missing.
    #[error("the selection model is not readable: {0}")]
    Syntax(String),
    /// A weight nobody asks for, or one that is missing.
    #[error("the selection model has {found}, but the features are {}", FEATURES.join(", "))]
    Names {
        /// The names it has.
        found: String,
    },
}

impl Model {
    /// The model that comes with the program.
    pub fn ours() -> &'static Model {
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| {
            Model::parse(const { philidor_knowledge::TUTOR_MODELS.text("select") }).expect("a checked model")
        })
    }

    /// Reads a model.
    pub fn parse(text: &str) -> Result<Model, ModelError> {
        let model: Model = toml::from_str(text).map_err(|e| ModelError::Syntax(e.to_string()))?;
        let known = |name: &&String| FEATURES.contains(&name.as_str());
        if model.weights.len() != FEATURES.len() || !model.weights.keys().all(|name| known(&name)) {
            let found = model.weights.keys().cloned().collect::<Vec<_>>().join(", ");
            return Err(ModelError::Names { found });
        }
        Ok(model)
    }

    /// How likely a master is to comment on the move.
    pub fn probability(&self, values: &Values) -> f64 {
        let sum: f64 = FEATURES.iter().zip(values).map(|(&name, value)| self.weights[name] * value).sum();
        1.0 / (1.0 + (-(self.intercept + sum)).exp())
    }
}

/// Why a move is commented on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The model thinks a master would.
    Worthwhile,
    /// It is a mistake or a blunder.
    Error,
    /// It gives mate.
    Mate,
}

/// Winning chances beyond which a game is decided and small things are not worth a word.
pub const DECIDED_PERCENT: f64 = 97.0;

/// Which moves to comment on, and why. `density` scales how readily the model's choices are taken: 1 is a master's own.
pub fn choose(study: &Study, model: &Model, openings: &Openings, density: f64) -> Vec<Option<Reason>> {
    let values = values(study, openings);
    let mut last: Option<usize> = None;
    let threshold = (model.threshold / density.max(0.01)).min(1.0);
    study
        .moves()
        .zip(&values)
        .map(|(played, values)| {
            let reason = reason(&played, values, model, threshold, last);
            if reason.is_some() {
                last = Some(played.index);
            }
            reason
        })
        .collect()
}

/// The move leaves a piece to be taken: every reader wants to know why.
fn offers(played: &Played<'_>) -> bool {
    let mv = played.ply.as_move();
    mv.is_some_and(|mv| {
        effects(&played.before.pos, mv, None).iter().any(|effect| matches!(effect, Effect::Offers(_)))
    })
}

fn reason(
    played: &Played<'_>,
    values: &Values,
    model: &Model,
    threshold: f64,
    last: Option<usize>,
) -> Option<Reason> {
    played.ply.as_move()?;
    if played.after.pos.is_checkmate() {
        return Some(Reason::Mate);
    }
    let decided = |chance: f64| !(100.0 - DECIDED_PERCENT..=DECIDED_PERCENT).contains(&chance);
    let over = decided(played.chance_before()) && decided(played.chance_after());
    let lost_before = played.chance_before() < 100.0 - DECIDED_PERCENT;
    if played.verdict().is_none() && played.chance_after() >= Policy::ours().moments.worst && offers(played) {
        return Some(Reason::Worthwhile);
    }
    match played.verdict().map(|v| v.judgement) {
        Some(Judgement::Mistake | Judgement::Blunder) if !lost_before => return Some(Reason::Error),
        _ if over => return None,
        _ => {}
    }
    // Something was said a moment ago: it takes more to speak again.
    let crowd = match last.map(|at| played.index - at) {
        Some(1) => 1.25,
        _ => 1.0,
    };
    (model.probability(values) >= (threshold * crowd).min(0.95)).then_some(Reason::Worthwhile)
}
