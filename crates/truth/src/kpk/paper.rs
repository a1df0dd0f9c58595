//! The printed tables of KPK with our figure beside each printed one.

mod tables;

use std::fmt;

use super::{published::Published, study::Study};
use crate::table::Table;

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figure {
    /// A number of positions or plies.
    Count(u64),
    /// A percentage as printed: its digits, and how many of them follow the point.
    Percent {
        /// The digits: 631 for 63.1 %.
        digits: u64,
        /// How many follow the point.
        decimals: u32,
    },
    /// Words: moves, or whether a set is included.
    Words(String),
}

impl Figure {
    /// The share of `part` in `whole`, rounded half up.
    pub(crate) fn percent(part: u64, whole: u64, decimals: u32) -> Figure {
        let scale = 100 * 10u64.pow(decimals);
        Figure::Percent { digits: (2 * part * scale + whole) / (2 * whole), decimals }
    }

    /// Reads a printed figure: `12,749`, `63.1%`, or words.
    pub(crate) fn read(text: &str) -> Figure {
        let number = |t: &str| t.chars().filter(|c| !matches!(c, ',' | '.')).collect::<String>().parse().ok();
        if let Some(digits) = text.strip_suffix('%').and_then(number) {
            let decimals = text.split_once('.').map_or(0, |(_, after)| after.len() as u32 - 1);
            return Figure::Percent { digits, decimals };
        }
        number(text).map_or_else(|| Figure::Words(text.to_owned()), Figure::Count)
    }
}

impl fmt::Display for Figure {
    /// Thousands are set apart: `62,480`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Count(n) => f.pad(&thousands(*n)),
            Figure::Percent { digits, decimals } => {
                let scale = 10u64.pow(*decimals);
                let (whole, rest, width) = (digits / scale, digits % scale, *decimals as usize);
                f.pad(&if width == 0 { format!("{whole}%") } else { format!("{whole}.{rest:0width$}%") })
            }
            Figure::Words(words) => f.pad(words),
        }
    }
}

/// `62480` as `62,480`.
fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// One printed figure and ours.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cell {
    /// As printed; `None` where the author gives none.
    pub published: Option<Figure>,
    /// As counted by us; `None` where there is nothing to count.
    pub ours: Option<Figure>,
    /// Why they differ, or what the figure rests on.
    pub note: Option<String>,
}

impl Cell {
    /// Both are there and differ.
    pub fn differs(&self) -> bool {
        matches!((&self.published, &self.ours), (Some(p), Some(o)) if p != o)
    }
}

/// One line of a printed table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaperRow {
    /// As printed.
    pub label: String,
    /// One per column.
    pub cells: Vec<Cell>,
    /// What our tables add.
    pub remark: Option<String>,
}

/// A printed table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaperTable {
    /// A short stable name, such as `table-2`.
    pub name: &'static str,
    /// Which table of which paper.
    pub title: &'static str,
    /// Headings of the cells.
    pub columns: Vec<&'static str>,
    /// The lines.
    pub rows: Vec<PaperRow>,
    /// What there is to say of the whole table.
    pub notes: Vec<String>,
}

/// Tables 1 to 3 of Haworth and Velliste (1998) and Bramer's depth table (1986), ours beside theirs.
///
/// ```
/// use philidor_truth::{kpk::paper, Tables, Watch};
///
/// let watch = Watch { stop: &Default::default(), hear: &|_| () };
/// let table = Tables::in_memory().ensure("KPK".parse().unwrap(), watch).unwrap();
/// let differing: usize = paper(&table)
///     .iter()
///     .flat_map(|t| &t.rows)
///     .flat_map(|r| &r.cells)
///     .filter(|c| c.differs())
///     .inspect(|c| assert!(c.note.is_some(), "every difference has its reason"))
///     .count();
/// // Clarke's misprints, and Bramer's prose of 1986 taken by the letter.
/// assert!(differing > 0);
/// ```
///
/// # Panics
/// If the table is not that of KPK.
pub fn paper(table: &Table) -> Vec<PaperTable> {
    tables::all(&Study::new(table), &Published::load())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_as_they_are_written() {
        for text in ["7", "62,480", "1,234,567", "63.1%", "0.02%", "58%", "not inc.", "Kb4/Kc5 sub-optimal"] {
            assert_eq!(Figure::read(text).to_string(), text);
        }
        assert_eq!(Figure::percent(62_471, 81_650, 1).to_string(), "76.5%");
        assert_eq!(Figure::percent(11, 62_471, 2).to_string(), "0.02%");
    }
}
