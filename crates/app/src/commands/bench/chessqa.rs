//! `philidor bench --chessqa`: a public benchmark of language models, answered without one.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context as _;
use philidor_bench::{
    chessqa::{Solvers, run as answer_all},
    comments::fit as fit_comments,
};
use philidor_read::matching::Model;
use philidor_session::{Engine, Session};

use super::{Args, print};
use crate::{output::outln, progress, tutor};

/// Nodes of the longest look at a tactic.
const TACTIC_NODES: u64 = 1_000_000;
/// Nodes for a judgement.
const NODES: u64 = 300_000;

/// Nodes for the look that helps to read a comment.
const READER_NODES: u64 = 1_000;

/// An analyst who looks shortly.
fn reader(args: &Args) -> anyhow::Result<Session> {
    let engine = match args.analyst.as_deref() {
        Some("philidor") => tutor::evaluation(&args.eval)?,
        Some(command) => Engine::program(command, command),
        None => Engine::stockfish().map_or_else(|| tutor::evaluation(&args.eval), Ok)?,
    };
    let name = engine.name().to_owned();
    Ok(tutor::session()?.engine(engine).ask(&name).nodes(READER_NODES).build()?)
}

/// Learns which comment fits a move.
pub(super) fn fit(files: &[PathBuf], args: &Args) -> anyhow::Result<ExitCode> {
    let session = reader(args)?;
    let bar = progress::spinner("reading".to_owned());
    let report = fit_comments(files, &args.hold_out, &session, &mut |text| bar.set_message(text.to_owned()));
    bar.finish_and_clear();
    let report = report.map_err(tutor::failed)?;
    print(&report, args.json)?;
    match &args.output {
        Some(path) => philidor_files::write(path, &report.file)?,
        None => outln!("(give --output FILE to keep the weights)")?,
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run(dir: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    let nodes = args.nodes.unwrap_or(NODES);
    let own = |nodes: u64| -> anyhow::Result<Session> {
        let engine = tutor::evaluation(&args.eval)?;
        Ok(tutor::session()?.ask(engine.name()).engine(engine.clone()).nodes(nodes).build()?)
    };
    let tactics = own(args.nodes.unwrap_or(TACTIC_NODES))?;
    let judge = match args.analyst.as_deref() {
        Some("philidor") => None,
        Some(command) => Some(Engine::program(command, command)),
        None => Engine::stockfish(),
    };
    let judge = match judge {
        Some(engine) => {
            let name = engine.name().to_owned();
            tutor::session()?.engine(engine).ask(&name).nodes(nodes).build()?
        }
        None => own(nodes)?,
    };
    let reader = reader(args)?;
    let model = match &args.weights {
        Some(path) => Model::parse(&philidor_files::read_text(path)?)
            .with_context(|| format!("in {}", path.display()))?,
        None => Model::ours().clone(),
    };
    let bar = progress::bar(0, "{wide_bar} {pos}/{len} questions");
    let report = answer_all(
        dir,
        &Solvers { tactics: &tactics, judge: &judge, reader: &reader, model: &model },
        &mut |done, of| {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
        },
    );
    bar.finish_and_clear();
    let report = report.map_err(tutor::failed)?;
    print(&report, args.json)?;
    if args.list && !args.json {
        for (task, said, wanted) in &report.wrong {
            outln!("{task}: {said:?}, wanted {wanted:?}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
