//! What our comments speak of, against what masters speak of at the same moves.

use std::{collections::BTreeMap, fmt::Write};

use philidor_session::Session;
use philidor_tutor::{
    annotate::Annotated,
    relevance::{Relevance, claimed},
    select::Reason,
};
use rayon::prelude::*;
use serde::Serialize;

use crate::{
    corpus::Studied,
    relevance::{Comment, fit},
};

/// One comment.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Row {
    game: usize,
    ply: usize,
    phase: String,
    /// What could have been said, with its worth in centipawns.
    claimed: Vec<(&'static str, f64)>,
    ours: Vec<&'static str>,
    theirs: Vec<String>,
    comment: String,
}

/// How far we agree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Agreement {
    /// Every comment, for a closer look.
    rows: Vec<Row>,
    /// The weights fitted to all of them.
    #[serde(skip)]
    model: Relevance,
    /// What is held out together.
    held_out: &'static str,
    /// Comments compared.
    comments: usize,
    /// Concepts a master's comment has on average.
    theirs: f64,
    /// Concepts ours have.
    ours: f64,
    /// Of the masters' concepts, how many we mention at the same move.
    recall: f64,
    /// Of ours, how many they mention.
    precision: f64,
    /// Of our first three, how many they mention.
    precision_at_3: f64,
    /// The same for the three most frequent concepts of the other games' comments, whatever the move.
    prior_at_3: f64,
}

impl Agreement {
    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let _ = write!(
            out,
            "What to say, at the moves they commented on, each {} held out\n\
             \x20 {} comments with {:.2} concepts each; ours have {:.2}\n\
             \x20 recall {:.3}   precision {:.3}\n\
             \x20 precision of the first three {:.3}; of the three most frequent concepts {:.3}\n",
            self.held_out,
            self.comments,
            self.theirs,
            self.ours,
            self.recall,
            self.precision,
            self.precision_at_3,
            self.prior_at_3
        );
        out
    }

    /// The fitted weights as a file.
    pub fn model_file(&self) -> Result<String, toml::ser::Error> {
        let body = toml::to_string(&self.model)?;
        Ok(format!(
            "# What a master would speak of: a logistic model for each concept, see crates/tutor/src/relevance.rs.\n\
             # Written by a program; a weight says how the log odds lean away from the concept's share of all comments.\n{body}"
        ))
    }
}

/// Our comments on every move the master commented on.
fn on(
    session: &Session,
    game: &Studied,
    wanted: &BTreeMap<usize, Vec<String>>,
    relevance: &Relevance,
) -> Annotated {
    let chosen: Vec<Option<Reason>> =
        (0..game.study.plies.len()).map(|i| wanted.contains_key(&i).then_some(Reason::Worthwhile)).collect();
    session.comment_on(game.game.clone(), game.study.clone(), &chosen, relevance)
}

/// Compares what we and the masters speak of. What is worth saying is learned from the other games each time; what can be said
/// at all is not learned. None if nobody has labelled what the masters speak of.
pub(crate) fn compare(
    session: &Session,
    studied: &[Studied],
    labels: &[BTreeMap<usize, Vec<String>>],
    provenance: &str,
) -> Option<Agreement> {
    if labels.iter().all(BTreeMap::is_empty) {
        return None;
    }
    // 1. What could be claimed where they comment.
    let (_, shipped) = session.models();
    let mut comments = Vec::new();
    for (game, (studied, wanted)) in studied.iter().zip(labels).enumerate() {
        let annotated = on(session, studied, wanted, shipped);
        comments.extend(wanted.iter().filter_map(|(&ply, concepts)| {
            let note = annotated.notes.get(ply)?;
            let claimed = claimed(note.checked.iter().map(|(claim, _)| claim));
            Some(Comment { game, moment: note.moment?, claimed, mentioned: concepts.clone() })
        }));
    }
    // 2. What we say, annotator by annotator (or game by game, if there is only one), with weights and a threshold that have seen nothing
    // of his.
    let (groups, held_out) = groups(studied);
    let all: Vec<usize> = (0..studied.len()).collect();
    let trial = Trial { session, studied, labels, comments: &comments, groups: &groups };
    let mut tally = Tally::default();
    let mut rows = Vec::new();
    for group in all.iter().filter(|&&game| groups[..game].iter().all(|other| *other != groups[game])) {
        let (held, rest): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|&&game| groups[game] == groups[*group]);
        if held.iter().all(|&game| labels[game].is_empty()) {
            continue;
        }
        let relevance = trial.model(&rest, trial.threshold(&rest));
        let usual = most_frequent(labels, &rest);
        let told: Vec<Annotated> =
            held.par_iter().map(|&game| on(session, &studied[game], &labels[game], &relevance)).collect();
        for (&number, annotated) in held.iter().zip(&told) {
            for (&ply, concepts) in &labels[number] {
                let Some(note) = annotated.notes.get(ply) else { continue };
                let found = spoken_of(annotated, ply, &relevance);
                tally.add(&found, concepts, &usual);
                rows.push(Row {
                    game: number + 1,
                    ply: ply + 1,
                    phase: format!("{:?}", annotated.phases[ply]).to_lowercase(),
                    claimed: claimed(note.checked.iter().map(|(claim, _)| claim)),
                    ours: found,
                    theirs: concepts.clone(),
                    comment: note.comment(),
                });
            }
        }
    }
    let provenance = format!(
        "philidor annotate --fit-concepts, {} games, {} comments, {provenance}",
        studied.len(),
        comments.len()
    );
    let model = Relevance { provenance, ..trial.model(&all, trial.threshold(&all)) };
    Some(tally.agreement(rows, model, held_out))
}

/// What is held out together: the games of an annotator, or each game if there is only one annotator.
fn groups(studied: &[Studied]) -> (Vec<usize>, &'static str) {
    let first =
        |game: &Studied| studied.iter().position(|other| other.annotator == game.annotator).unwrap_or(0);
    let annotators: Vec<usize> = studied.iter().map(first).collect();
    match annotators.iter().any(|&annotator| annotator > 0) {
        true => (annotators, "annotator"),
        false => ((0..studied.len()).collect(), "game"),
    }
}

/// Thresholds to choose from.
const THRESHOLDS: [f64; 5] = [0.15, 0.2, 0.25, 0.3, 0.35];
/// The share of the masters' concepts that must still be mentioned.
const RECALL: f64 = 0.36;
/// Groups of games, each held out once when a threshold is chosen.
const FOLDS: usize = 5;

/// What a threshold is tried on.
struct Trial<'a> {
    session: &'a Session,
    studied: &'a [Studied],
    labels: &'a [BTreeMap<usize, Vec<String>>],
    comments: &'a [Comment],
    /// Of each game, what is held out together.
    groups: &'a [usize],
}

impl Trial<'_> {
    /// Weights fitted to some games.
    fn model(&self, games: &[usize], threshold: f64) -> Relevance {
        let comments: Vec<&Comment> = self.comments.iter().filter(|c| games.contains(&c.game)).collect();
        Relevance { threshold, ..fit(&comments, String::new()) }
    }

    /// The threshold that makes our first three concepts the most precise on games held out among `games`, while enough of
    /// the masters' concepts are mentioned.
    fn threshold(&self, games: &[usize]) -> f64 {
        let mut tallies = [Tally::default(); THRESHOLDS.len()];
        for fold in 0..FOLDS {
            let (rest, held): (Vec<usize>, Vec<usize>) =
                games.iter().partition(|&&game| self.groups[game] % FOLDS != fold);
            for (&threshold, tally) in THRESHOLDS.iter().zip(&mut tallies) {
                let relevance = self.model(&rest, threshold);
                let told: Vec<Annotated> = held
                    .par_iter()
                    .map(|&game| on(self.session, &self.studied[game], &self.labels[game], &relevance))
                    .collect();
                for (&game, annotated) in held.iter().zip(&told) {
                    for (&ply, concepts) in &self.labels[game] {
                        tally.add(&spoken_of(annotated, ply, &relevance), concepts, &[]);
                    }
                }
            }
        }
        let precise = |tally: &Tally| share(tally.first_hits, tally.first);
        let recall = |tally: &Tally| share(tally.hits, tally.theirs);
        let enough = |at: &usize| recall(&tallies[*at]) >= RECALL;
        let best = |a: &usize, b: &usize| precise(&tallies[*a]).total_cmp(&precise(&tallies[*b]));
        let chosen = (0..THRESHOLDS.len()).filter(enough).max_by(best).unwrap_or(0);
        THRESHOLDS[chosen]
    }
}

/// What our comment on a move speaks of, the likeliest first.
fn spoken_of(annotated: &Annotated, ply: usize, relevance: &Relevance) -> Vec<&'static str> {
    let note = annotated.notes.get(ply);
    let moment = note.and_then(|note| note.moment);
    moment.map_or_else(Vec::new, |moment| {
        let claims = note.iter().flat_map(|note| note.claims.iter().map(|(claim, _)| claim));
        relevance.ranked(claims, &moment)
    })
}

fn share(a: usize, b: usize) -> f64 {
    a as f64 / b.max(1) as f64
}

/// Counts of what both speak of.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    comments: usize,
    theirs: usize,
    ours: usize,
    hits: usize,
    first: usize,
    first_hits: usize,
    usual: usize,
    usual_hits: usize,
}

impl Tally {
    fn add(&mut self, ours: &[&str], theirs: &[String], usual: &[String]) {
        let hit = |name: &&&str| theirs.iter().any(|c| c == **name);
        self.comments += 1;
        self.theirs += theirs.len();
        self.ours += ours.len();
        self.hits += ours.iter().filter(hit).count();
        self.first += ours.len().min(3);
        self.first_hits += ours.iter().take(3).filter(hit).count();
        self.usual += usual.len();
        self.usual_hits += usual.iter().filter(|name| theirs.contains(name)).count();
    }

    fn agreement(&self, rows: Vec<Row>, model: Relevance, held_out: &'static str) -> Agreement {
        Agreement {
            rows,
            model,
            held_out,
            comments: self.comments,
            theirs: share(self.theirs, self.comments),
            ours: share(self.ours, self.comments),
            recall: share(self.hits, self.theirs),
            precision: share(self.hits, self.ours),
            precision_at_3: share(self.first_hits, self.first),
            prior_at_3: share(self.usual_hits, self.usual),
        }
    }
}

/// The three concepts most often mentioned in some games.
fn most_frequent(labels: &[BTreeMap<usize, Vec<String>>], games: &[usize]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in games.iter().flat_map(|&game| labels[game].values().flatten()) {
        *counts.entry(name).or_default() += 1;
    }
    let mut all: Vec<(&str, usize)> = counts.into_iter().collect();
    all.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    all.into_iter().take(3).map(|(name, _)| name.to_owned()).collect()
}
