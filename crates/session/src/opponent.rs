//! Somebody to play against, at a rating.
//!
//! As long as the policy of human moves knows such players, a move is drawn as they would play it: each as often as so many of them do. A
//! single player sees more than all of them together, who each overlook something else; so what loses by a short look ahead is drawn more
//! rarely, the more so the stronger he is. Above that it is our own search with fewer nodes, and now and then not the best move.

use philidor_chess::shakmaty::{Chess, Move, Position};
use philidor_claims::limits::TEMPTING_CHANCE;
use philidor_humans::{Likely, Moment, Rating};
use philidor_stats::Rng;
use philidor_tutor::{
    analyst::{Analyst, AnalystError, Question},
    claim::score,
};
use philidor_uci::{WEAK_LINES, weak_choice, weak_nodes};

use crate::{OWN_NAME, Session, Settings, budget};

/// Ratings at which somebody plays.
pub use philidor_uci::ELO_RANGE;

/// The highest rating at which it plays as people do: of stronger players the policy has seen too few games.
const MOST_HUMAN: u16 = 2200;
/// Nodes above which an answer would keep a player waiting.
const MOST_NODES: u64 = 600_000;
/// Nodes of the look for what a move loses.
const GLANCE: u64 = 12_000;
/// So much of what people play is looked at; what is rarer is not played.
const LOOKED_AT: f32 = 0.97;
/// The most moves that are looked at.
const MOST_LOOKED_AT: usize = 12;
/// The share of players who see in time what a move loses: at the lowest rating at which somebody plays, and at [`MOST_HUMAN`]. In games held
/// out people slip about half as often as our net foretells (`philidor bench --humans`), which this makes good.
const SEEN: (f32, f32) = (0.4, 0.7);

/// A move as likely as it is played, with what it loses of the expected result.
struct Choice {
    mv: Move,
    chance: f32,
    loses: f64,
}

impl Session {
    /// The move of a player of this rating, after `past` (positions with the moves played in them, oldest first); none if there is no
    /// move. The same seed in the same position gives the same move, whatever was analysed before.
    pub fn opponent(
        &self,
        pos: &Chess,
        past: &[(Chess, Move)],
        rating: Rating,
        seed: u64,
    ) -> Result<Option<Move>, AnalystError> {
        if rating.number > MOST_HUMAN {
            return self.held_back(pos, u32::from(rating.number), seed);
        }
        let likely = self.humans().moves(Moment { position: pos, past }, rating);
        let choices = self.weighed(pos, &considered(pos, &likely))?;
        Ok(drawn(&choices, seen_in_time(rating.number), seed))
    }

    /// Moves with what they lose by a glance.
    fn weighed(&self, pos: &Chess, likely: &[Likely]) -> Result<Vec<Choice>, AnalystError> {
        let moves: Vec<Move> = likely.iter().map(|likely| likely.mv).collect();
        if moves.len() < 2 {
            return Ok(likely.iter().map(|l| Choice { mv: l.mv, chance: l.chance, loses: 0.0 }).collect());
        }
        let glancing = self.ours(GLANCE)?;
        let looks = glancing.recalling(&[pos]).lines(&Question::only(pos, &moves, 1000))?;
        let expected = |mv: Move| {
            let look = looks.iter().find(|look| look.first() == Some(mv))?;
            Some(score(look.score).expected())
        };
        let best = looks.iter().map(|look| score(look.score).expected()).fold(-1.0, f64::max);
        Ok(likely
            .iter()
            .map(|l| Choice {
                mv: l.mv,
                chance: l.chance,
                loses: expected(l.mv).map_or(0.0, |expected| best - expected),
            })
            .collect())
    }

    /// Our own search, held back.
    fn held_back(&self, pos: &Chess, elo: u32, seed: u64) -> Result<Option<Move>, AnalystError> {
        let weak = self.ours(weak_nodes(elo).min(MOST_NODES))?;
        let found = weak.lines(pos, WEAK_LINES, &[])?;
        let lines: Vec<(i32, Move)> =
            found.lines.iter().filter_map(|look| Some((look.score, look.first()?))).collect();
        Ok(weak_choice(&lines, elo, seed))
    }

    /// Our own search with a number of nodes, which knows nothing of what was analysed before.
    fn ours(&self, nodes: u64) -> Result<Session, AnalystError> {
        let nodes = Some(budget::explanation(nodes));
        let settings = Settings { engine: Some(OWN_NAME.to_owned()), nodes, ..self.settings.clone() };
        // Our own search is always there.
        self.isolated()
            .with(settings)
            .map_err(|error| AnalystError { analyst: OWN_NAME.to_owned(), reason: error.to_string() })
    }
}

/// The likeliest moves, which are almost all that is played, and every mate at once.
fn considered(pos: &Chess, likely: &[Likely]) -> Vec<Likely> {
    let mut sum = 0.0;
    let mut common = 0;
    while common < likely.len().min(MOST_LOOKED_AT) && sum < LOOKED_AT {
        sum += likely[common].chance;
        common += 1;
    }
    let mates = |mv: Move| pos.clone().play(mv).is_ok_and(|after| after.is_checkmate());
    let (common, rare) = likely.split_at(common);
    common.iter().chain(rare.iter().filter(|likely| mates(likely.mv))).copied().collect()
}

/// How many players of a rating see in time what a move loses.
fn seen_in_time(number: u16) -> f32 {
    let least = *ELO_RANGE.start() as f32;
    let way = (f32::from(number) - least) / (f32::from(MOST_HUMAN) - least);
    SEEN.0 + (SEEN.1 - SEEN.0) * way.clamp(0.0, 1.0)
}

/// Draws a move; what loses is drawn by those alone who do not see it.
fn drawn(choices: &[Choice], seen: f32, seed: u64) -> Option<Move> {
    let weight = |choice: &Choice| {
        let loses = choice.loses >= TEMPTING_CHANCE;
        f64::from(choice.chance * if loses { 1.0 - seen } else { 1.0 })
    };
    let mut left = Rng::new(seed).unit() * choices.iter().map(weight).sum::<f64>();
    let hit = choices.iter().find(|choice| {
        left -= weight(choice);
        left < 0.0
    });
    hit.or(choices.first()).map(|choice| choice.mv)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use philidor_chess::{parse_fen, shakmaty::uci::UciMove};
    use philidor_humans::Scale;

    use super::*;

    const RATINGS: [u16; 4] = [800, 1300, 1800, MOST_HUMAN];

    fn rated(number: u16) -> Rating {
        Rating { number, scale: Scale::Lichess }
    }

    #[test]
    fn an_opponent_is_steady_varies_with_the_seed_and_mates_when_strong() {
        let session = Session::builder().build().unwrap();
        let start = Chess::default();
        let mate = parse_fen("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1").unwrap();
        let over = parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        for number in [800, 1500, 2500] {
            let play = |seed| session.opponent(&start, &[], rated(number), seed).unwrap().unwrap();
            assert_eq!(play(1), play(1));
            assert_eq!(session.opponent(&over, &[], rated(number), 0).unwrap(), None);
        }
        let many: HashSet<String> = (0..12)
            .map(|seed| session.opponent(&start, &[], rated(800), seed).unwrap().map(name).unwrap())
            .collect();
        assert!(many.len() > 1, "{many:?}");
        let best = session.opponent(&mate, &[], rated(2500), 7).unwrap().unwrap();
        assert_eq!(name(best), "e1e8");
    }

    fn name(mv: Move) -> String {
        UciMove::from_standard(mv).to_string()
    }

    /// How often each move is drawn.
    fn drawn_often(session: &Session, pos: &Chess, number: u16, times: u64) -> HashMap<String, f64> {
        let likely = session.humans().moves(Moment { position: pos, past: &[] }, rated(number));
        let choices = session.weighed(pos, &considered(pos, &likely)).unwrap();
        let mut out = HashMap::new();
        for seed in 0..times {
            let mv = drawn(&choices, seen_in_time(number), seed).unwrap();
            *out.entry(name(mv)).or_default() += 1.0 / times as f64;
        }
        for seed in 0..3 {
            let played = session.opponent(pos, &[], rated(number), seed).unwrap();
            assert_eq!(played, drawn(&choices, seen_in_time(number), seed));
        }
        out
    }

    fn chance(session: &Session, pos: &Chess, number: u16, mv: &str) -> f64 {
        let likely = session.humans().moves(Moment { position: pos, past: &[] }, rated(number));
        f64::from(likely.iter().find(|likely| name(likely.mv) == mv).unwrap().chance)
    }

    #[test]
    fn moves_that_lose_nothing_are_played_as_often_as_people_play_them() {
        let session = Session::builder().build().unwrap();
        let times = 4000;
        // Open games, in which many moves will do.
        for fen in [
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        ] {
            let pos = parse_fen(fen).unwrap();
            for number in RATINGS {
                let often = drawn_often(&session, &pos, number, times);
                let first = often.values().copied().fold(0.0, f64::max);
                for (mv, share) in often.iter().filter(|(_, share)| **share > 0.05) {
                    let by_policy = chance(&session, &pos, number, mv);
                    // What is never played, and what is played more rarely, goes to the others.
                    let noise = 4.0 * (by_policy * (1.0 - by_policy) / times as f64).sqrt();
                    assert!(
                        *share > by_policy - noise && *share < by_policy / 0.8 + noise,
                        "{fen} {number} {mv}: {share} instead of {by_policy}, first {first}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_loses_is_played_more_rarely_than_foretold_and_by_the_strong_most_rarely() {
        let session = Session::builder().build().unwrap();
        // The two knights: a pawn drives the knight away, and it takes on f7.
        let pos = parse_fen("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4").unwrap();
        let mut before = 1.0;
        for number in RATINGS {
            let often = drawn_often(&session, &pos, number, 20_000);
            let kept = |mv: &str| often.get(mv).copied().unwrap_or(0.0) / chance(&session, &pos, number, mv);
            let slip = kept("h7h6") / kept("d7d5");
            let seen = f64::from(seen_in_time(number));
            assert!((slip - (1.0 - seen)).abs() < 0.15, "{number}: {slip}, {seen} see it");
            assert!(slip < before, "{number}: {slip} after {before}");
            before = slip;
        }
    }

    #[test]
    fn a_mate_in_one_is_played_at_least_as_often_as_foretold() {
        let session = Session::builder().build().unwrap();
        for (fen, mv) in [
            ("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "e1e8"),
            ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"),
            ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4"),
            ("7k/8/5N1K/8/8/8/8/6R1 w - - 0 1", "g1g8"),
        ] {
            let pos = parse_fen(fen).unwrap();
            for number in RATINGS {
                let share = drawn_often(&session, &pos, number, 2000).get(mv).copied().unwrap_or(0.0);
                let foretold = chance(&session, &pos, number, mv);
                let noise = 4.0 * (foretold * (1.0 - foretold) / 2000.0).sqrt();
                assert!(share > foretold - noise, "{fen} {number}: {share}, foretold {foretold}");
            }
        }
    }

    #[test]
    fn games_between_opponents_are_played_by_the_rules() {
        let session = Session::builder().build().unwrap();
        for (game, number) in RATINGS.into_iter().enumerate() {
            let mut pos = Chess::default();
            let mut past = Vec::new();
            for ply in 0..24 {
                let seed = 1000 * game as u64 + ply;
                let Some(mv) = session.opponent(&pos, &past, rated(number), seed).unwrap() else { break };
                assert!(pos.legal_moves().contains(&mv), "{number}: {mv} after {past:?}");
                past.push((pos.clone(), mv));
                pos.play_unchecked(mv);
            }
            assert!(past.len() == 24 || pos.is_game_over());
        }
    }
}
