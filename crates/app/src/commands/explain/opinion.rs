//! Lines and opinions that are not our search's: a line the user gives, and another engine's choice.

use anyhow::Context;
use philidor_chess::shakmaty::{Chess, Move, Position};
use philidor_tutor::{
    Line,
    analyst::{Analyst, Question},
    claim::{About, Statement, Worth, claim, limits::SAME_CP, score},
    explain::Explanation,
    look::Look,
    say::{Level, Speaker, Words},
};

use crate::moves::parse_move;

/// Moves in a row, in SAN or UCI.
pub(super) fn line(pos: &Chess, text: &str) -> anyhow::Result<Line> {
    let mut at = pos.clone();
    let mut moves = Vec::new();
    let words = text
        .split_whitespace()
        .map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '…']));
    for word in words.filter(|word| !word.is_empty()) {
        let mv = parse_move(&at, word).with_context(|| format!("move {} of --line", moves.len() + 1))?;
        at.play_unchecked(mv);
        moves.push(mv);
    }
    anyhow::ensure!(!moves.is_empty(), "--line has no moves");
    Ok(Line::from_moves(pos, &moves)?)
}

fn first(line: &Line) -> Option<Move> {
    line.steps().first().map(|step| step.mv)
}

/// Thousandths of the other engine's budget for its own choice; the rest is for ours.
const ITS_CHOICE: u32 = 700;

/// What the other engine says to our choice: that it agrees, or what it prefers, by its own scores.
pub(super) fn second(
    told: &Explanation,
    engine: &mut dyn Analyst,
    words: &Words,
    level: Level,
) -> anyhow::Result<String> {
    let pos = &told.position;
    let Some(ours) = told.lines.first() else { return Ok(String::new()) };
    let Some(mine) = first(&ours.line) else { return Ok(String::new()) };
    let look = |looks: Vec<Look>| looks.into_iter().next();
    let Some(its) = look(engine.lines(&Question::best(pos, 1, ITS_CHOICE))?) else {
        return Ok(String::new());
    };
    let Some(other) = first(&its.line) else { return Ok(String::new()) };
    let same = look(engine.lines(&Question::only(pos, &[mine], 1000 - ITS_CHOICE))?);
    let ours_by_it = if other == mine { Some(its.score) } else { same.map(|look| look.score) };
    let Some(ours_by_it) = ours_by_it else { return Ok(String::new()) };
    let agrees = other == mine || its.score - ours_by_it < SAME_CP;
    let (mv, value) = if agrees { (mine, ours_by_it) } else { (other, its.score) };
    let statement = Statement::Better {
        mv: mv.into(),
        other: mine.into(),
        score: score(value),
        other_score: score(ours_by_it),
    };
    let worth = Worth(value - ours_by_it);
    let claim = claim(About::Alternative, statement, pos.turn(), pos, its.shown(), 1, worth);
    // A preference is a claim like any other.
    if !agrees {
        philidor_verify::verify(&claim, None)?;
    }
    Ok(Speaker::new(words, level, 0).opinion(pos, &claim, engine.name(), agrees))
}
