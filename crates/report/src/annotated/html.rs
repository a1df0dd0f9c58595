//! Annotated games as one HTML page that asks nobody for anything: styles, diagrams and graphs are inside.

use std::fmt::Write;

use philidor_chess::{
    diagram::{Marks, Tint, escape, svg},
    pgn::Game,
    shakmaty::{Color, Position},
};
use philidor_tutor::{annotate::Annotated, judge::Phase};

use super::page::{Part, closing, occasion, parts, title};

/// Everything before the first game.
pub fn head() -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Annotated games</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    )
}

/// Everything after the last game.
pub fn foot() -> String {
    "</body>\n</html>\n".to_owned()
}

/// A game inside another page: with its own styles, and none of that page's.
pub fn inset(annotated: &Annotated) -> String {
    let style = STYLE.replace(":root", ":host").replace("body {", ":host { display: block;");
    let game = game(annotated);
    format!("<div><template shadowrootmode=\"open\"><style>\n{style}</style>\n{game}</template></div>\n")
}

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fdfcf9; --soft: #6b6b70; --line: #d9d5cc; --bad: #b3261e; --good: #2e7d32; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece9e2; --paper: #1b1b1d; --soft: #a3a09a; --line: #3a3a3e; --bad: #ff8a80; --good: #81c784; } }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 1.05rem/1.55 Georgia, 'Times New Roman', serif; }
article { margin-bottom: 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .2rem; }
h2 { font-size: 1.2rem; margin: 1.6rem 0 .3rem; clear: both; }
.occasion { color: var(--soft); margin: 0 0 1rem; }
.moves { font-weight: bold; margin: .9rem 0 .3rem; }
.theirs { color: var(--soft); border-left: 3px solid var(--line); padding-left: .8rem; margin: .3rem 0; }
.better { color: var(--soft); font-style: italic; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .95rem; }
th, td { padding: .15rem .9rem .15rem 0; text-align: right; font-weight: normal; }
th:first-child { text-align: left; color: var(--soft); }
figure { margin: 1rem 0; }
figure.board { float: right; width: 15rem; margin: .2rem 0 .6rem 1.2rem; }
figure.board svg { width: 100%; height: auto; }
figure.graph svg { width: 100%; height: auto; }
.clear { clear: both; }
@media (max-width: 34rem) { figure.board { float: none; width: 100%; margin: .6rem 0; } }
";

/// One game.
pub fn game(annotated: &Annotated) -> String {
    let mut out = format!("<article>\n<h1>{}</h1>\n", escape(&title(&annotated.game)));
    let occasion = occasion(&annotated.game);
    if !occasion.is_empty() {
        let _ = writeln!(out, "<p class=\"occasion\">{}</p>", escape(&occasion));
    }
    if !annotated.summary.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escape(&annotated.summary));
    }
    out.push_str(&figures(annotated));
    out.push_str(&graph(annotated));
    for part in parts(annotated) {
        let _ = match part {
            Part::Moves(moves) => writeln!(out, "<p class=\"moves\">{}</p>", escape(&moves)),
            Part::Theirs(text) => writeln!(out, "<p class=\"theirs\">{}</p>", escape(&text)),
            Part::Heading(text) => writeln!(out, "<h2>{}</h2>", escape(&text)),
            Part::Ours { index, text, better } => {
                if annotated.key_moments.contains(&index) {
                    out.push_str(&diagram(annotated, index));
                }
                let better = better
                    .map(|line| format!(" <span class=\"better\">({})</span>", escape(&line)))
                    .unwrap_or_default();
                writeln!(out, "<p>{}{better}</p>", escape(&text))
            }
        };
    }
    out.push_str("<div class=\"clear\"></div>\n");
    for (heading, items) in closing(annotated) {
        let _ = writeln!(out, "<h2>{}</h2>\n<ul>", escape(&heading));
        for item in items {
            let _ = writeln!(out, "<li>{}</li>", escape(&item));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</article>\n");
    out
}

/// A game that could not be annotated.
pub fn failed(game: &Game, reason: &str) -> String {
    format!(
        "<article>\n<h1>{}</h1>\n<p class=\"theirs\">{}</p>\n</article>\n",
        escape(&title(game)),
        escape(reason)
    )
}

fn figures(annotated: &Annotated) -> String {
    let [Some(white), Some(black)] = &annotated.figures else { return String::new() };
    let counts = annotated.counts();
    let row =
        |name: &str, w: String, b: String| format!("<tr><th>{name}</th><td>{w}</td><td>{b}</td></tr>\n");
    let mut out = "<table>\n<tr><th></th><th>White</th><th>Black</th></tr>\n".to_owned();
    out.push_str(&row("accuracy", format!("{:.0} %", white.accuracy), format!("{:.0} %", black.accuracy)));
    out.push_str(&row(
        "centipawns lost per move",
        format!("{:.0}", white.acpl),
        format!("{:.0}", black.acpl),
    ));
    for (i, name) in ["inaccuracies", "mistakes", "blunders"].into_iter().enumerate() {
        out.push_str(&row(name, counts[0][i].to_string(), counts[1][i].to_string()));
    }
    out.push_str("</table>\n");
    out
}

/// The position before a key moment, with the move played and the better one.
fn diagram(annotated: &Annotated, index: usize) -> String {
    let note = &annotated.notes[index];
    let view = &annotated.study.views[index];
    let node = annotated.game.node(annotated.study.nodes[index]);
    let mut marks = Marks::default().seen_by(Color::White);
    for &(from, to, good) in &note.arrows {
        marks = marks.arrow(from, to, if good { Tint::Good } else { Tint::Bad });
    }
    let caption = format!("{} {}", node.label(), node.san);
    format!(
        "<figure class=\"board\" role=\"img\" aria-label=\"before {}\">{}</figure>\n",
        escape(&caption),
        svg(view.pos.board(), &marks.caption(caption))
    )
}

/// White's winning chances over the game; the key moments are dots.
fn graph(annotated: &Annotated) -> String {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 160.0;
    let chances: Vec<f64> = annotated.study.views.iter().map(|v| v.eval().win_percent()).collect();
    if chances.len() < 3 {
        return String::new();
    }
    let x = |i: usize| i as f64 / (chances.len() - 1) as f64 * WIDTH;
    let y = |chance: f64| HEIGHT - chance / 100.0 * HEIGHT;
    let points: Vec<String> =
        chances.iter().enumerate().map(|(i, &c)| format!("{:.1},{:.1}", x(i), y(c))).collect();
    let mut out = format!(
        "<figure class=\"graph\"><svg viewBox=\"-2 -6 {:.0} {:.0}\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" \
         aria-label=\"White's winning chances over the game\">\n\
         <rect x=\"0\" y=\"0\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#5a5a5e\"/>\n\
         <polygon points=\"0,{HEIGHT} {} {WIDTH},{HEIGHT}\" fill=\"#f1eee6\"/>\n\
         <line x1=\"0\" y1=\"{mid}\" x2=\"{WIDTH}\" y2=\"{mid}\" stroke=\"#b08d57\" stroke-dasharray=\"4 4\"/>\n",
        WIDTH + 4.0,
        HEIGHT + 26.0,
        points.join(" "),
        mid = HEIGHT / 2.0,
    );
    for (phase, name) in [(Phase::Middlegame, "middlegame"), (Phase::Endgame, "endgame")] {
        if let Some(i) = annotated.phases.iter().position(|&p| p >= phase).filter(|&i| i > 0) {
            let _ = write!(
                out,
                "<line x1=\"{0:.1}\" y1=\"0\" x2=\"{0:.1}\" y2=\"{HEIGHT}\" stroke=\"#9a958a\" stroke-width=\"1\"/>\n\
                 <text x=\"{0:.1}\" y=\"{1:.0}\" font-size=\"12\" fill=\"#8a857a\">{name}</text>\n",
                x(i),
                HEIGHT + 15.0,
            );
        }
    }
    for &i in &annotated.key_moments {
        let node = annotated.game.node(annotated.study.nodes[i]);
        let bad = annotated.notes[i].judgement.is_some();
        let _ = writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"{}\"><title>{} {}</title></circle>",
            x(i + 1),
            y(chances[i + 1]),
            if bad { "#c62828" } else { "#2e7d32" },
            escape(&node.label()),
            escape(&node.san),
        );
    }
    out.push_str("</svg></figure>\n");
    out
}
