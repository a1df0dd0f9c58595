//! Where on the board a question is: a place in a game, moves from the start, or a position.

use anyhow::{Context as _, bail, ensure};
use philidor_chess::{
    parse_fen,
    pgn::{Entry, Game, Games},
    shakmaty::{Chess, Color, Move, Position as _, san::SanPlus},
    write_fen,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Characters of a game that are read.
const MOST_BYTES: usize = 1 << 20;

/// Which position is meant. Give a game and a ply, or the moves from the start, rather than a FEN: a FEN written by hand is easily that of
/// another position.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct Where {
    /// A game in PGN; `ply` says where in it
    pub game: Option<String>,
    /// Half-moves of the game or of `moves` to play first; all of them if it is left out
    pub ply: Option<usize>,
    /// Moves from the starting position, such as "1. e4 e5 2. Nf3"
    pub moves: Option<String>,
    /// A position in Forsyth-Edwards Notation; it must be legal, and the answer shows its board
    pub fen: Option<String>,
}

/// A position and the moves that led to it.
#[derive(Debug, Clone)]
pub struct Place {
    /// The position.
    pub position: Chess,
    /// Positions and moves before it.
    pub played: Vec<(Chess, Move)>,
}

impl Where {
    /// Nothing is said of a position.
    pub fn is_empty(&self) -> bool {
        self.game.is_none() && self.moves.is_none() && self.fen.is_none()
    }

    /// The place that is meant, or what is wrong with it.
    pub fn place(&self) -> anyhow::Result<Place> {
        match (&self.game, &self.moves, &self.fen) {
            (Some(game), None, None) => {
                let game = read_game(game)?;
                let moves: Vec<Move> = game.main_line().map_while(|id| game.node(id).ply.as_move()).collect();
                self.cut(game.start.clone(), moves)
            }
            (None, Some(text), None) => self.cut(Chess::default(), moves_of(text)?),
            (None, None, Some(fen)) => Ok(Place { position: parse_fen(fen)?, played: Vec::new() }),
            (None, None, None) => bail!("say which position is meant: give game and ply, or moves, or fen"),
            _ => bail!("give one of game, moves and fen, not several"),
        }
    }

    fn cut(&self, start: Chess, moves: Vec<Move>) -> anyhow::Result<Place> {
        let plies = self.ply.unwrap_or(moves.len());
        ensure!(plies <= moves.len(), "the game has {} half-moves, there is no ply {plies}", moves.len());
        let mut place = Place { position: start, played: Vec::new() };
        for mv in moves.into_iter().take(plies) {
            let before = place.position.clone();
            place.position.play_unchecked(mv);
            place.played.push((before, mv));
        }
        Ok(place)
    }
}

impl Place {
    /// The board with its FEN, so that a reader sees which position was looked at.
    pub fn shown(&self) -> String {
        let board = philidor_chess::diagram::unicode(&self.position, Color::White);
        format!("{}\n{board}", write_fen(&self.position))
    }
}

/// A text that is not too long.
pub(crate) fn bounded(text: &str) -> anyhow::Result<&str> {
    let length = text.len();
    ensure!(length <= MOST_BYTES, "{length} bytes of games are too many: at most {MOST_BYTES} are read");
    Ok(text)
}

/// The first game of a text.
pub(crate) fn read_game(text: &str) -> anyhow::Result<Game> {
    match Games::new(bounded(text)?.as_bytes()).next_entry().context("the game cannot be read")? {
        Some(Entry::Game(game)) => Ok(game),
        Some(Entry::Bad { problem, .. }) => bail!("the game cannot be read: {problem}"),
        None => bail!("there is no game in the text: PGN such as \"1. e4 e5 2. Nf3 *\" is wanted"),
    }
}

fn moves_of(text: &str) -> anyhow::Result<Vec<Move>> {
    ensure!(text.len() <= MOST_BYTES, "too many moves");
    let mut pos = Chess::default();
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let san = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '…']);
        if san.is_empty() || matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
            continue;
        }
        let read: SanPlus = san
            .parse()
            .with_context(|| format!("{word:?} is not a move; moves look like 1. e4 e5 2. Nf3"))?;
        let mv = read
            .san
            .to_move(&pos)
            .with_context(|| format!("{word} is not a legal move after {} half-moves", moves.len()))?;
        pos.play_unchecked(mv);
        moves.push(mv);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Where {
        Where { moves: Some(text.to_owned()), ..Where::default() }
    }

    #[test]
    fn moves_games_and_positions_lead_to_the_same_place() {
        let by_moves = moves("1. e4 e5 2. Nf3").place().expect("a place");
        let game = Where { game: Some("1. e4 e5 2. Nf3 Nc6 *".into()), ply: Some(3), ..Where::default() };
        let by_game = game.place().expect("a place");
        assert_eq!(by_moves.position, by_game.position);
        assert_eq!(by_moves.played.len(), 3);
        let fen = write_fen(&by_moves.position);
        assert!(by_moves.shown().contains(&fen));
        assert_eq!(
            Where { fen: Some(fen), ..Where::default() }.place().expect("a place").position,
            by_moves.position
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |place: Where| place.place().expect_err("no place").to_string();
        assert!(wrong(Where::default()).contains("give game and ply"));
        assert!(wrong(moves("1. e4 e5 2. Ke3")).contains("Ke3 is not a legal move after 2 half-moves"));
        assert!(wrong(Where { ply: Some(9), ..moves("1. e4 e5") }).contains("2 half-moves"));
        assert!(
            wrong(Where { fen: Some("8/8/8/8/8/8/8/8 w - - 0 1".into()), ..Where::default() })
                .contains("king")
        );
        assert!(wrong(Where { fen: Some("x".into()), ..moves("1. e4") }).contains("one of"));
    }
}
