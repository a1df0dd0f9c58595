//! `philidor bench --judge`: the tutor's judgements beside a referee's.

use std::{path::Path, process::ExitCode};

use anyhow::Context as _;
use philidor_bench::judge::{endings as exact, first_games, flags, positions, sample};
use philidor_session::{Engine, Session, Stop, budget::Effort};

use super::{Args, print};
use crate::{output::outln, progress, tutor};

pub(super) fn run(path: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    let games = first_games(path, args.games.unwrap_or(args.sampled))?;
    let missing = "the referee is stockfish, which is not installed (Debian: apt-get install stockfish)";
    let strongest = Engine::stockfish().context(missing)?;
    let mut builder = tutor::session()?.effort(if args.quick { Effort::Quick } else { Effort::Usual });
    let judged = match args.analyst.as_deref() {
        None => strongest.clone(),
        Some("philidor") => tutor::evaluation(&args.eval)?,
        Some(command) => Engine::program(command, command),
    };
    builder = builder.ask(judged.name()).engine(judged.clone());
    if let Some(nodes) = args.nodes {
        builder = builder.nodes(nodes);
    }
    let session = builder.build()?.with_threads(2);
    let name = strongest.name().to_owned();
    let stop = Stop::from(progress::interrupt());
    let judge = Session::builder().stop(stop).engine(strongest).ask(&name);
    let referee = judge.nodes(args.referee_nodes * 5 / 2).build()?;
    let mut referee = referee.analyst();
    let bar = progress::spinner("asking the referee".to_owned());
    let mut done = 0;
    let mut tell = || {
        done += 1;
        bar.set_message(format!("asking the referee: {done}"));
    };
    if !args.json {
        let own = session.engine().name();
        outln!("analyst {own}, referee {name} at {} nodes", args.referee_nodes)?;
    }
    match args.games {
        Some(_) => print(&flags(&session, &mut referee, &games, &mut tell)?, args.json)?,
        None => print(&positions(&session, &mut referee, &sample(&games, args.seed), &mut tell)?, args.json)?,
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

/// Random endings against tables.
pub(super) fn endings(count: usize, args: &Args) -> anyhow::Result<ExitCode> {
    let session = tutor::session()?.nodes(args.nodes.unwrap_or(2_000)).build()?;
    let bar = progress::bar(count as u64, "{wide_bar} {pos}/{len} endings");
    let found = exact(&session, count, args.seed, &mut || bar.inc(1))?;
    bar.finish_and_clear();
    print(&found, args.json)?;
    Ok(ExitCode::SUCCESS)
}
