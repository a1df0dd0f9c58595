//! Balanced openings: our own set, and how it was made.
//!
//! A line is eight plies of sensible moves drawn by a seeded walk through the best lines of a shallow search;
//! it is kept if a deeper search sees at most 40 centipawns for either side.

use std::collections::HashSet;

use philidor_chess::shakmaty::{Chess, File, Move, Position, Role, san::SanPlus};
use philidor_know::search::{Engine, Game, Limits, NoClock, Signals};
use philidor_uci::{Failure, Resources};

use crate::ArenaError;

/// The set we ship.
const BALANCED: &str = philidor_knowledge::OPENING_LINES.text("balanced");

/// Plies of an opening line.
const PLIES: usize = 8;
/// The most either side may be ahead, in centipawns.
const BALANCE: i32 = 40;

/// The openings of `text`: one line of SAN moves each; `#` begins a comment.
pub fn parse(text: &str) -> Result<Vec<Game>, ArenaError> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let moves = line.split('#').next().unwrap_or("").trim();
        if moves.is_empty() {
            continue;
        }
        let mut game = Game::new(Chess::default());
        for word in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
            let m = word
                .parse::<SanPlus>()
                .ok()
                .and_then(|san| san.san.to_move(game.position()).ok())
                .ok_or_else(|| {
                    ArenaError::Input(format!("line {}: {word:?} is not a legal move", number + 1))
                })?;
            game.play(m);
        }
        openings.push(game);
    }
    if openings.is_empty() {
        let wanted = "no openings; one line of moves each is wanted, e.g. e4 e5 Nf3 Nc6";
        return Err(ArenaError::Input(wanted.to_owned()));
    }
    Ok(openings)
}

/// Our own openings.
pub fn balanced() -> Vec<Game> {
    parse(BALANCED).expect("our own opening set is legal")
}

/// Makes `count` openings with the given evaluation.
pub fn make(count: usize, seed: u64, evaluation: &str, resources: &dyn Resources) -> Result<String, Failure> {
    let mut engine = Engine::new(resources.evaluator(evaluation)?, 16, 1);
    let mut state = seed;
    let mut random = move |n: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ (mixed >> 27)) % n as u64) as usize
    };
    let mut seen = HashSet::new();
    let mut text = format!(
        "# Balanced openings for matches, one per line: {PLIES} plies, at most {BALANCE} centipawns for either side.\n\
         # Made by: philidor match --write-openings FILE --games {count} --seed {seed} --opening-eval {evaluation}\n"
    );
    let mut found = 0;
    while found < count {
        let mut game = Game::new(Chess::default());
        let mut words = Vec::new();
        while words.len() < PLIES {
            let wide = if words.len() < 4 { (8, 40) } else { (4, 30) };
            let limits = Limits { depth: Some(7), multi_pv: wide.0, ..Limits::default() };
            let report = engine.search(&game, &limits, &Signals::default(), &NoClock, &mut |_| {});
            let best = report.score().unwrap_or(0);
            let good: Vec<_> = report
                .lines
                .iter()
                .filter(|line| {
                    best - line.score <= wide.1 && line.moves.first().is_some_and(|&m| is_sensible(m))
                })
                .collect();
            let Some(&m) = good.get(random(good.len().max(1))).and_then(|line| line.moves.first()) else {
                break;
            };
            words.push(SanPlus::from_move(game.position().clone(), m).to_string());
            game.play(m);
        }
        if words.len() < PLIES || !seen.insert(game.position().clone()) || game.position().is_check() {
            continue;
        }
        let report = engine.search_depth(&game, 11);
        let score = report.score().unwrap_or(1000);
        if score.abs() <= BALANCE {
            found += 1;
            text.push_str(&format!("{} # {score:+}\n", words.join(" ")));
        }
    }
    Ok(text)
}

/// Rook pawns stay at home in an opening.
fn is_sensible(m: Move) -> bool {
    m.role() != Role::Pawn || !matches!(m.to().file(), File::A | File::H)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_openings_are_legal_and_different() {
        let openings = balanced();
        assert!(openings.len() >= 200, "{}", openings.len());
        let ends: HashSet<Chess> = openings.iter().map(|game| game.position().clone()).collect();
        assert_eq!(ends.len(), openings.len());
    }
}
