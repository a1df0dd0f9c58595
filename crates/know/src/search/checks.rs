//! Mates by checks alone, proved: what a short search leaves out is often a queen given for a mate.
//!
//! The side that mates gives check with every move, the other side tries every answer. Nothing is guessed and nothing pruned, so a mate
//! that is found is one. A mate with a quiet move in it is not looked for.

use philidor_chess::shakmaty::{Chess, Color, Move, Position};

/// The shortest mate by checks alone, at most `moves` of them, and the longest defence against it: 2n - 1 plies for a mate in n. None if
/// there is none, or if none was found before `positions` were seen.
///
/// ```
/// use philidor_know::search::mate_by_checks;
/// let pos = philidor_chess::parse_fen("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16").unwrap();
/// let mate: Vec<String> = mate_by_checks(&pos, 4, 2_000).unwrap().iter().map(|mv| mv.to_string()).collect();
/// assert_eq!(mate, ["Qb3-b8", "Nd7xb8", "Rd1-d8"]);
/// ```
pub fn mate_by_checks(pos: &Chess, moves: usize, positions: usize) -> Option<Vec<Move>> {
    let mut hunt = Hunt { left: positions };
    (1..=moves).map_while(|n| hunt.mate(pos, n)).flatten().next()
}

/// What may still be looked at.
struct Hunt {
    left: usize,
}

impl Hunt {
    /// A mate in at most `moves`: none when the budget is spent, otherwise the line if there is one.
    fn mate(&mut self, pos: &Chess, moves: usize) -> Option<Option<Vec<Move>>> {
        for mv in in_order(pos) {
            let mut after = pos.clone();
            after.play_unchecked(mv);
            if !after.is_check() {
                continue;
            }
            self.left = self.left.checked_sub(1)?;
            if let Some(rest) = self.answered(&after, moves - 1)? {
                return Some(Some(std::iter::once(mv).chain(rest).collect()));
            }
        }
        Some(None)
    }

    /// The longest way to the mate if no answer to the check escapes one in at most `moves`.
    fn answered(&mut self, pos: &Chess, moves: usize) -> Option<Option<Vec<Move>>> {
        let answers = in_order(pos);
        if answers.is_empty() {
            return Some(Some(Vec::new()));
        }
        if moves == 0 {
            return Some(None);
        }
        let mut longest: Vec<Move> = Vec::new();
        for mv in answers {
            let mut after = pos.clone();
            after.play_unchecked(mv);
            let mut found = None;
            for n in 1..=moves {
                found = self.mate(&after, n)?;
                if found.is_some() {
                    break;
                }
            }
            let Some(rest) = found else { return Some(None) };
            if rest.len() + 1 > longest.len() {
                longest = std::iter::once(mv).chain(rest).collect();
            }
        }
        Some(Some(longest))
    }
}

/// All moves, captures first; the same for both colours.
fn in_order(pos: &Chess) -> Vec<Move> {
    let turn = |square: philidor_chess::shakmaty::Square| match pos.turn() {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    };
    let mut all: Vec<Move> = pos.legal_moves().into_iter().collect();
    all.sort_by_key(|mv| {
        let from = mv.from().unwrap_or(mv.to());
        (!mv.is_capture(), turn(mv.to()), turn(from), std::cmp::Reverse(mv.promotion()))
    });
    all
}

#[cfg(test)]
mod tests {
    use philidor_chess::{parse_fen, shakmaty::Position as _};

    use super::mate_by_checks;

    fn plies(fen: &str, moves: usize) -> Option<usize> {
        let pos = parse_fen(fen).expect("legal");
        let line = mate_by_checks(&pos, moves, 20_000)?;
        let mut end = pos.clone();
        for &mv in &line {
            assert!(end.is_legal(mv), "{fen}: {mv}");
            end.play_unchecked(mv);
        }
        assert!(end.is_checkmate(), "{fen}");
        Some(line.len())
    }

    #[test]
    fn mates_are_found_with_their_length() {
        assert_eq!(plies("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", 4), Some(1));
        // Philidor's legacy: the queen is given, the knight mates.
        assert_eq!(plies("5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1", 4), Some(3));
        assert_eq!(plies("r4rk1/5Npp/8/8/8/1Q6/6PP/6K1 w - - 0 1", 4), Some(5));
        // Black mates as White would.
        assert_eq!(plies("6k1/6pp/1q6/8/8/7n/6PP/5R1K b - - 0 1", 4), Some(3));
    }

    #[test]
    fn what_is_no_mate_is_none() {
        assert_eq!(plies("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4), None);
        // A way out: the pawn may move.
        assert_eq!(plies("6k1/5p1p/8/8/8/8/5PPP/4R1K1 w - - 0 1", 1), None);
        let pos = parse_fen("r4rk1/5Npp/8/8/8/1Q6/6PP/6K1 w - - 0 1").expect("legal");
        assert_eq!(mate_by_checks(&pos, 4, 3), None, "three positions are not enough");
    }
}
