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
    text::{about, advice, changed, share, told},
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

fn board(example: &Example, caption: &str) -> String {
    let Ok(pos) = parse_fen(&example.fen) else { return String::new() };
    let picture = svg(pos.board(), &Marks::default().seen_by(pos.turn()));
    format!("<figure>{picture}<figcaption>{caption}</figcaption></figure>\n")
}

fn examples(examples: &[Example]) -> String {
    if examples.is_empty() {
        return String::new();
    }
    let shown: String = examples
        .iter()
        .take(BOARDS)
        .map(|e| {
            let text = format!("game {}: {} was played, best {}", e.game, escape(&e.label), escape(&e.best));
            board(e, &text)
        })
        .collect();
    let named: Vec<String> =
        examples.iter().map(|e| format!("game {} ({})", e.game, escape(&e.label))).collect();
    format!(
        "<details><summary>{} examples</summary><p>{}</p><div class=\"boards\">{shown}</div></details>\n",
        examples.len(),
        named.join(", ")
    )
}

fn finding(out: &mut String, one: &Finding, since: Option<&str>) {
    let _ = write!(
        out,
        "<p>{}</p>\n<p>{}</p>\n{}",
        escape(&told(one)),
        escape(&changed(one, since)),
        examples(&one.examples)
    );
}

fn groups(out: &mut String, title: &str, groups: &[Group]) {
    if groups.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "<h2>{title}</h2>\n<table><tr><th></th><th>games</th><th>points</th><th>ratings promise</th><th>accuracy</th><th>which</th></tr>\n"
    );
    for group in groups {
        let made = 100.0 * group.points / group.games.max(1) as f64;
        let dash = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |v| format!("{v:.0}"));
        let numbers: Vec<String> = group.numbers.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{made:.0} % ± {:.0}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td><details><summary>games</summary>{}</details></td></tr>",
            escape(&group.name),
            group.games,
            100.0 * group.within,
            dash(group.promised.map(|p| 100.0 * p)),
            dash(group.accuracy),
            numbers.join(", ")
        );
    }
    out.push_str("</table>\n");
}

impl Profile {
    /// The page.
    pub fn html(&self) -> String {
        let title = format!("{}: {} games", escape(&self.me), self.games);
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        );
        let text = self.to_string();
        let head: Vec<&str> = text.lines().skip(1).take_while(|line| !line.is_empty()).collect();
        let _ = writeln!(out, "<p>{}</p>", escape(&head.join(" ")));
        out.push_str("<h2>One thing to work on</h2>\n");
        match self.habit() {
            Some(habit) => {
                finding(&mut out, habit, self.since.as_deref());
                let _ = writeln!(out, "<p>{}</p>", escape(&advice(&habit.kind)));
            }
            None => {
                let _ = writeln!(
                    out,
                    "<p>Nothing stands out beyond chance in these games: {} questions were asked of both sides.</p>",
                    self.findings.len()
                );
            }
        }
        if !self.drills.is_empty() {
            out.push_str("<h3>Practise</h3>\n<p>Some of these positions are quiet: nothing is to be found there, and that is the answer.</p>\n<div class=\"boards\">\n");
            for (at, drill) in self.drills.iter().enumerate() {
                let answer = if drill.quiet {
                    "nothing to find; a sensible move will do".to_owned()
                } else {
                    escape(&drill.best)
                };
                let caption = format!(
                    "<details><summary>{}. answer</summary>{answer} (game {}, {} was played)</details>",
                    at + 1,
                    drill.game,
                    escape(&drill.played)
                );
                let example = Example {
                    game: drill.game,
                    label: String::new(),
                    fen: drill.fen.clone(),
                    best: String::new(),
                };
                out.push_str(&board(&example, &caption));
            }
            out.push_str("</div>\n");
        }
        groups(&mut out, "By colour", &self.colours);
        groups(&mut out, "By the opponent's strength", &self.strengths);
        groups(&mut out, "By opening", &self.openings);
        groups(&mut out, "By the phase in which the game ended", &self.phases);
        self.counts(&mut out);
        out.push_str("</body>\n</html>\n");
        out
    }

    fn counts(&self, out: &mut String) {
        let (mine, theirs) = &self.conversion;
        let _ = writeln!(
            out,
            "<p>Games in which a side had winning chances of 90 % or more and won: you {}, your opponents {}.</p>",
            share(mine),
            share(theirs)
        );
        out.push_str("<h2>Both sides counted</h2>\n<table><tr><th></th><th>you</th><th>your opponents</th><th></th></tr>\n");
        for one in &self.findings {
            let class = if one.stands_out { " class=\"out\"" } else { "" };
            let _ = writeln!(
                out,
                "<tr><td{class}>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(&about(&one.kind)),
                share(&one.mine),
                share(&one.theirs),
                examples(&one.examples)
            );
        }
        out.push_str("</table>\n<h2>Endings</h2>\n<table><tr><th></th><th>games</th><th>your mistakes</th><th>your opponents'</th><th>you changed the table's result</th></tr>\n");
        for ending in &self.endings {
            let _ = writeln!(
                out,
                "<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td><td>{}{}</td></tr>",
                escape(&ending.name),
                ending.games,
                share(&ending.mine),
                share(&ending.theirs),
                share(&ending.exact),
                examples(&ending.examples)
            );
        }
        out.push_str("</table>\n");
        if let Some(clock) = &self.clock {
            let _ = writeln!(
                out,
                "<h2>Time</h2>\n<p>Half of your moves took more than {:.0} s where one move beat all others, {:.0} s elsewhere; your opponents {:.0} s and {:.0} s. Mistakes with less than a tenth of the time left: {}; else {}.</p>",
                clock.hard,
                clock.easy,
                clock.theirs.0,
                clock.theirs.1,
                share(&clock.trouble),
                share(&clock.calm)
            );
        }
        if !self.repeats.is_empty() {
            out.push_str("<h2>The same mistake again</h2>\n<div class=\"boards\">\n");
            for repeat in &self.repeats {
                let numbers: Vec<String> = repeat.games.iter().map(ToString::to_string).collect();
                let caption = format!(
                    "{} in games {}; best {}",
                    escape(&repeat.example.label),
                    numbers.join(", "),
                    escape(&repeat.example.best)
                );
                out.push_str(&board(&repeat.example, &caption));
            }
            out.push_str("</div>\n");
        }
    }
}
