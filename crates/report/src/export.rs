//! A table as rows for pandas, polars and DuckDB.
//!
//! Columns: `fen`, `stm` (w, b), `wdl` (win, draw, loss for the side to move), `dtm`, `dtc` and `dtz` (plies, empty for draws), then the square
//! of each man.

use std::{collections::HashMap, io::Write};

use philidor_chess::{
    Material, Piece,
    shakmaty::{Color, Square},
};
use philidor_truth::{
    Table,
    rows::{Image, Row},
};

use crate::columns::{Column, Columns, Parquet};

/// Rows per Parquet group.
const GROUP: usize = 1 << 18;

/// Column names of the men: `wk`, `wp`, `bk`; like men are numbered.
fn men_names(material: Material) -> Vec<String> {
    let mut names = vec!["wk".to_owned(), "bk".to_owned()];
    let mut seen: HashMap<(Color, Piece), usize> = HashMap::new();
    for piece_first in [true, false] {
        for color in [Color::White, Color::Black] {
            for piece in material.pieces(color).filter(|&p| (p != Piece::Pawn) == piece_first) {
                let many = material.count(color, piece) > 1;
                let n = seen.entry((color, piece)).or_default();
                *n += 1;
                let number = if many { n.to_string() } else { String::new() };
                names.push(format!("{}{}{number}", color.char(), piece.letter().to_ascii_lowercase()));
            }
        }
    }
    names
}

/// A table to be written out.
pub struct Export<'t> {
    table: &'t Table,
    /// Every position, not one per class under symmetry.
    all: bool,
    men: Vec<String>,
}

/// One row of output.
struct Record {
    fen: String,
    stm: &'static str,
    wdl: &'static str,
    dtm: Option<u16>,
    dtc: Option<u16>,
    dtz: Option<u16>,
    squares: Vec<Square>,
}

impl<'t> Export<'t> {
    /// One row per legal position up to symmetry, or with `all` one for every position.
    pub fn new(table: &'t Table, all: bool) -> Export<'t> {
        Export { table, all, men: men_names(table.material()) }
    }

    fn records(&self, row: &Row<'_>, each: &mut impl FnMut(Record)) {
        for to_move in [Color::White, Color::Black] {
            for entry in row.entries(to_move) {
                let value = entry.value();
                for image in entry.images().into_iter().take(if self.all { 8 } else { 1 }) {
                    each(Record {
                        fen: image.fen(to_move),
                        stm: to_move.fold_wb("w", "b"),
                        wdl: value.wdl().name(),
                        dtm: value.dtm.plies(),
                        dtc: value.dtc.plies(),
                        dtz: value.dtz.plies(),
                        squares: squares(&image),
                    });
                }
            }
        }
    }

    /// As comma-separated values with a header line.
    pub fn csv(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        let head = ["fen", "stm", "wdl", "dtm", "dtc", "dtz"].into_iter().map(str::to_owned);
        csv.write_record(head.chain(self.men.iter().cloned())).map_err(plain)?;
        let mut result = Ok(());
        self.table.for_each_row(|row| {
            self.records(row, &mut |r| {
                if result.is_err() {
                    return;
                }
                let depth = |d: Option<u16>| d.map_or_else(String::new, |n| n.to_string());
                let fields = [r.fen, r.stm.into(), r.wdl.into(), depth(r.dtm), depth(r.dtc), depth(r.dtz)];
                result =
                    csv.write_record(fields.into_iter().chain(r.squares.iter().map(ToString::to_string)));
            });
        });
        result.map_err(plain)?;
        csv.flush()?;
        Ok(())
    }

    /// As Apache Parquet, compressed.
    pub fn parquet(&self, out: &mut (dyn Write + Send)) -> anyhow::Result<()> {
        let mut file = Parquet::new(out, &self.columns(&[]))?;
        let mut group: Vec<Record> = Vec::new();
        let mut result = Ok(());
        self.table.for_each_row(|row| {
            self.records(row, &mut |r| group.push(r));
            if group.len() >= GROUP && result.is_ok() {
                result = file.write(&self.columns(&group));
                group.clear();
            }
        });
        result?;
        file.write(&self.columns(&group))?;
        file.close()
    }

    fn columns(&self, rows: &[Record]) -> Columns<'_> {
        let depth = |of: fn(&Record) -> Option<u16>| {
            Column::MaybeWhole(rows.iter().map(|r| of(r).map(i32::from)).collect())
        };
        let mut columns = vec![
            ("fen", Column::text(rows.iter().map(|r| &r.fen))),
            ("stm", Column::text(rows.iter().map(|r| r.stm))),
            ("wdl", Column::text(rows.iter().map(|r| r.wdl))),
            ("dtm", depth(|r| r.dtm)),
            ("dtc", depth(|r| r.dtc)),
            ("dtz", depth(|r| r.dtz)),
        ];
        for (at, name) in self.men.iter().enumerate() {
            columns.push((name, Column::text(rows.iter().map(|r| r.squares[at].to_string()))));
        }
        columns
    }
}

/// The system's error behind a CSV error, so that a closed pipe is known as one.
fn plain(error: csv::Error) -> anyhow::Error {
    if error.is_io_error()
        && let csv::ErrorKind::Io(io) = error.into_kind()
    {
        io.into()
    } else {
        anyhow::anyhow!("a record that CSV cannot hold")
    }
}

fn squares(image: &Image) -> Vec<Square> {
    let square = |sq: u8| Square::new(u32::from(sq));
    let kings = [image.white_king, image.black_king];
    kings.into_iter().chain(image.men.iter().map(|m| m.2)).map(square).collect()
}
