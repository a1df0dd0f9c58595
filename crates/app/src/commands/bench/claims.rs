//! How many of the tutor's claims the independent checker finds true, and how many false ones it lets through.

use std::{path::PathBuf, process::ExitCode, sync::atomic::Ordering};

use indicatif::ProgressBar;
use philidor_bench::claims::{Audit, FileAudit, Waiting};
use philidor_fit::claims::Options;
use philidor_session::{Session, budget::CHECK_NODES};

use super::Args;
use crate::{
    output::{answer, outln},
    progress, tutor,
};

pub(super) fn run(files: &[PathBuf], args: &Args) -> anyhow::Result<ExitCode> {
    let nodes = args.nodes.unwrap_or(CHECK_NODES);
    let options = Options { mutants: args.mutants, list: args.list };
    let audit = Audit { files, every: args.every, options, nodes, state: args.state.as_deref() };
    let bar = progress::bar(0, "{spinner} checking [{bar:30}] {pos}/{len} positions, {eta} to go");
    let audited = audit.run(&session(nodes, args)?, &args.eval, &Terminal { bar, json: args.json })?;
    answer(args.json, || Ok(audited.json()), || audited.text())?;
    Ok(ExitCode::SUCCESS)
}

/// The tutor that users get.
fn session(nodes: u64, args: &Args) -> anyhow::Result<Session> {
    let engine = tutor::evaluation(&args.eval)?;
    let name = engine.name().to_owned();
    let syzygy = args.syzygy.iter().flat_map(std::env::split_paths);
    Ok(tutor::session()?.syzygy(syzygy).engine(engine).ask(&name).nodes(nodes).build()?)
}

struct Terminal {
    bar: ProgressBar,
    json: bool,
}

impl Waiting for Terminal {
    fn begin(&self, positions: usize) {
        self.bar.reset();
        self.bar.set_length(positions as u64);
    }

    fn checked(&self, positions: usize) {
        self.bar.inc(positions as u64);
    }

    fn done(&self, file: &FileAudit<'_>) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        if !self.json {
            outln!("{file}")?;
        }
        Ok(())
    }

    fn stopped(&self) -> bool {
        progress::interrupt().load(Ordering::Relaxed)
    }
}
