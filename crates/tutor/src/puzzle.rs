//! Puzzles from files: two CSV formats and EPD, row by row, each row a puzzle or a reason.

use philidor_chess::{
    FenError, parse_fen,
    shakmaty::{Chess, san::San},
};

use philidor_claims::ThemeSet;

use crate::line::{Line, LineError};

/// A position with the line that solves it.
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// Its name in the file.
    pub id: String,
    /// The solution.
    pub line: Line,
    /// The themes the file gives, if it gives any.
    pub themes: Option<ThemeSet>,
}

/// Why a row did not become a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// The row cannot be read as CSV.
    #[error("not a CSV row: {0}")]
    Csv(String),
    /// A column that the header promised has no value here.
    #[error("the column {0} is empty or missing")]
    Missing(&'static str),
    /// The position is wrong.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A move is wrong.
    #[error("{0}")]
    Line(#[from] LineError),
    /// An EPD move is wrong.
    #[error("move {number} ({text}) is not legal here; EPD moves are in short notation (Nf3) or UCI (g1f3)")]
    Move {
        /// Counted from 1.
        number: usize,
        /// The offending text.
        text: String,
    },
    /// The EPD line has no solution.
    #[error("no pv or bm operation")]
    NoSolution,
}

/// Why a file holds no puzzles at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The header lacks a column.
    #[error(
        "the header lacks the column {missing}\n  it has: {found}\n  wanted: FEN with Moves (first move: the \
         opponent's, as in the Lichess database), or FEN with PV"
    )]
    Column {
        /// The missing column.
        missing: &'static str,
        /// What there is.
        found: String,
    },
}

/// Where the columns are.
#[derive(Debug, Clone)]
pub struct Columns {
    id: Option<usize>,
    fen: usize,
    themes: Option<usize>,
    moves: Moves,
}

#[derive(Debug, Clone)]
enum Moves {
    /// The opponent's first move and the solution in one column.
    Together(usize),
    /// The solution, and perhaps the position before the opponent's move and that move.
    Apart { pv: usize, before: Option<(usize, usize)> },
}

impl Columns {
    /// Finds the columns by the names in the header.
    pub fn find(header: &csv::StringRecord) -> Result<Columns, HeaderError> {
        let at = |name: &str| header.iter().position(|h| h.trim_start_matches('\u{feff}').trim() == name);
        let missing = |missing| HeaderError::Column {
            missing,
            found: header.iter().take(20).collect::<Vec<_>>().join(", "),
        };
        let fen = at("FEN").ok_or_else(|| missing("FEN"))?;
        let moves = if let Some(pv) = at("PV") {
            Moves::Apart { pv, before: at("PreFlawFEN").zip(at("FirstMove")) }
        } else {
            Moves::Together(at("Moves").ok_or_else(|| missing("Moves (or PV)"))?)
        };
        Ok(Columns { id: at("PuzzleId"), fen, themes: at("Themes"), moves })
    }

    /// Reads one row.
    pub fn read(&self, row: &csv::StringRecord) -> Result<Puzzle, RowError> {
        let field = |at: usize, name| {
            row.get(at).map(str::trim).filter(|t| !t.is_empty()).ok_or(RowError::Missing(name))
        };
        let pos = parse_fen(field(self.fen, "FEN")?)?;
        let line = match self.moves {
            Moves::Together(at) => Line::from_uci_with_error(&pos, field(at, "Moves")?)?,
            Moves::Apart { pv, before } => {
                let line = Line::from_uci(&pos, field(pv, "PV")?)?;
                let given = before.and_then(|(fen, mv)| Some((row.get(fen)?.trim(), row.get(mv)?.trim())));
                match given.filter(|(fen, mv)| !fen.is_empty() && !mv.is_empty()) {
                    Some((fen, mv)) => {
                        let before = parse_fen(fen)?;
                        let error = Line::from_uci(&before, mv)?;
                        line.with_error(&before, error.steps()[0].mv)
                    }
                    None => line,
                }
            }
        };
        let id = self.id.and_then(|at| row.get(at)).unwrap_or_default().trim().to_owned();
        let themes = self.themes.and_then(|at| row.get(at)).map(ThemeSet::parse);
        Ok(Puzzle { id, line, themes })
    }
}

/// Reads one line of EPD: four fields of FEN, then operations; `pv` gives the line, else `bm` its first move, `id` the
/// name.
///
/// ```
/// use philidor_tutor::puzzle::read_epd;
///
/// let puzzle = read_epd("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - bm Re8#; id \"back rank\";").unwrap();
/// assert!(puzzle.line.is_mate());
/// assert_eq!(puzzle.id, "back rank");
/// ```
pub fn read_epd(text: &str) -> Result<Puzzle, RowError> {
    let (fen, operations) = split_epd(text);
    let start = parse_fen(&fen)?;
    let (mut pv, mut bm, mut id) = (None, None, String::new());
    for operation in operations.split(';').map(str::trim) {
        let (name, value) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        match name {
            "pv" => pv = Some(value),
            "bm" => bm = value.split_whitespace().next(),
            "id" => id = value.trim().trim_matches('"').to_owned(),
            _ => {}
        }
    }
    let words = pv.filter(|v| !v.trim().is_empty()).or(bm).ok_or(RowError::NoSolution)?;
    let mut pos = start.clone();
    let mut moves = Vec::new();
    for (i, word) in words.split_whitespace().enumerate() {
        let mv = read_move(&pos, word)
            .ok_or_else(|| RowError::Move { number: i + 1, text: word.chars().take(20).collect() })?;
        philidor_chess::shakmaty::Position::play_unchecked(&mut pos, mv);
        moves.push(mv);
    }
    Ok(Puzzle { id, line: Line::from_moves(&start, &moves)?, themes: None })
}

/// The first four fields (six if the clocks are given), and the rest.
fn split_epd(text: &str) -> (String, &str) {
    let mut rest = text.trim();
    let mut fields = Vec::new();
    while fields.len() < 6 {
        let (word, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if word.is_empty() || fields.len() >= 4 && word.parse::<u32>().is_err() {
            break;
        }
        fields.push(word);
        rest = more.trim_start();
    }
    (fields.join(" "), rest)
}

fn read_move(pos: &Chess, word: &str) -> Option<philidor_chess::shakmaty::Move> {
    if let Ok(san) = word.trim_end_matches(['!', '?']).parse::<San>()
        && let Ok(mv) = san.to_move(pos)
    {
        return Some(mv);
    }
    word.parse::<philidor_chess::shakmaty::uci::UciMove>().ok()?.to_move(pos).ok()
}
