//! The checker's own board against published numbers and against the board library that everyone else uses.

use philidor_chess::{
    parse_fen,
    shakmaty::{CastlingMode, Position},
    write_fen,
};
use philidor_claims::{Color, Move};
use philidor_verify::{Board, capture_gain, exchange};

fn perft(board: &Board, depth: u32) -> u64 {
    let moves = board.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| perft(&board.played(mv), depth - 1)).sum()
}

/// Numbers as the chess programming community has agreed on them.
#[test]
fn move_counts_are_the_published_ones() {
    let positions = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8_902),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    ];
    for (fen, depth, expected) in positions {
        assert_eq!(perft(&Board::read(fen).unwrap(), depth), expected, "{fen}");
    }
}

#[test]
fn the_same_moves_and_positions_as_the_board_library() {
    let mut pos = parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    let mut seed = 20_u64;
    for _ in 0..120 {
        let board = Board::read(&write_fen(&pos)).unwrap();
        let legal = pos.legal_moves();
        let mut ours: Vec<String> = board.legal_moves().iter().map(Move::to_string).collect();
        let mut theirs: Vec<String> =
            legal.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string()).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{}", write_fen(&pos));
        assert_eq!(board.is_mate(), pos.is_checkmate());
        if legal.is_empty() {
            break;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mv = legal[(seed >> 33) as usize % legal.len()];
        let next = board.played(Move::read(&mv.to_uci(CastlingMode::Standard).to_string()).unwrap());
        pos.play_unchecked(mv);
        let men = |fen: &str| fen.split(' ').take(3).collect::<Vec<_>>().join(" ");
        assert_eq!(men(&next.fen()), men(&write_fen(&pos)));
    }
}

#[test]
fn what_captures_win() {
    // Nxe5 loses the knight for a pawn; the pawn is guarded.
    let board = Board::read("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1").unwrap();
    assert_eq!(capture_gain(&board), 0);
    assert_eq!(exchange(&board, philidor_claims::Square::read("e5").unwrap()), 0);
    // Two attackers against one guard win the pawn.
    let board = Board::read("4k3/8/3p4/4p3/8/5N2/1B6/4K3 w - - 0 1").unwrap();
    assert_eq!(capture_gain(&board), 0, "bishop and knight for two pawns is no gain");
    let board = Board::read("4k3/8/8/4r3/8/5N2/8/4K3 w - - 0 1").unwrap();
    assert_eq!(capture_gain(&board), 5);
    assert_eq!(board.balance(Color::White), -2);
}

#[test]
fn broken_positions_are_refused() {
    for fen in ["", "8/8/8/8 w", "9/8/8/8/8/8/8/8 w - - 0 1", "xx/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/8 w - -"] {
        assert!(Board::read(fen).is_err(), "{fen:?}");
    }
    let wide = format!("{}/8/8/8/8/8/8/8 w - - 0 1", "9".repeat(1000));
    assert!(Board::read(&wide).is_err());
}
