//! One game between two players, with the rules of the game and of good behaviour.

use std::time::Duration;

use philidor_chess::shakmaty::{CastlingMode, Color, Position};
use philidor_know::search::Game;
use serde::{Deserialize, Serialize};

use crate::{
    ArenaError,
    player::{Pace, Player},
};

/// A finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Number in the match, from 0; two successive games are a pair.
    pub number: usize,
    /// The first player has White.
    pub first_is_white: bool,
    /// White's half points: 0, 1 or 2.
    pub white_half_points: u32,
    /// Why the game ended.
    pub reason: String,
    /// Which player broke down, if one did: "first" or "second".
    pub forfeit: Option<String>,
    /// Moves of the opening.
    pub opening: Vec<String>,
    /// The moves after it (UCI), with the mover's score, depth and milliseconds.
    pub moves: Vec<Ply>,
}

/// One move of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ply {
    /// In UCI notation.
    pub uci: String,
    /// Centipawns for the mover.
    pub score: Option<i32>,
    /// Depth reached.
    pub depth: Option<u32>,
    /// Time taken.
    pub ms: u64,
}

impl Record {
    /// Half points of the first player.
    pub fn first_half_points(&self) -> u32 {
        if self.first_is_white { self.white_half_points } else { 2 - self.white_half_points }
    }

    /// The result as PGN writes it.
    pub fn result(&self) -> &'static str {
        match self.white_half_points {
            2 => "1-0",
            1 => "1/2-1/2",
            _ => "0-1",
        }
    }
}

/// A score that ends a game when both players have seen it long enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Adjudication {
    /// Centipawns: at least for a resignation, at most for a draw.
    pub cp: i32,
    /// Moves of each player in a row.
    pub moves: usize,
}

impl Adjudication {
    /// Reads `CP,MOVES`; `flag` is what it was given with, for the message.
    pub fn parse(flag: &str, text: &str) -> Result<Adjudication, ArenaError> {
        let read = || {
            let (cp, moves) = text.split_once(',')?;
            Some(Adjudication { cp: cp.trim().parse().ok()?, moves: moves.trim().parse().ok()? })
        };
        read()
            .filter(|a| a.cp >= 0 && a.moves >= 1)
            .ok_or_else(|| ArenaError::Input(format!("{flag} {text:?} wants CP,MOVES, e.g. {flag} 600,4")))
    }
}

/// The rules of a match.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules {
    /// Thinking time.
    pub(crate) pace: Pace,
    /// Longest wait for a move that has no time limit of its own.
    pub(crate) patience: Duration,
    /// Lateness that is forgiven, in milliseconds.
    pub(crate) margin_ms: i64,
    /// When a lost game is resigned.
    pub(crate) resign: Option<Adjudication>,
    /// When a level game is agreed drawn, after move 30.
    pub(crate) draw: Option<Adjudication>,
    /// A safeguard only.
    pub(crate) max_plies: usize,
}

/// How a game ended.
struct End {
    white_half_points: u32,
    reason: String,
    /// The colour that broke down.
    forfeit: Option<Color>,
}

/// Plays one game from `opening` (already legal).
pub(crate) fn play(
    players: [&mut Player; 2],
    labels: [&str; 2],
    number: usize,
    opening: &Game,
    rules: &Rules,
) -> Record {
    let first_is_white = number.is_multiple_of(2);
    let [first, second] = players;
    let (white, black) = if first_is_white { (first, second) } else { (second, first) };
    let labels = if first_is_white { labels } else { [labels[1], labels[0]] };
    let text = |game: &Game| -> Vec<String> {
        game.moves().iter().map(|m| m.to_uci(CastlingMode::Standard).to_string()).collect()
    };
    let mut moves = Vec::new();
    let end = run([white, black], labels, opening.clone(), rules, &mut moves);
    let forfeit = end.forfeit.map(|color| {
        if color.is_white() == first_is_white { "first".to_owned() } else { "second".to_owned() }
    });
    Record {
        number,
        first_is_white,
        white_half_points: end.white_half_points,
        reason: end.reason,
        forfeit,
        opening: text(opening),
        moves,
    }
}

fn run(
    mut players: [&mut Player; 2],
    labels: [&str; 2],
    mut game: Game,
    rules: &Rules,
    moves: &mut Vec<Ply>,
) -> End {
    let lost = |color: Color, reason: String, forfeit: bool| End {
        white_half_points: color.fold_wb(0, 2),
        reason,
        forfeit: forfeit.then_some(color),
    };
    // 1. Both players forget the last game.
    for (player, color) in players.iter_mut().zip([Color::White, Color::Black]) {
        if let Err(error) = player.new_game() {
            return lost(color, format!("forfeit: {error}"), true);
        }
    }
    let mut clocks = match rules.pace {
        Pace::Clock(base, ..) => [base; 2],
        _ => [0; 2],
    };
    loop {
        // 2. Is it over?
        if let Some((half_points, reason)) = over(&game, moves.len(), rules) {
            return End { white_half_points: half_points, reason, forfeit: None };
        }
        // 3. The side to move thinks.
        let us = game.position().turn();
        let side = us.fold_wb(0, 1);
        let thought = match players[side].think(&game, rules.pace, clocks, rules.patience) {
            Ok(thought) => thought,
            Err(error) => return lost(us, format!("forfeit: {error}"), true),
        };
        // 4. Its clock.
        let ms = thought.took.as_millis() as i64;
        // A fixed time per move is a wish: only an engine that hangs forfeits.
        if let Pace::Clock(_, increment, _) = rules.pace {
            clocks[side] -= ms;
            if clocks[side] < -rules.margin_ms {
                return lost(us, format!("forfeit: {} lost on time", labels[side]), true);
            }
            clocks[side] = clocks[side].max(0) + increment;
        }
        moves.push(Ply {
            uci: thought.m.to_uci(CastlingMode::Standard).to_string(),
            score: thought.score,
            depth: thought.depth,
            // Games without a clock are the same to the byte every time.
            ms: if rules.pace.is_timed() { ms as u64 } else { 0 },
        });
        game.play(thought.m);
        // 5. Adjudication, where wanted.
        if let Some(end) = adjudicate(moves, us, rules) {
            return end;
        }
    }
}

/// The rules of chess: mate, stalemate, threefold repetition, fifty moves, insufficient material.
fn over(game: &Game, plies: usize, rules: &Rules) -> Option<(u32, String)> {
    let pos = game.position();
    if pos.legal_moves().is_empty() {
        return Some(if pos.is_check() {
            (pos.turn().fold_wb(0, 2), "checkmate".to_owned())
        } else {
            (1, "stalemate".to_owned())
        });
    }
    if pos.is_insufficient_material() {
        return Some((1, "insufficient material".to_owned()));
    }
    if pos.halfmoves() >= 100 {
        return Some((1, "fifty-move rule".to_owned()));
    }
    if game.occurrences() >= 3 {
        return Some((1, "threefold repetition".to_owned()));
    }
    if plies >= rules.max_plies {
        return Some((1, format!("stopped after {plies} plies")));
    }
    None
}

fn adjudicate(moves: &[Ply], last: Color, rules: &Rules) -> Option<End> {
    let tail = |count: usize| moves.len().checked_sub(2 * count).map(|from| &moves[from..]);
    if let Some(Adjudication { cp, moves: count }) = rules.resign
        && let Some(tail) = tail(count)
    {
        // The last mover and the opponent must agree all the time.
        let mover = |i: usize| (tail.len() - 1 - i).is_multiple_of(2);
        for winner_is_last in [true, false] {
            let agreed = tail.iter().enumerate().all(|(i, ply)| {
                let wanted = if mover(i) == winner_is_last { 1 } else { -1 };
                ply.score.is_some_and(|score| score * wanted >= cp)
            });
            if agreed {
                let winner = if winner_is_last { last } else { !last };
                return Some(End {
                    white_half_points: winner.fold_wb(2, 0),
                    reason: "resignation".to_owned(),
                    forfeit: None,
                });
            }
        }
    }
    if let Some(Adjudication { cp, moves: count }) = rules.draw
        && moves.len() >= 60
        && let Some(tail) = tail(count)
        && tail.iter().all(|ply| ply.score.is_some_and(|score| score.abs() <= cp))
    {
        return Some(End { white_half_points: 1, reason: "agreed draw".to_owned(), forfeit: None });
    }
    None
}
