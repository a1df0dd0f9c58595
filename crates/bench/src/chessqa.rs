//! ChessQA, a public benchmark of language models, answered without one: board, devices, short tactics, judgement, and which of
//! four comments belongs to a move.
//!
//! A solver sees a question as a model would: its kind, its position and its text. Answer keys are read by the referee alone.

mod board;

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use philidor_chess::{
    parse_fen, parse_move,
    shakmaty::{CastlingMode, Chess, Color, Move, Position, PositionError, fen::Fen},
};
use philidor_know::search::{mate_moves, table_result};
use philidor_read::{
    Lexicon,
    matching::{Comment, Model, Subject},
};
use philidor_session::{Session, Settings};
use philidor_tutor::{judge::Eval, look::Look};
use serde::{Deserialize, Serialize};

use crate::comments::scores;

/// A question, without its answer.
#[derive(Debug, Clone)]
pub struct Question {
    /// For example `motifs_fork`.
    pub kind: String,
    /// The position, and what else is given.
    pub input: String,
    /// What is asked, in words.
    pub text: String,
}

/// How answers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Compared {
    /// As they are written.
    Single,
    /// As sets of what stands between commas.
    Multi,
}

#[derive(Debug, Deserialize)]
struct Task {
    task_id: String,
    task_type: String,
    task_category: String,
    input: String,
    question: String,
    correct_answer: String,
    answer_type: Compared,
}

/// Right answers of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// Right ones.
    pub right: usize,
    /// All.
    pub of: usize,
}

impl Tally {
    pub(crate) fn add(&mut self, right: bool) {
        self.right += usize::from(right);
        self.of += 1;
    }

    /// The share of right answers, in per cent.
    pub fn percent(self) -> f64 {
        100.0 * self.right as f64 / self.of.max(1) as f64
    }
}

/// What came out, part by part and kind by kind.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// By part: Structural, Motifs, Short Tactics, Position Judgement, Semantic.
    pub parts: BTreeMap<String, Tally>,
    /// By kind of question.
    pub kinds: BTreeMap<String, Tally>,
    /// Who answered which part.
    pub answered_by: BTreeMap<String, String>,
    /// Wrong answers: the task, what was said, what was wanted.
    pub wrong: Vec<(String, String, String)>,
}

/// Published figures of language models over all tasks of a part: the part, the figure, and what it is. From the paper (arXiv
/// 2510.23948) and the board at chessaibench.com.
const PUBLISHED: [(&str, &str); 5] = [
    ("Structural", "language models: up to 97 (paper)"),
    ("Motifs", "language models: see the paper"),
    ("Short Tactics", "language models: down to 17 (paper)"),
    ("Position Judgement", "language models: barely above guessing, 20 (paper)"),
    (
        "Semantic",
        "Gemini 3 Flash 84.8, Opus 4.6 83.5, GPT-5.2 78.8, Sonnet 4.5 73.0, GPT-5 Nano 39.0; chance 25",
    ),
];

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (part, tally) in &self.parts {
            let by = self.answered_by.get(part).map_or("", String::as_str);
            let published = PUBLISHED.iter().find(|(name, _)| name == part).map_or("", |(_, text)| text);
            writeln!(f, "{part:<20} {:>4} of {:<4} {:>5.1} %  {by}", tally.right, tally.of, tally.percent())?;
            if !published.is_empty() {
                writeln!(f, "{:<20} {published}", "")?;
            }
            let prefix = part.to_lowercase().replace(' ', "_");
            for (kind, tally) in self.kinds.iter().filter(|(kind, _)| kind.starts_with(&prefix)) {
                let name = kind[prefix.len()..].trim_start_matches('_');
                writeln!(f, "  {name:<26} {:>4} of {:<4} {:>5.1} %", tally.right, tally.of, tally.percent())?;
            }
        }
        Ok(())
    }
}

/// The files of the benchmark in a folder: every `.jsonl`.
fn files(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries =
        std::fs::read_dir(dir).with_context(|| format!("cannot read the folder {}", dir.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    files.sort();
    ensure!(
        !files.is_empty(),
        "no .jsonl files in {}: get the folder `benchmark` of ChessQA (github.com/CSSLab/chessqa-benchmark)",
        dir.display()
    );
    Ok(files)
}

fn tasks(dir: &Path) -> anyhow::Result<Vec<Task>> {
    let mut all = Vec::new();
    for path in files(dir)? {
        let text = philidor_files::read_text(&path)?;
        for (line, text) in text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
            let place = || format!("{}, line {}: not a task of ChessQA", path.display(), line + 1);
            all.push(serde_json::from_str(text).with_context(place)?);
        }
    }
    Ok(all)
}

/// As the benchmark compares: letters small, and lists as sets.
fn same(said: &str, wanted: &str, compared: Compared) -> bool {
    let plain = |text: &str| text.trim().to_lowercase();
    match compared {
        Compared::Single => plain(said) == plain(wanted),
        Compared::Multi => {
            let set = |text: &str| {
                let parts = text.split(',').map(plain).filter(|part| !part.is_empty());
                parts.collect::<std::collections::BTreeSet<String>>()
            };
            set(said) == set(wanted)
        }
    }
}

/// Looks at a tactic, as parts of the longest.
const LOOKS: [u64; 4] = [100, 25, 5, 1];
/// Nodes of the longest, if nobody says.
const LONGEST: u64 = 1_000_000;
/// Points of winning chances by which the move of a tactic is better than the next: the others are mistakes.
const STANDS_OUT: f64 = 10.0;

/// Who is asked.
pub struct Solvers<'a> {
    /// For short tactics: our own search; its nodes are those of the longest look.
    pub tactics: &'a Session,
    /// For position judgement: the session's analyst.
    pub judge: &'a Session,
    /// For comments: an analyst who looks shortly.
    pub reader: &'a Session,
    /// Which comment fits a move.
    pub model: &'a Model,
}

/// How a session's analyst is told.
fn name_of(session: &Session) -> String {
    let nodes = session.settings().nodes.map_or("until settled".to_owned(), |n| format!("{n} nodes"));
    format!("{}, {nodes}", session.engine().name())
}

impl Solvers<'_> {
    fn answer(&self, question: &Question) -> anyhow::Result<Option<String>> {
        if let Some((options, mv)) = semantic(question) {
            return self.comment(&question.input, &options, &mv).map(Some);
        }
        if question.kind.starts_with("short_tactics") {
            let pos = parse_fen(&question.input)?;
            let first = self.tactic(&pos)?;
            return Ok(first.map(|mv| mv.to_uci(CastlingMode::Standard).to_string()));
        }
        if question.kind.starts_with("position_judgement") {
            return self.judgement(&question.input).map(Some);
        }
        board::answer(question)
    }

    /// The move of a tactic: there is one that is much better than all others. So a look is believed if it finds what a shorter one
    /// found and that this move stands out; else the next one is longer.
    fn tactic(&self, pos: &Chess) -> anyhow::Result<Option<Move>> {
        let longest = self.tactics.settings().nodes.unwrap_or(LONGEST);
        let mut before = None;
        for part in LOOKS {
            let nodes = Some((longest / part).max(1));
            let session =
                self.tactics.with(Settings { nodes, ..self.tactics.settings().clone() })?.isolated();
            let lines = session.lines(pos, 2, &[])?.lines;
            let found = lines.first().and_then(Look::first);
            let stands_out = match &lines[..] {
                [best, second, ..] => {
                    let chance = |look: &Look| Eval::from_score(look.score, Color::White).win_percent();
                    chance(best) - chance(second) >= STANDS_OUT
                }
                _ => true,
            };
            if found.is_some() && found == before && stands_out {
                return Ok(found);
            }
            before = found;
        }
        Ok(before)
    }

    /// The letter of the comment that fits a move best.
    fn comment(&self, fen: &str, options: &[String], mv: &str) -> anyhow::Result<String> {
        let pos = parse_fen(fen)?;
        let mv = parse_move(&pos, mv)?;
        let lexicon = Lexicon::of("en")?;
        let subject = Subject::new(&pos, mv, scores(self.reader, &pos, mv)?);
        let comments: Vec<Comment> = options.iter().map(|text| Comment::new(text, lexicon)).collect();
        let chosen = self.model.choose(&subject, &comments).unwrap_or(0);
        Ok(["A", "B", "C", "D"].get(chosen).copied().unwrap_or("A").to_owned())
    }

    /// One of the five answers nearest to the analyst's score in centipawns, for White.
    fn judgement(&self, input: &str) -> anyhow::Result<String> {
        let pos = lenient(input)?;
        let looks = self.judge.lines(&pos, 1, &[])?.lines;
        let score = looks.first().map_or(0, |look| look.score);
        let white = if pos.turn().is_white() { score } else { -score };
        let decided = mate_moves(white).is_some() || table_result(white).is_some();
        let cp = if decided { f64::from(white.signum()) * 400.0 } else { f64::from(white) };
        let nearest = [-400, -200, 0, 200, 400].into_iter().min_by(|a, b| {
            let off = |option: i32| (f64::from(option) - cp).abs();
            off(*a).total_cmp(&off(*b))
        });
        Ok(nearest.unwrap_or(0).to_string())
    }
}

/// A position whose castling rights may be impossible, as some of the benchmark's are: those are dropped.
fn lenient(text: &str) -> anyhow::Result<Chess> {
    let fen: Fen = text.trim().parse().with_context(|| format!("not a FEN: {text:?}"))?;
    let pos =
        fen.into_position(CastlingMode::Standard).or_else(PositionError::ignore_invalid_castling_rights);
    pos.map_err(|_| anyhow::anyhow!("illegal position: {text:?}"))
}

/// The options and the move of a question about comments.
fn semantic(question: &Question) -> Option<(Vec<String>, String)> {
    if !question.kind.starts_with("semantic") {
        return None;
    }
    let text = &question.text;
    let mv = text.split_once("makes the move: ")?.1.split_whitespace().next()?.to_owned();
    let options = text.split_once("Options:\n")?.1;
    let options = options.split_once("\nAnalyze step by step").map_or(options, |(options, _)| options);
    let mut found = Vec::new();
    let mut rest = options;
    for (letter, next) in [("A. ", "\nB. "), ("B. ", "\nC. "), ("C. ", "\nD. "), ("D. ", "\u{0}")] {
        rest = rest.strip_prefix(letter)?;
        match rest.split_once(next) {
            Some((option, tail)) => {
                found.push(option.to_owned());
                rest = &options[options.len() - tail.len() - (next.len() - 1)..];
            }
            None => found.push(rest.to_owned()),
        }
    }
    Some((found, mv))
}

/// Answers all questions of the files in a folder. `tell` hears of each.
pub fn run(dir: &Path, solvers: &Solvers<'_>, tell: &mut dyn FnMut(usize, usize)) -> anyhow::Result<Report> {
    let tasks = tasks(dir)?;
    let mut report = Report::default();
    for (part, by) in [
        ("Structural", "the rules of chess".to_owned()),
        ("Motifs", "the benchmark's definitions on our board".to_owned()),
        ("Short Tactics", format!("{} at most", name_of(solvers.tactics))),
        ("Position Judgement", name_of(solvers.judge)),
        ("Semantic", format!("our reader of comments, {}", name_of(solvers.reader))),
    ] {
        report.answered_by.insert(part.to_owned(), by);
    }
    for (done, task) in tasks.iter().enumerate() {
        let question =
            Question { kind: task.task_type.clone(), input: task.input.clone(), text: task.question.clone() };
        let said = solvers.answer(&question).with_context(|| format!("in task {}", task.task_id))?;
        let said = said.unwrap_or_default();
        let right = same(&said, &task.correct_answer, task.answer_type);
        report.parts.entry(task.task_category.clone()).or_default().add(right);
        report.kinds.entry(task.task_type.clone()).or_default().add(right);
        if !right {
            report.wrong.push((task.task_id.clone(), said, task.correct_answer.clone()));
        }
        tell(done + 1, tasks.len());
    }
    Ok(report)
}

#[cfg(test)]
mod tests;
