//! A second solver that shares nothing with the first: no symmetry, no words, no unmoving, only a move generator and
//! patience. It solves three-man endings on the full board; for larger ones the tables are held against their own
//! definition, move by move.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{collections::HashMap, sync::atomic::AtomicBool};

use philidor_chess::{
    Material, parse_fen,
    shakmaty::{Board, CastlingMode, Chess, Color, FromSetup, Position, Role, Setup, Square},
};
use philidor_truth::{Depth, Tables, Value, Watch};

/// Result for the side to move: sign, plies to mate, plies to conversion.
type Plain = (i8, u16, u16);

type Key = (Color, Square, Square, Square);

fn position(role: Role, (turn, wk, bk, sq): Key) -> Option<Chess> {
    if wk == bk || wk == sq || bk == sq {
        return None;
    }
    let mut board = Board::empty();
    board.set_piece_at(wk, Role::King.of(Color::White));
    board.set_piece_at(bk, Role::King.of(Color::Black));
    board.set_piece_at(sq, role.of(Color::White));
    let setup = Setup { board, turn, ..Setup::empty() };
    match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(pos) => Some(pos),
        Err(e) => e.ignore_impossible_check().ok(),
    }
}

enum Step {
    /// Stays in the ending.
    Quiet(Key),
    /// Leaves it with a known result for the side that is then to move: sign and plies to mate.
    Exit(i8, u16),
}

/// Solves white king and one man against king by sweeping over all positions until nothing changes.
fn brute_force(role: Role, promoted: &HashMap<Role, HashMap<Key, Plain>>) -> HashMap<Key, Plain> {
    let mut steps: Vec<(Key, bool, Vec<Step>)> = Vec::new();
    for turn in Color::ALL {
        for wk in Square::ALL {
            for bk in Square::ALL {
                for sq in Square::ALL {
                    let key = (turn, wk, bk, sq);
                    let Some(pos) = position(role, key) else { continue };
                    let moves = pos.legal_moves();
                    let mated = moves.is_empty() && pos.is_check();
                    let list = moves.iter().map(|&m| {
                        let mut next = pos.clone();
                        next.play_unchecked(m);
                        let king = |c| next.board().king_of(c).unwrap();
                        let man = next.board().occupied() & !next.board().kings();
                        match (man.first(), m.promotion()) {
                            (None, _) => Step::Exit(0, 0),
                            (Some(sq), None) => {
                                Step::Quiet((next.turn(), king(Color::White), king(Color::Black), sq))
                            }
                            (Some(sq), Some(to)) => {
                                let key = (next.turn(), king(Color::White), king(Color::Black), sq);
                                let (sign, plies, _) = promoted[&to][&key];
                                Step::Exit(sign, plies)
                            }
                        }
                    });
                    steps.push((key, mated, list.collect()));
                }
            }
        }
    }
    let mate = sweep(&steps, |sign, plies| (sign, plies));
    // Conversion: whatever leaves the ending does so in one ply.
    let conversion = sweep(&steps, |sign, _| (sign, 0));
    steps
        .iter()
        .map(|(key, ..)| {
            let (m, c) = (mate.get(key), conversion.get(key));
            (*key, m.map_or((0, 0, 0), |m| (m.0, m.1, c.expect("the same result").1)))
        })
        .collect()
}

fn sweep(steps: &[(Key, bool, Vec<Step>)], exit: impl Fn(i8, u16) -> (i8, u16)) -> HashMap<Key, (i8, u16)> {
    let mut known: HashMap<Key, (i8, u16)> = HashMap::new();
    let mut left: Vec<usize> = (0..steps.len()).collect();
    let mut quiet_plies = 0;
    for ply in 0u16.. {
        let mut new = Vec::new();
        left.retain(|&i| {
            let (key, mated, list) = &steps[i];
            if *mated {
                new.push((*key, (-1, 0)));
                return false;
            }
            let after = |s: &Step| match s {
                Step::Quiet(key) => known.get(key).copied(),
                Step::Exit(0, _) => None,
                Step::Exit(sign, plies) => Some(exit(*sign, *plies)).filter(|e| e.1 < ply),
            };
            let wins = list.iter().any(|s| matches!(after(s), Some((-1, n)) if n + 1 == ply));
            let lost = !list.is_empty() && list.iter().all(|s| matches!(after(s), Some((1, _))));
            if wins {
                new.push((*key, (1, ply)));
            } else if lost {
                new.push((*key, (-1, ply)));
            }
            !wins && !lost
        });
        // Exits may lie far ahead, so a few silent plies prove nothing.
        quiet_plies = if new.is_empty() { quiet_plies + 1 } else { 0 };
        known.extend(new);
        if quiet_plies > 70 {
            return known;
        }
    }
    known
}

fn build(names: &[&str]) -> Tables {
    let tables = Tables::in_memory();
    let wanted: Vec<Material> = names.iter().map(|n| n.parse().unwrap()).collect();
    tables.build(&wanted, false, Watch { stop: &AtomicBool::new(false), hear: &|_| () }).unwrap();
    tables
}

#[test]
fn three_man_tables_equal_brute_force_on_the_full_board() {
    let tables = build(&["KPK"]);
    let mut solved: HashMap<Role, HashMap<Key, Plain>> = HashMap::new();
    let mut compared = 0;
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        let oracle = if role == Role::Pawn {
            let mut rows = brute_force(role, &solved);
            rows.retain(|key, _| !matches!(key.3.rank() as u8, 0 | 7));
            rows
        } else {
            brute_force(role, &HashMap::new())
        };
        for (&key, &(sign, dtm, dtc)) in &oracle {
            let pos = position(role, key).unwrap();
            let depth = |n| match sign {
                1 => Depth::Win(n),
                0 => Depth::Draw,
                _ => Depth::Loss(n),
            };
            let found = tables.value(&pos).unwrap();
            assert_eq!((found.dtm, found.dtc), (depth(dtm), depth(dtc)), "{role:?} {key:?}");
            assert_eq!(found.dtz.wdl(), found.dtm.wdl(), "{role:?} {key:?}");
            compared += 1;
        }
        solved.insert(role, oracle);
    }
    // 144,508 + 175,168 + 193,284 + 205,496 with White to move, four times 223,944 with Black, and KPK.
    assert_eq!(compared, 718_456 + 4 * 223_944 + 163_328 + 168_024);
}

/// The definition of a value: the best over all moves of what comes after, one ply nearer.
fn by_definition(tables: &Tables, pos: &Chess) -> Value {
    let moves = pos.legal_moves();
    if moves.is_empty() {
        let nothing = if pos.is_check() { Depth::Loss(0) } else { Depth::Draw };
        return Value { dtm: nothing, dtc: nothing, dtz: nothing };
    }
    let mut best: Option<Value> = None;
    for &mv in &moves {
        let mut next = pos.clone();
        next.play_unchecked(mv);
        let after = tables.value(&next).unwrap();
        let one = |depth: Depth| match depth {
            Depth::Win(n) => Depth::Loss(n + 1),
            Depth::Draw => Depth::Draw,
            Depth::Loss(n) => Depth::Win(n + 1),
        };
        let (dtm, mut dtc, mut dtz) = (one(after.dtm), one(after.dtc), one(after.dtz));
        if mv.is_zeroing() {
            // The clock starts again; what the rule spoils afterwards counts a hundred more.
            dtz = match after.dtz {
                Depth::Win(n) => Depth::Loss(if n > 100 { 101 } else { 1 }),
                Depth::Draw => Depth::Draw,
                Depth::Loss(n) => Depth::Win(if n > 100 { 101 } else { 1 }),
            };
        }
        if mv.is_capture() || mv.is_promotion() {
            dtc = match dtc {
                Depth::Win(_) => Depth::Win(1),
                Depth::Loss(_) => Depth::Loss(1),
                Depth::Draw => Depth::Draw,
            };
        }
        let better = |a: Depth, b: Depth| if a.rank() >= b.rank() { a } else { b };
        best = Some(match best {
            None => Value { dtm, dtc, dtz },
            Some(old) => {
                Value { dtm: better(old.dtm, dtm), dtc: better(old.dtc, dtc), dtz: better(old.dtz, dtz) }
            }
        });
    }
    best.unwrap()
}

#[test]
fn four_man_tables_satisfy_their_own_definition() {
    let names = ["KQKR", "KRKN", "KBBK", "KPKP", "KPPK", "KRKP", "KNKP"];
    let tables = build(&names);
    for name in names {
        let table = tables.table(name.parse().unwrap()).unwrap().unwrap();
        let mut number = 0u64;
        let mut checked = 0;
        table.for_each_row(|row| {
            for to_move in Color::ALL {
                for entry in row.entries(to_move) {
                    number += 1;
                    // A stride that is prime to all powers of two visits every corner.
                    if number.is_multiple_of(211) {
                        let pos = entry.position();
                        assert_eq!(entry.value(), by_definition(&tables, &pos), "{name} {pos:?}");
                        checked += 1;
                    }
                }
            }
        });
        assert!(checked > 5_000, "{name}: {checked}");
    }
}

#[test]
fn en_passant_counts() {
    let tables = build(&["KPKP"]);
    let cases = [
        // The double step has just been made; taking en passant is legal.
        "8/8/8/8/1pP5/8/8/k1K5 b - c3 0 1",
        "8/8/8/3k4/2Pp4/8/8/3K4 b - c3 0 1",
        "4k3/8/8/8/5Pp1/8/8/4K3 b - f3 0 1",
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
    ];
    for fen in cases {
        let pos = parse_fen(fen).unwrap();
        assert!(pos.legal_moves().iter().any(|m| m.is_en_passant()), "{fen}");
        assert_eq!(tables.value(&pos).unwrap(), by_definition(&tables, &pos), "{fen}");
    }
    // Every double step beside an enemy pawn, with kings all over the board.
    let mut steps = 0;
    for file in 0..8u32 {
        for beside in [file.wrapping_sub(1), file + 1].into_iter().filter(|&f| f < 8) {
            for wk in (0..64).step_by(5) {
                for bk in (0..64).step_by(3) {
                    let (pawn, black) = (Square::new(8 + file), Square::new(24 + beside));
                    let Some(before) = two_pawns(wk, bk, pawn, black) else { continue };
                    for &mv in before.legal_moves().iter().filter(|m| m.to() == Square::new(24 + file)) {
                        let mut pos = before.clone();
                        pos.play_unchecked(mv);
                        assert_eq!(tables.value(&pos).unwrap(), by_definition(&tables, &pos), "{pos:?}");
                        assert_eq!(
                            tables.value(&before).unwrap(),
                            by_definition(&tables, &before),
                            "{before:?}"
                        );
                        steps += 1;
                    }
                }
            }
        }
    }
    assert!(steps > 2_000, "{steps} double steps");
}

fn two_pawns(wk: u32, bk: u32, white: Square, black: Square) -> Option<Chess> {
    let mut board = Board::empty();
    board.set_piece_at(white, Role::Pawn.of(Color::White));
    board.set_piece_at(black, Role::Pawn.of(Color::Black));
    for (sq, color) in [(wk, Color::White), (bk, Color::Black)] {
        if board.piece_at(Square::new(sq)).is_some() {
            return None;
        }
        board.set_piece_at(Square::new(sq), Role::King.of(color));
    }
    Chess::from_setup(Setup { board, ..Setup::empty() }, CastlingMode::Standard).ok()
}
