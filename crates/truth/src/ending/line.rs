//! From positions to words, and the line in which the winner gets on.

use philidor_chess::shakmaty::{Chess, Color, Move, Position, san::San};

use super::{
    Ending, Structure, naturalness,
    slab::{self, FAR, Frame, Plies, Run},
    winner,
};
use crate::solve::board::side;

/// The word of a position in its slab, and the square of Black's king.
pub(super) fn place(structure: &Structure, pos: &Chess) -> Option<(usize, usize)> {
    let board = pos.board();
    let mut word = board.king_of(Color::White)? as usize;
    let mut taken = philidor_chess::shakmaty::Bitboard::EMPTY;
    for (color, piece) in structure.pieces() {
        let at = (board.by_color(color) & board.by_role(piece.role()) & !taken).first()?;
        taken.add(at);
        word = word << 6 | at as usize;
    }
    Some((word, board.king_of(Color::Black)? as usize))
}

impl Ending {
    /// Play in which the winner takes the shortest way to the next capture, promotion or pawn move, without giving a piece if it
    /// need not, and the loser the longest; at most `plies` long, and empty if nobody surely wins.
    pub fn line(&self, pos: &Chess, plies: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let Some(winner) = winner(self.bounds(pos), pos.turn()) else { return line };
        let mut pos = pos.clone();
        let mut known: Option<(Structure, Plies)> = None;
        while line.len() < plies {
            let Some(structure) = Structure::of(pos.board()) else { break };
            let Some((word, bk)) = place(&structure, &pos) else { break };
            let far = |plies: &Plies| plies[side(pos.turn())][word << 6 | bk] == FAR;
            if known.as_ref().is_none_or(|k| k.0 != structure || far(&k.1)) {
                let run = if winner.is_white() { Run::Low } else { Run::High };
                let distances =
                    |careful| slab::plies(winner, &Frame::new(structure), &self.lookup(), run, careful);
                let calm = distances(true);
                let best = if far(&calm) { distances(false) } else { calm };
                known = Some((structure, best));
            }
            let Some((_, distances)) = &known else { break };
            let Some(mv) = self.step(&pos, winner, &structure, distances) else { break };
            pos.play_unchecked(mv);
            line.push(mv);
        }
        line
    }

    /// The next move of the line.
    fn step(&self, pos: &Chess, winner: Color, structure: &Structure, plies: &Plies) -> Option<Move> {
        let wins = pos.turn() == winner;
        let mut best: Option<((u16, u8, String), Move)> = None;
        for &mv in &pos.legal_moves() {
            let mut next = pos.clone();
            next.play_unchecked(mv);
            if wins && super::winner(self.bounds(&next), next.turn()) != Some(winner) {
                continue;
            }
            let inside = Structure::of(next.board()).as_ref() == Some(structure);
            let distance = if inside {
                let (word, bk) = place(structure, &next)?;
                plies[side(next.turn())][word << 6 | bk]
            } else {
                0
            };
            if inside && distance == FAR {
                continue;
            }
            // The loser's order is the winner's, the wrong way round.
            let distance = if wins { distance } else { FAR - distance };
            let key = (distance, naturalness(mv), San::from_move(pos, mv).to_string());
            if best.as_ref().is_none_or(|(old, _)| key < *old) {
                best = Some((key, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}
