//! The report of training runs: learning curves, Table 1 of the paper beside ours, and how recipes compare.

use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
};

use philidor_chess::diagram::escape;
use philidor_plots::{
    Report, page,
    plot::{Axes, Series, draw},
};
use philidor_stats::Mean;
use serde::{Deserialize, Serialize};

/// One point of a learning curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Games learned from.
    pub games: u64,
    /// Mean squared temporal difference since the last point.
    pub td_error: f64,
    /// The same on final boards.
    pub final_error: f64,
    /// Mean squared slope error per input, if slopes were learned.
    pub slope_error: Option<f64>,
    /// Mean log loss of the expected score on held-out games.
    pub held_out_log_loss: f64,
    /// Share of held-out boards whose winner is named.
    pub sign_accuracy: f64,
    /// Share of boards that experts made.
    pub expert_share: f64,
    /// Match games won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// 95 % interval of the score.
    pub score_low: f64,
    /// Its upper end.
    pub score_high: f64,
}

impl Point {
    /// Games of the match.
    pub fn played(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Share of points in the match.
    pub fn score(&self) -> Option<f64> {
        let played = f64::from(self.played());
        (played > 0.0).then(|| (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / played)
    }
}

impl fmt::Display for Point {
    /// A line of the curve, told while the run is under way.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:>7} games  TD {:.4}  final {:.4}  held-out log loss {:.4}  winner {:.1} %",
            self.games,
            self.td_error,
            self.final_error,
            self.held_out_log_loss,
            100.0 * self.sign_accuracy
        )?;
        let Some(score) = self.score() else { return Ok(()) };
        write!(
            f,
            "  +{} ={} -{} {:.1} % [{:.1}, {:.1}]",
            self.wins,
            self.draws,
            self.losses,
            100.0 * score,
            100.0 * self.score_low,
            100.0 * self.score_high
        )
    }
}

/// One run.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The recipe's name.
    pub recipe: String,
    /// Its seed.
    pub seed: u64,
    /// Its curve.
    pub points: Vec<Point>,
    /// A game of its last match, as PGN.
    pub game: Option<String>,
}

/// Table 1 of the paper: games, then wins against GNU Chess at depth 2, back-propagation and EBNN.
const TABLE1: [(u64, u32, u32); 7] = [
    (100, 1, 0),
    (200, 6, 2),
    (500, 35, 13),
    (1000, 73, 85),
    (1500, 130, 135),
    (2000, 190, 215),
    (2400, 239, 316),
];

/// A game of a run in words, as the tutor tells it.
#[derive(Debug, Clone, PartialEq)]
pub struct Telling {
    /// Markdown, with headings from the third level down.
    pub markdown: String,
    /// A part of a page.
    pub html: String,
}

impl Telling {
    /// A game as it was played, without words.
    fn plain(pgn: &str) -> Telling {
        let pgn = pgn.trim_end();
        Telling {
            markdown: format!("```\n{pgn}\n```\n"),
            html: format!("<pre style=\"white-space:pre-wrap\">{}</pre>", escape(pgn)),
        }
    }
}

/// The game that a report shows: the first run's that has one, as PGN.
pub fn sample_game(runs: &[Run]) -> Option<&str> {
    runs.iter().find_map(|run| run.game.as_deref())
}

/// Makes the report; `told` is [`sample_game`] in words.
pub fn report(runs: &[Run], told: Option<Telling>) -> Report {
    let table = table1(runs);
    let last = last_points(runs);
    let pictures = pictures(runs);
    let pairs = pairs(runs);
    let game = told.or_else(|| sample_game(runs).map(Telling::plain));
    let mut markdown = format!(
        "# Training report\n\n## Last points\n\n{}\n## Wins so far\n\n{NOTE}\n\n{}",
        pipes(&last),
        pipes(&table)
    );
    if pairs.len() > 1 {
        let _ = write!(markdown, "\n## Recipes against each other\n\n{PAIRED}\n\n{}", pipes(&pairs));
    }
    for (name, _) in &pictures {
        let _ = write!(markdown, "\n![{name}]({name})\n"); // writing to a String cannot fail
    }
    if let Some(game) = &game {
        let _ = write!(markdown, "\n## A game\n\n{}", game.markdown);
    }
    let mut html = page("Training report");
    let _ = write!(
        html,
        "\n<h2>Last points</h2>{}<h2>Wins so far</h2><p class=\"question\">{NOTE}</p>{}",
        rows(&last),
        rows(&table)
    );
    if pairs.len() > 1 {
        let _ = write!(
            html,
            "<h2>Recipes against each other</h2><p class=\"question\">{PAIRED}</p>{}",
            rows(&pairs)
        );
    }
    html.push_str("<h2>Curves</h2><div class=\"plots\">");
    pictures.iter().for_each(|(_, svg)| html.push_str(svg));
    html.push_str("</div>\n");
    if let Some(game) = game {
        let _ = write!(html, "<h2>A game</h2>{}", game.html);
    }
    html.push_str("<footer>Made by <code>philidor learn report</code>.</footer></body></html>\n");
    Report { markdown, html, csv: csv(runs), pictures }
}

const NOTE: &str = "Match games won so far, scaled to one match game per training game as in Table 1 of the paper \
    (Thrun 1995: back-propagation and EBNN against GNU Chess at depth 2, no quiescence). Ours: mean over seeds, ± half a 95 % interval.";

const PAIRED: &str = "Runs with the same seed, side by side: the first recipe's figure minus the second's, mean over seeds ± half a \
    95 % interval (Student's t); a difference whose interval holds 0 is not shown by these runs.";

/// Every two recipes that share at least two seeds, compared seed by seed at the last games that both have measured.
fn pairs(runs: &[Run]) -> Vec<Vec<String>> {
    let head = [
        "recipes",
        "seeds",
        "games",
        "wins so far",
        "all matches, score %",
        "last match, score %",
        "held-out log loss",
    ];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    let groups = groups(runs);
    for (i, (first, ones)) in groups.iter().enumerate() {
        for (second, others) in &groups[i + 1..] {
            let both: Vec<(&Run, &Run)> = ones
                .iter()
                .filter_map(|one| Some((*one, *others.iter().find(|other| other.seed == one.seed)?)))
                .collect();
            let last = |run: &Run| run.points.last().map_or(0, |p| p.games);
            let games = both.iter().map(|(a, b)| last(a).min(last(b))).min().unwrap_or(0);
            if both.len() < 2 {
                continue;
            }
            let difference = |figure: &dyn Fn(&Run) -> Option<f64>, places| {
                let values: Vec<f64> =
                    both.iter().filter_map(|(a, b)| Some(figure(a)? - figure(b)?)).collect();
                if values.len() < both.len() { String::new() } else { mean_and_half(&values, places) }
            };
            let at = |run: &Run| run.points.iter().find(|p| p.games == games).cloned();
            let wins =
                |run: &Run| wins_so_far(run).into_iter().find(|(g, _)| *g == games).map(|(_, wins)| wins);
            let all = |run: &Run| {
                let scores: Vec<f64> =
                    run.points.iter().filter(|p| p.games <= games).filter_map(Point::score).collect();
                (!scores.is_empty()).then(|| 100.0 * scores.iter().sum::<f64>() / scores.len() as f64)
            };
            table.push(vec![
                format!("{first} - {second}"),
                both.len().to_string(),
                games.to_string(),
                difference(&wins, 0),
                difference(&all, 1),
                difference(&|run| at(run)?.score().map(|s| 100.0 * s), 1),
                difference(&|run| Some(at(run)?.held_out_log_loss), 4),
            ]);
        }
    }
    table
}

/// Runs by recipe, in the order they came.
fn groups(runs: &[Run]) -> Vec<(&str, Vec<&Run>)> {
    let mut groups: Vec<(&str, Vec<&Run>)> = Vec::new();
    for run in runs {
        match groups.iter_mut().find(|(name, _)| *name == run.recipe) {
            Some((_, all)) => all.push(run),
            None => groups.push((&run.recipe, vec![run])),
        }
    }
    groups
}

/// Wins so far after each point, with the share of match games won counted for every training game since the last.
fn wins_so_far(run: &Run) -> Vec<(u64, f64)> {
    let (mut before, mut wins) = (0, 0.0);
    let mut out = Vec::new();
    for p in run.points.iter().filter(|p| p.played() > 0) {
        wins += (p.games - before) as f64 * f64::from(p.wins) / f64::from(p.played());
        before = p.games;
        out.push((p.games, wins));
    }
    out
}

fn table1(runs: &[Run]) -> Vec<Vec<String>> {
    let groups = groups(runs);
    let mut head = vec!["games".to_owned(), "paper: back-propagation".to_owned(), "paper: EBNN".to_owned()];
    head.extend(groups.iter().map(|(name, all)| format!("{name} ({} seeds)", all.len())));
    let mut lines: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let curves: Vec<Vec<Vec<(u64, f64)>>> =
        groups.iter().map(|(_, all)| all.iter().map(|run| wins_so_far(run)).collect()).collect();
    let ours = curves.iter().flatten().flatten().map(|(games, _)| *games);
    for games in ours.chain(TABLE1.map(|row| row.0)) {
        lines.entry(games).or_default();
    }
    for (games, line) in &mut lines {
        let paper = TABLE1.iter().find(|row| row.0 == *games);
        line.push(games.to_string());
        line.push(paper.map_or_else(String::new, |row| row.1.to_string()));
        line.push(paper.map_or_else(String::new, |row| row.2.to_string()));
        for curves in &curves {
            let values: Vec<f64> =
                curves.iter().filter_map(|c| c.iter().find(|(g, _)| g == games)).map(|(_, w)| *w).collect();
            line.push(if values.is_empty() { String::new() } else { mean_and_half(&values, 0) });
        }
    }
    std::iter::once(head).chain(lines.into_values()).collect()
}

fn last_points(runs: &[Run]) -> Vec<Vec<String>> {
    let head = [
        "recipe",
        "seeds",
        "games",
        "last match, score %",
        "held-out log loss",
        "winner named %",
        "expert boards %",
    ];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    for (name, all) in groups(runs) {
        let last: Vec<&Point> = all.iter().filter_map(|run| run.points.last()).collect();
        let of = |f: &dyn Fn(&Point) -> Option<f64>, places| {
            let values: Vec<f64> = last.iter().filter_map(|p| f(p)).collect();
            if values.is_empty() { String::new() } else { mean_and_half(&values, places) }
        };
        table.push(vec![
            name.to_owned(),
            all.len().to_string(),
            last.iter().map(|p| p.games).max().unwrap_or(0).to_string(),
            of(&|p| p.score().map(|s| 100.0 * s), 1),
            of(&|p| Some(p.held_out_log_loss), 4),
            of(&|p| Some(100.0 * p.sign_accuracy), 1),
            of(&|p| Some(100.0 * p.expert_share), 1),
        ]);
    }
    table
}

/// The mean, and half of its 95 % interval (Student's t) if there are several.
fn mean_and_half(values: &[f64], places: usize) -> String {
    let Mean { mean, half } = Mean::of(values);
    if values.len() < 2 { format!("{mean:.places$}") } else { format!("{mean:.places$} ± {half:.places$}") }
}

fn pictures(runs: &[Run]) -> Vec<(String, String)> {
    type Figure = fn(&Point) -> Option<f64>;
    let plots: [(&str, &str, Figure); 5] = [
        ("score", "score against eval:gnu-like, same search (%)", |p| p.score().map(|s| 100.0 * s)),
        ("td-error", "mean squared temporal difference", |p| Some(p.td_error)),
        ("slope-error", "mean squared slope error", |p| p.slope_error),
        ("log-loss", "held-out log loss", |p| Some(p.held_out_log_loss)),
        ("winner", "winner named on held-out boards (%)", |p| Some(100.0 * p.sign_accuracy)),
    ];
    let mut made = Vec::new();
    for (name, title, figure) in plots {
        let line = |run: &Run| Series {
            name: format!("{} seed {}", run.recipe, run.seed),
            points: run.points.iter().filter_map(|p| Some((p.games as f64, figure(p)?))).collect(),
            bars: match name {
                "score" => run
                    .points
                    .iter()
                    .filter(|p| p.played() > 0)
                    .map(|p| 50.0 * (p.score_high - p.score_low))
                    .collect(),
                _ => Vec::new(),
            },
        };
        let series: Vec<Series> = runs.iter().map(line).filter(|s| !s.points.is_empty()).collect();
        if !series.is_empty() {
            let axes = Axes { title, x: "games", y: title, log_y: false, log_x: false, points: false };
            made.push((format!("{name}.svg"), draw(&axes, &series)));
        }
    }
    made
}

fn pipes(table: &[Vec<String>]) -> String {
    let mut out = String::new();
    for (i, row) in table.iter().enumerate() {
        let _ = writeln!(out, "| {} |", row.join(" | "));
        if i == 0 {
            let _ = writeln!(out, "|{}", "---|".repeat(row.len()));
        }
    }
    out
}

fn rows(table: &[Vec<String>]) -> String {
    let mut out = "<div class=\"wide\"><table>\n".to_owned();
    for (i, row) in table.iter().enumerate() {
        let tag = if i == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|text| format!("<{tag}>{}</{tag}>", escape(text))).collect();
        let _ = writeln!(out, "<tr>{cells}</tr>");
    }
    out.push_str("</table></div>\n");
    out
}

fn csv(runs: &[Run]) -> String {
    let mut out = "recipe,seed,games,td_error,final_error,slope_error,held_out_log_loss,sign_accuracy,expert_share,wins,draws,losses,score_low,score_high\n".to_owned();
    for run in runs {
        for p in &run.points {
            let slope = p.slope_error.map_or_else(String::new, |s| s.to_string());
            let _ = writeln!(
                out,
                "{},{},{},{},{},{slope},{},{},{},{},{},{},{},{}",
                run.recipe.replace(',', " "),
                run.seed,
                p.games,
                p.td_error,
                p.final_error,
                p.held_out_log_loss,
                p.sign_accuracy,
                p.expert_share,
                p.wins,
                p.draws,
                p.losses,
                p.score_low,
                p.score_high
            );
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_counted_as_the_paper_counts_them() {
        let point = |games, wins| Point {
            games,
            td_error: 0.1,
            final_error: 0.2,
            slope_error: None,
            held_out_log_loss: 0.69,
            sign_accuracy: 0.7,
            expert_share: 0.9,
            wins,
            draws: 10,
            losses: 90 - wins,
            score_low: 0.1,
            score_high: 0.3,
        };
        let run = |seed, last| Run {
            recipe: "td".into(),
            seed,
            points: vec![point(1000, 10), point(2400, last)],
            game: Some("1. e4 <e5>".into()),
        };
        assert_eq!(wins_so_far(&run(1, 50)), [(1000, 100.0), (2400, 800.0)]);
        let made = report(&[run(1, 50), run(2, 50)], None);
        assert!(made.markdown.contains("| 2400 | 239 | 316 | 800 ± 0 |"), "{}", made.markdown);
        assert!(made.html.contains("&lt;e5&gt;") && made.csv.lines().count() == 5);
        assert_eq!(made.pictures.len(), 4);
        // Seed by seed against another recipe: 20 and 40 more wins of 100 in the second match.
        let other = |seed, last| Run { recipe: "ebnn".into(), ..run(seed, last) };
        let made = report(&[other(1, 70), other(2, 90), run(1, 50), run(2, 50), other(3, 0)], None);
        let row = made.markdown.lines().find(|l| l.starts_with("| ebnn - td")).unwrap();
        assert!(row.starts_with("| ebnn - td | 2 | 2400 | 420 ± "), "{row}");
        assert!(made.html.contains("ebnn - td"));
    }
}
