//! What to say, before there are words.
//!
//! [`of_position`] and [`of_move`] choose among checked claims by one [`Policy`] and put them in order: each [`Point`] is a sentence to be, with
//! the claims it tells. Explanations and comments on games are planned here and nowhere else; [`crate::say`] only renders points.

mod choose;
mod effects;
mod of_move;
mod of_position;
mod policy;

use philidor_chess::shakmaty::{Chess, Color, Move, Position};

pub(crate) use self::of_move::to_its_point;
pub use self::{
    choose::choose,
    of_move::of_move,
    of_position::{of_position, people},
    policy::{
        Answers, Breadth, Centipawns, Chances, Effects, Moments, Moves, Plans, Plies, Policy, PolicyError,
        Reasons, Repeat, Story,
    },
};
use crate::{
    claim::{About, Claim, Effect, Goal, Statement},
    judge::Judgement,
    look::Look,
    relevance::{Moment, Relevance},
    say::Level,
};

/// What a part of an explanation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// Who stands better, and why.
    Standing,
    /// What is threatened.
    Threat,
    /// What both sides intend.
    Plans,
    /// The best moves.
    Candidates,
    /// Captures that look good and lose.
    Beware,
    /// The move under discussion.
    Move,
    /// The better move.
    Alternative,
    /// What players of the reader's rating do here.
    People,
    /// What only a question brings up.
    Answer,
}

impl PartKind {
    /// As JSON spells it.
    pub fn name(self) -> &'static str {
        match self {
            PartKind::Standing => "standing",
            PartKind::Threat => "threat",
            PartKind::Plans => "plans",
            PartKind::Candidates => "candidates",
            PartKind::Beware => "beware",
            PartKind::Move => "move",
            PartKind::Alternative => "alternative",
            PartKind::People => "people",
            PartKind::Answer => "answer",
        }
    }
}

/// A part of an explanation.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What it is about.
    pub kind: PartKind,
    /// Its points, in order.
    pub points: Vec<Point>,
}

/// A sentence to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// 0 must stay; the others may be left out, the highest first.
    pub rank: u8,
    /// In which form the claims are put.
    pub form: Form,
    /// The claims it tells, as places in [`Scene::claims`].
    pub claims: Vec<usize>,
}

/// How claims become one sentence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Form {
    /// The claim as a sentence of its own.
    Alone,
    /// The claim and the line that shows it.
    Shown(Shown),
    /// What sides have, each side's things together.
    Has(Joint),
    /// The first claim is a verdict on the position; the next `split` ones speak for the side of the verdict (or for whichever the phrase names
    /// first), the others for the other side.
    Balance {
        /// How they weigh.
        weigh: Weigh,
        /// How many there are on the first side of the scales.
        split: usize,
    },
    /// What sides do, each side's doings together, `Color` first.
    Does(Color, Joint),
    /// What the move under discussion does at once.
    Effects,
    /// The first claim is a verdict on the move; the others are what it does at once and what it is for.
    Verdict,
    /// The first claim says that another move is a little better than the one under discussion; the others are that move's reasons.
    Nearly,
    /// What the move under discussion does or wins (the first `split` claims), but another one is a little better: the next claim, with
    /// its reasons behind it.
    But {
        /// How many claims tell of the move under discussion.
        split: usize,
    },
    /// What a side does next.
    Next,
    /// What is wrong with the move under discussion.
    Judged(Judgement, Because),
    /// The first claim says that a move is better; the others are its reasons.
    Better {
        /// The move under discussion has been judged.
        judged: bool,
    },
    /// Another move that was possible, or one that was weaker.
    Other {
        /// It was nearly as good.
        close: bool,
    },
    /// A candidate, by its place in [`Scene::lines`], with its score and what it is for.
    Candidate(usize),
    /// The line of the move under discussion.
    Line,
    /// The line of the claim, without the claim.
    ClaimLine,
}

/// How much of a claim's line is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// From the position, as long as the reader can use.
    Whole,
    /// What comes after the move under discussion, to the point of the claim.
    ToThePoint,
    /// What comes after the move under discussion, so many plies.
    Plies(usize),
}

/// How what speaks for one side weighs against what speaks for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weigh {
    /// Nothing speaks against the verdict.
    Because,
    /// What speaks for it weighs more.
    More,
    /// A level position: both weigh the same.
    Even,
    /// A level position: what weighs less is enough all the same.
    Holds,
    /// A level position: what one side has is not enough.
    NotEnough,
    /// Only what speaks against the verdict can be seen: the search has more.
    ToCome,
    /// What speaks against the verdict weighs more: the search has more.
    ToComeBoth,
    /// The first side is behind in material and not in the verdict.
    Compensation,
}

impl Weigh {
    /// The message that says it.
    pub fn key(self) -> &'static str {
        match self {
            Weigh::Because => "balance-because",
            Weigh::More => "balance-more",
            Weigh::Even => "balance-even",
            Weigh::Holds => "balance-holds",
            Weigh::NotEnough => "balance-not-enough",
            Weigh::ToCome => "balance-search",
            Weigh::ToComeBoth => "balance-search-both",
            Weigh::Compensation => "balance-compensation",
        }
    }
}

/// How a sentence is joined to the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joint {
    /// Not at all.
    Plain,
    /// It runs against what was said.
    Contrast,
    /// It is the price of what was said.
    Drawback,
    /// It comes about later in the line.
    Later,
    /// It is what material was given for.
    Return,
}

/// What shows that a move is bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Because {
    /// The claim's line.
    Claim,
    /// It brings what the first claim says, but the move of the second is better; the others are that move's reasons.
    But,
    /// What changes, shown by so many plies of the first claim's line.
    Changes(usize),
    /// What the answer does at once, shown by so many plies.
    Allows(usize),
    /// Nothing has a name: so many plies of the answer.
    Reply(usize),
}

/// What a plan is made from.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The position.
    pub position: &'a Chess,
    /// What is known to be true, the worthiest first within each [`About`].
    pub claims: &'a [Claim],
    /// The best lines, best first.
    pub lines: &'a [Look],
    /// The move under discussion.
    pub subject: Option<Subject<'a>>,
    /// For whom.
    pub level: Level,
    /// By which policy.
    pub policy: &'a Policy,
}

/// The move under discussion.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The move.
    pub mv: Move,
    /// The line that begins with it.
    pub line: &'a [Move],
    /// How bad it was.
    pub judgement: Option<Judgement>,
    /// What it leaves its side, in centipawns.
    pub score: i32,
    /// The game is decided: nothing but what decides is worth a word.
    pub decided: bool,
    /// What a master would speak of, and at which moment; without it everything worth its centipawns is said.
    pub relevance: Option<(&'a Relevance, Moment)>,
}

impl<'a> Scene<'a> {
    /// How much the reader is told.
    pub(crate) fn breadth(&self) -> &'a Breadth {
        self.policy.breadth(self.level)
    }

    /// The side to move.
    fn turn(&self) -> Color {
        self.position.turn()
    }

    /// The first claim that is wanted.
    fn find(&self, wanted: impl Fn(&Claim) -> bool) -> Option<usize> {
        self.claims.iter().position(|claim| self.is_shown(claim) && wanted(claim))
    }

    /// All claims that are wanted.
    fn all(&self, wanted: impl Fn(&Claim) -> bool) -> Vec<usize> {
        let wanted = |at: &usize| self.is_shown(&self.claims[*at]) && wanted(&self.claims[*at]);
        (0..self.claims.len()).filter(wanted).collect()
    }

    /// What a claim says is seen within the moves that the reader is shown. What is won, mates and threats come with a line of
    /// their own, shown to its point.
    fn is_shown(&self, claim: &Claim) -> bool {
        if !is_positional(claim) && !matches!(claim.statement, Statement::Plan { .. }) {
            return true;
        }
        let comment = self.subject.is_some_and(|subject| subject.relevance.is_some());
        let plies = match claim.about {
            About::Alternative if comment => self.policy.plies.better,
            _ => self.breadth().plies,
        };
        // That something is there only for a while is seen when it is gone.
        let seen = match claim.statement {
            Statement::Feature { passing: true, .. } => claim.line.len(),
            _ => claim.ply,
        };
        seen <= plies
    }

    /// How likely a master is to mention a claim here; 1 if nobody was asked.
    fn chance(&self, at: usize) -> f64 {
        let asked = self.subject.and_then(|subject| subject.relevance);
        asked.map_or(1.0, |(relevance, moment)| relevance.of_claim(&self.claims[at], &moment))
    }
}

impl Point {
    fn new(rank: u8, form: Form, claims: Vec<usize>) -> Point {
        Point { rank, form, claims }
    }

    fn alone(rank: u8, at: usize) -> Point {
        Point::new(rank, Form::Alone, vec![at])
    }
}

/// What a line wins or changes.
fn is_change(claim: &Claim) -> bool {
    is_positional(claim) || matches!(claim.statement, Statement::Material { .. } | Statement::Mate { .. })
}

/// A change of features.
fn is_positional(claim: &Claim) -> bool {
    matches!(claim.statement, Statement::Concept { .. } | Statement::Feature { .. })
}

/// Where a piece goes in one move is no plan by itself.
fn is_trivial(claim: &Claim) -> bool {
    matches!(
        claim.statement,
        Statement::Plan { goal: Goal::Occupy { .. } | Goal::Advance { lever: false, .. } }
    )
}

/// A claim for which alone a comment is worth reading: not how the game stands, what else could be played, or where a pawn or
/// piece goes next.
fn has_substance(claim: &Claim) -> bool {
    match &claim.statement {
        Statement::Standing { .. }
        | Statement::Better { .. }
        | Statement::Best { .. }
        | Statement::Opening { .. } => false,
        Statement::Effect { effect } => {
            !effect.is_plain() && !matches!(effect, Effect::Checks(_) | Effect::Recaptures(_))
        }
        _ => !is_trivial(claim),
    }
}

/// Claims about the move under discussion or another one.
pub(crate) fn is_about_move(claim: &Claim) -> bool {
    matches!(claim.about, About::Aim | About::Concession | About::Alternative)
}
