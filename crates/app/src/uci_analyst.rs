//! Any UCI engine as the tutor's analyst.

use std::time::Duration;

use philidor_chess::shakmaty::CastlingMode;
use philidor_tutor::{
    Line,
    analyst::{Analyst, AnalystError, Question},
    look::Look,
};
use philidor_uci::{ClientError, UciEngine, Variation};

/// The longest we wait for an answer, unless somebody else waits for us.
const PATIENCE: Duration = Duration::from_secs(120);

/// A UCI engine that is asked for lines at a fixed number of nodes.
pub(crate) struct UciAnalyst {
    engine: UciEngine,
    nodes: u64,
    patience: Duration,
}

impl UciAnalyst {
    /// Starts the engine with one thread, so that its answers can be repeated.
    pub(crate) fn start(command: &str, nodes: u64) -> Result<UciAnalyst, ClientError> {
        let options = [("Threads".to_owned(), "1".to_owned())];
        Ok(UciAnalyst { engine: UciEngine::start(command, &options)?, nodes, patience: PATIENCE })
    }

    /// The same, but an answer that takes longer than this is none.
    pub(crate) fn within(self, patience: Duration) -> UciAnalyst {
        UciAnalyst { patience, ..self }
    }

    fn failed(&self, error: &ClientError) -> AnalystError {
        AnalystError { analyst: self.engine.name().to_owned(), reason: error.to_string() }
    }
}

impl Analyst for UciAnalyst {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        let game = question.game();
        let nodes = (self.nodes * u64::from(question.permille) / 1000).max(1);
        let mut go = format!("nodes {nodes}");
        if !question.only.is_empty() {
            let moves = question.only.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string());
            go = format!("{go} searchmoves {}", moves.collect::<Vec<_>>().join(" "));
        }
        // What it remembers of earlier questions must not show in this answer.
        self.engine.new_game().map_err(|e| self.failed(&e))?;
        let found = self
            .engine
            .lines(&game, question.lines.max(1), &go, self.patience)
            .map_err(|e| self.failed(&e))?;
        let asked = |v: &Variation| {
            question.only.is_empty() || v.moves.first().is_some_and(|mv| question.only.contains(mv))
        };
        let look = |v: Variation| {
            let line = Line::from_moves(question.pos, &v.moves).ok()?;
            let score = believed(v.score, &line);
            Some(Look { line, score })
        };
        Ok(found.into_iter().filter(asked).filter_map(look).collect())
    }
}

/// The most an engine's word is worth without proof, in centipawns.
const MOST_CP: i32 = 2_000;

/// A score as our own search counts it. A mate is believed if the line shows it, and is then worth 32000 less its plies;
/// otherwise it is a large advantage.
fn believed(score: i32, line: &Line) -> i32 {
    let moves = 32_000 - score.abs();
    if moves > 1_000 {
        return score.clamp(-20_000, 20_000);
    }
    let plies = if score > 0 { 2 * moves - 1 } else { 2 * moves };
    if line.is_mate() && line.steps().len() as i32 == plies {
        score.signum() * (32_000 - plies)
    } else {
        score.signum() * MOST_CP
    }
}

#[cfg(test)]
mod tests {
    use philidor_chess::parse_fen;

    use super::*;

    #[test]
    fn a_mate_is_believed_if_it_is_shown() {
        let pos = parse_fen("6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1").unwrap();
        let mate = Line::from_uci(&pos, "e1e8").unwrap();
        assert_eq!(believed(31_999, &mate), 31_999);
        assert_eq!(believed(31_998, &mate), MOST_CP);
        let quiet = Line::from_uci(&pos, "g1f1 h7h6").unwrap();
        assert_eq!(believed(31_999, &quiet), MOST_CP);
        assert_eq!(believed(-31_999, &quiet), -MOST_CP);
        assert_eq!(believed(37, &quiet), 37);
        assert_eq!(believed(-30_000, &quiet), -20_000);
    }
}
