//! Which positions are asked about: those that our own search judges, around positions of games.
//!
//! A net must know the positions that a search asks it about, and these are mostly such as no master plays. So short searches start from
//! positions of games, most of them after some random moves, and of the positions that they judge some are taken, if they are quiet.

use std::sync::{Arc, Mutex, PoisonError};

use philidor_chess::shakmaty::{Chess, Move, Position};
use philidor_games::Game;
use philidor_know::{
    eval::Evaluation,
    evaluator::Evaluator,
    search::{Engine, Game as Line, Limits, NoClock, Signals, is_quiet},
};
use philidor_stats::Rng;
use serde::{Deserialize, Serialize};

use super::{Judge, Labelled};

/// Scores beyond this are kept as this: they say no more than "won".
const MOST: i32 = 3_000;
/// Half-moves at the start of a game from which no search starts.
const SKIPPED: usize = 4;

/// Which positions to take. How many they are follows from the games: about nine for each search, with the usual settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LabelSettings {
    /// Chooses positions and random moves.
    pub seed: u64,
    /// Quiet positions of each game itself, about; the searches come on top.
    pub positions: usize,
    /// Searches for each game.
    pub searches: usize,
    /// Share of them that start after one to four random moves.
    pub random: f64,
    /// Nodes of each search.
    pub nodes: u64,
    /// One in so many of the positions that it judges is taken, if it is quiet.
    pub every: u64,
    /// Games in a piece.
    pub games: usize,
}

impl Default for LabelSettings {
    fn default() -> LabelSettings {
        LabelSettings { seed: 1, positions: 0, searches: 12, random: 0.6, nodes: 150, every: 4, games: 100 }
    }
}

/// A part of the work: games from all over the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Its number, from 0.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

/// The pieces into which so many games are cut.
pub fn pieces(games: usize, settings: &LabelSettings) -> impl Iterator<Item = Piece> + use<> {
    let of = games.div_ceil(settings.games.max(1));
    (0..of).map(move |number| Piece { number, of })
}

impl Piece {
    /// Its games, with their numbers.
    pub fn games(self, all: &[Game]) -> impl Iterator<Item = (usize, &Game)> {
        (self.number..all.len()).step_by(self.of.max(1)).map(|number| (number, &all[number]))
    }
}

/// Labels the positions of one piece's games. It searches on the thread that asks, which needs [`philidor_know::search::STACK_BYTES`] of stack.
pub fn label<'g>(
    games: impl Iterator<Item = (usize, &'g Game)>,
    settings: &LabelSettings,
    judge: &mut dyn Judge,
) -> Vec<Labelled> {
    judge.begin();
    let mut scout = Scout::new(settings);
    let mut one = |Question { pos, half_points, game }| {
        Labelled::new(&pos, judge.judge(&pos).clamp(-MOST, MOST) as i16, half_points, game)
    };
    games.flat_map(|(number, game)| scout.around(game, number)).map(&mut one).collect()
}

/// A quiet position to ask about, with the result if it is from the game itself.
struct Question {
    pos: Chess,
    half_points: Option<u8>,
    game: u32,
}

/// Finds positions.
struct Scout<'s> {
    settings: &'s LabelSettings,
    engine: Engine,
    taken: Arc<Mutex<Taken>>,
}

/// Positions that a search has judged.
#[derive(Default)]
struct Taken {
    judged: u64,
    positions: Vec<Chess>,
}

/// Our evaluation, which keeps some of the positions it is asked about.
struct Tap {
    own: Evaluation,
    every: u64,
    taken: Arc<Mutex<Taken>>,
}

impl Evaluator for Tap {
    fn evaluate(&mut self, pos: &Chess) -> i32 {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.judged += 1;
        if taken.judged.is_multiple_of(self.every.max(1)) {
            taken.positions.push(pos.clone());
        }
        drop(taken);
        self.own.evaluate(pos)
    }

    fn name(&self) -> &str {
        "tap"
    }
}

impl Scout<'_> {
    fn new(settings: &LabelSettings) -> Scout<'_> {
        let taken: Arc<Mutex<Taken>> = Arc::default();
        let (tapped, every) = (taken.clone(), settings.every);
        let tap = move || Tap { own: Evaluation::tuned(), every, taken: tapped.clone() };
        let mut engine = Engine::new(Arc::new(move || Box::new(tap())), 1, 1);
        engine.stay_on_thread();
        Scout { settings, engine, taken }
    }

    /// Everything that is asked about because of one game.
    fn around(&mut self, game: &Game, number: usize) -> Vec<Question> {
        let mut rng = Rng::new(self.settings.seed ^ (number as u64 + 1).wrapping_mul(0xd1b5_4a32_d192_ed03));
        let mut found = Vec::new();
        if self.settings.positions > 0 {
            let share = self.settings.positions as f64 / game.moves.len().max(1) as f64;
            let (mut pos, half_points) = (game.start.clone(), Some(game.half_points));
            for (ply, &m) in game.moves.iter().enumerate() {
                if ply >= SKIPPED && rng.unit() < share && is_quiet(&pos) {
                    found.push(Question { pos: pos.clone(), half_points, game: number as u32 });
                }
                pos.play_unchecked(m);
            }
        }
        for _ in 0..self.settings.searches {
            let ply = SKIPPED + rng.below(game.moves.len().saturating_sub(SKIPPED - 1));
            let mut pos = game.start.clone();
            game.moves.iter().take(ply).for_each(|&m| pos.play_unchecked(m));
            let wandered = rng.unit() < self.settings.random;
            if wandered {
                for _ in 0..=rng.below(4) {
                    let Some(m) = any_move(&pos, &mut rng) else { break };
                    pos.play_unchecked(m);
                }
            }
            if pos.is_game_over() {
                continue;
            }
            let game_number = number as u32;
            if !wandered && is_quiet(&pos) {
                let half_points = Some(game.half_points);
                found.push(Question { pos: pos.clone(), half_points, game: game_number });
            }
            for pos in self.search(pos) {
                found.push(Question { pos, half_points: None, game: game_number });
            }
        }
        found
    }

    /// Quiet positions that a search from `pos` asks about.
    fn search(&mut self, pos: Chess) -> Vec<Chess> {
        let limits = Limits { nodes: Some(self.settings.nodes), ..Limits::default() };
        self.engine.search(&Line::new(pos), &limits, &Signals::default(), &NoClock, &mut |_| {});
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.positions.drain(..).filter(|pos| !pos.is_game_over() && is_quiet(pos)).collect()
    }
}

fn any_move(pos: &Chess, rng: &mut Rng) -> Option<Move> {
    let moves = pos.legal_moves();
    moves.get(rng.below(moves.len())).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::OwnJudge;

    fn games(count: u64) -> Vec<Game> {
        let one = |seed| {
            let (mut rng, mut pos, mut moves) = (Rng::new(seed), Chess::default(), Vec::new());
            while moves.len() < 40
                && let Some(m) = any_move(&pos, &mut rng)
            {
                pos.play_unchecked(m);
                moves.push(m);
            }
            Game { start: Chess::default(), moves, half_points: (seed % 3) as u8 }
        };
        (0..count).map(one).collect()
    }

    fn judge(nodes: u64) -> OwnJudge {
        OwnJudge::new(&philidor_know::evaluator::by_name("material").unwrap(), nodes)
    }

    fn on_large_stack(work: impl FnOnce() + Send) {
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(philidor_know::search::STACK_BYTES);
            builder.spawn_scoped(scope, work).unwrap().join().unwrap();
        });
    }

    #[test]
    fn pieces_do_not_depend_on_each_other_and_cover_all_games() {
        on_large_stack(|| {
            let games = games(7);
            let settings = LabelSettings { games: 3, ..LabelSettings::default() };
            let all: Vec<Piece> = pieces(games.len(), &settings).collect();
            assert_eq!(all.len(), 3);
            let mut used = judge(60);
            let in_order: Vec<Vec<Labelled>> =
                all.iter().map(|piece| label(piece.games(&games), &settings, &mut used)).collect();
            assert_eq!(in_order[2], label(all[2].games(&games), &settings, &mut judge(60)));
            let records: Vec<Labelled> = in_order.concat();
            let seen: std::collections::BTreeSet<u32> = records.iter().map(|record| record.game).collect();
            assert_eq!(seen, (0..7).collect());
            assert!(records.iter().all(|record| is_quiet(&record.position().unwrap())));
            let with = records.iter().filter(|record| record.half_points.is_some()).count();
            assert!(with > 5 && records.len() > 200, "{with} of {} have a result", records.len());
        });
    }

    #[test]
    fn without_a_search_the_label_is_the_evaluation() {
        on_large_stack(|| {
            let (games, settings) = (games(2), LabelSettings::default());
            let records = label(Piece { number: 0, of: 1 }.games(&games), &settings, &mut judge(0));
            let mut material = philidor_know::evaluator::MaterialOnly;
            for record in &records {
                assert_eq!(i32::from(record.score), material.evaluate(&record.position().unwrap()));
            }
        });
    }
}
