//! What Markdown and HTML share: a game as a sequence of paragraphs.

use philidor_chess::{
    pgn::{Game, NodeId},
    shakmaty::{Color, Move, Position, san::SanPlus},
};
use philidor_tutor::{
    annotate::{Annotated, Note},
    judge::Phase,
};

/// A part of the text of a game.
pub(super) enum Part {
    /// Moves with their glyphs, in bold.
    Moves(String),
    /// What we say about the last move.
    Ours { index: usize, text: String, better: Option<String> },
    /// What the file said already: comments and variations.
    Theirs(String),
    /// A phase of the game begins.
    Heading(String),
}

/// Who plays whom, as the tags say.
pub(super) fn title(game: &Game) -> String {
    let name = |tag: &str| game.tag(tag).filter(|n| !n.is_empty()).unwrap_or("?").to_owned();
    format!("{} – {}, {}", name("White"), name("Black"), game.termination)
}

/// Event, place and date, without what is unknown.
pub(super) fn occasion(game: &Game) -> String {
    let known = ["Event", "Site", "Date", "Round"]
        .iter()
        .filter_map(|tag| game.tag(tag))
        .map(|value| value.trim_end_matches(".??").trim_end_matches(".??").to_owned());
    known
        .filter(|v| !v.is_empty() && !["?", "-", "????"].contains(&v.as_str()))
        .collect::<Vec<_>>()
        .join(", ")
}

/// What stands after the moves: headings with their lists.
pub(super) fn closing(annotated: &Annotated) -> Vec<(String, Vec<String>)> {
    let named = |index: usize| {
        let node = annotated.game.node(annotated.study.nodes[index]);
        format!("{}{}", node.label(), node.san)
    };
    let turns = annotated.turning_points.iter().map(|(index, text)| format!("{}: {text}", named(*index)));
    let headings = &annotated.headings;
    let lists = [(&headings.turning_points, turns.collect()), (&headings.lessons, annotated.lessons.clone())];
    let lists = lists.into_iter().filter(|(_, items): &(_, Vec<String>)| !items.is_empty());
    lists.map(|(heading, items)| (heading.clone(), items)).collect()
}

/// The game as paragraphs.
pub(super) fn parts(annotated: &Annotated) -> Vec<Part> {
    let game = &annotated.game;
    let mut parts: Vec<Part> =
        game.comments.iter().map(|c| readable(c)).filter(|c| !c.is_empty()).map(Part::Theirs).collect();
    let mut run = String::new();
    for (index, (&id, note)) in annotated.study.nodes.iter().zip(&annotated.notes).enumerate() {
        let node = game.node(id);
        let phase = annotated.phases.get(index).copied().unwrap_or(Phase::Opening);
        let before = index.checked_sub(1).and_then(|last| annotated.phases.get(last).copied());
        if before != Some(phase) {
            if !run.is_empty() {
                parts.push(Part::Moves(std::mem::take(&mut run)));
            }
            parts.push(Part::Heading(annotated.headings.phases[phase as usize].clone()));
        }
        if run.is_empty() || node.mover().is_white() {
            push_word(&mut run, &node.label());
        }
        push_word(&mut run, &format!("{}{}", node.san, glyphs(&node.nags, note)));
        let theirs = theirs(game, id);
        if !note.sentences.is_empty() || !theirs.is_empty() || !note.better.is_empty() {
            parts.push(Part::Moves(std::mem::take(&mut run)));
        }
        parts.extend(theirs.into_iter().map(Part::Theirs));
        if !note.sentences.is_empty() || !note.better.is_empty() {
            let before = &annotated.study.views[index].pos;
            let better = (!note.better.is_empty()).then(|| line_text(before, &note.better));
            parts.push(Part::Ours { index, text: note.comment(), better });
        }
    }
    push_word(&mut run, &game.termination.to_string());
    parts.push(Part::Moves(run));
    parts
}

fn push_word(run: &mut String, word: &str) {
    if !run.is_empty() && !run.ends_with('.') {
        run.push(' ');
    }
    run.push_str(word);
}

/// Glyphs as players write them.
fn glyphs(theirs: &[u16], note: &Note) -> String {
    let sign = |nag: u16| match nag {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        _ => "",
    };
    let first = theirs.iter().copied().find(|&nag| !sign(nag).is_empty()).or(note.nag);
    first.map_or("", sign).to_owned()
}

/// Comments and variations that were in the file.
fn theirs(game: &Game, id: NodeId) -> Vec<String> {
    let mut out: Vec<String> =
        game.node(id).comments.iter().map(|c| readable(c)).filter(|c| !c.is_empty()).collect();
    let siblings = game.children(game.parent(id));
    out.extend(siblings.iter().skip(1).map(|&other| format!("({})", readable(&game.variation_text(other)))));
    out
}

/// A comment without its commands (`[%clk 0:01:00]`).
pub(super) fn readable(comment: &str) -> String {
    let mut out = String::new();
    let mut rest = comment;
    while let Some(at) = rest.find("[%") {
        out.push_str(&rest[..at]);
        rest = match rest[at..].find(']') {
            Some(end) => &rest[at + end + 1..],
            None => "",
        };
    }
    out.push_str(rest);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Moves with numbers: `16...Ra7 17.Bd3`.
pub(super) fn line_text(start: &philidor_chess::shakmaty::Chess, moves: &[Move]) -> String {
    let mut pos = start.clone();
    let mut out = String::new();
    for (i, &mv) in moves.iter().enumerate() {
        if pos.turn() == Color::White {
            push_word(&mut out, &format!("{}.", pos.fullmoves()));
        } else if i == 0 {
            push_word(&mut out, &format!("{}...", pos.fullmoves()));
        }
        let san = SanPlus::from_move_and_play_unchecked(&mut pos, mv).to_string();
        push_word(&mut out, &san);
    }
    out
}
