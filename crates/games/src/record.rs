//! Games as their file has them: tags, moves, clocks and evaluations, finished or not. Nothing is passed over: a game that goes wrong is
//! told up to there, with what is wrong. Variations are left out.

use std::{io, ops::ControlFlow, path::Path};

use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};
use philidor_chess::shakmaty::{CastlingMode, Chess, Move, Position, fen::Fen};

use crate::{MOST_PLIES, MOST_TAGS, open};

/// A game of a file.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// Names and values, as written.
    pub tags: Vec<(String, String)>,
    /// The first position.
    pub start: Chess,
    /// The moves of the game itself.
    pub plies: Vec<RecordedMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`: what stands behind the moves.
    pub result: &'static str,
    /// What is wrong with it; its moves are told up to there.
    pub problem: Option<String>,
}

/// A move and what stands behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// `[%clk 0:09:58.7]`, in seconds.
    pub clock_seconds: Option<f32>,
    /// `[%eval 0.17]`, in centipawns for White.
    pub eval_cp: Option<i32>,
    /// `[%eval #-3]`: mate in so many moves, by White if above zero.
    pub eval_mate: Option<i32>,
    /// Numbers of glyphs such as `?` (2).
    pub nags: Vec<u8>,
    /// The comment without commands.
    pub comment: String,
}

impl Record {
    /// A tag by name; one that is empty or a question mark is none.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let value = self.tags.iter().find(|(known, _)| known == name)?.1.trim();
        (!value.is_empty() && value.chars().any(|c| !matches!(c, '?' | '.' | '-' | '*'))).then_some(value)
    }
}

/// Reads the games of a file one by one.
pub struct Records {
    reader: Reader<Box<dyn io::Read + Send>>,
}

/// Bytes of a comment that are kept.
const MOST_COMMENT: usize = 1 << 16;

impl Records {
    /// Opens a PGN file; a name that ends in `.zst` is decompressed.
    pub fn open(path: &Path) -> io::Result<Records> {
        Ok(Records { reader: Reader::new(Box::new(open(path)?)) })
    }

    /// The games of a text.
    pub fn of_text(text: String) -> Records {
        Records { reader: Reader::new(Box::new(io::Cursor::new(text.into_bytes()))) }
    }

    /// The next game.
    pub fn next_record(&mut self) -> io::Result<Option<Record>> {
        self.reader.read_game(&mut Scribe)
    }
}

struct Scribe;

struct Page {
    record: Record,
    pos: Chess,
}

impl Page {
    fn went_wrong(&mut self, why: String) {
        self.record.problem.get_or_insert(why);
    }
}

impl Visitor for Scribe {
    type Tags = Record;
    type Movetext = Page;
    type Output = Record;

    fn begin_tags(&mut self) -> ControlFlow<Record, Record> {
        ControlFlow::Continue(Record { result: "*", ..Record::default() })
    }

    fn tag(&mut self, record: &mut Record, name: &[u8], value: RawTag<'_>) -> ControlFlow<Record> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            match fen.and_then(|fen| fen.into_position(CastlingMode::Standard).ok()) {
                Some(pos) => record.start = pos,
                None => record.problem = Some("it starts from no legal position".to_owned()),
            }
        }
        if record.tags.len() < MOST_TAGS {
            let name = String::from_utf8_lossy(name).into_owned();
            record.tags.push((name, value.decode_utf8_lossy().into_owned()));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, record: Record) -> ControlFlow<Record, Page> {
        ControlFlow::Continue(Page { pos: record.start.clone(), record })
    }

    fn san(&mut self, page: &mut Page, san: SanPlus) -> ControlFlow<Record> {
        if page.record.problem.is_some() {
            return ControlFlow::Continue(());
        }
        let played = page.record.plies.len();
        match san.san.to_move(&page.pos) {
            Ok(_) if played >= MOST_PLIES => {
                page.went_wrong(format!("it has more than {MOST_PLIES} half-moves"));
            }
            Ok(mv) => {
                page.pos.play_unchecked(mv);
                page.record.plies.push(RecordedMove {
                    mv,
                    clock_seconds: None,
                    eval_cp: None,
                    eval_mate: None,
                    nags: Vec::new(),
                    comment: String::new(),
                });
            }
            Err(_) => page.went_wrong(format!("{san} is not a legal move after {played} half-moves")),
        }
        ControlFlow::Continue(())
    }

    fn nag(&mut self, page: &mut Page, nag: Nag) -> ControlFlow<Record> {
        if page.record.problem.is_none()
            && let Some(ply) = page.record.plies.last_mut()
        {
            ply.nags.push(nag.0);
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, page: &mut Page, comment: RawComment<'_>) -> ControlFlow<Record> {
        if page.record.problem.is_none()
            && let Some(ply) = page.record.plies.last_mut()
        {
            ply.hear(&String::from_utf8_lossy(comment.as_bytes()));
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, page: &mut Page, outcome: Outcome) -> ControlFlow<Record> {
        page.record.result = outcome.as_str();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, page: Page) -> Record {
        page.record
    }
}

impl RecordedMove {
    fn hear(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find("[%") {
            self.words(&rest[..at]);
            // A command that is not closed is no word of anybody's.
            let Some(length) = rest[at..].find(']') else { return };
            let command = &rest[at + 2..at + length];
            if let Some((name, value)) = command.split_once(' ') {
                self.command(name, value.trim());
            }
            rest = &rest[at + length + 1..];
        }
        self.words(rest);
    }

    fn words(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() || self.comment.len() + text.len() > MOST_COMMENT {
            return;
        }
        if !self.comment.is_empty() {
            self.comment.push(' ');
        }
        self.comment += text;
    }

    fn command(&mut self, name: &str, value: &str) {
        match name {
            "clk" => {
                let part = |sum: f32, part: &str| Some(sum * 60.0 + part.parse::<f32>().ok()?);
                self.clock_seconds =
                    value.split(':').try_fold(0.0, part).filter(|seconds| seconds.is_finite());
            }
            "eval" => {
                // `0.17,25`: a depth may follow.
                let value = value.split(',').next().unwrap_or_default();
                match value.strip_prefix('#') {
                    Some(mate) => self.eval_mate = mate.parse().ok(),
                    None => {
                        let pawns = value.parse::<f64>().ok().filter(|pawns| pawns.abs() < 1000.0);
                        self.eval_cp = pawns.map(|pawns| (pawns * 100.0).round() as i32);
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn records(text: &str) -> Vec<Record> {
        let mut file = tempfile::NamedTempFile::with_suffix(".pgn").unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let mut records = Records::open(file.path()).unwrap();
        std::iter::from_fn(|| records.next_record().unwrap()).collect()
    }

    #[test]
    fn clocks_evaluations_glyphs_and_words_are_told_apart() {
        let found = records(
            "[White \"A\"]\n[Black \"?\"]\n\n1. e4 {[%eval 0.17] [%clk 0:03:00.5] king's pawn} e5?! (1... c5 {no}) \
             {[%eval #-3]} {[%csl Ge5} 2. Nf3 *\n",
        );
        let [game] = &found[..] else { panic!("{found:?}") };
        assert_eq!((game.tag("White"), game.tag("Black"), game.result), (Some("A"), None, "*"));
        let [e4, e5, nf3] = &game.plies[..] else { panic!("{game:?}") };
        assert_eq!((e4.clock_seconds, e4.eval_cp, e4.eval_mate), (Some(180.5), Some(17), None));
        assert_eq!(e4.comment, "king's pawn");
        assert_eq!((e5.eval_mate, &e5.nags[..], e5.comment.as_str()), (Some(-3), &[6][..], ""));
        assert_eq!(nf3.comment, "");
    }

    #[test]
    fn what_goes_wrong_is_said_and_the_next_game_is_read() {
        let found =
            records("1. e4 e5 2. Ke3 Nc6 1-0\n\n[FEN \"x\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 0-1\n");
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].plies.len(), 2);
        assert!(found[0].problem.as_deref().unwrap().contains("Ke3"));
        assert!(found[1].problem.as_deref().unwrap().contains("no legal position"));
        assert_eq!((found[2].plies.len(), found[2].result), (1, "0-1"));
    }
}
