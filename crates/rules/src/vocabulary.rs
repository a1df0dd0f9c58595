//! What rules may speak of. The language knows operators, names and conclusions; everything else is words of a
//! vocabulary: those of endgames ([`Endgames`]) or, through the same trait, those of a tutor.

mod board;
pub mod endgames;
pub(crate) mod geometry;
mod pawns;

pub use self::endgames::Endgames;

use crate::value::{Type, Value};

/// A word: what it takes, what it yields, what it means.
#[derive(Debug, Clone, Copy)]
pub struct Signature {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub params: &'static [Type],
    /// What it yields.
    pub result: Type,
    /// What it means, for the reference and for messages.
    pub gloss: &'static str,
    /// It speaks of files, ranks or directions, which have no meaning once a board may be turned.
    pub absolute: bool,
    /// It looks at other men than its arguments (pawns excepted), so it changes whenever a king moves.
    pub board: bool,
}

impl Signature {
    /// How the word is written and what it yields: `dist(square, square): int`.
    pub fn usage(&self) -> String {
        let params: Vec<&str> = self.params.iter().copied().map(Type::name).collect();
        let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
        format!("{}{params}: {}", self.name, self.result.name())
    }
}

/// What may follow from a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concludes {
    /// Values of positions: `win in a..b`, `draw`, `at least draw` …
    Values,
    /// Named concepts: `concept "…"`.
    Concepts,
}

/// A set of words and what they are said of.
pub trait Vocabulary: Sync {
    /// What a rule looks at.
    type Scene;

    /// The word that starts a file in this vocabulary.
    fn header(&self) -> &'static str;

    /// All words.
    fn words(&self) -> &[Signature];

    /// What rules conclude.
    fn concludes(&self) -> Concludes;

    /// The value of a word.
    fn call(&self, scene: &Self::Scene, word: usize, args: &[Value]) -> Value;

    /// The square of a man.
    fn man(&self, scene: &Self::Scene, place: usize) -> u8;

    /// True if the side that the rules speak for is to move.
    fn strong_to_move(&self, scene: &Self::Scene) -> bool;
}
