//! What workers are asked to do, complete enough that each finds the same in a game.

use std::{
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

use anyhow::{Context, ensure};
use philidor_session::{Session, Stop, budget::Effort};
use philidor_tutor::{
    relevance::Relevance,
    say::{Level, Words},
    select::Model,
};
use serde::{Deserialize, Serialize};

use crate::look::Task;

/// What is asked, who looks ahead and how far, and for whom. Only what every installation has: no other programs, no files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The program's version: another one may say other words.
    pub version: String,
    /// What to do with a game.
    pub task: Task,
    /// One of the evaluations that come with the program.
    pub engine: String,
    /// Nodes for each position; none to search as long as `effort` says.
    pub nodes: Option<u64>,
    /// How long somebody is willing to wait: `quick`, `usual` or `deep`.
    pub effort: String,
    /// The reader.
    pub level: String,
    /// His language.
    pub language: String,
    /// His rating.
    pub rating: Option<String>,
    /// Chooses among phrases.
    pub seed: u64,
    /// Weights that choose moves, as their file has them.
    pub selection: Option<String>,
    /// Weights that choose what is said.
    pub relevance: Option<String>,
}

impl Order {
    /// An order for records of games: our own search, with so many nodes for a position.
    pub fn profile(nodes: u64) -> Order {
        Order {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            task: Task::Profile,
            engine: "philidor".to_owned(),
            nodes: Some(nodes),
            effort: "usual".to_owned(),
            level: "club".to_owned(),
            language: "en".to_owned(),
            rating: None,
            seed: 0,
            selection: None,
            relevance: None,
        }
    }

    /// The order of a coordinator; one of another version cannot be carried out here.
    pub(crate) fn read(bytes: &[u8]) -> anyhow::Result<Order> {
        let own = env!("CARGO_PKG_VERSION");
        let order: serde_json::Value =
            serde_json::from_slice(bytes).context("the coordinator's order cannot be read")?;
        let version = order["version"].as_str().unwrap_or("another version");
        ensure!(
            version == own,
            "the coordinator is philidor {version}, this is {own}: workers must be of the same version"
        );
        serde_json::from_value(order).context("the coordinator's order cannot be read")
    }

    /// Who is asked and how long, as a run on one machine with our own search says it.
    pub fn identity(&self) -> String {
        format!("own {} {} {}", self.engine, self.effort == "quick", self.effort == "deep")
    }

    /// The session that the order asks for.
    pub fn session(&self, tables: &Path, stop: Arc<AtomicBool>) -> anyhow::Result<Session> {
        let effort: Effort = self.effort.parse().map_err(anyhow::Error::msg)?;
        let rating = self.rating.as_ref().map(|rating| rating.parse()).transpose()?;
        let mut builder = Session::builder()
            .tables(tables)
            .stop(Stop::from(stop))
            .ask(&self.engine)
            .effort(effort)
            .level(self.level.parse::<Level>()?)
            .words(Words::of(&self.language)?)
            .rating(rating)
            .seed(self.seed);
        if let Some(nodes) = self.nodes {
            builder = builder.nodes(nodes);
        }
        if let Some(text) = &self.selection {
            builder = builder.selection(Model::parse(text)?);
        }
        if let Some(text) = &self.relevance {
            builder = builder.relevance(Relevance::parse(text)?);
        }
        Ok(builder.build()?)
    }
}
