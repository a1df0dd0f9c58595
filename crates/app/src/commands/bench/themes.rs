//! `philidor bench --themes`: is the theme of a best move named in the words about it?

use std::{path::Path, process::ExitCode};

use anyhow::Context as _;
use philidor_bench::{
    judge::first_games,
    plans::{followed, moments, stability},
    themes::Suite,
};
use philidor_session::{Engine, Session};

use super::{Args, print};
use crate::{output::outln, progress, tutor};

/// Nodes for each explanation.
const NODES: u64 = 100_000;

/// Makes sessions that look so many times as long as was asked for.
fn asking(args: &Args) -> anyhow::Result<impl Fn(u64) -> anyhow::Result<Session>> {
    let engine = match args.analyst.as_deref() {
        Some("philidor") => tutor::evaluation(&args.eval)?,
        Some(command) => Engine::program(command, command),
        None => Engine::stockfish().map_or_else(|| tutor::evaluation(&args.eval), Ok)?,
    };
    let name = engine.name().to_owned();
    let nodes = args.nodes.unwrap_or(NODES);
    Ok(move |times: u64| {
        Ok(tutor::session()?.engine(engine.clone()).ask(&name).nodes(times * nodes).build()?)
    })
}

/// Plans told of positions of games.
pub(super) fn plans(path: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    // A game may be too short, or in check where it is looked at.
    let mut moments = moments(&first_games(path, usize::MAX)?, args.seed);
    moments.truncate(args.sampled);
    let asking = asking(args)?;
    let bar = progress::bar(moments.len() as u64, "{wide_bar} {pos}/{len} positions");
    let found = followed([&asking(1)?, &asking(2)?], &moments, &mut || bar.inc(1));
    bar.finish_and_clear();
    print(&found?, args.json)?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run(path: Option<&Path>, args: &Args) -> anyhow::Result<ExitCode> {
    let suite = match path {
        Some(path) => Suite::parse(&philidor_files::read_text(path)?)
            .with_context(|| format!("in {}", path.display()))?,
        None => Suite::ours()?,
    };
    let asking = asking(args)?;
    let session = asking(1)?;
    let bar = progress::bar(suite.len() as u64, "{wide_bar} {pos}/{len} positions");
    if args.doubled {
        let found = stability([&session, &asking(2)?], suite.positions(), &mut || bar.inc(1));
        bar.finish_and_clear();
        print(&found?, args.json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let report = suite.run(&session, &mut || bar.inc(1));
    bar.finish_and_clear();
    let report = report.map_err(tutor::failed)?;
    print(&report, args.json)?;
    if args.list && !args.json {
        for case in &report.cases {
            let mark = if case.named { "+" } else { "-" };
            outln!("{mark} {} ({:?}): {}\n    {}", case.theme, case.half, case.fen, case.said)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
