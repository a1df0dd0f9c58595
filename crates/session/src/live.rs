//! A search that tells what it finds while it goes on: for somebody who looks over its shoulder. What it finds is not remembered:
//! it ends when nobody looks any more, so it depends on the clock, and an answer of the tutor must not.

use philidor_chess::shakmaty::Chess;
use philidor_know::search::Game;
use philidor_tutor::{analyst::AnalystError, look::Look};

use crate::{Session, budget::Budget, engines::Recalling};

/// What a search has found so far.
#[derive(Debug, Clone)]
pub struct News {
    /// Who looks ahead.
    pub analyst: String,
    /// Half-moves of the deepest search that is finished.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Best first.
    pub lines: Vec<Look>,
}

impl Session {
    /// Searches the best `count` lines of a position, deeper and deeper, until the session's stop token is raised or `nodes` are
    /// spent. `tell` hears of every depth.
    pub fn live(
        &self,
        pos: &Chess,
        count: usize,
        nodes: u64,
        tell: &mut (dyn FnMut(&News) + Send),
    ) -> Result<(), AnalystError> {
        let mut analyst = Recalling::new(self, Budget::fixed(nodes), false);
        let source = analyst.source()?;
        let name = source.name();
        let heard = source.live(&Game::new(pos.clone()), count, nodes, &mut |depth, nodes, lines| {
            tell(&News { analyst: name.clone(), depth, nodes, lines });
        });
        // One that was told to stop and answered may be asked again; one that failed may not.
        analyst.keep(heard.is_ok());
        heard
    }
}
