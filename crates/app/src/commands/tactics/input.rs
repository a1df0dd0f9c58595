//! Puzzle files, read in chunks so that files larger than memory do.

use std::{
    borrow::Cow,
    fs::File,
    io::{BufRead, BufReader, Read},
    path::Path,
};

use anyhow::{Context, bail};
use philidor_tutor::puzzle::{Columns, Puzzle, RowError, read_epd};

/// A file of puzzles.
pub(crate) enum Rows {
    Csv { reader: csv::Reader<Box<dyn Read>>, columns: Columns },
    Epd { reader: Box<dyn BufRead>, line: u64 },
}

/// One row, not yet looked at closely.
pub(crate) enum Row<'a> {
    Csv { row: Result<csv::StringRecord, String>, line: u64, columns: &'a Columns },
    Epd { text: Vec<u8>, line: u64 },
}

impl Rows {
    /// Opens a CSV file (its header names a FEN column) or an EPD file.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Rows> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
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
            return Ok(Rows::Epd { reader: Box::new(reader), line: 0 });
        }
        let mut reader =
            csv::ReaderBuilder::new().flexible(true).from_reader(Box::new(reader) as Box<dyn Read>);
        let header = reader
            .headers()
            .with_context(|| format!("{} is no puzzle file: its header cannot be read", path.display()))?;
        let columns =
            Columns::find(header).with_context(|| format!("{} is no puzzle file", path.display()))?;
        Ok(Rows::Csv { reader, columns })
    }

    /// The next rows, at most `most`; none at the end.
    pub(crate) fn next_chunk(&mut self, most: usize) -> anyhow::Result<Vec<Row<'_>>> {
        let mut rows = Vec::new();
        match self {
            Rows::Csv { reader, columns } => {
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
                Ok(rows.into_iter().map(|(row, line)| Row::Csv { row, line, columns }).collect())
            }
            Rows::Epd { reader, line } => {
                let mut rows = Vec::new();
                while rows.len() < most {
                    let mut text = Vec::new();
                    if reader.read_until(b'\n', &mut text)? == 0 {
                        break;
                    }
                    *line += 1;
                    let blank = text.iter().all(u8::is_ascii_whitespace) || text.first() == Some(&b'#');
                    if !blank {
                        rows.push(Row::Epd { text, line: *line });
                    }
                }
                Ok(rows)
            }
        }
    }
}

impl Row<'_> {
    /// Its place in the file, from 1.
    pub(crate) fn line(&self) -> u64 {
        match self {
            Row::Csv { line, .. } | Row::Epd { line, .. } => *line,
        }
    }

    /// Reads the row.
    pub(crate) fn puzzle(&self) -> Result<Puzzle, RowError> {
        match self {
            Row::Csv { row, columns, .. } => {
                columns.read(row.as_ref().map_err(|e| RowError::Csv(e.clone()))?)
            }
            Row::Epd { text, .. } => read_epd(&String::from_utf8_lossy(text)),
        }
    }
}

/// A CSV field, in quotes if it must be.
pub(crate) fn quoted(field: &str) -> Cow<'_, str> {
    if field.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", field.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(field)
    }
}
