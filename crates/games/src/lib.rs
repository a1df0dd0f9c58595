//! Games as a stream: PGN files, plain or compressed with zstd, read once and in order.

pub mod find;
mod place;
pub mod practice;
pub mod record;

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    ops::ControlFlow,
    path::Path,
};

use pgn_reader::{KnownOutcome, Outcome, RawTag, Reader, SanPlus, Visitor};
use philidor_chess::shakmaty::{CastlingMode, Chess, Color, Move, Position, fen::Fen};
use xxhash_rust::xxh3::Xxh3Default;

pub use self::place::Place;

/// A finished game: where it began, what was played, and White's score in half points.
#[derive(Debug, Clone)]
pub struct Game {
    /// The first position.
    pub start: Chess,
    /// The moves.
    pub moves: Vec<Move>,
    /// White's half points: 0, 1 or 2.
    pub half_points: u8,
}

/// Reads games one by one and digests the bytes of the file on the way.
pub struct Games {
    reader: Reader<Counted<Box<dyn Read + Send>>>,
    number: u64,
    passed_over: PassedOver,
    tags: Vec<(String, String)>,
}

/// Games that could not be used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PassedOver {
    /// How many.
    pub count: u64,
    /// The first of them: number in the file, players, and what is wrong.
    pub first: Vec<String>,
}

/// Half-moves of a game, at most: no game by the rules is longer.
const MOST_PLIES: usize = 20_000;
/// Tags of a game that are kept, at most.
const MOST_TAGS: usize = 100;
/// Games that are named when skipped.
const NAMED: usize = 5;

/// The bytes of a file; one whose name ends in `.zst` is decompressed.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    let file = BufReader::with_capacity(1 << 18, File::open(path)?);
    let compressed = path.extension().is_some_and(|extension| extension == "zst");
    Ok(if compressed {
        Box::new(BufReader::new(zstd::stream::read::Decoder::with_buffer(file)?))
    } else {
        Box::new(file)
    })
}

impl Games {
    /// Opens a PGN file; a name that ends in `.zst` is decompressed.
    pub fn open(path: &Path) -> io::Result<Games> {
        let bytes: Box<dyn Read + Send> = Box::new(open(path)?);
        let reader = Reader::new(Counted { inner: bytes, digest: Xxh3Default::new() });
        Ok(Games { reader, number: 0, passed_over: PassedOver::default(), tags: Vec::new() })
    }

    /// The next game that has a result and only legal moves; others are skipped.
    pub fn next_game(&mut self) -> io::Result<Option<Game>> {
        loop {
            let mut collector = Collector::default();
            let read = self.reader.read_game(&mut collector)?;
            self.number += 1;
            self.tags = collector.tags;
            match read {
                None => return Ok(None),
                Some(Ok(game)) => return Ok(Some(game)),
                Some(Err(why)) => {
                    self.passed_over.count += 1;
                    if self.passed_over.first.len() < NAMED {
                        self.passed_over.first.push(format!("game {} {why}", self.number));
                    }
                }
            }
        }
    }

    /// A tag of the game read last.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Games skipped so far.
    pub fn passed_over(&self) -> &PassedOver {
        &self.passed_over
    }

    /// XXH3 of the (decompressed) bytes read so far.
    pub fn digest(self) -> u64 {
        self.reader.into_inner().digest.digest()
    }
}

struct Counted<R> {
    inner: R,
    digest: Xxh3Default,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.digest.update(&buffer[..n]);
        Ok(n)
    }
}

#[derive(Default)]
struct Collector {
    tags: Vec<(String, String)>,
}

impl Collector {
    fn unusable(&self, why: &str) -> Unusable {
        let name = |colour: &str| {
            self.tags.iter().find(|(name, _)| name == colour).map_or("", |(_, value)| value.as_str())
        };
        format!("({} - {}): {why}", name("White"), name("Black"))
    }
}

/// Who played, and why the game cannot be used.
type Unusable = String;

struct Draft {
    start: Chess,
    pos: Chess,
    moves: Vec<Move>,
    half_points: Option<u8>,
}

impl Visitor for Collector {
    type Tags = Option<Chess>;
    type Movetext = Draft;
    type Output = Result<Game, Unusable>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            let pos = fen.and_then(|fen| fen.into_position(CastlingMode::Standard).ok());
            if pos.is_none() {
                return ControlFlow::Break(Err(self.unusable("it starts from no legal position")));
            }
            *tags = pos;
        }
        if self.tags.len() < MOST_TAGS {
            let name = String::from_utf8_lossy(name).into_owned();
            self.tags.push((name, value.decode_utf8_lossy().into_owned()));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        let start = tags.unwrap_or_default();
        ControlFlow::Continue(Draft { pos: start.clone(), start, moves: Vec::new(), half_points: None })
    }

    fn san(&mut self, draft: &mut Draft, san: SanPlus) -> ControlFlow<Self::Output> {
        let Ok(m) = san.san.to_move(&draft.pos) else {
            let why = format!("{san} is not a legal move after {} half-moves", draft.moves.len());
            return ControlFlow::Break(Err(self.unusable(&why)));
        };
        if draft.moves.len() >= MOST_PLIES {
            let why = format!("it has more than {MOST_PLIES} half-moves");
            return ControlFlow::Break(Err(self.unusable(&why)));
        }
        draft.pos.play_unchecked(m);
        draft.moves.push(m);
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, draft: &mut Draft, outcome: Outcome) -> ControlFlow<Self::Output> {
        draft.half_points = match outcome {
            Outcome::Known(KnownOutcome::Draw) => Some(1),
            Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => Some(2),
            Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => Some(0),
            Outcome::Unknown => None,
        };
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, draft: Draft) -> Self::Output {
        let half_points = draft.half_points.ok_or_else(|| self.unusable("it has no result"))?;
        Ok(Game { start: draft.start, moves: draft.moves, half_points })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn games_without_result_or_with_illegal_moves_are_passed_over() {
        let mut file = tempfile::NamedTempFile::with_suffix(".pgn").unwrap();
        file.write_all(b"[Result \"*\"]\n\n1. e4 *\n\n[Result \"1-0\"]\n\n1. e5 1-0\n\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n")
            .unwrap();
        let mut games = Games::open(file.path()).unwrap();
        let game = games.next_game().unwrap().unwrap();
        assert_eq!((game.moves.len(), game.half_points), (4, 0));
        assert!(games.next_game().unwrap().is_none());
        let passed = games.passed_over();
        assert_eq!(passed.count, 2);
        assert!(passed.first[0].contains("game 1") && passed.first[0].contains("no result"), "{passed:?}");
        assert!(passed.first[1].contains("e5"), "{passed:?}");
        assert_ne!(games.digest(), 0);
    }
}
