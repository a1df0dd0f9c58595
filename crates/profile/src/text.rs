//! The profile in words, for a terminal.

use std::fmt::Write;

use crate::{
    habit::Finding,
    summary::{Ending, Group, Profile},
    words::Voice,
};

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

impl Voice {
    /// Who it is about: the player, how many games, from when to when.
    pub(crate) fn title(&self, profile: &Profile) -> String {
        let title = self.say("title", &[("me", &profile.me), ("games", &self.games(profile.games))]);
        let (from, to) = &profile.from_to;
        if from.is_empty() {
            return title;
        }
        self.say("when", &[("title", &title), ("from", from), ("to", to)])
    }

    /// What was not used, and what is not known.
    pub(crate) fn notes(&self, profile: &Profile) -> Vec<String> {
        let mut out = Vec::new();
        if let Some(why) = profile.left_out.first() {
            let games = self.games(profile.left_out.len());
            out.push(self.say("left-out", &[("games", &games), ("why", why)]));
        }
        for (key, count) in [("without-ratings", profile.without.0), ("without-clocks", profile.without.1)] {
            if count > 0 {
                out.push(self.say(key, &[("games", &self.games(count))]));
            }
        }
        out
    }

    /// What was not used, and what all games together came to.
    pub(crate) fn head(&self, profile: &Profile) -> Vec<String> {
        let mut out = self.notes(profile);
        let share = self.percent(profile.all.points / profile.games.max(1) as f64);
        out.push(match profile.all.promised {
            Some(promised) => {
                self.say("points-promised", &[("share", &share), ("promised", &self.percent(promised))])
            }
            None => self.say("points", &[("share", &share)]),
        });
        if let (Some(mine), Some(theirs)) = (profile.all.accuracy, profile.their_accuracy) {
            let (mine, theirs) = (self.decimals(mine, 1), self.decimals(theirs, 1));
            out.push(self.say("accuracy", &[("mine", &mine), ("theirs", &theirs)]));
        }
        out
    }

    /// That nothing stands out.
    pub(crate) fn nothing(&self, profile: &Profile) -> String {
        self.say("nothing", &[("n", &profile.findings.len())])
    }

    /// How many positions there are to practise.
    pub(crate) fn practise(&self, profile: &Profile) -> String {
        let quiet = profile.drills.iter().filter(|drill| drill.quiet).count();
        self.say("practise", &[("n", &profile.drills.len()), ("quiet", &quiet)])
    }

    /// Games that were won on the board, and won.
    pub(crate) fn converted(&self, profile: &Profile) -> String {
        let (mine, theirs) = &profile.conversion;
        self.say("converted", &[("mine", &self.share(mine)), ("theirs", &self.share(theirs))])
    }

    /// How an ending went.
    pub(crate) fn ending(&self, ending: &Ending) -> String {
        let both = self
            .say("ending", &[("mine", &self.share(&ending.mine)), ("theirs", &self.share(&ending.theirs))]);
        if ending.exact.of + ending.exact_theirs.of == 0 {
            return both;
        }
        let exact = self.say(
            "exact",
            &[("mine", &self.share(&ending.exact)), ("theirs", &self.share(&ending.exact_theirs))],
        );
        format!("{both}; {exact}")
    }

    /// How time was spent: what it is about, then its sentences.
    pub(crate) fn clock(&self, profile: &Profile) -> Option<(String, Vec<String>)> {
        let clock = profile.clock.as_ref()?;
        let seconds = |value| self.decimals(value, 0);
        let pace = self.say(
            "pace",
            &[
                ("hard", &seconds(clock.hard)),
                ("easy", &seconds(clock.easy)),
                ("their-hard", &seconds(clock.theirs.0)),
                ("their-easy", &seconds(clock.theirs.1)),
            ],
        );
        let pressure = self
            .say("pressure", &[("trouble", &self.share(&clock.trouble)), ("calm", &self.share(&clock.calm))]);
        Some((self.say("time", &[("n", &clock.moves)]), vec![pace, pressure]))
    }

    /// The groups that games are counted in, with what they are sorted by.
    pub(crate) fn tables<'p>(&self, profile: &'p Profile) -> Vec<(String, &'p [Group])> {
        [
            ("by-colour", &profile.colours),
            ("by-strength", &profile.strengths),
            ("by-opening", &profile.openings),
            ("by-phase", &profile.phases),
        ]
        .into_iter()
        .filter(|(_, groups)| !groups.is_empty())
        .map(|(key, groups)| (self.say(key, &[]), groups.as_slice()))
        .collect()
    }
}

impl Profile {
    /// What else stands out.
    pub(crate) fn others(&self) -> impl Iterator<Item = &Finding> {
        let habit = self.habit;
        self.findings
            .iter()
            .enumerate()
            .filter(move |(at, one)| one.stands_out && Some(*at) != habit)
            .map(|(_, one)| one)
    }

    /// The profile as text.
    pub fn text(&self, voice: &Voice) -> String {
        let mut out = String::new();
        line(&mut out, &voice.title(self));
        for sentence in voice.head(self) {
            line(&mut out, &sentence);
        }
        self.one_thing(&mut out, voice);
        let others: Vec<&Finding> = self.others().collect();
        if !others.is_empty() {
            let _ = writeln!(out, "\n{}", voice.say("what-else", &[]));
            others.into_iter().for_each(|one| line(&mut out, &format!("  {}", voice.told(one))));
        }
        for (title, groups) in voice.tables(self) {
            let _ = writeln!(out, "\n{title}");
            let names = groups.iter().map(|group| voice.group(&group.name).chars().count());
            let width = names.max().unwrap_or(0).clamp(SHORTEST, LONGEST);
            groups.iter().for_each(|group| line(&mut out, &row(group, voice, width)));
        }
        let _ = writeln!(out, "\n{}", voice.converted(self));
        self.counted(&mut out, voice);
        self.rest(&mut out, voice);
        out
    }

    fn one_thing(&self, out: &mut String, voice: &Voice) {
        let _ = writeln!(out, "\n{}", voice.say("one-thing", &[]));
        let Some(habit) = self.habit() else {
            return line(out, &format!("  {}", voice.nothing(self)));
        };
        let since = self.since.as_deref();
        let how = "(--format html, --drills FILE.epd)";
        let practise = format!("{} {how}.", voice.practise(self));
        for sentence in [voice.told(habit), voice.changed(habit, since), voice.advice(&habit.kind), practise]
        {
            line(out, &format!("  {sentence}"));
        }
    }

    /// All motifs of both sides, whether they stand out or not.
    fn counted(&self, out: &mut String, voice: &Voice) {
        if self.findings.is_empty() {
            return;
        }
        let say = |key| voice.say(key, &[]);
        let _ = writeln!(out, "\n{} ({}; {})", say("counted"), say("column-you"), say("column-they"));
        for finding in &self.findings {
            let mark = if finding.stands_out { "!" } else { " " };
            let (about, mine, theirs) =
                (voice.about(&finding.kind), voice.share(&finding.mine), voice.share(&finding.theirs));
            let _ = writeln!(out, "{mark} {about:<66} {mine:<28} {theirs:<28}");
        }
    }

    fn rest(&self, out: &mut String, voice: &Voice) {
        if !self.endings.is_empty() {
            let _ = writeln!(out, "\n{}", voice.say("endings", &[]));
        }
        for ending in &self.endings {
            let (name, games) = (voice.name(&ending.name), voice.games(ending.games));
            let _ = write!(out, "  {name:<32} {games:>10}  {}", voice.ending(ending));
            if !ending.examples.is_empty() {
                let _ = write!(out, ": {}", voice.places(&ending.examples));
            }
            out.push('\n');
        }
        if let Some((title, sentences)) = voice.clock(self) {
            let _ = writeln!(out, "\n{title}");
            sentences.iter().for_each(|sentence| line(out, &format!("  {sentence}")));
        }
        if !self.repeats.is_empty() {
            let _ = writeln!(out, "\n{}", voice.say("again", &[]));
        }
        for repeat in &self.repeats {
            let example = &repeat.example;
            let told = voice.say(
                "repeated",
                &[
                    ("move", &voice.mv(&example.label)),
                    ("best", &voice.mv(&example.best)),
                    ("games", &voice.these_games(&repeat.games)),
                ],
            );
            let _ = writeln!(out, "  {told}: {}", example.fen);
        }
    }
}

/// The width of a column of names.
const SHORTEST: usize = 30;
const LONGEST: usize = 90;

fn row(group: &Group, voice: &Voice, width: usize) -> String {
    let say = |key| voice.say(key, &[]);
    let (name, games) = (voice.group(&group.name), voice.games(group.games));
    let mut line = format!("  {name:<width$} {games:>12}  {}", voice.made(group));
    if let Some(promised) = group.promised {
        let _ = write!(line, "  ({} {})", say("column-promised"), voice.percent(promised));
    }
    if let Some(accuracy) = group.accuracy {
        let _ = write!(line, "  {} {accuracy:.0}", say("column-accuracy"));
    }
    line
}
