//! `philidor eval`: the evaluation of one position, feature by feature.

mod net;

use std::{fmt::Write, process::ExitCode};

use anyhow::Context;
use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, Color, Position},
};
use philidor_know::{
    eval::{Breakdown, Evaluation, FULL_PHASE, Term},
    features::{FeatureId, Group, Kind, glossary},
};
use philidor_serve::answer::features::Features;

use crate::output::{out, outln};

/// What to evaluate, and how to show it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The position, as FEN
    fen: String,
    /// Every feature, not only the groups
    #[arg(long)]
    all: bool,
    /// With the hand-made weights from which tuning started
    #[arg(long)]
    untuned: bool,
    /// With a learned net (net:FILE): what each feature, or each man on its square, adds, by integrated slopes
    #[arg(long, value_name = "net:FILE", conflicts_with = "untuned")]
    eval: Option<String>,
    /// For programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let pos = parse_fen(&args.fen)?;
    if let Some(name) = &args.eval {
        return net::run(&pos, name, args.all, args.json);
    }
    let evaluation = if args.untuned { Evaluation::untuned() } else { Evaluation::tuned() };
    let parts = evaluation.explain(&pos);
    if args.json {
        let report = Features::new(&pos, &parts);
        outln!("{}", serde_json::to_string_pretty(&report).context("the report as JSON")?)?;
    } else {
        out!("{}", table(&pos, &parts, args.all))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn name(side: Color) -> &'static str {
    if side.is_white() { "white" } else { "black" }
}

/// Middlegame, endgame and tapered value.
#[derive(Clone, Copy, Default)]
struct Row([i32; 3]);

impl Row {
    fn sum<'a>(terms: impl Iterator<Item = &'a Term>) -> Row {
        terms.fold(Row::default(), |Row([mg, eg, value]), t| Row([mg + t.mg, eg + t.eg, value + t.value]))
    }

    fn plus(self, other: Row) -> Row {
        Row([self.0[0] + other.0[0], self.0[1] + other.0[1], self.0[2] + other.0[2]])
    }

    fn is_zero(self) -> bool {
        self.0 == [0; 3]
    }
}

/// Pawns with two decimals and a sign; nothing for zero.
fn pawns(cp: i32) -> String {
    if cp == 0 { "·".to_owned() } else { format!("{:+.2}", f64::from(cp) / 100.0) }
}

pub(crate) fn table(pos: &Chess, parts: &Breakdown, all: bool) -> String {
    let mut text = String::new();
    let heading = "       White (mg, eg, now)        Black (mg, eg, now)        both";
    let mut line = |words: String| writeln!(text, "{}", words.trim_end()).expect("a string grows");
    line(format!("{:<33}{heading}", "in pawns, seen by White"));
    for group in Group::ALL {
        let of = |side: Color, feature: Option<FeatureId>| {
            let chosen = |t: &&Term| {
                t.feature.group() == group && t.side == side && feature.is_none_or(|f| f == t.feature)
            };
            Row::sum(parts.terms.iter().filter(chosen))
        };
        let (white, black) = (of(Color::White, None), of(Color::Black, None));
        line(row(group.name(), white, black));
        if !all {
            continue;
        }
        for feature in FeatureId::all().filter(|f| f.group() == group) {
            let counts = Color::ALL.map(|side| parts.term(feature, side).map_or(0, |t| t.count));
            let (white, black) = (of(Color::White, Some(feature)), of(Color::Black, Some(feature)));
            if counts == [0, 0] && white.plus(black).is_zero() {
                continue;
            }
            let [w, b] = counts;
            let remark = if feature.kind() == Kind::Remark { " (remark)" } else { "" };
            line(format!(
                "{}  {w}:{b} {}{remark}",
                row(&format!("  {}", feature.id()), white, black),
                feature.unit().name()
            ));
        }
    }
    let whole = |side: Color| Row::sum(parts.terms.iter().filter(|t| t.side == side));
    line(row("total", whole(Color::White), whole(Color::Black)));
    line(String::new());
    let verdict = &parts.verdict;
    line(format!(
        "{} for White; {} to move; phase {} of {FULL_PHASE}, endgame counts {}/64",
        if parts.total == 0 { "0.00".to_owned() } else { pawns(parts.total) },
        name(pos.turn()),
        verdict.phase,
        verdict.bend.scale
    ));
    if let Some(reason) = verdict.bend.reason {
        line(glossary().entry(reason).gloss.clone());
    }
    text
}

fn row(name: &str, white: Row, black: Row) -> String {
    let three = |Row([mg, eg, value]): Row| format!("{:>8} {:>8} {:>8}", pawns(mg), pawns(eg), pawns(value));
    format!("{name:<33} {} {} {:>8}", three(white), three(black), pawns(white.plus(black).0[2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape and the sums of the table; its numbers change with every tuning, so the hand-made weights are shown.
    fn shown(fen: &str, all: bool) -> String {
        let pos = parse_fen(fen).unwrap();
        table(&pos, &Evaluation::untuned().explain(&pos), all)
    }

    #[test]
    fn a_pawn_ending_as_a_table() {
        let text = shown("8/8/8/7k/P7/8/8/4K3 w - - 0 1", true);
        assert_eq!(text, include_str!("eval/pawn_ending.txt"), "{text}");
    }

    #[test]
    fn the_tutor_papers_first_position_by_groups() {
        let text = shown("r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 0 16", false);
        assert_eq!(text, include_str!("eval/kasparov_shirov.txt"), "{text}");
    }

    #[test]
    fn json_terms_sum_to_the_total() {
        for fen in [
            "r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 0 16",
            "3q1rk1/r2n1ppp/3p4/3Pp1b1/p7/R1PB4/1PN2PPP/3Q1RK1 w - - 0 22",
            "r2qk2r/1b3ppp/p2p1b2/2nNp3/1R2P3/2P5/1PN2PPP/3QKB1R w Kkq - 0 17",
            "r1b2rk1/1pp2pbp/4p1p1/p2nP3/Pq2Q3/1B3N1P/1PP2PP1/R1B1R1K1 w - - 0 17",
            "r3r1k1/1pp2pbp/6p1/pP1bP3/3N1B2/7P/1PP2PP1/R3R1K1 b - - 0 22",
            "r1b2rk1/1pp2pbp/4p1p1/p2nP3/PqB1Q3/5N1P/1PP2PP1/R1B1R1K1 b - - 0 17",
        ] {
            let pos = parse_fen(fen).unwrap();
            let report = Features::new(&pos, &Evaluation::tuned().explain(&pos));
            let json = serde_json::to_value(&report).unwrap();
            let terms = json["terms"].as_array().unwrap();
            assert_eq!(
                terms.iter().map(|t| t["value"].as_i64().unwrap()).sum::<i64>(),
                json["total"].as_i64().unwrap()
            );
            assert!(terms.iter().all(|t| t["side"] == "white" || t["side"] == "black"));
        }
    }
}
