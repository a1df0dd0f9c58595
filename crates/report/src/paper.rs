//! Printed KPK figures and ours, set for the terminal and as JSON.
//!
//! Narrow tables show `printed` and `ours` side by side in each column; wide ones (Table 2 has a column per
//! author) put ours on a second line. A figure that differs carries `!` and the number of its reason below.

use std::{collections::BTreeMap, fmt::Write as _};

use philidor_truth::kpk::{Cell, Census, Count, Figure, PaperRow, PaperTable};
use serde_json::{Value, json};

/// Columns beyond which ours goes below printed instead of beside it.
const SIDE_BY_SIDE: usize = 4;
/// Reasons and remarks are wrapped here.
const WIDTH: usize = 110;

/// All printed tables with ours, as aligned text.
pub fn render(tables: &[PaperTable]) -> String {
    let mut out = String::new();
    for table in tables {
        let _ = writeln!(out, "{}\n", table.title); // writing to a String cannot fail
        let mut notes = Notes::default();
        let lines = if table.columns.len() > SIDE_BY_SIDE {
            stacked(table, &mut notes)
        } else {
            side_by_side(table, &mut notes)
        };
        out += &align(&lines);
        for (number, note) in notes.0.iter().enumerate() {
            out += &wrap(&format!("  [{}] ", number + 1), note);
        }
        for row in &table.rows {
            if let Some(remark) = &row.remark {
                let name = row.label.split_whitespace().next().unwrap_or_default();
                out += &wrap(&format!("  {name}: "), remark);
            }
        }
        for note in &table.notes {
            out += &wrap("  * ", note);
        }
        out.push('\n');
    }
    let differing = cells(tables).filter(|c| c.differs()).count();
    let printed = cells(tables).filter(|c| c.published.is_some()).count();
    let _ = writeln!(out, "{printed} printed figures, {} as ours, {differing} not.", printed - differing);
    out
}

/// All printed tables with ours, for programs.
pub fn to_json(tables: &[PaperTable]) -> Value {
    let rows = |table: &PaperTable| -> Vec<Value> {
        let row = |row: &PaperRow| {
            let cells = table.columns.iter().zip(&row.cells).map(|(column, cell)| {
                json!({
                    "column": column,
                    "published": cell.published.as_ref().map(figure),
                    "ours": cell.ours.as_ref().map(figure),
                    "differs": cell.differs(),
                    "note": cell.note,
                })
            });
            json!({ "label": row.label, "cells": cells.collect::<Vec<_>>(), "remark": row.remark })
        };
        table.rows.iter().map(row).collect()
    };
    let table =
        |t: &PaperTable| json!({ "name": t.name, "title": t.title, "rows": rows(t), "notes": t.notes });
    Value::Array(tables.iter().map(table).collect())
}

/// One census as aligned text.
pub fn render_census(census: &Census) -> String {
    let mut out = format!("KPK, {}\n\n", census.convention.description());
    let n = |n: u64| Figure::Count(n).to_string();
    let line = |label: &str, c: Count| vec![label.to_owned(), n(c.positions), n(c.won), n(c.drawn)];
    let mut lines = vec![["", "positions", "won", "drawn"].map(str::to_owned).to_vec()];
    lines.push(line("White to move", census.wtm));
    lines.push(line("Black to move", census.btm));
    if let Some(converted) = census.converted {
        lines.push(line("  of them promoted", converted));
    }
    for file in census.by_file {
        lines.push(line(&format!("{}-pawn, White to move", file.file), file.wtm));
        lines.push(line(&format!("{}-pawn, Black to move", file.file), file.btm));
    }
    lines.push(line("no last move, White to move", census.unreachable[0]));
    lines.push(line("no last move, Black to move", census.unreachable[1]));
    out += &align(&lines);
    out.push('\n');
    out += &align(&[
        vec!["stalemated, White to move".into(), n(census.wtm_stalemates)],
        vec!["drawn by repetition, White to move".into(), n(census.wtm_repetition)],
        vec!["drawn by repetition, Black to move".into(), n(census.btm_repetition)],
        vec!["pawn can run, Black to move".into(), n(census.pawn_can_run)],
    ]);
    let _ = writeln!(out, "\nWins by {}\n", census.metric.name());
    out += &align(&profile(census));
    out
}

/// One census, for programs: every figure under its stable name.
pub fn census_to_json(census: &Census) -> Value {
    let figures: serde_json::Map<String, Value> =
        census.figures().into_iter().map(|(name, n)| (name, n.into())).collect();
    json!({
        "material": "KPK",
        "convention": census.convention.name(),
        "description": census.convention.description(),
        "metric": census.metric.name(),
        "figures": figures,
    })
}

/// Depths of both sides side by side; a White-to-move depth is odd, the Black-to-move one is the next even.
fn profile(census: &Census) -> Vec<Vec<String>> {
    let head = ["plies", "White to move", "plies", "Black to move"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    let mut pairs: BTreeMap<u16, [Option<u64>; 2]> = BTreeMap::new();
    for (&plies, &n) in &census.wtm_depths {
        pairs.entry(plies).or_default()[0] = Some(n);
    }
    for (&plies, &n) in &census.btm_depths {
        pairs.entry(plies.saturating_sub(1)).or_default()[1] = Some(n);
    }
    let shown = |n: Option<u64>| n.map_or_else(String::new, |n| Figure::Count(n).to_string());
    for (plies, [wtm, btm]) in pairs {
        let depth = |n: Option<u64>, plies: u16| n.map_or_else(String::new, |_| format!("{plies:>5}"));
        lines.push(vec![depth(wtm, plies), shown(wtm), depth(btm, plies + 1), shown(btm)]);
    }
    lines
}

fn cells(tables: &[PaperTable]) -> impl Iterator<Item = &Cell> {
    tables.iter().flat_map(|t| &t.rows).flat_map(|r| &r.cells)
}

fn figure(figure: &Figure) -> Value {
    match figure {
        Figure::Count(n) => (*n).into(),
        Figure::Percent { .. } | Figure::Words(_) => figure.to_string().into(),
    }
}

/// Reasons in the order of their first use.
#[derive(Default)]
struct Notes<'a>(Vec<&'a str>);

impl<'a> Notes<'a> {
    fn number(&mut self, note: &'a str) -> usize {
        let at = self.0.iter().position(|n| *n == note).unwrap_or_else(|| {
            self.0.push(note);
            self.0.len() - 1
        });
        at + 1
    }

    /// Our figure with `!` if it differs and the number of its reason.
    fn ours(&mut self, cell: &'a Cell) -> String {
        let ours = shown(cell.ours.as_ref());
        let sign = if cell.differs() { "!" } else { "" };
        match &cell.note {
            Some(note) => format!("{ours}{sign} [{}]", self.number(note)),
            None => format!("{ours}{sign}"),
        }
    }
}

fn shown(figure: Option<&Figure>) -> String {
    figure.map_or_else(|| "-".to_owned(), Figure::to_string)
}

/// A column for which nothing was printed shows ours alone.
fn side_by_side<'a>(table: &'a PaperTable, notes: &mut Notes<'a>) -> Vec<Vec<String>> {
    let is_printed: Vec<bool> = (0..table.columns.len())
        .map(|i| table.rows.iter().any(|r| r.cells.get(i).is_some_and(|c| c.published.is_some())))
        .collect();
    let mut head = vec![String::new()];
    for (column, &printed) in table.columns.iter().zip(&is_printed) {
        head.push((*column).to_owned());
        head.extend(printed.then(|| "ours".to_owned()));
    }
    let mut lines = vec![head];
    for row in &table.rows {
        let mut line = vec![row.label.clone()];
        for (cell, &printed) in row.cells.iter().zip(&is_printed) {
            line.extend(printed.then(|| shown(cell.published.as_ref())));
            line.push(notes.ours(cell));
        }
        lines.push(line);
    }
    lines
}

fn stacked<'a>(table: &'a PaperTable, notes: &mut Notes<'a>) -> Vec<Vec<String>> {
    let headings = |part: fn(&str) -> &str| table.columns.iter().map(move |c| part(c).to_owned());
    let author: fn(&str) -> &str = |c| c.split_once(' ').map_or(c, |(name, _)| name);
    let year: fn(&str) -> &str = |c| c.split_once(' ').map_or("", |(_, year)| year);
    let mut lines = vec![[String::new(), String::new()].into_iter().chain(headings(author)).collect()];
    if table.columns.iter().any(|c| !year(c).is_empty()) {
        lines.push([String::new(), String::new()].into_iter().chain(headings(year)).collect());
    }
    for row in &table.rows {
        let printed = row.cells.iter().map(|c| shown(c.published.as_ref()));
        lines.push([row.label.clone(), "printed".into()].into_iter().chain(printed).collect());
        let ours = row.cells.iter().map(|c| notes.ours(c));
        lines.push([String::new(), "ours".to_owned()].into_iter().chain(ours).collect());
    }
    lines
}

/// Columns as wide as their widest cell: the first to the left, the others to the right, signs hanging out.
fn align(lines: &[Vec<String>]) -> String {
    // `62,480! [1]` hangs its sign and number out to the right, so that digits stand below digits.
    let parts = |cell: &str| -> (usize, usize) {
        let body = cell.split(['!', '[']).next().unwrap_or_default().trim_end().chars().count();
        (body, cell.chars().count() - body)
    };
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize, part: fn((usize, usize)) -> usize| {
        lines.iter().filter_map(|l| l.get(column)).map(|c| part(parts(c))).max().unwrap_or(0)
    };
    let widths: Vec<(usize, usize)> =
        (0..columns).map(|c| (widest(c, |p| p.0), widest(c, |p| p.1))).collect();
    let mut out = String::new();
    for line in lines {
        let mut text = String::new();
        for (i, cell) in line.iter().enumerate() {
            let ((body, tail), (body_width, tail_width)) = (parts(cell), widths[i]);
            let (left, right) = (" ".repeat(body_width - body), " ".repeat(tail_width - tail));
            text += if i == 0 { "  " } else { "   " };
            text += &if i == 0 { format!("{cell}{left}{right}") } else { format!("{left}{cell}{right}") };
        }
        out += text.trim_end();
        out.push('\n');
    }
    out
}

/// A paragraph behind a bullet, continued under its own text.
fn wrap(bullet: &str, text: &str) -> String {
    let indent = " ".repeat(bullet.chars().count());
    let mut out = String::new();
    let mut line = bullet.to_owned();
    let mut is_fresh = true;
    for word in text.split_whitespace() {
        if !is_fresh && line.chars().count() + 1 + word.chars().count() > WIDTH {
            out += line.trim_end();
            out.push('\n');
            line.clone_from(&indent);
            is_fresh = true;
        }
        if !is_fresh {
            line.push(' ');
        }
        line += word;
        is_fresh = false;
    }
    out + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use philidor_truth::kpk::{Convention, FileCount, Metric};

    use super::*;

    fn sample(columns: Vec<&'static str>) -> PaperTable {
        let cell = |published: u64, ours: u64| Cell {
            published: Some(Figure::Count(published)),
            ours: Some(Figure::Count(ours)),
            note: (published != ours).then(|| "a misprint".to_owned()),
        };
        let cells = columns.iter().map(|_| cell(19_184, 19_184));
        let mut row = PaperRow { label: "wtm, =".into(), cells: cells.collect(), remark: None };
        row.cells[0] = cell(19_185, 19_184);
        PaperTable { name: "sample", title: "Sample", columns, rows: vec![row], notes: Vec::new() }
    }

    #[test]
    fn narrow_tables_show_ours_beside() {
        assert_eq!(
            render(&[sample(vec!["Clarke", "Bramer"])]),
            "Sample\n\n           Clarke     ours        Bramer     ours\n  \
             wtm, =   19,185   19,184! [1]   19,184   19,184\n  [1] a misprint\n\n\
             2 printed figures, 1 as ours, 1 not.\n"
        );
    }

    #[test]
    fn wide_tables_show_ours_below() {
        let text = render(&[sample(vec!["A (1977)", "B (1980)", "C (1982)", "D (1986)", "E (1994)"])]);
        assert!(text.contains("  wtm, =   printed   19,185        19,184"), "{text}");
        assert!(text.contains("              ours   19,184! [1]   19,184"), "{text}");
    }

    #[test]
    fn json_says_what_differs() {
        let json = to_json(&[sample(vec!["Clarke"])]);
        let cell = &json[0]["rows"][0]["cells"][0];
        assert_eq!(cell["published"], 19_185);
        assert_eq!(cell["differs"], true);
    }

    fn sample_census() -> Census {
        let count = |won, drawn| Count { positions: won + drawn, won, drawn };
        let by_file = ['a', 'b', 'c', 'd'].map(|file| FileCount { file, wtm: count(3, 1), btm: count(2, 2) });
        Census {
            convention: Convention::Strict,
            wtm: count(12, 4),
            btm: count(8, 8),
            converted: None,
            by_file,
            metric: Metric::Conversion,
            wtm_depths: [(1, 12_000), (3, 12)].into(),
            btm_depths: [(2, 8)].into(),
            wtm_stalemates: 2,
            wtm_repetition: 1,
            btm_repetition: 1,
            pawn_can_run: 5,
            unreachable: [count(0, 0), count(0, 0)],
        }
    }

    #[test]
    fn a_census_names_its_convention_and_sets_depths_side_by_side() {
        let text = render_census(&sample_census());
        assert!(text.starts_with("KPK, the rules of play and nothing else"), "{text}");
        let depths = [
            "  plies   White to move   plies   Black to move",
            "      1          12,000       2               8",
            "      3              12",
        ];
        assert!(text.contains(&depths.join("\n")), "{text}");
        assert!(text.contains("\n  pawn can run, Black to move          5\n"), "{text}");
    }

    #[test]
    fn census_json_has_every_figure() {
        let (census, json) = (sample_census(), census_to_json(&sample_census()));
        assert_eq!(json["convention"], "strict");
        for (name, figure) in census.figures() {
            assert_eq!(json["figures"][&name], figure, "{name}");
        }
    }
}
