//! `philidor rules check`

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_chess::{
    diagram::{self, Marks},
    parse_fen,
    shakmaty::{Color, Position},
};
use philidor_report::check::{CheckAnswer, says};
use philidor_rules::{
    Rules, certificate,
    prove::prove,
    theory::Rule,
    validate::{Effect, Exception, Ground, RuleCount, Statics, effect, exception, statics},
};
use serde_json::{Value as Json, json};

use crate::{
    commands::{BAD, NO},
    output::{out, outln, write_text},
};

/// Counter-examples shown for each cause of error.
const SHOWN: usize = 2;

/// Arguments of `rules check`.
#[derive(ClapArgs)]
#[command(after_help = "Examples:\n  philidor rules check KPK\n  philidor rules check my.rules --static\n\n\
  philidor rules check KPK --prove kpk.certificate\n  philidor rules check --certificate kpk.certificate\n\n\
Exit code 0 if no rule errs, 1 if one does, 2 if the file cannot be used.")]
pub(crate) struct Args {
    /// The rule file, or the name of a theory that comes with the program
    #[arg(required_unless_present = "certificate")]
    file: Option<String>,
    /// Without the effect of search
    #[arg(long = "static")]
    only_static: bool,
    /// Prove the rules without a table and write the certificate to this file
    #[arg(long, value_name = "CERTIFICATE", conflicts_with_all = ["only_static", "svg"])]
    prove: Option<PathBuf>,
    /// Check a certificate; no rules are read, no table is asked
    #[arg(long, value_name = "CERTIFICATE", conflicts_with_all = ["file", "prove", "only_static", "svg"])]
    certificate: Option<PathBuf>,
    /// Draw the counter-examples into this directory
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.certificate {
        return verify(path, args.json);
    }
    let source = super::source(args.file.as_deref().unwrap_or_default())?;
    let rules = super::rules(&source)?;
    if let Some(path) = &args.prove {
        return prove_to(&rules, path, args.json);
    }
    let ground = super::ground(super::material(&rules)?)?;
    let statics = statics(&rules, &ground);
    let effect = (!args.only_static).then(|| effect(&ground, &statics.facts));
    let causes: Vec<Option<Exception>> =
        (0..rules.rules.len()).map(|i| exception(&rules, &ground, &statics, i)).collect();
    let report = Report {
        rules: &rules,
        ground: &ground,
        statics: &statics,
        effect: effect.as_ref(),
        causes: &causes,
    };
    if let Some(dir) = &args.svg {
        report.draw(dir)?;
    }
    if args.json {
        let answer = CheckAnswer::new(&rules, &ground, &statics, effect.as_ref(), &causes, SHOWN);
        outln!("{}", serde_json::to_string(&answer)?)?;
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
    /// Rule by rule, why it errs.
    causes: &'a [Option<Exception>],
}

/// Proves the rules without a table.
fn prove_to(rules: &Rules, path: &Path, json: bool) -> anyhow::Result<ExitCode> {
    let proof = prove(rules)?;
    if proof.is_complete() {
        write_text(path, &proof.certificate)?;
    }
    let proved = proof.rules.iter().filter(|r| r.failures == 0).count();
    if json {
        let rules: Vec<Json> = proof
            .rules
            .iter()
            .map(|r| json!({"name": r.rule, "claims": r.claims, "failures": r.failures, "examples": r.examples}))
            .collect();
        let done = proof.is_complete();
        outln!(
            "{}",
            json!({"proved": proved, "complete": done, "drawn": proof.drawn, "won": proof.won, "rules": rules})
        )?;
    } else {
        for rule in &proof.rules {
            if rule.failures > 0 {
                outln!(
                    "{:?}: not proved at {} of {} positions, such as",
                    rule.rule,
                    rule.failures,
                    rule.claims
                )?;
                for fen in &rule.examples {
                    outln!("  {fen}")?;
                }
            }
        }
        outln!("{proved} of {} rules proved without a table", proof.rules.len())?;
        outln!(
            "draws: a closed set of {} positions; wins: {} positions with a measure that sinks",
            proof.drawn,
            proof.won
        )?;
        if proof.is_complete() {
            outln!("certificate: {}", path.display())?;
        }
    }
    Ok(if proof.is_complete() { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}

/// Checks a certificate.
fn verify(path: &Path, json: bool) -> anyhow::Result<ExitCode> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    match certificate::check(&text) {
        Ok(done) if json => {
            outln!(
                "{}",
                json!({"holds": true, "drawn": done.drawn, "won": done.won, "claims": done.claims})
            )?;
        }
        Ok(done) => outln!(
            "the certificate holds: {} positions drawn, {} won, {} claims of rules follow",
            done.drawn,
            done.won,
            done.claims
        )?,
        Err(error @ certificate::Refuted::Unreadable { .. }) => {
            return Err(error).with_context(|| format!("{}: no certificate", path.display()));
        }
        Err(error) => {
            if json {
                outln!("{}", json!({"holds": false, "why": error.to_string()}))?;
            } else {
                outln!("the certificate does not hold: {error}")?;
            }
            return Ok(ExitCode::from(NO));
        }
    }
    Ok(ExitCode::SUCCESS)
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
        if let Some(effect) = self.effect {
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
        for ((rule, count), causes) in self.rules.rules.iter().zip(&self.statics.rules).zip(self.causes) {
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
        for &(index, to_move) in positions.iter().take(SHOWN) {
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

    /// Draws counter-examples, one file each.
    fn draw(&self, dir: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        for (i, (rule, count)) in self.rules.rules.iter().zip(&self.statics.rules).enumerate() {
            for (n, &(index, to_move)) in count.wrong.iter().take(8).enumerate() {
                let Ok(pos) = parse_fen(&self.ground.fen(index, to_move)) else { continue };
                let side = to_move.fold_wb("White", "Black");
                let caption = format!("{}: wrong here ({side} to move)", rule.name);
                let picture = diagram::svg(pos.board(), &Marks::default().caption(caption));
                write_text(&dir.join(format!("rule{:02}-{}.svg", i + 1, n + 1)), &picture)?;
            }
        }
        Ok(())
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
