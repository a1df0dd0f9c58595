//! Laws that hold for every position and every text.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{
    path::Path,
    sync::{OnceLock, atomic::AtomicBool},
};

use proptest::prelude::*;

use philidor_chess::{
    Material, parse_fen,
    shakmaty::{Board, CastlingMode, Chess, Color, FromSetup, Position, Role, Setup, Square},
};
use philidor_truth::{Syzygy, Tables, Verdict, Watch, find::Filter};

const NAMES: [&str; 5] = ["KPK", "KPKP", "KRKP", "KBBK", "KQKR"];

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let tables = Tables::in_memory();
        let wanted: Vec<Material> = NAMES.iter().map(|n| n.parse().unwrap()).collect();
        tables.build(&wanted, false, Watch { stop: &AtomicBool::new(false), hear: &|_| () }).unwrap();
        tables
    })
}

/// A legal position of one of the endgames, if the squares allow one.
fn position(name: &str, squares: &[u32], turn: Color) -> Option<Chess> {
    let material: Material = name.parse().unwrap();
    let mut board = Board::empty();
    let men = [Color::White, Color::Black].into_iter().flat_map(|color| {
        std::iter::once(Role::King.of(color)).chain(material.pieces(color).map(move |p| p.role().of(color)))
    });
    for (man, &sq) in men.zip(squares) {
        if board.piece_at(Square::new(sq)).is_some() {
            return None;
        }
        board.set_piece_at(Square::new(sq), man);
    }
    legal(board, turn)
}

fn legal(board: Board, turn: Color) -> Option<Chess> {
    match Chess::from_setup(Setup { board, turn, ..Setup::empty() }, CastlingMode::Standard) {
        Ok(pos) => Some(pos),
        Err(e) => e.ignore_impossible_check().ok(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn mirror_and_colour_flip_change_nothing(
        name in prop::sample::select(&NAMES[..]),
        squares in prop::collection::vec(0u32..64, 4),
        white in any::<bool>(),
    ) {
        let turn = Color::from_white(white);
        if let Some(pos) = position(name, &squares, turn) {
            let value = tables().value(&pos).unwrap();
            let mut mirrored = pos.board().clone();
            mirrored.flip_horizontal();
            prop_assert_eq!(tables().value(&legal(mirrored, turn).unwrap()).unwrap(), value);
            let mut flipped = pos.board().clone();
            flipped.flip_vertical();
            flipped.swap_colors();
            prop_assert_eq!(tables().value(&legal(flipped, !turn).unwrap()).unwrap(), value);
            if !Material::of(pos.board()).has_pawns() {
                let mut turned = pos.board().clone();
                turned.flip_diagonal();
                prop_assert_eq!(tables().value(&legal(turned, turn).unwrap()).unwrap(), value);
            }
        }
    }

    #[test]
    fn best_play_keeps_the_value(
        name in prop::sample::select(&NAMES[..]),
        squares in prop::collection::vec(0u32..64, 4),
    ) {
        if let Some(pos) = position(name, &squares, Color::White) {
            let value = tables().value(&pos).unwrap();
            let moves = tables().moves(&pos).unwrap();
            if let Some(best) = moves.first() {
                let Verdict::Exact(after) = best.verdict else { panic!("an exact value") };
                prop_assert_eq!(after.dtm, value.dtm);
                let dtc = moves.iter().map(|m| match m.verdict {
                    Verdict::Exact(v) => v.dtc.rank(),
                    Verdict::Syzygy(_) => panic!("an exact value"),
                });
                prop_assert_eq!(dtc.max(), Some(value.dtc.rank()));
            }
        }
    }

    #[test]
    fn no_text_upsets_a_parser(text in "\\PC{0,60}", fenish in "[KQRBNPkqrbnp1-8/]{1,40} [wb] [KQkq-]{1,4} [a-h1-8-]{1,2} [0-9]{1,3} [0-9]{1,3}") {
        for text in [text, fenish] {
            let _ = parse_fen(&text);
            let _ = text.parse::<Filter>();
            if let Ok(material) = text.parse::<Material>() {
                prop_assert_eq!(material.to_string().parse::<Material>().unwrap(), material);
            }
        }
    }

    #[test]
    fn filters_of_the_right_words_are_read(words in prop::collection::vec("(wtm|btm|win|draw|loss|zugzwang|longest|dt[mc](<|<=|=|!=|>|>=)[0-9]{1,3}m?|[KQRBNPkqrbnp](=|!=)[a-h*][1-8*])", 0..6)) {
        prop_assert!(words.join(" ").parse::<Filter>().is_ok());
    }
}

#[test]
fn many_threads_may_ask_one_table() {
    let dir = tempfile::tempdir().unwrap();
    let material: Material = "KPK".parse().unwrap();
    let go = AtomicBool::new(false);
    Tables::at(dir.path()).build(&[material], false, Watch { stop: &go, hear: &|_| () }).unwrap();
    let stored = Tables::at(dir.path());
    let table = stored.table(material).unwrap().unwrap();
    let count = |to_move: Color| {
        let mut wins = 0;
        table.for_each_row(|row| {
            wins += row.entries(to_move).filter(|e| e.value().dtm.plies().is_some()).count();
        });
        wins
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = [Color::White, Color::Black]
            .into_iter()
            .cycle()
            .take(8)
            .map(|c| scope.spawn(move || (c, count(c))))
            .collect();
        for thread in threads {
            let (color, wins) = thread.join().unwrap();
            assert_eq!(wins, color.fold_wb(62_480, 48_802));
        }
    });
}

#[test]
fn a_line_follows_the_first_of_the_ranked_moves() {
    let tables = tables();
    for fen in ["8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", "8/8/8/3k4/8/5r2/1Q6/K7 w - - 0 1"] {
        let mut pos = parse_fen(fen).unwrap();
        let line = tables.line(&pos, 300).unwrap();
        assert!(line.len() > 8, "{fen}");
        for mv in line {
            assert_eq!(mv, tables.moves(&pos).unwrap()[0].mv, "{fen}");
            pos.play_unchecked(mv);
        }
        assert!(pos.is_checkmate(), "{fen}");
    }
}

#[test]
fn without_own_tables_syzygy_answers() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/syzygy");
    if !dir.exists() {
        println!("not run: {} is not here", dir.display());
        return;
    }
    let tables = Tables::in_memory().with_syzygy(Syzygy::open(&[dir]).unwrap());
    let pos = parse_fen("8/8/8/8/3k4/8/1r6/KQ6 w - - 0 1").unwrap();
    let Verdict::Syzygy(value) = tables.verdict(&pos).unwrap() else { panic!("no own table is there") };
    assert_eq!(value.wdl(), philidor_truth::Wdl::Win);
    assert!(matches!(tables.moves(&pos).unwrap()[0].verdict, Verdict::Syzygy(v) if v.wdl() == value.wdl()));
    let mut end = pos.clone();
    for mv in tables.line(&pos, 300).unwrap() {
        end.play_unchecked(mv);
    }
    assert!(end.is_checkmate(), "following DTZ mates in the end");
}
