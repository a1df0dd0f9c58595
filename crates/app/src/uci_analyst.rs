//! Any UCI engine as the tutor's analyst.

use std::time::Duration;

use philidor_chess::shakmaty::CastlingMode;
use philidor_know::search::Game;
use philidor_tutor::{
    Line,
    analyst::{Analyst, AnalystError, Question},
    look::Look,
};

use crate::uci_client::{ClientError, UciEngine};

/// The longest we wait for an answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A UCI engine that is asked for lines at a fixed number of nodes.
pub(crate) struct UciAnalyst {
    engine: UciEngine,
    nodes: u64,
}

impl UciAnalyst {
    /// Starts the engine with one thread, so that its answers can be repeated.
    pub(crate) fn start(command: &str, nodes: u64) -> Result<UciAnalyst, ClientError> {
        let options = [("Threads".to_owned(), "1".to_owned())];
        Ok(UciAnalyst { engine: UciEngine::start(command, &options)?, nodes })
    }

    fn failed(&self, error: &ClientError) -> AnalystError {
        AnalystError { analyst: self.engine.name().to_owned(), reason: error.to_string() }
    }
}

impl Analyst for UciAnalyst {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn begin(&mut self) -> Result<(), AnalystError> {
        self.engine.new_game().map_err(|e| self.failed(&e))
    }

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        let game = Game::new(question.pos.clone());
        let nodes = (self.nodes * u64::from(question.permille) / 1000).max(1);
        let mut go = format!("nodes {nodes}");
        if !question.only.is_empty() {
            let moves = question.only.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string());
            go = format!("{go} searchmoves {}", moves.collect::<Vec<_>>().join(" "));
        }
        let found =
            self.engine.lines(&game, question.lines.max(1), &go, PATIENCE).map_err(|e| self.failed(&e))?;
        let look = |v: crate::uci_client::Variation| {
            Some(Look { line: Line::from_moves(question.pos, &v.moves).ok()?, score: v.score })
        };
        Ok(found.into_iter().filter_map(look).collect())
    }
}
