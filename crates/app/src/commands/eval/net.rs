//! `philidor eval --eval net:FILE`: what a learned net thinks, feature by feature.
//!
//! A net over features: the position is compared with one in which both sides have what they have on average; integrated slopes
//! divide the difference among the features, and the parts sum to it. A net over squares: it is compared with the board
//! from which the men have gone one and all, and the difference is divided among the men.

use std::process::ExitCode;

use anyhow::{Context, bail};
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
use philidor_train::neuro::{explain, file::NeuroNet, scaled, view::View};
use serde_json::{Value, json};

use crate::{
    judges::{load_net, net_file},
    output::outln,
};

/// Features shown without `--all`.
const SHOWN: usize = 12;

pub(super) fn run(pos: &Chess, name: &str, all: bool, json: bool) -> anyhow::Result<ExitCode> {
    let Some(file) = net_file(name) else {
        bail!("--eval {name:?} is no learned net; write net:FILE, or leave it out for our own evaluation")
    };
    let net = load_net(file)?;
    let sign = if pos.turn().is_white() { 1.0 } else { -1.0 };
    let played = sign * f64::from(net.judge(name)().evaluate(pos));
    let asked = Asked { pos, file, net: &net, sign, played };
    match net.view {
        View::Features => by_feature(&asked, all, json),
        View::Squares | View::Correction => by_man(&asked, json),
    }
}

/// A position before a net. Values are seen by White.
struct Asked<'a> {
    pos: &'a Chess,
    file: &'a str,
    net: &'a NeuroNet,
    /// From the side to move to White.
    sign: f64,
    /// What a search hears, in whole centipawns.
    played: f64,
}

impl Asked<'_> {
    /// Centipawns, seen by White.
    fn centipawns(&self, value: f64) -> f64 {
        self.sign * self.net.story.centipawns * value
    }

    /// The report for programs: what every net says, and the parts.
    fn print(&self, total: f64, parts: Vec<(&str, Value)>) -> anyhow::Result<ExitCode> {
        let mut report = json!({
            "fen": write_fen(self.pos),
            "net": self.file,
            "total_centipawns": total,
            "played_centipawns": self.played,
            "expected_score": (1.0 + (total / self.net.story.centipawns).tanh()) / 2.0,
        });
        parts.into_iter().for_each(|(name, value)| report[name] = value);
        outln!("{}", serde_json::to_string_pretty(&report).context("the report as JSON")?)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What every man on its square adds.
fn by_man(asked: &Asked<'_>, json: bool) -> anyhow::Result<ExitCode> {
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
    let added = |number: usize| asked.centipawns(parts.parts[number]);
    // What a correction is added to.
    let ours = (asked.net.view == View::Correction)
        .then(|| asked.sign * f64::from(Evaluation::tuned().evaluate(pos)));
    let total = asked.centipawns(parts.value) + ours.unwrap_or(0.0);
    if json {
        let one = |&(square, number): &(Square, usize)| {
            let piece = pos.board().piece_at(square).map(|piece| piece.char().to_string());
            json!({ "piece": piece, "square": square.to_string(), "centipawns": added(number) })
        };
        let men = men.iter().map(one).collect::<Vec<_>>();
        let mut parts = vec![("empty_centipawns", json!(asked.centipawns(parts.base))), ("men", json!(men))];
        parts.extend(ours.map(|ours| ("our_centipawns", json!(ours))));
        return asked.print(total, parts);
    }
    outln!("what each man adds on its square, in pawns, seen by White")?;
    for rank in (0..8).rev() {
        let squares = (0..8).map(|file| Square::new(8 * rank + file));
        let cells: Vec<String> = squares
            .map(|square| match (pos.board().piece_at(square), squares::number(pos, square)) {
                (Some(piece), Some(number)) => format!("{} {:>+6.2}", piece.char(), added(number) / 100.0),
                _ => "   .    ".to_owned(),
            })
            .collect();
        outln!("{}  {}", rank + 1, cells.join("  ").trim_end())?;
    }
    let files: Vec<String> = ('a'..='h').map(|file| format!("   {file}    ")).collect();
    outln!("   {}", files.join("  ").trim_end())?;
    outln!("{:<28} {:>+25.2}", "the empty board", asked.centipawns(parts.base) / 100.0)?;
    if let Some(ours) = ours {
        outln!("{:<28} {:>+25.2}", "our own evaluation", ours / 100.0)?;
    }
    outln!("{:<28} {:>+25.2}", "evaluation", total / 100.0)?;
    Ok(ExitCode::SUCCESS)
}

/// What every feature adds.
fn by_feature(asked: &Asked<'_>, all: bool, json: bool) -> anyhow::Result<ExitCode> {
    let pos = asked.pos;
    let counts = inputs::inputs(pos);
    let x = scaled(&counts);
    let parts = explain::difference(&asked.net.net, &explain::evened(&x), &x);
    // Both sides' numbers of a feature are one row: what the side to move has more of.
    let id = |i: usize| inputs::id(i).trim_start_matches("us.").to_owned();
    let mut rows: Vec<(String, i16, i16, f64)> = (0..PER_SIDE)
        .map(|i| {
            let (us, them) = (counts[i], counts[PER_SIDE + i]);
            let (white, black) = if pos.turn().is_white() { (us, them) } else { (them, us) };
            (id(i), white, black, asked.centipawns(parts.parts[i] + parts.parts[PER_SIDE + i]))
        })
        .collect();
    debug_assert!(parts.parts[INPUTS - 1] == 0.0, "the phase is the same in both");
    rows.sort_by(|a, b| b.3.abs().total_cmp(&a.3.abs()).then_with(|| a.0.cmp(&b.0)));
    if json {
        let one = |(id, white, black, value): &(String, i16, i16, f64)| json!({ "id": id, "white": white, "black": black, "centipawns": value });
        let features = rows.iter().map(one).collect::<Vec<_>>();
        let even = json!(asked.centipawns(parts.base));
        let more = vec![("even_centipawns", even), ("features", json!(features))];
        return asked.print(asked.centipawns(parts.value), more);
    }
    outln!("{:<28} {:>7} {:>7} {:>9}", "in pawns, seen by White", "White", "Black", "adds")?;
    let shown = if all { rows.len() } else { SHOWN };
    for (id, white, black, value) in rows.iter().take(shown).filter(|r| all || r.3.abs() >= 0.5) {
        outln!("{id:<28} {white:>7} {black:>7} {:>+9.2}", value / 100.0)?;
    }
    let rest: f64 = rows.iter().skip(shown).map(|r| r.3).sum();
    if !all {
        outln!("{:<28} {:>25.2}", "all others", rest / 100.0)?;
    }
    outln!("{:<28} {:>+25.2}", "the same with even sides", asked.centipawns(parts.base) / 100.0)?;
    outln!("{:<28} {:>+25.2}", "evaluation", asked.centipawns(parts.value) / 100.0)?;
    Ok(ExitCode::SUCCESS)
}
