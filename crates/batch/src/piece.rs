//! Whole pieces of work: a lake that is filled, a file that is annotated, a player's records.

use std::{
    ffi::OsString,
    io::Write,
    path::{Path, PathBuf},
};

use philidor_profile::{Collection, Record};
use philidor_report::annotated::{Counts, many::Annotator};

use crate::{
    Host, Meeting, Order,
    desk::{Annotating, Desk, LakeFilling, Profiling},
    look::Looker,
    run,
};

/// A file of games, and who looks at them.
pub struct Piece<'p> {
    /// The games.
    pub input: &'p Path,
    /// What is done with a game.
    pub looker: Looker,
    /// Threads here that look.
    pub threads: usize,
    /// A NATS server, the run's name there, and what workers are asked.
    pub elsewhere: Option<(&'p str, &'p str, Order)>,
    /// Who waits.
    pub host: Host<'p>,
}

impl Piece<'_> {
    /// Fills a lake. `options` is everything that changes its rows.
    pub fn fill(&self, lake: &Path, options: &str) -> anyhow::Result<Counts> {
        let mut desk = LakeFilling::open(self.input, lake, options, self.host.waiting)?;
        self.run(&mut desk, lake)?;
        desk.counts()
    }

    /// Annotates the games, keeps them in the annotator's `state` and writes them to a file or a stream.
    pub fn annotate(
        &self,
        annotator: &Annotator<'_>,
        state: &Path,
        out: Option<&Path>,
        stream: &mut (dyn Write + Send),
    ) -> anyhow::Result<Counts> {
        let mut desk = Annotating::open(annotator, self.input)?;
        self.run(&mut desk, state)?;
        let mut counts = Counts::default();
        match out {
            Some(path) => {
                philidor_files::write_with(path, |out| desk.write(out).map(|all| counts = all))?;
            }
            None => counts = desk.write(stream)?,
        }
        desk.whole().map(|()| counts)
    }

    /// The records of a player's games, and what could not be looked at.
    pub fn records(
        &self,
        mine: &Collection,
        nodes: u64,
        state: Option<&Path>,
    ) -> anyhow::Result<(Vec<Record>, Vec<String>)> {
        let mut desk = Profiling::open(mine, self.input, nodes, state, self.host.waiting)?;
        self.run(&mut desk, state.unwrap_or(self.input))?;
        Ok(desk.records(mine))
    }

    /// `beside`: what the run makes; its memory lies there.
    fn run(&self, desk: &mut dyn Desk, beside: &Path) -> anyhow::Result<()> {
        let memory = |path: &Path| {
            PathBuf::from([path.as_os_str(), ".run".as_ref()].iter().copied().collect::<OsString>())
        };
        let meeting = self.elsewhere.as_ref().map(|(url, run, order)| Meeting {
            url,
            run,
            memory: memory(beside),
            order: order.clone(),
        });
        run(desk, &self.looker, self.threads, meeting.as_ref(), &self.host)
    }
}
