//! `philidor rules edit`: the dialogue in which a theory is repaired. Plain lines, so that it also works in a pipe.

use std::{
    collections::HashSet,
    io::{BufRead, IsTerminal, Lines, StdinLock},
    path::PathBuf,
    process::ExitCode,
};

use clap::Args as ClapArgs;
use philidor_chess::shakmaty::Color;
use philidor_rules::{
    Endgames, RuleSource, Rules, amend,
    validate::{Effect, Ground, Statics, effect, exception, statics},
};

use crate::{
    commands::tables::counted,
    output::{out, outln, write_text},
};

const HELP: &str = "\
list             all rules with coverage and errors
show N           the text of rule N
add              a new rule; type it, then an empty line
replace N        the same in place of rule N
remove N         takes rule N out
suggest N        an exception that removes the errors of rule N; then accept or reject
undo             takes the last change back
save             writes the file
quit             ends (asks nothing: unsaved changes are told)";

/// Arguments of `rules edit`.
#[derive(ClapArgs)]
#[command(
    after_help = "Example:\n  philidor rules edit my.rules\n\nType help for the commands of the dialogue."
)]
pub(crate) struct Args {
    /// The rule file
    file: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = super::source(&args.file.to_string_lossy())?;
    let rules = super::rules(&source)?;
    let ground = super::ground(super::material(&rules)?)?;
    let now = State::new(rules, source.text, &ground);
    let mut dialogue =
        Dialogue { args, ground, now, past: Vec::new(), saved: true, lines: std::io::stdin().lock().lines() };
    dialogue.now.summary(None)?;
    dialogue.run()
}

/// A theory and what it achieves.
struct State {
    text: String,
    rules: Rules,
    statics: Statics,
    effect: Effect,
}

impl State {
    fn new(rules: Rules, text: String, ground: &Ground) -> State {
        let statics = statics(&rules, ground);
        let effect = effect(ground, &statics.facts);
        State { text, rules, statics, effect }
    }

    /// One line, and what changed against another state.
    fn summary(&self, before: Option<(&State, &Ground)>) -> anyhow::Result<()> {
        let share =
            |s: usize| 100.0 * self.statics.decided[s] as f64 / self.statics.positions[s].max(1) as f64;
        let errors: u64 =
            self.statics.rules.iter().map(philidor_rules::validate::RuleCount::total_errors).sum();
        outln!(
            "{}; decided {:.2} % (White to move), {:.2} % (Black to move); {errors} errors; after search {} plies at most, {} never, {} wrong",
            counted(self.rules.rules.len() as u64, "rule", "rules"),
            share(0),
            share(1),
            self.effect.max_ply(),
            self.effect.never[0] + self.effect.never[1],
            self.effect.wrong[0] + self.effect.wrong[1],
        )?;
        let Some((before, ground)) = before else { return Ok(()) };
        let old: HashSet<(usize, Color)> = before.effect.wrong_positions.iter().copied().collect();
        let new: Vec<&(usize, Color)> =
            self.effect.wrong_positions.iter().filter(|p| !old.contains(p)).collect();
        if !new.is_empty() {
            outln!("newly wrong after search: {}", new.len())?;
            for &&(index, to_move) in new.iter().take(3) {
                outln!("  {}", ground.fen(index, to_move))?;
            }
        }
        Ok(())
    }
}

struct Dialogue<'a> {
    args: &'a Args,
    ground: Ground,
    now: State,
    past: Vec<State>,
    saved: bool,
    lines: Lines<StdinLock<'static>>,
}

impl Dialogue<'_> {
    fn run(&mut self) -> anyhow::Result<ExitCode> {
        while let Some(line) = self.ask("> ")? {
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "" => {}
                "help" => outln!("{HELP}")?,
                "list" => self.list()?,
                "show" => self.with_rule(rest, |d, i| {
                    let rule = &d.now.rules.rules[i];
                    Ok(outln!("{}", rule.span.text(&d.now.text))?)
                })?,
                "add" => {
                    let item = self.item()?;
                    self.change(amend::add(&self.now.text, &item))?;
                }
                "replace" => self.with_rule(rest, |d, i| {
                    let item = d.item()?;
                    let name = d.written_name(i);
                    d.change(amend::replace(&d.now.text, &name, &item))
                })?,
                "remove" => self.with_rule(rest, |d, i| {
                    let name = d.written_name(i);
                    d.change(amend::remove(&d.now.text, &name))
                })?,
                "suggest" => self.with_rule(rest, Self::suggest)?,
                "undo" => match self.past.pop() {
                    Some(state) => {
                        self.now = state;
                        self.saved = false;
                        self.now.summary(None)?;
                    }
                    None => outln!("nothing to undo")?,
                },
                "save" => {
                    write_text(&self.args.file, &self.now.text)?;
                    self.saved = true;
                    outln!("saved {}", self.args.file.display())?;
                }
                "quit" => break,
                other => outln!("unknown command {other:?}: type help")?,
            }
        }
        if !self.saved {
            outln!("not saved: {}", self.args.file.display())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn ask(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        if std::io::stdin().is_terminal() {
            out!("{prompt}")?;
        }
        Ok(self.lines.next().transpose()?)
    }

    /// A rule typed in, up to an empty line.
    fn item(&mut self) -> anyhow::Result<String> {
        let mut text = String::new();
        while let Some(line) = self.ask(". ")? {
            if line.trim().is_empty() {
                break;
            }
            text += &line;
            text.push('\n');
        }
        Ok(text)
    }

    /// The name as it is written: leaves of a tree belong to the tree.
    fn written_name(&self, rule: usize) -> String {
        let rule = &self.now.rules.rules[rule];
        let quoted = rule.name_span.text(&self.now.text);
        quoted.trim_matches('"').replace("\\\"", "\"").replace("\\\\", "\\")
    }

    fn with_rule(
        &mut self,
        number: &str,
        work: impl FnOnce(&mut Self, usize) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let all = self.now.rules.rules.len();
        match number.trim().parse::<usize>() {
            Ok(n) if (1..=all).contains(&n) => work(self, n - 1),
            _ => Ok(outln!("which rule? a number from 1 to {all}")?),
        }
    }

    fn list(&self) -> anyhow::Result<()> {
        for (i, (rule, count)) in self.now.rules.rules.iter().zip(&self.now.statics.rules).enumerate() {
            outln!(
                "{:>3} {:<46} {:>7} positions, {} errors",
                i + 1,
                rule.name,
                count.total(),
                count.total_errors()
            )?;
        }
        Ok(())
    }

    /// Takes a changed text, if it makes sense, and shows what became of it.
    fn change(&mut self, text: Result<String, amend::AmendError>) -> anyhow::Result<()> {
        let text = match text {
            Ok(text) => text,
            Err(amend::AmendError::Text(problems)) => {
                for problem in problems {
                    outln!(
                        "{}{}",
                        problem.message,
                        problem.help.map_or_else(String::new, |h| format!(" ({h})"))
                    )?;
                }
                return Ok(outln!("nothing changed")?);
            }
            Err(error) => return Ok(outln!("{error}; nothing changed")?),
        };
        let source = RuleSource::new(self.args.file.to_string_lossy(), text);
        match source.resolve(&Endgames) {
            Err(unusable) => {
                out!("{}", unusable.render(false))?;
                outln!("nothing changed")?;
            }
            Ok((rules, _)) => {
                let next = State::new(rules, source.text, &self.ground);
                next.summary(Some((&self.now, &self.ground)))?;
                for problem in next.statics.problems(&next.rules) {
                    outln!("{}", problem.message)?;
                }
                self.past.push(std::mem::replace(&mut self.now, next));
                self.saved = false;
            }
        }
        Ok(())
    }

    fn suggest(&mut self, rule: usize) -> anyhow::Result<()> {
        let name = self.written_name(rule);
        let found = exception(&self.now.rules, &self.ground, &self.now.statics, rule);
        let Some(clause) = found.and_then(|e| e.clause()) else {
            return Ok(outln!("no exception to suggest for {name:?}")?);
        };
        outln!("{name:?} unless {clause}")?;
        match self.ask("accept or reject? ")?.as_deref().map(str::trim) {
            Some("accept" | "a" | "yes" | "y") => self.change(amend::except(&self.now.text, &name, &clause)),
            _ => Ok(outln!("rejected")?),
        }
    }
}
