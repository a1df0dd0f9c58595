//! Published figures: every one of them must come out of our own tables to the last position.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{OnceLock, atomic::AtomicBool},
};

use philidor_chess::{Material, shakmaty::Color};
use philidor_truth::{Tables, Watch, census};

/// All tables of three and four men, solved once for this test program.
fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let tables = Tables::in_memory();
        let wanted: Vec<Material> = [3, 4].into_iter().flat_map(Material::all_with_men).collect();
        tables.build(&wanted, false, Watch { stop: &AtomicBool::new(false), hear: &|_| () }).unwrap();
        tables
    })
}

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|l| !l.starts_with('#')).map(|l| l.split('\t').collect())
}

fn profile(name: &str) -> census::Profile {
    tables().table(name.parse().unwrap()).unwrap().unwrap().profile()
}

#[test]
fn results_are_the_published_ones() {
    for line in lines(include_str!("data/results.tsv")) {
        let want: Vec<u64> = line[1..].iter().map(|n| n.parse().unwrap()).collect();
        let got: Vec<u64> = profile(line[0])
            .sides
            .iter()
            .flat_map(|s| [s.wins().classes, s.draws.classes, s.losses().classes])
            .collect();
        assert_eq!(got, want, "{}", line[0]);
    }
}

#[test]
fn longest_mates_are_the_published_ones() {
    let mut seen = 0;
    for line in lines(include_str!("data/longest.tsv")) {
        let profile = profile(line[0]);
        let longest = |s: usize| profile.sides[s].wins_by_dtm_plies.keys().last().copied().unwrap_or(0);
        assert_eq!([longest(0), longest(1)], [1, 2].map(|i| line[i].parse::<u16>().unwrap()), "{}", line[0]);
        seen += 1;
    }
    assert_eq!(seen, 35, "every endgame of three and four men");
}

#[test]
fn depths_to_mate_are_the_published_ones() {
    for line in lines(include_str!("data/dtm.tsv")) {
        let want: BTreeMap<u16, u64> = line[2]
            .split(' ')
            .map(|pair| pair.split_once(':').unwrap())
            .map(|(plies, count)| (plies.parse().unwrap(), count.parse().unwrap()))
            .collect();
        let profile = profile(line[0]);
        let by = match line[1] {
            "w" => &profile.sides[0].wins_by_dtm_plies,
            _ => &profile.sides[1].losses_by_dtm_plies,
        };
        let got: BTreeMap<u16, u64> = by.iter().map(|(&plies, c)| (plies, c.classes)).collect();
        assert_eq!(got, want, "{} {}", line[0], line[1]);
    }
}

/// Gaviota's way of counting KQK: 462 placements of the kings, the queen not folded further.
#[test]
fn kqk_depths_are_those_of_462_king_placements() {
    let table = tables().table("KQK".parse().unwrap()).unwrap().unwrap();
    let diagonal = |sq: u8| sq >> 3 == sq & 7;
    let mut counts: BTreeMap<u16, u64> = BTreeMap::new();
    table.for_each_row(|row| {
        for entry in row.entries(Color::White) {
            // With both kings on the diagonal a position and its mirror image count as two.
            let on = diagonal(entry.white_king()) && diagonal(entry.black_king());
            let weight = if on && entry.images().len() == 8 { 2 } else { 1 };
            *counts.entry(entry.value().dtm.plies().unwrap()).or_default() += weight;
        }
    });
    let want = [
        (1, 312),
        (3, 649),
        (5, 1157),
        (7, 2546),
        (9, 3313),
        (11, 4101),
        (13, 4102),
        (15, 1936),
        (17, 375),
        (19, 1),
    ];
    assert_eq!(counts, BTreeMap::from(want));
}

#[test]
fn full_board_counts_are_the_published_ones() {
    for (name, wtm, btm) in [
        ("KQK", 144_508, 223_944),
        ("KRK", 175_168, 223_944),
        ("KBK", 193_284, 223_944),
        ("KNK", 205_496, 223_944),
        ("KPK", 163_328, 168_024),
    ] {
        let profile = profile(name);
        assert_eq!(profile.sides[0].legal().full, wtm, "{name}");
        assert_eq!(profile.sides[1].legal().full, btm, "{name}");
    }
    // Full-board counts of the chesstb generator.
    let kbbk = profile("KBBK");
    assert_eq!((kbbk.sides[0].wins().full, kbbk.sides[0].draws.full), (2_503_608, 2_578_420));
    let kbnk = profile("KBNK");
    assert_eq!((kbnk.sides[0].wins().full, kbnk.sides[0].draws.full), (10_822_184, 53_320));
}

#[test]
fn longest_conversions_are_the_published_ones() {
    // Without pawns a conversion is a capture or mate, so Syzygy's greatest DTZ is our greatest DTC.
    for (name, side, plies) in [
        ("KBBK", Color::Black, 38),
        ("KBNK", Color::Black, 66),
        ("KQKR", Color::Black, 62),
        ("KQKN", Color::Black, 38),
        ("KRKB", Color::Black, 36),
        ("KRKN", Color::Black, 54),
        ("KPK", Color::White, 37),
        ("KPK", Color::Black, 38),
    ] {
        let profile = profile(name);
        let s = &profile.sides[usize::from(side.is_black())];
        let most = s.wins_by_dtc_plies.keys().chain(s.losses_by_dtc_plies.keys()).max();
        assert_eq!(most, Some(&plies), "{name} {side}");
    }
}

#[test]
fn digests_are_those_of_the_syzygy_files() {
    let mut seen = 0;
    for line in lines(include_str!("data/wdl-digests.tsv")) {
        let table = tables().table(line[0].parse().unwrap()).unwrap().unwrap();
        assert_eq!(format!("{:016x}", census::wdl_digest(&table)), line[1], "{}", line[0]);
        seen += 1;
    }
    assert_eq!(seen, 35, "every endgame of three and four men");
}

/// The UCI repository's KRK data: 28,056 positions, Black to move, with the number of moves White needs.
#[test]
fn krk_agrees_with_the_uci_data_set() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/uci/krkopt.data");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("not run: {} is not here", path.display());
        return;
    };
    let words = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
    ];
    let table = tables().table("KRK".parse().unwrap()).unwrap().unwrap();
    let mut agreed = 0;
    for line in text.lines() {
        let f: Vec<&str> = line.split(',').collect();
        let board = format!("K{}{} R{}{} k{}{}", f[0], f[1], f[2], f[3], f[4], f[5]);
        let pos = krk(&f);
        use philidor_chess::shakmaty::Position;
        let dtm = table.dtm_at(pos.board(), Color::Black).plies();
        let want = words.iter().position(|w| *w == f[6]).map(|n| 2 * n as u16);
        assert_eq!(dtm, want, "{board}");
        agreed += 1;
    }
    assert_eq!(agreed, 28_056);
    println!("{agreed} of 28056 positions agree");
}

fn krk(f: &[&str]) -> philidor_chess::shakmaty::Chess {
    let mut board = [b'.'; 64];
    for (man, at) in [(b'K', 0), (b'R', 2), (b'k', 4)] {
        let file = f[at].as_bytes()[0] - b'a';
        let rank = f[at + 1].parse::<u8>().unwrap() - 1;
        board[usize::from(rank * 8 + file)] = man;
    }
    let rows: Vec<String> = (0..8)
        .rev()
        .map(|r| board[r * 8..r * 8 + 8].iter().map(|&c| if c == b'.' { '1' } else { c as char }).collect())
        .collect();
    philidor_chess::parse_fen(&format!("{} b - - 0 1", rows.join("/"))).unwrap()
}
