//! How the tutor compares: with masters (which moves they comment on, and what they speak of) and with its independent checker. From
//! the first comparison come the weights of the tutor's two models, fitted with every game held out once.
//!
//! All questions go to a [`Session`], so what is measured is the tutor that users get. Nothing here prints.

pub mod claims;
mod concepts;
mod corpus;
mod mentions;
mod regression;
mod relevance;
pub mod selection;

use philidor_session::Session;
use philidor_tutor::{
    opening::Openings,
    select::{self, FEATURES, Model},
};
use rayon::prelude::*;
use serde_json::json;

pub use crate::{
    concepts::Agreement,
    corpus::{Corpus, FitError},
};
use crate::{
    corpus::{Studied, is_prose},
    selection::{Example, FEW, auc, cross_validate, within},
};

/// A master's density of comments; ours is set to it.
const DENSITY: f64 = 0.176;

/// How our comments compare with those of masters.
#[derive(Debug)]
pub struct Comparison {
    games: usize,
    examples: Vec<Example>,
    /// Weights fitted to all games.
    fitted: Model,
    auc: Auc,
    /// Share of moves with a comment: theirs, ours.
    density: [f64; 2],
    /// Precision, recall and F1 of our choice of moves.
    same: [f64; 3],
    /// The same, forgiving one move.
    near: [f64; 3],
    /// What is spoken of, if somebody has labelled the masters' comments.
    pub concepts: Option<Agreement>,
}

/// Areas under the curve: how well something tells commented moves from others.
#[derive(Debug)]
struct Auc {
    /// The loss alone.
    swing: f64,
    /// Fitted, each game held out.
    held_out: f64,
    /// The session's weights.
    shipped: f64,
    /// How many people annotated enough to be measured on.
    annotators: usize,
    /// Fitted, each annotator held out: the mean over those of the area within each one's games.
    unseen: f64,
    /// The same for the session's weights.
    within: f64,
}

/// Compares a session's comments with those of a corpus. `done` is called after each game.
pub fn compare(session: &Session, corpus: Corpus, done: &(dyn Fn() + Sync)) -> Result<Comparison, FitError> {
    let labels = corpus.labels;
    let studied = corpus
        .games
        .into_par_iter()
        .zip(corpus.annotators)
        .map(|(game, annotator)| {
            let study = session.isolated().study(&game, &mut |_| {})?;
            let commented = study.nodes.iter().map(|&id| is_prose(&game.node(id).comments)).collect();
            done();
            Ok(Studied { game, study, commented, annotator })
        })
        .collect::<Result<Vec<Studied>, FitError>>()?;
    let examples = examples_of(&studied);
    let (model, _) = session.models();
    let effort = studied.first().map(|s| &s.study.analysis);
    let effort =
        effort.map_or_else(String::new, |a| format!("{} nodes per position, {}", a.nodes, a.analyst));
    let provenance = format!(
        "philidor annotate --fit-selection, {} games, {} moves, {} comments, {effort}",
        studied.len(),
        examples.len(),
        examples.iter().filter(|e| e.commented).count(),
    );
    let fitted = cross_validate(&examples, DENSITY, provenance);
    let labelled: Vec<bool> = examples.iter().map(|e| e.commented).collect();
    let swings: Vec<f64> =
        studied.iter().flat_map(|s| s.study.moves().map(|p| p.loss()).collect::<Vec<_>>()).collect();
    let ours: Vec<f64> = examples.iter().map(|e| model.probability(&e.values)).collect();
    let chosen = chosen(&studied, model);
    let share = |flags: &[bool]| flags.iter().filter(|&&f| f).count() as f64 / flags.len().max(1) as f64;
    Ok(Comparison {
        games: studied.len(),
        auc: Auc {
            swing: auc(&swings, &labelled),
            held_out: fitted.auc,
            shipped: auc(&ours, &labelled),
            annotators: fitted.annotators,
            unseen: fitted.auc_unseen,
            within: within(&examples, &ours).0,
        },
        density: [share(&labelled), share(&chosen)],
        same: agreement(&examples, &chosen, 0),
        near: agreement(&examples, &chosen, 1),
        fitted: fitted.model,
        concepts: concepts::compare(session, &studied, &labels, &effort),
        examples,
    })
}

impl Comparison {
    fn comments(&self) -> usize {
        self.examples.iter().filter(|e| e.commented).count()
    }

    /// For programs, every move included.
    pub fn json(&self) -> serde_json::Value {
        let rows: Vec<_> = self
            .examples
            .iter()
            .map(|e| json!({"game": e.game, "annotator": e.annotator, "commented": e.commented, "values": e.values.to_vec()}))
            .collect();
        let ([precision, recall, f1], [precision_1, recall_1, f1_1]) = (self.same, self.near);
        json!({
            "games": self.games, "moves": self.examples.len(), "comments": self.comments(),
            "auc_swing": self.auc.swing, "auc_held_out": self.auc.held_out, "auc_shipped": self.auc.shipped,
            "annotators": self.auc.annotators, "auc_unseen_annotators": self.auc.unseen,
            "auc_shipped_within_annotators": self.auc.within,
            "density_theirs": self.density[0], "density_ours": self.density[1],
            "precision": precision, "recall": recall, "f1": f1,
            "precision_1": precision_1, "recall_1": recall_1, "f1_1": f1_1,
            "concepts": self.concepts, "features": FEATURES.to_vec(), "examples": rows,
        })
    }

    /// For people; `corpus` names the games.
    pub fn text(&self, corpus: &str) -> String {
        let ([precision, recall, f1], [precision_1, recall_1, f1_1]) = (self.same, self.near);
        let text = format!(
            "When to comment, against the annotators of {corpus}\n\
             \x20 {} games, {} moves, {} with a comment ({:.3} per move)\n\
             \x20 AUC, swing of the evaluation alone   {:.3}\n\
             \x20 AUC, fitted, each game held out      {:.3}\n\
             \x20 AUC, shipped weights                 {:.3}\n\
             \x20 mean over {} annotators with {FEW} comments or more, AUC within the games of each\n\
             \x20     fitted, the annotator held out   {:.3}\n\
             \x20     shipped weights                  {:.3}\n\
             \x20 our comments                         {:.3} per move\n\
             \x20 same move                            precision {precision:.3}  recall {recall:.3}  F1 {f1:.3}\n\
             \x20 within one move                      precision {precision_1:.3}  recall {recall_1:.3}  F1 {f1_1:.3}\n",
            self.games,
            self.examples.len(),
            self.comments(),
            self.density[0],
            self.auc.swing,
            self.auc.held_out,
            self.auc.shipped,
            self.auc.annotators,
            self.auc.unseen,
            self.auc.within,
            self.density[1],
        );
        text + &self.concepts.as_ref().map_or_else(String::new, Agreement::text)
    }

    /// The weights that choose moves, fitted to these games, as a file.
    pub fn selection_file(&self) -> Result<String, toml::ser::Error> {
        let body = toml::to_string(&self.fitted)?;
        Ok(format!(
            "# Which moves of a game are worth a comment: a logistic model, see crates/tutor/src/select.rs for its features.\n\
             # Written by a program; a weight says how much more likely a master comments for one unit of the feature.\n{body}"
        ))
    }
}

fn examples_of(studied: &[Studied]) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut names: Vec<&str> = studied.iter().map(|s| s.annotator.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    for (game, annotated) in studied.iter().enumerate() {
        let values = select::values(&annotated.study, Openings::ours());
        let annotator = names.binary_search(&annotated.annotator.as_str()).unwrap_or(0);
        examples.extend(values.into_iter().zip(&annotated.commented).map(|(values, &commented)| Example {
            game,
            annotator,
            values,
            commented,
        }));
    }
    examples
}

fn chosen(studied: &[Studied], model: &Model) -> Vec<bool> {
    studied
        .iter()
        .flat_map(|s| select::choose(&s.study, model, Openings::ours(), 1.0))
        .map(|reason| reason.is_some())
        .collect()
}

/// Precision, recall and F1 of our choice, forgiving `slack` moves.
fn agreement(examples: &[Example], chosen: &[bool], slack: usize) -> [f64; 3] {
    let near = |at: usize, flag: &dyn Fn(usize) -> bool| {
        let (from, to) = (at.saturating_sub(slack), (at + slack).min(examples.len() - 1));
        (from..=to).any(|i| examples[i].game == examples[at].game && flag(i))
    };
    let hits = |mine: &dyn Fn(usize) -> bool, theirs: &dyn Fn(usize) -> bool| {
        let all: Vec<usize> = (0..examples.len()).filter(|&i| mine(i)).collect();
        let good = all.iter().filter(|&&i| near(i, theirs)).count();
        good as f64 / all.len().max(1) as f64
    };
    let (ours, theirs) = (|i: usize| chosen[i], |i: usize| examples[i].commented);
    let (precision, recall) = (hits(&ours, &theirs), hits(&theirs, &ours));
    [precision, recall, 2.0 * precision * recall / (precision + recall).max(1e-9)]
}
