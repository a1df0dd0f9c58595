//! Somebody to play against, at a rating: our own search with fewer nodes, and now and then not the best move.

use philidor_chess::shakmaty::{Chess, Move};
use philidor_tutor::analyst::AnalystError;
use philidor_uci::{WEAK_LINES, weak_choice, weak_nodes};

use crate::{OWN_NAME, Session, Settings, budget};

/// Ratings at which somebody plays.
pub use philidor_uci::ELO_RANGE;

/// Nodes above which an answer would keep a player waiting.
const MOST_NODES: u64 = 600_000;

impl Session {
    /// The move of a player of this rating; none if there is no move. The same seed in the same position gives the same move,
    /// whatever was analysed before.
    pub fn opponent(&self, pos: &Chess, elo: u32, seed: u64) -> Result<Option<Move>, AnalystError> {
        let nodes = budget::explanation(weak_nodes(elo).min(MOST_NODES));
        let settings =
            Settings { engine: Some(OWN_NAME.to_owned()), nodes: Some(nodes), ..self.settings.clone() };
        // Our own search is always there.
        let weak = self
            .isolated()
            .with(settings)
            .map_err(|error| AnalystError { analyst: OWN_NAME.to_owned(), reason: error.to_string() })?;
        let found = weak.lines(pos, WEAK_LINES, &[])?;
        let lines: Vec<(i32, Move)> =
            found.lines.iter().filter_map(|look| Some((look.score, look.line.steps().first()?.mv))).collect();
        Ok(weak_choice(&lines, elo, seed))
    }
}

#[cfg(test)]
mod tests {
    use philidor_chess::{parse_fen, shakmaty::uci::UciMove};

    use super::*;

    #[test]
    fn an_opponent_is_steady_varies_with_the_seed_and_mates_when_strong() {
        let session = Session::builder().build().unwrap();
        let start = Chess::default();
        let play = |elo, seed| session.opponent(&start, elo, seed).unwrap().unwrap();
        assert_eq!(play(800, 1), play(800, 1));
        let many: std::collections::HashSet<String> =
            (0..12).map(|seed| play(800, seed).to_string()).collect();
        assert!(many.len() > 1, "{many:?}");
        let mate = parse_fen("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1").unwrap();
        let best = session.opponent(&mate, 2000, 7).unwrap().unwrap();
        assert_eq!(UciMove::from_standard(best).to_string(), "e1e8");
        let over = parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        assert_eq!(session.opponent(&over, 1200, 0).unwrap(), None);
    }
}
