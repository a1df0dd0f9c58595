//! Any UCI engine as a source of lines.

use std::time::Duration;

use philidor_chess::shakmaty::{CastlingMode, Move, Position};
use philidor_know::search::{Game, Score};
use philidor_tutor::{
    Line,
    analyst::{AnalystError, LINE_PLIES, Memory, Question, best_first},
    envision::is_quiet,
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
        // What it remembers of earlier questions must not show in an answer.
        if question.memory != Memory::Goes {
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

    fn name(&self) -> String {
        Program::name(self).to_owned()
    }

    fn live(
        &mut self,
        game: &Game,
        count: usize,
        nodes: u64,
        hear: &mut (dyn FnMut(u32, u64, Vec<Look>) + Send),
    ) -> Result<(), AnalystError> {
        let go = format!("nodes {}", nodes.max(1));
        let heard = self.engine.watch(game, count, &go, &mut |depth, nodes, found| {
            let looks = found.iter().filter_map(|variation| {
                let line = Line::from_moves(game.position(), &variation.moves).ok()?;
                let score = believed(variation.score, &line);
                Some(Look { line, score })
            });
            hear(depth, nodes, looks.collect());
        });
        heard.map_err(|error| AnalystError {
            analyst: self.engine.name().to_owned(),
            reason: error.to_string(),
        })
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
        let found = self.engine.lines(game, lines, &go, self.patience_for(nodes))?;
        let asked = |v: &Variation| only.is_empty() || v.moves.first().is_some_and(|mv| only.contains(mv));
        let mut looks = Vec::with_capacity(found.len());
        let mut begun: Vec<Move> = Vec::new();
        for mut variation in found.into_iter().filter(asked) {
            // Stopped in the middle of an iteration, an engine may name a move twice: the first word is the later one.
            let Some(&first) = variation.moves.first().filter(|mv| !begun.contains(mv)) else { continue };
            begun.push(first);
            self.extend(game.clone(), &mut variation, nodes / EXTENSION)?;
            if let Ok(line) = Line::from_moves(game.position(), &variation.moves) {
                let score = believed(variation.score, &line);
                looks.push(Look { line, score });
            }
        }
        Ok(looks)
    }

    /// Goes on from the end of a line until it is long enough and quiet, or shows the mate it speaks of.
    fn extend(&mut self, mut game: Game, variation: &mut Variation, nodes: u64) -> Result<(), ClientError> {
        let past = game.moves().len();
        let mates = is_mate(variation.score);
        for _ in 0..EXTENSIONS {
            variation.moves[game.moves().len() - past..].iter().for_each(|&mv| game.play(mv));
            let pos = game.position();
            let shown = !mates && variation.moves.len() >= LINE_PLIES && is_quiet(pos);
            if shown || pos.is_game_over() {
                break;
            }
            let go = format!("nodes {}", nodes.max(1));
            let Some(more) = self.engine.lines(&game, 1, &go, self.patience_for(nodes))?.pop() else { break };
            // A mate that the first search did not see is not what its score speaks of.
            if is_mate(more.score) != mates {
                break;
            }
            variation.moves.extend(more.moves);
        }
        Ok(())
    }

    /// How long an answer may take: a machine may be busy, but an engine that says nothing is not waited for.
    fn patience_for(&self, nodes: u64) -> Duration {
        self.patience.min(READY + Duration::from_millis(nodes / SLOWEST_PER_MS))
    }
}

/// How often a line is taken up again at its end.
const EXTENSIONS: usize = 3;
/// The part of the nodes for each time.
const EXTENSION: u64 = 20;
/// The least time that an engine has.
const READY: Duration = Duration::from_secs(8);
/// Nodes a millisecond of an engine on a busy machine.
const SLOWEST_PER_MS: u64 = 25;

/// A score that speaks of mate.
fn is_mate(score: Score) -> bool {
    score.abs() > 31_000
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
