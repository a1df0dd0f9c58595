//! `philidor rules check`

use std::process::ExitCode;

use clap::Args as ClapArgs;
use philidor_chess::{diagram, shakmaty::Color};
use philidor_rules::{
    Rules,
    theory::{Conclusion, Rule},
    validate::{Effect, Ground, RuleCount, Statics, effect, statics},
};
use serde_json::{Value as Json, json};

use crate::{
    commands::{BAD, NO},
    output::{out, outln},
};

/// Counter-examples shown for each rule that errs.
const SHOWN: usize = 3;

/// Arguments of `rules check`.
#[derive(ClapArgs)]
#[command(after_help = "Examples:\n  philidor rules check KPK\n  philidor rules check my.rules --static\n\n\
Exit code 0 if no rule errs, 1 if one does, 2 if the file cannot be used.")]
pub(crate) struct Args {
    /// The rule file, or the name of a theory that comes with the program
    file: String,
    /// Without the effect of search
    #[arg(long = "static")]
    only_static: bool,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = super::source(&args.file)?;
    let rules = super::rules(&source)?;
    let ground = super::ground(super::material(&rules)?)?;
    let statics = statics(&rules, &ground);
    let effect = (!args.only_static).then(|| effect(&ground, &statics.facts));
    let report = Report { rules: &rules, ground: &ground, statics: &statics, effect: effect.as_ref() };
    if args.json {
        outln!("{}", report.json())?;
    } else {
        out!("{}", report.text())?;
    }
    let problems = statics.problems(&rules);
    super::tell(&problems, &source);
    let never = statics.rules.iter().any(|r| r.total() == 0);
    Ok(match statics.is_sound() {
        _ if never => ExitCode::from(BAD),
        true => ExitCode::SUCCESS,
        false => ExitCode::from(NO),
    })
}

struct Report<'a> {
    rules: &'a Rules,
    ground: &'a Ground,
    statics: &'a Statics,
    effect: Option<&'a Effect>,
}

impl Report<'_> {
    fn text(&self) -> String {
        let Report { rules, statics, .. } = self;
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
                self.says(rule),
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
        if let Some(effect) = self.effect {
            out += &self.effect_text(effect);
        }
        out + &self.counter_examples()
    }

    /// What a rule claims, as it is written.
    fn says(&self, rule: &Rule) -> String {
        rule.conclusion_span.text(&self.rules.source).split_whitespace().collect::<Vec<_>>().join(" ")
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
        for (rule, count) in self.rules.rules.iter().zip(&self.statics.rules) {
            if count.total_errors() == 0 {
                continue;
            }
            out += &format!("\n{:?} errs at {} positions", rule.name, count.total_errors());
            out += &self.wrong_of(count);
        }
        out
    }

    fn wrong_of(&self, count: &RuleCount) -> String {
        let mut out = String::from(", such as\n");
        for &(index, to_move) in count.wrong.iter().take(SHOWN) {
            let fen = self.ground.fen(index, to_move);
            out += &format!("{fen}\n");
            if let Ok(pos) = philidor_chess::parse_fen(&fen) {
                out += &diagram::unicode(&pos, Color::White);
            }
        }
        out
    }

    fn json(&self) -> Json {
        let Report { rules, statics, .. } = self;
        let by_rule: Vec<Json> = rules
            .rules
            .iter()
            .zip(&statics.rules)
            .map(|(rule, count)| {
                let wrong: Vec<String> =
                    count.wrong.iter().take(SHOWN).map(|&(i, c)| self.ground.fen(i, c)).collect();
                json!({
                    "name": rule.name,
                    "says": self.says(rule),
                    "applies": {"strong": count.applies[0], "weak": count.applies[1]},
                    "errors": count.errors[0] + count.errors[1],
                    "misjudged_plies": count.misjudged_plies[0] + count.misjudged_plies[1],
                    "alone": count.alone[0] + count.alone[1],
                    "plies_found": count.plies,
                    "bounded": matches!(rule.conclusion, Conclusion::Claim { bounds: Some(_), .. }),
                    "counter_examples": wrong,
                })
            })
            .collect();
        let pair = |n: [u64; 2]| json!({"white": n[0], "black": n[1]});
        let mut out = json!({
            "endgame": rules.subject.name,
            "file": rules.file,
            "measure": rules.subject.measure.name(),
            "rules": by_rule,
            "positions": pair(statics.positions),
            "decided": pair(statics.decided),
            "spoken": pair(statics.spoken),
            "overlaps": pair(statics.overlaps),
            "clashes": pair(statics.clashes),
            "wrong": pair(statics.wrong),
            "sound": statics.is_sound(),
        });
        if let Some(effect) = self.effect {
            let plies: Vec<Json> = effect.by_ply.iter().map(|&n| pair(n)).collect();
            out["search"] = json!({
                "decided_by_ply": plies, "max_plies": effect.max_ply(),
                "never": pair(effect.never), "wrong": pair(effect.wrong),
            });
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
