//! Learning which comment fits a move, from annotated games.

use std::{fmt, fs::File, io::BufReader, path::PathBuf};

use anyhow::{Context as _, ensure};
use philidor_chess::{
    pgn::{Entry, Game, Games},
    shakmaty::{Chess, Move, Position},
};
use philidor_read::{
    Lexicon, comments,
    matching::{Comment, Example, Learned, Subject, learn},
};
use philidor_session::Session;
use serde::Serialize;

/// The shortest comment that is learned from, in words, and the longest, in bytes.
const WORDS: usize = 4;
const BYTES: std::ops::RangeInclusive<usize> = 20..=900;

/// What came out.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Comments learned from, and those of writers held out.
    pub comments: usize,
    /// Choices of one comment among four: kind of the three others, right answers, all.
    pub held_out: Vec<(&'static str, usize, usize)>,
    /// The weights as a file.
    #[serde(skip)]
    pub file: String,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} comments; one of four by writers held out:", self.comments)?;
        for (kind, right, of) in &self.held_out {
            let share = 100.0 * *right as f64 / (*of).max(1) as f64;
            writeln!(f, "  {kind:<18} {right:>5} of {of} ({share:.1} %)")?;
        }
        Ok(())
    }
}

/// What the analyst gives the mover before and after a move.
pub fn scores(session: &Session, before: &Chess, mv: Move) -> anyhow::Result<[i32; 2]> {
    let mut after = before.clone();
    after.play_unchecked(mv);
    let value = |pos: &Chess| -> anyhow::Result<i32> {
        if pos.legal_moves().is_empty() {
            return Ok(if pos.is_check() { -10_000 } else { 0 });
        }
        let looks = session.lines(pos, 1, &[])?.lines;
        Ok(looks.first().map_or(0, |look| look.score.clamp(-10_000, 10_000)))
    };
    Ok([value(before)?, -value(&after)?])
}

/// The name of a player in a text is the name of a side.
fn sides_for_names(text: &str, names: &[Option<String>; 2]) -> String {
    let named = |word: &str| names.iter().position(|name| name.as_deref() == Some(&*word.to_lowercase()));
    let mut out = String::with_capacity(text.len());
    for part in text.split_inclusive(|c: char| !c.is_alphabetic()) {
        let word = part.trim_end_matches(|c: char| !c.is_alphabetic());
        match named(word) {
            Some(side) => {
                out += ["White", "Black"][side];
                out += &part[word.len()..];
            }
            None => out += part,
        }
    }
    out
}

fn of_game(
    game: &Game,
    writer: &str,
    number: usize,
    session: &Session,
    lexicon: &Lexicon,
) -> anyhow::Result<Vec<Example>> {
    let mut all = Vec::new();
    for comment in comments(game).into_iter().filter(|comment| comment.main) {
        let Some((before, mv)) = &comment.about.last else { continue };
        let text = sides_for_names(&comment.text, &comment.about.players);
        let words = text
            .split_whitespace()
            .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1)
            .count();
        if words < WORDS || !BYTES.contains(&text.len()) {
            continue;
        }
        let subject = Subject::new(before, *mv, scores(session, before, *mv)?);
        all.push(Example {
            subject,
            comment: Comment::new(&text, lexicon),
            writer: writer.to_owned(),
            game: number,
        });
    }
    Ok(all)
}

/// Learns weights from annotated games; the writers of some files (by stem) are held out to measure on.
pub fn fit(
    files: &[PathBuf],
    hold_out: &[String],
    session: &Session,
    tell: &mut dyn FnMut(&str),
) -> anyhow::Result<Report> {
    let lexicon = Lexicon::of("en")?;
    let mut examples = Vec::new();
    let mut number = 0;
    for path in files {
        let failed = || format!("cannot read {}", path.display());
        let mut games = Games::new(BufReader::new(File::open(path).with_context(failed)?));
        let writer = philidor_files::stem(path);
        while let Some(entry) = games.next_entry().with_context(failed)? {
            let (Entry::Game(game) | Entry::Bad { game, .. }) = entry;
            number += 1;
            tell(&format!("{writer}: game {number}, {} comments", examples.len()));
            examples.extend(of_game(&game, &writer, number, session, lexicon)?);
        }
    }
    ensure!(examples.len() > 20, "{} comments are too few to learn from", examples.len());
    let Learned { model, held_out } = learn(&examples, hold_out, 1, tell);
    let names: Vec<String> = files.iter().map(|path| philidor_files::stem(path)).collect();
    let provenance = format!(
        "philidor bench --fit-comments: {} comments of {}, held out {}, analyst {}",
        examples.len(),
        names.join(", "),
        hold_out.join(", "),
        session.engine().name()
    );
    Ok(Report { comments: examples.len(), held_out, file: model.write(&provenance) })
}
