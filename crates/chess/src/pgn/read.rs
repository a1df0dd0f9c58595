//! Tokens to games.

use std::io::{self, BufRead};

use shakmaty::{
    Chess, Position,
    san::{San, SanPlus},
    uci::UciMove,
};

use super::{
    Game, NodeId, Ply, Termination,
    lexer::{Kind, Lexer, Token},
};
use crate::fen::{parse_fen, write_fen};

/// Half-moves of a game, at most: no game by the rules is longer.
const MOST_PLIES: usize = 20_000;
/// Moves of a game with all its variations, at most.
const MOST_MOVES: usize = 200_000;

/// What the file holds next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A game whose moves are all legal. Faults inside its variations are kept as text and in `Games::take_warnings`.
    Game(Game),
    /// A game that could not be read to its end.
    Bad {
        /// What could be read; the rest stands in a comment at its end.
        game: Game,
        /// What was wrong.
        problem: GameProblem,
    },
}

/// What is wrong with a game, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct GameProblem {
    /// Counted from 1.
    pub line: usize,
    /// What it is.
    pub kind: ProblemKind,
}

/// The ways in which a game can be wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProblemKind {
    /// A word that is no move.
    #[error("{text:?} is not a move, after {after}")]
    NotAMove {
        /// The word.
        text: String,
        /// The move before.
        after: String,
    },
    /// A move that cannot be played.
    #[error("{text} is not legal, after {after}, in {fen}")]
    Illegal {
        /// The move.
        text: String,
        /// The move before.
        after: String,
        /// The position.
        fen: String,
    },
    /// `(` before any move, or `)` without `(`.
    #[error("{text:?} has no place here")]
    Bracket {
        /// The bracket.
        text: String,
    },
    /// A variation is never closed.
    #[error("a variation is never closed with )")]
    OpenVariation,
    /// A comment is never closed.
    #[error("a comment is never closed with }}")]
    OpenComment,
    /// The FEN tag is wrong.
    #[error("the FEN tag is wrong: {reason}")]
    Fen {
        /// Why.
        reason: String,
    },
    /// Longer than any game, so that it is read no further.
    #[error(
        "the game is too long: at most {}, {} half-moves and {} moves with all variations are read",
        "4 MiB of text (1 MiB in a line)",
        MOST_PLIES,
        MOST_MOVES
    )]
    TooLong,
    /// Not chess.
    #[error("the variant {name:?} is not played here, only standard chess")]
    Variant {
        /// As the tag says.
        name: String,
    },
}

/// Games of a stream, one after the other.
pub struct Games<R> {
    lexer: Lexer<R>,
    held: Option<Token>,
    warnings: Vec<GameProblem>,
}

impl<R: BufRead> Games<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Games<R> {
        Games { lexer: Lexer::new(input), held: None, warnings: Vec::new() }
    }

    /// Faults in variations of the game read last; the variations' readable parts were kept, the rest became text.
    pub fn take_warnings(&mut self) -> Vec<GameProblem> {
        std::mem::take(&mut self.warnings)
    }

    /// The next game, good or bad; none at the end of the file.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        let tokens = self.tokens_of_game()?;
        let Some(first) = tokens.first() else { return Ok(None) };
        let mut draft = Draft::new(first.line);
        let bad = draft.take(tokens);
        self.warnings = std::mem::take(&mut draft.warnings);
        Ok(Some(match bad {
            None => Entry::Game(draft.game),
            Some(problem) => Entry::Bad { game: draft.game, problem },
        }))
    }

    /// Collects until the next game's first token: a tag after moves, or anything but a comment after a result.
    /// After the token that says the game is too long nothing is kept.
    fn tokens_of_game(&mut self) -> io::Result<Vec<Token>> {
        let mut tokens: Vec<Token> = Vec::new();
        let mut too_long = false;
        self.lexer.begin_game();
        let (mut depth, mut in_moves, mut ended) = (0usize, false, false);
        loop {
            let token = match self.held.take() {
                Some(token) => token,
                None => match self.lexer.next()? {
                    Some(token) => token,
                    None => break,
                },
            };
            let next_game = match &token.kind {
                Kind::Tag { .. } => in_moves || ended,
                Kind::Comment(_) | Kind::Nag(_) | Kind::Close => false,
                _ => ended,
            };
            if next_game {
                self.held = Some(token);
                break;
            }
            match &token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::End(_) if depth == 0 => ended = true,
                Kind::Unclosed(_) => ended = true,
                _ => {}
            }
            in_moves |= !matches!(token.kind, Kind::Tag { .. });
            if !too_long {
                too_long = token.kind == Kind::TooLong;
                tokens.push(token);
            }
        }
        Ok(tokens)
    }
}

/// A line being read: the game itself or a variation.
struct Frame {
    /// The last move of the line, or the move the line starts after.
    at: Option<NodeId>,
    /// The position there.
    pos: Chess,
    /// The position before the last move, if the line has one.
    before: Option<Chess>,
    /// Where it was opened.
    line: usize,
}

struct Draft {
    game: Game,
    frames: Vec<Frame>,
    /// Comments of a line that has no move yet.
    pending: Vec<String>,
    warnings: Vec<GameProblem>,
    /// Half-moves of the game itself.
    plies: usize,
}

impl Draft {
    fn new(line: usize) -> Draft {
        let mut game = Game::new(Chess::default());
        game.line = line;
        Draft { game, frames: Vec::new(), pending: Vec::new(), warnings: Vec::new(), plies: 0 }
    }

    /// Takes all tokens; the first fault of the main line ends the game.
    fn take(&mut self, tokens: Vec<Token>) -> Option<GameProblem> {
        let mut tokens = tokens.into_iter().peekable();
        // 1. The tags.
        while let Some(token) = tokens.next_if(|t| matches!(t.kind, Kind::Tag { .. })) {
            if let Kind::Tag { name, value } = token.kind {
                self.game.tags.push(super::Tag { name, value });
            }
        }
        let line = self.game.line;
        if let Err(kind) = self.set_up() {
            self.keep_rest(tokens);
            return Some(GameProblem { line, kind });
        }
        let start = self.game.start.clone();
        self.frames.push(Frame { at: None, pos: start, before: None, line });
        // 2. The moves.
        let mut bad: Option<(GameProblem, String)> = None;
        while let Some(token) = tokens.next() {
            let (line, text) = (token.line, token.kind.text());
            let Err(kind) = self.token(token) else { continue };
            let problem = GameProblem { line, kind };
            if problem.kind == ProblemKind::TooLong {
                // What was read is good; the rest is not even kept as text.
                self.frames.truncate(1);
                self.flush();
                return Some(problem);
            }
            if self.frames.len() > 1 {
                // A fault in a variation costs only the rest of that variation.
                self.warnings.push(problem);
                let mut lost = vec![text];
                let mut depth = 1;
                for token in tokens.by_ref() {
                    match token.kind {
                        Kind::Open => depth += 1,
                        Kind::Close => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                    lost.push(token.kind.text());
                }
                self.comment(lost.join(" "));
                self.close();
            } else {
                bad = Some((problem, text));
                break;
            }
        }
        if let Some((problem, text)) = bad {
            self.frames.truncate(1);
            let rest: Vec<String> = std::iter::once(text).chain(tokens.map(|t| t.kind.text())).collect();
            self.comment(rest.join(" "));
            self.flush();
            return Some(problem);
        }
        self.flush();
        // 3. What should have been closed.
        if self.frames.len() > 1 {
            let line = self.frames.last().map_or(line, |frame| frame.line);
            return Some(GameProblem { line, kind: ProblemKind::OpenVariation });
        }
        None
    }

    fn set_up(&mut self) -> Result<(), ProblemKind> {
        if let Some(name) = self.game.tag("Variant") {
            let known = ["", "standard", "chess", "normal", "from position"];
            if !known.contains(&name.trim().to_lowercase().as_str()) {
                return Err(ProblemKind::Variant { name: name.to_owned() });
            }
        }
        if let Some(fen) = self.game.tag("FEN") {
            self.game.start = parse_fen(fen).map_err(|e| ProblemKind::Fen { reason: e.to_string() })?;
        }
        Ok(())
    }

    /// What cannot be read stays in the game as text.
    fn keep_rest(&mut self, tokens: impl Iterator<Item = Token>) {
        let rest: Vec<String> = tokens.map(|t| t.kind.text()).collect();
        self.game.comments.push(rest.join(" "));
        self.game.termination = ending(self.game.tag("Result"));
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the game's own line")
    }

    fn token(&mut self, token: Token) -> Result<(), ProblemKind> {
        match token.kind {
            Kind::Tag { name, value } => self.game.tags.push(super::Tag { name, value }),
            Kind::Comment(text) => self.comment(text),
            Kind::Unclosed(text) => {
                self.comment(text);
                return Err(ProblemKind::OpenComment);
            }
            Kind::Nag(nag) => {
                if self.frame().before.is_some()
                    && let Some(id) = self.frame().at
                {
                    self.game.node_mut(id).nags.push(nag);
                }
            }
            Kind::Open => {
                let frame = self.frame();
                let (Some(at), Some(before)) = (frame.at, frame.before.clone()) else {
                    return Err(ProblemKind::Bracket { text: "(".to_owned() });
                };
                let parent = self.game.parent(at);
                self.frames.push(Frame { at: parent, pos: before, before: None, line: token.line });
            }
            Kind::Close if self.frames.len() > 1 => self.close(),
            Kind::Close => return Err(ProblemKind::Bracket { text: ")".to_owned() }),
            Kind::End(end) if self.frames.len() == 1 => self.game.termination = end,
            // A result at the end of a variation is somebody's verdict.
            Kind::End(end) => self.comment(end.to_string()),
            Kind::Word(word) => self.word(&word)?,
            Kind::TooLong => return Err(ProblemKind::TooLong),
        }
        Ok(())
    }

    fn close(&mut self) {
        self.frames.pop();
        // Comments of a variation without moves belong to the line around it.
        for text in std::mem::take(&mut self.pending) {
            self.comment(text);
        }
    }

    fn comment(&mut self, text: String) {
        if text.is_empty() {
            return;
        }
        let frame = self.frame();
        match (frame.at, frame.before.is_some()) {
            (Some(id), true) => self.game.node_mut(id).comments.push(text),
            _ if self.frames.len() == 1 => self.game.comments.push(text),
            _ => self.pending.push(text),
        }
    }

    /// Comments that were left without a move.
    fn flush(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        self.game.comments.extend(pending);
    }

    fn word(&mut self, word: &str) -> Result<(), ProblemKind> {
        let frame = self.frames.last().expect("the game's own line");
        let after = match (frame.at, frame.before.is_some()) {
            (Some(id), _) => {
                let node = self.game.node(id);
                format!("{} {}", node.label(), node.san)
            }
            (None, _) => "the start".to_owned(),
        };
        let text: String = word.chars().take(40).collect();
        if self.game.len() >= MOST_MOVES || self.plies >= MOST_PLIES {
            return Err(ProblemKind::TooLong);
        }
        let ply = match parse_ply(word, &frame.pos) {
            Some(Ok(ply)) => ply,
            Some(Err(())) => {
                return Err(ProblemKind::Illegal { text, after, fen: write_fen(&frame.pos) });
            }
            None => return Err(ProblemKind::NotAMove { text, after }),
        };
        let (at, pos) = (frame.at, frame.pos.clone());
        let Some((id, next)) = self.game.add(at, &pos, ply) else {
            return Err(ProblemKind::Illegal { text, after, fen: write_fen(&pos) });
        };
        self.game.node_mut(id).before = std::mem::take(&mut self.pending);
        self.plies += usize::from(self.frames.len() == 1);
        let frame = self.frame();
        (frame.at, frame.pos, frame.before) = (Some(id), next, Some(pos));
        Ok(())
    }
}

/// A move in standard notation, also with zeros for castling, in long form or as UCI. Outer none: no move at all.
fn parse_ply(word: &str, pos: &Chess) -> Option<Result<Ply, ()>> {
    if ["--", "Z0", "null", "@@@@", "0000"].contains(&word) {
        return Some(Ok(Ply::Null));
    }
    let word = if word.starts_with("0-0") { word.replace('0', "O") } else { word.to_owned() };
    let word = word.trim_end_matches("e.p.").trim_end_matches("ep");
    let castle = word.starts_with("O-O") || word.starts_with("o-o");
    let plain = if castle {
        word.replace('o', "O")
    } else {
        word.replace('-', "").replace('×', "x").replace(':', "")
    };
    let san = SanPlus::from_ascii(plain.as_bytes()).ok().map(|plus| plus.san);
    if let Some(san) = san {
        if san == San::Null {
            return Some(Ok(Ply::Null));
        }
        if let Ok(mv) = san.to_move(pos) {
            return Some(Ok(Ply::Move(mv)));
        }
    }
    let uci = plain.parse::<UciMove>().ok();
    if let Some(mv) = uci.as_ref().and_then(|uci| uci.to_move(pos).ok()) {
        return Some(if pos.is_legal(mv) { Ok(Ply::Move(mv)) } else { Err(()) });
    }
    (san_like(&plain) || uci.is_some()).then_some(Err(()))
}

fn san_like(text: &str) -> bool {
    SanPlus::from_ascii(text.as_bytes()).is_ok()
}

fn ending(result: Option<&str>) -> Termination {
    use shakmaty::Color;
    match result {
        Some("1-0") => Termination::Won(Color::White),
        Some("0-1") => Termination::Won(Color::Black),
        Some("1/2-1/2") => Termination::Drawn,
        _ => Termination::Open,
    }
}
