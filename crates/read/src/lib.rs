//! Chess prose read and checked: what a book, a coach or a language model says of a position becomes claims, and each is true with what
//! shows it, false with what shows the contrary, or not understood.
//!
//! A text is taken apart into sentences, words and moves ([`text`], [`notation`]); phrases with holes ([`Pattern`]), which are data in
//! `knowledge/read`, say what the words mean ([`Meaning`]); [`check_text`] holds each claim against the board, the independent checker's
//! counts and the session's analyst. Nothing is guessed: what fits no phrase, speaks of another moment or lies too close to call is said
//! to be so.
//!
//! ```
//! use philidor_chess::{parse_fen, parse_move};
//! use philidor_read::{About, Lexicon, Truth, check_text};
//!
//! let pos = parse_fen("4k3/8/8/3P4/8/8/8/4K2R w K - 0 1")?;
//! let mv = parse_move(&pos, "O-O")?;
//! let about = About::new(pos, Some(mv));
//! let read = check_text(None, &about, "White castles. His passed pawn on d5 is strong. Black has a passed pawn.", Lexicon::of("en")?)?;
//! let truths: Vec<Truth> = read.iter().map(|sentence| sentence.truth()).collect();
//! assert_eq!(truths, [Truth::True, Truth::True, Truth::False]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod audit;
mod game;
mod ground;
mod judge;
mod lexicon;
pub mod matching;
mod meaning;
pub mod notation;
mod openings;
mod pattern;
mod read;
mod scene;
pub mod text;

pub use self::{
    audit::{Audit, Refuted, Tally},
    game::{Comment, comments},
    lexicon::{Lexicon, LexiconError, Who},
    meaning::{Meaning, TOPICS, Topic},
    pattern::{Filled, ManSaid, Pattern, Wing},
    read::{Finding, MOST_BYTES, MOST_WORDS, ReadError, Sentence, Truth, check_text},
    scene::About,
};
