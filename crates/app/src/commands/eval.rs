//! `philidor eval`: the evaluation of one position, feature by feature.

use std::process::ExitCode;

use anyhow::Context;
use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, Position},
};
use philidor_know::eval::Evaluation;
use philidor_report::features::Features;
use philidor_train::neuro::file::{Learned, net_file};

use crate::output::{answer, out, outln};

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
    /// With a learned net (net:FILE, or learned for the one inside): what each man on its square and each feature adds
    #[arg(long, value_name = "net:FILE", conflicts_with = "untuned")]
    eval: Option<String>,
    /// For programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let pos = parse_fen(&args.fen)?;
    if let Some(name) = &args.eval {
        return by_net(args, &pos, name);
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

fn by_net(args: &Args, pos: &Chess, name: &str) -> anyhow::Result<ExitCode> {
    let (json, text) = Learned::by_name(name)?.opinion(net_file(name).unwrap_or(name), pos, args.all);
    answer(args.json, || serde_json::to_string_pretty(&json).context("the report as JSON"), || text)?;
    Ok(ExitCode::SUCCESS)
}
