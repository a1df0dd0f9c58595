//! The game in a paragraph.

use fluent_bundle::FluentArgs;
use philidor_chess::shakmaty::Color;

use super::{Voice, sentence};
use crate::judge::{Judgement, PlayerFigures};

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
}
