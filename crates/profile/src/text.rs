//! The profile in words, for a terminal.

use std::fmt::{self, Write};

use crate::{
    habit::{Finding, Kind},
    record::Example,
    stats::{Share, differ},
    summary::{Group, Profile},
};

/// Examples named in a sentence.
const NAMED: usize = 8;

fn percent(share: f64) -> String {
    format!("{} %", number(share))
}

/// In percent; small shares with a decimal.
fn number(share: f64) -> String {
    if share < 0.1 { format!("{:.1}", 100.0 * share) } else { format!("{:.0}", 100.0 * share) }
}

/// `1 game`, `2 games`.
fn counted_games(count: usize) -> String {
    format!("{count} {}", if count == 1 { "game" } else { "games" })
}

/// `31 of 64 (48 %, 36 to 61)`.
pub(crate) fn share(share: &Share) -> String {
    let (low, high) = (number(share.low), number(share.high));
    format!("{} of {} ({}, {low} to {high})", share.count, share.of, percent(share.share()))
}

/// `game 3 (17.Nd5), game 7 (9…Bc5)`.
pub(crate) fn places(examples: &[Example]) -> String {
    let named: Vec<String> =
        examples.iter().take(NAMED).map(|e| format!("game {} ({})", e.game, e.label)).collect();
    let more = examples.len().saturating_sub(NAMED);
    if more > 0 { format!("{} and {more} more", named.join(", ")) } else { named.join(", ") }
}

fn games(numbers: &[usize]) -> String {
    let shown: Vec<String> = numbers.iter().take(NAMED).map(ToString::to_string).collect();
    let more = numbers.len().saturating_sub(NAMED);
    if more > 0 {
        format!("games {} and {more} more", shown.join(", "))
    } else {
        format!("games {}", shown.join(", "))
    }
}

/// What a question is about, as the subject of a sentence.
pub(crate) fn about(kind: &Kind) -> String {
    match kind {
        Kind::Missed(name) if name == "mate" => "Mates that were missed".to_owned(),
        Kind::Missed(name) => format!("Chances for a {name} that were missed"),
        Kind::Allowed(name) if name == "mate" => "Moves that allowed a mate".to_owned(),
        Kind::Allowed(name) => format!("Moves that allowed a {name}"),
        Kind::Wanted(name) => format!("Mistakes where the better move stood for “{name}”"),
        Kind::Conceded(name) => format!("Mistakes that left behind “{name}”"),
        Kind::Phase(phase) => format!("Mistakes in the {}", phase.id()),
        Kind::Trouble => "Mistakes with less than a tenth of the time left".to_owned(),
        Kind::Haste => {
            "Mistakes in moves played within three seconds where one move beat all others".to_owned()
        }
        Kind::Colour(white) => format!("Mistakes with {}", if *white { "White" } else { "Black" }),
        Kind::Conversion => "Mistakes in positions that are nearly won".to_owned(),
        Kind::Defence => "Mistakes in positions that are nearly lost".to_owned(),
        Kind::Level => "Mistakes in positions that are neither won nor lost".to_owned(),
        Kind::Opening(name) => format!("Half points lost in the {name}"),
    }
}

/// The habit as advice.
pub(crate) fn advice(kind: &Kind) -> String {
    match kind {
        Kind::Missed(name) if name == "mate" => "Before every move look at each check and follow it to the end.".to_owned(),
        Kind::Missed(name) => format!("Before every move ask whether there is a {name}: name the men that stand loose or in line."),
        Kind::Allowed(name) if name == "mate" => "Before every move ask which checks the other side will have after it.".to_owned(),
        Kind::Allowed(name) => format!("Before every move ask what the other side would like to play after it: a {name}?"),
        Kind::Wanted(name) => format!("When nothing is to be won, ask which of your men could stand better, and compare with the examples of “{name}”."),
        Kind::Conceded(name) => format!("Before exchanges and pawn moves ask what they leave behind, and compare with the examples of “{name}”."),
        Kind::Phase(phase) => format!("Spend your study time on the {}, with positions of your own games.", phase.id()),
        Kind::Trouble => "Play the easy moves of the opening and of recaptures quicker, and keep a tenth of your time for the end.".to_owned(),
        Kind::Haste => "Sit on your hands: when something has changed on the board, look for one other move before you play.".to_owned(),
        Kind::Conversion => "In won positions ask first what the other side wants, exchange pieces, and only then go on winning.".to_owned(),
        Kind::Defence => "In lost positions look for the move that makes winning hardest: activity, checks, few pawns.".to_owned(),
        Kind::Level | Kind::Colour(_) | Kind::Opening(_) => "Go through these games and find the first move that you would play otherwise.".to_owned(),
    }
}

/// A finding as a sentence with its proof.
pub(crate) fn told(finding: &Finding) -> String {
    let others = match finding.kind {
        Kind::Opening(_) => "ratings promise",
        _ => "your opponents in the same games",
    };
    format!(
        "{}: {}; {others} {}. It costs about {:.1} points. See {}.",
        about(&finding.kind),
        share(&finding.mine),
        share(&finding.theirs),
        finding.cost.max(0.0),
        places(&finding.examples)
    )
}

/// Whether it has changed.
pub(crate) fn changed(finding: &Finding, since: Option<&str>) -> String {
    let (first, second) = &finding.halves;
    let word = match (differ(first, second), first.share() > second.share()) {
        (false, _) => "no change that chance would not make as well",
        (true, true) => "it has become rarer",
        (true, false) => "it has become more frequent",
    };
    match since {
        None => {
            format!("First half of the games {}, second half {}: {word}.", share(first), share(second))
        }
        Some(date) => format!("Before {date} {}, since then {}: {word}.", share(first), share(second)),
    }
}

fn table(f: &mut fmt::Formatter<'_>, title: &str, groups: &[Group]) -> fmt::Result {
    if groups.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{title}")?;
    for group in groups {
        let made = group.points / group.games.max(1) as f64;
        let mut line = format!(
            "  {:<44} {:>5} games  {} ± {:.0}",
            group.name,
            group.games,
            percent(made),
            100.0 * group.within
        );
        if let Some(promised) = group.promised {
            let _ = write!(line, "  (ratings promise {})", percent(promised));
        }
        if let Some(accuracy) = group.accuracy {
            let _ = write!(line, "  accuracy {accuracy:.0}");
        }
        writeln!(f, "{line}")?;
    }
    Ok(())
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = &self.from_to;
        let when = if from.is_empty() { String::new() } else { format!(", {from} to {to}") };
        writeln!(f, "{}: {}{when}", self.me, counted_games(self.games))?;
        if !self.left_out.is_empty() {
            writeln!(f, "{} not used; the first: {}", counted_games(self.left_out.len()), self.left_out[0])?;
        }
        if self.without.0 > 0 {
            writeln!(f, "{} without ratings: nothing about strength there.", counted_games(self.without.0))?;
        }
        if self.without.1 > 0 {
            writeln!(f, "{} without clocks: nothing about time there.", counted_games(self.without.1))?;
        }
        let share_of = self.all.points / self.games.max(1) as f64;
        write!(f, "You made {} of the points", percent(share_of))?;
        if let Some(promised) = self.all.promised {
            write!(f, " (ratings promise {})", percent(promised))?;
        }
        if let (Some(mine), Some(theirs)) = (self.all.accuracy, self.their_accuracy) {
            write!(f, "; accuracy {mine:.1}, your opponents {theirs:.1}")?;
        }
        writeln!(f, ".")?;
        self.one_thing(f)?;
        let others: Vec<&Finding> = self
            .findings
            .iter()
            .enumerate()
            .filter(|(at, x)| x.stands_out && Some(*at) != self.habit)
            .map(|(_, x)| x)
            .collect();
        if !others.is_empty() {
            writeln!(f, "\nWhat else stands out")?;
            for finding in others {
                writeln!(f, "  {}", told(finding))?;
            }
        }
        table(f, "By colour", &self.colours)?;
        table(f, "By the opponent's strength", &self.strengths)?;
        table(f, "By opening", &self.openings)?;
        table(f, "By the phase in which the game ended", &self.phases)?;
        let (mine, theirs) = &self.conversion;
        writeln!(
            f,
            "\nGames in which a side had winning chances of 90 % or more and won: you {}, your opponents {}",
            share(mine),
            share(theirs)
        )?;
        self.counted(f)?;
        self.rest(f)
    }
}

impl Profile {
    fn one_thing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nOne thing to work on")?;
        let Some(habit) = self.habit() else {
            return writeln!(
                f,
                "  Nothing stands out beyond chance in these games: {} questions were asked of both sides.",
                self.findings.len()
            );
        };
        writeln!(f, "  {}", told(habit))?;
        writeln!(f, "  {}", changed(habit, self.since.as_deref()))?;
        writeln!(f, "  {}", advice(&habit.kind))?;
        let quiet = self.drills.iter().filter(|drill| drill.quiet).count();
        writeln!(
            f,
            "  Practise: {} positions of your own games, {quiet} of them quiet (--format html shows them, --drills FILE.epd writes them).",
            self.drills.len()
        )
    }

    /// All motifs of both sides, whether they stand out or not.
    fn counted(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.findings.is_empty() {
            writeln!(f, "\nBoth sides counted (you; your opponents)")?;
        }
        for finding in &self.findings {
            let mark = if finding.stands_out { "!" } else { " " };
            writeln!(
                f,
                "{mark} {:<66} {:<28} {:<28}",
                about(&finding.kind),
                share(&finding.mine),
                share(&finding.theirs)
            )?;
        }
        Ok(())
    }

    fn rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.endings.is_empty() {
            writeln!(f, "\nEndings (mistakes per move)")?;
        }
        for ending in &self.endings {
            let mut line = format!(
                "  {:<32} {:>4} games  you {}; your opponents {}",
                ending.name,
                ending.games,
                share(&ending.mine),
                share(&ending.theirs)
            );
            if ending.exact.of + ending.exact_theirs.of > 0 {
                let _ = write!(
                    line,
                    "; against the tables you changed the result {}, they {}",
                    share(&ending.exact),
                    share(&ending.exact_theirs)
                );
                if !ending.examples.is_empty() {
                    let _ = write!(line, ": {}", places(&ending.examples));
                }
            }
            writeln!(f, "{line}")?;
        }
        if let Some(clock) = &self.clock {
            writeln!(f, "\nTime ({} moves after the opening)", clock.moves)?;
            writeln!(
                f,
                "  half of your moves took more than {:.0} s where one move beat all others, {:.0} s elsewhere (your opponents {:.0} s and {:.0} s)",
                clock.hard, clock.easy, clock.theirs.0, clock.theirs.1
            )?;
            writeln!(
                f,
                "  mistakes with less than a tenth of the time left {}; else {}",
                share(&clock.trouble),
                share(&clock.calm)
            )?;
        }
        if !self.repeats.is_empty() {
            writeln!(f, "\nThe same mistake again")?;
        }
        for repeat in &self.repeats {
            let Example { label, best, fen, .. } = &repeat.example;
            writeln!(f, "  {label} (best {best}) in {}: {fen}", games(&repeat.games))?;
        }
        Ok(())
    }
}
