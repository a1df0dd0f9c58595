//! A game with notes: what is said where, the better lines, the figures, and the game in a paragraph.
//!
//! [`crate::study`] looks, [`crate::select`] chooses, [`crate::explain`] claims, [`crate::say`] finds the words; here the
//! parts are put together. Nothing is searched and nothing is formatted.

mod back;
mod level;
mod note;
mod story;
mod summary;
pub mod themes;

use philidor_chess::{
    pgn::Game,
    shakmaty::{Chess, Move, Position, Square},
};

use philidor_verify::Grounds;

use crate::{
    claim::Claim,
    explain::Knowledge,
    judge::{Judgement, MateTurn, Phase, PlayerFigures, game_figures},
    opening::{Opening, Openings},
    plan::{Moments, Policy},
    relevance::Moment,
    say::Sentence,
    select::{self, Model, Reason},
    study::Study,
};

pub use self::{
    note::Narrator,
    story::{Course, Lesson, LessonKind, Story, outcome},
};

/// What is said about one move.
#[derive(Debug, Clone, Default)]
pub struct Note {
    /// Why something is said at all.
    pub reason: Option<Reason>,
    /// How bad the move was.
    pub judgement: Option<Judgement>,
    /// The mate behind the judgement.
    pub mate: Option<MateTurn>,
    /// The words; none if nothing is said. Their claims are places in `claims`.
    pub sentences: Vec<Sentence>,
    /// The claims behind the words, each with words of its own.
    pub claims: Vec<(Claim, String)>,
    /// Everything that could have been said: what the checker found true, and on which grounds.
    pub checked: Vec<(Claim, Grounds)>,
    /// What the checker found false, with its reason; nobody is told.
    pub dropped: Vec<(Claim, String)>,
    /// What bears on what is worth saying, if something was to be said.
    pub moment: Option<Moment>,
    /// What should have been played, from the position before the move.
    pub better: Vec<Move>,
    /// Glyph of the move.
    pub nag: Option<u16>,
    /// Arrows: from, to, and whether the move is good.
    pub arrows: Vec<(Square, Square, bool)>,
    /// Squares the words speak of.
    pub squares: Vec<Square>,
}

impl Note {
    /// The sentences as one text; empty if nothing is said.
    pub fn comment(&self) -> String {
        self.sentences.iter().map(|s| s.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// A game and everything said about it.
#[derive(Debug, Clone)]
pub struct Annotated {
    /// As it was read.
    pub game: Game,
    /// What was found.
    pub study: Study,
    /// One for each move of the main line.
    pub notes: Vec<Note>,
    /// White's and Black's figures.
    pub figures: [Option<PlayerFigures>; 2],
    /// Phase after each move.
    pub phases: Vec<Phase>,
    /// The opening.
    pub opening: Option<Book>,
    /// The moves that decided the game, in order.
    pub key_moments: Vec<usize>,
    /// How it went, what it was about, what can be learned.
    pub story: Story,
    /// The game in a paragraph.
    pub summary: String,
    /// Where it turned and why: the move, counted from 0, and the words.
    pub turning_points: Vec<(usize, String)>,
    /// What the sides can learn, in words, beside [`Story::lessons`].
    pub lessons: Vec<String>,
    /// Headings for a page about the game.
    pub headings: Headings,
}

/// Headings in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Headings {
    /// Over the turning points.
    pub turning_points: String,
    /// Over the lessons.
    pub lessons: String,
    /// Over the phases, in the order of [`Phase::ALL`].
    pub phases: [String; 3],
}

/// The part of a game that the table of openings knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// The last name.
    pub opening: Opening,
    /// Plies played when it was reached.
    pub reached_at: usize,
    /// Plies played when the game last stood in a position of the table.
    pub left_at: usize,
}

impl Annotated {
    /// Puts a studied game into words.
    pub fn new(
        game: Game,
        study: Study,
        knowledge: &Knowledge,
        model: &Model,
        narrator: &mut Narrator<'_>,
    ) -> Annotated {
        let mut chosen = select::choose(&study, model, knowledge.openings, narrator.density());
        // Where a game turns something is said.
        for index in key_moments(&study, &narrator.policy.moments) {
            chosen[index] = chosen[index].or(Some(Reason::Error));
        }
        let theory = opening_of(&study, knowledge.openings).map_or(0, |book| book.left_at);
        let arrives: Vec<usize> =
            (0..study.plies.len()).filter_map(|index| back::march_end(&study, index)).collect();
        for (index, reason) in chosen.iter_mut().enumerate() {
            // A mark without a word teaches nothing.
            let played = study.played(index);
            let marked = index >= theory && played.verdict().is_some();
            let praised = index >= theory && note::praise(&played, narrator.policy).is_some();
            *reason = reason.or(marked.then_some(Reason::Error)).or(praised.then_some(Reason::Worthwhile));
            let marches = back::march(&study, index).is_some() || arrives.contains(&index);
            *reason = reason.or(marches.then_some(Reason::Worthwhile));
            let given = index >= theory && note::is_sacrifice(&study, index);
            *reason = reason.or(given.then_some(Reason::Worthwhile));
        }
        Annotated::with_choice(game, study, &chosen, knowledge, narrator)
    }

    /// Comments on the chosen moves and no others.
    pub fn with_choice(
        game: Game,
        study: Study,
        chosen: &[Option<Reason>],
        knowledge: &Knowledge,
        narrator: &mut Narrator<'_>,
    ) -> Annotated {
        let figures = game_figures(game.start.turn(), &study.evals());
        let opening = opening_of(&study, knowledge.openings);
        let key_moments = key_moments(&study, &narrator.policy.moments);
        let phases = phases_of(&study);
        let values = select::values(&study, knowledge.openings);
        let notes = (0..study.plies.len())
            .map(|index| {
                let (reason, phase, values) = (chosen[index], phases[index], values[index]);
                let place = note::Place { index, reason, phase, values };
                note::note(&study, place, opening.as_ref(), knowledge, narrator)
            })
            .collect();
        let mut annotated = Annotated {
            game,
            study,
            notes,
            figures,
            phases,
            opening,
            key_moments,
            story: Story::default(),
            summary: String::new(),
            turning_points: Vec::new(),
            lessons: Vec::new(),
            headings: narrator.voice.headings(),
        };
        annotated.story = story::story(&annotated);
        annotated.summary = summary::summary(&annotated, narrator);
        annotated.turning_points = summary::turning_points(&annotated);
        annotated.lessons = summary::lessons(&annotated, narrator);
        annotated
    }

    /// Inaccuracies, mistakes and blunders of White and Black.
    pub fn counts(&self) -> [[usize; 3]; 2] {
        let mut counts = [[0; 3]; 2];
        for (played, note) in self.study.moves().zip(&self.notes) {
            if let Some(judgement) = note.judgement {
                counts[usize::from(played.mover().is_black())][judgement as usize] += 1;
            }
        }
        counts
    }
}

/// The phase after each move. A game never goes back to an earlier one.
fn phases_of(study: &Study) -> Vec<Phase> {
    let mut phase = Phase::Opening;
    let phases = study.views.iter().skip(1).map(|view| {
        phase = phase.max(Phase::of(&view.pos));
        phase
    });
    let mut phases: Vec<Phase> = phases.collect();
    let begins = phases.partition_point(|&at| at < phase);
    if let Some(before) = begins.checked_sub(1).filter(|_| phases.len() - begins < Policy::ours().story.phase)
    {
        let before = phases[before];
        phases[begins..].fill(before);
    }
    phases
}

/// The opening of a game that began as games do.
fn opening_of(study: &Study, openings: &Openings) -> Option<Book> {
    if study.views[0].pos != Chess::default() {
        return None;
    }
    let moves: Vec<Move> = study.plies.iter().map_while(|ply| ply.as_move()).collect();
    let played = openings.of_game(&moves)?;
    let (reached_at, left_at) = (played.reached_at, played.left_at);
    Some(Book { opening: played.opening.clone(), reached_at, left_at })
}

/// The gravest errors that changed something, in the order of the game; if there are none, the gravest inaccuracies.
fn key_moments(study: &Study, policy: &Moments) -> Vec<usize> {
    let mut errors: Vec<(usize, f64)> = study
        .moves()
        .filter(|played| played.verdict().is_some())
        .map(|played| (played.index, played.loss()))
        .collect();
    errors.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let grave = errors.iter().filter(|(_, loss)| *loss >= policy.percent).count();
    errors.truncate(if grave > 0 { grave.min(policy.most) } else { policy.small });
    let mut moments: Vec<usize> = errors.into_iter().map(|(index, _)| index).collect();
    moments.sort_unstable();
    moments
}
