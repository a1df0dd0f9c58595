//! `philidor eval`: the evaluation of one position, feature by feature.

mod net;

use std::process::ExitCode;

use anyhow::Context;
use philidor_chess::{parse_fen, shakmaty::Position};
use philidor_know::eval::Evaluation;
use philidor_report::features::Features;

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
        out!("{}", parts.table(pos.turn(), args.all))?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

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
