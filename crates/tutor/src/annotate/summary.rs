//! The game in a paragraph: opening, turning points, accuracy, how it ended.

use philidor_chess::{pgn::Termination, shakmaty::Position};

use super::{Annotated, Narrator};
use crate::say::{Ending, GameFacts};

pub(super) fn summary(annotated: &Annotated, narrator: &mut Narrator<'_>) -> String {
    if annotated.study.plies.is_empty() {
        return String::new();
    }
    let named = |index: usize| {
        let node = annotated.game.node(annotated.study.nodes[index]);
        format!("{}{}", node.label().replace("...", "…"), node.san)
    };
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
    };
    narrator.voice.summary(&facts)
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
