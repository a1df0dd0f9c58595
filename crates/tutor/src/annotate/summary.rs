//! The game in a paragraph: opening, turning points, accuracy, how it ended; then where it turned and what can be learned.

use philidor_chess::{pgn::Termination, shakmaty::Position};

use super::{Annotated, Course, Narrator};
use crate::say::{Ending, GameFacts};

pub(super) fn summary(annotated: &Annotated, narrator: &mut Narrator<'_>) -> String {
    if annotated.study.plies.is_empty() {
        return String::new();
    }
    let named = |index: usize| named(annotated, index);
    let errors = annotated
        .key_moments
        .iter()
        .filter_map(|&index| {
            let played = annotated.study.played(index);
            Some((played.mover(), named(index), annotated.notes[index].judgement?))
        })
        .collect();
    let book = annotated.opening.as_ref();
    let left = book.filter(|b| b.left_at < annotated.study.plies.len()).map(|b| named(b.left_at));
    let facts = GameFacts {
        opening: annotated.opening.as_ref().map(|b| (b.opening.name.as_str(), b.opening.eco.as_str())),
        left,
        errors,
        figures: annotated.figures,
        moves: annotated.study.plies.len().div_ceil(2),
        ending: ending(annotated),
        course: annotated.story.course.map(|course| match course {
            Course::Decided { index, .. } | Course::Slipped { index, .. } => (course, named(index)),
            Course::Level | Course::SeeSaw(_) => (course, String::new()),
        }),
        after_opening: annotated.story.after_opening,
        themes: &annotated.story.themes,
    };
    narrator.voice.summary(&facts)
}

/// A move with its number: `9…b5`.
fn named(annotated: &Annotated, index: usize) -> String {
    let node = annotated.game.node(annotated.study.nodes[index]);
    format!("{}{}", node.label().replace("...", "…"), node.san)
}

/// The key moments, each with the first thing that is said of it.
pub(super) fn turning_points(annotated: &Annotated) -> Vec<(usize, String)> {
    let said = |&index: &usize| {
        let sentence = annotated.notes[index].sentences.first()?;
        Some((index, sentence.text.clone()))
    };
    annotated.key_moments.iter().filter_map(said).collect()
}

/// What the sides can learn, in words.
pub(super) fn lessons(annotated: &Annotated, narrator: &mut Narrator<'_>) -> Vec<String> {
    let lessons = annotated.story.lessons.iter();
    lessons.map(|lesson| narrator.voice.lesson(lesson, &named(annotated, lesson.index))).collect()
}

fn ending(annotated: &Annotated) -> Ending {
    let last = annotated.study.views.last().map(|view| &view.pos);
    if let Some(pos) = last {
        if pos.is_checkmate() {
            return Ending::Mate(!pos.turn());
        }
        if pos.is_stalemate() {
            return Ending::Stalemate;
        }
    }
    match annotated.game.termination {
        Termination::Won(side) => Ending::Won(side),
        Termination::Drawn => Ending::Drawn,
        Termination::Open => Ending::Open,
    }
}
