//! Any UCI engine as a source of lines.

use std::time::Duration;

use philidor_chess::shakmaty::{CastlingMode, Move};
use philidor_know::search::{Game, Score};
use philidor_tutor::{
    Line,
    analyst::{AnalystError, Question, best_first},
    look::Look,
};
use philidor_uci::{ClientError, UciEngine, Variation};

use crate::{Stop, engines::Source};

/// A UCI engine that is asked for lines at a fixed number of nodes.
pub(crate) struct Program {
    engine: UciEngine,
    patience: Duration,
}

impl Program {
    /// Starts the engine with one thread, so that its answers can be repeated. `patience` is the longest an answer may take.
    pub(crate) fn start(command: &str, patience: Duration) -> Result<Program, ClientError> {
        let options = [("Threads".to_owned(), "1".to_owned())];
        Ok(Program { engine: UciEngine::start(command, &options)?, patience })
    }

    /// The name it gave itself.
    pub(crate) fn name(&self) -> &str {
        self.engine.name()
    }
}

impl Source for Program {
    fn set_stop(&mut self, stop: &Stop) {
        self.engine.set_stop(stop.flag().clone());
    }

    fn is_alive(&mut self) -> bool {
        self.engine.is_running()
    }

    fn ask(&mut self, question: &Question<'_>, nodes: u64) -> Result<Vec<Look>, AnalystError> {
        let failed = |error: ClientError, engine: &UciEngine| AnalystError {
            analyst: engine.name().to_owned(),
            reason: error.to_string(),
        };
        if !question.carry_on {
            // What it remembers of earlier questions must not show in this answer.
            self.engine.new_game().map_err(|error| failed(error, &self.engine))?;
        }
        let game = question.game();
        let mut search = |lines: usize, only: &[Move], nodes: u64| self.looks(&game, lines, only, nodes);
        let found = match question.only {
            [] => best_first(question, nodes, &mut search),
            only => search(question.lines.max(1), only, nodes),
        };
        found.map_err(|error| failed(error, &self.engine))
    }
}

impl Program {
    fn looks(
        &mut self,
        game: &Game,
        lines: usize,
        only: &[Move],
        nodes: u64,
    ) -> Result<Vec<Look>, ClientError> {
        let mut go = format!("nodes {}", nodes.max(1));
        if !only.is_empty() {
            let moves = only.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string());
            go = format!("{go} searchmoves {}", moves.collect::<Vec<_>>().join(" "));
        }
        let found = self.engine.lines(game, lines, &go, self.patience)?;
        let asked = |v: &Variation| only.is_empty() || v.moves.first().is_some_and(|mv| only.contains(mv));
        let look = |v: Variation| {
            let line = Line::from_moves(game.position(), &v.moves).ok()?;
            let score = believed(v.score, &line);
            Some(Look { line, score })
        };
        Ok(found.into_iter().filter(asked).filter_map(look).collect())
    }
}

/// The most an engine's word is worth without proof, in centipawns.
const MOST_CP: Score = 2_000;

/// A score as our own search counts it. A mate is believed if the line shows it, and is then worth 32000 less its plies;
/// otherwise it is a large advantage.
fn believed(score: Score, line: &Line) -> Score {
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
