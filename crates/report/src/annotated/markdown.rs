//! Annotated games as Markdown.

use std::fmt::Write;

use philidor_chess::{diagram, shakmaty::Color};
use philidor_tutor::annotate::Annotated;

use super::page::{Part, closing, occasion, parts, title};

/// One game.
pub fn game(annotated: &Annotated) -> String {
    let mut out = format!("# {}\n\n", escaped(&title(&annotated.game)));
    let occasion = occasion(&annotated.game);
    if !occasion.is_empty() {
        let _ = write!(out, "*{}*\n\n", escaped(&occasion));
    }
    if !annotated.summary.is_empty() {
        let _ = write!(out, "{}\n\n", escaped(&annotated.summary));
    }
    out.push_str(&figures(annotated));
    for part in parts(annotated) {
        let _ = match part {
            Part::Moves(moves) => write!(out, "**{}**\n\n", escaped(&moves)),
            Part::Theirs(text) => write!(out, "> {}\n\n", escaped(&text)),
            Part::Heading(text) => write!(out, "## {}\n\n", escaped(&text)),
            Part::Ours { index, text, better } => {
                if annotated.key_moments.contains(&index) {
                    out.push_str(&board(annotated, index));
                }
                let better = better.map(|line| format!(" *({})*", escaped(&line))).unwrap_or_default();
                write!(out, "{}{better}\n\n", escaped(&text))
            }
        };
    }
    for (heading, items) in closing(annotated) {
        let _ = write!(out, "## {}\n\n", escaped(&heading));
        for item in items {
            let _ = writeln!(out, "- {}", escaped(&item));
        }
        out.push('\n');
    }
    out
}

/// A game that could not be annotated.
pub fn failed(game: &philidor_chess::pgn::Game, reason: &str) -> String {
    format!("# {}\n\n*{}*\n\n", escaped(&title(game)), escaped(reason))
}

/// The position before a key moment, as a board of letters that every reader of Markdown shows as it stands.
fn board(annotated: &Annotated, index: usize) -> String {
    let node = annotated.game.node(annotated.study.nodes[index]);
    let board = diagram::unicode(&annotated.study.views[index].pos, Color::White);
    format!(
        "```text\n{}\n```\n\n*{}{}*\n\n",
        board.trim_end(),
        escaped(&node.label()),
        escaped(&node.san.to_string())
    )
}

fn figures(annotated: &Annotated) -> String {
    let mut out = String::new();
    if let [Some(white), Some(black)] = &annotated.figures {
        let counts = annotated.counts();
        let row = |name: &str, w: String, b: String| format!("| {name} | {w} | {b} |\n");
        out.push_str("| | White | Black |\n|---|---:|---:|\n");
        out.push_str(&row(
            "accuracy",
            format!("{:.0} %", white.accuracy),
            format!("{:.0} %", black.accuracy),
        ));
        out.push_str(&row(
            "centipawns lost per move",
            format!("{:.0}", white.acpl),
            format!("{:.0}", black.acpl),
        ));
        for (i, name) in ["inaccuracies", "mistakes", "blunders"].into_iter().enumerate() {
            out.push_str(&row(name, counts[0][i].to_string(), counts[1][i].to_string()));
        }
        out.push('\n');
    }
    out
}

/// Text that Markdown must not read as markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' => {
                out.push('\\');
                out.push(c);
            }
            '\n' | '\r' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}
