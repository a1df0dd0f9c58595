//! The dialogue in which a theory is repaired. Plain lines, so that it also works in a pipe.

use std::collections::HashSet;

use philidor_chess::shakmaty::Color;

use crate::{
    Endgames, RuleSource, Rules, amend,
    validate::{Effect, Ground, RuleCount, Statics, effect, exception, statics},
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
    fn summary(&self, before: Option<(&State, &Ground)>) -> String {
        let share =
            |s: usize| 100.0 * self.statics.decided[s] as f64 / self.statics.positions[s].max(1) as f64;
        let errors: u64 = self.statics.rules.iter().map(RuleCount::total_errors).sum();
        let count = self.rules.rules.len();
        let mut out = format!(
            "{count} {}; decided {:.2} % (White to move), {:.2} % (Black to move); {errors} errors; after search {} plies at most, {} never, {} wrong",
            if count == 1 { "rule" } else { "rules" },
            share(0),
            share(1),
            self.effect.max_ply(),
            self.effect.never[0] + self.effect.never[1],
            self.effect.wrong[0] + self.effect.wrong[1],
        );
        let Some((before, ground)) = before else { return out };
        let old: HashSet<(usize, Color)> = before.effect.wrong_positions.iter().copied().collect();
        let new: Vec<&(usize, Color)> =
            self.effect.wrong_positions.iter().filter(|p| !old.contains(p)).collect();
        if !new.is_empty() {
            out += &format!("\nnewly wrong after search: {}", new.len());
            for &&(index, to_move) in new.iter().take(3) {
                out += &format!("\n  {}", ground.fen(index, to_move));
            }
        }
        out
    }
}

/// Who repairs the theory, and where it is kept.
pub trait Terminal {
    /// What can go wrong with it.
    type Error;
    /// The next line that is typed; `None` at the end.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>, Self::Error>;
    /// Shows text, with an end of line.
    fn tell(&mut self, text: &str) -> Result<(), Self::Error>;
    /// Keeps the theory in its file.
    fn save(&mut self, text: &str) -> Result<(), Self::Error>;
}

/// A theory under repair: every change is checked against the table at once.
pub struct Dialogue<T> {
    /// The file's name.
    name: String,
    terminal: T,
    ground: Ground,
    now: State,
    past: Vec<State>,
    saved: bool,
}

impl<T: Terminal> Dialogue<T> {
    /// Begins with the rules of a source.
    pub fn new(source: RuleSource, rules: Rules, ground: Ground, terminal: T) -> Dialogue<T> {
        let now = State::new(rules, source.text, &ground);
        Dialogue { name: source.name, terminal, ground, now, past: Vec::new(), saved: true }
    }

    /// Obeys commands until the last one.
    pub fn run(&mut self) -> Result<(), T::Error> {
        self.tell(&self.now.summary(None))?;
        while let Some(line) = self.ask("> ")? {
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "" => {}
                "help" => self.tell(HELP)?,
                "list" => self.list()?,
                "show" => self.with_rule(rest, |d, i| {
                    let text = d.now.rules.rules[i].span.text(&d.now.text).to_owned();
                    d.tell(&text)
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
                        self.tell(&self.now.summary(None))?;
                    }
                    None => self.tell("nothing to undo")?,
                },
                "save" => {
                    self.terminal.save(&self.now.text)?;
                    self.saved = true;
                    self.tell(&format!("saved {}", self.name))?;
                }
                "quit" => break,
                other => self.tell(&format!("unknown command {other:?}: type help"))?,
            }
        }
        if !self.saved {
            self.tell(&format!("not saved: {}", self.name))?;
        }
        Ok(())
    }

    fn ask(&mut self, prompt: &str) -> Result<Option<String>, T::Error> {
        self.terminal.ask(prompt)
    }

    fn tell(&mut self, text: &str) -> Result<(), T::Error> {
        self.terminal.tell(text)
    }

    /// A rule typed in, up to an empty line.
    fn item(&mut self) -> Result<String, T::Error> {
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
        work: impl FnOnce(&mut Self, usize) -> Result<(), T::Error>,
    ) -> Result<(), T::Error> {
        let all = self.now.rules.rules.len();
        match number.trim().parse::<usize>() {
            Ok(n) if (1..=all).contains(&n) => work(self, n - 1),
            _ => self.tell(&format!("which rule? a number from 1 to {all}")),
        }
    }

    fn list(&mut self) -> Result<(), T::Error> {
        let rules = self.now.rules.rules.iter().zip(&self.now.statics.rules).enumerate();
        let lines: Vec<String> = rules
            .map(|(i, (rule, count))| {
                let (all, wrong) = (count.total(), count.total_errors());
                format!("{:>3} {:<46} {all:>7} positions, {wrong} errors", i + 1, rule.name)
            })
            .collect();
        lines.iter().try_for_each(|line| self.tell(line))
    }

    /// Takes a changed text, if it makes sense, and shows what became of it.
    fn change(&mut self, text: Result<String, amend::AmendError>) -> Result<(), T::Error> {
        let text = match text {
            Ok(text) => text,
            Err(amend::AmendError::Text(problems)) => {
                for problem in problems {
                    let help = problem.help.map_or_else(String::new, |h| format!(" ({h})"));
                    self.tell(&format!("{}{help}", problem.message))?;
                }
                return self.tell("nothing changed");
            }
            Err(error) => return self.tell(&format!("{error}; nothing changed")),
        };
        let source = RuleSource::new(&self.name, text);
        match source.resolve(&Endgames) {
            Err(unusable) => {
                self.tell(&(unusable.render(false) + "nothing changed"))?;
            }
            Ok((rules, _)) => {
                let next = State::new(rules, source.text, &self.ground);
                self.tell(&next.summary(Some((&self.now, &self.ground))))?;
                for problem in next.statics.problems(&next.rules) {
                    self.tell(&problem.message)?;
                }
                self.past.push(std::mem::replace(&mut self.now, next));
                self.saved = false;
            }
        }
        Ok(())
    }

    fn suggest(&mut self, rule: usize) -> Result<(), T::Error> {
        let name = self.written_name(rule);
        let found = exception(&self.now.rules, &self.ground, &self.now.statics, rule);
        let Some(clause) = found.and_then(|e| e.clause()) else {
            return self.tell(&format!("no exception to suggest for {name:?}"));
        };
        self.tell(&format!("{name:?} unless {clause}"))?;
        match self.ask("accept or reject? ")?.as_deref().map(str::trim) {
            Some("accept" | "a" | "yes" | "y") => self.change(amend::except(&self.now.text, &name, &clause)),
            _ => self.tell("rejected"),
        }
    }
}
