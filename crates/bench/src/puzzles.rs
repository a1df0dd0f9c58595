//! Puzzle files, read in chunks so that files larger than memory do.

use std::{
    borrow::Cow,
    io::{BufRead, BufReader, Read},
    path::Path,
};

use anyhow::{Context, bail};
use philidor_tutor::puzzle::{Columns, Puzzle, RowError, read_epd};
use rayon::prelude::*;

/// The rows of a file of puzzles, one after the other.
pub struct Rows(Source);

enum Source {
    Csv { reader: csv::Reader<Box<dyn Read>>, columns: Columns },
    Epd { reader: Box<dyn BufRead>, line: u64 },
}

/// One row, not yet looked at closely.
pub struct Row<'a>(Text<'a>);

enum Text<'a> {
    Csv { row: Result<csv::StringRecord, String>, line: u64, columns: &'a Columns },
    Epd { text: Vec<u8>, line: u64 },
}

impl Rows {
    /// Opens a CSV file (its header names a FEN column) or an EPD file.
    pub fn open(path: &Path) -> anyhow::Result<Rows> {
        let file = std::fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let start = reader.fill_buf().with_context(|| format!("cannot read {}", path.display()))?;
        if start.is_empty() {
            bail!("{} is empty", path.display());
        }
        let first = start.split(|&b| b == b'\n').next().unwrap_or_default();
        let first = String::from_utf8_lossy(first);
        // An EPD line has a board with seven slashes before its first space; a header has none.
        let is_epd = first.split_whitespace().next().is_some_and(|board| board.matches('/').count() == 7);
        if is_epd || first.trim_start().starts_with('#') {
            return Ok(Rows(Source::Epd { reader: Box::new(reader), line: 0 }));
        }
        let mut reader =
            csv::ReaderBuilder::new().flexible(true).from_reader(Box::new(reader) as Box<dyn Read>);
        let header = reader
            .headers()
            .with_context(|| format!("{} is not a puzzle file: its header cannot be read", path.display()))?;
        let columns =
            Columns::find(header).with_context(|| format!("{} is not a puzzle file", path.display()))?;
        Ok(Rows(Source::Csv { reader, columns }))
    }

    /// The next rows, at most `most`; none at the end.
    pub fn next_chunk(&mut self, most: usize) -> anyhow::Result<Vec<Row<'_>>> {
        let mut rows = Vec::new();
        match &mut self.0 {
            Source::Csv { reader, columns } => {
                while rows.len() < most {
                    let mut record = csv::StringRecord::new();
                    let row = match reader.read_record(&mut record) {
                        Ok(false) => break,
                        Ok(true) => Ok(record),
                        Err(e) if matches!(e.kind(), csv::ErrorKind::Io(_)) => return Err(e.into()),
                        Err(e) => Err(e.to_string()),
                    };
                    let line = match &row {
                        Ok(r) => r.position().map_or(0, csv::Position::line),
                        Err(_) => reader.position().line(),
                    };
                    rows.push((row, line));
                }
                let columns = &*columns;
                Ok(rows.into_iter().map(|(row, line)| Row(Text::Csv { row, line, columns })).collect())
            }
            Source::Epd { reader, line } => {
                let mut rows = Vec::new();
                while rows.len() < most {
                    let mut text = Vec::new();
                    if reader.read_until(b'\n', &mut text)? == 0 {
                        break;
                    }
                    *line += 1;
                    let blank = text.iter().all(u8::is_ascii_whitespace) || text.first() == Some(&b'#');
                    if !blank {
                        rows.push(Row(Text::Epd { text, line: *line }));
                    }
                }
                Ok(rows)
            }
        }
    }
}

impl Row<'_> {
    /// Its place in the file, from 1.
    pub fn line(&self) -> u64 {
        match &self.0 {
            Text::Csv { line, .. } | Text::Epd { line, .. } => *line,
        }
    }

    /// Reads the row.
    pub fn puzzle(&self) -> Result<Puzzle, RowError> {
        match &self.0 {
            Text::Csv { row, columns, .. } => {
                columns.read(row.as_ref().map_err(|e| RowError::Csv(e.clone()))?)
            }
            Text::Epd { text, .. } => read_epd(&String::from_utf8_lossy(text)),
        }
    }
}

/// Rows worked on at once.
const CHUNK: usize = 1 << 14;

/// Most rows complained about one by one.
const COMPLAINTS: u64 = 20;

/// Rows read so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rows that could be used.
    pub good: u64,
    /// Rows that could not.
    pub bad: u64,
}

/// A file of puzzles, or part of it.
pub struct File<'a> {
    /// CSV (its header names a FEN column) or EPD.
    pub path: &'a Path,
    /// Only every n-th row is used.
    pub every: u64,
    /// Hears what is wrong with rows that cannot be used.
    pub complain: &'a dyn Fn(&str),
}

impl File<'_> {
    /// Does `work` for all good rows in parallel, hands the results on in order, and complains about bad rows. A file without a
    /// good row is an error.
    pub fn each<R: Send>(
        &self,
        work: impl Fn(&Puzzle) -> R + Sync,
        mut take: impl FnMut(Vec<R>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Counts> {
        let mut rows = Rows::open(self.path)?;
        let mut counts = Counts::default();
        let mut row_number = 0u64;
        loop {
            let mut chunk = rows.next_chunk(CHUNK)?;
            if chunk.is_empty() {
                break;
            }
            chunk.retain(|_| {
                row_number += 1;
                row_number.is_multiple_of(self.every)
            });
            let results: Vec<_> = chunk
                .par_iter()
                .map(|row| row.puzzle().map(|p| work(&p)).map_err(|e| (row.line(), e)))
                .collect();
            let mut good = Vec::with_capacity(results.len());
            for result in results {
                match result {
                    Ok(value) => good.push(value),
                    Err((line, reason)) => {
                        counts.bad += 1;
                        if counts.bad <= COMPLAINTS {
                            (self.complain)(&format!("{}:{line}: {reason}", self.path.display()));
                        }
                    }
                }
            }
            counts.good += good.len() as u64;
            take(good)?;
        }
        if counts.bad > COMPLAINTS {
            (self.complain)(&format!("{} more rows could not be used", counts.bad - COMPLAINTS));
        }
        if counts.good == 0 {
            bail!("{} has no usable puzzle ({} rows)", self.path.display(), counts.bad);
        }
        Ok(counts)
    }
}

/// A CSV field, in quotes if it must be.
pub fn quoted(field: &str) -> Cow<'_, str> {
    if field.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", field.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(field)
    }
}
