//! The profile as one HTML page that asks nobody for anything: every example is a click away, with its board.

use std::fmt::Write;

use philidor_chess::{
    diagram::{Marks, escape, svg},
    parse_fen,
    shakmaty::Position,
};

use crate::{
    habit::Finding,
    record::Example,
    summary::{Group, Profile},
    words::Voice,
};

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fdfcf9; --soft: #6b6b70; --line: #d9d5cc; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece9e2; --paper: #1b1b1d; --soft: #a3a09a; --line: #3a3a3e; --bad: #ff8a80; } }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 1.05rem/1.55 Georgia, serif; }
table { border-collapse: collapse; font-size: .92rem; margin: .6rem 0 1.6rem; }
th, td { padding: .15rem .9rem .15rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td.n { text-align: right; }
summary { cursor: pointer; color: var(--soft); }
.boards { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { width: 14rem; margin: .5rem 0; }
figure svg { width: 100%; height: auto; }
figcaption { font-size: .85rem; }
.out { color: var(--bad); font-weight: bold; }
";
/// Boards shown of one finding.
const BOARDS: usize = 12;

fn board(fen: &str, caption: &str) -> String {
    let Ok(pos) = parse_fen(fen) else { return String::new() };
    let picture = svg(pos.board(), &Marks::default().seen_by(pos.turn()));
    format!("<figure>{picture}<figcaption>{caption}</figcaption></figure>\n")
}

fn examples(examples: &[Example], voice: &Voice) -> String {
    if examples.is_empty() {
        return String::new();
    }
    let shown: String = examples
        .iter()
        .take(BOARDS)
        .map(|e| {
            let holes: [(&str, &dyn std::fmt::Display); 3] =
                [("n", &e.game), ("move", &voice.mv(&e.label)), ("best", &voice.mv(&e.best))];
            board(&e.fen, &escape(&voice.say("was-played", &holes)))
        })
        .collect();
    format!(
        "<details><summary>{}</summary><p>{}</p><div class=\"boards\">{shown}</div></details>\n",
        voice.say("examples", &[("n", &examples.len())]),
        escape(&voice.places(examples))
    )
}

fn finding(out: &mut String, one: &Finding, since: Option<&str>, voice: &Voice) {
    let _ = write!(
        out,
        "<p>{}</p>\n<p>{}</p>\n{}",
        escape(&voice.told(one)),
        escape(&voice.changed(one, since)),
        examples(&one.examples, voice)
    );
}

/// A heading and the first row of a table; an empty column is one without a name.
fn table(out: &mut String, title: &str, columns: &[&str], voice: &Voice) {
    let names: String = columns
        .iter()
        .map(|key| format!("<th>{}</th>", if key.is_empty() { String::new() } else { voice.say(key, &[]) }))
        .collect();
    let _ = write!(out, "<h2>{}</h2>\n<table><tr>{names}</tr>\n", escape(title));
}

fn groups(out: &mut String, title: &str, groups: &[Group], voice: &Voice) {
    let columns = ["", "column-games", "column-points", "column-promised", "column-accuracy", "column-which"];
    table(out, title, &columns, voice);
    for group in groups {
        let dash = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |v| format!("{v:.0}"));
        let numbers: Vec<String> = group.numbers.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td><details><summary>{}</summary>{}</details></td></tr>",
            escape(&voice.group(&group.name)),
            group.games,
            voice.made(group),
            dash(group.promised.map(|p| 100.0 * p)),
            dash(group.accuracy),
            voice.say("column-games", &[]),
            numbers.join(", ")
        );
    }
    out.push_str("</table>\n");
}

impl Profile {
    /// The page, in a language of the given code.
    pub fn html(&self, voice: &Voice, language: &str) -> String {
        let title = escape(&voice.title(self));
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
            escape(language)
        );
        let _ = writeln!(out, "<p>{}</p>", escape(&voice.head(self).join(" ")));
        let _ = writeln!(out, "<h2>{}</h2>", voice.say("one-thing", &[]));
        match self.habit() {
            Some(habit) => {
                finding(&mut out, habit, self.since.as_deref(), voice);
                let _ = writeln!(out, "<p>{}</p>", escape(&voice.advice(&habit.kind)));
            }
            None => {
                let _ = writeln!(out, "<p>{}</p>", escape(&voice.nothing(self)));
            }
        }
        self.practise(&mut out, voice);
        for (title, these) in voice.tables(self) {
            groups(&mut out, &title, these, voice);
        }
        self.counts(&mut out, voice);
        out.push_str("</body>\n</html>\n");
        out
    }

    fn practise(&self, out: &mut String, voice: &Voice) {
        if self.drills.is_empty() {
            return;
        }
        let say = |key| voice.say(key, &[]);
        let _ = writeln!(
            out,
            "<h3>{}</h3>\n<p>{}</p>\n<div class=\"boards\">",
            say("practise-title"),
            say("practise-quiet")
        );
        for (at, drill) in self.drills.iter().enumerate() {
            let answer = if drill.quiet { say("nothing-to-find") } else { voice.mv(&drill.best) };
            let played = voice.mv(&drill.played);
            let told =
                voice.say("answered", &[("answer", &answer), ("game", &drill.game), ("move", &played)]);
            let caption = format!(
                "<details><summary>{}</summary>{}</details>",
                voice.say("answer", &[("n", &(at + 1))]),
                escape(&told)
            );
            out.push_str(&board(&drill.fen, &caption));
        }
        out.push_str("</div>\n");
    }

    fn counts(&self, out: &mut String, voice: &Voice) {
        let say = |key| voice.say(key, &[]);
        let _ = writeln!(out, "<p>{}.</p>", escape(&voice.converted(self)));
        table(out, &say("counted"), &["", "column-you", "column-they", ""], voice);
        for one in &self.findings {
            let class = if one.stands_out { " class=\"out\"" } else { "" };
            let _ = writeln!(
                out,
                "<tr><td{class}>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(&voice.about(&one.kind)),
                voice.share(&one.mine),
                voice.share(&one.theirs),
                examples(&one.examples, voice)
            );
        }
        out.push_str("</table>\n");
        let columns = ["", "column-games", "column-you", "column-they", "column-tables"];
        table(out, &say("endings"), &columns, voice);
        for ending in &self.endings {
            let _ = writeln!(
                out,
                "<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td><td>{}{}</td></tr>",
                escape(&voice.name(&ending.name)),
                ending.games,
                voice.share(&ending.mine),
                voice.share(&ending.theirs),
                voice.share(&ending.exact),
                examples(&ending.examples, voice)
            );
        }
        out.push_str("</table>\n");
        if let Some((title, sentences)) = voice.clock(self) {
            let _ = writeln!(out, "<h2>{title}</h2>");
            for sentence in sentences {
                let _ = writeln!(out, "<p>{sentence}.</p>");
            }
        }
        if self.repeats.is_empty() {
            return;
        }
        let _ = writeln!(out, "<h2>{}</h2>\n<div class=\"boards\">", say("again"));
        for repeat in &self.repeats {
            let holes: [(&str, &dyn std::fmt::Display); 3] = [
                ("move", &voice.mv(&repeat.example.label)),
                ("best", &voice.mv(&repeat.example.best)),
                ("games", &voice.these_games(&repeat.games)),
            ];
            out.push_str(&board(&repeat.example.fen, &escape(&voice.say("repeated", &holes))));
        }
        out.push_str("</div>\n");
    }
}
