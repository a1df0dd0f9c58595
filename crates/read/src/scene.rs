//! What a text is about: a position, the move that led to it, the game around it, and an analyst to ask.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
};

use philidor_chess::{
    pgn::Termination,
    shakmaty::{Chess, Color, EnPassantMode, Move, Position, zobrist::Zobrist64},
    write_fen,
};
use philidor_claims::Score;
use philidor_session::Session;
use philidor_tutor::{
    claim::{passed, score},
    look::Look,
    opening::Openings,
};
use philidor_verify::Board;

/// What a text is about.
#[derive(Debug, Clone, Default)]
pub struct About {
    /// The position that is spoken of: after the move, if there is one.
    pub position: Chess,
    /// The position before the move, and the move.
    pub last: Option<(Chess, Move)>,
    /// The enemy's move before that.
    pub previous: Option<Move>,
    /// All positions of the game with the moves played in them, in order.
    pub game: Vec<(Chess, Move)>,
    /// Names of openings that the game went through.
    pub openings: Vec<String>,
    /// Last names of White and Black, in small letters.
    pub players: [Option<String>; 2],
    /// How the game ended, if it is the game's last move.
    pub ended: Option<Termination>,
    /// How the game ended.
    pub result: Option<Termination>,
}

impl About {
    /// A position, and the move that was played in it, if there is one.
    pub fn new(position: Chess, mv: Option<Move>) -> About {
        match mv {
            Some(mv) => {
                let mut after = position.clone();
                after.play_unchecked(mv);
                About {
                    openings: named(&after),
                    position: after,
                    last: Some((position, mv)),
                    ..About::default()
                }
            }
            None => About { openings: named(&position), position, ..About::default() },
        }
    }

    /// A place in a game: the position, and what was played before it.
    pub fn in_game(position: Chess, played: Vec<(Chess, Move)>) -> About {
        let moves: Vec<Move> = played.iter().map(|(_, mv)| *mv).collect();
        let opening = Openings::ours().of_game(&moves).map(|played| played.opening.name.clone());
        let previous = moves.len().checked_sub(2).and_then(|at| moves.get(at).copied());
        About {
            position,
            last: played.last().cloned(),
            previous,
            openings: opening.into_iter().collect(),
            game: played,
            ..About::default()
        }
    }

    /// Who made the last move; if nobody did, who is to move.
    pub fn mover(&self) -> Color {
        self.last.as_ref().map_or(self.position.turn(), |(before, _)| before.turn())
    }
}

fn named(pos: &Chess) -> Vec<String> {
    Openings::ours().name(pos).map(|opening| opening.name.clone()).into_iter().collect()
}

/// Lines by position and, if only one move was asked for, that move.
type Looks = HashMap<(u64, Option<Move>), Option<Look>>;

/// A text's subject with everything that has been found out about it.
pub(crate) struct Scene<'a> {
    pub(crate) about: &'a About,
    session: Option<&'a Session>,
    scores: Rc<RefCell<Looks>>,
    boards: [Option<Board>; 2],
    /// Positions of lines that the text has shown so far.
    pub(crate) visited: RefCell<Vec<Chess>>,
    /// Questions to the analyst that are still allowed.
    left: Rc<Cell<usize>>,
}

/// Questions to the analyst for one text.
const MOST_QUESTIONS: usize = 400;

impl<'a> Scene<'a> {
    pub(crate) fn new(about: &'a About, session: Option<&'a Session>) -> Scene<'a> {
        let board = |pos: &Chess| Board::read(&write_fen(pos)).ok();
        let boards = [about.last.as_ref().and_then(|(before, _)| board(before)), board(&about.position)];
        Scene {
            about,
            session,
            scores: Rc::default(),
            boards,
            visited: RefCell::default(),
            left: Rc::new(Cell::new(MOST_QUESTIONS)),
        }
    }

    /// Another place that the same text speaks of; questions to the analyst count together.
    pub(crate) fn at<'b>(&self, about: &'b About) -> Scene<'b>
    where
        'a: 'b,
    {
        Scene { scores: self.scores.clone(), left: self.left.clone(), ..Scene::new(about, self.session) }
    }

    pub(crate) fn now(&self) -> &Chess {
        &self.about.position
    }

    pub(crate) fn before(&self) -> Option<&Chess> {
        self.about.last.as_ref().map(|(before, _)| before)
    }

    pub(crate) fn mv(&self) -> Option<Move> {
        self.about.last.as_ref().map(|(_, mv)| *mv)
    }

    pub(crate) fn mover(&self) -> Color {
        self.about.mover()
    }

    /// The checker's boards: now, then before the move.
    pub(crate) fn boards(&self) -> impl Iterator<Item = &Board> {
        self.boards.iter().rev().flatten()
    }

    /// The positions that are spoken of: now, then before the move.
    pub(crate) fn positions(&self) -> impl Iterator<Item = &Chess> {
        std::iter::once(self.now()).chain(self.before())
    }

    /// The position with the mover to move again.
    pub(crate) fn again(&self) -> Option<Chess> {
        if self.about.last.is_some() { passed(self.now()) } else { Some(self.now().clone()) }
    }

    /// The analyst's best line of a position, or its line of one move.
    pub(crate) fn look(&self, pos: &Chess, only: Option<Move>) -> Option<Look> {
        let key = (pos.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0, only);
        if let Some(found) = self.scores.borrow().get(&key) {
            return found.clone();
        }
        self.left.set(self.left.get().checked_sub(1)?);
        let only_moves: Vec<Move> = only.into_iter().collect();
        let lines = self.session?.lines(pos, 1, &only_moves).ok()?;
        let found = lines.lines.into_iter().next();
        self.scores.borrow_mut().insert(key, found.clone());
        found
    }

    /// What a position is worth to a side.
    pub(crate) fn score(&self, pos: &Chess, side: Color) -> Option<Score> {
        if pos.legal_moves().is_empty() {
            let lost = pos.is_check();
            let value = if lost { Score::Mate(0) } else { Score::Cp(0) };
            return Some(match (lost, side == pos.turn()) {
                (true, false) => Score::Mate(1),
                _ => value,
            });
        }
        let value = score(self.look(pos, None)?.score);
        Some(if pos.turn() == side { value } else { value.turned() })
    }

    /// Points of winning chances that the move costs its side.
    pub(crate) fn loss(&self) -> Option<f64> {
        let before = self.before()?;
        let us = before.turn();
        let (best, played) = (self.score(before, us)?, self.score(self.now(), us)?);
        Some(50.0 * (best.expected() - played.expected()).max(0.0))
    }
}

/// A line in standard notation, at most so many plies.
pub(crate) fn written(look: &Look, plies: usize) -> String {
    let mut pos = look.line.start().clone();
    let mut text = String::new();
    for step in look.line.steps().iter().take(plies) {
        if !text.is_empty() {
            text.push(' ');
        }
        text += &philidor_chess::shakmaty::san::SanPlus::from_move(pos.clone(), step.mv).to_string();
        pos.play_unchecked(step.mv);
    }
    text
}
