//! A hand-made evaluation in the manner of GNU Chess 4: material, squares, pawn structure, king safety.
//!
//! It is the sparring partner of the learned evaluations (Thrun 1995 played against GNU Chess) and the
//! yardstick for tuned weights. The term names follow GNU Chess 4's `eval.c`; the numbers are our own.

use philidor_chess::shakmaty::{Bitboard, Board, Chess, Color, File, Position, Role, Square, attacks};

use super::Evaluator;

/// Material, pawn to queen, in centipawns.
const MATERIAL: [i32; 6] = [100, 325, 335, 500, 975, 0];
/// Game phase per piece; 24 with all pieces on the board.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// Passed pawn by rank.
const PASSED: [i32; 8] = [0, 8, 12, 22, 40, 70, 115, 0];
const ISOLATED: i32 = 14;
const DOUBLED: i32 = 12;
const BACKWARD: i32 = 9;
const BISHOP_PAIR: i32 = 35;
const ROOK_HALF_OPEN: i32 = 10;
const ROOK_OPEN: i32 = 20;
const SHIELD: i32 = 11;
const KING_OPEN_FILE: i32 = 16;
const TEMPO: i32 = 10;
/// Each enemy attacker of the king's field counts; danger grows with their number.
const DANGER: [i32; 8] = [0, 0, 40, 75, 100, 115, 125, 130];

/// Distance of a file or rank from the middle of the board: 0..=3.
const fn off_centre(x: i32) -> i32 {
    if x < 4 { 3 - x } else { x - 4 }
}

/// Middlegame and endgame value of a piece's square, seen from its own side.
fn square_value(role: Role, square: Square, color: Color) -> (i32, i32) {
    let file = square.file() as i32;
    let rank = if color.is_white() { square.rank() as i32 } else { 7 - square.rank() as i32 };
    let centre = 6 - off_centre(file) - off_centre(rank);
    match role {
        Role::Pawn => {
            let middle = if (2..=5).contains(&file) { 4 * (rank - 1) } else { 0 };
            let unmoved = if rank == 1 && (file == 3 || file == 4) { -12 } else { 0 };
            (middle + unmoved - 2 * off_centre(file), 5 * (rank - 1))
        }
        Role::Knight => (6 * centre - 20 - if rank == 0 { 8 } else { 0 }, 6 * centre - 20),
        Role::Bishop => (3 * centre - 8 - if rank == 0 { 8 } else { 0 }, 2 * centre - 6),
        Role::Rook => {
            (if rank == 6 { 18 } else { 0 } + 2 * (3 - off_centre(file)), if rank == 6 { 15 } else { 0 })
        }
        Role::Queen => (centre - 3, 5 * centre - 12),
        Role::King => {
            let home = match (rank, file) {
                (0, 6 | 1 | 2) => 25,
                (0, 0 | 7) => 15,
                (0, _) => 0,
                _ => -25 * rank,
            };
            (home.max(-80), 8 * centre - 20)
        }
    }
}

fn files(squares: Bitboard) -> Bitboard {
    let mut b = squares.0;
    b |= b >> 8 | b << 8;
    b |= b >> 16 | b << 16;
    b |= b.rotate_left(32);
    Bitboard(b)
}

fn beside(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (squares.0 & 0xfefe_fefe_fefe_fefe) >> 1)
}

/// All squares in front of `square` for `color`, on its own file.
fn ahead(square: Square, color: Color) -> Bitboard {
    let file = files(Bitboard::from_square(square));
    let rank = square.rank() as u32;
    if color.is_white() {
        Bitboard(if rank == 7 { 0 } else { file.0 & (!0 << (8 * (rank + 1))) })
    } else {
        Bitboard(file.0 & ((1_u64 << (8 * rank)) - 1))
    }
}

/// GNU-Chess-like hand-made evaluation.
#[derive(Debug, Default, Clone, Copy)]
pub struct GnuLike;

impl GnuLike {
    /// Middlegame and endgame sums of one side's pawns.
    fn pawns(board: &Board, us: Color) -> (i32, i32) {
        let own = board.pawns() & board.by_color(us);
        let enemy = board.pawns() & board.by_color(!us);
        let (mut mg, mut eg) = (0, 0);
        for square in own {
            let file = files(Bitboard::from_square(square));
            let neighbours = beside(file);
            let front = ahead(square, us);
            if (neighbours & own).is_empty() {
                mg -= ISOLATED;
                eg -= ISOLATED;
            } else if (neighbours & own & !ahead_span(square, us)).is_empty()
                && (attacks::pawn_attacks(us, square.offset(us.fold_wb(8, -8)).unwrap_or(square)) & enemy)
                    .any()
            {
                mg -= BACKWARD;
                eg -= BACKWARD;
            }
            if (front & own).any() {
                mg -= DOUBLED;
                eg -= 2 * DOUBLED;
            }
            if ((front | beside(front)) & enemy).is_empty() {
                let rank = if us.is_white() { square.rank() as usize } else { 7 - square.rank() as usize };
                let blocked = front.intersects_first(us, board.occupied());
                let value = PASSED[rank];
                mg += value / 2;
                eg += if blocked { value * 2 / 3 } else { value };
            }
        }
        (mg, eg)
    }

    /// Middlegame and endgame sums of one side's pieces, and the phase they make.
    fn pieces(board: &Board, us: Color) -> (i32, i32, i32) {
        let ours = board.by_color(us);
        let occupied = board.occupied();
        let own_pawns = board.pawns() & ours;
        let enemy_pawns = board.pawns() & !ours;
        let enemy_king = board.king_of(!us).map_or(Bitboard::EMPTY, attacks::king_attacks);
        let (mut mg, mut eg, mut phase, mut attackers, mut strength) = (0, 0, 0, 0_usize, 0);
        for role in Role::ALL {
            let i = role as usize - 1;
            for square in board.by_role(role) & ours {
                let (m, e) = square_value(role, square, us);
                mg += MATERIAL[i] + m;
                eg += MATERIAL[i] + e;
                phase += PHASE[i];
                let reach = match role {
                    Role::Pawn | Role::King => continue,
                    Role::Knight => attacks::knight_attacks(square),
                    Role::Bishop => attacks::bishop_attacks(square, occupied),
                    Role::Rook => attacks::rook_attacks(square, occupied),
                    Role::Queen => attacks::queen_attacks(square, occupied),
                };
                let mobility = (reach & !own_pawns).count() as i32;
                let (weight, usual) = [(4, 4), (4, 6), (2, 7), (1, 13)][i - 1];
                mg += weight * (mobility - usual);
                eg += weight * (mobility - usual);
                if (reach & enemy_king).any() {
                    attackers += 1;
                    strength += [20, 20, 40, 80][i - 1];
                }
                if role == Role::Rook {
                    let file = files(Bitboard::from_square(square));
                    if (file & own_pawns).is_empty() {
                        mg += if (file & enemy_pawns).is_empty() { ROOK_OPEN } else { ROOK_HALF_OPEN };
                    }
                }
            }
        }
        if (board.bishops() & ours).more_than_one() {
            mg += BISHOP_PAIR;
            eg += BISHOP_PAIR;
        }
        mg += strength * DANGER[attackers.min(7)] / 100;
        (mg, eg, phase)
    }

    /// The pawn shelter of one side's king (middlegame only).
    fn shelter(board: &Board, us: Color) -> i32 {
        let Some(king) = board.king_of(us) else { return 0 };
        let own = board.pawns() & board.by_color(us);
        let mut sum = 0;
        let file = king.file() as i32;
        for f in (file - 1).max(0)..=(file + 1).min(7) {
            let file = Bitboard::from_file(File::new(f as u32));
            let front = ahead(king, us) | beside(ahead(king, us));
            let near = files_near(king, us) & file & own;
            if near.any() {
                sum += SHIELD;
            }
            if (file & front & own).is_empty() {
                sum -= KING_OPEN_FILE;
            }
        }
        sum
    }
}

/// The three files' squares one or two ranks in front of the king.
fn files_near(king: Square, us: Color) -> Bitboard {
    let zone = attacks::king_attacks(king);
    let step = |b: Bitboard| if us.is_white() { Bitboard(b.0 << 8) } else { Bitboard(b.0 >> 8) };
    (zone | step(zone)) & (ahead(king, us) | beside(ahead(king, us)))
}

/// Squares in front of `square` on the neighbouring files and beyond: where a supporter is too late.
fn ahead_span(square: Square, us: Color) -> Bitboard {
    let front = ahead(square, us);
    front | beside(front)
}

trait IntersectsFirst {
    fn intersects_first(self, us: Color, occupied: Bitboard) -> bool;
}

impl IntersectsFirst for Bitboard {
    /// Whether the nearest square of a front span is occupied.
    fn intersects_first(self, us: Color, occupied: Bitboard) -> bool {
        let nearest = if us.is_white() { self.first() } else { self.last() };
        nearest.is_some_and(|square| occupied.contains(square))
    }
}

impl Evaluator for GnuLike {
    fn evaluate(&mut self, pos: &Chess) -> i32 {
        let board = pos.board();
        let (us, them) = (pos.turn(), !pos.turn());
        let (pm, pe) = GnuLike::pawns(board, us);
        let (qm, qe) = GnuLike::pawns(board, them);
        let (m, e, phase) = GnuLike::pieces(board, us);
        let (n, f, other_phase) = GnuLike::pieces(board, them);
        let shelter = GnuLike::shelter(board, us) - GnuLike::shelter(board, them);
        let mg = m - n + pm - qm + shelter;
        let eg = e - f + pe - qe;
        let phase = (phase + other_phase).min(24);
        (mg * phase + eg * (24 - phase)) / 24 + TEMPO
    }

    fn name(&self) -> &str {
        "gnu-like"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_colours_are_judged_alike() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let pos = philidor_chess::parse_fen(fen).expect("legal position");
            let setup = pos.to_setup(philidor_chess::shakmaty::EnPassantMode::Legal).into_mirrored();
            let mirrored: Chess =
                setup.position(philidor_chess::shakmaty::CastlingMode::Standard).expect("legal position");
            assert_eq!(GnuLike.evaluate(&pos), GnuLike.evaluate(&mirrored));
        }
    }
}
