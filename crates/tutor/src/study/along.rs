//! Games by the thousand: one analyst goes through a game from its end and keeps what it found about a position for the one before, so
//! that most searches begin where the last one ended.
//!
//! Every position is looked at shortly. Where the move played seems to lose something, it and the best move are looked at side by side,
//! and longer only as long as it is in doubt how the move is to be marked.

use philidor_chess::{
    pgn::{Game, Ply},
    shakmaty::{Chess, Move, Position as _},
};
use philidor_know::search::Game as Past;

use super::{Pair, Study, View, both, first_look, is_narrow, one_ply_back, past_of, played_out, settle};
use crate::{
    analyst::{Analysis, Analyst, AnalystError, Memory, Question},
    look::Look,
};

/// Thousandths of the budget for the first look at a position.
const FIRST: u32 = 500;
/// Points of winning chances whose loss is looked at again.
const LEAST_PERCENT: f64 = 3.0;
/// Thousandths of the budget for the looks at the move played and the best one side by side, and how near to the limit of a mark the loss
/// must lie for the next look, in points of winning chances.
const LOOKS: [(u32, f64); 2] = [(1_500, 2.5), (5_000, 0.0)];

/// An analyst who keeps what he finds until the next game.
struct Keeping<'a> {
    analyst: &'a mut dyn Analyst,
    memory: Memory,
}

impl Analyst for Keeping<'_> {
    fn name(&self) -> &str {
        self.analyst.name()
    }

    fn analysis(&self) -> Analysis {
        self.analyst.analysis()
    }

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        let memory = std::mem::replace(&mut self.memory, Memory::Goes);
        self.analyst.lines(&Question { memory, ..question.clone() })
    }
}

impl Study {
    /// Looks at every position of the main line, the last one first. It costs a fraction of [`Study::new`] with the same budget; what is
    /// found depends on the game alone.
    pub fn along(analyst: &mut dyn Analyst, game: &Game) -> Result<Study, AnalystError> {
        let mut analyst = Keeping { analyst, memory: Memory::Begins };
        let (nodes, plies, positions) = played_out(game);
        let places: Vec<&Chess> = positions.iter().collect();
        let mut views: Vec<View> = Vec::with_capacity(positions.len());
        // The last position comes first, until all are there.
        for i in (0..positions.len()).rev() {
            let past = past_of(&places, &plies, i);
            let mut view = first_look(&mut analyst, &positions[i], past.as_ref(), FIRST)?;
            let floor = views.len().checked_sub(2).map(|at| one_ply_back(views[at].score));
            if let (Some(after), Some(&Ply::Move(played))) = (views.last_mut(), plies.get(i)) {
                let mut compare =
                    |pos: &Chess, moves: [Move; 2]| side_by_side(&mut analyst, pos, past.as_ref(), moves);
                settle(&mut compare, &mut view, after, played, floor, LEAST_PERCENT)?;
            }
            views.push(view);
        }
        views.reverse();
        Ok(Study { views, plies, nodes, analysis: analyst.analysis() })
    }
}

/// The best move and the one played, until it is clear how the latter is to be marked.
fn side_by_side(
    analyst: &mut dyn Analyst,
    pos: &Chess,
    past: Option<&Past>,
    moves: [Move; 2],
) -> Result<Pair, AnalystError> {
    let mut found = None;
    for (permille, near) in LOOKS {
        found = both(analyst, pos, past, moves, permille)?;
        let Some(pair) = &found else { break };
        if !is_narrow(pos.turn(), pair, near) {
            break;
        }
    }
    Ok(found)
}
