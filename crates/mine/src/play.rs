//! A net at the board: against perfect play, and at the leaves of a short search.
//!
//! A net that knows positions with Black to move plays White, by moving to the position it likes best; one that knows
//! positions with White to move plays Black. What leaves the endgame (a promotion, a capture) is looked up in
//! the table: the net's task ends there.

use anyhow::{Context, ensure};
use philidor_chess::{
    Material,
    shakmaty::{Chess, Color, Move, Position, san::SanPlus},
};
use philidor_stats::Rng;
use philidor_truth::{Tables, Wdl};
use serde_json::{Value, json};

use super::Judge;

/// Plies after which a game without progress ends.
const LONGEST: usize = 160;

/// How a game ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// The moves, in SAN.
    pub moves: Vec<String>,
    /// How it ended.
    pub end: End,
    /// The position after the last move.
    pub last: Chess,
}

impl Game {
    /// The moves with their numbers, the first made by `us`.
    pub fn text(&self, us: Color) -> String {
        let mut text = String::new();
        for (i, san) in self.moves.iter().enumerate() {
            let ply = i + usize::from(us.is_black());
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            } else if i == 0 {
                text += "1... ";
            }
            text += &format!("{san} ");
        }
        text.trim_end().to_owned()
    }
}

/// What a position is worth to the net that is to play it: won, lost or a draw. It must be of the net's endgame, with the net to move.
pub fn worth(judge: &Judge, tables: &Tables, pos: &Chess) -> anyhow::Result<&'static str> {
    let us = !judge.to_move;
    ensure!(
        pos.turn() == us,
        "{} is to move, but this net plays {}: it judges positions after its moves",
        name(pos.turn()),
        name(us)
    );
    let value = tables.value(pos).context("the net plays positions of its own endgame")?;
    let material = Material::of(pos.board());
    ensure!(
        material == judge.material,
        "the net plays {}, not {material} (the stronger side as White)",
        judge.material
    );
    Ok(match value.wdl() {
        Wdl::Draw => "a draw",
        Wdl::Win => "won",
        Wdl::Loss => "lost",
    })
}

/// `White` or `Black`.
pub fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// How a game ended for the net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// It won (White converted into a won ending, or mated).
    Won,
    /// It drew.
    Drawn,
    /// It gave up the better result.
    Slipped,
    /// It kept the result but got nowhere.
    Stuck,
}

impl End {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            End::Won => "won",
            End::Drawn => "drawn",
            End::Slipped => "the result slipped away",
            End::Stuck => "no progress",
        }
    }
}

/// Results of many games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: usize,
    /// Won.
    pub won: usize,
    /// Drawn.
    pub drawn: usize,
    /// Results let slip.
    pub slipped: usize,
    /// Games without progress.
    pub stuck: usize,
}

impl Tally {
    /// The results for programs; the net played `us`.
    pub fn json(&self, us: Color) -> Value {
        json!({
            "plays": name(us), "games": self.games, "won": self.won, "drawn": self.drawn,
            "slipped": self.slipped, "stuck": self.stuck,
        })
    }

    /// The results in a sentence; the net played `us`.
    pub fn text(&self, us: Color) -> String {
        let share = |n: usize| 100.0 * n as f64 / self.games as f64;
        if us.is_white() {
            format!(
                "The net plays White from {} won positions: {:.1} % won, {:.1} % let slip, {:.1} % without progress",
                self.games,
                share(self.won),
                share(self.slipped),
                share(self.stuck)
            )
        } else {
            format!(
                "The net plays Black from {} drawn positions: {:.1} % drawn, {:.1} % lost",
                self.games,
                share(self.drawn),
                share(self.slipped)
            )
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        self.games += 1;
        match game.end {
            End::Won => self.won += 1,
            End::Drawn => self.drawn += 1,
            End::Slipped => self.slipped += 1,
            End::Stuck => self.stuck += 1,
        }
    }
}

/// The result for White by the tables.
fn truth(tables: &Tables, pos: &Chess) -> Option<Wdl> {
    let wdl = tables.value(pos).ok()?.wdl();
    Some(if pos.turn().is_white() { wdl } else { wdl.flipped() })
}

fn after(pos: &Chess, m: &Move) -> Chess {
    let mut next = pos.clone();
    next.play_unchecked(*m);
    next
}

/// How much White likes a position that its opponent (or White) is to move in: the net inside the endgame, the
/// table outside.
fn liking(judge: &Judge, tables: &Tables, pos: &Chess) -> f32 {
    match judge.ask(pos) {
        Some(answer) => judge.liking(&answer),
        None => match truth(tables, pos) {
            Some(Wdl::Win) => 3.0,
            Some(Wdl::Draw) => -1.0,
            _ => -3.0,
        },
    }
}

/// The net's move: the position it likes best (as Black: least) among those after each legal move. Positions that
/// occurred already are avoided.
fn choose(judge: &Judge, tables: &Tables, pos: &Chess, seen: &[Chess]) -> Option<Move> {
    let sign = if pos.turn().is_white() { 1.0 } else { -1.0 };
    let mut best: Option<(f32, Move)> = None;
    for m in pos.legal_moves() {
        let next = after(pos, &m);
        let known = seen.iter().any(|p| p.board() == next.board() && p.turn() == next.turn());
        let score = sign * liking(judge, tables, &next) - if known { 0.5 } else { 0.0 };
        if best.as_ref().is_none_or(|(b, _)| score > *b) {
            best = Some((score, m));
        }
    }
    best.map(|(_, m)| m)
}

/// Starting positions in which the net has something to win (as White) or to hold (as Black).
pub fn starts(tables: &Tables, judge: &Judge, most: usize, seed: u64) -> Vec<Chess> {
    let us = !judge.to_move;
    let wanted = if us.is_white() { Wdl::Win } else { Wdl::Draw };
    let Ok(Some(table)) = tables.table(judge.material) else { return Vec::new() };
    let mut all: Vec<Chess> = Vec::new();
    table.for_each_row(|row| {
        for entry in row.entries(us) {
            let wdl = entry.value().wdl();
            let white = if us.is_white() { wdl } else { wdl.flipped() };
            if white == wanted {
                all.push(entry.position());
            }
        }
    });
    let picked = Rng::new(seed).draw(&(0..all.len()).collect::<Vec<_>>(), most);
    picked.into_iter().map(|i| all[i].clone()).collect()
}

/// One game from a position with the net (`us`) to move, against perfect play.
pub fn game(judge: &Judge, tables: &Tables, start: &Chess, us: Color) -> Game {
    let mut pos = start.clone();
    let (mut moves, mut seen) = (Vec::new(), Vec::new());
    let goal = truth(tables, start);
    for _ in 0..LONGEST {
        if pos.is_game_over() {
            break;
        }
        let m = if pos.turn() == us {
            choose(judge, tables, &pos, &seen)
        } else {
            // Perfect play: the longest resistance, the shortest win.
            tables.moves(&pos).ok().and_then(|ranked| ranked.into_iter().next()).map(|r| r.mv)
        };
        let Some(m) = m else { break };
        let san = SanPlus::from_move(pos.clone(), m).to_string();
        pos = after(&pos, &m);
        moves.push(san);
        seen.push(pos.clone());
        let now = truth(tables, &pos);
        let over = |end| Game { moves: Vec::new(), end, last: pos.clone() };
        let ended = if now != goal {
            Some(End::Slipped)
        } else if Material::of(pos.board()).canonical() != judge.material {
            Some(if now == Some(Wdl::Draw) { End::Drawn } else { End::Won })
        } else {
            None
        };
        if let Some(end) = ended {
            return Game { moves, ..over(end) };
        }
    }
    let end = match goal {
        Some(Wdl::Draw) => End::Drawn,
        _ if pos.is_checkmate() => End::Won,
        _ => End::Stuck,
    };
    Game { moves, end, last: pos }
}

/// True if White wins by the net's word, after a full search of `plies` plies (even, so that the net is asked about
/// positions it knows).
pub fn search(judge: &Judge, tables: &Tables, pos: &Chess, plies: usize) -> bool {
    if Material::of(pos.board()).canonical() != judge.material || pos.is_game_over() {
        return truth(tables, pos) == Some(Wdl::Win);
    }
    if plies == 0 {
        return judge.ask(pos).is_some_and(|answer| judge.decide(&answer) == Wdl::Win);
    }
    let wins = |m: &Move| search(judge, tables, &after(pos, m), plies - 1);
    let moves = pos.legal_moves();
    if pos.turn().is_white() { moves.iter().any(wins) } else { moves.iter().all(wins) }
}
