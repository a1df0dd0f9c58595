//! The endgame course at a terminal: the list with what somebody has done of it, and a try at a position, line by line.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use anyhow::Context;
use philidor_chess::{
    diagram, parse_fen,
    shakmaty::{Chess, Move, Position, san::San},
};
use philidor_session::{
    Session,
    lesson::{self, Hint, Lesson, Played, RuleShown, lessons, phrase, san},
};
use philidor_truth::ProbeError;
use serde_json::{Value, json};

/// The positions of lessons that were played to their end, by lesson.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    done: BTreeMap<String, BTreeSet<String>>,
}

impl Progress {
    /// What was kept; nothing yet if there is no file.
    pub fn read(path: &Path) -> anyhow::Result<Progress> {
        if !path.exists() {
            return Ok(Progress::default());
        }
        let text = philidor_files::read_text(path)?;
        let done = serde_json::from_str(&text).with_context(|| {
            format!("{} does not hold what was learned: move it away to begin anew", path.display())
        })?;
        Ok(Progress { done })
    }

    /// Keeps it.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        if let Some(dir) = path.parent() {
            philidor_files::make_dir(dir)?;
        }
        philidor_files::write(path, serde_json::to_string_pretty(&self.done)?)
    }

    /// Whether a position was played to its end.
    pub fn has(&self, lesson: &str, fen: &str) -> bool {
        self.done.get(lesson).is_some_and(|fens| fens.contains(fen))
    }

    /// Notes that it was.
    pub fn passed(&mut self, lesson: &str, fen: &str) {
        self.done.entry(lesson.to_owned()).or_default().insert(fen.to_owned());
    }

    fn count(&self, lesson: &Lesson) -> usize {
        self.done.get(&lesson.id).map_or(0, BTreeSet::len)
    }

    /// For a terminal, in a language.
    pub fn text(&self, language: &str) -> String {
        let mut out = String::new();
        for lesson in lessons() {
            let title = lesson.text(language).map_or("", |text| text.title.as_str());
            let (done, of) = (self.count(lesson).min(lesson.size()), lesson.size());
            let mark = if done == of { "✓" } else { " " };
            out += &format!("{mark} {done}/{of}  {:<26} {:<6} {title}\n", lesson.id, lesson.endgame);
        }
        out
    }

    /// For programs.
    pub fn json(&self, language: &str) -> Value {
        let one = |lesson: &Lesson| {
            let text = lesson.text(language);
            json!({"id": lesson.id, "endgame": lesson.endgame, "goal": lesson.goal, "rule": lesson.rule,
                "shows": lesson.shows, "title": text.map(|t| &t.title), "idea": text.map(|t| &t.idea),
                "positions": lesson.size(), "done": self.count(lesson).min(lesson.size())})
        };
        json!(lessons().iter().map(one).collect::<Vec<_>>())
    }
}

/// What a line that was typed leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// To be shown.
    pub text: String,
    /// The try is over: true if it was played to its end without a move that was told or taken back.
    pub over: Option<bool>,
}

/// A try at a position of a lesson.
pub struct Trial<'t> {
    session: &'t Session,
    lesson: &'t Lesson,
    language: &'t str,
    start: Chess,
    pos: Chess,
    moves: Vec<Move>,
    /// Hints given in this position.
    hints: usize,
    helped: bool,
}

impl<'t> Trial<'t> {
    /// At a position whose tables are at hand.
    pub fn new(session: &'t Session, lesson: &'t Lesson, language: &'t str, start: &Chess) -> Trial<'t> {
        let (start, pos) = (start.clone(), start.clone());
        Trial { session, lesson, language, start, pos, moves: Vec::new(), hints: 0, helped: false }
    }

    fn phrase(&self, name: &str, holes: &[(&str, &str)]) -> String {
        phrase(self.language, name, holes) + "\n"
    }

    fn board(&self) -> String {
        format!("\n{}", diagram::unicode(&self.pos, self.start.turn()))
    }

    /// The idea, a position that shows it (`first`: before the first of the lesson's positions), and what is to be done.
    pub fn introduction(&self, first: bool) -> String {
        let mut out = String::new();
        if let Some(text) = self.lesson.text(self.language) {
            out += &format!("{}\n\n{}\n\n", text.title, text.idea);
        }
        let shows = self.lesson.shows.as_deref().and_then(|fen| parse_fen(fen).ok()).filter(|_| first);
        if let Some(pos) = shows {
            out += &self.phrase("shows", &[]);
            out += &diagram::unicode(&pos, self.start.turn());
            out += &self.session.deciding_rule(&pos).map_or_else(String::new, |rule| self.rule(&rule));
            out.push('\n');
        }
        let side = phrase(self.language, self.start.turn().fold_wb("white", "black"), &[]);
        out += &self.phrase(&self.lesson.goal, &[("side", &side)]);
        out + &self.phrase("help", &[]) + &self.board()
    }

    fn rule(&self, rule: &RuleShown) -> String {
        let told = self.phrase("rule", &[("reason", &rule.reason)]);
        if rule.squares.is_empty() {
            return told;
        }
        let squares: Vec<String> = rule.squares.iter().map(ToString::to_string).collect();
        told + &self.phrase("squares", &[("squares", &squares.join(", "))])
    }

    /// Takes a move or a word.
    pub fn take(&mut self, line: &str) -> Result<Said, ProbeError> {
        let go_on = |text| Ok(Said { text, over: None });
        match line.trim() {
            "" => go_on(String::new()),
            "quit" => Ok(Said { text: String::new(), over: Some(false) }),
            "up" => {
                let best = self.session.endings().tables().moves(&self.pos)?.into_iter().next();
                let way = |mv| self.phrase("better", &[("move", &san(&self.pos, mv))]);
                Ok(Said { text: best.map_or_else(String::new, |best| way(best.mv)), over: Some(false) })
            }
            "back" => {
                self.moves.truncate(self.moves.len().saturating_sub(2));
                self.helped = true;
                self.set_up();
                go_on(self.board())
            }
            "hint" => {
                let text = self.hint()?;
                go_on(text)
            }
            text => match text.parse::<San>().ok().and_then(|san| san.to_move(&self.pos).ok()) {
                Some(mv) => self.play(mv),
                None => go_on(self.phrase("illegal", &[("move", text)])),
            },
        }
    }

    fn set_up(&mut self) {
        self.pos = self.start.clone();
        for &mv in &self.moves {
            self.pos.play_unchecked(mv);
        }
        self.hints = 0;
    }

    fn play(&mut self, mv: Move) -> Result<Said, ProbeError> {
        let tables = self.session.endings().tables();
        let before = self.pos.clone();
        self.moves.push(mv);
        self.set_up();
        let reached =
            |trial: &Trial<'_>| Said { text: trial.phrase("passed", &[]), over: Some(!trial.helped) };
        match lesson::judge(tables, &self.start, &self.moves)? {
            Played::Reached => return Ok(reached(self)),
            // The rule that decides now is the one that was broken; then the move is taken back.
            Played::Spoilt(_) => {
                let mut text = self.phrase("spoilt", &[("move", &san(&before, mv))]);
                if let Some(rule) = self.session.deciding_rule(&self.pos) {
                    text += &self.rule(&rule);
                }
                self.moves.pop();
                self.helped = true;
                self.set_up();
                return Ok(Said { text: text + &self.board(), over: None });
            }
            Played::Open => {}
        }
        let mut text = String::new();
        if let Some(answer) = self.session.hardest_answer(&self.pos)? {
            text += &self.phrase("reply", &[("move", &san(&self.pos, answer))]);
            self.moves.push(answer);
            self.set_up();
            if lesson::judge(tables, &self.start, &self.moves)? == Played::Reached {
                return Ok(Said { text: text + &reached(self).text, over: Some(!self.helped) });
            }
        }
        Ok(Said { text: text + &self.board(), over: None })
    }

    fn hint(&mut self) -> Result<String, ProbeError> {
        let hint = self.session.hint(&self.pos, self.hints)?;
        self.hints += 1;
        Ok(match hint {
            Some(Hint::Idea(rule)) => self.rule(&rule),
            Some(Hint::Square(square)) => self.phrase("square", &[("square", &square.to_string())]),
            Some(Hint::Move(mv)) => {
                self.helped = true;
                self.phrase("move", &[("move", &san(&self.pos, mv))])
            }
            None => String::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use philidor_session::{Stop, lesson::by_id};

    use super::*;

    #[test]
    fn what_was_done_comes_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep").join("lessons.json");
        let mut progress = Progress::read(&path).unwrap();
        progress.passed("opposition", "8/8/8/8/8/8/8/8 w - - 0 1");
        progress.write(&path).unwrap();
        assert_eq!(Progress::read(&path).unwrap(), progress);
        assert!(progress.text("de").contains("Die Opposition"));
        std::fs::write(&path, "[1, 2").unwrap();
        assert!(Progress::read(&path).unwrap_err().to_string().contains("lessons.json"));
    }

    #[test]
    fn a_try_goes_from_the_idea_to_the_end() {
        let session = Session::builder().nodes(1_000).build().unwrap();
        session.endings().solve("KPK".parse().unwrap(), &Stop::default()).unwrap();
        let lesson = by_id("opposition").unwrap();
        let start = parse_fen("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1").unwrap();
        let mut trial = Trial::new(&session, lesson, "en", &start);
        assert!(trial.introduction(true).contains("White"));
        let said = |trial: &mut Trial<'_>, line: &str| trial.take(line).unwrap();
        assert!(said(&mut trial, "Ke6").text.contains("not legal"));
        // A spoilt win names the rule and is taken back.
        let spoilt = said(&mut trial, "Kd3");
        assert!(
            spoilt.text.contains("Kd3 spoils it") && spoilt.text.contains("The rule:"),
            "{}",
            spoilt.text
        );
        assert_eq!((spoilt.over, trial.moves.len()), (None, 0));
        assert!(said(&mut trial, "hint").text.contains("The rule:"));
        assert!(said(&mut trial, "hint").text.contains("belongs on e3"));
        assert!(said(&mut trial, "hint").text.contains("Play e3"));
        // From here the best moves lead to mate.
        let mut over = None;
        for _ in 0..60 {
            let best = session.endings().tables().moves(&trial.pos).unwrap().remove(0);
            over = said(&mut trial, &best.san).over;
            if over.is_some() {
                break;
            }
        }
        assert_eq!(over, Some(false), "to the end, but with help");
    }
}
