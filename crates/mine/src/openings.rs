//! Opening positions labelled by the results of games (section 7: "each opening position may be assigned a likelihood of
//! winning based on past results").
//!
//! Positions are collected from games, with how often they occurred and White's mean score. Nets from a single neuron
//! upwards learn the scores; positions held out say what they learned. Inputs: which man stands where (768), and who
//! is to move.

use std::{collections::HashMap, path::Path};

use philidor_chess::shakmaty::{Chess, EnPassantMode, Position, zobrist::Zobrist64};
use philidor_games::Games;
use philidor_nets::{
    Activation, Net, Shape,
    adam::{Adam, cosine},
    batch::{Batch, Loss},
};
use philidor_stats::Rng;
use serde_json::{Value, json};

use super::{Hear, MineError, Tick};

/// What counts as an opening position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    /// Plies from the start, first and last.
    pub plies: (usize, usize),
    /// Games in which it must have occurred.
    pub at_least: u32,
}

/// A position and how it ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// The position.
    pub position: Chess,
    /// Games.
    pub games: u32,
    /// White's mean score, 0 to 1.
    pub score: f64,
}

/// The opening positions of a file of games, most frequent first.
pub fn collect(path: &Path, opening: Opening) -> std::io::Result<Vec<Known>> {
    let mut seen: HashMap<u64, (Chess, u32, u32)> = HashMap::new();
    let mut games = Games::open(path)?;
    while let Some(game) = games.next_game()? {
        let mut pos = game.start.clone();
        for (ply, m) in game.moves.iter().enumerate().take(opening.plies.1) {
            pos.play_unchecked(*m);
            if ply + 1 < opening.plies.0 {
                continue;
            }
            let Zobrist64(key) = pos.zobrist_hash(EnPassantMode::Legal);
            let entry = seen.entry(key).or_insert_with(|| (pos.clone(), 0, 0));
            entry.1 += 1;
            entry.2 += u32::from(game.half_points);
        }
    }
    let mut out: Vec<(u64, Known)> = seen
        .into_iter()
        .filter(|(_, (_, games, _))| *games >= opening.at_least)
        .map(|(key, (position, games, half))| {
            (key, Known { position, games, score: f64::from(half) / f64::from(2 * games) })
        })
        .collect();
    out.sort_unstable_by_key(|(key, known)| (std::cmp::Reverse(known.games), *key));
    Ok(out.into_iter().map(|(_, known)| known).collect())
}

/// Inputs of a position.
const INPUTS: usize = 769;

fn inputs(pos: &Chess, out: &mut Vec<f32>) {
    let at = out.len();
    out.resize(at + INPUTS, 0.0);
    for (square, man) in pos.board() {
        let kind = man.role as usize - 1 + if man.color.is_white() { 0 } else { 6 };
        out[at + kind * 64 + square as usize] = 1.0;
    }
    out[at + INPUTS - 1] = f32::from(pos.turn().is_white());
}

/// How well something guesses the scores of positions it was not shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// What guesses.
    pub name: String,
    /// Weights.
    pub weights: usize,
    /// Cross-entropy with the results of games.
    pub log_loss: f64,
    /// Root of the mean squared distance from White's mean score, positions weighted by games.
    pub off_by: f64,
}

/// Learns the scores with nets of several sizes; one position in five is held out.
pub fn learn(known: &[Known], epochs: u32, seed: u64, hear: Hear<'_>) -> Result<Vec<Guess>, MineError> {
    let mut rng = Rng::new(seed);
    let (test, train): (Vec<&Known>, Vec<&Known>) = known.iter().partition(|_| rng.below(5) == 0);
    let games = |set: &[&Known]| set.iter().map(|k| f64::from(k.games)).sum::<f64>().max(1.0);
    let mean = train.iter().map(|k| f64::from(k.games) * k.score).sum::<f64>() / games(&train);
    let measure = |name: &str, weights: usize, answers: &[f64]| {
        let (mut loss, mut off) = (0.0, 0.0);
        for (k, &y) in test.iter().zip(answers) {
            let weight = f64::from(k.games) / games(&test);
            loss += weight * Loss::CrossEntropy.of(y, k.score);
            off += weight * (y - k.score).powi(2);
        }
        Guess { name: name.to_owned(), weights, log_loss: loss, off_by: off.sqrt() }
    };
    let mut out = vec![measure("always the mean", 1, &vec![mean; test.len()])];
    let mut test_inputs = Vec::new();
    test.iter().for_each(|k| inputs(&k.position, &mut test_inputs));
    for hidden in [vec![], vec![8], vec![32], vec![32, 8]] {
        let mut sizes = vec![INPUTS];
        sizes.extend(&hidden);
        sizes.push(1);
        let shape = Shape::new(&sizes, Activation::Relu, Activation::Sigmoid).expect("a shape");
        let name = if hidden.is_empty() { "linear".to_owned() } else { shape.to_string() };
        let mut net: Net<f32> = Net::scaled(shape, seed);
        let mut adam = Adam::new(net.parameters().len());
        adam.decay = 0.3;
        let mut batch = Batch::default();
        for epoch in 0..epochs {
            let rate = 0.002 * cosine(f64::from(epoch) / f64::from(epochs), 0.02);
            for chunk in rng.draw(&train, train.len()).chunks(64) {
                let (mut x, mut t, mut w) = (Vec::new(), Vec::new(), Vec::new());
                for k in chunk {
                    inputs(&k.position, &mut x);
                    t.push(k.score as f32);
                    w.push((k.games as f32).sqrt());
                }
                batch.run(&net, &x);
                let gradient = batch.gradient(&net, &x, &t, &w, Loss::CrossEntropy).0;
                adam.step(net.parameters_mut(), gradient, rate);
            }
            if !hear(&Tick::at("learning openings", epoch as usize, epochs as usize)) {
                return Err(MineError::Stopped);
            }
        }
        let answers: Vec<f64> =
            batch.run(&net, &test_inputs).iter().map(|&y| f64::from(y).clamp(1e-6, 1.0 - 1e-6)).collect();
        out.push(measure(&name, net.parameters().len(), &answers));
    }
    Ok(out)
}

/// What was guessed, for programs.
pub fn json(positions: usize, guesses: &[Guess]) -> Value {
    let one = |g: &Guess| json!({ "name": g.name, "weights": g.weights, "log_loss": g.log_loss, "off_by": g.off_by });
    json!({ "positions": positions, "guesses": guesses.iter().map(one).collect::<Vec<_>>() })
}

/// What was guessed, for a terminal.
pub fn text(positions: usize, opening: &Opening, guesses: &[Guess]) -> String {
    let (first, last) = opening.plies;
    let mut out = format!(
        "{positions} positions of plies {first} to {last} that occurred in {} games or more; one in five held out\n\n\
         {:18} {:>8} {:>10} {:>8}\n",
        opening.at_least, "guess", "weights", "log loss", "off by"
    );
    for g in guesses {
        out += &format!("{:18} {:>8} {:>10.4} {:>8.4}\n", g.name, g.weights, g.log_loss, g.off_by);
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn positions_get_the_mean_score_of_their_games_and_are_learnt() {
        let mut file = tempfile::NamedTempFile::with_suffix(".pgn").unwrap();
        for (moves, result) in [("1. e4 e5", "1-0"), ("1. e4 c5", "0-1"), ("1. e4 c5", "1/2-1/2")] {
            for _ in 0..4 {
                write!(file, "[Result \"{result}\"]\n\n{moves} {result}\n\n").unwrap();
            }
        }
        let known = collect(file.path(), Opening { plies: (1, 2), at_least: 4 }).unwrap();
        assert_eq!(known.iter().map(|k| k.games).collect::<Vec<_>>(), [12, 8, 4]);
        assert_eq!(known.iter().map(|k| k.score).collect::<Vec<_>>(), [0.5, 0.25, 1.0]);
        let many: Vec<Known> = known.iter().cycle().take(60).cloned().collect();
        let guesses = learn(&many, 400, 1, &mut |_| true).unwrap();
        assert_eq!(guesses.len(), 5);
        assert!(guesses[2].off_by < guesses[0].off_by / 2.0, "{guesses:?}");
    }
}
