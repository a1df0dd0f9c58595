//! A collection audited: how many sentences are understood, confirmed and refuted, by whom they were written.

use std::collections::BTreeMap;

use philidor_chess::{
    pgn::{Game, NodeId},
    write_fen,
};
use serde::Serialize;

use crate::{
    game::Comment,
    read::{Sentence, Truth},
};

/// Counts of sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// All.
    pub sentences: usize,
    /// Something in it was decided.
    pub understood: usize,
    /// More was decided than that men and moves it names are there.
    pub statements: usize,
    /// Understood, and nothing in it is false.
    pub confirmed: usize,
    /// Something in it is false.
    pub refuted: usize,
}

impl Tally {
    /// Counts a sentence.
    pub fn add(&mut self, sentence: &Sentence) {
        let truth = sentence.truth();
        self.sentences += 1;
        self.understood += usize::from(truth != Truth::Open);
        self.statements += usize::from(sentence.is_statement());
        self.confirmed += usize::from(truth == Truth::True);
        self.refuted += usize::from(truth == Truth::False);
    }
}

/// A sentence that is not true.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Refuted {
    /// Who wrote it.
    pub annotator: String,
    /// The game: players and event.
    pub game: String,
    /// The move it stands after: `12...Nf6`.
    pub at: String,
    /// The position spoken of.
    pub fen: String,
    /// The sentence.
    pub sentence: String,
    /// What in it is false.
    pub says: String,
    /// What shows it.
    pub shows: String,
}

/// What was found in a collection.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Audit {
    /// Games with comments.
    pub games: usize,
    /// Comments.
    pub comments: usize,
    /// All sentences.
    pub all: Tally,
    /// By annotator: the tag Annotator, or the name of the file.
    pub annotators: BTreeMap<String, Tally>,
    /// By topic: decided claims, and those of them that are false.
    pub topics: BTreeMap<String, (usize, usize)>,
    /// What is not true.
    pub refuted: Vec<Refuted>,
}

impl Audit {
    /// Counts the sentences of a comment.
    pub fn add(&mut self, source: &str, game: &Game, comment: &Comment, sentences: &[Sentence]) {
        let annotator =
            game.tag("Annotator").filter(|name| !name.trim().is_empty() && *name != "?").unwrap_or(source);
        self.comments += 1;
        let tally = self.annotators.entry(annotator.to_owned()).or_default();
        for sentence in sentences {
            tally.add(sentence);
            self.all.add(sentence);
            for finding in sentence.findings.iter().filter(|finding| finding.truth != Truth::Open) {
                let count = self
                    .topics
                    .entry(format!("{} {}", finding.topic, short(&finding.word, finding.topic)))
                    .or_default();
                count.0 += 1;
                count.1 += usize::from(finding.truth == Truth::False);
                if finding.truth == Truth::False {
                    let start = finding.span.start - sentence.span.start;
                    let end = finding.span.end - sentence.span.start;
                    self.refuted.push(Refuted {
                        annotator: annotator.to_owned(),
                        game: title(game),
                        at: place(game, comment.node),
                        fen: write_fen(&comment.about.position),
                        sentence: sentence.text.clone(),
                        says: sentence.text.get(start..end).unwrap_or_default().to_owned(),
                        shows: finding.shows.clone(),
                    });
                }
            }
        }
    }
}

/// Names of openings are one kind.
fn short<'a>(word: &'a str, topic: &str) -> &'a str {
    if topic == "opening" { "name" } else { word }
}

fn title(game: &Game) -> String {
    let tag = |name: &str| game.tag(name).unwrap_or("?").to_owned();
    format!("{} - {}, {}", tag("White"), tag("Black"), tag("Event"))
}

fn place(game: &Game, node: Option<NodeId>) -> String {
    node.map_or_else(
        || "before the first move".to_owned(),
        |id| format!("{}{}", game.node(id).label(), game.node(id).san),
    )
}
