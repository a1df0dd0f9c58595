//! Outcomes as tables and pictures: Markdown, one self-contained HTML page, SVG plots, CSV.
//!
//! Reports say what was run and what came out, with 95 % intervals over the seeds, and hold no dates or times: the same
//! outcomes give the same bytes.

use std::{collections::BTreeMap, fmt::Write as _};

use philidor_chess::{
    diagram::{Marks, escape, svg},
    parse_fen,
    shakmaty::Position,
};
use philidor_plots::{
    Report, page,
    plot::{self, Axes, Series},
};
use philidor_stats::Mean;

use crate::{Heat, Outcome, Recipe};

/// Boards shown at most.
const BOARDS: usize = 24;
/// Lines in one plot at most.
const LINES: usize = 12;

/// Figures of one run over its seeds.
struct Group<'o> {
    label: &'o str,
    outcomes: Vec<&'o Outcome>,
}

impl Group<'_> {
    fn mean(&self, figure: &str) -> Option<(Mean, usize)> {
        let values: Vec<f64> = self.outcomes.iter().filter_map(|o| o.figures.get(figure).copied()).collect();
        (!values.is_empty()).then(|| (Mean::of(&values), values.len()))
    }
}

/// A number with as many places as it deserves.
fn number(x: f64) -> String {
    if x.fract() == 0.0 && x.abs() < 1e12 {
        let digits = format!("{:.0}", x.abs());
        let mut out = String::new();
        for (i, c) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                out.push(',');
            }
            out.push(c);
        }
        return if x < 0.0 { format!("-{out}") } else { out };
    }
    let places = if x.abs() >= 1000.0 {
        0
    } else if x.abs() >= 99.9 {
        3
    } else if x.abs() >= 10.0 {
        2
    } else {
        3
    };
    format!("{x:.places$}")
}

fn cell(mean: Mean) -> String {
    if mean.half > 0.0 {
        format!("{} ± {}", number(mean.mean), number(mean.half))
    } else {
        number(mean.mean)
    }
}

/// Everything about the outcomes of a recipe.
pub fn report(recipe: &Recipe, outcomes: &[Outcome]) -> Report {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for run in &recipe.runs {
        let mine: Vec<&Outcome> = outcomes.iter().filter(|o| o.label == run.label).collect();
        if !mine.is_empty() {
            groups.push(Group { label: &run.label, outcomes: mine });
        }
    }
    let mut columns: Vec<String> = recipe.columns.clone();
    for name in outcomes.iter().flat_map(|o| o.figures.keys()) {
        if recipe.columns.is_empty() && !columns.contains(name) {
            columns.push(name.clone());
        }
    }
    let pictures = pictures(recipe, &groups);
    let boards: Vec<_> = outcomes.iter().flat_map(|o| &o.boards).take(BOARDS).collect();
    let boards: Vec<String> = boards.iter().filter_map(|b| board(&b.fen, &b.words)).collect();
    let heats: Vec<String> = merged_heat(outcomes).iter().map(heat).collect();
    let notes: Vec<String> = groups
        .iter()
        .flat_map(|g| {
            g.outcomes.iter().flat_map(move |o| o.notes.iter().map(move |n| format!("{}: {n}", g.label)))
        })
        .collect();
    let table = table(recipe, &groups, &columns);
    Report {
        markdown: markdown(recipe, &table, &pictures, &notes),
        html: html(recipe, &table, &pictures, &boards, &heats, &notes),
        csv: csv(outcomes),
        pictures,
    }
}

/// Rows of cells, the head first.
fn table(recipe: &Recipe, groups: &[Group<'_>], columns: &[String]) -> Vec<Vec<String>> {
    let has_paper = |c: &String| recipe.runs.iter().any(|r| r.paper.contains_key(c));
    let used: Vec<&String> = columns.iter().filter(|c| groups.iter().any(|g| g.mean(c).is_some())).collect();
    let mut head = vec!["run".to_owned()];
    for column in &used {
        head.push((*column).clone());
        if has_paper(column) {
            head.push("paper".into());
        }
    }
    head.push("seeds".into());
    let mut rows = vec![head];
    for group in groups {
        let paper = recipe.runs.iter().find(|r| r.label == group.label).map(|r| &r.paper);
        let mut row = vec![group.label.to_owned()];
        for column in &used {
            row.push(group.mean(column).map_or_else(String::new, |(m, _)| cell(m)));
            if has_paper(column) {
                row.push(paper.and_then(|p| p.get(*column)).map_or_else(String::new, |x| number(*x)));
            }
        }
        row.push(group.outcomes.len().to_string());
        rows.push(row);
    }
    rows
}

fn pictures(recipe: &Recipe, groups: &[Group<'_>]) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut errors = Vec::new();
    for group in groups.iter().filter(|g| g.outcomes[0].curve.len() > 2).take(LINES) {
        let first = group.outcomes[0];
        let line = |name: String, points: Vec<(f64, f64)>| Series { name, points, bars: vec![] };
        let at = |errors: usize| (errors as f64).max(0.5);
        errors.push(line(
            group.label.to_owned(),
            first.curve.iter().map(|p| (f64::from(p.epoch), at(p.errors))).collect(),
        ));
        if first.curve[0].test_errors.is_some() {
            let tests = first.curve.iter().filter_map(|p| p.test_errors.map(|t| (f64::from(p.epoch), at(t))));
            errors.push(line(format!("{}, testing", group.label), tests.collect()));
        }
    }
    if !errors.is_empty() {
        let title = "Positions classified wrongly, by epoch";
        let axes = Axes { title, x: "epoch", y: "errors", log_y: true, log_x: false, points: false };
        out.push(("learning.svg".to_owned(), plot::draw(&axes, &errors)));
    }
    if let Some([x, y]) = &recipe.plot {
        // Runs whose labels differ only behind a comma are one line.
        let mut lines: BTreeMap<&str, Vec<(f64, Mean)>> = BTreeMap::new();
        for group in groups {
            let name = group.label.split_once(", ").map_or(group.label, |(name, _)| name);
            if let (Some((x, _)), Some((y, _))) = (group.mean(x), group.mean(y)) {
                lines.entry(name).or_default().push((x.mean, y));
            }
        }
        let series: Vec<Series> = lines
            .into_iter()
            .map(|(name, mut points)| {
                points.sort_by(|a, b| a.0.total_cmp(&b.0));
                Series {
                    name: name.to_owned(),
                    points: points.iter().map(|(x, y)| (*x, y.mean)).collect(),
                    bars: points.iter().map(|(_, y)| y.half).collect(),
                }
            })
            .collect();
        let spread = |s: &[Series]| {
            let xs = s.iter().flat_map(|s| s.points.iter().map(|p| p.0));
            let (low, high) = xs.fold((f64::INFINITY, 0.0f64), |(l, h), x| (l.min(x), h.max(x)));
            low > 0.0 && high / low > 30.0
        };
        let title = format!("{y} against {x}");
        let axes = Axes { title: &title, x, y, log_y: false, log_x: spread(&series), points: false };
        out.push(("figures.svg".to_owned(), plot::draw(&axes, &series)));
    }
    let mut plots: Vec<(&[String; 3], Vec<Series>)> = Vec::new();
    for line in groups.iter().flat_map(|g| &g.outcomes[0].lines) {
        let series = Series { name: line.name.clone(), points: line.points.clone(), bars: vec![] };
        match plots.iter_mut().find(|(p, _)| **p == line.plot) {
            Some((_, lines)) if lines.len() >= LINES => {}
            Some((_, lines)) => lines.push(series),
            None => plots.push((&line.plot, vec![series])),
        }
    }
    for (i, ([title, x, y], series)) in plots.iter().enumerate() {
        let points = y.ends_with("(points)");
        let axes = Axes { title, x, y, log_y: title.contains("(log"), log_x: false, points };
        out.push((format!("plot-{}.svg", i + 1), plot::draw(&axes, series)));
    }
    out
}

/// A position as a picture; `None` if it cannot be set up.
fn board(fen: &str, words: &str) -> Option<String> {
    let pos = parse_fen(fen).ok()?;
    let who = if pos.turn().is_white() { "White" } else { "Black" };
    Some(svg(pos.board(), &Marks::default().caption(format!("{who} to move: {words}"))))
}

/// Maps of the same title are added up.
fn merged_heat(outcomes: &[Outcome]) -> Vec<Heat> {
    let mut out: Vec<Heat> = Vec::new();
    for heat in outcomes.iter().flat_map(|o| &o.heat) {
        match out.iter_mut().find(|h| h.title == heat.title) {
            Some(sum) => sum.counts.iter_mut().zip(&heat.counts).for_each(|(a, b)| *a += b),
            None => out.push(heat.clone()),
        }
    }
    out.retain(|h| h.counts.iter().any(|&c| c > 0));
    out
}

/// Counts on a board.
fn heat(heat: &Heat) -> String {
    let most = heat.counts.iter().copied().max().unwrap_or(1).max(1);
    let mut out = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 280 300" width="280" height="300" role="img" font-family="sans-serif"><title>{t}</title><text x="148" y="14" font-size="12" text-anchor="middle">{t}</text>"#,
        t = escape(&heat.title)
    );
    for (i, &count) in heat.counts.iter().enumerate() {
        let (file, rank) = (i % 8, i / 8);
        let (x, y) = (20 + 32 * file, 22 + 32 * (7 - rank));
        let share = f64::from(count) / f64::from(most);
        let base = if (file + rank) % 2 == 0 { "#d8d2c6" } else { "#f1ebdd" };
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            r##"<rect x="{x}" y="{y}" width="32" height="32" fill="{base}"/><rect x="{x}" y="{y}" width="32" height="32" fill="#c0392b" fill-opacity="{:.3}"/>"##,
            share.sqrt() * 0.9
        );
        if count > 0 {
            let _ = write!(
                out,
                r##"<text x="{}" y="{}" font-size="11" text-anchor="middle" fill="#1d1d1b">{count}</text>"##,
                x + 16,
                y + 20
            );
        }
    }
    for i in 0..8 {
        let _ = write!(
            out,
            r#"<text x="{}" y="292" font-size="11" text-anchor="middle">{}</text><text x="10" y="{}" font-size="11" text-anchor="middle">{}</text>"#,
            36 + 32 * i,
            (b'a' + i as u8) as char,
            42 + 32 * (7 - i),
            i + 1
        );
    }
    out.push_str("</svg>");
    out
}

fn markdown(
    recipe: &Recipe,
    table: &[Vec<String>],
    pictures: &[(String, String)],
    notes: &[String],
) -> String {
    let mut out = format!("# {}\n\n{}\n\n", recipe.title, recipe.question);
    for (i, row) in table.iter().enumerate() {
        let _ = writeln!(out, "| {} |", row.join(" | ")); // writing to a String cannot fail
        if i == 0 {
            let _ = writeln!(out, "|---|{}", "---:|".repeat(row.len() - 1));
        }
    }
    out.push_str("\nMeans over the seeds; ± is half a 95 % interval (Student's t).\n");
    for note in notes {
        let _ = write!(out, "\n- {note}");
    }
    if !notes.is_empty() {
        out.push('\n');
    }
    for (file, _) in pictures {
        let _ = write!(out, "\n![{file}]({file})\n");
    }
    let _ = write!(out, "\nMade by `philidor mine run {}`.\n", recipe.name);
    out
}

fn html(
    recipe: &Recipe,
    table: &[Vec<String>],
    pictures: &[(String, String)],
    boards: &[String],
    heats: &[String],
    notes: &[String],
) -> String {
    let mut out = page(&recipe.title);
    let _ = writeln!(out, "<p class=\"question\">{}</p>", escape(&recipe.question)); // writing to a String cannot fail
    out.push_str("<div class=\"wide\"><table>\n");
    let head = table.first().cloned().unwrap_or_default();
    for (i, row) in table.iter().enumerate() {
        let tag = if i == 0 { "th" } else { "td" };
        out.push_str("<tr>");
        for (text, name) in row.iter().zip(&head) {
            let class = if name == "paper" { " class=\"paper\"" } else { "" };
            let _ = write!(out, "<{tag}{class}>{}</{tag}>", escape(text)); // writing to a String cannot fail
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n<p>Means over the seeds; ± is half a 95 % interval (Student's t).</p>\n");
    if !notes.is_empty() {
        out.push_str("<h2>Remarks</h2>\n<ul>");
        notes.iter().for_each(|n| out.push_str(&format!("<li>{}</li>\n", escape(n))));
        out.push_str("</ul>\n");
    }
    if !pictures.is_empty() {
        out.push_str("<h2>Plots</h2>\n<div class=\"plots\">\n");
        pictures.iter().for_each(|(_, svg)| out.push_str(svg));
        out.push_str("</div>\n");
    }
    for (title, boards) in [("Where the errors are", heats), ("Positions judged wrongly", boards)] {
        if !boards.is_empty() {
            let _ = writeln!(out, "<h2>{title}</h2>\n<div class=\"boards\">");
            boards.iter().for_each(|b| out.push_str(b));
            out.push_str("</div>\n");
        }
    }
    let _ = writeln!(
        out,
        "<footer>Made by <code>philidor mine run {}</code>.</footer></body></html>",
        recipe.name
    );
    out
}

fn csv(outcomes: &[Outcome]) -> String {
    let mut out = "label,seed,figure,value\n".to_owned();
    let quote =
        |s: &str| if s.contains([',', '"']) { format!("\"{}\"", s.replace('"', "\"\"")) } else { s.into() };
    for o in outcomes {
        for (figure, value) in &o.figures {
            let _ = writeln!(out, "{},{},{},{value}", quote(&o.label), o.seed, quote(figure)); // a String takes all
        }
        for p in &o.curve {
            let (label, seed, epoch) = (quote(&o.label), o.seed, p.epoch);
            let _ = writeln!(out, "{label},{seed},errors at epoch {epoch},{}", p.errors);
            if let Some(errors) = p.test_errors {
                let _ = writeln!(out, "{label},{seed},testing errors at epoch {epoch},{errors}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Point};

    #[test]
    fn a_report_shows_intervals_the_paper_and_pictures() {
        let recipe = Recipe::parse(
            "try",
            "title = 'A <try>'\nquestion = 'q'\n[[runs]]\nlabel = 'one'\npaper = { errors = 7 }\nseeds = 2",
            false,
        )
        .unwrap();
        let outcome = |seed: u64, errors: f64| {
            let mut o = Outcome { label: "one".into(), seed, ..Outcome::default() };
            o.figure("errors", errors);
            let point = |epoch| Point { epoch, errors: 9, test_errors: None, e1: 0.1, e2: 0.9 };
            o.curve = (1..5).map(point).collect();
            o.boards.push(Board { fen: "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1".into(), words: "draw".into() });
            o.heat.push(Heat { title: "kings".into(), counts: vec![1; 64] });
            o
        };
        let made = report(&recipe, &[outcome(1, 3.0), outcome(2, 5.0)]);
        assert!(made.markdown.contains("| one | 4 ± 12.71 | 7 | 2 |"), "{}", made.markdown);
        assert!(made.html.contains("A &lt;try&gt;") && made.html.contains("class=\"board\""));
        assert_eq!(made.pictures.len(), 1);
        assert!(made.csv.contains("one,2,errors,5\n") && made.csv.contains("errors at epoch 4,9"));
        assert_eq!(made, report(&recipe, &[outcome(1, 3.0), outcome(2, 5.0)]));
    }

    #[test]
    fn numbers_have_the_places_they_deserve() {
        let shown = [81664.0, -1234.0, 99.9636, 95.234_5, 0.123_45, 12.345_6].map(number);
        assert_eq!(shown, ["81,664", "-1,234", "99.964", "95.23", "0.123", "12.35"]);
    }
}
