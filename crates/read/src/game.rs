//! The comments of a game, each with what it is about.

use philidor_chess::{
    pgn::{Game, NodeId},
    shakmaty::{Chess, Move},
};
use philidor_tutor::opening::Openings;

use crate::scene::About;

/// A comment on a move.
#[derive(Debug, Clone)]
pub struct Comment {
    /// The move it stands after; none before the first.
    pub node: Option<NodeId>,
    /// Which of the move's comments.
    pub place: usize,
    /// It stands in the game itself, not in a variation.
    pub main: bool,
    /// What it is about.
    pub about: About,
    /// Its words, without commands such as `[%clk …]`.
    pub text: String,
}

/// The last name in a tag: "Karpov, Anatoly" and "Anatoly Karpov" are both Karpov.
fn last_name(tag: Option<&str>) -> Option<String> {
    let name = tag?.trim();
    let last = match name.split_once(',') {
        Some((last, _)) => last.trim(),
        None => name.split_whitespace().next_back()?,
    };
    let plain = last.chars().count() > 2 && last.chars().all(char::is_alphabetic);
    plain.then(|| last.to_lowercase())
}

fn without_commands(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some(at) = rest.find("[%") {
        kept += &rest[..at];
        rest = rest[at..].find(']').map_or("", |end| &rest[at + end + 1..]);
    }
    kept + rest
}

/// All comments of a game that say something.
pub fn comments(game: &Game) -> Vec<Comment> {
    let openings = Openings::ours();
    let players = [last_name(game.tag("White")), last_name(game.tag("Black"))];
    let mut played: Vec<(Chess, Move)> = Vec::new();
    let mut names: Vec<(usize, String)> = Vec::new();
    let mut pos = game.start.clone();
    for id in game.main_line() {
        let Some(mv) = game.node(id).ply.as_move() else { break };
        let Some(after) = game.node(id).ply.play(&pos) else { break };
        played.push((std::mem::replace(&mut pos, after), mv));
        names.extend(openings.name(&pos).map(|opening| (played.len(), opening.name.clone())));
    }
    let known = |plies: usize| {
        let until = names.iter().filter(|(at, _)| *at <= plies.max(1) + 6).map(|(_, name)| name.clone());
        until.collect::<Vec<String>>()
    };
    let mut all = Vec::new();
    let mut add = |node: Option<NodeId>, main: bool, about: &About, texts: &[String]| {
        for (place, text) in texts.iter().enumerate() {
            let text = without_commands(text);
            if text.split_whitespace().any(|word| word.chars().any(char::is_alphabetic)) {
                all.push(Comment { node, place, main, about: about.clone(), text });
            }
        }
    };
    let shared = About { players, result: Some(game.termination), ..About::default() };
    let start =
        About { position: game.start.clone(), game: played.clone(), openings: known(0), ..shared.clone() };
    add(None, true, &start, &game.comments);
    // Depth first, without recursion: the position before each move, the move before it, whether it is of the game itself.
    let mut stack: Vec<(NodeId, Chess, Option<Move>, bool, usize)> = Vec::new();
    let first = |main: bool, place: usize| main && place == 0;
    for (place, &id) in game.children(None).iter().enumerate().rev() {
        stack.push((id, game.start.clone(), None, first(true, place), 0));
    }
    while let Some((id, before, previous, main, plies)) = stack.pop() {
        let node = game.node(id);
        let Some(after) = node.ply.play(&before) else { continue };
        let mv = node.ply.as_move();
        if !node.comments.is_empty() || !node.before.is_empty() {
            let last = game.children(Some(id)).is_empty() && main;
            let about = About {
                position: after.clone(),
                last: mv.map(|mv| (before.clone(), mv)),
                previous,
                game: played.clone(),
                openings: known(plies + 1),
                ended: last.then_some(game.termination),
                ..shared.clone()
            };
            add(Some(id), main, &about, &node.comments);
        }
        for (place, &child) in game.children(Some(id)).iter().enumerate().rev() {
            stack.push((child, after.clone(), mv, first(main, place), plies + 1));
        }
    }
    all
}
