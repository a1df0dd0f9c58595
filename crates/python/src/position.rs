//! Positions, their moves, motifs and features.

use anyhow::Context as _;
use philidor_chess::{
    Material, diagram, parse_fen, parse_move,
    shakmaty::{Bitboard, Chess, Color, Move, Position as _, san::SanPlus},
    write_fen,
};
use philidor_games::Place;
use philidor_know::eval::Evaluation;
use philidor_report::{features::Features, uci};
use philidor_tutor::{
    Definitions, Line, motifs,
    opening::{Openings, san_words},
};
use pyo3::{prelude::*, types::PyAny};

use crate::{python, wrong};

/// A chess position, with the moves that led to it if they are known. It never changes: play() gives another.
///
/// Position() is the start of a game, Position(fen) any legal position.
#[pyclass(frozen, eq, hash, module = "philidor")]
#[derive(Debug, Clone)]
pub struct Position {
    pub(crate) chess: Chess,
    pub(crate) played: Vec<(Chess, Move)>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.chess == other.chess
    }
}

impl Eq for Position {}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.chess.hash(state);
    }
}

impl Position {
    pub(crate) fn of(chess: Chess) -> Position {
        Position { chess, played: Vec::new() }
    }

    pub(crate) fn find(&self, text: &str) -> PyResult<Move> {
        parse_move(&self.chess, text).map_err(wrong)
    }

    pub(crate) fn step(mut self, mv: Move) -> Position {
        let before = self.chess.clone();
        self.chess.play_unchecked(mv);
        self.played.push((before, mv));
        self
    }
}

fn squares(set: Bitboard) -> Vec<String> {
    set.into_iter().map(|square| square.to_string()).collect()
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn new(fen: Option<&str>) -> PyResult<Position> {
        let chess = fen.map_or_else(|| Ok(Chess::default()), parse_fen).map_err(wrong)?;
        Ok(Position::of(chess))
    }

    /// The position after moves from the start, such as "1. e4 e5 2. Nf3".
    #[staticmethod]
    fn after(moves: &str) -> PyResult<Position> {
        san_words(moves).try_fold(Position::of(Chess::default()), |position, word| {
            let played = position.played.len();
            let mv = parse_move(&position.chess, word)
                .with_context(|| format!("after {played} half-moves"))
                .map_err(wrong)?;
            Ok(position.step(mv))
        })
    }

    /// A place in a game of a file: "games.pgn@20" after 20 half-moves, "games.pgn#3@20" in the third game. A FEN will do too.
    #[staticmethod]
    fn at(place: &str) -> PyResult<Position> {
        let Place { position, played, .. } = Place::read(place).map_err(wrong)?;
        Ok(Position { chess: position, played })
    }

    /// The position in Forsyth-Edwards Notation.
    #[getter]
    fn fen(&self) -> String {
        write_fen(&self.chess)
    }

    /// Who is to move: "white" or "black".
    #[getter]
    fn turn(&self) -> &'static str {
        self.chess.turn().fold_wb("white", "black")
    }

    /// All legal moves in standard notation.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        let san = |mv: Move| SanPlus::from_move(self.chess.clone(), mv).to_string();
        self.chess.legal_moves().into_iter().map(san).collect()
    }

    /// The men on the board, such as "KRPKR".
    #[getter]
    fn material(&self) -> String {
        Material::of(self.chess.board()).to_string()
    }

    /// How many men are on the board.
    #[getter]
    fn men(&self) -> usize {
        self.chess.board().occupied().count()
    }

    /// Whether the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.chess.is_check()
    }

    /// Whether the side to move is checkmated.
    #[getter]
    fn is_checkmate(&self) -> bool {
        self.chess.is_checkmate()
    }

    /// Whether the side to move has no move and is not in check.
    #[getter]
    fn is_stalemate(&self) -> bool {
        self.chess.is_stalemate()
    }

    /// Code and name of the opening, if the position has one.
    #[getter]
    fn opening(&self) -> Option<(String, String)> {
        Openings::ours().name(&self.chess).map(|opening| (opening.eco.clone(), opening.name.clone()))
    }

    /// The position after a move, such as "Nf3", "g1f3" or "O-O".
    fn play(&self, r#move: &str) -> PyResult<Position> {
        Ok(self.clone().step(self.find(r#move)?))
    }

    /// A move in standard notation.
    fn san(&self, r#move: &str) -> PyResult<String> {
        Ok(SanPlus::from_move(self.chess.clone(), self.find(r#move)?).to_string())
    }

    /// A move as engines write it.
    fn uci(&self, r#move: &str) -> PyResult<String> {
        Ok(uci(self.find(r#move)?))
    }

    /// The motifs of a line from here, such as "Nc7+ Kd7 Nxa8": the side to move is the one that has the idea.
    ///
    /// definitions="strict" names only what pays in this line, "lichess" what the tags of Lichess's puzzles would.
    #[pyo3(signature = (line, definitions="strict"))]
    fn motifs(&self, line: &str, definitions: &str) -> PyResult<Vec<Motif>> {
        let definitions = match definitions {
            "strict" => Definitions::Strict,
            "lichess" => Definitions::Lichess,
            _ => {
                return Err(wrong(anyhow::anyhow!(
                    "no definitions {definitions:?}: there are strict and lichess"
                )));
            }
        };
        let mut position = self.clone();
        let mut row = Vec::new();
        for word in san_words(line) {
            let mv = position.find(word)?;
            row.push(mv);
            position = position.step(mv);
        }
        let line = Line::from_moves(&self.chess, &row).map_err(wrong)?;
        let told = |motif: philidor_tutor::Motif| Motif {
            theme: motif.theme.id().to_owned(),
            ply: motif.ply,
            actor: motif.actor.to_string(),
            targets: squares(motif.targets),
            key: motif.key.map(|square| square.to_string()),
        };
        Ok(motifs(&line, definitions).into_iter().map(told).collect())
    }

    /// What the position is worth feature by feature, in centipawns for White: a dictionary with total, phase and terms.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &Features::new(&self.chess, &Evaluation::tuned().explain(&self.chess)))
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", write_fen(&self.chess))
    }

    /// The board as a diagram.
    fn __str__(&self) -> String {
        diagram::unicode(&self.chess, Color::White)
    }
}

/// A named device with the men and squares that show it.
#[pyclass(frozen, get_all, module = "philidor")]
#[derive(Debug, Clone)]
pub struct Motif {
    /// Its name, such as "fork" or "backRankMate".
    theme: String,
    /// The move that shows it: its place in the line, from 0.
    ply: usize,
    /// The square of the man that does it.
    actor: String,
    /// The squares of those it is done to.
    targets: Vec<String>,
    /// The square it turns on, if there is one.
    key: Option<String>,
}

#[pymethods]
impl Motif {
    fn __repr__(&self) -> String {
        format!(
            "Motif('{}', ply={}, actor='{}', targets={:?})",
            self.theme, self.ply, self.actor, self.targets
        )
    }
}
