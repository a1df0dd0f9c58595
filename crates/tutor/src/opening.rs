//! Opening names by position: whatever order of moves a game took.
//!
//! The table is `knowledge/openings/eco.tsv`: code, name and moves, one line each.

use std::{
    collections::{HashMap, HashSet},
    sync::OnceLock,
};

use philidor_chess::shakmaty::{Chess, EnPassantMode, Move, Position, san::San, zobrist::Zobrist64};

/// A named position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings, A00 to E99.
    pub eco: String,
    /// For example "Sicilian Defense: Najdorf Variation".
    pub name: String,
    /// Plies to the position, by the table's own order of moves.
    pub plies: usize,
}

impl Opening {
    /// The name up to the first colon.
    pub fn family(&self) -> &str {
        self.name.split(':').next().unwrap_or_default()
    }
}

/// What the table says about a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played<'a> {
    /// The last named position the game went through.
    pub opening: &'a Opening,
    /// Plies played when it was reached.
    pub reached_at: usize,
    /// Plies played when the game last stood in a position of the table, named or on the way to a name.
    pub left_at: usize,
}

/// Why a table could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A line is not code, name and moves.
    #[error("line {line}: wanted code, name and moves, separated by tabs: {text:?}")]
    Fields {
        /// Counted from 1.
        line: usize,
        /// The offending line.
        text: String,
    },
    /// A move is wrong.
    #[error("line {line}: {text} is not a legal move there")]
    Move {
        /// Counted from 1.
        line: usize,
        /// The offending move.
        text: String,
    },
}

/// A table of openings.
#[derive(Debug, Clone, Default)]
pub struct Openings {
    named: HashMap<Zobrist64, Opening>,
    on_the_way: HashSet<Zobrist64>,
}

impl Openings {
    /// The table that comes with the program.
    pub fn ours() -> &'static Openings {
        static TABLE: OnceLock<Openings> = OnceLock::new();
        TABLE.get_or_init(|| {
            Openings::parse(const { philidor_knowledge::OPENING_NAMES.text("eco") }).expect("a checked table")
        })
    }

    /// Reads a table; lines that begin with `#` or `eco` are comments and headers.
    pub fn parse(text: &str) -> Result<Openings, TableError> {
        let mut table = Openings::default();
        let lines = text.lines().enumerate().map(|(i, text)| (i + 1, text));
        for (line, text) in
            lines.filter(|(_, t)| !t.trim().is_empty() && !t.starts_with('#') && !t.starts_with("eco\t"))
        {
            let fields: Vec<&str> = text.split('\t').collect();
            let [eco, name, moves] = fields[..] else {
                return Err(TableError::Fields { line, text: text.chars().take(80).collect() });
            };
            let mut pos = Chess::default();
            let mut plies = 0;
            for word in san_words(moves) {
                let mv = word.parse::<San>().ok().and_then(|san| san.to_move(&pos).ok());
                let mv =
                    mv.ok_or_else(|| TableError::Move { line, text: word.chars().take(20).collect() })?;
                pos.play_unchecked(mv);
                plies += 1;
                table.on_the_way.insert(key(&pos));
            }
            let opening = Opening { eco: eco.trim().to_owned(), name: name.trim().to_owned(), plies };
            // Where two lines meet, the first one in the file gives the name.
            table.named.entry(key(&pos)).or_insert(opening);
        }
        Ok(table)
    }

    /// Number of named positions.
    pub fn len(&self) -> usize {
        self.named.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// The name of exactly this position.
    pub fn name(&self, pos: &Chess) -> Option<&Opening> {
        self.named.get(&key(pos))
    }

    /// Which opening a game from the usual starting position was.
    ///
    /// ```
    /// use philidor_chess::shakmaty::{Chess, Position, san::San};
    /// use philidor_tutor::opening::{Openings, san_words};
    ///
    /// // The Queen's Gambit Declined by way of the Réti Opening.
    /// let mut pos = Chess::default();
    /// let mut moves = Vec::new();
    /// for word in san_words("1. Nf3 Nf6 2. c4 e6 3. d4 d5 4. Nc3 a5") {
    ///     let mv = word.parse::<San>().unwrap().to_move(&pos).unwrap();
    ///     pos.play_unchecked(mv);
    ///     moves.push(mv);
    /// }
    /// let played = Openings::ours().of_game(&moves).unwrap();
    /// assert_eq!(played.opening.eco, "D37");
    /// assert_eq!(played.opening.family(), "Queen's Gambit Declined");
    /// assert_eq!((played.reached_at, played.left_at), (7, 7));
    /// ```
    pub fn of_game(&self, moves: &[Move]) -> Option<Played<'_>> {
        let mut pos = Chess::default();
        let mut found = None;
        let mut left_at = 0;
        for (i, &mv) in moves.iter().enumerate() {
            if !pos.is_legal(mv) {
                break;
            }
            pos.play_unchecked(mv);
            let here = key(&pos);
            if self.on_the_way.contains(&here) {
                left_at = i + 1;
            }
            if let Some(opening) = self.named.get(&here) {
                found = Some((opening, i + 1));
            }
        }
        found.map(|(opening, reached_at)| Played { opening, reached_at, left_at })
    }
}

/// The moves of a movetext such as `1. e4 c5 2. Nf3`, without numbers.
pub fn san_words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
        .map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.'))
        .filter(|word| !word.is_empty())
}

fn key(pos: &Chess) -> Zobrist64 {
    pos.zobrist_hash(EnPassantMode::Legal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_line_and_every_line_is_legal() {
        let table = Openings::ours();
        assert!(table.len() >= 500, "{}", table.len());
        let codes: HashSet<&str> = table.named.values().map(|o| o.eco.as_str()).collect();
        for volume in 'A'..='E' {
            for number in 0..100 {
                let code = format!("{volume}{number:02}");
                assert!(codes.contains(code.as_str()), "no opening {code}");
            }
        }
    }

    #[test]
    fn a_bad_table_says_where() {
        let error = Openings::parse("A00\tx\t1. e4\nA01\ty\t1. e5\n").unwrap_err();
        assert_eq!(error.to_string(), "line 2: e5 is not a legal move there");
        assert!(matches!(Openings::parse("A00 no tabs"), Err(TableError::Fields { line: 1, .. })));
    }

    /// Codes and families agree with the public list, where it lies beside the repository.
    #[test]
    fn agrees_with_the_public_list() {
        let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/openings");
        let mut theirs = Openings::default();
        for volume in ["a", "b", "c", "d", "e"] {
            let Ok(text) = std::fs::read_to_string(dir.join(format!("{volume}.tsv"))) else { return };
            let table = Openings::parse(&text).unwrap();
            theirs.named.extend(table.named);
        }
        let (mut same, mut differ) = (0, Vec::new());
        for (place, ours) in &Openings::ours().named {
            if let Some(given) = theirs.named.get(place) {
                same += 1;
                if (&given.eco, given.family()) != (&ours.eco, ours.family()) {
                    differ.push(format!("{} {} | theirs {} {}", ours.eco, ours.name, given.eco, given.name));
                }
            }
        }
        differ.sort();
        assert!(differ.is_empty(), "{} of {same} differ:\n{}", differ.len(), differ.join("\n"));
        assert!(same >= 400, "only {same} positions are in both lists");
    }
}
