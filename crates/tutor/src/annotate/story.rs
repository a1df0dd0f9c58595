//! The story of a game: how it went, where it turned and why, what it was about, and what each side can learn from it.
//!
//! Nothing new is found here: turning points and lessons stand on the notes, themes on what was on the board for a good part of the game.

use philidor_chess::{
    pgn::{Game, Termination},
    shakmaty::{Chess, Color, Position as _},
};
use philidor_claims::{Reason, Theme};

use super::{Annotated, Note, themes::Outcome};
use crate::{
    claim::{About, Margin, Payoff, Score, Statement},
    concept::concepts,
    judge::{Eval, Judgement, Phase},
    plan::Policy,
    study::Study,
};

/// The glyph `!!`.
const BRILLIANT: u16 = 3;

/// How a game went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Course {
    /// Nobody was ever clearly better.
    Level,
    /// The lead changed hands so many times.
    SeeSaw(usize),
    /// After this move the winner was never in danger again.
    Decided {
        /// Who won.
        side: Color,
        /// The move, counted from 0.
        index: usize,
    },
    /// A side was winning after this move and did not win.
    Slipped {
        /// Who let it slip.
        side: Color,
        /// The move, counted from 0.
        index: usize,
    },
}

/// What a side can learn, from one of its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// Whose.
    pub side: Color,
    /// The move, counted from 0.
    pub index: usize,
    /// What.
    pub kind: LessonKind,
}

/// What can be learned from an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonKind {
    /// The other side could mate.
    MateAllowed,
    /// A mate was missed.
    MateMissed,
    /// Something was simply left to be taken.
    Hanging,
    /// Something was lost by a device.
    Device(Theme),
    /// The other side's threat was overlooked.
    Threat,
    /// Something could have been won.
    WinMissed,
    /// The ending was won or drawn, and is not any more.
    Ending,
    /// The king was opened or left in the middle.
    King,
    /// The pawns were weakened.
    Pawns,
    /// What the game was about decided it: the name of a message.
    Theme(&'static str),
}

impl LessonKind {
    /// The message that says it.
    pub fn key(self) -> &'static str {
        match self {
            LessonKind::MateAllowed => "lesson-mate-allowed",
            LessonKind::MateMissed => "lesson-mate-missed",
            LessonKind::Hanging => "lesson-hanging",
            LessonKind::Device(_) => "lesson-device",
            LessonKind::Threat => "lesson-threat",
            LessonKind::WinMissed => "lesson-win-missed",
            LessonKind::Ending => "lesson-ending",
            LessonKind::King => "lesson-king",
            LessonKind::Pawns => "lesson-pawns",
            LessonKind::Theme(_) => "lesson-theme",
        }
    }
}

/// The story of a game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Story {
    /// How it went.
    pub course: Option<Course>,
    /// How it stood when the opening was over, and at which move.
    pub after_opening: Option<(Margin, Color, Score)>,
    /// What it was about, the most telling first: names of messages.
    pub themes: Vec<&'static str>,
    /// What the sides can learn, White's first.
    pub lessons: Vec<Lesson>,
}

pub(super) fn story(annotated: &Annotated) -> Story {
    let study = &annotated.study;
    let positions: Vec<Chess> = study.views.iter().map(|view| view.pos.clone()).collect();
    let brilliant = annotated.notes.iter().any(|note| note.nag == Some(BRILLIANT));
    let given = (0..study.plies.len()).any(|index| super::note::is_sacrifice(study, index));
    let last = annotated.phases.last();
    let mated = study.views.last().is_some_and(|view| view.pos.is_checkmate());
    let known = super::themes::Known {
        sacrifice: brilliant || given,
        mate: mated && last.is_some_and(|&phase| phase != Phase::Endgame),
        outcome: outcome(&annotated.game),
    };
    let themes = super::themes::themes(&positions, known);
    let course = course(annotated);
    let mut lessons = lessons(annotated);
    // What decided is worth remembering for the winner.
    if let (Some(Course::Decided { side, index }), Some(&theme)) = (course, themes.first()) {
        let own = lessons.iter().filter(|lesson| lesson.side == side).count();
        let at = lessons.partition_point(|lesson| lesson.side == Color::White || side == Color::Black);
        if own < Policy::ours().story.most {
            lessons.insert(at, Lesson { side, index, kind: LessonKind::Theme(theme) });
        }
    }
    Story { course, after_opening: after_opening(annotated), themes, lessons }
}

/// How a game ended, by its tag.
pub fn outcome(game: &Game) -> Outcome {
    match game.termination {
        Termination::Won(side) => Outcome::Won(side),
        Termination::Drawn => Outcome::Drawn,
        Termination::Open => Outcome::Open,
    }
}

/// White's winning chances after each move.
fn chances(study: &Study) -> Vec<f64> {
    study.views.iter().skip(1).map(|view| view.eval().win_percent()).collect()
}

fn course(annotated: &Annotated) -> Option<Course> {
    let story = &Policy::ours().story;
    let white = chances(&annotated.study);
    let of = |side: Color, chance: f64| if side == Color::White { chance } else { 100.0 - chance };
    let mate =
        annotated.study.views.last().filter(|view| view.pos.is_checkmate()).map(|view| !view.pos.turn());
    let winner = match annotated.game.termination {
        Termination::Won(side) => Some(side),
        _ => mate,
    };
    // Who was on top, each time it changed.
    let mut leads: Vec<Color> = Vec::new();
    for &chance in &white {
        let top = Color::ALL.into_iter().find(|&side| of(side, chance) >= story.on_top + 10.0);
        leads.extend(top.filter(|side| leads.last() != Some(side)));
    }
    if leads.len() > 2 {
        return Some(Course::SeeSaw(leads.len() - 1));
    }
    let won_at = |side: Color| white.iter().position(|&chance| of(side, chance) >= story.won);
    match winner {
        Some(side) => {
            let before = white.iter().rposition(|&chance| of(side, chance) < story.won);
            let index = before.map_or(0, |at| at + 1);
            (index < white.len()).then_some(Course::Decided { side, index })
        }
        None => {
            let slipped = Color::ALL
                .into_iter()
                .find_map(|side| won_at(side).map(|index| Course::Slipped { side, index }));
            let level = white.iter().all(|chance| (100.0 - story.on_top..=story.on_top).contains(chance));
            slipped.or(level.then_some(Course::Level))
        }
    }
}

fn after_opening(annotated: &Annotated) -> Option<(Margin, Color, Score)> {
    let at = annotated.phases.iter().position(|&phase| phase != Phase::Opening)?;
    let view = annotated.study.views.get(at + 1).filter(|_| at > 0)?;
    let Eval::Cp(cp) = view.eval() else { return None };
    let side = if cp >= 0 { Color::White } else { Color::Black };
    let score = Score::Cp(cp.abs());
    Some((Margin::of(score), side, score))
}

/// The gravest errors of each side that teach something, each kind once.
fn lessons(annotated: &Annotated) -> Vec<Lesson> {
    let mut out = Vec::new();
    for side in Color::ALL {
        let mut errors: Vec<(f64, usize)> = annotated
            .study
            .moves()
            .filter(|played| played.mover() == side && annotated.notes[played.index].judgement.is_some())
            .map(|played| (played.loss(), played.index))
            .collect();
        errors.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut own: Vec<Lesson> = Vec::new();
        for (_, index) in errors {
            let Some(kind) = lesson(&annotated.notes[index]) else { continue };
            if own.len() < Policy::ours().story.most && own.iter().all(|lesson| lesson.kind != kind) {
                own.push(Lesson { side, index, kind });
            }
        }
        own.sort_by_key(|lesson| lesson.index);
        out.extend(own);
    }
    out
}

/// What the error teaches, from what is known to be true of it.
fn lesson(note: &Note) -> Option<LessonKind> {
    let said = || note.claims.iter().map(|(claim, _)| claim);
    let lost =
        said().filter(|claim| claim.about == About::Concession).find_map(|claim| match &claim.statement {
            Statement::Mate { .. } => Some(LessonKind::MateAllowed),
            Statement::Material { device: Some(device), .. } if device.theme != Theme::HangingPiece => {
                Some(LessonKind::Device(device.theme))
            }
            Statement::Material { .. } if claim.ply <= 3 => Some(LessonKind::Hanging),
            _ => None,
        });
    let missed = || {
        said().find_map(|claim| match &claim.statement {
            Statement::MissedChance { payoff: Payoff::Mate(_), .. } => Some(LessonKind::MateMissed),
            Statement::MissedChance { .. } => Some(LessonKind::WinMissed),
            Statement::Endgame { .. } if claim.ply > 0 => Some(LessonKind::Ending),
            _ => None,
        })
    };
    let threat = || {
        let met = |statement: &Statement| {
            matches!(statement, Statement::Reason { reason: Reason::Answers { .. }, .. })
        };
        said()
            .find(|claim| claim.about == About::Alternative && met(&claim.statement))
            .map(|_| LessonKind::Threat)
    };
    let positional = || {
        said().filter(|claim| claim.about == About::Concession).find_map(|claim| match &claim.statement {
            Statement::Concept { .. } => {
                let about = concepts(claim);
                let king = about.contains(&"king_safety").then_some(LessonKind::King);
                king.or(about.contains(&"pawn_structure").then_some(LessonKind::Pawns))
            }
            _ => None,
        })
    };
    let grave = note.judgement.is_some_and(|judgement| judgement != Judgement::Inaccuracy);
    lost.or_else(threat).or_else(missed).or_else(|| if grave { positional() } else { None })
}
