//! Games as people write them: Portable Game Notation with everything in it.
//!
//! A file is read as a stream of tokens ([`lexer`]), tokens become a tree ([`read`]), a tree becomes text again
//! ([`write`]). Comments, glyphs, nested variations, null moves and tags are kept; what cannot be read is told with its
//! line and kept as text. `pgn-reader` is faster and serves where only the moves matter, but it passes over what it
//! does not understand and cannot say where that was. Nothing here is recursive: nesting may be as deep as the file.

mod lexer;
mod read;
#[cfg(test)]
mod tests;
mod write;

use std::fmt;

use shakmaty::{Chess, Color, EnPassantMode, Move, Position, fen::Fen, san::SanPlus};

pub use self::read::{Entry, GameProblem, Games, ProblemKind};

/// A header line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// For example `White`.
    pub name: String,
    /// Unescaped.
    pub value: String,
}

/// What was played: a move, or nothing (`--`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ply {
    /// A legal move.
    Move(Move),
    /// The side to move passes, as analysts do to show a threat.
    Null,
}

impl Ply {
    /// The position afterwards; none if passing would leave a king in check.
    pub fn play(self, pos: &Chess) -> Option<Chess> {
        match self {
            Ply::Move(mv) => {
                let mut after = pos.clone();
                after.play_unchecked(mv);
                Some(after)
            }
            Ply::Null if pos.is_check() => None,
            Ply::Null => pos.clone().swap_turn().ok(),
        }
    }

    /// The move, if it is one.
    pub fn as_move(self) -> Option<Move> {
        match self {
            Ply::Move(mv) => Some(mv),
            Ply::Null => None,
        }
    }
}

/// A place in a [`Game`]'s tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// A move with what was said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// What was played.
    pub ply: Ply,
    /// In standard notation, with check and mate signs.
    pub san: String,
    /// Half-moves from White's first move of move 1 to this move, so the first move of a game has 0.
    pub number: u32,
    /// Comments before the move; only the first move of a line has them.
    pub before: Vec<String>,
    /// Numeric annotation glyphs.
    pub nags: Vec<u16>,
    /// Comments after the move.
    pub comments: Vec<String>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

impl Node {
    /// Who moved.
    pub fn mover(&self) -> Color {
        Color::from_white(self.number.is_multiple_of(2))
    }

    /// The move's number as printed: `12.` or `12...`.
    pub fn label(&self) -> String {
        format!("{}{}", self.number / 2 + 1, if self.mover().is_white() { "." } else { "..." })
    }
}

/// How a game ended, as its last token says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Termination {
    /// `1-0` or `0-1`.
    Won(Color),
    /// `1/2-1/2`.
    Drawn,
    /// `*`, or nothing at all.
    #[default]
    Open,
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Termination::Won(Color::White) => "1-0",
            Termination::Won(Color::Black) => "0-1",
            Termination::Drawn => "1/2-1/2",
            Termination::Open => "*",
        })
    }
}

/// A game with its tags, comments and variations.
///
/// ```
/// use philidor_chess::pgn::{Entry, Games};
///
/// let text = "[White \"Anderssen\"]\n\n1. e4 e5 2. f4 $1 {a gambit} (2. Nf3 Nc6) 2... exf4 *\n";
/// let mut games = Games::new(text.as_bytes());
/// let Entry::Game(game) = games.next_entry().unwrap().unwrap() else { panic!("a good game") };
/// assert_eq!(game.tag("White"), Some("Anderssen"));
/// assert_eq!(game.main_line().count(), 4);
/// assert_eq!(game.to_string(), text);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// The line of the file on which the game begins, counted from 1.
    pub line: usize,
    /// In the order given.
    pub tags: Vec<Tag>,
    /// The first position.
    pub start: Chess,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The last token.
    pub termination: Termination,
    first: Vec<NodeId>,
    nodes: Vec<Node>,
}

impl Game {
    /// A game without moves.
    pub fn new(start: Chess) -> Game {
        Game {
            line: 1,
            tags: Vec::new(),
            start,
            comments: Vec::new(),
            termination: Termination::Open,
            first: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Sets a tag, at the end if it is new.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => value.clone_into(&mut tag.value),
            None => self.tags.push(Tag { name: name.to_owned(), value: value.to_owned() }),
        }
    }

    /// A move.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A move, to say something about it.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Number of moves, variations included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if no move was played.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The moves played after `parent` (or at the start): the first is the main one.
    pub fn children(&self, parent: Option<NodeId>) -> &[NodeId] {
        match parent {
            Some(id) => &self.node(id).children,
            None => &self.first,
        }
    }

    /// The moves of the game itself.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first.first().copied(), |&id| self.node(id).children.first().copied())
    }

    /// Adds `ply`, which must be possible in `pos`, after `parent`; a second move there begins a variation.
    pub fn add(&mut self, parent: Option<NodeId>, pos: &Chess, ply: Ply) -> Option<(NodeId, Chess)> {
        let after = ply.play(pos)?;
        let san = match ply {
            Ply::Move(mv) => SanPlus::from_move(pos.clone(), mv).to_string(),
            Ply::Null => "--".to_owned(),
        };
        let number = match parent {
            Some(parent) => self.node(parent).number + 1,
            None => (u32::from(pos.fullmoves()) - 1) * 2 + u32::from(pos.turn().is_black()),
        };
        let id = NodeId(u32::try_from(self.nodes.len()).ok()?);
        let node = Node {
            ply,
            san,
            number,
            before: Vec::new(),
            nags: Vec::new(),
            comments: Vec::new(),
            parent,
            children: Vec::new(),
        };
        self.nodes.push(node);
        match parent {
            Some(parent) => self.node_mut(parent).children.push(id),
            None => self.first.push(id),
        }
        Some((id, after))
    }

    /// Adds a line of legal moves from `pos`, which stands after `parent`, as a variation; returns its moves.
    pub fn add_line(&mut self, parent: Option<NodeId>, pos: &Chess, moves: &[Move]) -> Vec<NodeId> {
        let (mut parent, mut pos, mut ids) = (parent, pos.clone(), Vec::with_capacity(moves.len()));
        for &mv in moves {
            let Some((id, after)) = self.add(parent, &pos, Ply::Move(mv)) else { break };
            ids.push(id);
            (parent, pos) = (Some(id), after);
        }
        ids
    }

    /// The move before, none for the first.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The start as FEN if it is not the usual one.
    pub fn set_up(&self) -> Option<String> {
        (self.start != Chess::default())
            .then(|| Fen::from_position(&self.start, EnPassantMode::Legal).to_string())
    }
}
