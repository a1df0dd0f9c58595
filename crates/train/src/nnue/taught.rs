//! From games to a net: positions are labelled by a teacher, then learned from.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, bail, ensure};
use philidor_cluster::{Exchange, Local, Nats, Part, work::LEASE_ELSEWHERE};
use philidor_files as files;
use philidor_know::evaluator::{
    NAMES, by_name,
    nnue::{MOST_NEURONS, NnueStory},
};
use philidor_nets::pair::BLOCK;
use serde::{Deserialize, Serialize};

use super::{NnueSettings, train};
use crate::{
    label::{
        LabelSettings,
        run::{LabelRun, Labels},
        spread::{PURPOSE, Source, Teacher},
    },
    neuro::{
        file::{Learned, evaluation},
        run::Host,
    },
};

/// The teacher that is Stockfish 15's net.
const HALFKA: &str = "halfka";
/// No teacher: the results of the games are all there is.
const RESULTS: &str = "results";

/// The part of a recipe that makes a net with two perspectives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Taught {
    /// Who judges: `halfka` (the net that Stockfish 15 exports), an evaluation of ours with our search, or nobody (`results`: those of the games).
    pub teacher: String,
    /// Nodes of that search (0: the evaluation as it stands).
    pub nodes: u64,
    /// Pieces of a hundred games that are labelled (0: all).
    pub pieces: usize,
    /// Which positions are labelled.
    pub label: LabelSettings,
    /// How the net learns from them.
    pub train: NnueSettings,
}

impl Default for Taught {
    fn default() -> Taught {
        let (label, train) = (LabelSettings::default(), NnueSettings::default());
        Taught { teacher: HALFKA.to_owned(), nodes: 1000, pieces: 0, label, train }
    }
}

/// What a run is given.
#[derive(Debug, Clone, Copy)]
pub struct Order<'o> {
    /// Games with results.
    pub games: &'o Path,
    /// At most this many of them.
    pub most: usize,
    /// The teacher's net, if it is one.
    pub teacher: Option<&'o Path>,
    /// A net to go on from.
    pub start: Option<&'o Path>,
    /// Chooses positions, first weights and the order of learning.
    pub seed: u64,
    /// Threads of this process that label.
    pub threads: u32,
    /// Address of a NATS server where workers elsewhere label, too, and the run's name there.
    pub nats: Option<(&'o str, &'o str)>,
    /// Where `labels/` and `v.safetensors` are written.
    pub out: &'o Path,
}

/// Where pieces go: to the threads of this process, or over a NATS server, where the run has a name, and a number of its own that is kept in a file until it is over.
fn exchange(
    nats: Option<(&str, &str)>,
    labels: &Path,
) -> anyhow::Result<(Box<dyn Exchange>, Option<PathBuf>)> {
    let Some((url, run)) = nats else { return Ok((Box::new(Local::new(LEASE)), None)) };
    let meeting = labels.join("run");
    let id = match files::read_text(&meeting) {
        Ok(id) => id,
        Err(_) => {
            let id = nuid::next().to_string();
            files::write(&meeting, &id)?;
            id
        }
    };
    let purpose = format!("{PURPOSE} {}", id.trim());
    let opened = Nats::open(url, run, Part::OldRun, &purpose, LEASE_ELSEWHERE)?;
    Ok((Box::new(opened.context("a coordinator makes the run it needs")?), Some(meeting)))
}

/// Nobody in this process loses a piece.
const LEASE: Duration = Duration::from_secs(3600);

impl Taught {
    /// What is wrong with it, if anything.
    pub fn check(&self) -> Result<(), String> {
        let NnueSettings { neurons, ranges, batch, result_share, .. } = self.train;
        if neurons == 0 || !neurons.is_multiple_of(BLOCK) || neurons > MOST_NEURONS {
            return Err(format!(
                "neurons = {neurons} is not possible: {BLOCK} to {MOST_NEURONS} in steps of {BLOCK}"
            ));
        }
        if !(1..=31).contains(&ranges) || batch == 0 {
            return Err(format!("ranges = {ranges} goes from 1 to 31, and batch = {batch} must not be 0"));
        }
        if !(0.0..=1.0).contains(&result_share) || !(0.0..=1.0).contains(&self.label.random) {
            return Err("result_share and random are shares from 0 to 1".to_owned());
        }
        if self.teacher == RESULTS
            && (result_share != 1.0 || self.label.searches > 0 || self.label.positions == 0)
        {
            return Err(
                "results alone teach positions of the games only: label.searches = 0, label.positions > 0 and train.result_share = 1"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// Labels what is missing and trains; returns what came of it, in words.
    pub fn run(&self, order: &Order<'_>, host: &dyn Host) -> anyhow::Result<String> {
        let (source, teacher, name) = self.source(order.teacher)?;
        if let (Some(_), Teacher::Own(own, _)) = (order.nats, &teacher) {
            ensure!(
                by_name(own).is_some(),
                "with --nats the teacher is one that comes with the program ({}), a net given with --model, or \"{RESULTS}\"",
                NAMES.join(", ")
            );
        }
        let label = LabelSettings { seed: order.seed, ..self.label.clone() };
        let parts = if self.pieces == 0 { usize::MAX } else { self.pieces };
        let labels = order.out.join("labels");
        let work = LabelRun::open(order.games, order.most, parts, &label, name, &labels)?;
        let (exchange, meeting) = exchange(order.nats, &labels)?;
        let began = host.clock();
        let mut hear = |positions: usize| {
            host.at((work.done().0 * label.games) as u64);
            let seconds = (host.clock() - began).as_secs_f64().max(1e-3);
            let who = exchange.workers().unwrap_or_default();
            let who = who
                .iter()
                .map(|heart| format!("; {} {}", heart.worker, String::from_utf8_lossy(&heart.words)));
            let rate = positions as f64 / seconds;
            host.workers(format!("{positions} positions, {rate:.0}/s{}", who.collect::<String>()));
        };
        let source = Arc::new(source);
        let made =
            work.work(&*exchange, (&teacher, &source), order.threads, &|| host.stopped(), &mut hear)?;
        let (done, all) = work.done();
        host.tell(&format!("{made} positions labelled; {done} of {all} pieces are there"));
        ensure!(done == all, "stopped; the same command continues");
        if let Some(meeting) = meeting {
            // The next run is another one; if the file is gone already, so much the better.
            let _ = std::fs::remove_file(meeting);
        }
        self.learn(order, &labels, host)
    }

    /// Who judges: at hand, as a job calls it, and in words.
    fn source(&self, net: Option<&Path>) -> anyhow::Result<(Source, Teacher, String)> {
        if self.teacher == RESULTS {
            return Ok((Source::Results, Teacher::Results, "results of games alone".to_owned()));
        }
        if self.teacher != HALFKA {
            let name = format!("{}, {} nodes", self.teacher, self.nodes);
            let source = Source::Own(evaluation(&self.teacher)?, self.nodes);
            return Ok((source, Teacher::Own(self.teacher.clone(), self.nodes), name));
        }
        let Some(path) = net else {
            bail!(
                "the teacher is Stockfish 15's net: type `export_net stockfish15.nnue` to that program and give the file with --model"
            )
        };
        let (source, teacher) = Source::net(path)?;
        let Teacher::Net(digest) = teacher else { bail!("{} is no net", path.display()) };
        Ok((source, teacher, format!("static evaluation of Stockfish's net, xxh3 {digest:016x}")))
    }

    fn learn(&self, order: &Order<'_>, labels: &Path, host: &dyn Host) -> anyhow::Result<String> {
        let Labels { records, teachers, digest } = Labels::read(&[PathBuf::from(labels)])?;
        let settings = NnueSettings { seed: order.seed, ..self.train.clone() };
        let story = NnueStory {
            centipawns: 0,
            teacher: teachers.join(", "),
            result_share: settings.result_share,
            positions: 0,
            passes: 0,
            seed: order.seed,
            data: format!("{digest:016x}"),
            held_out: 0.0,
        };
        let start = match order.start.map(Learned::read).transpose()? {
            Some(Learned::Nnue(net)) => Some(net),
            Some(Learned::Neuro(_)) => bail!("--start must be a net with two perspectives for this recipe"),
            None => None,
        };
        let (began, mut passes) = (host.clock(), 0);
        let trained = train(records, &settings, start.as_deref(), &story, &mut |pass| {
            passes += 1;
            let (number, loss, held_out) = (pass.number, pass.loss, pass.held_out);
            host.tell(&format!("pass {number:>3}  error {loss:.6}  held out {held_out:.6}"));
        })?;
        let seconds = (host.clock() - began).as_secs_f64().max(1e-3);
        let path = order.out.join("v.safetensors");
        files::write(&path, trained.net.to_bytes()?)?;
        let (learned, held_out) = trained.positions;
        let explained = trained.net.reading.as_ref().map_or_else(String::new, |reading| {
            let [searched, played] = [reading.fit.searched, reading.fit.played].map(|share| 100.0 * share);
            format!("{searched:.1} % of its answers in searches, {played:.1} % in master games")
        });
        Ok(format!(
            "{}: {learned} positions, error {:.6} on {held_out} held out after pass {} of {passes}; {:.0} positions per second; features and places explain {explained}",
            path.display(),
            trained.net.story.held_out,
            trained.net.story.passes,
            f64::from(passes) * learned as f64 / seconds
        ))
    }
}
