//! The game in a paragraph.

use fluent_bundle::FluentArgs;
use philidor_chess::shakmaty::Color;
use philidor_claims::Square;

use super::{
    Voice, sentence,
    speaker::{margin_key, pawns},
};
use crate::{
    annotate::{Course, Headings, Lesson, LessonKind},
    claim::{Margin, Score},
    judge::{Judgement, PlayerFigures},
};

/// How a game ended, for its paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// `Color` gave mate.
    Mate(Color),
    /// `Color` won without mate on the board.
    Won(Color),
    /// Stalemate.
    Stalemate,
    /// Drawn.
    Drawn,
    /// The score breaks off.
    Open,
}

/// What the paragraph about a game says.
#[derive(Debug, Clone)]
pub struct GameFacts<'a> {
    /// Name and code of the opening.
    pub opening: Option<(&'a str, &'a str)>,
    /// The first move that the table of openings does not know.
    pub left: Option<String>,
    /// The decisive errors: who, and the move with its number.
    pub errors: Vec<(Color, String, Judgement)>,
    /// White's and Black's figures.
    pub figures: [Option<PlayerFigures>; 2],
    /// Moves (of both) played.
    pub moves: usize,
    /// The end.
    pub ending: Ending,
    /// How it went, and the move that this speaks of.
    pub course: Option<(Course, String)>,
    /// How it stood after the opening.
    pub after_opening: Option<(Margin, Color, Score)>,
    /// What it was about: names of messages.
    pub themes: &'a [&'static str],
}

impl Voice<'_> {
    /// The game in a paragraph.
    pub fn summary(&mut self, facts: &GameFacts<'_>) -> String {
        let mut out = Vec::new();
        let mut args = FluentArgs::new();
        if let Some((name, eco)) = facts.opening {
            args.set("name", name.to_owned());
            args.set("eco", eco.to_owned());
            match &facts.left {
                Some(mv) => {
                    args.set("move", self.words.localise(mv));
                    out.push(self.words.text("game-opening-left", &args));
                }
                None => out.push(self.words.text("game-opening", &args)),
            }
        }
        if let Some((margin, side, score)) = facts.after_opening {
            let mut stands = FluentArgs::new();
            stands.set("level", self.level().name());
            self.speaker.side(side.into()).put(&mut stands, "side");
            stands.set("score", pawns(score, side.into()));
            let text = self.words.text(margin_key(margin), &stands);
            args.set("text", text);
            out.push(self.words.text("game-after-opening", &args));
        }
        // The errors that decided.
        let named: Vec<String> = facts
            .errors
            .iter()
            .map(|(side, mv, judgement)| {
                let mut args = FluentArgs::new();
                self.speaker.side((*side).into()).put(&mut args, "side");
                args.set("move", self.words.localise(mv));
                args.set(
                    "judgement",
                    self.words.text(&format!("judged-{}", judgement.id()), &FluentArgs::new()),
                );
                self.words.text("game-error", &args)
            })
            .collect();
        match named.len() {
            0 => out.push(self.words.text("game-no-errors", &args)),
            n => {
                args.set("n", n as u32);
                args.set("errors", self.words.list(&named));
                out.push(self.words.text("game-errors", &args));
            }
        }
        out.extend(facts.course.as_ref().map(|(course, mv)| self.course(*course, mv)));
        if !facts.themes.is_empty() {
            let themes: Vec<String> =
                facts.themes.iter().map(|theme| self.words.text(theme, &FluentArgs::new())).collect();
            args.set("themes", self.words.list(&themes));
            out.push(self.words.text("game-themes", &args));
        }
        // How it ended.
        args.set("moves", facts.moves as u32);
        let (key, side) = match facts.ending {
            Ending::Mate(side) => ("game-mate", Some(side)),
            Ending::Won(side) => ("game-won", Some(side)),
            Ending::Stalemate => ("game-stalemate", None),
            Ending::Drawn => ("game-drawn", None),
            Ending::Open => ("game-open", None),
        };
        if let Some(side) = side {
            self.speaker.side(side.into()).put(&mut args, "side");
        }
        out.push(self.words.text(key, &args));
        if let [Some(white), Some(black)] = &facts.figures {
            args.set("white", white.accuracy.round() as u32);
            args.set("black", black.accuracy.round() as u32);
            out.push(self.words.text("game-accuracy", &args));
        }
        out.iter().map(|text| sentence(text)).collect::<Vec<_>>().join(" ")
    }

    /// How the game went.
    fn course(&mut self, course: Course, mv: &str) -> String {
        let mut args = FluentArgs::new();
        args.set("move", self.words.localise(mv));
        let key = match course {
            Course::Level => "game-level",
            Course::SeeSaw(changes) => {
                args.set("n", changes as u32);
                "game-see-saw"
            }
            Course::Decided { side, .. } => {
                self.speaker.side(side.into()).put(&mut args, "side");
                "game-decided"
            }
            Course::Slipped { side, .. } => {
                self.speaker.side(side.into()).put(&mut args, "side");
                "game-slipped"
            }
        };
        self.words.text(key, &args)
    }

    /// What a side can learn from its move `mv`.
    pub fn lesson(&mut self, lesson: &Lesson, mv: &str) -> String {
        let mut args = FluentArgs::new();
        args.set("move", self.words.localise(mv));
        match lesson.kind {
            LessonKind::Device(theme) => {
                let noun = self.words.text(&format!("plural-{}", theme.id()), &FluentArgs::new());
                args.set("devices", noun);
            }
            LessonKind::Theme(theme) => args.set("theme", self.words.text(theme, &FluentArgs::new())),
            _ => {}
        }
        sentence(&self.words.text(lesson.kind.key(), &args))
    }

    /// A king's march that was announced has reached its end.
    pub(crate) fn march_ends(&mut self, from: Square, to: Square) -> String {
        let mut args = FluentArgs::new();
        args.set("from", from.to_string());
        args.set("square", to.to_string());
        sentence(&self.speaker.phrase("march-end", &args))
    }

    /// A pawn that was called weak before is taken.
    pub(crate) fn weakness_falls(&mut self, square: Square) -> String {
        let mut args = FluentArgs::new();
        args.set("square", square.to_string());
        sentence(&self.speaker.phrase("again-weakness", &args))
    }

    /// Headings for a page about a game.
    pub fn headings(&self) -> Headings {
        let text = |key: &str| self.words.text(key, &FluentArgs::new());
        Headings {
            turning_points: text("heading-turning-points"),
            lessons: text("heading-lessons"),
            phases: ["heading-opening", "heading-middlegame", "heading-endgame"].map(text),
        }
    }
}
