//! What was played in pawn structures: for every placement of pawns that occurs in enough games, how the games ended and which advance
//! of a pawn each side made.
//!
//! Colours do not matter: a structure and the same with colours exchanged are one, so those that are their own image are left out.
//!
//! Counts only, by one definition: a game counts once for a placement, when it first has it; an advance takes a pawn, which stands where
//! the placement has it, to its fourth rank or beyond within the next fifteen moves. Moves of both sides count, captures too.

use std::{collections::HashMap, fmt::Write as _, io, path::Path};

use philidor_chess::shakmaty::{Bitboard, Board, Color, Position, Rank, Role, Square};

use crate::{Game, Games};

/// What was played with one placement of pawns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Record {
    games: u32,
    half_points: u32,
    next: [HashMap<(Square, Square), u32>; 2],
}

/// A collection of games, counted by placements of pawns.
#[derive(Debug, Default)]
pub struct Practice {
    found: HashMap<Pawns, Record>,
    games: u64,
}

/// A placement of a game, since which half-move, and the advances that were counted for it.
type Waiting = (usize, Pawns, Vec<(Square, Square)>);
/// White's and Black's pawns.
type Pawns = [u64; 2];

/// Pawn moves that must have been made before a placement is a structure.
const MOVED: u32 = 5;
/// Pawns of both sides that make a structure.
const PAWNS: u32 = 8;
/// Half-moves within which an advance counts.
const WITHIN_PLIES: usize = 30;
/// An advance is told if at least this share of the games has it, in percent.
const TOLD_PERCENT: u32 = 15;

fn pawns(board: &Board) -> Pawns {
    let of = |color: Color| (board.pawns() & board.by_color(color)).0;
    [of(Color::White), of(Color::Black)]
}

/// The same pawns with colours exchanged.
fn turned([white, black]: Pawns) -> Pawns {
    [black.swap_bytes(), white.swap_bytes()]
}

impl Practice {
    /// Counts every game of a file. `tell` hears after each how many there were.
    pub fn count(path: &Path, tell: &mut dyn FnMut(u64)) -> io::Result<Practice> {
        let mut practice = Practice::default();
        let mut games = Games::open(path)?;
        while let Some(game) = games.next_game()? {
            practice.add(&game);
            tell(practice.games);
        }
        Ok(practice)
    }

    /// Counts one game.
    pub fn add(&mut self, game: &Game) {
        self.games += 1;
        let mut pos = game.start.clone();
        // Placements of the last fifteen moves: when they came about, and what was counted for them.
        let mut open: Vec<Waiting> = Vec::new();
        let mut seen: Vec<Pawns> = vec![pawns(pos.board())];
        let mut moved = 0;
        for (ply, &mv) in game.moves.iter().enumerate() {
            let mover = pos.turn();
            if let (Role::Pawn, Some(from)) = (mv.role(), mv.from()) {
                moved += 1;
                open.retain(|(since, ..)| ply - since <= WITHIN_PLIES);
                if mover.fold_wb(mv.to().rank() >= Rank::Fourth, mv.to().rank() <= Rank::Fifth) {
                    self.advance(&mut open, mover, (from, mv.to()));
                }
            }
            pos.play_unchecked(mv);
            let here = pawns(pos.board());
            let many = here.iter().map(|set| set.count_ones()).sum::<u32>() >= PAWNS;
            if moved >= MOVED && many && !seen.contains(&here) {
                seen.push(here);
                open.push((ply + 1, here, Vec::new()));
                for (pawns, points) in [(here, game.half_points), (turned(here), 2 - game.half_points.min(2))]
                {
                    let record = self.found.entry(pawns).or_default();
                    record.games += 1;
                    record.half_points += u32::from(points);
                }
            }
        }
    }

    /// Counts an advance for all placements that are waiting and have the pawn.
    fn advance(&mut self, open: &mut [Waiting], mover: Color, mv: (Square, Square)) {
        let side = usize::from(mover.is_black());
        for (_, pawns, told) in open {
            if !Bitboard(pawns[side]).contains(mv.0) || told.contains(&mv) {
                continue;
            }
            told.push(mv);
            let image = (mv.0.flip_vertical(), mv.1.flip_vertical());
            for (pawns, side, mv) in [(*pawns, side, mv), (turned(*pawns), 1 - side, image)] {
                if let Some(record) = self.found.get_mut(&pawns) {
                    *record.next[side].entry(mv).or_default() += 1;
                }
            }
        }
    }

    /// All placements of at least `least` games as lines of text, in the order of their pawns.
    pub fn text(&self, least: u32) -> String {
        let mut lines: Vec<String> = self
            .found
            .iter()
            // One of a structure and its image.
            .filter(|(pawns, record)| record.games >= least && **pawns < turned(**pawns))
            .filter_map(|(pawns, record)| line(pawns, record))
            .collect();
        lines.sort_unstable();
        let mut text = format!(
            "# What was played in pawn structures, counted in {} games, colours apart; at least {least} for each structure.\n\
             # Pawns, games, White's score in percent, White's most frequent advance of a pawn within\n\
             # fifteen moves and its share of the games in percent, Black's.\n",
            self.games
        );
        for line in lines {
            let _ = writeln!(text, "{line}");
        }
        text
    }
}

fn line(pawns: &Pawns, record: &Record) -> Option<String> {
    let mut board = Board::empty();
    for (color, set) in Color::ALL.iter().zip([pawns[0], pawns[1]]) {
        let set = Bitboard(set);
        set.into_iter().for_each(|square| board.set_piece_at(square, Role::Pawn.of(*color)));
    }
    let percent = |part: u32, whole: u32| (200 * part + whole) / (2 * whole);
    let next = |side: usize| -> String {
        // The first square decides between equals.
        let most = record.next[side]
            .iter()
            .max_by_key(|((from, to), count)| (**count, std::cmp::Reverse((*from, *to))));
        most.map(|((from, to), count)| (from, to, percent(*count, record.games)))
            .filter(|(_, _, share)| *share >= TOLD_PERCENT)
            .map_or_else(|| "-".to_owned(), |(from, to, share)| format!("{from}{to} {share}"))
    };
    let (white, black) = (next(0), next(1));
    let told = white != "-" || black != "-";
    let score = percent(record.half_points, 2 * record.games);
    told.then(|| format!("{board}\t{}\t{score}\t{white}\t{black}", record.games))
}

#[cfg(test)]
mod tests {
    use philidor_chess::shakmaty::{Chess, san::San};

    use super::*;

    fn game(text: &str, half_points: u8) -> Game {
        let mut pos = Chess::default();
        let moves = text.split(' ').map(|san| {
            let mv = san.parse::<San>().expect("a move").to_move(&pos).expect("a legal move");
            pos.play_unchecked(mv);
            mv
        });
        Game { start: Chess::default(), moves: moves.collect(), half_points }
    }

    #[test]
    fn advances_of_both_sides_are_counted_once_for_each_game() {
        let mut practice = Practice::default();
        let carlsbad = "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 c6 e3 Be7 Bd3 Nbd7";
        practice.add(&game(&format!("{carlsbad} b4 a5"), 2));
        practice.add(&game(&format!("{carlsbad} Nf3 h6 Bh4 O-O b4 a5 bxa5"), 1));
        practice.add(&game(&format!("{carlsbad} h3 h6"), 0));
        let text = practice.text(3);
        let images = [
            "8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8\t3\t50\tb2b4 67\ta7a5 67",
            "8/pp3ppp/4p3/3p4/3P4/2P5/PP3PPP/8\t3\t50\ta2a4 67\tb7b5 67",
        ];
        assert_eq!(text.lines().filter(|line| images.contains(line)).count(), 1, "{text}");
        assert!(practice.text(4).lines().all(|line| line.starts_with('#')), "{}", practice.text(4));
    }
}
