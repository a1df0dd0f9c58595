//! The counts of the paper, and features that say what their names say.

use std::sync::{Arc, LazyLock, atomic::AtomicBool};

use philidor_chess::shakmaty::{CastlingMode, Chess, Color, fen::Fen};
use philidor_truth::{Table, Tables, Watch, Wdl};

use super::{sets::Subset, *};

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::in_memory);

fn table(name: &str) -> Arc<Table> {
    let watch = Watch { stop: &AtomicBool::new(false), hear: &|_| {} };
    TABLES.ensure(name.parse().unwrap(), watch).unwrap()
}

fn dataset(name: &str, to_move: Color, kind: Kind) -> Dataset {
    let table = table(name);
    Dataset::new(&table, to_move, &Characterisation::new(kind, table.material()).unwrap())
}

fn count(data: &Dataset, result: Wdl) -> usize {
    data.results.iter().filter(|&&r| r == result).count()
}

#[test]
fn kpk_is_counted_as_in_the_paper() {
    let white = dataset("KPK", Color::White, Kind::Paper);
    assert_eq!((white.len(), count(&white, Wdl::Win), count(&white, Wdl::Draw)), (81_664, 62_480, 19_184));
    let black = dataset("KPK", Color::Black, Kind::Physical);
    assert_eq!((black.len(), count(&black, Wdl::Win), count(&black, Wdl::Draw)), (84_012, 48_802, 35_210));
    let many = |subset: Subset| subset.rows(&white).len();
    assert_eq!([1, 2, 3, 4].map(|f| many(Subset::File(f))).iter().sum::<usize>(), 81_664);
    assert_eq!((many(Subset::File(1)), many(Subset::File(4))), (20_643, 20_346));
    assert_eq!((many(Subset::WonWithin(37)), many(Subset::PawnFrom(2))), (62_480, 81_664));
    assert!(many(Subset::WonWithin(35)) < 62_480 && many(Subset::PawnFrom(3)) < 81_664);
    // A position is borderline with White to move if and only if it is so with Black to move.
    assert_eq!(many(Subset::Borderline), Subset::Borderline.rows(&black).len());
}

#[test]
fn the_32_have_their_printed_ranges_and_codings() {
    for to_move in [Color::White, Color::Black] {
        let data = dataset("KPK", to_move, Kind::Paper);
        assert_eq!(data.features.len(), 32);
        for (feature, column) in data.features.iter().zip(&data.columns) {
            let range = (*column.iter().min().unwrap(), *column.iter().max().unwrap());
            let want = if feature.name == "c17" { (0, 0) } else { feature.range };
            assert_eq!(range, want, "{feature:?}");
        }
    }
    let data = dataset("KPK", Color::White, Kind::Paper);
    let physical = dataset("KPK", Color::White, Kind::Physical);
    assert_eq!(physical.inputs(Coding::Binary).width, 17);
    // The paper says 92: it gives c17 four inputs for its misprinted range, where one is enough.
    assert_eq!(data.inputs(Coding::Binary).width, 92 - 3);
    assert_eq!(
        data.inputs(Coding::Natural).row(5),
        data.values_of(5).iter().map(|&v| f32::from(v)).collect::<Vec<_>>()
    );
}

#[test]
fn table_4_on_a_known_position() {
    // White Kc2, Pc3, black Kf8: c3 of the paper's Table 1, one move on.
    let pos = position("5k2/8/8/8/8/2P5/2K5/8 b - - 0 1");
    let kpk = "KPK".parse().unwrap();
    let place = Place::of(&pos, kpk).unwrap();
    let values = Characterisation::new(Kind::Paper, kpk).unwrap().values(&place);
    let want: [i8; 32] = [
        3, 2, 6, 8, 3, 3, // where they stand
        -3, -6, 0, -1, 3, 5, 0, 5, // differences
        3, 6, 0, 0, 1, 1, 3, 5, 0, // absolute, parity, behind
        6, 0, 1, 1, 5, 3, // distances and opposition
        -4, -2, 0,
    ];
    assert_eq!(values, want);
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

#[test]
fn a_position_and_its_images_are_one_row() {
    for name in ["KPK", "KRK", "KBBK"] {
        let table = table(name);
        let material = table.material();
        let data = Dataset::new(&table, Color::Black, &Characterisation { material, features: Vec::new() });
        let mut seen = std::collections::HashSet::new();
        for (i, place) in data.places.iter().enumerate() {
            assert!(seen.insert(*place), "{name}: {place:?} twice");
            if i % 97 == 0 {
                let pos: Result<Chess, _> =
                    data.fen(i as u32).parse::<Fen>().unwrap().into_position(CastlingMode::Standard);
                // A few are impossible checks, which the library refuses.
                let Ok(pos) = pos else { continue };
                assert_eq!(Place::of(&pos, material), Some(*place));
                let mut board = place.board(material);
                board.flip_horizontal();
                let mirrored = position(&format!("{} b - - 0 1", board.board_fen()));
                assert_eq!(Place::of(&mirrored, material), Some(*place));
                board.flip_vertical();
                board.swap_colors();
                let turned = position(&format!("{} w - - 0 1", board.board_fen()));
                assert_eq!(Place::of(&turned, material), Some(*place));
            }
        }
    }
}

#[test]
fn every_feature_stays_in_its_range() {
    // `Feature::value` asserts it in debug builds; here every feature takes at least two values, too.
    for (name, kind) in
        [("KPK", Kind::Wide), ("KRK", Kind::Generic), ("KBBK", Kind::Generic), ("KPK", Kind::Generic)]
    {
        let data = dataset(name, Color::Black, kind);
        for (feature, column) in data.features.iter().zip(&data.columns) {
            let first = column[0];
            let idle = ["c17", "attacked.P", "defended.P"].contains(&feature.name.as_str());
            assert!(idle || column.iter().any(|&v| v != first), "{name}: {feature:?} never changes");
        }
        let mut names: Vec<&str> = data.features.iter().map(|f| f.name.as_str()).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all, "{name}: a name is used twice");
    }
}

#[test]
fn small_sets_are_disjoint_and_seeded() {
    let data = dataset("KPK", Color::White, Kind::Physical);
    let (train, test) = sets::small_pair(&data, 7);
    assert_eq!((train.len(), test.len()), (125, 125));
    assert!(train.iter().all(|r| !test.contains(r)));
    let borderline = train.iter().chain(&test).filter(|&&r| data.is_borderline(r)).count();
    assert_eq!(borderline, 125);
    assert_eq!(sets::small_pair(&data, 7), (train.clone(), test));
    assert_ne!(sets::small_pair(&data, 8).0, train);
    assert_eq!(sets::training_set(&data, 5, 0).unwrap().0.len(), 20_346);
    assert!(sets::training_set(&data, 2, 0).is_none());
}

#[test]
fn wrong_names_are_named() {
    assert!("papre".parse::<Kind>().unwrap_err().to_string().contains("papre"));
    let error = Characterisation::new(Kind::Paper, "KQKP".parse().unwrap()).unwrap_err().to_string();
    assert!(error.contains("KQKP") && error.contains("generic"), "{error}");
    assert!(Characterisation::only(Kind::Paper, "KPK".parse().unwrap(), &["c31", "c99"]).is_err());
}

#[test]
fn the_edge_between_results_has_both() {
    let data = dataset("KPK", Color::White, Kind::Physical);
    let edge = sets::edge(&data);
    let of = |result| (0..data.len()).filter(|&i| edge[i] && data.results[i] == result).count();
    let (wins, draws) = (of(Wdl::Win), of(Wdl::Draw));
    assert!(wins > 5_000 && draws > 5_000 && wins + draws < data.len() / 2, "{wins} and {draws}");
    // Borderline positions with White to move are wins, but for those where nobody wants to move.
    let borderline = Subset::Borderline.rows(&data);
    let won = borderline.iter().filter(|&&r| data.results[r as usize] == Wdl::Win).count();
    assert!(won * 100 > borderline.len() * 95, "{won} of {}", borderline.len());
}
