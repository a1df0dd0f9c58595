//! A line of moves from a position, replayed once and then looked at from all sides.
//!
//! The *solver* is the side to move at the start; his moves are the even ones. The move that led to the start
//! (the opponent's error, if it was one) may be known; some motifs look at it.

use philidor_chess::shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, File, Move, Position, Role, Square, uci::UciMove,
};

/// Why a text did not become a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The text is not a move in UCI notation.
    #[error("move {number} is not a move: {text:?}; a move looks like e2e4 or e7e8q")]
    Syntax {
        /// Counted from 1.
        number: usize,
        /// The offending text.
        text: String,
    },
    /// The move is not legal where it stands.
    #[error("move {number} ({text}) is not legal in {fen}")]
    Illegal {
        /// Counted from 1.
        number: usize,
        /// The offending move.
        text: String,
        /// The position it was to be played in.
        fen: String,
    },
    /// There is no move at all.
    #[error("the line has no moves")]
    Empty,
}

impl LineError {
    /// The same error when one more move stands before it.
    fn one_later(self) -> LineError {
        match self {
            LineError::Syntax { number, text } => LineError::Syntax { number: number + 1, text },
            LineError::Illegal { number, text, fen } => LineError::Illegal { number: number + 1, text, fen },
            LineError::Empty => LineError::Empty,
        }
    }
}

/// A move of the line and what came of it.
#[derive(Debug, Clone)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Where the man (the king, when castling) came from.
    pub from: Square,
    /// Where it went: for castling the king's new square.
    pub to: Square,
    /// What stands on `to` afterwards: the new piece after a promotion.
    pub role: Role,
    /// What stood on `to` before; nothing for en passant.
    pub taken: Option<Role>,
    /// The position afterwards.
    pub after: Chess,
    /// The men giving check afterwards.
    pub checkers: Bitboard,
}

impl Step {
    /// Plays `mv` in `before`.
    pub fn new(before: &Chess, mv: Move) -> Step {
        let (from, to) = squares(mv);
        let mut after = before.clone();
        after.play_unchecked(mv);
        let checkers = after.checkers();
        let taken = if matches!(mv, Move::Castle { .. }) { None } else { before.board().role_at(to) };
        let role = mv.promotion().unwrap_or(mv.role());
        Step { mv, from, to, role, taken, after, checkers }
    }

    /// Where the man on `at` before the move stands after it; `None` if it is taken.
    pub fn moves(&self, at: Square) -> Option<Square> {
        if at == self.from {
            return Some(self.to);
        }
        let victim = match self.mv {
            // Castling takes nothing; the rook jumps over the king.
            Move::Castle { king, rook } if at == rook => {
                let file = if king.file() < rook.file() { File::F } else { File::D };
                return Some(Square::from_coords(file, rook.rank()));
            }
            Move::Castle { .. } => return Some(at),
            Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
            _ => self.to,
        };
        (at != victim).then_some(at)
    }

    /// A capture, en passant included.
    pub fn is_capture(&self) -> bool {
        self.mv.is_capture()
    }

    /// The move gives check.
    pub fn gives_check(&self) -> bool {
        self.checkers.any()
    }

    /// The board afterwards.
    pub fn board(&self) -> &Board {
        self.after.board()
    }
}

/// From and to, the king's own squares for castling.
fn squares(mv: Move) -> (Square, Square) {
    match mv {
        Move::Castle { king, rook } => {
            let file = if king.file() < rook.file() { File::G } else { File::C };
            (king, Square::from_coords(file, king.rank()))
        }
        _ => (mv.from().unwrap_or(mv.to()), mv.to()),
    }
}

/// A legal line of at least one move.
#[derive(Debug, Clone)]
pub struct Line {
    start: Chess,
    error: Option<(Chess, Step)>,
    steps: Vec<Step>,
    mate: bool,
}

impl Line {
    /// Replays `moves` from `start`, in UCI notation separated by spaces.
    ///
    /// ```
    /// use philidor_chess::parse_fen;
    /// use philidor_tutor::Line;
    ///
    /// let pos = parse_fen("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1").unwrap();
    /// assert!(Line::from_uci(&pos, "e1e8").unwrap().is_mate());
    /// let error = Line::from_uci(&pos, "e1e9").unwrap_err();
    /// assert_eq!(error.to_string(), "move 1 is not a move: \"e1e9\"; a move looks like e2e4 or e7e8q");
    /// ```
    pub fn from_uci(start: &Chess, moves: &str) -> Result<Line, LineError> {
        let mut steps: Vec<Step> = Vec::with_capacity(8);
        for (i, word) in moves.split_whitespace().enumerate() {
            let before = steps.last().map_or(start, |s| &s.after);
            steps.push(read_step(before, word, i + 1)?);
        }
        Line::of_steps(start.clone(), steps)
    }

    /// Like [`Line::from_uci`], but the first move is the opponent's and led to the start.
    pub fn from_uci_with_error(before: &Chess, moves: &str) -> Result<Line, LineError> {
        let moves = moves.trim_start();
        let (first, rest) = moves.split_once(char::is_whitespace).unwrap_or((moves, ""));
        if first.is_empty() {
            return Err(LineError::Empty);
        }
        let error = read_step(before, first, 1)?;
        let mut line = Line::from_uci(&error.after, rest).map_err(LineError::one_later)?;
        line.error = Some((before.clone(), error));
        Ok(line)
    }

    /// A line of legal moves.
    pub fn from_moves(start: &Chess, moves: &[Move]) -> Result<Line, LineError> {
        let mut steps: Vec<Step> = Vec::with_capacity(moves.len());
        for (i, &mv) in moves.iter().enumerate() {
            let before = steps.last().map_or(start, |s| &s.after);
            if !before.is_legal(mv) {
                return Err(LineError::Illegal {
                    number: i + 1,
                    text: mv.to_uci(CastlingMode::Standard).to_string(),
                    fen: philidor_chess::write_fen(before),
                });
            }
            steps.push(Step::new(before, mv));
        }
        Line::of_steps(start.clone(), steps)
    }

    fn of_steps(start: Chess, steps: Vec<Step>) -> Result<Line, LineError> {
        let last = steps.last().ok_or(LineError::Empty)?;
        let mate = last.gives_check() && last.after.legal_moves().is_empty();
        Ok(Line { start, error: None, steps, mate })
    }

    /// Says how the start came about.
    #[must_use]
    pub fn with_error(mut self, before: &Chess, mv: Move) -> Line {
        let step = Step::new(before, mv);
        if step.after.board() == self.start.board() {
            self.error = Some((before.clone(), step));
        }
        self
    }

    /// The side to move at the start.
    pub fn solver(&self) -> Color {
        self.start.turn()
    }

    /// The first position.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// The position before the opponent's move that led to the start, and that move, if known.
    pub fn error(&self) -> Option<(&Chess, &Step)> {
        self.error.as_ref().map(|(before, step)| (before, step))
    }

    /// All moves.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The position in which step `ply` is played.
    pub fn before(&self, ply: usize) -> &Chess {
        if ply == 0 { &self.start } else { &self.steps[ply - 1].after }
    }

    /// The board in which step `ply` is played.
    pub fn board_before(&self, ply: usize) -> &Board {
        self.before(ply).board()
    }

    /// The last position.
    pub fn end(&self) -> &Chess {
        self.steps.last().map_or(&self.start, |s| &s.after)
    }

    /// The line ends in mate.
    pub fn is_mate(&self) -> bool {
        self.mate
    }

    /// Step `ply` gives mate.
    pub fn mates_at(&self, ply: usize) -> bool {
        self.mate && ply + 1 == self.steps.len()
    }

    /// Number of the solver's moves.
    pub fn solver_moves(&self) -> usize {
        self.steps.len().div_ceil(2)
    }

    /// The solver's moves with their place in the line.
    pub fn solver_steps(&self) -> impl DoubleEndedIterator<Item = (usize, &Step)> {
        self.steps.iter().enumerate().step_by(2)
    }

    /// Place of the solver's last move.
    pub fn last_solver_ply(&self) -> usize {
        (self.steps.len() - 1) & !1
    }
}

fn read_step(before: &Chess, word: &str, number: usize) -> Result<Step, LineError> {
    let uci: UciMove =
        word.parse().map_err(|_| LineError::Syntax { number, text: word.chars().take(20).collect() })?;
    let mv = uci.to_move(before).map_err(|_| LineError::Illegal {
        number,
        text: uci.to_string(),
        fen: philidor_chess::write_fen(before),
    })?;
    Ok(Step::new(before, mv))
}
