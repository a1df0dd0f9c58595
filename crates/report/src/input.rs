//! What commands are handed beside a position: a line of the reader's own, a folder of expert rules.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use philidor_chess::{
    parse_move,
    shakmaty::{Chess, Position},
};
use philidor_rules::RuleSource;
use philidor_tutor::{Line, refine::ExpertRules};

/// Moves in a row, in SAN or UCI, with or without their numbers.
pub fn read_line(pos: &Chess, text: &str) -> anyhow::Result<Line> {
    let mut at = pos.clone();
    let mut moves = Vec::new();
    let words = text
        .split_whitespace()
        .map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '…']));
    for word in words.filter(|word| !word.is_empty()) {
        let mv = parse_move(&at, word).with_context(|| format!("move {} of the line", moves.len() + 1))?;
        at.play_unchecked(mv);
        moves.push(mv);
    }
    ensure!(!moves.is_empty(), "the line has no moves");
    Ok(Line::from_moves(pos, &moves)?)
}

/// The expert rules of a folder.
pub fn rules_in(folder: &Path) -> anyhow::Result<ExpertRules> {
    let failed = || format!("reading expert rules from {}", folder.display());
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .with_context(failed)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()
        .with_context(failed)?;
    files.retain(|path| path.extension().is_some_and(|e| e == "rules"));
    files.sort();
    ensure!(!files.is_empty(), "{} holds no rule files (*.rules)", folder.display());
    let mut sources = Vec::new();
    for path in files {
        let bytes = std::fs::read(&path).with_context(failed)?;
        sources.push(RuleSource::from_bytes(&path.display().to_string(), bytes)?);
    }
    Ok(ExpertRules::new(&sources)?)
}
