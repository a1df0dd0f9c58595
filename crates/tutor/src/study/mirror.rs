//! The same question with the colours exchanged.

use philidor_chess::shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, uci::UciMove};

use crate::{
    analyst::{Analyst, AnalystError, Question},
    line::Line,
    look::Look,
};

/// Asks an analyst about the mirrored position, so that a game in which Black moves first is looked at exactly like the
/// same game with the colours exchanged.
pub(super) struct Mirrored<'a>(pub(super) &'a mut dyn Analyst);

impl Analyst for Mirrored<'_> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn begin(&mut self) -> Result<(), AnalystError> {
        self.0.begin()
    }

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        let Some(pos) = mirrored(question.pos) else { return self.0.lines(question) };
        let only: Vec<Move> = question.only.iter().filter_map(|&mv| mirrored_move(mv, &pos)).collect();
        let looks = self.0.lines(&Question { pos: &pos, only: &only, ..question.clone() })?;
        Ok(looks.iter().filter_map(|look| back(look, question.pos)).collect())
    }
}

fn mirrored(pos: &Chess) -> Option<Chess> {
    let mut setup = pos.to_setup(EnPassantMode::Legal);
    setup.mirror();
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// The mirrored move, in the mirrored position.
fn mirrored_move(mv: Move, pos: &Chess) -> Option<Move> {
    match mv.to_uci(CastlingMode::Standard) {
        UciMove::Normal { from, to, promotion } => {
            UciMove::Normal { from: from.flip_vertical(), to: to.flip_vertical(), promotion }.to_move(pos).ok()
        }
        _ => None,
    }
}

fn back(look: &Look, start: &Chess) -> Option<Look> {
    let mut pos = start.clone();
    let mut moves = Vec::new();
    for step in look.line.steps() {
        let Some(mv) = mirrored_move(step.mv, &pos) else { break };
        pos.play_unchecked(mv);
        moves.push(mv);
    }
    Some(Look { line: Line::from_moves(start, &moves).ok()?, score: look.score })
}
