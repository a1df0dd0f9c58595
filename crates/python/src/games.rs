//! Games of a file: one by one, or as Arrow batches that polars and pyarrow take over.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use arrow_array::{
    ArrayRef, RecordBatch, RecordBatchReader,
    builder::{Float32Builder, Int32Builder, StringBuilder, UInt32Builder},
    ffi_stream::FFI_ArrowArrayStream,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use philidor_chess::{
    shakmaty::{Chess, san::SanPlus},
    write_fen,
};
use philidor_games::record::{Record, Records};
use philidor_report::uci;
use pyo3::{prelude::*, types::PyCapsule};

use crate::{position::Position, wrong};

/// Rows of a batch, about.
const BATCH: usize = 65_536;
/// Games of a batch at most.
const BATCH_GAMES: usize = 8_192;

/// The games of a PGN file (plain, or .pgn.zst): iterate over them, or hand them to polars.DataFrame or pyarrow.table, one row for a game.
#[pyfunction]
pub(crate) fn games(path: PathBuf) -> PyResult<Games> {
    Records::open(&path)?;
    Ok(Games { path })
}

/// The moves of all games of a PGN file for polars.DataFrame or pyarrow.table, one row for a move.
#[pyfunction]
pub(crate) fn moves(path: PathBuf) -> PyResult<Moves> {
    Records::open(&path)?;
    Ok(Moves { path })
}

/// The games of a file. Columns: game, event, site, date, round, white, black, result, white_elo, black_elo, time_control, termination,
/// eco, opening, start, plies, moves, problem.
#[pyclass(frozen, module = "philidor")]
pub struct Games {
    path: PathBuf,
}

/// The moves of a file's games. Columns: game, ply, fen, san, uci, clock_seconds, eval_cp, eval_mate, nags, comment.
#[pyclass(frozen, module = "philidor")]
pub struct Moves {
    path: PathBuf,
}

fn stream<'py>(py: Python<'py>, path: &Path, kind: Kind) -> PyResult<Bound<'py, PyCapsule>> {
    let batches = Batches { records: Records::open(path)?, number: 0, kind, schema: kind.schema() };
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
}

#[pymethods]
impl Games {
    /// The games as a stream of Arrow batches; whoever takes them reads the file from its beginning.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A wish that may be left unheard.
        let _ = requested_schema;
        stream(py, &self.path, Kind::Games)
    }

    fn __iter__(&self) -> PyResult<GamesIterator> {
        Ok(GamesIterator(Mutex::new(Records::open(&self.path)?)))
    }

    fn __repr__(&self) -> String {
        format!("games({:?})", self.path.display().to_string())
    }
}

#[pymethods]
impl Moves {
    /// The moves as a stream of Arrow batches; whoever takes them reads the file from its beginning.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A wish that may be left unheard.
        let _ = requested_schema;
        stream(py, &self.path, Kind::Moves)
    }

    fn __repr__(&self) -> String {
        format!("moves({:?})", self.path.display().to_string())
    }
}

/// Goes through the games of a file.
#[pyclass(frozen, module = "philidor")]
pub struct GamesIterator(Mutex<Records>);

#[pymethods]
impl GamesIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let read = py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).next_record());
        Ok(read?.map(|record| Game { record }))
    }
}

/// A game of a file, with its tags and moves.
#[pyclass(frozen, module = "philidor")]
pub struct Game {
    record: Record,
}

#[pymethods]
impl Game {
    /// The tags as they stand in the file.
    #[getter]
    fn tags(&self) -> std::collections::HashMap<String, String> {
        self.record.tags.iter().cloned().collect()
    }

    /// "1-0", "0-1", "1/2-1/2" or "*".
    #[getter]
    fn result(&self) -> &'static str {
        self.record.result
    }

    /// What is wrong with the game, or None; its moves are those before that.
    #[getter]
    fn problem(&self) -> Option<&str> {
        self.record.problem.as_deref()
    }

    /// The moves in standard notation.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let mut pos = self.record.start.clone();
        let mut all = Vec::with_capacity(self.record.plies.len());
        for ply in &self.record.plies {
            all.push(SanPlus::from_move_and_play_unchecked(&mut pos, ply.mv).to_string());
        }
        all
    }

    /// The position after so many half-moves, with the moves that led to it.
    fn position(&self, ply: usize) -> PyResult<Position> {
        let plies = &self.record.plies;
        if ply > plies.len() {
            let message = format!("the game has {} half-moves, there is no ply {ply}", plies.len());
            return Err(wrong(anyhow::Error::msg(message)));
        }
        let start = Position::of(self.record.start.clone());
        Ok(plies.iter().take(ply).fold(start, |position, ply| position.step(ply.mv)))
    }

    fn __len__(&self) -> usize {
        self.record.plies.len()
    }

    fn __repr__(&self) -> String {
        let name = |colour: &str| self.record.tag(colour).unwrap_or("?").to_owned();
        format!("<Game {} - {} {}>", name("White"), name("Black"), self.record.result)
    }
}

/// Rows of what.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Games,
    Moves,
}

/// Columns of a game that are tags.
const TAGS: [(&str, &str); 6] = [
    ("event", "Event"),
    ("site", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("white", "White"),
    ("black", "Black"),
];
const RATINGS: [(&str, &str); 2] = [("white_elo", "WhiteElo"), ("black_elo", "BlackElo")];
const MORE_TAGS: [(&str, &str); 4] =
    [("time_control", "TimeControl"), ("termination", "Termination"), ("eco", "ECO"), ("opening", "Opening")];

impl Kind {
    fn schema(self) -> SchemaRef {
        let sure = |name: &str, kind: DataType| Field::new(name, kind, false);
        let maybe = |name: &str, kind: DataType| Field::new(name, kind, true);
        let fields = match self {
            Kind::Games => {
                let mut fields = vec![sure("game", DataType::UInt32)];
                fields.extend(TAGS.map(|(name, _)| maybe(name, DataType::Utf8)));
                fields.push(sure("result", DataType::Utf8));
                fields.extend(RATINGS.map(|(name, _)| maybe(name, DataType::Int32)));
                fields.extend(MORE_TAGS.map(|(name, _)| maybe(name, DataType::Utf8)));
                fields.extend([
                    maybe("start", DataType::Utf8),
                    sure("plies", DataType::UInt32),
                    sure("moves", DataType::Utf8),
                    maybe("problem", DataType::Utf8),
                ]);
                fields
            }
            Kind::Moves => vec![
                sure("game", DataType::UInt32),
                sure("ply", DataType::UInt32),
                sure("fen", DataType::Utf8),
                sure("san", DataType::Utf8),
                sure("uci", DataType::Utf8),
                maybe("clock_seconds", DataType::Float32),
                maybe("eval_cp", DataType::Int32),
                maybe("eval_mate", DataType::Int32),
                maybe("nags", DataType::Utf8),
                maybe("comment", DataType::Utf8),
            ],
        };
        Arc::new(Schema::new(fields))
    }
}

/// A file as batches.
struct Batches {
    records: Records,
    number: u32,
    kind: Kind,
    schema: SchemaRef,
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let columns = match self.kind {
            Kind::Games => self.games(),
            Kind::Moves => self.moves(),
        };
        match columns {
            Ok(columns) if columns.first().is_none_or(|column| column.is_empty()) => None,
            Ok(columns) => Some(RecordBatch::try_new(self.schema.clone(), columns)),
            Err(error) => Some(Err(ArrowError::IoError(format!("cannot read the games: {error}"), error))),
        }
    }
}

fn texts<const N: usize>() -> [StringBuilder; N] {
    std::array::from_fn(|_| StringBuilder::new())
}

impl Batches {
    fn record(&mut self) -> std::io::Result<Option<(u32, Record)>> {
        let Some(record) = self.records.next_record()? else { return Ok(None) };
        self.number += 1;
        Ok(Some((self.number, record)))
    }

    fn games(&mut self) -> std::io::Result<Vec<ArrayRef>> {
        let mut number = UInt32Builder::new();
        let mut tags: [StringBuilder; TAGS.len()] = texts();
        let [mut result, mut start, mut row, mut problem] = texts();
        let mut ratings = [Int32Builder::new(), Int32Builder::new()];
        let mut more: [StringBuilder; MORE_TAGS.len()] = texts();
        let mut plies = UInt32Builder::new();
        let (mut games, mut rows) = (0, 0);
        while games < BATCH_GAMES && rows < 8 * BATCH {
            let Some((at, record)) = self.record()? else { break };
            (games, rows) = (games + 1, rows + record.plies.len());
            number.append_value(at);
            for (column, (_, tag)) in tags.iter_mut().zip(TAGS) {
                column.append_option(record.tag(tag));
            }
            result.append_value(record.result);
            for (column, (_, tag)) in ratings.iter_mut().zip(RATINGS) {
                column.append_option(record.tag(tag).and_then(|text| text.parse().ok()));
            }
            for (column, (_, tag)) in more.iter_mut().zip(MORE_TAGS) {
                column.append_option(record.tag(tag));
            }
            start.append_option((record.start != Chess::default()).then(|| write_fen(&record.start)));
            plies.append_value(record.plies.len() as u32);
            let text = record.plies.iter().map(|ply| uci(ply.mv)).collect::<Vec<_>>().join(" ");
            row.append_value(text);
            problem.append_option(record.problem);
        }
        let mut columns: Vec<ArrayRef> = vec![Arc::new(number.finish())];
        columns.extend(tags.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.push(Arc::new(result.finish()));
        columns.extend(ratings.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.extend(more.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.extend([
            Arc::new(start.finish()) as ArrayRef,
            Arc::new(plies.finish()),
            Arc::new(row.finish()),
            Arc::new(problem.finish()),
        ]);
        Ok(columns)
    }

    fn moves(&mut self) -> std::io::Result<Vec<ArrayRef>> {
        let [mut number, mut at] = [UInt32Builder::new(), UInt32Builder::new()];
        let [mut fens, mut sans, mut ucis, mut nags, mut comments] = texts();
        let mut clocks = Float32Builder::new();
        let [mut evals, mut mates] = [Int32Builder::new(), Int32Builder::new()];
        let mut rows = 0;
        while rows < BATCH {
            let Some((game, record)) = self.record()? else { break };
            let mut pos = record.start;
            for (ply, played) in record.plies.iter().enumerate() {
                rows += 1;
                number.append_value(game);
                at.append_value(ply as u32);
                fens.append_value(write_fen(&pos));
                ucis.append_value(uci(played.mv));
                let san = SanPlus::from_move_and_play_unchecked(&mut pos, played.mv);
                sans.append_value(san.to_string());
                clocks.append_option(played.clock_seconds);
                evals.append_option(played.eval_cp);
                mates.append_option(played.eval_mate);
                let mut glyphs = String::new();
                for nag in &played.nags {
                    let gap = if glyphs.is_empty() { "" } else { " " };
                    // Writing to a string cannot fail.
                    let _ = write!(glyphs, "{gap}${nag}");
                }
                nags.append_option((!glyphs.is_empty()).then_some(glyphs));
                comments.append_option((!played.comment.is_empty()).then_some(played.comment.as_str()));
            }
        }
        Ok(vec![
            Arc::new(number.finish()),
            Arc::new(at.finish()),
            Arc::new(fens.finish()),
            Arc::new(sans.finish()),
            Arc::new(ucis.finish()),
            Arc::new(clocks.finish()),
            Arc::new(evals.finish()),
            Arc::new(mates.finish()),
            Arc::new(nags.finish()),
            Arc::new(comments.finish()),
        ])
    }
}
