//! The rules of the game, counted: every position of the usual suites must give the known number of lines.

use philidor_chess::{parse_fen, shakmaty::perft};

#[test]
fn perft_numbers_are_exact() {
    let mut checked = 0;
    for line in include_str!("data/perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().expect("a FEN");
        let pos = parse_fen(fen).expect("legal position");
        for field in fields {
            let (depth, nodes) = field.split_once(' ').expect("depth and nodes");
            let depth: u32 = depth.parse().expect("a depth");
            let wanted: u64 = nodes.trim().parse().expect("a count");
            assert_eq!(perft(&pos, depth), wanted, "{fen} at depth {depth}");
            checked += 1;
        }
    }
    assert!(checked >= 40);
}
