//! The net's answer in the words of our features: its concept reading.
//!
//! A net over squares names nothing. But its answers can be fitted by what the hand-made evaluation counts: each feature's part is a
//! weight times what that evaluation makes of it here (middlegame and endgame part, tapered), and another times how often it is there, which changes
//! with the phase too. So what a feature is worth to the net depends on the position. Beside the features, each man is worth something on
//! its square (seen from its own first rank, its king on the files e to h), and more or less with the phase. What is left is the remainder, and is shown.

use std::fmt::Write;

use philidor_chess::shakmaty::{Chess, Color, Position, Role, Square};

use super::{Nnue, turned};
use crate::{
    eval::{Breakdown, Evaluation, FULL_PHASE, Term},
    features::{FeatureId, Group},
};

/// Weights of each feature: of its middlegame part, of its endgame part, of its count, of its count by phase.
pub const PER_FEATURE: usize = 4;
/// Weights of a man on a square: in the middlegame, in the endgame.
pub const PER_PLACE: usize = 2;
/// Kinds of men on squares.
pub const PLACES: usize = 6 * 64;
/// Weights that belong to no feature: of being to move, and of the same by phase.
pub const TO_MOVE: usize = 2;
/// Where the weights of places begin.
pub const FROM_PLACES: usize = PER_FEATURE * FeatureId::COUNT;
/// All weights.
pub const WEIGHTS: usize = FROM_PLACES + PER_PLACE * PLACES + TO_MOVE;

/// Weights fitted to a net's answers, and how well they fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// [`PER_FEATURE`] for each feature in the order of the vocabulary, [`PER_PLACE`] for each place, then [`TO_MOVE`].
    pub weights: Vec<f32>,
    /// How well they say what the net says.
    pub fit: ReadingFit,
}

/// How much of the net's answers a reading explains, on positions of games that it was not fitted to.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReadingFit {
    /// Positions it was fitted to.
    pub positions: u64,
    /// Share of the variance explained on positions such as a search asks about.
    pub searched: f64,
    /// The same on positions of master games.
    pub played: f64,
}

/// What a term counts in the reading: the [`PER_FEATURE`] numbers that its weights multiply, seen by White.
pub fn numbers(term: &Term, phase: i32) -> [f64; PER_FEATURE] {
    let middle = f64::from(phase) / f64::from(FULL_PHASE);
    let sign = if term.side.is_white() { 1.0 } else { -1.0 };
    let count = sign * f64::from(term.count);
    [f64::from(term.mg) * middle, f64::from(term.eg) * (1.0 - middle), count, count * middle]
}

/// A man on its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Man {
    /// Whose.
    pub side: Color,
    /// What.
    pub role: Role,
    /// Where.
    pub square: Square,
    /// Its place as its own side sees the board, below [`PLACES`].
    pub place: usize,
}

/// All men with their places.
pub fn men(pos: &Chess) -> impl Iterator<Item = Man> {
    let board = pos.board();
    let turned = Color::ALL.map(|side| turned(board, side));
    board.clone().into_iter().map(move |(square, piece)| {
        let turned = piece.color.fold_wb(turned[0], turned[1]);
        let place = 64 * (piece.role as usize - 1) + (square as usize ^ turned);
        Man { side: piece.color, role: piece.role, square, place }
    })
}

/// What a man on its square counts, seen by White.
pub fn standing(man: &Man, phase: i32) -> [f64; PER_PLACE] {
    let middle = f64::from(phase) / f64::from(FULL_PHASE);
    let sign = if man.side.is_white() { 1.0 } else { -1.0 };
    [sign * middle, sign * (1.0 - middle)]
}

/// What being to move counts, seen by White.
pub fn to_move(turn: Color, phase: i32) -> [f64; TO_MOVE] {
    let sign = if turn.is_white() { 1.0 } else { -1.0 };
    [sign, sign * f64::from(phase) / f64::from(FULL_PHASE)]
}

/// A net's answer about one position, feature by feature. Centipawns, seen by White.
#[derive(Debug, Clone, PartialEq)]
pub struct Concepts {
    /// What the hand-made evaluation counts and makes of it.
    pub parts: Breakdown,
    /// What each of its terms is worth to the net, in the same order.
    pub worth: Vec<f64>,
    /// What each man is worth on its square, beyond that.
    pub places: Vec<(Man, f64)>,
    /// What being to move is worth.
    pub to_move: f64,
    /// The net's answer.
    pub answer: f64,
    /// What no feature says.
    pub remainder: f64,
}

impl Reading {
    /// Reads a position; `answer` is what the net says of it, seen by White.
    pub fn read(&self, pos: &Chess, answer: f64) -> Concepts {
        let parts = Evaluation::tuned().explain(pos);
        let phase = parts.verdict.phase;
        let dot = |numbers: &[f64], at: usize| -> f64 {
            numbers.iter().zip(&self.weights[at..]).map(|(x, &w)| x * f64::from(w)).sum()
        };
        let worth: Vec<f64> = parts
            .terms
            .iter()
            .map(|term| dot(&numbers(term, phase), PER_FEATURE * term.feature as usize))
            .collect();
        let places: Vec<(Man, f64)> = men(pos)
            .map(|man| (man, dot(&standing(&man, phase), FROM_PLACES + PER_PLACE * man.place)))
            .collect();
        let to_move = dot(&to_move(pos.turn(), phase), WEIGHTS - TO_MOVE);
        let standing: f64 = places.iter().map(|(_, worth)| worth).sum();
        let remainder = answer - to_move - standing - worth.iter().sum::<f64>();
        Concepts { parts, worth, places, to_move, answer, remainder }
    }
}

impl Nnue {
    /// The answer feature by feature, if the net's file has a reading.
    pub fn concepts(&self, pos: &Chess) -> Option<Concepts> {
        let sign = if pos.turn().is_white() { 1.0 } else { -1.0 };
        Some(self.reading.as_ref()?.read(pos, sign * f64::from(self.judge(pos))))
    }
}

impl Concepts {
    /// What a feature of a side is worth to the net.
    pub fn worth(&self, chosen: impl Fn(&Term) -> bool) -> f64 {
        self.parts
            .terms
            .iter()
            .zip(&self.worth)
            .filter(|(term, _)| chosen(term))
            .map(|(_, worth)| worth)
            .sum()
    }

    /// What the chosen men are worth on their squares.
    pub fn standing(&self, chosen: impl Fn(&Man) -> bool) -> f64 {
        self.places.iter().filter(|(man, _)| chosen(man)).map(|(_, worth)| worth).sum()
    }

    /// As a text table: a row for each group and each kind of man, and with `all` for each feature that counts and each man; the hand-made
    /// evaluation stands beside.
    pub fn table(&self, all: bool) -> String {
        let mut text = String::new();
        let mut line = |words: String| writeln!(text, "{}", words.trim_end()).expect("a string grows");
        line(format!(
            "{:<33}{:>9}{:>9}{:>9}{:>11}",
            "in pawns, seen by White", "White", "Black", "both", "by hand"
        ));
        let row = |name: &str, chosen: &dyn Fn(&Term) -> bool| {
            let of = |side: Color| self.worth(|term| term.side == side && chosen(term));
            let hand: i32 = self.parts.terms.iter().filter(|term| chosen(term)).map(|term| term.value).sum();
            let (white, black) = (of(Color::White), of(Color::Black));
            let [white, black, both] = [white, black, white + black].map(pawns);
            format!("{name:<33}{white:>9}{black:>9}{both:>9}{:>11}", pawns(hand.into()))
        };
        for group in Group::ALL {
            line(row(group.name(), &|term| term.feature.group() == group));
            if !all {
                continue;
            }
            for feature in FeatureId::all().filter(|feature| feature.group() == group) {
                let [white, black] =
                    Color::ALL.map(|side| self.parts.term(feature, side).map_or(0, |term| term.count));
                if self.parts.terms.iter().any(|term| term.feature == feature) {
                    let words = row(&format!("  {}", feature.id()), &|term| term.feature == feature);
                    line(format!("{words}  {white}:{black} {}", feature.unit().name()));
                }
            }
        }
        let both = |name: &str, of: &dyn Fn(Color) -> f64| {
            let (white, black) = (of(Color::White), of(Color::Black));
            let [white, black, both] = [white, black, white + black].map(pawns);
            format!("{name:<33}{white:>9}{black:>9}{both:>9}")
        };
        for (role, name) in KINDS {
            let of = |side: Color| self.standing(|man| man.side == side && man.role == role);
            line(both(&format!("where {name}"), &of));
            for (man, worth) in self.places.iter().filter(|(man, _)| all && man.role == role) {
                let of = |side: Color| if man.side == side { *worth } else { 0.0 };
                line(both(&format!("  {}", man.square), &of));
            }
        }
        let sum = |name: &str, value: f64| format!("{name:<33}{:>27}", pawns(value));
        line(sum("being to move", self.to_move));
        line(sum("what no feature says", self.remainder));
        line(format!("{}{:>11}", sum("the net", self.answer), pawns(self.parts.total.into())));
        text
    }
}

/// What is said of the places of each kind.
const KINDS: [(Role, &str); 6] = [
    (Role::Pawn, "the pawns stand"),
    (Role::Knight, "the knights stand"),
    (Role::Bishop, "the bishops stand"),
    (Role::Rook, "the rooks stand"),
    (Role::Queen, "the queens stand"),
    (Role::King, "the king stands"),
];

/// Pawns with two decimals and a sign; a dot for nothing.
fn pawns(centipawns: f64) -> String {
    if centipawns.abs() < 0.5 { "·".to_owned() } else { format!("{:+.2}", centipawns / 100.0) }
}
