//! The printed figures, from `data/kpk-published.tsv`.

use super::paper::Figure;

/// Table, row and column of a printed figure.
type Key = (&'static str, &'static str, &'static str);

/// A figure as printed, and why ours differs or what else there is to know.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(crate) figure: Figure,
    pub(crate) reason: Option<&'static str>,
}

/// All printed figures.
#[derive(Debug)]
pub(crate) struct Published(Vec<(Key, Printed)>);

impl Published {
    /// Reads the file that is compiled in.
    pub(crate) fn load() -> Published {
        let lines = include_str!("../../data/kpk-published.tsv").lines();
        let entries = lines.filter(|l| !l.is_empty() && !l.starts_with('#')).map(|line| {
            let fields: Vec<&'static str> = line.split('\t').collect();
            let [table, row, column, figure, reason @ ..] = fields.as_slice() else {
                panic!("four fields or five in {line:?}");
            };
            let printed = Printed { figure: Figure::read(figure), reason: reason.first().copied() };
            ((*table, *row, *column), printed)
        });
        Published(entries.collect())
    }

    pub(crate) fn get(&self, table: &str, row: &str, column: &str) -> Option<&Printed> {
        self.0.iter().find(|(key, _)| *key == (table, row, column)).map(|(_, printed)| printed)
    }
}
