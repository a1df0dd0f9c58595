//! A checked theory in words and pictures.

use philidor_chess::{
    diagram::{self, Marks},
    parse_fen,
    shakmaty::{Color, Position},
};
use philidor_rules::{
    theory::Rule,
    validate::{Effect, Exception, RuleCount},
};

use super::{Checked, says};
use crate::side;

/// Counter-examples drawn for each rule.
const DRAWN: usize = 8;

impl Checked<'_> {
    /// For a terminal: a table of the rules, what is decided, the effect of search, and counter-examples with their causes.
    pub fn text(&self) -> String {
        let Checked { rules, statics, .. } = self;
        let mut out = format!(
            "{}: {} rules of {}, checked at {} positions ({})\n\n",
            rules.subject.name,
            rules.rules.len(),
            rules.file,
            statics.positions[0] + statics.positions[1],
            rules.subject.measure,
        );
        let width = rules.rules.iter().map(|r| r.name.chars().count()).max().unwrap_or(0).max(4);
        out += &format!(
            "{:<width$}  {:>10} {:>10} {:>7} {:>9}  {:<20} plies found\n",
            "rule", "strong", "weak", "errors", "alone", "says"
        );
        for (rule, count) in rules.rules.iter().zip(&statics.rules) {
            let line = format!(
                "{:<width$}  {:>10} {:>10} {:>7} {:>9}  {:<20} {}",
                rule.name,
                count.applies[0],
                count.applies[1],
                count.total_errors(),
                count.alone[0] + count.alone[1],
                says(rules, rule),
                count.plies.map_or_else(String::new, |(a, b)| format!("{a}..{b}")),
            );
            out += line.trim_end();
            out.push('\n');
        }
        out += "\n(applications with the strong side and with the weak side to move)\n\n";
        for (s, name) in ["White", "Black"].iter().enumerate() {
            out += &format!(
                "{name} to move: {} of {} positions decided ({}), {} spoken of, {} by several rules, {} clashes, {} wrong\n",
                statics.decided[s],
                statics.positions[s],
                percent(statics.decided[s], statics.positions[s]),
                percent(statics.spoken[s], statics.positions[s]),
                statics.overlaps[s],
                statics.clashes[s],
                statics.wrong[s],
            );
        }
        if let Some(effect) = &self.effect {
            out += &self.effect_text(effect);
        }
        out + &self.counter_examples()
    }

    fn effect_text(&self, effect: &Effect) -> String {
        let all: u64 = self.statics.positions.iter().sum();
        let mut out = String::from("\nAfter search\n  plies  White to move  Black to move  decided in all\n");
        let mut sum = 0;
        for (ply, count) in effect.by_ply.iter().enumerate() {
            sum += count[0] + count[1];
            out += &format!("  {ply:>5}  {:>13}  {:>13}  {:>8}\n", count[0], count[1], percent(sum, all));
        }
        out += &format!(
            "  never  {:>13}  {:>13}  (play goes round in circles: a draw by repetition)\n  wrong  {:>13}  {:>13}\n",
            effect.never[0], effect.never[1], effect.wrong[0], effect.wrong[1]
        );
        out
    }

    fn counter_examples(&self) -> String {
        let mut out = String::new();
        for ((rule, count), causes) in self.rules.rules.iter().zip(&self.statics.rules).zip(&self.causes) {
            if count.total_errors() == 0 {
                continue;
            }
            out += &format!("\n{:?} errs at {} positions\n", rule.name, count.total_errors());
            match causes {
                Some(exception) if !exception.causes.is_empty() => {
                    for cause in &exception.causes {
                        out += &format!("\n  {} of them have in common: {}\n", cause.wrong, cause.clause);
                        out += &self.boards(&cause.positions);
                    }
                    out += &self.advice(rule, count, exception);
                }
                _ => out += &self.boards(&count.wrong),
            }
        }
        out
    }

    fn boards(&self, positions: &[(usize, Color)]) -> String {
        let mut out = String::new();
        for &(index, to_move) in positions.iter().take(self.shown) {
            let fen = self.ground.fen(index, to_move);
            out += &format!("{fen}\n");
            if let Ok(pos) = parse_fen(&fen) {
                out += &diagram::unicode(&pos, Color::White);
            }
        }
        out
    }

    /// The exception that would make a rule right, and what it costs.
    fn advice(&self, rule: &Rule, count: &RuleCount, exception: &Exception) -> String {
        match exception.clause() {
            Some(clause) => {
                let lost: usize = exception.causes.iter().map(|c| c.right).sum();
                let right = count.total() - count.total_errors();
                let share = lost as u64 * right / exception.sample.max(1) as u64;
                format!(
                    "\n  suggestion for {:?} (removes all its errors, costs about {share} of {right} right applications):\n    unless {clause}\n",
                    rule.name
                )
            }
            None => format!("\n  no short exception removes all errors of {:?}\n", rule.name),
        }
    }

    /// Counter-examples as SVG, each with the name of its file.
    pub fn pictures(&self) -> Vec<(String, String)> {
        let mut out = Vec::new();
        for (i, (rule, count)) in self.rules.rules.iter().zip(&self.statics.rules).enumerate() {
            for (n, &(index, to_move)) in count.wrong.iter().take(DRAWN).enumerate() {
                let Ok(pos) = parse_fen(&self.ground.fen(index, to_move)) else { continue };
                let caption = format!("{}: wrong here ({} to move)", rule.name, side(to_move));
                let picture = diagram::svg(pos.board(), &Marks::default().caption(caption));
                out.push((format!("rule{:02}-{}.svg", i + 1, n + 1), picture));
            }
        }
        out
    }
}

/// A share with two digits.
fn percent(part: u64, all: u64) -> String {
    if all == 0 {
        return "-".into();
    }
    let share = u128::from(part) * 10_000 / u128::from(all);
    format!("{}.{:02} %", share / 100, share % 100)
}
