//! What a learned net thinks of a position, part by part.
//!
//! A net over features: the position is compared with one in which both sides have what they have on average; integrated slopes
//! divide the difference among the features, and the parts sum to it. A net over squares: it is compared with the board
//! from which the men have gone one and all, and the difference is divided among the men.

use philidor_chess::{
    shakmaty::{Chess, Position, Square},
    write_fen,
};
use philidor_know::{
    eval::Evaluation,
    evaluator::Evaluator,
    inputs::{self, INPUTS, PER_SIDE},
    squares::{self, SQUARES},
};
use serde_json::{Value, json};

use super::{
    explain::{self, Parts},
    file::{Learned, NeuroNet},
    scaled,
    view::View,
};
use crate::nnue::opinion::NnueOpinion;

impl Learned {
    /// What a net, read from `file`, thinks of a position: for programs, and for a terminal (with `all` every feature).
    pub fn opinion(&self, file: &str, pos: &Chess, all: bool) -> (Value, String) {
        match self {
            Learned::Neuro(net) => {
                let opinion = Opinion::new(net, file, pos);
                (opinion.json(), opinion.text(all))
            }
            Learned::Nnue(net) => {
                let opinion = NnueOpinion::new(net, file, pos);
                (opinion.json(), opinion.text(all))
            }
        }
    }
}

/// Features shown, unless all are asked for.
const SHOWN: usize = 12;

/// A position before a net. Values are seen by White.
pub struct Opinion<'a> {
    pos: &'a Chess,
    file: &'a str,
    net: &'a NeuroNet,
    /// From the side to move to White.
    sign: f64,
    /// What a search hears, in whole centipawns.
    played: f64,
}

impl<'a> Opinion<'a> {
    /// Asks a net, read from `file`, about a position.
    pub fn new(net: &'a NeuroNet, file: &'a str, pos: &'a Chess) -> Opinion<'a> {
        let sign = if pos.turn().is_white() { 1.0 } else { -1.0 };
        let played = sign * f64::from(net.judge(file)().evaluate(pos));
        Opinion { pos, file, net, sign, played }
    }

    /// The parts of the opinion, for programs.
    pub fn json(&self) -> Value {
        match self.net.view {
            View::Features => by_feature(self).json(self),
            View::Squares | View::Correction => by_man(self).json(self),
        }
    }

    /// The parts of the opinion for a terminal; with `all` every feature.
    pub fn text(&self, all: bool) -> String {
        match self.net.view {
            View::Features => by_feature(self).text(self, all),
            View::Squares | View::Correction => by_man(self).text(self),
        }
    }

    /// Centipawns, seen by White.
    fn centipawns(&self, value: f64) -> f64 {
        self.sign * self.net.story.centipawns * value
    }

    /// What every net says, and the parts.
    fn report(&self, total: f64, parts: Vec<(&str, Value)>) -> Value {
        let mut report = json!({
            "fen": write_fen(self.pos),
            "net": self.file,
            "total_centipawns": total,
            "played_centipawns": self.played,
            "expected_score": (1.0 + (total / self.net.story.centipawns).tanh()) / 2.0,
        });
        parts.into_iter().for_each(|(name, value)| report[name] = value);
        report
    }
}

/// What every man on its square adds.
struct Men {
    men: Vec<(Square, usize)>,
    parts: Parts,
    /// Our own evaluation, to which a correction is added.
    ours: Option<f64>,
}

fn by_man(asked: &Opinion<'_>) -> Men {
    let pos = asked.pos;
    let men: Vec<(Square, usize)> = pos
        .board()
        .occupied()
        .into_iter()
        .filter_map(|square| Some((square, squares::number(pos, square)?)))
        .collect();
    let mut x = vec![0.0; SQUARES];
    men.iter().for_each(|&(_, number)| x[number] = 1.0);
    let parts = explain::difference(&asked.net.net, &vec![0.0; SQUARES], &x);
    let ours = (asked.net.view == View::Correction)
        .then(|| asked.sign * f64::from(Evaluation::tuned().evaluate(pos)));
    Men { men, parts, ours }
}

impl Men {
    fn total(&self, asked: &Opinion<'_>) -> f64 {
        asked.centipawns(self.parts.value) + self.ours.unwrap_or(0.0)
    }

    fn json(&self, asked: &Opinion<'_>) -> Value {
        let one = |&(square, number): &(Square, usize)| {
            let piece = asked.pos.board().piece_at(square).map(|piece| piece.char().to_string());
            let added = asked.centipawns(self.parts.parts[number]);
            json!({ "piece": piece, "square": square.to_string(), "centipawns": added })
        };
        let men: Vec<Value> = self.men.iter().map(one).collect();
        let empty = json!(asked.centipawns(self.parts.base));
        let mut parts = vec![("empty_centipawns", empty), ("men", json!(men))];
        parts.extend(self.ours.map(|ours| ("our_centipawns", json!(ours))));
        asked.report(self.total(asked), parts)
    }

    fn text(&self, asked: &Opinion<'_>) -> String {
        let pos = asked.pos;
        let added = |number: usize| asked.centipawns(self.parts.parts[number]);
        let mut out = men_on_board(pos, |square| squares::number(pos, square).map(added));
        out += &line("the empty board", asked.centipawns(self.parts.base));
        if let Some(ours) = self.ours {
            out += &line("our own evaluation", ours);
        }
        out + &line("evaluation", self.total(asked))
    }
}

/// The board with what each man adds, given in centipawns for White.
pub(crate) fn men_on_board(pos: &Chess, adds: impl Fn(Square) -> Option<f64>) -> String {
    let mut out = String::from("what each man adds on its square, in pawns, seen by White\n");
    for rank in (0..8).rev() {
        let squares = (0..8).map(|file| Square::new(8 * rank + file));
        let cells: Vec<String> = squares
            .map(|square| match (pos.board().piece_at(square), adds(square)) {
                (Some(piece), Some(adds)) => format!("{} {:>+6.2}", piece.char(), adds / 100.0),
                _ => "   .    ".to_owned(),
            })
            .collect();
        out += &format!("{}  {}\n", rank + 1, cells.join("  ").trim_end());
    }
    let files: Vec<String> = ('a'..='h').map(|file| format!("   {file}    ")).collect();
    out + &format!("   {}\n", files.join("  ").trim_end())
}

/// A sum in pawns, with its sign.
pub(crate) fn line(name: &str, centipawns: f64) -> String {
    format!("{name:<28} {:>+25.2}\n", centipawns / 100.0)
}

/// A feature of both sides.
struct Row {
    id: String,
    white: i16,
    black: i16,
    centipawns: f64,
}

/// What every feature adds, largest first.
struct Features {
    rows: Vec<Row>,
    parts: Parts,
}

fn by_feature(asked: &Opinion<'_>) -> Features {
    let pos = asked.pos;
    let counts = inputs::inputs(pos);
    let x = scaled(&counts);
    let parts = explain::difference(&asked.net.net, &explain::evened(&x), &x);
    // Both sides' numbers of a feature are one row: what the side to move has more of.
    let mut rows: Vec<Row> = (0..PER_SIDE)
        .map(|i| {
            let (us, them) = (counts[i], counts[PER_SIDE + i]);
            let (white, black) = if pos.turn().is_white() { (us, them) } else { (them, us) };
            let id = inputs::id(i).trim_start_matches("us.").to_owned();
            let centipawns = asked.centipawns(parts.parts[i] + parts.parts[PER_SIDE + i]);
            Row { id, white, black, centipawns }
        })
        .collect();
    debug_assert!(parts.parts[INPUTS - 1] == 0.0, "the phase is the same in both");
    rows.sort_by(|a, b| b.centipawns.abs().total_cmp(&a.centipawns.abs()).then_with(|| a.id.cmp(&b.id)));
    Features { rows, parts }
}

impl Features {
    fn json(&self, asked: &Opinion<'_>) -> Value {
        let one = |Row { id, white, black, centipawns }: &Row| json!({ "id": id, "white": white, "black": black, "centipawns": centipawns });
        let features: Vec<Value> = self.rows.iter().map(one).collect();
        let even = json!(asked.centipawns(self.parts.base));
        let more = vec![("even_centipawns", even), ("features", json!(features))];
        asked.report(asked.centipawns(self.parts.value), more)
    }

    fn text(&self, asked: &Opinion<'_>, all: bool) -> String {
        let mut out =
            format!("{:<28} {:>7} {:>7} {:>9}\n", "in pawns, seen by White", "White", "Black", "adds");
        let shown = if all { self.rows.len() } else { SHOWN };
        let rows = self.rows.iter().take(shown).filter(|row| all || row.centipawns.abs() >= 0.5);
        for Row { id, white, black, centipawns } in rows {
            out += &format!("{id:<28} {white:>7} {black:>7} {:>+9.2}\n", centipawns / 100.0);
        }
        let rest: f64 = self.rows.iter().skip(shown).map(|row| row.centipawns).sum();
        if !all {
            out += &format!("{:<28} {:>25.2}\n", "all others", rest / 100.0);
        }
        out += &line("the same with even sides", asked.centipawns(self.parts.base));
        out + &line("evaluation", asked.centipawns(self.parts.value))
    }
}
