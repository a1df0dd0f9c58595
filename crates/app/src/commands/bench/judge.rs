//! `philidor bench --judge` and `--told`: the tutor's judgements beside a referee's, and how its first choices are told.

use std::{path::Path, process::ExitCode};

use anyhow::Context as _;
use philidor_bench::{
    judge::{endings as exact, first_games, flags, positions, sample},
    told::told as first_choices,
};
use philidor_session::{Engine, Session, Stop, budget::Effort};

use super::{Args, print};
use crate::{output::outln, progress, tutor};

pub(super) fn run(path: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    let games = first_games(path, args.games.unwrap_or(args.sampled))?;
    let missing = "the referee is stockfish, which is not installed (Debian: apt-get install stockfish)";
    let strongest = Engine::stockfish().context(missing)?;
    let session = judged(args, Some(&strongest))?;
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

/// The session that is judged: with Stockfish, unless another engine is named.
fn judged(args: &Args, strongest: Option<&Engine>) -> anyhow::Result<Session> {
    let builder = tutor::session()?.effort(if args.quick { Effort::Quick } else { Effort::Usual });
    let builder = match (args.analyst.as_deref(), strongest) {
        (Some("philidor"), _) | (None, None) => {
            builder.engine(tutor::evaluation(&args.eval)?).ask(&args.eval)
        }
        (None, Some(engine)) => builder.ask(engine.name()).engine(engine.clone()),
        (Some(command), _) => builder.engine(Engine::program(command, command)).ask(command),
    };
    let builder = match args.nodes {
        Some(nodes) => builder.nodes(nodes),
        None => builder,
    };
    Ok(builder.build()?.with_threads(2))
}

/// How first choices are told.
pub(super) fn told(path: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    let games = first_games(path, usize::MAX)?;
    let session = judged(args, Engine::stockfish().as_ref())?;
    let bar = progress::bar(args.sampled as u64, "{wide_bar} {pos}/{len} positions");
    let found = first_choices(&session, &games, (args.sampled, args.seed), &mut || bar.inc(1));
    bar.finish_and_clear();
    let found = found.map_err(tutor::failed)?;
    print(&found, args.json)?;
    if args.list && !args.json {
        for case in &found.cases {
            let plain = if case.plain { " (plain)" } else { "" };
            outln!("{}{plain} {} {}\n    {}", case.kind, case.mv, case.fen, case.said)?;
        }
    }
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
