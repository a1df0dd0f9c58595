//! The profile in words as data, for a page: sentences with the places they rest on, tables, intervals.

use serde::Serialize;

use crate::{
    habit::Finding,
    record::Example,
    stats::Share,
    summary::{Group, Profile},
    words::Voice,
};

/// Examples that a sentence brings along.
const SHOWN: usize = 12;

/// A profile in one language.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Told {
    /// The player.
    pub player: String,
    /// Games looked at.
    pub games: usize,
    /// Who it is about, in words.
    pub title: String,
    /// What was not used, and what is not known.
    pub notes: Vec<String>,
    /// The share of points made, from 0 to 1.
    pub points: f64,
    /// The share that ratings promise.
    pub promised: Option<f64>,
    /// Mean accuracy of the player's moves.
    pub accuracy: Option<f64>,
    /// And of his opponents'.
    pub their_accuracy: Option<f64>,
    /// The habit to work on.
    pub habit: Option<Habit>,
    /// In its place, if nothing stands out.
    pub nothing: Option<String>,
    /// What else stands out.
    pub others: Vec<Sentence>,
    /// Results by colour, strength, opening, phase.
    pub tables: Vec<ResultTable>,
    /// All questions that were asked of both sides.
    pub counted: Vec<Counts>,
    /// Won positions that were won.
    pub converted: String,
    /// Endings.
    pub endings: Vec<EndingRow>,
    /// How time was spent; empty without clocks.
    pub time: Vec<String>,
    /// The same mistake again.
    pub again: Vec<Sentence>,
    /// Positions to practise, and in words how many of them are quiet.
    pub drills: usize,
    /// The same in words.
    pub practise: String,
}

/// The one thing to work on.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Habit {
    /// What it is, with its proof.
    pub sentence: Sentence,
    /// Whether it has changed.
    pub changed: String,
    /// What to do about it.
    pub advice: String,
}

/// A sentence and where it is seen.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sentence {
    /// In words.
    pub text: String,
    /// The dearest places, moves in the letters of the language.
    pub examples: Vec<Example>,
    /// How many places there are.
    pub places: usize,
}

/// Results of games, sorted by something.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ResultTable {
    /// By what.
    pub title: String,
    /// The groups.
    pub rows: Vec<ResultRow>,
}

/// Results of a group of games.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ResultRow {
    /// What they have in common.
    pub name: String,
    /// Their numbers.
    pub games: Vec<usize>,
    /// The share of points made, from 0 to 1.
    pub points: f64,
    /// Half the width of its 95 % interval.
    pub within: f64,
    /// The share that ratings promise.
    pub promised: Option<f64>,
    /// Mean accuracy.
    pub accuracy: Option<f64>,
}

/// A question that was asked of both sides.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Counts {
    /// What it is about.
    pub about: String,
    /// The player's cases.
    pub mine: Share,
    /// His opponents'.
    pub theirs: Share,
    /// It is no chance.
    pub stands_out: bool,
    /// The dearest places.
    pub examples: Vec<Example>,
}

/// How a kind of ending went.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EndingRow {
    /// Its name.
    pub name: String,
    /// Games that reached it.
    pub games: usize,
    /// Mistakes, and results changed against the tables, in words.
    pub text: String,
    /// Where the player changed the result.
    pub examples: Vec<Example>,
}

fn shown(examples: &[Example], voice: &Voice) -> Vec<Example> {
    let local = |e: &Example| Example { label: voice.mv(&e.label), best: voice.mv(&e.best), ..e.clone() };
    examples.iter().take(SHOWN).map(local).collect()
}

fn sentence(finding: &Finding, voice: &Voice) -> Sentence {
    Sentence {
        text: voice.sentence(finding),
        examples: shown(&finding.examples, voice),
        places: finding.examples.len(),
    }
}

fn row(group: &Group, voice: &Voice) -> ResultRow {
    ResultRow {
        name: voice.group(&group.name),
        games: group.numbers.clone(),
        points: group.points / group.games.max(1) as f64,
        within: group.within,
        promised: group.promised,
        accuracy: group.accuracy,
    }
}

impl Profile {
    /// The profile in words.
    pub fn told(&self, voice: &Voice) -> Told {
        let counted = |one: &Finding| Counts {
            about: voice.about(&one.kind),
            mine: one.mine,
            theirs: one.theirs,
            stands_out: one.stands_out,
            examples: shown(&one.examples, voice),
        };
        Told {
            player: self.me.clone(),
            games: self.games,
            title: voice.title(self),
            notes: voice.notes(self),
            points: self.all.points / self.games.max(1) as f64,
            promised: self.all.promised,
            accuracy: self.all.accuracy,
            their_accuracy: self.their_accuracy,
            habit: self.habit().map(|habit| Habit {
                sentence: sentence(habit, voice),
                changed: voice.changed(habit, self.since.as_deref()),
                advice: voice.advice(&habit.kind),
            }),
            nothing: self.habit.is_none().then(|| voice.nothing(self)),
            others: self.others().map(|one| sentence(one, voice)).collect(),
            tables: voice
                .tables(self)
                .into_iter()
                .map(|(title, groups)| ResultTable {
                    title,
                    rows: groups.iter().map(|group| row(group, voice)).collect(),
                })
                .collect(),
            counted: self.findings.iter().map(counted).collect(),
            converted: voice.converted(self),
            endings: self
                .endings
                .iter()
                .map(|ending| EndingRow {
                    name: voice.name(&ending.name),
                    games: ending.games,
                    text: voice.ending(ending),
                    examples: shown(&ending.examples, voice),
                })
                .collect(),
            time: voice.clock(self).map_or_else(Vec::new, |(title, sentences)| {
                std::iter::once(title).chain(sentences).collect()
            }),
            again: self.repeats.iter().map(|repeat| again(repeat, voice)).collect(),
            drills: self.drills.len(),
            practise: voice.practise(self),
        }
    }
}

fn again(repeat: &crate::summary::Repeat, voice: &Voice) -> Sentence {
    let Example { label, best, .. } = &repeat.example;
    // The same move in each of the games.
    let examples: Vec<Example> =
        repeat.games.iter().map(|game| Example { game: *game, ..repeat.example.clone() }).collect();
    Sentence {
        text: voice.say(
            "repeated",
            &[
                ("move", &voice.mv(label)),
                ("best", &voice.mv(best)),
                ("games", &voice.games(repeat.games.len())),
            ],
        ),
        places: examples.len(),
        examples: shown(&examples, voice),
    }
}
